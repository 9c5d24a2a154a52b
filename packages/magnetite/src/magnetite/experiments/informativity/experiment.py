"""Text informativity: how much of what is answered right is owed to the text (Säuberli and Clematide 2024)?

A question's answerability is the share of respondents who answer it right with the text, its guessability the share who
do so without, and its text informativity the first less the second: 1 where everybody needs the text and finds the
answer in it, 0 where the text changes nothing, below 0 where it misleads.

    TI = P(right | text, question, options) - P(right | question, options)

The respondents here are answers drawn from a system, so that an item's shares are the calibrated probabilities that it
gives the key under QOC and QO. Of an exam, they are the shares of questions that it answers right, paired by question.
A question of low informativity is guessable, or not answerable with the text, or both; both shares stand beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import IntArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import DIFFERENCE_HIGH, DIFFERENCE_LOW, ID, LEVEL, N
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.experiments.asking import (
    calibrated,
    calibration,
    has_passages,
    own_scores,
    require_items,
    require_probabilities,
    views_of,
    whole,
)
from magnetite.experiments.choices import (
    Choices,
    answer_probability,
    general_notes,
    levels_of,
    passages_of,
    read_choices,
)
from magnetite.experiments.findings import INTERVALS, bounded, calibration_note, gain, number, span, too_few
from magnetite.stats.intervals import Interval, difference, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, verdict

NAME, TITLE = "informativity", "What the text contributes"
WITH, WITHOUT = "QOC", "QO"
ANSWERABILITY, GUESSABILITY, INFORMATIVITY = "answerability", "guessability", "text informativity"
COMPARED_DECIMALS = 9  # decimals to which values are compared: the last ones differ from machine to machine
_ENDS = ("", "_low", "_high")
EXAM_HEADINGS = (
    LEVEL,
    *(Heading(f"{name}{end}", name, "share") for name in (ANSWERABILITY, GUESSABILITY) for end in _ENDS),
    Heading("difference", INFORMATIVITY, "points"),
    DIFFERENCE_LOW,
    DIFFERENCE_HIGH,
    N,
)
QUESTION_HEADINGS = (
    ID,
    Heading("answerability", "probability of the key with the text", "share"),
    Heading("guessability", "without it", "share"),
    Heading("informativity", INFORMATIVITY, "points"),
    Heading("right_QOC", "right with the text", "share"),
    Heading("right_QO", "right without the text", "share"),
)


@dataclass(frozen=True, slots=True)
class Informativity:
    """Asks for every question with the text and without, and lists those to which the text contributes least.

    `listed`: the length of the list. `temperatures`, by view, and `calibrated_on` are as in `shortcuts`.
    """

    name: ClassVar[str] = NAME
    listed: int = 10
    temperatures: Mapping[str, float] = field(default_factory=dict)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 0, listed=self.listed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the systems of QOC and QO for the own options of questions with a text and a known answer.

        Asks nothing where one of the two is missing, or where the exam has no such question.
        """
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        items = [item for item in exam if item.answer is not None and has_passages([item])]
        if not {WITH, WITHOUT} <= set(views_of(panel)) or not items:
            return (Finding(self.name, TITLE, Reason("informativity-nothing"), settings=asdict(self)),)
        settings: Informativity = calibrated(self, panel, (WITH, WITHOUT))
        choices = {view: read_choices(items, own_scores(panel, view, items, view), view) for view in (WITH, WITHOUT)}
        return (settings._finding(exam, items, choices),)

    def _finding(self, exam: Dataset, items: Sequence[Item], choices: Mapping[str, Choices]) -> Finding:
        passages = passages_of(items)
        right, guessed = choices[WITH].correct, choices[WITHOUT].correct
        whole_exam = TextShares.of(right, guessed, passages)
        rows = list(_questions(items, choices, self.temperatures))
        least = sorted(rows, key=lambda row: (row[3], row[0]))[: self.listed]
        by_level = [
            (level, *TextShares.of(right[mask], guessed[mask], passages[mask]).cells())
            for level, mask in levels_of(items).items()
        ]
        values: dict[str, Any] = {
            "questions": many(len(items)),
            "with": whole_exam.answerability.estimate,
            "interval": span(whole_exam.answerability),
            "without": whole_exam.guessability.estimate,
            "gain": gain(whole_exam.informativity.estimate, whole_exam.informativity),
            "verdict": verdict(whole_exam.informativity, margin=MARGIN),
        }
        tables: list[Table] = [table("by_level", "With the text and without", EXAM_HEADINGS, by_level, NAME)]
        if least:
            tables.append(table("least", "Questions to which the text contributes least", QUESTION_HEADINGS, least))
        return Finding(
            self.name,
            TITLE,
            sentences(*too_few(whole_exam.answerability, passages), Reason("informativity-exam", values)),
            (
                number(ANSWERABILITY, whole_exam.answerability),
                number(GUESSABILITY, whole_exam.guessability),
                number(INFORMATIVITY, whole_exam.informativity, "points"),
            ),
            tuple(tables),
            table("items", "Every question", QUESTION_HEADINGS, rows),
            asdict(self),
            (
                *_notes(exam, items),
                *general_notes(choices[WITH]),
                calibration_note((WITH, WITHOUT), self.temperatures, self.calibrated_on),
                INTERVALS,
            ),
        )


@dataclass(frozen=True, slots=True)
class TextShares:
    """What is answered right with the text and without, and the difference, paired by question."""

    answerability: Interval
    guessability: Interval
    informativity: Interval

    @classmethod
    def of(cls, right: FloatArray, guessed: FloatArray, passages: IntArray) -> "TextShares":
        """Estimate them of what is right with the text and without, (questions,) each."""
        return cls(share(right, passages), share(guessed, passages), difference(right, guessed, passages))

    def cells(self) -> tuple[Value, ...]:
        """Return their cells of a table."""
        three = (self.answerability, self.guessability, self.informativity)
        return (*(value for each in three for value in bounded(each)), self.answerability.n)


def _questions(
    items: Sequence[Item], choices: Mapping[str, Choices], temperatures: Mapping[str, float]
) -> Iterator[tuple[Any, ...]]:
    with_text, without = (answer_probability(choices[view], temperatures.get(view, 1.0)) for view in (WITH, WITHOUT))
    gains = (with_text - without).round(COMPARED_DECIMALS)
    right = (choices[view].correct for view in (WITH, WITHOUT))
    columns = (column.tolist() for column in (with_text, without, gains, *right))
    for item, *row in zip(items, *columns, strict=True):
        yield (item.id, *row)


def _notes(exam: Dataset, items: Sequence[Item]) -> Iterator[Reason]:
    if left_out := len(exam) - len(items):
        yield Reason("informativity-note-left-out", {"questions": many(left_out)})
    yield Reason("informativity-note-system")
