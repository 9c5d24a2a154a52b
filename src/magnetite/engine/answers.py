"""Answers: what a scorer returns, checked before the engine uses it."""

import textwrap

import numpy as np

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Scorer


def answered_scores(scorer: Scorer, cells: Cells) -> ScoreArray:
    """Score cells, (cells,), float32. Raises ModelError where scores are misshapen or not finite."""
    scores = scorer.score(cells)
    expectation = f"expected {len(cells)} float32 numbers, one for each cell"
    if not isinstance(scores, np.ndarray):
        raise ModelError(f"scorer '{scorer.name}' returned a {type(scores).__name__}; {expectation}, in a numpy array.")
    if scores.shape != (len(cells),) or scores.dtype != np.float32:
        raise ModelError(
            f"scorer '{scorer.name}' returned an array of {scores.dtype} and shape {scores.shape}; {expectation}. "
            "Run magnetite.testing.check_scorer to see which promise the scorer breaks."
        )
    _check_finite(scorer, cells, scores)
    return scores


def answered_tokens(scorer: Scorer, cells: Cells) -> IntArray:
    """Measure cells, (cells,), in tokens. Raises ModelError where the sizes do not fit the cells."""
    tokens = scorer.sizes(cells).tokens
    if tokens.shape != (len(cells),) or (len(tokens) and tokens.min() < 1):
        raise ModelError(
            f"scorer '{scorer.name}' gave sizes of shape {tokens.shape}, smallest {tokens.min(initial=1)}; "
            f"expected {len(cells)} positive token counts, one for each cell."
        )
    return tokens


def _check_finite(scorer: Scorer, cells: Cells, scores: ScoreArray) -> None:
    bad = np.flatnonzero(~np.isfinite(scores))
    if not len(bad):
        return
    context, option = cells.contexts[cells.rows[bad[0]]], cells.options[cells.columns[bad[0]]]
    raise ModelError(
        f"scorer '{scorer.name}': {len(bad)} of {len(scores)} scores are not finite, such as {scores[bad[0]]} for "
        f"question '{_short(context.question)}', option '{_short(option)}'. Every score must be a finite number; "
        "nothing of this batch was stored. Fix the scorer (or raise its precision) and start again."
    )


def _short(text: str) -> str:
    return textwrap.shorten(text, 60, placeholder=" …")
