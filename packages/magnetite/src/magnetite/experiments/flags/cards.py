"""What systems' cards say of flags: how often sure answers are right elsewhere, and how often flags are.

`benchmarks/flags_luck.py` and `benchmarks/flags_worth.py` write it into the cards of bundled systems. Who trains a
system measures one rule without them, on dev: a key can be set wrong without writing anything (`measured_on_keys`).
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from examfiles.items import Item
from magnetite.core.experiment import PanelSystem
from magnetite.experiments.findings import MEASURED_ON, in_card, measured_accuracy
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.lists import WITH
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.settings import FlagSettings
from magnetite.experiments.flags.worth import Worth, fitted, row_of, worth_from
from magnetite.stats.intervals import Interval, wilson
from magnetite.stats.verdict import Verdict as Side
from magnetite.stats.verdict import verdict as verdict_of

GUESSING = 1 / 4
SURE_ANSWERS = "sure answers on RACE test"  # in a card, what is measured of each rule that luck can raise
FLAGS_WORTH = "flags"  # in a card, how often each rule's flags by this model are right
OF_KEYS = "another-option-fits-better"


def elsewhere(systems: Mapping[str, PanelSystem], settings: FlagSettings) -> dict[str, float]:
    """Return what the systems' cards say of RACE test: the accuracy, by view, and of sure answers, by rule.

    A card says with how many members and which limits sure answers were measured (`benchmarks/flags_luck.py`); measured
    otherwise, they say nothing here. Nor does a model that is not clearly better than guessing there.
    """
    known = {
        view: accuracy
        for view, system in systems.items()
        if (accuracy := measured_accuracy(system)) is not None and _better(*_bounds(system))
    }
    for name, rule in RULES.items():
        if rule.luck and rule.views[0] in systems:
            system = systems[rule.views[0]]
            found = in_card(system, SURE_ANSWERS, name)
            same = {"members": system.members, "limits": dict(settings.rules[name].thresholds)}
            if isinstance(found, Mapping) and same.items() <= found.items() and found.get("sure"):
                right = found.get("right", 0) / found["sure"]
                low, high = wilson(np.array([right]), np.array([float(found["sure"])]))
                known |= {name: right} if _better(float(low[0]), float(high[0])) else {}
    return known


def worth_of(systems: Mapping[str, PanelSystem], verifier: PanelSystem | None = None) -> dict[str, Worth]:
    """Return what the systems' cards say of how often a model's flags are right, by rule.

    It holds for as many members as answered there. A rule of two views rests on the card of the one that reads, and
    one of verdicts on that of `verifier`, which gives them.
    """
    known = {}
    for name, rule in RULES.items():
        system = verifier if rule.verdicts else systems.get(rule.views[-1]) if rule.views else None
        if system is not None:
            found = in_card(system, FLAGS_WORTH, name)
            if isinstance(found, Mapping) and found.get("members") == system.members:
                known[name] = worth_from(found["worth"])
    return known


def _bounds(system: PanelSystem) -> tuple[float, float]:
    """Return between which shares a card says that a system's accuracy on `MEASURED_ON` lies; NaN where it does not."""
    ends = (in_card(system, MEASURED_ON, "all", end) for end in ("low", "high"))
    low, high = (float(end) if isinstance(end, int | float) else math.nan for end in ends)
    return low, high


def _better(low: float, high: float) -> bool:
    """Say whether a share lies clearly above what guessing among the four options of `MEASURED_ON` gives."""
    return verdict_of(Interval(math.nan, low, high, 0), GUESSING) == Side.ABOVE


def measured_on_keys(exam: Exam, members: int) -> dict[str, Any]:
    """Return what a card says of flags on keys, measured on an exam that a system of so many members answered (QOC).

    Its keys are taken to be right. A question's wrong key is another of its options, as `with_wrong_keys` draws it.
    Return nothing where the system answered no question.
    """
    pairs = [
        (row[wrong.answer or 0], row[item.answer or 0])
        for item, wrong, row in zip(exam.items, with_wrong_keys(exam.items), exam.probabilities[WITH], strict=True)
        if row
    ]
    if not pairs:
        return {}
    planted, sound = zip(*pairs, strict=True)
    return {OF_KEYS: {"members": members, "worth": row_of(fitted("probability", planted, sound))}}


def with_wrong_keys(items: Sequence[Item], seed: int = 0) -> tuple[Item, ...]:
    """Set every key wrong: another option, drawn by the seed and the question's id."""
    return tuple(replace(item, answer=random.Random(f"{seed} {item.id}").choice(_others(item))) for item in items)


def _others(item: Item) -> list[int]:
    return [option for option in range(len(item.options)) if option != item.answer]
