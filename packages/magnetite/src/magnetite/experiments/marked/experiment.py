"""Marked spans: is the sentence that an answer rests on the one that people marked, and not the one that misleads?

People marked in each passage where the answer stands (the critical span) and what another option misreads (the
distractor span): STARC, Berzak et al. (2020), section 3. A question's decisive sentence is the one without which the
system gives the key least probability, looked for without a glance at either span. A system that reads as people do
finds it in the critical span more often than a sentence drawn at random stands there, and in the distractor span less
often. For a passage of n sentences, m of which overlap a span, chance is m / n.

It also takes away the critical span, the distractor span, and another stretch of about the critical span's length. A
system that reads loses most without the first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, ENDS, EXPECTED, ID, N, interval
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
from magnetite.experiments.findings import INTERVALS, bounded, gain, number, span, too_few
from magnetite.stats.intervals import Interval, difference, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, verdict
from magnetite.views import shows_passage
from magnetite.views.partial import Span, named_span, sentence_spans, without

NAME, TITLE = "marked", "What people marked"
CRITICAL_FIELD, DISTRACTOR_FIELD = "critical_span", "distractor_span"  # in an item's metadata
CRITICAL, DISTRACTOR = "critical span", "distractor span"
WHOLE, NONE = "the whole passage", "no passage"
WITHOUT_CRITICAL, WITHOUT_DISTRACTOR = "without the critical span", "without the distractor span"
WITHOUT_OTHER = "without another stretch as long"
ALL, RIGHT = "all questions", "answered right"
OVERLAP_HEADINGS = (
    Heading("span", "marked"),
    Heading("questions", "of"),
    *interval("share", "decisive sentence inside", "inside", "share"),
    N,
    EXPECTED,
    *interval("more", "more than by chance", "more", "points"),
)
QUESTION_HEADINGS = (
    ID,
    Heading("whole", "probability of the key", "share"),
    Heading("sentence", "the decisive sentence", "count"),
    Heading("sentences", unit="count"),
    Heading("critical", "in the critical span"),
    Heading("distractor", "in the distractor span"),
)


@dataclass(frozen=True, slots=True)
class MarkedSpans:
    """Compares the sentence that each answer rests on with what people marked.

    `seed` draws the other stretches, and the decisive sentence where several cost as much.
    """

    name: ClassVar[str] = NAME
    seed: int = 0

    def __post_init__(self) -> None:
        whole(self.name, 0, seed=self.seed)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most with the passage, without each sentence and each span, and QO.

        Asks nothing of questions without a critical span or an answer, nor of passages of a single sentence.
        """
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        reader = richest_of(panel)
        trials = [each for item in exam.items if (each := _trial(item, self.seed)) is not None]
        if not shows_passage(panel.panelists[reader].view) or not has_passages(exam) or not trials:
            return (Finding(self.name, TITLE, Reason("marked-nothing"), settings=asdict(self)),)
        items = [each.item for each in trials]
        scores = own_scores(panel, reader, [shown for each in trials for shown in each.shown], "marked")
        blind = own_scores(panel, "QO", items, "QO") if "QO" in views_of(panel) else None
        answers = _read(trials, scores, blind, panel.temperature(reader) or 1.0, self.seed)
        return (self._finding(exam, trials, answers),)

    def _finding(self, exam: Dataset, trials: Sequence["MarkedQuestion"], answers: "MarkedAnswers") -> Finding:
        passages = passages_of([each.item for each in trials])
        right = share(answers.right[WHOLE], passages)
        overlaps = list(_overlaps(trials, answers))
        costs = list(_costs(answers, passages))
        shares = [(name, share(correct[asked], passages[asked])) for name, correct, asked in answers.readings()]
        few = too_few(right, passages)
        numbers = [number("accuracy", each, group=name) for name, each in shares]
        for each in overlaps:
            if each.of == ALL:
                numbers.append(number("decisive sentence inside", each.share, group=each.span))
                numbers.append(number("more than by chance", each.more, "points", group=each.span))
        numbers += [number("less than without another stretch", gap, "points", group=name) for name, gap in costs]
        told = [_told(each) for each in overlaps if each.of == ALL]
        rows = [(name, *bounded(each), each.n) for name, each in shares]
        return Finding(
            self.name,
            TITLE,
            sentences(*few, *told, *(() if few else (_cost(name, gap) for name, gap in costs))),
            tuple(numbers),
            (
                table("marked", "Where the decisive sentence stands", OVERLAP_HEADINGS, map(_row, overlaps), "marked"),
                table("spans", "Right without what people marked", (Heading("read"), ACCURACY, *ENDS), rows, "span"),
            ),
            _items(trials, answers),
            asdict(self),
            (*_notes(exam, trials), INTERVALS),
        )


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question, the sentences of its passage, and what people marked there; `other`: a stretch to compare with."""

    item: Item
    sentences: tuple[Span, ...]
    critical: Span
    distractor: Span | None
    other: Span | None

    @property
    def shown(self) -> tuple[Item, ...]:
        """Return the question as it is, without each sentence, and without each span."""
        spans = (*self.sentences, *(each for _, each in self.spans))
        return (self.item, *(without(self.item, each) for each in spans))

    @property
    def spans(self) -> tuple[tuple[str, Span], ...]:
        """Return the spans that are taken away, by what is then read."""
        named = ((WITHOUT_CRITICAL, self.critical), (WITHOUT_DISTRACTOR, self.distractor), (WITHOUT_OTHER, self.other))
        return tuple((name, each) for name, each in named if each is not None)

    def inside(self, marked: Span | None) -> BoolArray:
        """Say which sentences overlap a span, (sentences,)."""
        return np.array([marked is not None and _overlap(each, marked) for each in self.sentences])


@dataclass(frozen=True, slots=True, eq=False)
class MarkedAnswers:
    """What the system answered, (questions,) each: `right` by what it read, NaN where it did not read that.

    `key`: the key's probability with the whole passage; `decisive`: the place of the decisive sentence.
    """

    right: dict[str, FloatArray]
    key: FloatArray
    decisive: tuple[int, ...]

    def readings(self) -> Iterator[tuple[str, FloatArray, BoolArray]]:
        """Yield what was read, what was right with it, and on which questions it was read."""
        for name, correct in self.right.items():
            if (asked := ~np.isnan(correct)).any():
                yield name, correct, asked


@dataclass(frozen=True, slots=True)
class Overlap:
    """How often decisive sentences overlap a kind of span, what a random sentence would, and the difference."""

    span: str
    of: str
    share: Interval
    chance: float
    more: Interval


def _trial(item: Item, seed: int) -> MarkedQuestion | None:
    sentences, critical = sentence_spans(item.passage), named_span(item, CRITICAL_FIELD)
    if item.answer is None or critical is None or len(sentences) < 2:
        return None
    distractor = named_span(item, DISTRACTOR_FIELD)
    taken = [each for each in (critical, distractor) if each is not None]
    return MarkedQuestion(item, sentences, critical, distractor, _stretch(item, critical, taken, seed))


def _stretch(item: Item, like: Span, taken: Sequence[Span], seed: int) -> Span | None:
    """Draw words of a passage that are about as long as a span and overlap none that is taken; None where none fit.

    >>> marked = Item("q", "p", "It rains. Bo sits. Ann sings all day.", "Who sings?", ("Ann", "Bo"), 0)
    >>> start, end = _stretch(marked, (0, 9), [(0, 9), (19, 37)], seed=0)
    >>> marked.passage[start:end]
    'Bo sits.'
    """
    starts = [
        at for at, mark in enumerate(item.passage) if not mark.isspace() and item.passage[at - 1 : at].strip() == ""
    ]
    ends = [start + len(item.passage[start:].split(maxsplit=1)[0]) for start in starts]
    length = len(item.passage[like[0] : like[1]].split())
    fitting = [
        (starts[first], ends[first + length - 1])
        for first in range(len(starts) - length + 1)
        if not any(_overlap((starts[first], ends[first + length - 1]), each) for each in taken)
    ]
    return fitting[draw(seed, "another stretch", item.passage_id, item.question) % len(fitting)] if fitting else None


def _overlap(first: Span, second: Span) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _read(
    trials: Sequence[MarkedQuestion], scores: ScoreArray, blind: ScoreArray | None, temperature: float, seed: int
) -> MarkedAnswers:
    choices = read_choices([shown for each in trials for shown in each.shown], scores)
    key, correct = answer_probability(choices, temperature), choices.correct
    starts = np.cumsum([0, *(len(each.shown) for each in trials[:-1])])
    names = (WITHOUT_OTHER, WITHOUT_DISTRACTOR, WITHOUT_CRITICAL)
    right = {WHOLE: correct[starts], **{name: np.full(len(trials), np.nan) for name in names}}
    decisive = []
    for k, (each, start) in enumerate(zip(trials, starts, strict=True)):
        behind = start + 1 + len(each.sentences)
        decisive.append(_least(key[start + 1 : behind], each.item, seed))
        for place, (name, _) in enumerate(each.spans):
            right[name][k] = correct[behind + place]
    if blind is not None:
        right[NONE] = read_choices([each.item for each in trials], blind).correct
    return MarkedAnswers(right, key[starts], tuple(decisive))


def _least(left: FloatArray, item: Item, seed: int) -> int:
    """Return the place of the least probability; of equals, one by lot: a passage's first sentence is no likelier."""
    lowest = np.flatnonzero(left == left.min())
    return int(lowest[draw(seed, "decisive sentence", item.passage_id, item.question) % len(lowest)])


def _overlaps(trials: Sequence[MarkedQuestion], answers: MarkedAnswers) -> Iterator[Overlap]:
    """Yield the overlaps with each kind of span: of all questions that have it, and of those answered correctly."""
    for name in (CRITICAL, DISTRACTOR):
        spans = [each.critical if name == CRITICAL else each.distractor for each in trials]
        marked = [k for k, each in enumerate(spans) if each is not None]
        for of, asked in ((ALL, marked), (RIGHT, [k for k in marked if answers.right[WHOLE][k] == 1])):
            if asked:
                inside = [trials[k].inside(spans[k]) for k in asked]
                hit = np.array([each[answers.decisive[k]] for each, k in zip(inside, asked, strict=True)])
                chance = np.array([each.mean() for each in inside])
                passages = passages_of([trials[k].item for k in asked])
                more = difference(hit, chance, passages)
                yield Overlap(name, of, share(hit, passages), float(chance.mean()), more)


def _costs(answers: MarkedAnswers, passages: IntArray) -> Iterator[tuple[str, Interval]]:
    """Yield what each span costs more than another stretch as long, over the questions that have both."""
    for name in (WITHOUT_CRITICAL, WITHOUT_DISTRACTOR):
        first, second = answers.right[name], answers.right[WITHOUT_OTHER]
        both = ~np.isnan(first) & ~np.isnan(second)
        if both.any():
            yield name, difference(first[both], second[both], passages[both])


def _told(each: Overlap) -> Reason:
    return Reason(
        "marked-overlap",
        {
            "span": "critical" if each.span == CRITICAL else "distractor",
            "questions": many(each.share.n),
            "share": each.share.estimate,
            "interval": span(each.share),
            "chance": each.chance,
            "gain": gain(each.more.estimate, each.more),
            "verdict": verdict(each.more, margin=MARGIN),
        },
    )


def _cost(name: str, gap: Interval) -> Reason:
    marked = "critical" if name == WITHOUT_CRITICAL else "distractor"
    values = {"span": marked, "questions": many(gap.n), "gain": gain(gap.estimate, gap)}
    return Reason("marked-cost", {**values, "verdict": verdict(gap, margin=MARGIN)})


def _row(each: Overlap) -> tuple[Value, ...]:
    return (each.span, each.of, *bounded(each.share), each.share.n, each.chance, *bounded(each.more))


def _items(trials: Sequence[MarkedQuestion], answers: MarkedAnswers) -> Table:
    rows = [
        (
            each.item.id,
            float(answers.key[k]),
            answers.decisive[k] + 1,
            len(each.sentences),
            bool(each.inside(each.critical)[answers.decisive[k]]),
            bool(each.inside(each.distractor)[answers.decisive[k]]) if each.distractor else None,
        )
        for k, each in enumerate(trials)
    ]
    return table("items", "Every question", QUESTION_HEADINGS, rows)


def _notes(exam: Dataset, trials: Sequence[MarkedQuestion]) -> Iterator[Reason]:
    if left_out := len(exam) - len(trials):
        yield Reason("marked-note-left-out", {"questions": many(left_out)})
    if lacking := sum(each.other is None for each in trials):
        yield Reason("marked-note-no-stretch", {"questions": many(lacking)})
    yield Reason("marked-note-decisive")
