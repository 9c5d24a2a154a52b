"""What is measured, and tried at length; some of it is made as tests make it, so that their helpers are found here."""

import sys
from pathlib import Path

sys.path += [str(folder) for folder in sorted((Path(__file__).parents[1] / "packages").iterdir())]
