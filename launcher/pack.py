"""Pack what starts Magnetite without a terminal: `python launcher/pack.py DIST ZIP`, of the wheels in DIST.

The zip has the starters for Windows and for Mac, and the wheels that a check needs; uv gets the rest from the index.
"""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FOLDER = Path(__file__).parent
STARTERS = ("Magnetite.cmd", "Magnetite.command", "README.txt")
PARTS = ("examfiles", "magnetite_audit")
TOP = "Magnetite"  # the folder that the zip unpacks to
WHEN = (2020, 1, 1, 0, 0, 0)  # the same files make the same zip


def pack(wheels: Path, target: Path) -> Path:
    """Write the zip, and return where. Raises SystemExit where a wheel is missing, or there are several of one part."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name in STARTERS:
            _add(archive, f"{TOP}/{name}", (FOLDER / name).read_bytes(), runs=name.endswith(".command"))
        for part in PARTS:
            found = sorted(wheels.glob(f"{part}-*.whl"))
            if len(found) != 1:
                sys.exit(
                    f"{wheels}: expected one wheel of {part}, found {len(found)}. Run `make dist` in a clean clone."
                )
            _add(archive, f"{TOP}/wheels/{found[0].name}", found[0].read_bytes())
    return target


def _add(archive: ZipFile, name: str, data: bytes, *, runs: bool = False) -> None:
    entry = ZipInfo(name, WHEN)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = (0o100755 if runs else 0o100644) << 16
    archive.writestr(entry, data)


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), Path(sys.argv[2])))
