"""One row per question: the exam's texts beside each finding's results, for the page and for the files."""

from collections.abc import Mapping
from typing import Any

from magnetite.core.items import letter
from magnetite.core.results import Column, Finding, Run, Table, Value
from magnetite.report.tables import heading, rows, show_value

VIEWS = ("O", "QO", "CO", "QOC")
_SHOWN = ("chosen_", "correct_", "probability_", "effective_")
_ACCURACY = ("level", "answer", "chosen", "correct", "probability")


def item_table(run: Run) -> Table:
    """Join the exam's texts and the per-item tables of all findings on the item's id, in the exam's order.

    Columns: id, passage_id, level, question, option_A and on, answer (a letter), then `<probe>_<column>` for each
    finding, then passage. A column that only repeats one of the exam's is left out. Nothing is shortened.
    """
    items = run.exam["items"]
    width = max((len(item["options"]) for item in items), default=0)
    columns: dict[str, list[Value]] = {
        name: [item[name] for item in items] for name in ("id", "passage_id", "level", "question")
    }
    for index in range(width):
        texts = [item["options"][index] if index < len(item["options"]) else None for item in items]
        columns[f"option_{letter(index)}"] = texts
    columns["answer"] = [_letter(item["answer"]) for item in items]
    for finding in run.findings:
        columns |= _finding_columns(finding, columns)
    columns["passage"] = [run.exam["passages"].get(item["passage_id"]) for item in items]
    return Table("items", "Every question", tuple(Column(name, values) for name, values in columns.items()))


def item_views(run: Run) -> tuple[str, ...]:
    """Return the views whose choices a report can show per item, poorest first.

    They come from the shortcuts finding; without one, the accuracy finding's choices stand for the richest view.
    """
    names = _columns_of(run, "shortcuts")
    views = tuple(view for view in VIEWS if f"chosen_{view}" in names)
    if not views and "chosen" in _columns_of(run, "accuracy"):
        audited = [str(system["view"]) for system in run.systems]
        views = (max(audited, key=lambda view: VIEWS.index(view) if view in VIEWS else -1, default="QOC"),)
    return views


def page_items(run: Run, limit: int) -> dict[str, Any]:
    """Return what the page's script draws: views, levels, names of further measures, items and their passages.

    At most `limit` items, the first of the exam.
    """
    views, first = item_views(run), run.exam["items"][:limit]
    by_probe = {finding.probe: _by_id(finding) for finding in run.findings}
    measures = [(f.probe, f.title, column) for f in run.findings if f.items for column in _measures(f, views)]
    items = [_page_item(item, views, by_probe, measures) for item in first]
    used = {item["passage_id"] for item in first}
    return {
        "views": list(views),
        "measures": [{"probe": title, "label": heading(column)} for _, title, column in measures],
        "items": items,
        "passages": {key: text for key, text in run.exam["passages"].items() if key in used},
    }


def _page_item(
    item: Mapping[str, Any],
    views: tuple[str, ...],
    by_probe: Mapping[str, Mapping[str, Mapping[str, Any]]],
    measures: list[tuple[str, str, Column]],
) -> dict[str, Any]:
    results = {probe: table.get(item["id"], {}) for probe, table in by_probe.items()}
    shortcuts, magnets = results.get("shortcuts", {}), results.get("magnets", {})
    answers = [_answer(shortcuts if f"chosen_{v}" in shortcuts else results.get("accuracy", {}), v) for v in views]
    return {
        "id": item["id"],
        "passage": item["passage_id"],
        "level": item["level"],
        "question": item["question"],
        "options": list(item["options"]),
        "key": item["answer"],
        "answers": answers,
        "beaten": magnets.get("beaten_by"),
        "drawn": bool(magnets.get("correct_before")) and magnets.get("correct_after") is False,
        "measures": [show_value(results[probe].get(column.name), column.unit) for probe, _, column in measures],
    }


def _answer(row: Mapping[str, Any], view: str) -> dict[str, Any]:
    end = f"_{view}" if f"chosen_{view}" in row else ""
    names = ("chosen", "correct", "probability", "effective")
    return {name: row.get(f"{name}{end}") for name in names}


def _measures(finding: Finding, views: tuple[str, ...]) -> list[Column]:
    """Return the per-item columns that have no place of their own on the page."""
    shown = {
        "shortcuts": {f"{start}{view}" for start in _SHOWN for view in views},
        "accuracy": set(_ACCURACY),
        "following": {f"chosen_{view}" for view in views},
    }.get(finding.probe, set())
    columns = finding.items.columns[1:] if finding.items else ()
    return [column for column in columns if column.name not in shown]


def _finding_columns(finding: Finding, exam: Mapping[str, list[Value]]) -> dict[str, list[Value]]:
    if finding.items is None:
        return {}
    by_id = _by_id(finding)
    columns: dict[str, list[Value]] = {}
    for name in finding.items.names[1:]:
        values = [by_id.get(str(key), {}).get(name) for key in exam["id"]]
        if values != exam.get(name):
            columns[f"{finding.probe}_{name}"] = values
    return columns


def _by_id(finding: Finding) -> dict[str, Mapping[str, Any]]:
    return {str(row["id"]): row for row in rows(finding.items)} if finding.items else {}


def _columns_of(run: Run, probe: str) -> frozenset[str]:
    tables = [finding.items for finding in run.findings if finding.probe == probe]
    return frozenset(name for table in tables if table for name in table.names)


def _letter(answer: int | None) -> str | None:
    return None if answer is None else letter(answer)
