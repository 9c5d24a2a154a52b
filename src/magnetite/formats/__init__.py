"""Reading datasets and exams into items, and writing them: `read` and `write`, with one module per format."""

from magnetite.formats.format import Writer, remarks, unused_passages
from magnetite.formats.read import read, read_splits, splits
from magnetite.formats.registry import FORMATS
from magnetite.formats.write import write, writer_of, writers

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
