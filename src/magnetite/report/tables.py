"""Values and numbers as people read them, the same in the terminal and in the report."""

import json
import math
from collections.abc import Mapping
from typing import Any

from magnetite.core.results import Number, Table, Value
from magnetite.report.columns import column_unit

MISSING = "–"
MINUS = "−"
VIEW_WORDS = {
    "O": "options only",
    "QO": "no passage",
    "CO": "no question",
    "QOC": "everything",
}


def rows(table: Table) -> list[dict[str, Any]]:
    """Return a table's rows; numbers that are not finite become None.

    >>> rows(Table("t", "T", {"view": ["O", "QO"], "n": [3, 4]}))
    [{'view': 'O', 'n': 3}, {'view': 'QO', 'n': 4}]
    """
    columns = {name: [_finite(value) for value in values] for name, values in table.columns.items()}
    return [dict(zip(columns, entry, strict=True)) for entry in zip(*columns.values(), strict=True)]


def show_number(number: Number) -> str:
    """Write a number's value with its unit.

    >>> show_number(Number("accuracy", 0.4312)), show_number(Number("passage adds", -0.02, unit="points"))
    ('43.1%', '−2.0 points')
    """
    return show_quantity(number.value, _unit(number))


def show_interval(number: Number) -> str:
    """Write a number's interval, or nothing where it has none.

    >>> show_interval(Number("accuracy", 0.43, 0.334, 0.53))
    '33.4% to 53.0%'
    """
    if number.low is None or number.high is None:
        return ""
    low, high = show_quantity(number.low, _unit(number)), show_quantity(number.high, _unit(number))
    unit = next((end for end in (" points", " bits", " nats") if high.endswith(end)), "")
    return f"{low.removesuffix(unit)} to {high}"


def show_label(number: Number) -> str:
    """Return a number's name: its label, and its group if it has one.

    >>> show_label(Number("accuracy", 0.4, group="QO"))
    'Accuracy: QO'
    """
    label = number.label[:1].upper() + number.label[1:]
    return f"{label}: {number.group}" if number.group else label


def show_quantity(value: float | None, unit: str) -> str:
    """Write a quantity in one of the units of `Number.unit`; an unknown unit is written after the value.

    "gap" is a distance of two shares, written as points without a sign; "change" a change as a share of what it was.

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
        "options": f"{value:.2f}",
        "temperature": f"{value:.2f}",
        "bits": f"{value:.2f} bits",
        "nats": f"{value:.3f} nats",
        "score": f"{value:.3f}",
    }
    return known.get(unit, f"{value:.4g} {unit}".rstrip()).replace("-", MINUS)


def show_value(column: str, value: Value | Mapping[str, Any], kind: str = "table") -> str:
    """Write one cell of a table, by the name of its column.

    >>> show_value("accuracy", 0.43), show_value("correct", True), show_value("low", -0.1, "attacks")
    ('43.0%', 'yes', '−10.0')
    >>> show_value("system", "model"), show_value("system", "longest")
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
        return _show_float(column, value, kind)
    if (column, value) == ("system", "model"):
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
    return any(value is not None for value in map(_finite, table.columns[column])) if column else len(table) > 0


def is_numeric(table: Table, column: str) -> bool:
    """Return whether a column holds numbers, which are set flush right."""
    values = [value for value in table.columns[column] if value is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _unit(number: Number) -> str:
    """Return the unit to write; a calibration error is a mean distance between shares: points without a sign."""
    return "gap" if number.unit == "share" and number.label.startswith("ECE") else number.unit


def _show_float(column: str, value: float, kind: str) -> str:
    if unit := column_unit(column, kind):
        return show_quantity(value, unit).removesuffix(" points")
    return f"{value:.3g}".replace("-", MINUS)


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
