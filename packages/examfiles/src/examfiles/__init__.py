"""Read any multiple-choice exam file as questions, say what another format would lose, and write it.

import examfiles

exam = examfiles.read("exam.docx")
for item in exam:
print(item.question, item.options, item.answer_letter)
examfiles.write(exam, "exam.gift")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from examfiles.errors import DataError, Error, StoreError, UsageError
    from examfiles.exam import ReadExam, read_exam
    from examfiles.format import Format, Writer, remarks, unused_passages
    from examfiles.formats import FORMATS
    from examfiles.items import Dataset, Item, LeftOut
    from examfiles.reading import read, read_splits, splits
    from examfiles.reasons import Reason
    from examfiles.writing import losses_in, write, writer_of, writers

_HOMES = {
    "DataError": "errors",
    "Error": "errors",
    "StoreError": "errors",
    "UsageError": "errors",
    "ReadExam": "exam",
    "read_exam": "exam",
    "Format": "format",
    "Writer": "format",
    "remarks": "format",
    "unused_passages": "format",
    "FORMATS": "formats",
    "Dataset": "items",
    "Item": "items",
    "LeftOut": "items",
    "read": "reading",
    "read_splits": "reading",
    "splits": "reading",
    "Reason": "reasons",
    "losses_in": "writing",
    "write": "writing",
    "writer_of": "writing",
    "writers": "writing",
}
__all__ = [  # the names of _HOMES, in their order
    "FORMATS",
    "DataError",
    "Dataset",
    "Error",
    "Format",
    "Item",
    "LeftOut",
    "ReadExam",
    "Reason",
    "StoreError",
    "UsageError",
    "Writer",
    "losses_in",
    "read",
    "read_exam",
    "read_splits",
    "remarks",
    "splits",
    "unused_passages",
    "write",
    "writer_of",
    "writers",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: who only makes items opens no reader."""
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__]
