"""Score what a probe needs with every member of a system, and make one array of scores of it.

A deep ensemble averages probabilities (Liusie et al. 2022, C.1): s = log(mean over members of softmax(scores)), so
that the softmax of s is the ensemble's probability, and whoever reads scores need not know that there are members.
What this file leaves out: the temperature, which a probe divides scores by.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.auditing.systems.system import System
from magnetite.core.cells import Cells, IntArray, ScoreArray, with_shown
from magnetite.core.errors import UsageError
from magnetite.core.probe import Need
from magnetite.core.scorer import Scorer
from magnetite.engine import Progress, Store, score_cells
from magnetite.stats.information import log_softmax

Watch = Callable[[str, Progress], None]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Hold the scores of a need, (cells,), and how many cells of all members were asked for, stored, and scored."""

    scores: ScoreArray
    asked: int
    stored: int
    scored: int


def asked_members(system: System, need: Need) -> tuple[Scorer, ...]:
    """Return the members that score a need: all, or the first where a probe crosses options."""
    return system.members if need.members == "all" else system.members[:1]


def asked_cells(scorer: Scorer, need: Need) -> Cells:
    """Return the cells as a scorer wants them: with the options shown, to one that is shown them."""
    return with_shown(need.cells) if scorer.listwise else need.cells


def score_need(
    system: System, need: Need, store: Store | None, *, batch_tokens: int | None, label: str, watch: Watch
) -> Scored:
    """Score a need with each of its members, through the store, and mix their scores."""
    results = []
    for number, member in enumerate(members := asked_members(system, need)):
        shown = label if len(members) == 1 else f"{label}, {system.names[number]}"
        results.append(
            score_cells(
                asked_cells(member, need),
                member,
                store,
                batch_tokens=batch_tokens,
                progress=lambda progress, shown=shown: watch(shown, progress),  # type: ignore[misc]
            )
        )
    scores = [result.scores for result in results]
    mixed = scores[0] if len(scores) == 1 else mix(scores, row_counts(need.cells))
    asked, stored, scored = (sum(getattr(result, name) for result in results) for name in ("asked", "stored", "scored"))
    return Scored(mixed, asked, stored, scored)


def row_counts(cells: Cells) -> IntArray:
    """Count the cells of each context, (rows,). Raises UsageError where a context's cells do not stand together."""
    changes = np.flatnonzero(np.diff(cells.rows)) + 1
    starts = np.concatenate([[0], changes]) if len(cells) else changes
    if len(set(cells.rows[starts].tolist())) < len(starts):
        raise UsageError(
            "a probe asks for cells whose contexts come and go, so an ensemble cannot tell a question's options. "
            "Ask for them context by context (core.cells.own_cells), or with members='first'."
        )
    return np.diff(starts, append=len(cells)).astype(np.int64)


def mix(scores: Sequence[ScoreArray], counts: IntArray) -> ScoreArray:
    """Average members' probabilities: the log of the mean of each row's softmax, (cells,), float32.

    `scores` has an array, (cells,), for each member; `counts` is how many cells each row has, (rows,). The scores of
    one member come back as they are.

    >>> sure, unsure = np.array([9.0, 0.0], dtype=np.float32), np.array([0.0, 0.0], dtype=np.float32)
    >>> np.exp(mix([sure, unsure], np.array([2]))).round(2).tolist()
    [0.75, 0.25]
    """
    if len(scores) == 1:
        return scores[0]
    logs = np.stack([log_softmax(each.astype(np.float64), counts) for each in scores])  # (members, cells)
    top = logs.max(axis=0)
    mean = top + np.log(np.exp(logs - top).mean(axis=0))
    return np.asarray(mean, dtype=np.float32)
