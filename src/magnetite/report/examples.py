"""Attacked questions as a reader meets them (Lin et al., 2021, Figure 1), with what attacks replaced or added.

The replaced option and the magnet share one place and letter; what was chosen before and after stands beside the
options. Texts come from the exam; the passage is separate, for the page to fold away.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from magnetite.core.items import letter
from magnetite.core.results import Run, Table
from magnetite.report.tables import rows, show_quantity

MAGNET = "magnet"
_ADDED = "+"


@dataclass(frozen=True, slots=True)
class Tag:
    """One remark on an option; `verdict` is "right", "wrong" or ""."""

    text: str
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class AttackedOption:
    """One option of an attacked question; `role` is "key", "replaced", "magnet" or ""."""

    letter: str
    text: str
    role: str
    tags: tuple[Tag, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """One attacked question. `before`, `after`: what was chosen; `item`: the question's place on the page."""

    number: int
    id: str
    system: str
    text: str
    options: tuple[AttackedOption, ...]
    passage: str | None
    before: Tag
    after: Tag
    item: int | None


def examples(run: Run, table: Table, places: Mapping[str, int]) -> tuple[Example, ...]:
    """Return a table's attacks with the exam's texts; `places` are those of the questions on the page, by id.

    Of a question that the exam does not hold, only the magnet's text is known.
    """
    items = {str(item["id"]): item for item in run.exam["items"]}
    return tuple(
        _example(number, row, items.get(str(row["id"]), {}), run.exam["passages"], places.get(str(row["id"])))
        for number, row in enumerate(rows(table), 1)
    )


def attacked_examples(run: Run, table: Table, places: Mapping[str, int]) -> tuple[Example, ...]:
    """Return a table's attacked questions with the exam's texts; `places` are those on the page, by id.

    Of a question that the exam does not hold, only what the attack put in is known.
    """
    items = {str(item["id"]): item for item in run.exam["items"]}
    several = len({row["system"] for row in rows(table)}) > 1
    return tuple(
        Example(
            number=number,
            id=str(row["id"]),
            system=f"{row['system']}, {row['attack']}" if several else str(row["attack"]),
            text=str(items.get(str(row["id"]), {}).get("question", "")),
            options=tuple(_attacked_options(row, items.get(str(row["id"]), {}))),
            passage=run.exam["passages"].get(items.get(str(row["id"]), {}).get("passage_id", "")),
            before=_attacked_choice(row, row["answer"], "probability_before"),
            after=_attacked_choice(row, row["chosen_after"], "probability_after"),
            item=places.get(str(row["id"])),
        )
        for number, row in enumerate(rows(table), 1)
    )


def _example(
    number: int, row: Mapping[str, Any], item: Mapping[str, Any], passages: Mapping[str, str], place: int | None
) -> Example:
    return Example(
        number=number,
        id=str(row["id"]),
        system="" if row.get("system") is None else str(row["system"]),
        text=str(item.get("question", "")),
        options=tuple(_options(row, item)),
        passage=passages.get(item.get("passage_id", "")),
        before=_chosen(row, "chosen_before"),
        after=_chosen(row, "chosen_after"),
        item=place,
    )


def _options(row: Mapping[str, Any], item: Mapping[str, Any]) -> Iterable[AttackedOption]:
    """Yield the options in order, the magnet right after the one it replaces; the magnet alone where none is known."""
    magnet = AttackedOption(str(row["replaced"] or ""), str(row["magnet"]), MAGNET, tuple(_tags(row, MAGNET, MAGNET)))
    if not item:
        yield magnet
    for place, text in enumerate(item.get("options", ())):
        name = letter(place)
        role = "replaced" if name == row["replaced"] else "key" if name == row["answer"] else ""
        yield AttackedOption(name, str(text), role, tuple(_tags(row, name, role)))
        if role == "replaced":
            yield magnet


def _tags(row: Mapping[str, Any], name: str, role: str) -> Iterable[Tag]:
    """Yield what an option is and when it was chosen; the replaced one can only be chosen before the attack."""
    roles = {"key": Tag("key", "right"), "replaced": Tag("replaced"), MAGNET: Tag("magnet in its place")}
    if role:
        yield roles[role]
    times = {"chosen_before": "chosen before the attack", "chosen_after": "chosen after the attack"}
    yield from (Tag(words, _verdict(row, name)) for column, words in times.items() if row[column] == name)


def _chosen(row: Mapping[str, Any], column: str) -> Tag:
    name = row[column]
    if name is None:
        return Tag("not known")
    return Tag("the magnet" if name == MAGNET else str(name), _verdict(row, str(name)))


def _verdict(row: Mapping[str, Any], name: str) -> str:
    if row["answer"] is None:
        return ""
    return "right" if name == row["answer"] else "wrong"


def _attacked_options(row: Mapping[str, Any], item: Mapping[str, Any]) -> Iterable[AttackedOption]:
    """Yield what was added to the passage, then the options, each attacked one right after its original."""
    if row["added"] is not None:
        yield AttackedOption(_ADDED, str(row["added"]), MAGNET, (Tag("added to the passage"),))
    changed = {name.removeprefix("attacked_"): text for name, text in row.items() if name.startswith("attacked_")}
    for place, text in enumerate(item.get("options", ())):
        name = letter(place)
        new = changed.pop(name, None)
        if new is not None:
            yield AttackedOption(name, str(text), "replaced", (Tag("before"),))
        role = MAGNET if new is not None else "key" if name == row["answer"] else ""
        yield AttackedOption(name, str(text if new is None else new), role, tuple(_attacked_tags(row, name, new)))
    yield from (
        AttackedOption(name, str(text), MAGNET, tuple(_attacked_tags(row, name, text)))
        for name, text in changed.items()
        if text is not None
    )


def _attacked_tags(row: Mapping[str, Any], name: str, new: object) -> Iterable[Tag]:
    if name == row["answer"]:
        yield Tag("key", "right")
        yield Tag("chosen before the attack", "right")
    if new is not None:
        yield Tag("under the attack")
    if name == row["chosen_after"]:
        yield Tag("chosen after the attack", "wrong")


def _attacked_choice(row: Mapping[str, Any], name: object, column: str) -> Tag:
    """Return what was chosen, with the key's probability at that time."""
    probability = show_quantity(row[column], "share")
    return Tag(f"{name} (key {probability})", "right" if name == row["answer"] else "wrong")
