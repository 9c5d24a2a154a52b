"""What findings are made of: numbers and values, sentences, and how a system stands: beside guessing, and its card."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from examfiles.items import Item, letter
from examfiles.reasons import Reason, many
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.experiment import PanelSystem
from magnetite.core.headings import HIGH, LOW, N
from magnetite.core.results import Column, Heading, Number, Value
from magnetite.experiments.asking import has_set_options
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import MARGIN, SURE_P, Bounded, Verdict, says_little, verdict

INTERVALS = Reason("note-intervals")
UNEQUAL = 1.1  # how much more training one of several systems must have had for a comparison to say so
MEASURED_ON = "RACE test"
Standing = Literal["guessing", "below", "as-measured", "open"]


def letters(indices: IntArray) -> list[Value]:
    """Name options by letter; None for an index below 0."""
    return [None if index < 0 else letter(int(index)) for index in indices]


def known(values: npt.NDArray[np.generic], where: BoolArray) -> list[Value]:
    """List values for a table, None where they are not known."""
    return [value if here else None for value, here in zip(values.tolist(), where.tolist(), strict=True)]


def finite(value: float) -> float | None:
    """Return None in place of NaN."""
    return None if math.isnan(value) else value


def number(label: str, interval: Interval, unit: str = "share", group: str = "") -> Number:
    """Make a finding's number from an interval; NaN bounds become None."""
    return Number(label, interval.estimate, finite(interval.low), finite(interval.high), interval.n, unit, group)


def estimate_cells(name: str, interval: Interval) -> dict[str, Value]:
    """Return the cells of an estimate and its bounds, by the names of their columns."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), bounded(interval), strict=True))


def bounded(interval: Interval) -> tuple[Value, Value, Value]:
    """Return an estimate and its bounds; no NaN."""
    return finite(interval.estimate), finite(interval.low), finite(interval.high)


def estimate_columns(heading: Heading, intervals: Iterable[Interval]) -> tuple[Column, Column, Column, Column]:
    """Return the columns of estimates, of their bounds, and of what they are over."""
    every = list(intervals)
    return (
        heading.over(finite(each.estimate) for each in every),
        LOW.over(finite(each.low) for each in every),
        HIGH.over(finite(each.high) for each in every),
        N.over(each.n for each in every),
    )


def percent(share: float) -> str:
    """Write a share: whole per cent, with one decimal only where rounding would give none or all.

    >>> percent(0.256), percent(0.004), percent(0.0), percent(0.998)
    ('26%', '0.4%', '0%', '99.8%')
    """
    rounds_away = 0 < share < 0.01 or 0.99 < share < 1
    return f"{100 * share:.1f}%" if rounds_away else f"{100 * share:.0f}%"


def between(interval: Interval) -> str:
    """Write a share's interval."""
    return f"95% interval {percent(interval.low)} to {percent(interval.high)}"


def span(share: Bounded) -> Reason:
    """Return a share's interval in words. It is said to have none where that would leave nothing out.

    >>> span(Interval(0.5, 0.0, 1.0, 12)).code, span(Interval(0.5, 0.2, 0.8, 12)).code
    ('writing-no-interval', 'writing-interval')
    """
    ends = _ends(share, 0.0)
    return Reason("writing-interval", ends) if ends else Reason("writing-no-interval")


def gain(value: float, gap: Bounded, p: float | None = None) -> Reason:
    """Return a difference of shares in words, in percentage points, with its interval as `span` has that of a share.

    `p`: of an exact test of the same pairs. Where it takes back what the interval alone would show, it is said.

    >>> gain(0.2, Interval(0.2, 0.03, 0.37, 60), p=0.06).code, gain(0.2, Interval(0.2, 0.03, 0.37, 60), p=0.01).code
    ('writing-gain-doubted', 'writing-gain')
    """
    ends = _ends(gap, -1.0)
    if not ends:
        return Reason("writing-gain-alone", {"value": value})
    if p is not None and p >= SURE_P and verdict(gap).clear:
        return Reason("writing-gain-doubted", {"value": value, **ends, "p": p})
    return Reason("writing-gain", {"value": value, **ends})


def _ends(shown: Bounded, least: float) -> dict[str, float]:
    """Return both ends of an interval, or none where it is missing or leaves out nothing from `least` to 1."""
    if shown.low is None or shown.high is None or math.isnan(shown.low) or math.isnan(shown.high):
        return {}
    return {} if shown.low <= least and shown.high >= 1 else {"low": shown.low, "high": shown.high}


def calibration_note(views: Sequence[str], temperatures: Mapping[str, float], calibrated_on: str) -> Reason:
    """Describe whether these views' probabilities are calibrated, how, and on what.

    >>> calibration_note(["QOC", "QO"], {"QOC": 1.25}, "dev, 2,000 questions").values["temperatures"]
    'QOC 1.25'
    """
    fitted = [f"{name} {temperatures[name]:.3g}" for name in views if name in temperatures]
    if not fitted:
        return Reason("note-probabilities-uncalibrated")
    left = ", ".join(name for name in views if name not in temperatures)
    values = {"on": calibrated_on or "settings", "temperatures": ", ".join(fitted), "left": left or "none"}
    return Reason("note-probabilities-calibrated", values)


def standing(here: Bounded, guessing: float, measured: float) -> Standing:
    """Say how an accuracy here compares with guessing, and with what was `measured` elsewhere, shares all.

    "as-measured" is no further below than `MARGIN`; "open" where these questions cannot show that.

    >>> from magnetite.stats.intervals import Interval
    >>> standing(Interval(0.26, 0.22, 0.31, 99), 0.25, 0.5), standing(Interval(0.37, 0.33, 0.41, 99), 0.25, 0.5)
    ('guessing', 'below')
    >>> standing(Interval(0.56, 0.30, 0.79, 25), 0.25, 0.58), standing(Interval(0.57, 0.54, 0.60, 999), 0.25, 0.58)
    ('open', 'as-measured')
    """
    if verdict(here, guessing) != Verdict.ABOVE:
        return "guessing"
    if verdict(here, measured) == Verdict.BELOW:
        return "below"
    return "as-measured" if verdict(here, measured - MARGIN) == Verdict.ABOVE else "open"


def too_few(share: Bounded, passages: IntArray) -> tuple[Reason, ...]:
    """Say first, where it is so, that a share of questions on these passages, (questions,), says little of others."""
    count = len(np.unique(passages))
    if not says_little(share, count):
        return ()
    return (Reason("too-few", {"questions": many(len(passages)), "passages": many(count, "passage"), "count": count}),)


def measured_accuracy(system: PanelSystem) -> float | None:
    """Return what a system's card says it gets right on `MEASURED_ON`; of an ensemble, whoever answers here."""
    accuracy = in_card(system, MEASURED_ON, "all", "accuracy")
    return float(accuracy) if isinstance(accuracy, int | float) else None


def in_card(system: PanelSystem, *path: str) -> Any:
    """Return what stands at a path of a card's measurements, None where nothing does."""
    value: Any = system.training.get("card")
    for name in ("measured", *path):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def questions_seen(training: Mapping[str, Any]) -> int:
    """Return how many questions a system read in training by its card, those of what it started from, and repeats, too.

    `training`: what a run records of it. Counted to the step whose weights were kept; a card that does not say so
    counts all that it was to read. 0 where there is no card.

    >>> start = {"data": {"items": 900}, "questions": 450, "recipe": {"epochs": 1}}
    >>> questions_seen({"card": {"data": {"items": 1000}, "recipe": {"epochs": 2}, "init": start}})
    2450
    """
    card, seen = training.get("card"), 0.0
    while isinstance(card, Mapping):
        items = (card.get("data") or {}).get("items") or 0
        planned = items * ((card.get("recipe") or {}).get("epochs") or 1)
        read = card.get("questions")
        seen += planned if read is None else read
        card = card.get("init")
    return round(seen)


def set_options(items: Sequence[Item], code: str = "note-set-options") -> Iterator[Reason]:
    """Warn of questions whose options are part of their task, where options or their order change, or stand alone."""
    found = sum(map(has_set_options, items))
    if found:
        yield Reason(code, {"found": found, "questions": len(items)})


def unequal_training(systems: Mapping[str, PanelSystem]) -> Iterator[Reason]:
    """Warn where compared systems were trained on clearly different numbers of questions; unknown numbers say nothing.

    >>> cards = {view: {"card": {"data": {"items": items}}} for view, items in (("QO", 37_000), ("QOC", 74_000))}
    >>> systems = {view: PanelSystem(view, view, training=card) for view, card in cards.items()}
    >>> [note.values["seen"] for note in unequal_training(systems)]
    ['QO 37,000, QOC 74,000']
    """
    seen = {name: many for name, system in systems.items() if (many := questions_seen(system.training))}
    if len(seen) > 1 and max(seen.values()) > UNEQUAL * min(seen.values()):
        each = ", ".join(f"{name} {many:,}" for name, many in seen.items())
        yield Reason("note-unequal-training", {"seen": each})
