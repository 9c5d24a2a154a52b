"""Following: does the system that reads the passage still choose what it would choose without it?

That questions can be answered without their passage (`shortcuts`) does not show that the full system answers them that
way. Two comparisons tell more. Where the system without the passage (QO) is wrong, does the full system (QOC) take the
same wrong option, more often than evenly spread errors would? And does its choice survive another passage
instead of its own: does it need the passage at all?
Systems that are shown all options at once are asked whole questions, like any other. Where options share the top
score one is drawn, for each system by itself and whatever their order: choices are compared one with one.
Comparisons are over the questions with a known answer; where none is known, over all, and without chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import IntArray, ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import EXPECTED, ID, SHARE, chosen_with
from magnetite.core.results import Finding, Heading, Number, Table, Value
from magnetite.experiments.asking import (
    calibrated,
    calibration,
    draw,
    has_passages,
    own_scores,
    require_items,
    views_of,
    whole,
)
from magnetite.experiments.choices import Choices, chance, general_notes, passages_of, read_choices, unclear_notes
from magnetite.experiments.findings import (
    INTERVALS,
    calibration_note,
    estimate_columns,
    finite,
    known,
    letters,
    number,
    span,
    too_few,
)
from magnetite.stats.agreement import Agreement, SharedErrors, agreement, shared_errors
from magnetite.stats.calibration import confidence
from magnetite.stats.intervals import Interval, mean, share
from magnetite.stats.ragged import softmax
from magnetite.stats.verdict import MARGIN, Verdict, verdict

TITLE = "Following the shortcut"


@dataclass(frozen=True, slots=True)
class Following:
    """The full system's choices compared with those made without the passage and with another passage.

    `seed` draws the other passages. `temperatures` (by view, 1 where there is none) and `calibrated_on` concern only
    how sure the system is; choices do not depend on them.
    Without systems for QO and QOC nothing is scored, and the finding reports that.
    """

    name: ClassVar[str] = "following"
    seed: int = 0
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 0, seed=self.seed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask QO and QOC for own options, and QOC for those with another passage's text ("random").

        Asks for nothing without both views or without passages, and not for "random" where there is a single passage.
        """
        require_items(exam, self.name)
        if not has_passages(exam):
            return (Finding(self.name, TITLE, Reason("following-no-passages"), settings=asdict(self)),)
        if not {"QO", "QOC"} <= set(views_of(panel)):
            return (Finding(self.name, TITLE, Reason("following-no-views"), settings=asdict(self)),)
        scores = {name: own_scores(panel, name, exam.items, name) for name in ("QO", "QOC")}
        if others := with_other_passages(exam.items, self.seed):
            scores["random"] = own_scores(panel, "QOC", others, "random")
        return (calibrated(self, panel, ["QO", "QOC"])._finding(exam, scores, panel.panelists["QOC"].graded),)

    def _finding(self, dataset: Dataset, scores: Mapping[str, ScoreArray], graded: bool) -> Finding:
        """Read from the scores how far the choices go together."""
        items = dataset.items
        choices = {name: read_choices(items, each, name) for name, each in scores.items()}
        passages, temperature = passages_of(items), self.temperatures.get("QOC", 1.0)
        result = _comparisons(items, choices, passages)
        calibrated = calibration_note(["QOC"], self.temperatures, self.calibrated_on) if graded else None
        return Finding(
            experiment=self.name,
            title=TITLE,
            answer=sentences(*too_few(result.agrees.observed, passages), _agreement(result), *_random(result)),
            numbers=(*_numbers(result), *(_sureness(choices, passages, temperature) if graded else ())),
            tables=(_following_table(result),),
            items=_item_rows(items, choices),
            settings=asdict(self),
            notes=_notes(choices, calibrated),
        )


def with_other_passages(items: Sequence[Item], seed: int) -> tuple[Item, ...]:
    """Give each item another passage's text, all items of a passage the same; empty where there is only one text.

    An item without a passage stays without one.

    The texts, ordered by a draw from the seed, each get the next one's: no text stays, each is used once, and an
    encoder reads as many passages as before.
    """
    own = {item.passage for item in items if item.passage.strip()}
    texts = sorted(own, key=lambda text: (draw(seed, "random passage", text), text))
    if len(texts) < 2:
        return ()
    following = dict(zip(texts, (*texts[1:], texts[0]), strict=True))
    return tuple(replace(item, passage=following.get(item.passage, "")) for item in items)


@dataclass(frozen=True, slots=True)
class Comparisons:
    """How far choices agree; None where that is unknown (no answer is known, or there is one passage).

    `agrees`, `keeps` and `random_agrees` compare QOC with QO, QOC with its choice given a random passage, and that
    choice with QO. `errors` is how QOC follows QO into its errors.
    """

    agrees: Agreement
    errors: SharedErrors | None
    right: Interval | None
    guess: float
    keeps: Agreement | None
    random_agrees: Agreement | None


def _comparisons(items: Sequence[Item], chosen: Mapping[str, Choices], passages: IntArray) -> Comparisons:
    """Compare the choices of "QO", "QOC" and, where it was asked for, "random"."""
    without, full, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    labelled = full.labelled.any()
    on = full.labelled if labelled else np.ones(len(items), dtype=np.bool_)
    clusters = passages[on]

    def compare(first: Choices, second: Choices) -> Agreement:
        pair = first.chosen[on], second.chosen[on]
        if not labelled:
            return Agreement(
                share((pair[0] == pair[1]) & (pair[0] >= 0), clusters), np.nan, Interval(np.nan, np.nan, np.nan, 0)
            )
        answers = full.answers[on], full.counts[on], clusters
        return agreement(*pair, *answers)

    picks = without.chosen[on], full.chosen[on], full.answers[on], full.counts[on], clusters
    return Comparisons(
        agrees=compare(without, full),
        errors=shared_errors(*picks) if labelled else None,
        right=share(other.correct[on], clusters) if other and labelled else None,
        guess=float(chance(items)[on].mean()),
        keeps=compare(full, other) if other else None,
        random_agrees=compare(other, without) if other else None,
    )


def _numbers(result: Comparisons) -> tuple[Number, ...]:
    """Return the headline figures; unknown ones are left out."""
    figures = [number("agreement", result.agrees.observed)]
    if np.isfinite(result.agrees.expected):
        figures.append(Number("agreement expected", result.agrees.expected, n=result.agrees.observed.n))
    if np.isfinite(result.agrees.kappa.estimate):
        figures.append(number("kappa", result.agrees.kappa, "score"))
    if result.errors is not None and result.errors.observed.n:
        expected = Number("follows wrong shortcut expected", result.errors.expected, n=result.errors.observed.n)
        figures += [number("follows wrong shortcut", result.errors.observed), expected]
    if result.right is not None:
        figures.append(number("accuracy with random passage", result.right))
    if result.keeps is not None and result.random_agrees is not None:
        figures.append(number("unchanged with random passage", result.keeps.observed))
        figures.append(number("random passage agreement with QO", result.random_agrees.observed))
    return tuple(figures)


def _sureness(chosen: Mapping[str, Choices], passages: IntArray, temperature: float) -> Iterator[Number]:
    """Yield how sure the system is with its own passage, and with another."""
    for name, label in (("QOC", "own passage"), ("random", "random passage")):
        if name in chosen:
            sure = confidence(softmax(chosen[name].scores, chosen[name].counts, temperature), chosen[name].counts)
            yield number("mean confidence", mean(sure, passages, least=0.0, most=1.0), group=label)


def _following_table(result: Comparisons) -> Table:
    """List the comparisons: the share, its interval, and what chance would show."""
    rows: list[tuple[str, Interval, float]] = [
        ("with its passage, chooses as without", result.agrees.observed, result.agrees.expected)
    ]
    if result.errors is not None and result.errors.observed.n:
        rows.append(
            ("where wrong without, takes the same wrong option", result.errors.observed, result.errors.expected)
        )
    if result.keeps is not None and result.random_agrees is not None:
        rows.append(("with a random passage, keeps its choice", result.keeps.observed, result.keeps.expected))
        agrees = result.random_agrees
        rows.append(("with a random passage, chooses as without", agrees.observed, agrees.expected))
    if result.right is not None:
        rows.append(("with a random passage, is right", result.right, result.guess))
    *shares, n = estimate_columns(SHARE, (interval for _, interval, _ in rows))
    expected = EXPECTED.over(finite(chance) for _, _, chance in rows)
    columns = (Heading("comparison").over(name for name, _, _ in rows), *shares, expected, n)
    return Table("following", "With the passage, without it, and with another", columns)


def _item_rows(items: Sequence[Item], chosen: Mapping[str, Choices]) -> Table:
    """List per item what was chosen.

    `follows`: QOC takes the wrong option that QO takes (unknown without an answer). `unchanged`: QOC makes the same
    choice given the random passage.
    """
    without, full, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    follows = (without.chosen == full.chosen) & (full.chosen >= 0) & ~without.settled
    missing: list[Value] = [None] * len(items)
    unchanged = ((other.chosen == full.chosen) & (full.chosen >= 0)).tolist() if other else missing
    columns = (
        ID.over(item.id for item in items),
        chosen_with("QO").over(letters(without.chosen)),
        chosen_with("QOC").over(letters(full.chosen)),
        Heading("chosen_random", "chosen with another passage").over(letters(other.chosen) if other else missing),
        Heading("follows", "chosen as without the passage").over(known(follows, full.labelled)),
        Heading("unchanged", "chosen again with another passage").over(unchanged),
    )
    return Table("items", "Every question", columns)


def _notes(chosen: Mapping[str, Choices], calibration: Reason | None) -> tuple[Reason, ...]:
    """Return the caveats a reader must see."""
    passage = "random" if "random" in chosen else "one-passage"
    lines = [INTERVALS, Reason(f"following-note-{passage}")]
    if chosen["QOC"].labelled.any():
        lines.insert(0, Reason("following-note-chance"))
    lines += [] if calibration is None else [calibration]
    ties = (note for name in ("QO", "random") if name in chosen for note in unclear_notes(chosen[name], name))
    return (*lines, *general_notes(chosen["QOC"]), *ties)


def _agreement(result: Comparisons) -> Reason:
    same = result.agrees.observed
    if result.errors is None:
        values = {"same": same.estimate, "questions": many(same.n), "interval": span(same)}
        return Reason("following-no-answers", values)
    shared = result.errors.observed
    if not shared.n:
        return Reason("following-no-errors")
    values = {"wrong": many(shared.n), "same": shared.estimate, "interval": span(shared)}
    rest = {"expected": result.errors.expected, "verdict": _beside_chance(result.errors)}
    return Reason("following-errors", {**values, **rest})


def _beside_chance(errors: SharedErrors) -> Verdict:
    """Say what the surplus shows, if the interval that stands in the sentence says the same of what chance shows."""
    sides = verdict(errors.excess, margin=MARGIN), verdict(errors.observed, errors.expected, margin=MARGIN)
    return sides[0] if sides[0] == sides[1] else Verdict.OPEN


def _random(result: Comparisons) -> Iterator[Reason]:
    """Yield what another passage changes, if it was asked for."""
    if result.keeps is None:
        return
    keeps = result.keeps.observed.estimate
    if result.right is None:
        yield Reason("following-random", {"keeps": keeps})
        return
    side = verdict(result.right, result.guess, margin=MARGIN)
    known = max(0.0, (result.right.estimate - result.guess) / (1 - result.guess))  # the rest were guessed
    values = {"keeps": keeps, "right": result.right.estimate, "interval": span(result.right), "guessing": result.guess}
    yield Reason("following-random-right", {**values, "verdict": side, "known": known})
