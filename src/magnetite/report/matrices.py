"""Matrices, the same for page and terminal: tables turned round, with a row per system, a column per level or exam.

Table 2 of Liusie, Raina and Gales (2022) (accuracy by view and level), its Table B.2 (transfer) and the calibration of
its Appendix C.2.
"""

from collections.abc import Callable, Iterable
from typing import Any

from magnetite.core.results import Table
from magnetite.report.entries import Entry, Matrix, alone, bounded, hinted, over
from magnetite.report.headings import show_view
from magnetite.report.magnet_matrices import magnet_matrix
from magnetite.report.tables import rows, show_value
from magnetite.report.training_sets import training_matrix
from magnetite.report.unreadable_matrices import unreadable_matrix

_Row = dict[str, Any]
_MEASURES = (("confidence", "mean confidence"), ("ece", "ECE, points"), ("brier", "Brier score"), ("nll", "NLL, nats"))


def matrix(table: Table) -> Matrix | None:
    """Return a table as a matrix; None for a kind that is read as it is, and where nothing is known."""
    build = _KINDS.get(table.kind)
    if build is None:
        return magnet_matrix(table) or unreadable_matrix(table)
    return None if all(row["accuracy"] is None for row in rows(table)) else build(table)


def _by_level(table: Table, series: str, show: Callable[[Any], str]) -> Matrix:
    by_names = {(str(row[series]), str(row["level"])): row for row in rows(table)}
    names = list(dict.fromkeys(name for name, _ in by_names))
    levels = sorted(dict.fromkeys(level for _, level in by_names), key=lambda level: level != "all")
    body = [(Entry(show(name)), *(bounded(by_names.get((name, level))) for level in levels)) for name in names]
    if "chance" in table.columns:
        body.append(
            (Entry("guessing"), *(alone(by_names.get((names[0], level), {}).get("chance")) for level in levels))
        )
    title = f"{table.title}: per cent right (95% interval)"
    return Matrix(title, (series, *("all levels" if level == "all" else level for level in levels)), tuple(body))


def _by_view(table: Table) -> Matrix:
    return _by_level(table, "view", show_view)


def _by_system(table: Table) -> Matrix:
    return _by_level(table, "system", lambda name: show_value("system", name))


def _calibration(table: Table) -> Matrix:
    body = [line for row in rows(table) for line in _states(row)]
    counts = list(dict.fromkeys(over(row) for row in rows(table)))
    title = f"{table.title}: {counts[0]}" if len(counts) == 1 else table.title
    return Matrix(title, ("view", "temperature", "right", *(words for _, words in _MEASURES)), tuple(body))


def _states(row: _Row) -> Iterable[tuple[Entry, ...]]:
    """Yield a view before and after calibration: two rows, or one where calibration changed nothing."""
    changed = any(row[f"{name}_after"] not in (None, row[f"{name}_before"]) for name, _ in _MEASURES)
    for when in ("before", "after") if changed else ("before",):
        temperature = show_value("temperature", _real(row["temperature"])) if when == "after" else "none"
        values = [show_value(f"{name}_{when}", row[f"{name}_{when}"]) for name, _ in _MEASURES]
        right = Entry(show_value("accuracy", row["accuracy"]), over(row))
        yield (Entry(str(row["view"])), Entry(temperature), right, *map(Entry, values))


def _transfer(table: Table) -> Matrix:
    body = rows(table)
    by_names = {(row["trained_on"], row["view"], row["tested_on"]): row for row in body}
    exams = list(dict.fromkeys(row["tested_on"] for row in body))
    systems = list(dict.fromkeys((row["trained_on"], row["view"]) for row in body))
    lines = [
        (Entry(str(data)), Entry(str(view)), *(hinted(by_names.get((data, view, exam))) for exam in exams))
        for data, view in systems
    ]
    chances = {row["tested_on"]: row["chance"] for row in body}
    lines.append((Entry("guessing"), Entry(""), *(alone(chances[exam]) for exam in exams)))
    title = f"{table.title}: per cent right"
    return Matrix(title, ("trained on", "view", *(str(exam) for exam in exams)), tuple(lines), words=2)


def _real(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


_KINDS: dict[str, Callable[[Table], Matrix]] = {
    "accuracy_by_level": _by_system,
    "accuracy_by_view": _by_view,
    "calibration": _calibration,
    "training_sets": training_matrix,
    "transfer": _transfer,
}
