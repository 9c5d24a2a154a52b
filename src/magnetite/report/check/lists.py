"""Lists to look at: keys to check first, what needs the passage least or most, what no sentence decides, idle options.

Those of Liusie et al. (2022) go by entropy alone, and each line says whether the key confirms it. None is a flag.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding, Value
from magnetite.report.check.questions import ShownQuestion
from magnetite.report.check.reading import table_rows
from magnetite.report.wording import Wording

BY_OPTION, BY_ENTROPY = ("check_first", "least_needed", "unmoved", "idle"), ("strong", "weak")


@dataclass(frozen=True, slots=True)
class ListLine:
    """One listed question, in words why it stands there, and what the key says, "" where the order has asked it."""

    question: ShownQuestion
    text: str
    verdict: str


@dataclass(frozen=True, slots=True)
class ShownList:
    """One list: its name, and its questions, the most pronounced first."""

    name: str
    lines: tuple[ListLine, ...]


def shown_lists(finding: Finding, every: Sequence[ShownQuestion], words: Wording) -> tuple[ShownList, ...]:
    """Return the lists; one by entropy is there without lines, too, where systems read the passage and did not."""
    by_id = {each.id: each for each in every}
    both = any(row.get("information") is not None for row in table_rows(finding, "questions"))
    lists = {
        name: tuple(ListLine(by_id[str(row["id"])], *_line(name, row, words)) for row in table_rows(finding, name))
        for name in (*BY_OPTION, *BY_ENTROPY)
    }
    return tuple(
        ShownList(name.replace("_", "-"), lines)
        for name, lines in lists.items()
        if lines or (both and name in BY_ENTROPY)
    )


def _line(name: str, row: Mapping[str, Value], words: Wording) -> tuple[str, str]:
    """Return what a line says of its question, and what the key says of the question."""
    if name in BY_OPTION:
        return words.say(f"page-{name.replace('_', '-')}-line", row), ""
    return _left(words, row), words.say(f"page-{verdict(row)}")


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
