"""Tables as people read them, the same in the terminal and in the report: values with their units, and matrices.

A matrix is a table turned round; each of its cells has a text, the interval beside it, and a hint.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetite.core.results import Column, Finding, Number, Run, Table, Value
from magnetite.report.wording import label, said, spoken
from magnetite.views import VIEWS, in_order

MISSING = "–"
MINUS = "−"
_WORDS = {"points": "points", "gap": "points", "bits": "bits", "nats": "nats"}  # how quantities of a unit end
_TEXTS = ("id", "passage_id", "passage", "question", "option", "replaced", "added", "text")  # columns of the exam's own
Row = Mapping[str, Any]
NO_ATTACK = "no attack"
TEXT = 120  # characters of an option; the numbers behind a table have it all


def rows(table: Table) -> list[dict[str, Any]]:
    """Return a table's rows; numbers that are not finite become None."""
    return list(each_row(table))


def each_row(table: Table) -> Iterator[dict[str, Any]]:
    """Yield what `rows` returns, for tables with a row for each question of an exam of any size."""
    names = table.names
    for values in zip(*(column.values for column in table.columns), strict=True):
        yield {name: _finite(value) for name, value in zip(names, values, strict=True)}


def heading(column: Column) -> str:
    """Return what stands above a column: its heading, or else its name.

    >>> heading(Column("low", [], "interval from")), heading(Column("word_count", []))
    ('interval from', 'word count')
    """
    return label(column.heading or column.name.replace("_", " "))


def title_of(part: Table | Finding) -> str:
    """Return what stands above a table or a finding, in the language that is spoken."""
    if not isinstance(part.title, str):
        return said(part.title)
    title = label(part.title)
    return title if title == part.title else title[:1].upper() + title[1:]


def show_number(number: Number) -> str:
    """Write a number's value with its unit.

    >>> show_number(Number("accuracy", 0.4312)), show_number(Number("passage adds", -0.02, unit="points"))
    ('43.1%', '−2.0 points')
    """
    return show_quantity(number.value, number.unit)


def show_interval(number: Number) -> str:
    """Write a number's interval, or nothing where it has none or reaches over all that can be.

    >>> show_interval(Number("accuracy", 0.43, 0.334, 0.53))
    '33.4% to 53.0%'
    """
    if number.low is None or number.high is None or says_nothing(number.low, number.high, number.unit):
        return ""
    low, high = show_quantity(number.low, number.unit), show_quantity(number.high, number.unit)
    return between(_bare(low, number.unit), high)


def says_nothing(low: float, high: float, unit: str = "share") -> bool:
    """Return whether an interval leaves out nothing, as one over a single passage does; a sentence says why.

    >>> says_nothing(0.0, 1.0), says_nothing(0.0, 0.99), says_nothing(-1.0, 1.0, "points")
    (True, False, True)
    """
    least = {"share": 0.0, "points": -1.0}.get(unit)
    return least is not None and low <= least and high >= 1


def show_label(number: Number) -> str:
    """Return a number's name: its label, and its group if it has one.

    >>> show_label(Number("accuracy", 0.4, group="QO"))
    'Accuracy: QO'
    """
    name = label(number.label)
    name = name[:1].upper() + name[1:]
    if not number.group:
        return name
    whole = label(number.group)  # of several parts, such as who and what, each has a name where the whole has none
    return f"{name}: {', '.join(map(label, number.group.split(', '))) if whole == number.group else whole}"


def show_quantity(value: float | None, unit: str) -> str:
    """Write a quantity in one of the units of `Number.unit`; an unknown unit is written after the value.

    "change" is a change as a share of what it was.

    >>> [show_quantity(0.0004, "p"), show_quantity(8372, "count"), show_quantity(2.614, "options")]
    ['< 0.001', '8,372', '2.61']
    >>> [show_quantity(1.346, "temperature"), show_quantity(0.0421, "gap"), show_quantity(0.4095, "fine share")]
    ['1.35', '4.2 points', '40.95%']
    """
    if value is None or not math.isfinite(value):
        return MISSING
    if unit == "p":
        return written("< 0.001" if value < 0.001 else f"{value:.3f}")
    known = {  # with "z": what rounds to zero has no sign
        "share": f"{value:z.1%}",
        "fine share": f"{value:z.2%}",
        "points": f"{value * 100:+.1f}" if abs(value) >= 0.0005 else "0.0",
        "gap": f"{value * 100:z.1f}",
        "change": f"{value:+.1%}" if abs(value) >= 0.0005 else "0.0%",
        "count": f"{value:z,.0f}",
        **dict.fromkeys(("options", "temperature", "correlation", "degree", "words", "margin"), f"{value:z.2f}"),
        "bits": f"{value:z.2f}",
        "nats": f"{value:z.3f}",
        "score": f"{value:z.3f}",
    }
    return f"{written(known.get(unit, f'{value:z.4g} {unit}'.rstrip()))}{_ending(unit)}"


def written(number: str) -> str:
    r"""Write a number of Python's as the language that is spoken does.

    >>> from magnetite.report.wording import speaking
    >>> with speaking("de"):
    ...     written("1,234.5"), written("-43.0%")
    ('1.234,5', '−43,0\xa0%')
    """
    words = spoken()
    marks = str.maketrans({"-": MINUS, ".": words.marks["decimal"], ",": words.marks["group"]})
    return number.translate(marks).replace("%", words.say("writing-sign"))


def _ending(unit: str) -> str:
    """Return the word at the end of a quantity, with a space before it; "" for a unit without one."""
    return f" {label(_WORDS[unit])}" if unit in _WORDS else ""


def _bare(quantity: str, unit: str) -> str:
    return quantity.removesuffix(_ending(unit))


def show_value(value: Value | Mapping[str, Any], unit: str = "") -> str:
    """Write one cell of a table; a unit that is a word stands in the column's heading.

    >>> show_value(0.43, "share"), show_value(True), show_value(-0.1, "points"), show_value(0.5)
    ('43.0%', 'yes', '−10.0', '0.5')
    >>> show_value("model", "system"), show_value("longest", "system")
    ('system', 'longest')
    """
    value = _finite(value)
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return label("yes" if value else "no")
    if isinstance(value, int):
        return written(f"{value:,}")
    if isinstance(value, float):
        return _bare(show_quantity(value, unit), unit) if unit else written(f"{value:z.3g}")
    if unit == "system" and isinstance(value, str):
        return label(
            "system" if value == "model" else value
        )  # the tables' word for the audited system, beside the rules it is compared with
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def show_cell(column: Column, value: Value) -> str:
    """Write one cell of a column."""
    if isinstance(value, str) and column.unit != "system":
        return show_text(column.name, value)
    return show_value(value, column.unit)


def show_text(column: str, text: str) -> str:
    """Write a text of a column: names of ours in the language that is spoken, those of the exam as they are."""
    return text if column in _TEXTS else label(text)


def show_view(view: Any) -> str:
    """Return a view's name with its meaning.

    >>> show_view("QO"), show_view("shuffled")
    ('QO: no passage', 'shuffled')
    """
    return f"{view}: {words}" if (words := view_words(view)) else str(view)


def view_words(view: Any) -> str:
    """Return in a few words what is left of an item under a view; "" for a view without words."""
    code, words = f"view-{view}.name", spoken()
    return words.say(code) if code in words.codes else ""


def views_of_run(run: Run) -> tuple[str, ...]:
    """Return the views that a run may tell of, from the poorest to the richest: ours, and those of its systems.

    Views of a package that is not installed here come first.
    """
    distinct = dict.fromkeys([*VIEWS.ours, *(str(system["view"]) for system in run.systems if "view" in system)])
    return (*(name for name in distinct if name not in VIEWS), *in_order(name for name in distinct if name in VIEWS))


def shorten(text: str, limit: int = 60) -> str:
    """Return a text cut for a label; line breaks become spaces, and an ellipsis stands for the rest.

    >>> shorten("all of the above", 10)
    'all of th…'
    """
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def known(table: Table, column: str) -> bool:
    """Return whether any value of a column is known; of a column without a name, whether there are rows at all."""
    return any(value is not None for value in map(_finite, table.values(column))) if column else len(table) > 0


def is_numeric(column: Column) -> bool:
    """Return whether a column holds numbers, which are set flush right."""
    values = [value for value in column.values if value is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: its text, the interval beside it ("29.6–32.4" or ""), and a hint that is shown on demand."""

    text: str
    hint: str = ""
    interval: str = ""


Told = tuple[str, str, tuple[tuple[str, str], ...]]


def told(table: Table) -> tuple[Told, ...]:
    """Return the rows of a listed table: the first two cells, and the others that say something, with headings."""
    return tuple(
        (
            str(first),
            str(second),
            tuple((heading(column), str(text)) for column, text in zip(table.columns[2:], others, strict=True) if text),
        )
        for first, second, *others in zip(*(column.values for column in table.columns), strict=True)
    )


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
    return Entry(percent(row[column]), over(row), "–".join(map(percent, _ends(row))))


def _ends(row: Row) -> tuple[float, ...]:
    """Return the ends of a share's interval, none where it has none or leaves out nothing."""
    low, high = row["low"], row["high"]
    return () if low is None or high is None or says_nothing(low, high) else (low, high)


def hinted(row: Row | None) -> Entry:
    """Write an accuracy with its interval in the hint."""
    if row is None or row["accuracy"] is None:
        return Entry(MISSING)
    ends = [percent(end) for end in _ends(row)]
    interval = f"{label('95% interval')} {between(*ends)}, " if ends else ""
    return Entry(percent(row["accuracy"]), interval + over(row))


def correlation(row: Row | None, method: str, of: str = "options") -> Entry:
    """Write a correlation with its interval; what and how many it is over in the hint."""
    if row is None or row[method] is None:
        return Entry(MISSING)
    ends = (row[f"{method}_{end}"] for end in ("low", "high"))
    bounds = [show_real(bound, "correlation") for bound in ends if bound is not None]
    interval = between(*bounds) if len(bounds) == 2 else ""
    return Entry(show_real(row[method], "correlation"), f"{show_value(row['n'])} {label(of)}", interval)


def between(low: str, high: str) -> str:
    """Write an interval."""
    return spoken().say("writing-range", {"low": low, "high": high})


def over(row: Row) -> str:
    """Write how many questions a row is about; "" where it has no count."""
    return "" if row.get("n") is None else f"{show_value(row['n'])} {label('questions')}"


def percent(share: Any) -> str:
    """Write a share as per cent without the sign, a dash where it is not known.

    >>> percent(0.376)
    '37.6'
    """
    return show_quantity(share, "share").removesuffix(spoken().say("writing-sign"))


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


def by_names(body: Iterable[Row], *columns: str) -> dict[tuple[str, ...], Row]:
    """Return the rows by the texts of several columns."""
    return {tuple(str(row[column]) for column in columns): row for row in body}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
