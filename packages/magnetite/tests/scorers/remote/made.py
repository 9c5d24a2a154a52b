"""Questions for a server, and a scorer that asks it, with little patience."""

from examfiles.items import Item
from magnetite.core.cells import own_cells, with_shown
from magnetite.scorers.remote.client import Patience
from magnetite.scorers.remote.scorer import Remote, remote

QUICK = Patience(timeout=20.0, retries=3, pause=0.001, longest=0.01)


def items(count):
    return [
        Item(f"q{n}", f"p{n}", f"Ann has {n} cats.", f"How many cats in house {n}?", (f"{n} cats", "none", "a dog"), 0)
        for n in range(count)
    ]


def shown(count=4):
    return with_shown(own_cells(items(count)))


def scorer(server, patience=QUICK, **options) -> Remote:
    return remote(f"tiny@{server.url}", patience=patience, **options)
