"""The critical span: which questions are still answered without the sentence that their answer rests on?

Between the whole passage and none stands the passage without one sentence. The critical one is what the data names
(STARC, Berzak et al. 2020: `critical_span`), or else the sentence without which the system gives the key least. Its
control is another sentence, drawn by seed. A question that stays answered whichever sentence is taken away does not
test any of them: it is answered by several, by the question alone, or by what the system knows.
Systems that are shown all options at once are asked whole questions, like any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, ENDS, ID
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.experiments.asking import (
    draw,
    has_passages,
    own_scores,
    require_items,
    require_probabilities,
    richest_of,
    views_of,
    whole,
)
from magnetite.experiments.choices import answer_probability, passages_of, read_choices
from magnetite.experiments.findings import INTERVALS, finite, gain, number, span, too_few
from magnetite.stats.intervals import Interval, difference, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, verdict
from magnetite.views import shows_passage
from magnetite.views.partial import Span, named_span, sentence_spans, without

NAME, TITLE = "span", "The critical span"
SPAN_FIELD = "critical_span"  # in an item's metadata
WHOLE, OTHER, CRITICAL, NONE = "the whole passage", "without another sentence", "without the critical one", "no passage"
QUESTION_HEADINGS = (
    ID,
    Heading("whole", "probability of the key", "share"),
    Heading("left", "without the critical sentence", "share"),
    Heading("none", "right without the passage"),
    Heading("sentence", "the critical sentence", "count"),
    Heading("sentences", unit="count"),
)


@dataclass(frozen=True, slots=True)
class CriticalSpan:
    """Takes every sentence of the passage away, one at a time, and asks again.

    `listed`: questions that stay answered, at most so many, the surest first. `seed` draws the control's sentences.
    """

    name: ClassVar[str] = NAME
    listed: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        whole(self.name, 0, listed=self.listed, seed=self.seed)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for own options with the passage and without each sentence, and QO for its own.

        Asks nothing of an exam without passages or answers, and leaves out passages of a single sentence.
        """
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        reader = richest_of(panel)
        trials = [each for each in map(_trial, exam.items) if each is not None]
        if not shows_passage(panel.panelists[reader].view) or not has_passages(exam) or not trials:
            return (Finding(self.name, TITLE, Reason("span-nothing"), settings=asdict(self)),)
        shown = [item for each in trials for item in (each.item, *each.shortened)]
        scores = own_scores(panel, reader, shown, "span")
        items = [each.item for each in trials]
        blind = own_scores(panel, "QO", items, "QO") if "QO" in views_of(panel) else None
        temperature = panel.temperature(reader) or 1.0
        return (self._finding(exam, trials, _read(trials, scores, blind, temperature, self.seed)),)

    def _finding(self, exam: Dataset, trials: Sequence["Shortened"], read: "SpanAnswers") -> Finding:
        passages = passages_of([each.item for each in trials])
        shares = {name: share(right, passages) for name, right in read.right.items()}
        named = np.array([each.named for each in trials])
        few = too_few(shares[WHOLE], passages)
        known, stay = read.right[WHOLE] > 0, read.right[WHOLE] * read.right[CRITICAL]
        numbers = [number("accuracy", each, group=name) for name, each in shares.items()]
        cost = []
        if named.any():
            gap = difference(read.right[CRITICAL][named], read.right[OTHER][named], passages[named])
            numbers.append(number("critical less another", gap, "points"))
            cost = [] if few else [_cost(gap)]
        if known.any():
            numbers.append(number("stays right", share(read.right[CRITICAL][known], passages[known])))
        values = {
            "questions": many(len(trials)),
            **{name: shares[key].estimate for name, key in (("whole", WHOLE), ("other", OTHER), ("left", CRITICAL))},
            "interval": span(shares[CRITICAL]),
            "stay": round(float(stay.sum())),
            "right": many(round(float(read.right[WHOLE].sum())), "answer"),
            "blind": "known" if NONE in shares else "none",
            "none": shares[NONE].estimate if NONE in shares else 0.0,
        }
        rows = [(name, each.estimate, finite(each.low), finite(each.high), each.n) for name, each in shares.items()]
        shown = table("span", "Right with less of the passage", (Heading("read"), ACCURACY, *ENDS), rows, "span")
        return Finding(
            self.name,
            TITLE,
            sentences(*few, Reason("span-right", values), *cost, Reason("span-stay", values)),
            tuple(numbers),
            (shown, *self._listed(trials, read, stay == 1)),
            table("items", "Every question", QUESTION_HEADINGS, [_row(trials, read, k) for k in range(len(trials))]),
            asdict(self),
            (*_notes(exam, trials), INTERVALS),
        )

    def _listed(self, trials: Sequence["Shortened"], read: "SpanAnswers", stay: BoolArray) -> Iterator[Table]:
        """Yield the questions that stay answered, the surest without the critical sentence first."""
        order = sorted(np.flatnonzero(stay), key=lambda k: -read.left[k])[: self.listed]
        if order:
            rows = [_row(trials, read, int(k)) for k in order]
            yield table("stays", "Answered whichever sentence is taken away", QUESTION_HEADINGS, rows)


def _cost(gap: Interval) -> Reason:
    """Say whether the sentence that the data names costs more right answers than another one.

    A sentence that was found by what it costs is not compared with one drawn at random: it would always cost more.
    """
    return Reason(
        "span-cost", {"questions": many(gap.n), "gain": gain(gap.estimate, gap), "verdict": verdict(gap, margin=MARGIN)}
    )


@dataclass(frozen=True, slots=True)
class Shortened:
    """A question whose passage has two sentences or more, and their places; `named`: the one that the data names."""

    item: Item
    spans: tuple[Span, ...]
    named: bool

    @property
    def shortened(self) -> tuple[Item, ...]:
        """Return the question without each of its spans in turn; the first is what the data names, if it names one."""
        return tuple(without(self.item, each) for each in self.spans)


@dataclass(frozen=True, slots=True, eq=False)
class SpanAnswers:
    """What the system answered, (questions,) each: `right` by what it read, and the key's probability.

    `whole` and `left`: of the key, with the passage and without the critical sentence, whose number is `critical`.
    """

    right: dict[str, FloatArray]
    whole: FloatArray
    left: FloatArray
    critical: IntArray


def _trial(item: Item) -> Shortened | None:
    spans = sentence_spans(item.passage)
    if item.answer is None or len(spans) < 2:
        return None
    critical = named_span(item, SPAN_FIELD)
    if critical is None:
        return Shortened(item, spans, named=False)
    others = tuple(each for each in spans if each[1] <= critical[0] or each[0] >= critical[1])
    return Shortened(item, (critical, *others), named=True) if others else None


def _read(
    trials: Sequence[Shortened], scores: ScoreArray, blind: ScoreArray | None, temperature: float, seed: int
) -> SpanAnswers:
    shown = [item for each in trials for item in (each.item, *each.shortened)]
    choices = read_choices(shown, scores)
    key, right = answer_probability(choices, temperature), choices.correct
    starts = np.cumsum([0, *(1 + len(each.spans) for each in trials[:-1])])
    critical, other = np.zeros(len(trials), dtype=np.int64), np.zeros(len(trials), dtype=np.int64)
    for k, (each, start) in enumerate(zip(trials, starts, strict=True)):
        left = key[start + 1 : start + 1 + len(each.spans)]
        critical[k] = 0 if each.named else int(np.argmin(left))
        rest = [place for place in range(len(each.spans)) if place != critical[k]]
        other[k] = rest[draw(seed, "another sentence", each.item.passage_id, each.item.question) % len(rest)]
    by = {WHOLE: right[starts], OTHER: right[starts + 1 + other], CRITICAL: right[starts + 1 + critical]}
    if blind is not None:
        by[NONE] = read_choices([each.item for each in trials], blind).correct
    return SpanAnswers(by, key[starts], key[starts + 1 + critical], critical)


def _row(trials: Sequence[Shortened], read: SpanAnswers, k: int) -> tuple[Value, ...]:
    each = trials[k]
    place = sentence_spans(each.item.passage).index(each.spans[read.critical[k]]) + 1 if not each.named else None
    none = bool(read.right[NONE][k] == 1) if NONE in read.right else None
    return (each.item.id, float(read.whole[k]), float(read.left[k]), none, place, len(each.spans))


def _notes(exam: Dataset, trials: Sequence[Shortened]) -> Iterator[Reason]:
    if left_out := len(exam) - len(trials):
        yield Reason("span-note-left-out", {"questions": many(left_out)})
    if not all(each.named for each in trials):
        yield Reason("span-note-chosen")
    yield Reason("span-note-says")
