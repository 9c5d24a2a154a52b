"""What the passage contributes: the questions that draw most on it, and those that a system decides without it.

By entropy alone (Liusie et al., 2022); each line says whether the key confirms it. Good news and a hint, never flags.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding, Value
from magnetite.report.check.questions import ShownQuestion
from magnetite.report.check.reading import table_rows
from magnetite.report.wording import Wording

LISTS = ("strong", "weak")


@dataclass(frozen=True, slots=True)
class PassageLine:
    """One listed question, and in words how many options are left without the passage and with it."""

    question: ShownQuestion
    text: str
    verdict: str


@dataclass(frozen=True, slots=True)
class PassageList:
    """One of the two lists: its name, `strong` or `weak`, and its questions, first of all the most pronounced."""

    name: str
    lines: tuple[PassageLine, ...]


def passage_lists(finding: Finding, every: Sequence[ShownQuestion], words: Wording) -> tuple[PassageList, ...]:
    """Return the lists; an empty one only where systems were asked with the passage and without."""
    by_id = {each.id: each for each in every}
    both = any(row.get("information") is not None for row in table_rows(finding, "questions"))
    lists = {
        name: tuple(
            PassageLine(by_id[str(row["id"])], _left(words, row), words.say(f"page-{verdict(row)}"))
            for row in table_rows(finding, name)
        )
        for name in LISTS
    }
    return tuple(PassageList(name, lines) for name, lines in lists.items() if lines or both)


def verdict(row: Mapping[str, Value]) -> str:
    """Return the code of what the key says: `confirmed`, `not-confirmed` or `by-entropy`, where it is not known.

    >>> verdict({"confirmed": True}), verdict({"confirmed": None})
    ('confirmed', 'by-entropy')
    """
    known = {True: "confirmed", False: "not-confirmed"}
    return known[row["confirmed"]] if isinstance(row["confirmed"], bool) else "by-entropy"


def _left(words: Wording, row: Mapping[str, Value]) -> str:
    values = {"options": row["options"], "without": row["n_without"], "given": row["n_with"]}
    return words.say("page-passage-left" if row["n_with"] is not None else "page-passage-left-without", values)
