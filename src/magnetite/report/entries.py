"""Matrices, tables turned round for reading, and their cells: a text, the interval beside it, and a hint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magnetite.core.results import Value
from magnetite.report.tables import MISSING, show_quantity, show_value

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: its text, the interval beside it ("29.6–32.4" or ""), and a hint that is shown on demand."""

    text: str
    hint: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table turned round; the first `words` columns name a row, the others hold its numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    words: int = 1


def bounded(row: Row | None, column: str = "accuracy") -> Entry:
    """Write a share with its interval, as "37.6 (36.3–39.0)"."""
    if row is None or row[column] is None:
        return Entry(MISSING)
    bounds = [percent(row[name]) for name in ("low", "high") if row[name] is not None]
    return Entry(percent(row[column]), over(row), "–".join(bounds) if len(bounds) == 2 else "")


def hinted(row: Row | None) -> Entry:
    """Write an accuracy with its interval in the hint."""
    if row is None or row["accuracy"] is None:
        return Entry(MISSING)
    known = row["low"] is not None and row["high"] is not None
    interval = f"95% interval {percent(row['low'])} to {percent(row['high'])}, " if known else ""
    return Entry(percent(row["accuracy"]), interval + over(row))


def alone(share: Value) -> Entry:
    """Write a share without an interval."""
    return Entry(MISSING if share is None else percent(share))


def over(row: Row) -> str:
    """Write how many questions a row is about; "" where it has no count."""
    return "" if row.get("n") is None else f"{show_value('n', row['n'])} questions"


def percent(share: Any) -> str:
    """Write a share as per cent without the sign.

    >>> percent(0.376)
    '37.6'
    """
    return show_quantity(share, "share").removesuffix("%")
