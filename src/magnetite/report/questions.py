"""Lists of questions, such as those to be answered without their passage (Liusie et al., 2022, footnote 4).

A question is shown as a person would meet it: its text and its lettered options. The passage, and the key with the
systems' choices, are separate, for the page to fold away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from magnetite.core.items import letter
from magnetite.core.results import Finding, Run, Table
from magnetite.report.looks import Kind
from magnetite.report.tables import VIEW_WORDS, rows, show_value

LISTED = 5  # rows in the terminal; the page shows all
PAGE_ONLY = ("passage_id", "level")
_MEASURES = {
    "effective_options": ("effective options without the passage", "options"),
    "information": ("what the passage tells (bits)", "bits"),
}


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


def questions(run: Run, finding: Finding, table: Table, places: Mapping[str, int]) -> tuple[Question, ...]:
    """Return a list's questions with the exam's texts; `places` are those of the questions on the page, by id.

    A question that the exam does not hold is shown without its options.
    """
    items = {str(item["id"]): item for item in run.exam["items"]}
    results = {str(row["id"]): row for row in rows(finding.items)} if finding.items else {}
    passages = run.exam["passages"]
    entries = [
        _question(row, items.get(key, {}), results.get(key, {}), passages)
        for key, row in ((str(row["id"]), row) for row in rows(table))
    ]
    return tuple(replace(one, number=n, item=places.get(one.id)) for n, one in enumerate(entries, 1))


def _question(
    row: Mapping[str, Any], item: Mapping[str, Any], result: Mapping[str, Any], passages: Mapping[str, str]
) -> Question:
    options = tuple((letter(place), text) for place, text in enumerate(item.get("options", ())))
    answer = item.get("answer")
    return Question(
        id=str(row["id"]),
        level="" if row.get("level") is None else str(row["level"]),
        text=str(item.get("question", row["question"])),
        options=options,
        passage=passages.get(item.get("passage_id", row.get("passage_id"))),
        key=None if answer is None else options[answer],
        facts=tuple(_facts(row, result)),
    )


def _facts(row: Mapping[str, Any], result: Mapping[str, Any]) -> list[tuple[str, str]]:
    chosen = {view: result.get(f"chosen_{view}") for view in VIEW_WORDS}
    choices = [(f"chosen with {view}", str(option)) for view, option in chosen.items() if option is not None]
    measures = [
        (words, show_value(row[name], unit)) for name, (words, unit) in _MEASURES.items() if row.get(name) is not None
    ]
    confirmed = row.get("confirmed")
    return [*choices, *measures, *([] if confirmed is None else [("the key confirms it", show_value(confirmed))])]


LISTED_ITEMS = Kind(item="id", first=("question",), last=("id", "passage_id"))
QUESTIONS = replace(LISTED_ITEMS, questions=questions, rows=LISTED, page_only=PAGE_ONLY)
