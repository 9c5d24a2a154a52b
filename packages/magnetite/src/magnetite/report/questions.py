"""Questions as a person meets them: text and lettered options, and what an attack replaced or added there.

Texts come from the exam. The passage, and the key with the systems' choices, are separate, for the page to fold away.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from examfiles.items import letter
from magnetite.core.results import Run, Table
from magnetite.report.tables import Row, rows

MOST_ROWS = 5  # rows in the terminal; the page shows all
PAGE_ONLY = ("passage_id", "level")
Places = Mapping[str, int]  # of questions on the page, by id


@dataclass(frozen=True, slots=True)
class Question:
    """One listed question. `options`: letters and texts; `key`: the right letter and its text, None if unknown.

    `facts`, pairs of a name and a text, may give the key away and belong beside it. `item`: its place on the page.
    """

    id: str
    level: str
    text: str
    options: tuple[tuple[str, str], ...]
    passage: str | None
    key: tuple[str, str] | None
    facts: tuple[tuple[str, str], ...]
    number: int = 0
    item: int | None = None


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


def questions(
    run: Run, table: Table, places: Places, facts: Callable[[Row], Iterable[tuple[str, str]]]
) -> tuple[Question, ...]:
    """Return a list's questions; one that the exam does not hold is shown without its options."""
    items = {str(item["id"]): item for item in run.exam["items"]}
    entries = []
    for number, row in enumerate(rows(table), 1):
        item = items.get(str(row["id"]), {})
        options = tuple((letter(place), text) for place, text in enumerate(item.get("options", ())))
        answer = item.get("answer")
        entries.append(
            Question(
                id=str(row["id"]),
                level="" if row.get("level") is None else str(row["level"]),
                text=str(item.get("question", row["question"])),
                options=options,
                passage=run.exam["passages"].get(item.get("passage_id", row.get("passage_id"))),
                key=None if answer is None else options[answer],
                facts=tuple(facts(row)),
                number=number,
                item=places.get(str(row["id"])),
            )
        )
    return tuple(entries)


def examples(
    run: Run,
    table: Table,
    places: Places,
    *,
    system: Callable[[Row], str],
    options: Callable[[Row, Row], Iterable[AttackedOption]],
    before: Callable[[Row], Tag],
    after: Callable[[Row], Tag],
) -> tuple[Example, ...]:
    """Return a table's attacked questions; of one that the exam does not hold, what the attack put in.

    `options` are made of a row and of the exam's item, which is empty where there is none.
    """
    items = {str(item["id"]): item for item in run.exam["items"]}
    every = [(row, items.get(str(row["id"]), {})) for row in rows(table)]
    return tuple(
        Example(
            number=number,
            id=str(row["id"]),
            system=system(row),
            text=str(item.get("question", "")),
            options=tuple(options(row, item)),
            passage=run.exam["passages"].get(item.get("passage_id", "")),
            before=before(row),
            after=after(row),
            item=places.get(str(row["id"])),
        )
        for number, (row, item) in enumerate(every, 1)
    )
