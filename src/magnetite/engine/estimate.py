"""Estimate: how long a plan would take here, measured on a few of its own batches."""

import time

import numpy as np

from magnetite.core.cells import Cells
from magnetite.core.scorer import Scorer
from magnetite.engine.answers import answered_scores, answered_tokens
from magnetite.engine.batches import batches, budget, compact
from magnetite.engine.plan import Plan
from magnetite.engine.store import Scores

ENOUGH_SECONDS = 10.0


def estimate(
    cells: Cells,
    scorer: Scorer,
    planned: Plan,
    scores: Scores | None = None,
    *,
    batch_tokens: int | None = None,
    sample: int = 3,
) -> float | None:
    """Return the seconds that `planned`, the plan of these cells, would take; None where nothing remains.

    Scores `sample` whole batches spread from the longest cells to the shortest (fewer where those take long, at least
    one) and scales by tokens. The scores are stored in `scores`, where given, so that nothing is wasted.
    Raises ModelError for unusable scores, StoreError where they cannot be kept.
    """
    remaining = planned.remaining
    if not len(remaining):
        return None
    work = compact(cells.take(planned.first[remaining]))
    tokens = answered_tokens(scorer, work)
    size = budget(scorer, batch_tokens)
    parts = batches(work, tokens, shares_context=scorer.shares_context, batch_tokens=size)
    answered_scores(scorer, compact(work.take(parts[-1][:1])))  # the first call pays for loading; it is not timed
    seconds, tokens_done = 0.0, 0
    for number in _spread(len(parts), sample):
        index = parts[number]
        started = time.perf_counter()
        fresh = answered_scores(scorer, compact(work.take(index)))
        seconds += time.perf_counter() - started
        tokens_done += int(tokens[index].sum())
        if scores is not None:
            scores.append(planned.keys[remaining[index]], fresh)
        if seconds > ENOUGH_SECONDS:
            break
    return seconds * int(tokens.sum()) / tokens_done


def _spread(count: int, most: int) -> list[int]:
    """Choose up to `most` of `count` positions, from the middles of equal parts.

    >>> _spread(9, 3), _spread(2, 3)
    ([1, 4, 7], [0, 1])
    """
    parts = max(1, min(count, most))
    return [int(position) for position in np.floor((np.arange(parts) + 0.5) * count / parts)]
