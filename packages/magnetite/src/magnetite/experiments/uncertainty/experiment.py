"""Uncertainty: is a system less sure when no option is right, and right where it is sure (Raina and Gales 2022)?

The key is taken out of each question's options, and for comparison a wrong option instead, drawn by seed, so that both
lists are equally long. The members m = 1 … M of an ensemble give probabilities P_m, and the ensemble their mean P. How
unsure it is of a list has two parts (Raina and Gales 2022, Findings of ACL; Depeweg et al. 2018):

    H(P)  =  1/M · sum H(P_m)  +  I
    entropy  expected entropy     mutual information: how far the members disagree

Each is judged by the area under the curve with which it tells lists without the key from lists without a wrong option.
A system of one member has the entropy only. For risk and coverage, the system leaves out the questions with the highest
entropy, asked with all their options; a wrong answer costs 1/(n - 1) of a point, so that a guess among n wins nothing.
Entropies are of probabilities as the members give them, without a temperature.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import IntArray, ScoreArray, option_counts
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, ENDS, HIGH, ID, LOW, N
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.experiments.asking import draw, own_scores, require_items, require_probabilities, richest_of, whole
from magnetite.experiments.choices import answers_of, passages_of
from magnetite.experiments.findings import INTERVALS, bounded, gain, number, set_options, span, too_few
from magnetite.stats.areas import area
from magnetite.stats.calibration import entropy
from magnetite.stats.intervals import Interval, contrast, share
from magnetite.stats.ragged import FloatArray, row_select, row_shares, row_take, softmax
from magnetite.stats.verdict import MARGIN, verdict

NAME, TITLE = "uncertainty", "Uncertainty"
ENTROPY, EXPECTED, INFORMATION = "entropy", "expected entropy", "mutual information"
CHANCE = 0.5  # the area under the curve of what tells nothing
FEWEST_OPTIONS = 3  # of which two are left
COMPARED_DECIMALS = 9  # decimals to which entropies are compared: the last ones are rounding
COVERAGES = tuple(round(0.1 * step, 1) for step in range(1, 11))
AREA_HEADINGS = (Heading("measure"), Heading("area", "area under the curve", "share"), *ENDS)
COVERAGE_HEADINGS = (
    Heading("coverage", "questions answered", "share"),
    ACCURACY,
    LOW,
    HIGH,
    N,
    Heading("points", "points a question", "score"),
)
QUESTION_HEADINGS = (
    ID,
    Heading("right", unit="share"),
    Heading("entropy", unit="bits"),
    Heading("gone", "entropy without the key", "bits"),
    Heading("there", "entropy without a wrong option", "bits"),
)


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Asks for each question as it is, without its key, and without a wrong option, which `seed` draws."""

    name: ClassVar[str] = NAME
    seed: int = 0

    def __post_init__(self) -> None:
        whole(self.name, 0, seed=self.seed)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every member of the system that sees most. Asks nothing of questions of two options or without a key."""
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        items = [item for item in exam if item.answer is not None and len(item.options) >= FEWEST_OPTIONS]
        if not items:
            return (Finding(self.name, TITLE, Reason("uncertainty-nothing"), settings=asdict(self)),)
        reader = richest_of(panel)
        gone = [_lacking(item, item.answer or 0) for item in items]
        there = [_lacking(item, _wrong(item, self.seed)) for item in items]
        shown = [*items, *gone, *there]
        members = panel.panelists[reader].members
        scores = [
            own_scores(panel, reader, shown, "with and without the key", member if members > 1 else "all")
            for member in range(members)
        ]
        return (self._finding(exam, items, _spreads(shown, scores), members),)

    def _finding(self, exam: Dataset, items: Sequence[Item], parts: Sequence["Spread"], members: int) -> Finding:
        as_is, gone, there = parts
        passages = passages_of(items)
        counts = option_counts(items)
        correct = row_take(row_shares(as_is.probabilities, counts), counts, answers_of(items))
        measures = (ENTROPY, EXPECTED, INFORMATION) if members > 1 else (ENTROPY,)
        areas = {name: area(gone.bits[name], there.bits[name], passages) for name in measures}
        ranks = _ranks(items, as_is.bits[ENTROPY], self.seed)
        sure = ranks < (len(items) + 1) // 2
        gap = contrast(correct, passages, sure, ~sure)
        halves = {name: share(correct[half], passages[half]) for name, half in (("sure", sure), ("unsure", ~sure))}
        few = too_few(halves["sure"], passages)
        rows = [(name, *bounded(each), each.n) for name, each in areas.items()]
        numbers = [number("area under the curve", each, group=name) for name, each in areas.items()]
        return Finding(
            self.name,
            TITLE,
            sentences(*few, *_said(areas, members), _halves(halves, gap)),
            (
                *numbers,
                number("right where surest", halves["sure"]),
                number("right where least sure", halves["unsure"]),
                number("surest less least sure", gap, "points"),
            ),
            (
                table("areas", "Does uncertainty tell that the key is gone?", AREA_HEADINGS, rows),
                table(
                    "coverage",
                    "Right if the least sure answers are left out",
                    COVERAGE_HEADINGS,
                    _coverage(items, correct, ranks, passages),
                    NAME,
                ),
            ),
            table("items", "Every question", QUESTION_HEADINGS, _rows(items, correct, parts)),
            asdict(self),
            (*_notes(exam, items), *set_options(items), INTERVALS),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What an ensemble makes of lists of options: its `probabilities`, (cells,), and `bits` of each, (lists,)."""

    probabilities: FloatArray
    bits: dict[str, FloatArray]

    @classmethod
    def of(cls, scores: Sequence[FloatArray], counts: IntArray) -> "Spread":
        """Measure members' scores, (cells,) each, of lists of so many options, (lists,).

        >>> sure = Spread.of([np.array([9.0, -9]), np.array([-9.0, 9])], np.array([2]))
        >>> {name: value.round(2).tolist() for name, value in sure.bits.items()}
        {'entropy': [1.0], 'expected entropy': [0.0], 'mutual information': [1.0]}
        """
        each = [softmax(member, counts) for member in scores]
        probabilities = np.mean(each, axis=0)
        total, expected = entropy(probabilities, counts), np.mean([entropy(one, counts) for one in each], axis=0)
        bits = {ENTROPY: total, EXPECTED: expected, INFORMATION: np.maximum(total - expected, 0.0)}
        return cls(probabilities, {name: each.round(COMPARED_DECIMALS) for name, each in bits.items()})


def _lacking(item: Item, place: int) -> Item:
    return replace(item, options=(*item.options[:place], *item.options[place + 1 :]), answer=None)


def _wrong(item: Item, seed: int) -> int:
    wrong = [place for place in range(len(item.options)) if place != item.answer]
    return wrong[draw(seed, "a wrong option", item.passage_id, item.question) % len(wrong)]


def _spreads(shown: Sequence[Item], scores: Sequence[ScoreArray]) -> list[Spread]:
    """Measure the members' scores of the questions as they are, without the key, and without a wrong option."""
    counts, third = option_counts(shown), np.repeat(np.arange(3), len(shown) // 3)
    return [
        Spread.of(
            [row_select(each.astype(np.float64), counts, third == part) for each in scores], counts[third == part]
        )
        for part in range(3)
    ]


def _ranks(items: Sequence[Item], bits: FloatArray, seed: int) -> IntArray:
    """Rank questions from the surest, (items,), those with equal entropies by lot."""
    lots = [draw(seed, "as sure", item.passage_id, item.question, *item.options) for item in items]
    order = sorted(range(len(items)), key=lambda k: (bits[k], lots[k]))
    return np.argsort(order)


def _coverage(
    items: Sequence[Item], correct: FloatArray, ranks: IntArray, passages: IntArray
) -> Iterator[tuple[Value, ...]]:
    """Yield what is right of the surest questions, and points over all questions, none for what is left out."""
    points = correct - (1 - correct) / (option_counts(items) - 1)
    for coverage in COVERAGES:
        here = ranks < max(1, round(coverage * len(items)))
        yield (coverage, *bounded(share(correct[here], passages[here])), int(here.sum()), float((points * here).mean()))


def _said(areas: Mapping[str, Interval], members: int) -> Iterator[Reason]:
    whole_list = areas[ENTROPY]
    values = {
        "questions": many(whole_list.n),
        "area": whole_list.estimate,
        "interval": span(whole_list),
        "verdict": verdict(whole_list, CHANCE, margin=MARGIN),
    }
    yield Reason("uncertainty-key", values)
    if members > 1:
        values = {name.replace(" ", "_"): each.estimate for name, each in areas.items()}
        yield Reason("uncertainty-members", {"members": members, **values})


def _halves(halves: Mapping[str, Interval], gap: Interval) -> Reason:
    shares = {name: each.estimate for name, each in halves.items()}
    return Reason(
        "uncertainty-halves", {**shares, "gain": gain(gap.estimate, gap), "verdict": verdict(gap, margin=MARGIN)}
    )


def _rows(items: Sequence[Item], correct: FloatArray, parts: Sequence[Spread]) -> Iterator[tuple[Value, ...]]:
    bits = [part.bits[ENTROPY] for part in parts]
    for k, item in enumerate(items):
        yield (item.id, float(correct[k]), *(float(each[k]) for each in bits))


def _notes(exam: Dataset, items: Sequence[Item]) -> Iterator[Reason]:
    if left_out := len(exam) - len(items):
        yield Reason("uncertainty-note-left-out", {"questions": many(left_out)})
    yield Reason("uncertainty-note-lists")
    yield Reason("uncertainty-note-guess")
