"""Numbers of a study's findings, how its sentences write them, and the row of each question."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from examfiles.items import letter
from examfiles.reasons import Reason, many
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import HIGH, LOW
from magnetite.core.results import Heading, Number, Table, Value, table
from magnetite.stats.crossed import crossed_difference, crossed_shares, detectable
from magnetite.stats.intervals import Interval, cluster_codes
from magnetite.stats.verdict import MARGIN, says_little, verdict
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Condition, Design, StudyQuestion

PEOPLE = "people"
LEAST = "smallest difference that such a study finds 4 times in 5"
PAIR = 2  # people, from whom no interval is worth a line
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
    """Two shares, of the same people's answers, and by how much the second is higher, all from one regression.

    They allow for who answered which questions; `counted` are the shares of the answers as they are, which may differ
    where not everybody answered everything. `least`: the smallest difference that a study as precise finds 4 times in
    5, NaN where it finds none.
    """

    first: Interval
    second: Interval
    gap: Interval
    counted: tuple[float, float]
    least: float
    passages: int
    people: int

    @property
    def adjusted(self) -> bool:
        """Return whether the shares are others than those counted."""
        pairs = zip((self.first, self.second), self.counted, strict=True)
        return any(abs(share.estimate - counted) >= SAME_SHARE for share, counted in pairs)

    @property
    def answers(self) -> int:
        """Count the answers that are compared."""
        return self.first.n + self.second.n

    @property
    def few(self) -> bool:
        """Return whether so few took part that nothing can be told of others."""
        return says_little(self.gap, min(self.people, self.passages))

    @property
    def both(self) -> tuple[Interval, Interval]:
        """Return both shares as they are shown."""
        return self.shown(self.first), self.shown(self.second)

    def shown(self, interval: Interval) -> Interval:
        """Return an interval, without its ends where one or two people cannot show anything about others."""
        alone = self.people <= PAIR
        return Interval(interval.estimate, math.nan, math.nan, interval.n) if alone else interval

    def shares(self, code: str, first: str, second: str) -> Reason:
        """Return the sentence of a code, which names both shares, and says where they allow for who answered what."""
        own = {first: percent(self.first.estimate), second: percent(self.second.estimate)}
        return Reason(code, {**own, "adjusted": "yes" if self.adjusted else "no"})

    def difference(self, code: str) -> Reason:
        """Return the sentence of a code, which says what the difference shows."""
        return Reason(code, {"verdict": verdict(self.gap, margin=MARGIN), "gap": points(self.gap)})

    def found(self) -> tuple[Reason, ...]:
        """Say which difference a study as precise would find, if it would find any."""
        return (
            () if self.few or math.isnan(self.least) else (Reason("people-least", {"least": round(100 * self.least)}),)
        )

    def numbers(self, label: str) -> list[Number]:
        """Return the difference, and the smallest that would be found, as numbers of a finding."""
        found = [] if math.isnan(self.least) else [Number(LEAST, self.least, n=self.gap.n, unit="points")]
        return [number(label, self.shown(self.gap), unit="points", group=PEOPLE), *found]

    def notes(self) -> tuple[Reason, ...]:
        """Say of adjusted shares what was counted."""
        first, second = map(percent, self.counted)
        return (Reason("people-note-counted", {"first": first, "second": second}),) if self.adjusted else ()


def compared_shares(
    design: Design, answers: StudyAnswers, second: BoolArray, on: BoolArray | None = None
) -> ShareComparison:
    """Compare right answers where `second` holds with those where it does not, (answers,); `on`: of these answers."""
    kept = np.ones(len(answers), dtype=np.bool_) if on is None else on
    people, questions = answers.participant[kept], answers.question[kept]
    right, under = answers.correct[kept], second[kept]
    passages = clusters(design)[questions]
    gap = crossed_difference(right, under, people, questions, passages)
    shares = crossed_shares(right, under, people, questions, passages)
    counted = [float(right[side].mean()) if side.any() else math.nan for side in (~under, under)]
    least = detectable(gap, people, passages) if math.isfinite(gap.low) else math.nan
    return ShareComparison(
        *shares, gap, (counted[0], counted[1]), least, len(np.unique(passages)), len(np.unique(people))
    )


def few(compared: ShareComparison) -> Reason:
    """Say who gave how many of these answers, and, where it is so, that they are far too few to tell of others."""
    if not compared.answers:
        return Reason("people-nobody")
    counts = {"people": many(compared.people, "person"), "answers": many(compared.answers, "answer")}
    size = "pair" if compared.people <= PAIR else "few" if compared.few else "enough"
    return Reason("people-answers", {**counts, "few": size})


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
    names = ("id", "flagged", "magnet", "group", "entropy", "caught", "median_seconds", "right_by_system")
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
    if question.flagged is not None:
        row["flagged"] = question.flagged
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
