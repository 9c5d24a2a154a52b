"""Accuracy: how many questions a system gets right, compared with three ways to answer without reading.

A system that is shown all options at once is asked the exam's own lists. Without passages there is no word overlap.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import ScoreArray
from magnetite.core.experiment import Panel, PanelSystem
from magnetite.core.headings import ACCURACY, ANSWER, ID, LEVEL, SYSTEM
from magnetite.core.results import Finding, Heading, Number, Table
from magnetite.experiments.asking import calibrated, calibration, has_passages, own_scores, require_items, richest_of
from magnetite.experiments.choices import (
    Choices,
    answer_margin,
    answer_probability,
    baseline,
    chance,
    general_notes,
    levels_of,
    passages_of,
    read_choices,
    right_columns,
    ties,
)
from magnetite.experiments.findings import (
    INTERVALS,
    calibration_note,
    estimate_columns,
    gain,
    known,
    letters,
    measured_accuracy,
    number,
    span,
    standing,
    too_few,
)
from magnetite.stats.intervals import Interval, difference, mcnemar, share
from magnetite.stats.verdict import MARGIN, verdict
from magnetite.views.baselines import longest, word_overlap


@dataclass(frozen=True, slots=True)
class _LevelAccuracy:
    system: str
    level: str
    interval: Interval


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Accuracy, by level, against guessing, the longest option and word overlap.

    `temperatures` (by view, 1 where there is none) divide scores before they become probabilities; `calibrated_on`
    describes what they were fitted on.
    """

    name: ClassVar[str] = "accuracy"
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for every item's own options."""
        require_items(exam, self.name)
        chosen = richest_of(panel)
        scores = own_scores(panel, chosen, exam.items, "own")
        return (calibrated(self, panel, [chosen])._finding(exam, panel.panelists[chosen], scores),)

    def _finding(self, dataset: Dataset, system: PanelSystem, scores: ScoreArray) -> Finding:
        """Read the accuracy from the scores; without any known answer there are choices but no numbers."""
        choices, view_name = read_choices(dataset.items, scores), system.view
        notes: tuple[Reason, ...] = (*_view_notes(view_name, dataset), *general_notes(choices), INTERVALS)
        notes += (calibration_note([view_name], self.temperatures, self.calibrated_on),) if system.graded else ()
        rows = _item_rows(dataset.items, choices, self.temperatures.get(view_name, 1.0), system.graded)
        title, settings = "Accuracy", asdict(self)
        if not choices.labelled.any():
            unknown = Reason("accuracy-unanswered", {"questions": many(len(dataset))})
            return Finding(self.name, title, unknown, items=rows, settings=settings, notes=notes)
        measured = _measure(dataset.items, choices)
        above = self._above_longest(dataset.items, choices)
        notes = (*notes, *_standing_notes(measured, measured_accuracy(system)))
        silent = int((choices.chosen < 0)[choices.labelled].sum())
        numbers = (
            *map(_number, (m for m in measured if m.system == "model" or m.level == "all")),
            *above,
            *_without_an_answer(silent, above[0].n or 0, dataset.not_asked),
        )
        few = too_few(measured[0].interval, passages_of(dataset.items)[choices.labelled])
        answer = sentences(
            *few,
            _answer(measured),
            *ties(choices),
            Reason("accuracy-silent", {"silent": silent}) if silent else "",
            Reason("accuracy-not-asked", {"lacking": dataset.not_asked}) if dataset.not_asked else "",
            *([] if few else [_beside_longest(*above)]),
        )
        return Finding(self.name, title, answer, numbers, (_by_level(measured),), rows, settings, notes)

    def _above_longest(self, items: tuple[Item, ...], choices: Choices) -> tuple[Number, Number]:
        on = choices.labelled
        beside = baseline(items, longest)
        gap = difference(choices.correct[on], beside.correct[on], passages_of(items)[on])
        test = mcnemar(choices.settled[on], beside.settled[on])
        return (number("above longest", gap, "points"), Number("above longest, McNemar p", test.p, n=gap.n, unit="p"))


def _measure(items: tuple[Item, ...], choices: Choices) -> list[_LevelAccuracy]:
    systems = {
        "model": choices.correct,
        "longest": baseline(items, longest).correct,
        **({"word overlap": baseline(items, word_overlap).correct} if has_passages(items) else {}),
    }
    passages, guess = passages_of(items), chance(items)
    estimates: list[_LevelAccuracy] = []
    for level, mask in levels_of(items).items():
        on = mask & choices.labelled
        if on.any():
            shares = [_LevelAccuracy(name, level, share(right[on], passages[on])) for name, right in systems.items()]
            exact = Interval(float(guess[on].mean()), np.nan, np.nan, int(on.sum()))
            estimates += [shares[0], _LevelAccuracy("random", level, exact), *shares[1:]]
    return estimates


def _without_an_answer(silent: int, questions: int, not_asked: int) -> Iterator[Number]:
    """Yield the share of questions without an answer, which are wrong, and the number of those not asked."""
    if silent:
        yield Number("named no option", silent / questions, n=questions)
    if not_asked:
        yield Number("not asked", not_asked, unit="count")


def _by_level(measured: list[_LevelAccuracy]) -> Table:
    columns = (
        SYSTEM.over(m.system for m in measured),
        LEVEL.over(m.level for m in measured),
        *estimate_columns(ACCURACY, (m.interval for m in measured)),
    )
    return Table("by_level", "Accuracy by level", columns, "accuracy_by_level")


def _number(estimate: _LevelAccuracy) -> Number:
    if estimate.system == "model":
        return number("accuracy", estimate.interval, group="" if estimate.level == "all" else estimate.level)
    return number("baseline", estimate.interval, group=estimate.system)


def _item_rows(items: tuple[Item, ...], choices: Choices, temperature: float, graded: bool) -> Table:
    on = choices.labelled
    margin = Heading("margin", "lead over the next best option (score)", "margin")
    sureness = (
        Heading("probability", unit="share").over(known(answer_probability(choices, temperature), on)),
        margin.over(known(answer_margin(choices), on)),
    )
    columns = (
        ID.over(item.id for item in items),
        LEVEL.over(item.level for item in items),
        ANSWER.over(letters(choices.answers)),
        Heading("chosen").over(letters(choices.chosen)),
        *right_columns(Heading("correct"), choices.settled, choices.correct, on),
        *(sureness if graded else ()),
    )
    return Table("items", "Every question", columns)


def _answer(estimates: list[_LevelAccuracy]) -> Reason:
    overall = {m.system: m.interval for m in estimates if m.level == "all"}
    model, overlap = overall["model"], overall.get("word overlap")
    values = {
        "right": round(model.estimate * model.n, 1),
        "questions": many(model.n),
        "accuracy": model.estimate,
        "interval": span(model),
        "guessing": overall["random"].estimate,
        "longest": overall["longest"].estimate,
    }
    if overlap is None:
        return Reason("accuracy-answer-no-passages", values)
    return Reason("accuracy-answer", {**values, "overlap": overlap.estimate})


def _beside_longest(gap: Number, test: Number) -> Reason:
    """Say whether it is told from always taking the longest option."""
    side = verdict(gap, margin=MARGIN, p=test.value)
    return Reason("accuracy-beside-longest", {"side": side, "gap": gain(gap.value, gap, test.value)})


def _view_notes(view_name: str, dataset: Dataset) -> tuple[Reason, ...]:
    if view_name == "QOC" or (view_name == "QO" and not has_passages(dataset)):
        return ()
    return (Reason("note-richest-view", {"view": view_name}),)


def _standing_notes(estimates: list[_LevelAccuracy], measured: float | None) -> tuple[Reason, ...]:
    """Say what the system's accuracy on this exam says about trusting it here, where its card tells of another exam."""
    if measured is None:
        return ()
    overall = {m.system: m.interval for m in estimates if m.level == "all"}
    here = standing(overall["model"], overall["random"].estimate, measured)
    return (Reason("note-standing", {"measured": measured, "verdict": here}),)
