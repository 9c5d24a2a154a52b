"""How much of the passage is needed: its first sentences, and those that an answer rests on most.

Every question is asked with the first sentence of its passage, with the first two, and so on to the whole, as Raina,
Liusie and Gales (2023, arXiv 2307.01076) show a system only the beginning. It is also asked with the k sentences that
decide most, and with k drawn at random. Let c be the option that the system chooses when it reads all of s_1 … s_n. The
sentence s_i decides the more, the smaller

    P(c | passage without s_i, question, options)

A rank never depends on the key, so accuracy with the most decisive sentences owes nothing to a search for the key.
A question *needs* x first sentences if x is the least number such that the key leads with x and with every larger one;
it needs 0 if the key also leads without the passage. Dialogues are read by turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import IntArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, ENDS, HIGH, ID, LOW, N
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
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.experiments.findings import INTERVALS, bounded, gain, number, span, too_few
from magnetite.stats.intervals import Interval, difference, share
from magnetite.stats.ragged import FloatArray, softmax
from magnetite.stats.verdict import MARGIN, verdict
from magnetite.views import shows_passage
from magnetite.views.partial import Span, only, sentence_spans, turn_spans, without

NAME, TITLE = "extent", "How much of the passage is needed"
FIRST, DECISIVE, RANDOM = "the first", "the most decisive", "drawn at random"
WHOLE, HALF, NONE = "the whole passage", "the first half", "no passage"
FEW = 3  # sentences, of which the answer speaks
FEW_DECISIVE, FEW_RANDOM = "the three most decisive sentences", "three sentences drawn at random"
COMPARED = ((HALF, WHOLE), (FEW_DECISIVE, WHOLE), (FEW_DECISIVE, FEW_RANDOM))
COUNTS = (1, 2, FEW, 4, 6, 8, 12, 16, 24, 32)  # of the most decisive sentences, and of those drawn at random
CURVE_HEADINGS = (
    Heading("sentences", "sentences read", "count"),
    Heading("which", "which sentences"),
    ACCURACY,
    LOW,
    HIGH,
    N,
    Heading("longer", "with more sentences", "count"),
)
QUESTION_HEADINGS = (
    ID,
    Heading("whole", "probability of the key", "share"),
    Heading("first", "first sentences needed", "count"),
    Heading("decisive", "decisive sentences needed", "count"),
    Heading("sentences", unit="count"),
)


@dataclass(frozen=True, slots=True)
class Extent:
    """Asks every question with more and more of its passage, and lists the questions that need least of it.

    `listed`: the length of the list. `seed` draws sentences, and ranks those that decide as much.
    """

    name: ClassVar[str] = NAME
    listed: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        whole(self.name, 0, listed=self.listed, seed=self.seed)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for beginnings of passages, passages without a sentence, then few sentences.

        Asks QO for the same questions, and nothing of those without an answer or with a passage of a single sentence.
        """
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        reader = richest_of(panel)
        asked = [each for item in exam.items if (each := _parted(item, self.seed)) is not None]
        if not shows_passage(panel.panelists[reader].view) or not has_passages(exam) or not asked:
            return (Finding(self.name, TITLE, Reason("extent-nothing"), settings=asdict(self)),)
        begun = _answers(panel, reader, [(*each.beginnings, *each.shortened) for each in asked], "parts of passages")
        ranked = [each.ranked(answers) for each, answers in zip(asked, begun, strict=True)]
        few = [(*each.few(ranks), *each.few(each.lots)) for each, ranks in zip(asked, ranked, strict=True)]
        kept = _answers(panel, reader, few, "few sentences")
        items = [each.item for each in asked]
        blind = read_choices(items, own_scores(panel, "QO", items, "QO")).correct if "QO" in views_of(panel) else None
        read = [
            _extents(each, begun[k], kept[k], None if blind is None else float(blind[k]))
            for k, each in enumerate(asked)
        ]
        return (self._finding(exam, read, int(panel.cut(reader, items).sum())),)

    def _finding(self, exam: Dataset, read: Sequence["Extents"], cut: int) -> Finding:
        passages = passages_of([each.question.item for each in read])
        right = {name: np.array([each.parts[name] for each in read]) for name in read[0].parts}
        shares = {name: share(correct, passages) for name, correct in right.items()}
        gaps = [(first, second, difference(right[first], right[second], passages)) for first, second in COMPARED]
        rows = [(name, *bounded(each), each.n) for name, each in shares.items()]
        return Finding(
            self.name,
            TITLE,
            sentences(*too_few(shares[WHOLE], passages), *_compared(shares, gaps), _needs(read)),
            (
                *(number("accuracy", each, group=name) for name, each in shares.items()),
                *(number(f"less than {second}", gap, "points", group=first) for first, second, gap in gaps),
            ),
            (
                table("parts", "Right with parts of the passage", (Heading("read"), ACCURACY, *ENDS), rows, "span"),
                table("extent", "Right by the number of sentences", CURVE_HEADINGS, _curves(read, passages), NAME),
                *self._listed(read),
            ),
            table("items", "Every question", QUESTION_HEADINGS, map(_row, read)),
            asdict(self),
            (*_notes(exam, read, cut), INTERVALS),
        )

    def _listed(self, read: Sequence["Extents"]) -> Iterator[Table]:
        """Yield the questions that need least of their passage, by the part of it that they need."""
        needy = [each for each in read if each.first is not None]
        least = sorted(needy, key=_need)
        if rows := [_row(each) for each in least[: self.listed]]:
            yield table("least", "Questions that need least of the passage", QUESTION_HEADINGS, rows)


@dataclass(frozen=True, slots=True)
class PartedQuestion:
    """A question and where the parts of its passage stand: sentences, or the turns of a dialogue.

    `lots`: the parts' places in an order drawn at random.
    """

    item: Item
    parts: tuple[Span, ...]
    lots: tuple[int, ...]
    dialogue: bool

    @property
    def count(self) -> int:
        """Return the number of parts, 2 or more."""
        return len(self.parts)

    @property
    def beginnings(self) -> tuple[Item, ...]:
        """Return the question with its first part, with the first two, and so on to the whole passage."""
        return (*(only(self.item, self.parts[:count]) for count in range(1, self.count)), self.item)

    @property
    def shortened(self) -> tuple[Item, ...]:
        """Return the question without each part in turn."""
        return tuple(without(self.item, each) for each in self.parts)

    @property
    def counts(self) -> tuple[int, ...]:
        """Return how many parts are kept by rank, or at random: fewer than there are."""
        return tuple(count for count in COUNTS if count < self.count)

    def ranked(self, answers: "PartAnswers") -> list[int]:
        """Rank the parts by what the option that is chosen with all of them loses without each, of equals by lot."""
        chosen = max(int(answers.chosen[self.count - 1]), 0)
        left = answers.probabilities[self.count :, chosen]
        return sorted(self.lots, key=lambda place: left[place])

    def few(self, order: Sequence[int]) -> tuple[Item, ...]:
        """Return the question with the first `counts` parts of an order."""
        return tuple(only(self.item, [self.parts[place] for place in order[:count]]) for count in self.counts)


@dataclass(frozen=True, slots=True, eq=False)
class PartAnswers:
    """What a system answers to one question in several readings: what is `right`, (readings,), and probabilities."""

    right: FloatArray
    probabilities: FloatArray  # (readings, options)
    chosen: IntArray  # (readings,)


@dataclass(frozen=True, slots=True)
class Extents:
    """What of a question is right with which parts of its passage, and how many it needs (None: it is never right).

    `parts`: what is right, by what is read. `curves`: the same by how many parts of which kind are read.
    """

    question: PartedQuestion
    key: float
    parts: dict[str, float]
    curves: dict[str, dict[int, float]]
    first: int | None
    decisive: int | None

    def at(self, which: str, count: int) -> float:
        """Return what is right with so many parts; with the whole passage where it has no more."""
        return self.curves[which][min(count, self.question.count)]


def _parted(item: Item, seed: int) -> PartedQuestion | None:
    turns = turn_spans(item.passage)
    parts = turns or sentence_spans(item.passage)
    if item.answer is None or len(parts) < 2:
        return None
    names = ("parts of a passage", item.passage_id, item.question)
    lots = sorted(range(len(parts)), key=lambda place: draw(seed, *names, str(place)))
    return PartedQuestion(item, parts, tuple(lots), bool(turns))


def _answers(panel: Panel, reader: str, readings: Sequence[Sequence[Item]], label: str) -> list[PartAnswers]:
    """Ask for each question's readings, and return its answers to them."""
    shown = [item for each in readings for item in each]
    if not shown:  # passages of two sentences are read in no fewer
        return [_NO_ANSWERS for _ in readings]
    choices = read_choices(shown, own_scores(panel, reader, shown, label))
    probabilities = softmax(choices.scores, choices.counts, panel.temperature(reader) or 1.0)
    right, answers, row, cell = choices.correct, [], 0, 0
    for each in readings:
        rows, cells = row + len(each), cell + sum(len(item.options) for item in each)
        shape = (len(each), -1) if each else (0, 0)
        answers.append(PartAnswers(right[row:rows], probabilities[cell:cells].reshape(shape), choices.chosen[row:rows]))
        row, cell = rows, cells
    return answers


def _extents(question: PartedQuestion, begun: PartAnswers, kept: PartAnswers, blind: float | None) -> Extents:
    none = {} if blind is None else {0: blind}
    whole_passage = float(begun.right[question.count - 1])
    decisive, lots = np.split(kept.right, 2)
    curves = {FIRST: none | {count: float(begun.right[count - 1]) for count in range(1, question.count + 1)}}
    for which, right in ((DECISIVE, decisive), (RANDOM, lots)):
        known = zip(question.counts, right.tolist(), strict=True)
        curves[which] = none | dict(known) | {question.count: whole_passage}
    half, few = (question.count + 1) // 2, min(FEW, question.count)
    parts = {
        WHOLE: whole_passage,
        HALF: curves[FIRST][half],
        FEW_DECISIVE: curves[DECISIVE][few],
        FEW_RANDOM: curves[RANDOM][few],
        **({} if blind is None else {NONE: blind}),
    }
    key = float(begun.probabilities[question.count - 1, question.item.answer or 0])
    return Extents(question, key, parts, curves, needed(curves[FIRST]), needed(curves[DECISIVE]))


def needed(right: Mapping[int, float]) -> int | None:
    """Return the least number from which on all is right, by what is right with each number; None for the last wrong.

    An option that shares the highest score does not lead.

    >>> needed({0: 1.0, 1: 0.5, 2: 1.0, 3: 1.0}), needed({1: 1.0, 2: 0.0})
    (2, None)
    """
    least = None
    for count in sorted(right, reverse=True):
        if right[count] < 1:
            break
        least = count
    return least


def _curves(read: Sequence[Extents], passages: IntArray) -> Iterator[tuple[Value, ...]]:
    """Yield what is right with each number of sentences; a question with fewer is asked with its whole passage."""
    longest = max(each.question.count for each in read)
    for count in (*((0,) if NONE in read[0].parts else ()), *(each for each in COUNTS if each < longest)):
        longer = sum(each.question.count > count for each in read)
        for which in (FIRST, DECISIVE, RANDOM):
            right = share(np.array([each.at(which, count) for each in read]), passages)
            yield (count, which, *bounded(right), right.n, longer)


def _compared(shares: Mapping[str, Interval], gaps: Sequence[tuple[str, str, Interval]]) -> Iterator[Reason]:
    for code, (first, second, gap) in zip(("half", "few", "random"), gaps, strict=True):
        values = {
            "questions": many(gap.n),
            "count": FEW,
            "share": shares[first].estimate,
            "interval": span(shares[first]),
            "other": shares[second].estimate,
            "gain": gain(gap.estimate, gap),
            "verdict": verdict(gap, margin=MARGIN),
        }
        yield Reason(f"extent-{code}", values)


def _needs(read: Sequence[Extents]) -> Reason:
    right = [each for each in read if each.first is not None]
    half = sum((each.first or 0) <= (each.question.count + 1) // 2 for each in right)
    none = sum(each.first == 0 for each in right)
    blind = "known" if NONE in read[0].parts else "none"
    return Reason("extent-needs", {"right": many(len(right)), "half": half, "none": none, "blind": blind})


def _need(each: Extents) -> tuple[float, int, str]:
    """Order questions by the part that they need, the longest passages first among those that need the same."""
    return (each.first or 0) / each.question.count, -each.question.count, each.question.item.id


def _row(each: Extents) -> tuple[Value, ...]:
    return (each.question.item.id, each.key, each.first, each.decisive, each.question.count)


def _notes(exam: Dataset, read: Sequence[Extents], cut: int) -> Iterator[Reason]:
    if left_out := len(exam) - len(read):
        yield Reason("extent-note-left-out", {"questions": many(left_out)})
    if dialogues := sum(each.question.dialogue for each in read):
        yield Reason("extent-note-turns", {"questions": many(dialogues)})
    if cut:
        yield Reason("extent-note-cut", {"questions": many(cut)})
    yield Reason("extent-note-decisive")
    yield Reason("extent-note-needs")


_NO_ANSWERS = PartAnswers(np.zeros(0), np.zeros((0, 0)), np.zeros(0, dtype=np.int64))
