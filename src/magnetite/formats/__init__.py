"""Read datasets and exams into items, and write them: `read` and `write`, one module per format behind them."""

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
