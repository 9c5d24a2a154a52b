"""Options: what does a system go by that sees only the options (Balepur, Ravichander and Rudinger 2024)?

Two explanations are tested (arXiv 2402.12483). By its *priors* a system judges each option by itself, and needs no
list: it is asked whether each option is right, shown no other, and chooses the likeliest. By *abduction* it infers
the question from the options, and answers that: it is asked the question that a language model inferred from them.

    guessing, each option by itself, the options together    the first gap is owed to priors, the second to the list
    the options together, the inferred question              chosen alike, if it answers a question that it infers

Verdicts are the log-odds of Yes against No (`scorers.causal`), of a system in the seat `verdicts`. A system that scores
options one by one has nothing but priors. Inferred questions come with the data. How alike two questions are is
rapidfuzz's `token_sort_ratio`; the true question is compared with one on another passage, which `seed` draws.

What this file leaves out: the questions are written elsewhere, since a panel gives scores and no text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import IntArray, option_counts
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, DIFFERENCES, ENDS, EXPECTED, ID, N, interval
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.experiments.asking import VERDICTS, draw, own_scores, require_items, views_of, whole
from magnetite.experiments.choices import Choices, answers_of, chance, general_notes, passages_of, read_choices
from magnetite.experiments.findings import INTERVALS, bounded, finite, gain, letters, number, span, too_few
from magnetite.stats.agreement import Agreement, agreement
from magnetite.stats.intervals import Interval, difference, mean, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, verdict

NAME, TITLE = "options", "What options tell"
FIELD = "inferred_question"  # in an item's metadata
BY_ITSELF, TOGETHER = "each option by itself", "the options together"
INFERRED, QUESTION = "the inferred question", "the question"
READINGS = (BY_ITSELF, TOGETHER, INFERRED, QUESTION)
PAIRS = ((TOGETHER, BY_ITSELF), (INFERRED, TOGETHER), (INFERRED, QUESTION))
ALIKE = "likeness to the question"
READING_HEADINGS = (
    Heading("read", "asked about"),
    ACCURACY,
    *ENDS,
    *interval("more", "more than guessing", "more", "points"),
)
PAIR_HEADINGS = (
    Heading("first", "asked about"),
    Heading("second", "compared with"),
    *DIFFERENCES,
    *interval("same", "same choice", "same", "share"),
    EXPECTED,
    N,
)
LIKENESS_HEADINGS = (Heading("to", "compared with"), Heading("likeness", unit="share"), *ENDS)
QUESTION_HEADINGS = (
    ID,
    *(Heading(f"chosen_{place}", f"chosen: {name}") for place, name in enumerate(READINGS)),
    Heading("likeness", ALIKE, "share"),
    Heading("other", "likeness to another", "share"),
)


@dataclass(frozen=True, slots=True)
class OptionsOnly:
    """Compares what a system chooses from the options with its verdict on each, and with an inferred question's answer.

    `seed` draws the questions on other passages that inferred ones are compared with.
    """

    name: ClassVar[str] = NAME
    verdicts: ClassVar[str] = VERDICTS
    seed: int = 0

    def __post_init__(self) -> None:
        whole(self.name, 0, seed=self.seed)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask O, the seat of verdicts if it is taken, and QO with the questions and with those inferred.

        Asks nothing of questions without a known answer, nor without a system for O.
        """
        require_items(exam, self.name)
        items = [item for item in exam if item.answer is not None]
        if "O" not in views_of(panel) or not items:
            return (Finding(self.name, TITLE, Reason("options-nothing"), settings=asdict(self)),)
        return (self._finding(exam, items, panel, dict(_asked(items, panel))),)

    def _finding(
        self, exam: Dataset, items: Sequence[Item], panel: Panel, answers: Mapping[str, "OptionAnswers"]
    ) -> Finding:
        passages, guessing = passages_of(items), chance(items)
        pairs = [
            OptionPair.of(items, answers, pair, passages) for pair in PAIRS if all(name in answers for name in pair)
        ]
        rights = {name: share(each.right[each.asked], passages[each.asked]) for name, each in answers.items()}
        more = {
            name: difference(each.right[each.asked], guessing[each.asked], passages[each.asked])
            for name, each in answers.items()
        }
        likeness = Likeness.of(items, passages, self.seed)
        few = too_few(rights[TOGETHER], passages)
        rows = [(name, *bounded(rights[name]), rights[name].n, *bounded(more[name])) for name in answers]
        tables = [table("read", "Right by what is asked about", READING_HEADINGS, rows, "readings")]
        if pairs:
            tables.append(
                table("pairs", "Compared question by question", PAIR_HEADINGS, (each.row() for each in pairs))
            )
        if likeness:
            tables.append(table("likeness", "How alike inferred questions are", LIKENESS_HEADINGS, likeness.rows()))
        return Finding(
            self.name,
            TITLE,
            sentences(
                *few,
                _together(items, rights[TOGETHER], more[TOGETHER], guessing),
                *(() if panel.panelists["O"].listwise else (Reason("options-itself"),)),
                *(each.told(rights) for each in pairs if each.second != QUESTION),
                *(likeness.told() if likeness else ()),
            ),
            (
                *(number("right", rights[name], group=name) for name in answers),
                *(number("difference", each.gap, "points", f"{each.first} less {each.second}") for each in pairs),
                *(number("same choice", each.same.observed, group=f"{each.first}, {each.second}") for each in pairs),
                *(likeness.numbers() if likeness else ()),
            ),
            tuple(tables),
            table("items", "Every question", QUESTION_HEADINGS, _rows(items, answers, likeness)),
            asdict(self),
            (*_notes(exam, items, panel, answers), *general_notes(answers[TOGETHER].choices), INTERVALS),
        )


@dataclass(frozen=True, slots=True, eq=False)
class OptionAnswers:
    """What the system answered, asked about one thing; `asked`: to which questions, by place, its choices belong."""

    asked: IntArray
    choices: Choices
    right: FloatArray  # (questions,), NaN for those that were not asked
    chosen: IntArray  # (questions,), -1 for those that were not asked

    @classmethod
    def of(cls, questions: int, asked: Sequence[int], choices: Choices) -> "OptionAnswers":
        """Spread the choices of those asked over all questions."""
        right, chosen, places = np.full(questions, np.nan), np.full(questions, -1), np.array(asked, dtype=np.int64)
        right[places], chosen[places] = choices.correct, choices.chosen
        return cls(places, choices, right, chosen)


@dataclass(frozen=True, slots=True)
class OptionPair:
    """How the answers to one thing compare with those to another, question by question."""

    first: str
    second: str
    gap: Interval
    same: Agreement

    @classmethod
    def of(
        cls,
        items: Sequence[Item],
        answers: Mapping[str, OptionAnswers],
        pair: tuple[str, str],
        passages: IntArray,
    ) -> "OptionPair":
        """Compare them on the questions that were asked about both."""
        first, second = (answers[name] for name in pair)
        both = np.intersect1d(first.asked, second.asked)
        of = passages[both]
        same = agreement(
            first.chosen[both], second.chosen[both], answers_of(items)[both], option_counts(items)[both], of
        )
        return cls(*pair, difference(first.right[both], second.right[both], of), same)

    def row(self) -> tuple[Value, ...]:
        """Return its row of the table."""
        same = self.same
        return (
            *(self.first, self.second, *bounded(self.gap), *bounded(same.observed)),
            *(finite(same.expected), self.gap.n),
        )

    def told(self, rights: Mapping[str, Interval]) -> Reason:
        """Say what the first adds to the second."""
        return Reason(
            "options-list" if self.second == BY_ITSELF else "options-inferred",
            {
                "questions": many(self.gap.n),
                "right": rights[self.second if self.second == BY_ITSELF else self.first].estimate,
                "gain": gain(self.gap.estimate, self.gap),
                "verdict": verdict(self.gap, margin=MARGIN),
                "same": self.same.observed.estimate,
                "expected": self.same.expected,
            },
        )


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How alike inferred questions are to the true ones and to others, (inferred,) each, and whose they are."""

    asked: IntArray
    own: FloatArray
    other: FloatArray
    passages: IntArray

    @classmethod
    def of(
        cls, items: Sequence[Item], passages: IntArray, seed: int, measure: Callable[[str, str], float] | None = None
    ) -> "Likeness | None":
        """Compare each inferred question, by its words or another measure from 0 to 1.

        None without any, and without a second passage.
        """
        asked = [k for k, item in enumerate(items) if inferred_question(item)]
        if not asked or len(np.unique(passages)) < 2:
            return None
        alike, own, other = measure or word_likeness, np.zeros(len(asked)), np.zeros(len(asked))
        for place, k in enumerate(asked):
            far = np.flatnonzero(passages != passages[k])
            drawn = items[far[draw(seed, "another question", items[k].passage_id, items[k].question) % len(far)]]
            own[place], other[place] = (alike(inferred_question(items[k]), each.question) for each in (items[k], drawn))
        return cls(np.array(asked), own, other, passages[asked])

    @property
    def gap(self) -> Interval:
        """Return how much more alike they are to the true questions."""
        return mean(self.own - self.other, self.passages, least=-1.0, most=1.0)

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Yield the rows of the table."""
        for name, values in (("the true question", self.own), ("a question on another passage", self.other)):
            each = mean(values, self.passages, least=0.0, most=1.0)
            yield (name, *bounded(each), each.n)

    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers of the finding."""
        own = mean(self.own, self.passages, least=0.0, most=1.0)
        return (number(ALIKE, own), number("more than to another", self.gap, "points"))

    def told(self) -> tuple[Reason]:
        """Say whether they are closer to the true questions than to others."""
        values = {"own": float(self.own.mean()), "other": float(self.other.mean())}
        return (Reason("options-alike", {**values, "verdict": verdict(self.gap, margin=MARGIN)}),)


def inferred_question(item: Item) -> str:
    """Return the question that was inferred from an item's options; empty where there is none."""
    return str(item.metadata.get(FIELD) or "").strip()


def word_likeness(first: str, second: str) -> float:
    """Return how alike two questions are, from 0 to 1, whatever the order of their words, case and punctuation.

    >>> word_likeness("What has Ann?", "Ann has what?"), round(word_likeness("What has Ann?", "Why did Bo run?"), 2)
    (1.0, 0.31)
    """
    from rapidfuzz import fuzz
    from rapidfuzz.utils import default_process

    return float(fuzz.token_sort_ratio(first, second, processor=default_process)) / 100


def _asked(items: Sequence[Item], panel: Panel) -> Iterator[tuple[str, OptionAnswers]]:
    """Yield what the systems answer, by what they are asked about; what has no system or question is left out."""
    everything = range(len(items))
    inferred = [k for k in everything if inferred_question(items[k])]
    asked: list[tuple[str, str, Sequence[int], list[Item]]] = [(TOGETHER, "O", everything, list(items))]
    if VERDICTS in panel.panelists:
        asked.insert(0, (BY_ITSELF, VERDICTS, everything, list(items)))
    if "QO" in views_of(panel):
        if inferred:
            shown = [replace(items[k], question=inferred_question(items[k])) for k in inferred]
            asked.append((INFERRED, "QO", inferred, shown))
        asked.append((QUESTION, "QO", everything, list(items)))
    for name, system, places, shown in asked:
        choices = read_choices(shown, own_scores(panel, system, shown, name), name)
        yield name, OptionAnswers.of(len(items), places, choices)


def _together(items: Sequence[Item], right: Interval, more: Interval, guessing: FloatArray) -> Reason:
    return Reason(
        "options-together",
        {
            "questions": many(len(items)),
            "right": right.estimate,
            "interval": span(right),
            "guessing": float(guessing.mean()),
            "verdict": verdict(more, margin=MARGIN),
        },
    )


def _rows(
    items: Sequence[Item], answers: Mapping[str, OptionAnswers], likeness: Likeness | None
) -> Iterator[tuple[Value, ...]]:
    nobody = np.full(len(items), -1)
    chosen = [letters(answers[name].chosen if name in answers else nobody) for name in READINGS]
    alike = (
        {}
        if likeness is None
        else dict(zip(likeness.asked.tolist(), zip(likeness.own, likeness.other, strict=True), strict=True))
    )
    for k, item in enumerate(items):
        own, other = alike.get(k, (None, None))
        yield (item.id, *(each[k] for each in chosen), own, other)


def _notes(
    exam: Dataset, items: Sequence[Item], panel: Panel, answers: Mapping[str, OptionAnswers]
) -> Iterator[Reason]:
    if left_out := len(exam) - len(items):
        yield Reason("options-note-left-out", {"questions": many(left_out)})
    if BY_ITSELF in answers:
        yield Reason("options-note-verdicts")
    elif panel.panelists["O"].listwise:
        yield Reason("options-note-no-verdicts")
    if INFERRED in answers:
        lacking = len(items) - len(answers[INFERRED].asked)
        yield Reason("options-note-inferred", {"lacking": lacking})
    else:
        yield Reason("options-note-not-inferred", {"lacking": "question" if QUESTION in answers else "system"})
