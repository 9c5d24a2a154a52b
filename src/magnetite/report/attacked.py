"""Attacked questions as a reader meets them: every option before and after, and what was added to the passage."""

from collections.abc import Iterable, Mapping
from typing import Any

from magnetite.core.items import letter
from magnetite.core.results import Run, Table
from magnetite.report.examples import MAGNET, Choice, Example, Tag
from magnetite.report.tables import rows, show_quantity

KIND = "unreadable_examples"
_ADDED = "+"


def attacked_examples(run: Run, table: Table, places: Mapping[str, int]) -> tuple[Example, ...]:
    """Return a table's attacked questions with the exam's texts; `places` are those on the page, by id.

    Of a question that the exam does not hold, only what the attack put in is known. Other kinds have no examples.
    """
    if table.kind != KIND:
        return ()
    items = {str(item["id"]): item for item in run.exam["items"]}
    several = len({row["system"] for row in rows(table)}) > 1
    return tuple(
        Example(
            number=number,
            id=str(row["id"]),
            system=f"{row['system']}, {row['attack']}" if several else str(row["attack"]),
            text=str(items.get(str(row["id"]), {}).get("question", "")),
            options=tuple(_choices(row, items.get(str(row["id"]), {}))),
            passage=run.exam["passages"].get(items.get(str(row["id"]), {}).get("passage_id", "")),
            before=_choice(row, row["answer"], "probability_before"),
            after=_choice(row, row["chosen_after"], "probability_after"),
            item=places.get(str(row["id"])),
        )
        for number, row in enumerate(rows(table), 1)
    )


def _choices(row: Mapping[str, Any], item: Mapping[str, Any]) -> Iterable[Choice]:
    """Yield what was added to the passage, then the options, each attacked one right after its original."""
    if row["added"] is not None:
        yield Choice(_ADDED, str(row["added"]), MAGNET, (Tag("added to the passage"),))
    changed = {name.removeprefix("attacked_"): text for name, text in row.items() if name.startswith("attacked_")}
    for place, text in enumerate(item.get("options", ())):
        name = letter(place)
        new = changed.pop(name, None)
        if new is not None:
            yield Choice(name, str(text), "replaced", (Tag("before"),))
        role = MAGNET if new is not None else "key" if name == row["answer"] else ""
        yield Choice(name, str(text if new is None else new), role, tuple(_tags(row, name, new)))
    yield from (
        Choice(name, str(text), MAGNET, tuple(_tags(row, name, text)))
        for name, text in changed.items()
        if text is not None
    )


def _tags(row: Mapping[str, Any], name: str, new: object) -> Iterable[Tag]:
    if name == row["answer"]:
        yield Tag("key", "right")
        yield Tag("chosen before the attack", "right")
    if new is not None:
        yield Tag("under the attack")
    if name == row["chosen_after"]:
        yield Tag("chosen after the attack", "wrong")


def _choice(row: Mapping[str, Any], name: object, column: str) -> Tag:
    """Return what was chosen, with the key's probability at that time."""
    probability = show_quantity(row[column], "share")
    return Tag(f"{name} (key {probability})", "right" if name == row["answer"] else "wrong")
