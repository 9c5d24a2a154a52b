"""The systems that Magnetite ships: adapters with their cards, and sketches of what they read in training.

The code that loads them is Magnetite's; this package is data, and has a version of its own.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
