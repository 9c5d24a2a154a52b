"""How values, numbers and column names are written for people: the same words in the terminal and in the report.

What this file leaves out: what is measured (`probes`), how it is drawn (`figures`) and where it is put (`html`,
`terminal`).
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from magnetite.core.results import Number, Table, Value

MISSING = "–"
MINUS = "−"
VIEW_WORDS = {
    "O": "options only",
    "QO": "no passage",
    "CO": "no question",
    "QOC": "everything",
}
_SHARES = frozenset(
    [
        "accuracy",
        "low",
        "high",
        "chance",
        "probability",
        "interference",
        "interference_screen",
        "interference_confirm",
        "before",
        "after",
        "caught",
        "stable",
        "share",
        "truncated",
        "random",
        "longest",
        "expected",
        "effective_normalised",
    ]
)
_POINTS = frozenset(["difference"])
_BITS = frozenset(["entropy", "information", "mutual_information"])
_HEADINGS = {
    "n": "questions",
    "options_min": "options",
    "options_max": "to",
    "low": "interval from",
    "high": "interval to",
    "p": "p-value",
    "passage_id": "passage",
    "bin_low": "effective options from",
    "bin_high": "to",
    "count": "questions",
    "effective_options": "effective options",
    "effective_normalised": "effective options, 0–100%",
    "interference": "interference score T",
    "interference_screen": "T while searching",
    "interference_confirm": "T on fresh questions",
    "wins": "beat all own options",
    "series": "combines other options",
    "origins": "taken from",
    "caught": "magnet chosen",
    "stable": "answer unchanged",
    "beaten_by": "irrelevant options that beat it",
    "tried": "irrelevant options tried",
    "strongest": "strongest irrelevant option",
    "chosen_before": "chosen before the attack",
    "correct_before": "right before the attack",
    "chosen_after": "chosen after the attack",
    "correct_after": "right after the attack",
    "margin": "lead over the next best option (score)",
    "information": "what the passage tells (bits)",
}
_PREFIXES = {
    "chosen_": "chosen with",
    "correct_": "right with",
    "probability_": "probability of the key with",
    "effective_": "effective options with",
}


def rows(table: Table) -> list[dict[str, Value]]:
    """Turn a table's columns into rows; numbers that are not finite become None.

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
    return show_quantity(number.value, number.unit)


def show_interval(number: Number) -> str:
    """Write a number's interval, or nothing where it has none.

    >>> show_interval(Number("accuracy", 0.43, 0.334, 0.53))
    '33.4% to 53.0%'
    """
    if number.low is None or number.high is None:
        return ""
    low = show_quantity(number.low, number.unit)
    return f"{low.removesuffix(' points')} to {show_quantity(number.high, number.unit)}"


def show_label(number: Number) -> str:
    """Name a number: its label, and its group where the label repeats.

    >>> show_label(Number("accuracy", 0.4, group="QO"))
    'Accuracy: QO'
    """
    label = number.label[:1].upper() + number.label[1:]
    return f"{label}: {number.group}" if number.group else label


def show_quantity(value: float | None, unit: str) -> str:
    """Write a quantity in one of the units of `Number.unit`; an unknown unit is written after the value.

    >>> [show_quantity(0.0004, "p"), show_quantity(8372, "count"), show_quantity(2.614, "options")]
    ['< 0.001', '8,372', '2.61']
    """
    if value is None or not math.isfinite(value):
        return MISSING
    if unit == "p":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    points = f"{value * 100:+.1f} points" if abs(value) >= 0.0005 else "0.0 points"
    text = {"share": f"{value:.1%}", "points": points, "count": f"{value:,.0f}"}.get(unit)
    text = text or {"options": f"{value:.2f}", "bits": f"{value:.2f} bits"}.get(unit, f"{value:.4g} {unit}".rstrip())
    return text.replace("-", MINUS)


def show_value(column: str, value: Value | Mapping[str, Any], kind: str = "table") -> str:
    """Write one cell of a table, by the name of its column (the table contract between probes and report).

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


def show_heading(column: str) -> str:
    """Write a column's name for people.

    >>> show_heading("chosen_QO"), show_heading("beaten_by"), show_heading("word_count")
    ('chosen with QO', 'irrelevant options that beat it', 'word count')
    """
    if column in _HEADINGS:
        return _HEADINGS[column]
    for prefix, words in _PREFIXES.items():
        if column.removeprefix(prefix) in VIEW_WORDS:
            return f"{words} {column.removeprefix(prefix)}"
    return column.replace("_", " ")


def show_view(view: Any) -> str:
    """Name a view with its meaning.

    >>> show_view("QO"), show_view("shuffled")
    ('QO: no passage', 'shuffled')
    """
    return f"{view}: {VIEW_WORDS[view]}" if view in VIEW_WORDS else str(view)


def shorten(text: str, limit: int = 60) -> str:
    """Cut a text for a label; line breaks become spaces, what is left out is shown as an ellipsis.

    >>> shorten("all of the above", 10)
    'all of th…'
    """
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def is_numeric(table: Table, column: str) -> bool:
    """Say whether a column holds numbers, to be set flush right."""
    values = [value for value in table.columns[column] if value is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _show_float(column: str, value: float, kind: str) -> str:
    if column == "p":
        return show_quantity(value, "p")
    if column in _POINTS or (kind == "attacks" and column in ("low", "high")):
        return show_quantity(value, "points").removesuffix(" points")
    if column in _SHARES or column.startswith("probability_"):
        return show_quantity(value, "share")
    if column in _BITS or column.startswith("effective_") or column == "margin":
        return show_quantity(value, "options")
    return f"{value:.3g}".replace("-", MINUS)


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
