"""Numbers of a study's findings, how its sentences write them, and the row of each question."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from examfiles.items import letter
from examfiles.reasons import Reason
from magnetite.core.cells import IntArray
from magnetite.core.headings import HIGH, LOW
from magnetite.core.results import Heading, Number, Table, Value, table
from magnetite.stats.intervals import Interval, cluster_codes
from magnetite.stats.verdict import MARGIN, says_little, verdict
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Condition, Design, StudyQuestion

SAME_SHARE = 0.0005  # shares that differ by less are written alike
CROSSED = Reason("people-note-crossed")
RIGHT = Heading("accuracy", "right", "share")
ANSWERS = Heading("n", "answers", "count")
ACCURACY = (Heading("who", "answered by"), Heading("condition", "questions"), RIGHT, LOW, HIGH, ANSWERS)
ITEMS = {
    heading.name: heading
    for heading in (
        Heading("accuracy_original", "right, original", "share"),
        Heading("accuracy_attacked", "right, attacked", "share"),
        Heading("accuracy_no-passage", "right", "share"),
        Heading("caught", "took the magnet", "share"),
        Heading("group", "entropy is"),
        Heading("entropy", "entropy (bits)", "bits"),
    )
}
WITH_AND_WITHOUT = {
    heading.name: heading
    for heading in (
        Heading("accuracy_original", "right with the passage", "share"),
        Heading("accuracy_no-passage", "right without it", "share"),
    )
}


def finite(value: float) -> float | None:
    """Return the value, or None where it is not a number."""
    return value if math.isfinite(value) else None


def number(label: str, interval: Interval, *, unit: str = "share", group: str = "") -> Number:
    """Return an interval, and the estimate inside it, as a number of a finding."""
    return Number(label, interval.estimate, finite(interval.low), finite(interval.high), interval.n, unit, group)


def bounds(interval: Interval) -> dict[str, Value]:
    """Return an interval as columns of a table."""
    return {"low": finite(interval.low), "high": finite(interval.high), "n": interval.n}


def accuracy_row(who: str, condition: str, accuracy: Interval) -> dict[str, Value]:
    """Return the row of a table: how often who answered which questions correctly."""
    return {"who": who, "condition": condition, "accuracy": accuracy.estimate, **bounds(accuracy)}


def percent(share: float) -> Reason:
    """Return a share in whole per cent, in words."""
    return Reason("people-unknown") if math.isnan(share) else Reason("people-share", {"share": share})


@dataclass(frozen=True, slots=True)
class ShareComparison:
    """Two shares, of the same people's answers, and by how much the second is higher.

    `gap` allows for who answered which questions; `plain` is the second share less the first, which may differ where
    not everybody answered everything.
    """

    first: Interval
    second: Interval
    gap: Interval
    passages: int
    people: int

    @property
    def plain(self) -> float:
        """Return what a reader gets by subtracting the shares."""
        return self.second.estimate - self.first.estimate

    @property
    def few(self) -> bool:
        """Return whether so few took part that nothing can be told of others."""
        return says_little(self.gap, min(self.people, self.passages))

    def difference(self, code: str) -> Reason:
        """Return the sentence of a code, which says what the difference shows; beside it stands how it was averaged."""
        apart = "no" if abs(self.plain - self.gap.estimate) < SAME_SHARE else "yes"
        return Reason(
            code,
            {
                "verdict": verdict(self.gap, margin=MARGIN),
                "gap": points(self.gap),
                "plain": self.plain,
                "apart": apart,
            },
        )


def points(gap: Interval) -> Reason:
    """Return a difference of shares with its interval, in words, in whole percentage points."""
    return Reason("people-gap", {"value": gap.estimate, "low": gap.low, "high": gap.high})


def people_of(answers: StudyAnswers) -> int:
    """Count the people who answered anything."""
    return len(np.unique(answers.participant))


def clusters(design: Design) -> IntArray:
    """Number the passages of a design's questions, (questions,): questions of one passage are not independent."""
    return cluster_codes([question.item.passage_id for question in design.questions])


def median(values: np.ndarray) -> float | None:
    """Return the median of the values that are not NaN, None where there is none."""
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else None


def item_table(design: Design, answers: StudyAnswers) -> Table:
    """Return, for every question, how many answered it, how many of them correctly, and what they chose."""
    rows = [_row(design, answers, place, question) for place, question in enumerate(design.questions)]
    own = WITH_AND_WITHOUT if design.task == "with-and-without" else ITEMS
    headings = [own.get(name, Heading(name)) for name in (rows[0] if rows else ())]
    return table("items", "Every question", headings, rows)


def short_table(items: Table) -> Table:
    """Return the columns of an item table that are read side by side: accuracy, magnets taken, time."""
    names = ("id", "magnet", "group", "entropy", "caught", "median_seconds", "right_by_system")
    starts = ("accuracy_", "lost_by_")
    columns = (column for column in items.columns if column.name in names or column.name.startswith(starts))
    return Table("study_items", "Question by question", tuple(columns), "study_items")


def _row(design: Design, answers: StudyAnswers, place: int, question: StudyQuestion) -> dict[str, Value]:
    here = answers.question == place
    row: dict[str, Value] = {"id": question.item.id, "study_question": question.id}
    for condition in _conditions(design):
        on = here & answers.under(condition)
        row[f"n_{condition}"] = int(on.sum())
        row[f"accuracy_{condition}"] = float(answers.correct[on].mean()) if on.any() else None
        row[f"choices_{condition}"] = _choices(question, answers.chosen[on])
    if design.kind == "attack":
        row |= dict(_magnet(answers, question, here))
    if question.shortcut is not None:
        row |= {"group": question.shortcut.group, "entropy": question.shortcut.entropy}
        row |= {
            "chosen_by_system": letter(question.shortcut.chosen),
            "right_by_system": question.shortcut.chosen == question.answer,
        }
    for model, chosen in question.chosen.items():
        row[f"chosen_by_{model}"] = letter(chosen)
    seconds = median(answers.seconds[here])
    return {**row, "median_seconds": None if seconds is None else round(seconds, 1)}


def _magnet(answers: StudyAnswers, question: StudyQuestion, here: np.ndarray) -> Iterator[tuple[str, Value]]:
    magnet = question.magnet
    on = here & answers.under("attacked")
    yield from (
        ("magnet", magnet.text if magnet else None),
        ("replaced", letter(magnet.replaced) if magnet else None),
        ("caught", float(answers.took_magnet[on].mean()) if on.any() else None),
    )
    for model in question.chosen:
        yield f"lost_by_{model}", magnet.chosen[model] == magnet.replaced if magnet else None


def _conditions(design: Design) -> tuple[Condition, ...]:
    if design.task == "with-and-without":
        return "original", "no-passage"
    return ("no-passage",) if design.kind == "no-passage" else ("original", "attacked")


def _choices(question: StudyQuestion, chosen: np.ndarray) -> str:
    counts = np.bincount(chosen, minlength=len(question.item.options))
    return " ".join(f"{letter(option)}{count}" for option, count in enumerate(counts.tolist()))
