"""Lists of questions: those to be answered without their passage (Liusie et al., 2022, footnote 4), and turned ones.

A question is shown as a person would meet it: its text and its lettered options. The passage, and the key with the
systems' choices, are separate, for the page to fold away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from magnetite.core.items import letter
from magnetite.core.results import Finding, Run, Table
from magnetite.report.looks import Kind
from magnetite.report.ruled import heads, ruled
from magnetite.report.tables import VIEW_WORDS, rows, show_quantity, show_value

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

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


def _surest(table: Table, _console: "Console") -> "rich.table.Table":
    """List the surest right answers that attacks turned wrong, each question once."""
    first: dict[Any, Mapping[str, Any]] = {}
    for row in sorted(rows(table), key=lambda row: -float(row["probability_before"] or 0)):
        first.setdefault(row["id"], row)
    several = len({row["system"] for row in first.values()}) > 1
    cells = [
        (
            str(row["id"]),
            *((str(row["system"]),) if several else ()),
            str(row["attack"]),
            show_quantity(row["probability_before"], "share"),
            show_quantity(row["probability_after"], "share"),
            f"{row['answer']} → {row['chosen_after']}",
        )
        for row in list(first.values())[:LISTED]
    ]
    title = f"{table.title}: the {len(cells)} surest of {len(first):,} questions, with the key's probability"
    names = ("question", *(("system",) if several else ()), "attack", "before>", "after>", "chosen")
    return ruled(title, heads(*names), cells)


LISTED_ITEMS = Kind(item="id", first=("question",), last=("id", "passage_id"))
ANSWERABLE = replace(LISTED_ITEMS, tells_answers=True)
QUESTION_LIST = replace(
    LISTED_ITEMS,
    intros={
        "without_passage_sure": (
            "Try to answer these without reading the passage. On these the system was surest without it, right or "
            "wrong; where people can answer too, the question does not require reading."
        ),
        "without_passage_unsure": (
            "On these the system was least sure without the passage. If people cannot answer them either, the "
            "questions do what they should."
        ),
        "passage_useful": (
            "Here the passage made the system surer than anywhere else, right or wrong: candidates for good questions, "
            "not proven to be good. Answer without the passage first, then with it."
        ),
        "passage_useful_confirmed": (
            "The same, of the questions that the system gets right once it reads. A question that is missing here is "
            "not thereby bad: a weak system finds little in a passage."
        ),
        "passage_useless": (
            "Here the passage told the system least, or left it less sure than before. Either the question can be "
            "answered without the passage, or the system does not find the answer in it."
        ),
    },
    questions=questions,
    rows=LISTED,
    page_only=PAGE_ONLY,
)
FLIPS = Kind(
    item="id",
    intro=(
        "Answered right before and wrong under the attack, beginning with those the system was surest of. Look at one "
        "token by token: magnetite unreadable DATA --item ID --attack NAME --trace, with the same --split, --seed, "
        "--sentence and --threshold if you gave any."
    ),
    summary=_surest,
    rows=LISTED,
    page_only=PAGE_ONLY,
)
