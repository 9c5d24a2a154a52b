"""Reading datasets and exams into items, and writing them: `read` and `write`, with one module per format."""

from magnetite.formats.collect import FORMATS
from magnetite.formats.format import remarks, unused_passages
from magnetite.formats.read import read, read_splits, splits
from magnetite.formats.write import WRITERS, write, writer_of
from magnetite.formats.writer import Writer

__all__ = [
    "FORMATS",
    "WRITERS",
    "Writer",
    "read",
    "read_splits",
    "remarks",
    "splits",
    "unused_passages",
    "write",
    "writer_of",
]
