"""Read datasets and exams into items: `read` for one call, one module per format behind it."""

from magnetite.formats.collect import FORMATS
from magnetite.formats.format import remarks, unused_passages
from magnetite.formats.read import read, read_splits, splits

__all__ = ["FORMATS", "read", "read_splits", "remarks", "splits", "unused_passages"]
