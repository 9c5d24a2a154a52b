"""How far a check can be trusted, in numbers: what its systems get right elsewhere and here, and what is unknown.

What has not been measured stays None, never a guess.
What this file leaves out: the words (`report.wording`, section "page.trust").
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.auditing.systems.system import System
from magnetite.core.results import Number, Table, Value
from magnetite.probes.flags import Exam
from magnetite.stats.intervals import cluster_codes, share

MEASURED_ON = "RACE test"
MEANT = "answerable-without-passage"  # the rule whose share of wrong flags matters most


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


def trust(systems: Mapping[str, System], right: Sequence[Number]) -> Table:
    """Put down, a row for each number: what it is about (a view, or a rule), its value, and the text that says it."""
    here = {number.group: number.value for number in right}
    rows: list[tuple[Value, Value, Value]] = [
        *((view, _measured(system), "page.trust.race") for view, system in systems.items()),
        *((view, here.get(view), "page.trust.exam") for view in systems),
    ]
    if systems:
        rows.append((MEANT, None, "page.trust.wrong-flags"))
    names, values, texts = zip(*rows, strict=True) if rows else ((), (), ())
    columns = {"name": list(names), "value": list(values), "text": list(texts)}
    return Table("trust", "How far to trust this", columns)


def _measured(system: System) -> float | None:
    """Return what a system's card says it gets right on RACE test; that of all its members, whoever answers here."""
    found: Any = (system.training or {}).get("card")
    for name in ("measured", MEASURED_ON, "all", "accuracy"):
        found = found.get(name) if isinstance(found, Mapping) else None
    return float(found) if isinstance(found, int | float) else None


def _cluster(exam: Exam, place: int) -> str:
    """Group questions by passage; each without one stands alone."""
    item = exam.items[place]
    return item.passage_id if item.passage.strip() else f"\0{item.id}"
