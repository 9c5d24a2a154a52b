"""Matrices, which are tables turned round for reading, and their cells: a text, the interval beside it, a hint."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetite.report.tables import MISSING, show_quantity, show_value

Row = Mapping[str, Any]
NO_ATTACK = "no attack"
TEXT = 120  # characters of an option; the numbers behind a table have it all


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


def correlation(row: Row | None, method: str, of: str = "options") -> Entry:
    """Write a correlation with its interval; what and how many it is over in the hint."""
    if row is None or row[method] is None:
        return Entry(MISSING)
    ends = (row[f"{method}_{end}"] for end in ("low", "high"))
    bounds = [show_real(bound, "correlation") for bound in ends if bound is not None]
    interval = " to ".join(bounds) if len(bounds) == 2 else ""
    return Entry(show_real(row[method], "correlation"), f"{show_value(row['n'])} {of}", interval)


def over(row: Row) -> str:
    """Write how many questions a row is about; "" where it has no count."""
    return "" if row.get("n") is None else f"{show_value(row['n'])} questions"


def percent(share: Any) -> str:
    """Write a share as per cent without the sign, a dash where it is not known.

    >>> percent(0.376)
    '37.6'
    """
    return show_quantity(share, "share").removesuffix("%")


def percents(shares: Iterable[Any]) -> str:
    """Write the least and the greatest of several shares, once where they are written alike."""
    known = [share for share in shares if share is not None]
    return "–".join(dict.fromkeys((percent(min(known)), percent(max(known))))) if known else MISSING


def show_real(value: Any, unit: str) -> str:
    """Write a cell whose number is never a count: 1 is 1.00 where 0.5 is 0.50."""
    return show_value(float(value) if isinstance(value, int) else value, unit)


def names(body: Sequence[Row], column: str) -> list[str]:
    """Return a column's distinct values as texts, in the order they first appear."""
    return list(dict.fromkeys(str(row[column]) for row in body))


def by_names(body: Sequence[Row], *columns: str) -> dict[tuple[str, ...], Row]:
    """Return the rows by the texts of several columns."""
    return {tuple(str(row[column]) for column in columns): row for row in body}
