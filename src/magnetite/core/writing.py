"""Files that are there whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file under a temporary name beside it, flush it to the disk, then rename it; return the path.

    Killed anywhere, what stood there before still does. Raises OSError, which callers put in their own words.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return part.replace(path)
    finally:
        part.unlink(missing_ok=True)
