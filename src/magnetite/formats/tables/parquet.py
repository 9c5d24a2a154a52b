"""Parquet: how many values a file says it holds, before any of them is decoded.

A page of a dictionary-encoded column can hold a hundred million values in a few bytes, so the size of a file says
nothing of what it unpacks to. Its footer does, in Thrift's compact protocol, and this reads that much of it (Apache
Parquet format, `FileMetaData`; Apache Thrift, "compact protocol"). A file whose footer lies is not found out here.
"""

from collections.abc import Callable
from typing import Any

DEPTH = 16  # of structures in each other; a footer has four
_ROW_GROUPS, _COLUMNS, _COLUMN_META, _VALUES, _UNPACKED = 4, 1, 3, 5, 6  # numbers of fields


def held(data: bytes) -> tuple[int, int]:
    """Return how many values a file says it holds in all columns, and their bytes once decompressed.

    Raises ValueError where the footer cannot be read.
    """
    try:
        footer = data[-8 - int.from_bytes(data[-8:-4], "little") : -8]
        groups = _Thrift(footer).structure()[_ROW_GROUPS]
        columns = [column[_COLUMN_META] for group in groups for column in group[_COLUMNS]]
        return sum(column[_VALUES] for column in columns), sum(column[_UNPACKED] for column in columns)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError("its footer is damaged") from error


class _Thrift:
    """Reads Thrift's compact protocol: a structure becomes a dictionary of its fields by number."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at, self._depth = data, 0, 0
        self._readers: dict[int, Callable[[], Any]] = {
            **dict.fromkeys((4, 5, 6), self._integer),
            3: self._byte,
            7: lambda: self._bytes(8),
            8: lambda: self._bytes(self._varint()),
            **dict.fromkeys((9, 10), self._list),
            12: self.structure,
        }

    def structure(self) -> dict[int, Any]:
        """Read a structure."""
        self._depth += 1
        if self._depth > DEPTH:
            raise ValueError("its footer is nested too deeply")
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) != 0:
            number = number + (head >> 4) if head >> 4 else self._integer()
            kind = head & 15
            fields[number] = kind == 1 if kind in (1, 2) else self._readers[kind]()
        self._depth -= 1
        return fields

    def _list(self) -> list[Any]:
        head = self._byte()
        size, kind = head >> 4, head & 15
        read = self._byte if kind in (1, 2) else self._readers[kind]
        return [read() for _ in range(self._varint() if size == 15 else size)]

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _integer(self) -> int:
        number = self._varint()
        return (number >> 1) ^ -(number & 1)

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number
            if shift > 70:
                raise ValueError("its footer is damaged")
