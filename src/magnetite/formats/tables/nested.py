"""JSON whose questions stand inside other objects, as programs and language models write exams, as a table.

    {"title": "Unit 4", "passages": [{"text": "Mina rowed.", "questions": [{"question": "Who?", …}, …]}, …]}

Each question is a row, with what is said of it above: the text, the title.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from magnetite.formats.detect import SPLITS, canonical
from magnetite.formats.format import fault
from magnetite.formats.limits import check_columns
from magnetite.formats.tables.columns import ColumnNames, are_understood, names_role, plain_name
from magnetite.formats.tables.rows import Rows, TableRow

_DEEPEST = 50
"""The most objects and lists inside each other."""


def unnested(rows: Rows, names: ColumnNames | None = None) -> Rows:
    """Return the questions that stand inside the rows of a table as its rows; one that is understood stays as it is.

    `names`: columns by role. Raises DataError where they have more columns than any table, or stand too deep.
    """
    if are_understood(rows, names):
        return rows
    found = [values for row in rows.good for values in _questions(row.values, {}, row.where)]
    if not any(_inside(row.values) for row in rows.good) or not found:
        return rows
    columns = tuple(dict.fromkeys(name for values in found for name in values))
    check_columns(rows.where, len(columns))
    body = (TableRow(f"{rows.where}, question {number}", values) for number, values in enumerate(found, start=1))
    broken = (row for row in rows.rows if not isinstance(row, TableRow))
    return replace(rows, columns=columns, rows=(*body, *broken))


def _questions(value: Any, above: dict[str, Any], where: str, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the questions inside a value, each with what objects above it say; an object around questions is none."""
    if depth > _DEEPEST:
        raise fault(where, f"more than {_DEEPEST} of its objects and lists are inside each other; no exam needs that.")
    if isinstance(value, list):
        for each in value:
            yield from _questions(each, above, where, depth + 1)
    elif isinstance(value, dict):
        own = {_named_above(name): each for name, each in value.items() if not isinstance(each, list | dict)}
        inside = False
        for name, each in _inside(value).items():
            split = {"split": canonical(name)} if canonical(name) in SPLITS else {}
            for question in _questions(each, above | own | split, where, depth + 1):
                yield question
                inside = True
        if not inside and _asks(value):
            yield above | value


def _inside(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if isinstance(each, list | dict) and each}


def _asks(value: dict[str, Any]) -> bool:
    """Return whether an object has a text under a name for questions."""
    return any(isinstance(each, str) and names_role(name, "question") for name, each in value.items())


def _named_above(name: str) -> str:
    """Return how what is said above questions is called: an id is the passage's."""
    return "passage_id" if plain_name(name) == "id" else name
