"""Limits: how much a file may unpack to, and hold, before it is refused, whatever its format.

A small file can unpack to gigabytes, and a small text can name one thing a million times. What is read for a check has
the limits of an `EXAM`; what is read as data has wider ones (`dataset_limits`), which an environment variable sets.
"""

import os
from dataclasses import dataclass

from examfiles.errors import DataError, UsageError

UNPACKED = "MAGNETITE_UNPACKED"
"""The environment variable that says how many GiB a data set may unpack to."""
OPTIONS = 1000
"""The most options of a question."""
COLUMNS = 10_000
"""The most columns of a table."""
LINES = 150_000
"""The most lines of an exam: 20,000 questions of seven lines, and some passages."""
LINE = 1_000_000
"""The most characters of a line of an exam that is typed: a passage in one line is a thousandth of it."""
FILES = 1_000_000
"""The most files that are looked at in an archive or a folder."""
HEADER = 2**20
"""The largest header of a file in a tar, in bytes: a name, which is read before the file."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one source may hold.

    `unpacked`: bytes, in all files together, once decompressed. `passages`: characters, of all questions' passages
    together, one that several share counted for each of them. `values`: single values in a table or in JSON.
    """

    unpacked: int
    passages: int
    values: int

    @property
    def options(self) -> int:
        """Return how many options all questions may have together: 20 for each of an exam's."""
        return self.values // 5

    def check_values(self, where: str, count: int) -> None:
        """Refuse a table, or JSON, of more values than an exam or a data set has. Raises DataError."""
        if count > self.values:
            raise DataError(f"{where}: has more than {self.values:,} single values. Read a part of it.")


EXAM = Limits(unpacked=128 * 2**20, passages=100_000_000, values=2_000_000)


def dataset_limits() -> Limits:
    """Return the limits of a data set: 8 GiB, or as many as `$MAGNETITE_UNPACKED`. Raises UsageError for no number."""
    text = os.environ.get(UNPACKED, "8")
    try:
        gib = float(text)
    except ValueError:
        gib = 0.0
    if not 0 < gib < 2**20:
        raise UsageError(f"{UNPACKED}={text}: expected the number of GiB that a data set may unpack to, such as 8.")
    unpacked = int(gib * 2**30)
    return Limits(unpacked, passages=8 * unpacked, values=unpacked // 16)


class Meter:
    """Counts the bytes that one pass over a source unpacks. `take` raises DataError past the limit."""

    def __init__(self, where: str, limits: Limits) -> None:
        self._where, self._limits = where, limits
        self._bytes = self._files = 0

    def take(self, size: int) -> None:
        """Count bytes."""
        self._bytes += size
        self.check(self._bytes)

    def take_file(self) -> None:
        """Count a file, read or not."""
        self._files += 1
        if self._files > FILES:
            raise DataError(f"{self._where}: has more than {FILES:,} files. Read a part of it.")

    def check(self, size: int) -> None:
        """Refuse what would be larger, before it is unpacked."""
        if size > self._limits.unpacked:
            most = self._limits.unpacked
            text = f"{most / 2**30:g} GiB" if most >= 2**30 else f"{most / 2**20:g} MiB"
            raise DataError(f"{self._where}: unpacks to more than {text}. {self._advice()}")

    def _advice(self) -> str:
        if self._limits == EXAM:
            return "An exam of texts is smaller: split it, or remove the pictures and sounds."
        return f"If you trust it, allow more: {UNPACKED}=GIB, or unpack it yourself and give the path of the folder."


def check_options(count: int) -> None:
    """Refuse a question of more options than any has. Raises DataError, without the place."""
    if count > OPTIONS:
        raise DataError(f"there are {count:,} options; expected at most {OPTIONS:,}.")


def check_columns(where: str, count: int) -> None:
    """Refuse a table of more columns than any has. Raises DataError."""
    if count > COLUMNS:
        raise DataError(f"{where}: the table has {count:,} columns; expected at most {COLUMNS:,}.")
