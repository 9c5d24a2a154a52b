"""Reading datasets and exams into items, and writing them: `read` and `write`, with one module per format."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite.formats.format import Writer, remarks, unused_passages
    from magnetite.formats.reading import read, read_splits, splits
    from magnetite.formats.registry import FORMATS
    from magnetite.formats.writing import write, writer_of, writers

_HOMES = {
    "FORMATS": "registry",
    "Writer": "format",
    "read": "reading",
    "read_splits": "reading",
    "remarks": "format",
    "splits": "reading",
    "unused_passages": "format",
    "write": "writing",
    "writer_of": "writing",
    "writers": "writing",
}
__all__ = [
    "FORMATS",
    "Writer",
    "read",
    "read_splits",
    "remarks",
    "splits",
    "unused_passages",
    "write",
    "writer_of",
    "writers",
]


def __getattr__(name: str) -> Any:
    """Import a function when it is first used: help names the formats, and reads none."""
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
