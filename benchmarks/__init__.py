"""What is measured, and tried at length; some of it is made as tests make it, so that their helpers are found here."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

sys.path += [str(folder) for folder in sorted((ROOT / "packages").iterdir())]


def python_path(checkout: Path = ROOT) -> str:
    """Return the PYTHONPATH on which a checkout's packages are imported, in place of those that are installed.

    Before version 0.2 there was one package, in `src`.

    >>> python_path().count("src")
    5
    """
    return os.pathsep.join(map(str, sorted(checkout.glob("packages/*/src")) or [checkout / "src"]))
