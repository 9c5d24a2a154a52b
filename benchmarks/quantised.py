"""A language model with its weights rounded to four bits, beside the full one: scores, choices, memory and batches.

    python -m benchmarks.quantised FOLDER DATA --limit 60

FOLDER is a Transformers model with full weights; DATA what `magnetite describe` reads. Needs `magnetite[quantised]`.
"""

import argparse

import numpy as np
from scipy.stats import spearmanr

from magnetite import read
from magnetite.auditing.record import made_on
from magnetite.core.cells import Cells, own_cells
from magnetite.core.scorer import Scorer
from magnetite.scorers.causal import Causal, causal
from magnetite.scorers.prompts import PLAIN

FORMATS = ("float32", "bfloat16", "4bit-float32", "4bit-bfloat16")


def main() -> None:
    """Print what each number format changes, against float32."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("data")
    parser.add_argument("--split")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--scoring", default="cloze")
    asked = parser.parse_args()
    everything = list(read(asked.data, split=asked.split))
    items = everything[:: max(1, len(everything) // asked.limit)][: asked.limit]
    cells = own_cells(items)
    starts = np.flatnonzero(np.diff(cells.rows, prepend=-1))
    exact = None
    print(f"{made_on()}.\n")
    for name in FORMATS:
        scorer = causal(asked.model, dtype=name, device="cpu", scoring=asked.scoring, prompt=PLAIN)
        scores = scorer.score(cells)
        exact = scores if exact is None else exact
        off = np.abs(scores - exact)
        chosen, before = (_chosen(each, starts) for each in (scores, exact))
        answers = [item.answer for item in items]
        print(
            f"{scorer.precision}: deviates at most {off.max():.3f}, 99% {np.quantile(off, 0.99):.3f}, median "
            f"{np.median(off):.3f} (scores' standard deviation {exact.std():.2f}); rank correlation "
            f"{spearmanr(scores, exact).statistic:.5f}; chooses another option on {sum(chosen != before)} of "
            f"{len(items)}; right {sum(chosen == answers)};"
            f" alone in a batch off by {_apart(scorer, cells, scores):.4f}; "
            f"{_megabytes(scorer):.0f} MB of weights",
            flush=True,
        )


def _chosen(scores: np.ndarray, starts: np.ndarray) -> np.ndarray:
    return np.array([int(part.argmax()) for part in np.split(scores, starts[1:])])


def _apart(scorer: Scorer, cells: Cells, together: np.ndarray) -> float:
    """Return by how much the first cells' scores change where each has a batch to itself."""
    few = range(min(8, len(cells)))
    alone = [float(scorer.score(cells.take(np.array([cell])))[0]) for cell in few]
    return float(np.abs(np.array(alone) - together[: len(alone)]).max())


def _megabytes(scorer: Causal) -> float:
    weights = {each.data_ptr(): each.numel() * each.element_size() for each in scorer._loaded.model.parameters()}
    return sum(weights.values()) / 1e6


if __name__ == "__main__":
    main()
