"""Score 40 questions on a server into a store: the process that the tests interrupt.

python interrupted.py URL STORE WAY
"""

import sys
from pathlib import Path

from examfiles.items import Item
from magnetite.core.cells import own_cells, with_shown
from magnetite.engine import Store, score_cells
from magnetite.scorers.remote.scorer import remote

QUESTIONS, CONCURRENCY, ASKS = 40, 4, 3


def asked(scorer):
    """Return the cells of all questions."""
    items = [Item(f"q{n}", "p", "Ann has a cat.", f"What has house {n}?", ("a cat", "a dog")) for n in range(QUESTIONS)]
    return with_shown(own_cells(items)) if scorer.listwise else own_cells(items)


if __name__ == "__main__":
    scorer = remote(f"tiny@{sys.argv[1]}", scoring=sys.argv[3], concurrency=CONCURRENCY, asks=ASKS)
    score_cells(asked(scorer), scorer, Store(Path(sys.argv[2])))
