"""How far a check can be trusted, in numbers: what its systems get right elsewhere and here, and what is unknown.

What has not been measured stays None, never a guess.
What this file leaves out: the words (`report.wording`, section "page-trust").
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.core.experiment import Panelist
from magnetite.core.results import Number, Table, Value
from magnetite.experiments.flags.alone import ALONE_RULES
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.settings import FlagSettings
from magnetite.stats.intervals import cluster_codes, share

MEASURED_ON = "RACE test"
WRONG_FLAGS = "page-trust-wrong-flags"
FLAGS = "flags on RACE test"  # in a card, what is measured of each rule: see `_wrong`


def accuracies(exam: Exam) -> tuple[Number, ...]:
    """Return the share of questions with a known key that each view's systems get right, clustered by passage."""
    found = []
    for view in exam.probabilities:
        keyed = [place for place, item in enumerate(exam.items) if item.answer is not None and exam.scored(view, place)]
        if keyed:
            right = np.array([int(np.argmax(exam.scored(view, place))) == exam.items[place].answer for place in keyed])
            each = share(right, cluster_codes([_cluster(exam, place) for place in keyed]))
            found.append(Number("accuracy", each.estimate, each.low, each.high, each.n, group=view))
    return tuple(found)


def trust(systems: Mapping[str, Panelist], right: Sequence[Number], settings: FlagSettings) -> Table:
    """Put down, a row for each number: what it is about (a view, or a rule), its value, and the text that says it."""
    asked = [rule for rule in ALONE_RULES if rule.views[0] in systems and settings.rules[rule.name].enabled]
    here = {number.group: number.value for number in right}
    rows: list[tuple[Value, Value, Value]] = [
        *((view, _measured(system), "page-trust-race") for view, system in systems.items()),
        *((view, here.get(view), "page-trust-exam") for view in systems),
        *((rule.name, _wrong(systems[rule.views[0]], rule.name, settings), WRONG_FLAGS) for rule in asked),
    ]
    names, values, texts = zip(*rows, strict=True) if rows else ((), (), ())
    columns = {"name": list(names), "value": list(values), "text": list(texts)}
    return Table("trust", "How far to trust this", columns)


def _measured(system: Panelist) -> float | None:
    """Return what a system's card says it gets right on RACE test; that of all its members, whoever answers here."""
    found = _in_card(system, MEASURED_ON, "all", "accuracy")
    return float(found) if isinstance(found, int | float) else None


def _wrong(system: Panelist, rule: str, settings: FlagSettings) -> float | None:
    """Return the share of a rule's flags on RACE test that the card calls wrong; None where it was measured otherwise.

    The card says with how many members and which limits it was measured (`benchmarks/flags_precision.py`).
    """
    found = _in_card(system, FLAGS, rule)
    if not isinstance(found, Mapping) or not isinstance(wrong := found.get("wrong"), int | float):
        return None
    same = (found.get("members"), found.get("limits")) == (system.members, dict(settings.rules[rule].thresholds))
    return float(wrong) if same else None


def _in_card(system: Panelist, *path: str) -> Any:
    found: Any = system.training.get("card")
    for name in ("measured", *path):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def _cluster(exam: Exam, place: int) -> str:
    """Group questions by passage; each without one stands alone."""
    item = exam.items[place]
    return item.passage_id if item.passage.strip() else f"\0{item.id}"
