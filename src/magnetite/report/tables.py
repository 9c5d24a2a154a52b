"""Values and numbers as people read them, the same in the terminal and in the report."""

import json
import math
from collections.abc import Mapping
from typing import Any

from magnetite.core.results import Column, Number, Table, Value

MISSING = "–"
MINUS = "−"
_WORDS = {"points": " points", "gap": " points", "bits": " bits", "nats": " nats"}  # how quantities of a unit end
VIEW_WORDS = {
    "O": "options only",
    "QO": "no passage",
    "CO": "no question",
    "QOC": "everything",
}


def rows(table: Table) -> list[dict[str, Any]]:
    """Return a table's rows; numbers that are not finite become None."""
    return [{name: _finite(value) for name, value in row.items()} for row in table.rows()]


def heading(column: Column) -> str:
    """Return what stands above a column: its heading, or else its name.

    >>> heading(Column("low", [], "interval from")), heading(Column("word_count", []))
    ('interval from', 'word count')
    """
    return column.heading or column.name.replace("_", " ")


def show_number(number: Number) -> str:
    """Write a number's value with its unit.

    >>> show_number(Number("accuracy", 0.4312)), show_number(Number("passage adds", -0.02, unit="points"))
    ('43.1%', '−2.0 points')
    """
    return show_quantity(number.value, number.unit)


def show_interval(number: Number) -> str:
    """Write a number's interval, or nothing where it has none.

    >>> show_interval(Number("accuracy", 0.43, 0.334, 0.53))
    '33.4% to 53.0%'
    """
    if number.low is None or number.high is None:
        return ""
    low, high = show_quantity(number.low, number.unit), show_quantity(number.high, number.unit)
    return f"{low.removesuffix(_WORDS.get(number.unit, ''))} to {high}"


def show_label(number: Number) -> str:
    """Return a number's name: its label, and its group if it has one.

    >>> show_label(Number("accuracy", 0.4, group="QO"))
    'Accuracy: QO'
    """
    label = number.label[:1].upper() + number.label[1:]
    return f"{label}: {number.group}" if number.group else label


def show_quantity(value: float | None, unit: str) -> str:
    """Write a quantity in one of the units of `Number.unit`; an unknown unit is written after the value.

    "change" is a change as a share of what it was.

    >>> [show_quantity(0.0004, "p"), show_quantity(8372, "count"), show_quantity(2.614, "options")]
    ['< 0.001', '8,372', '2.61']
    >>> [show_quantity(1.346, "temperature"), show_quantity(0.0421, "gap"), show_quantity(1.31, "nats")]
    ['1.35', '4.2 points', '1.310 nats']
    """
    if value is None or not math.isfinite(value):
        return MISSING
    if unit == "p":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    points = f"{value * 100:+.1f} points" if abs(value) >= 0.0005 else "0.0 points"
    known = {
        "share": f"{value:.1%}",
        "points": points,
        "gap": f"{value * 100:.1f} points",
        "change": f"{value:+.1%}" if abs(value) >= 0.0005 else "0.0%",
        "count": f"{value:,.0f}",
        **dict.fromkeys(("options", "temperature", "correlation", "degree", "words", "margin"), f"{value:.2f}"),
        "bits": f"{value:.2f} bits",
        "nats": f"{value:.3f} nats",
        "score": f"{value:.3f}",
    }
    return known.get(unit, f"{value:.4g} {unit}".rstrip()).replace("-", MINUS)


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
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", MINUS)
    if isinstance(value, float):
        text = show_quantity(value, unit) if unit else f"{value:.3g}".replace("-", MINUS)
        return text.removesuffix(_WORDS.get(unit, ""))
    if (unit, value) == ("system", "model"):
        return "system"  # the tables' word for the audited system, beside the rules it is compared with
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def show_view(view: Any) -> str:
    """Return a view's name with its meaning.

    >>> show_view("QO"), show_view("shuffled")
    ('QO: no passage', 'shuffled')
    """
    return f"{view}: {VIEW_WORDS[view]}" if view in VIEW_WORDS else str(view)


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


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
