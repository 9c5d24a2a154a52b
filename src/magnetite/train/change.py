"""Un-answerable training: the training questions changed by a view, those of dev and test left as they are.

Si et al. (2019, §4). A shuffle is the same in all epochs, or another in each; it depends on the seed of the training
and on the ids of question and passage, on nothing else, so neither order nor interruption nor the number of processes
changes it. The views are those of `views.shuffled`.
"""

from dataclasses import dataclass
from typing import Any, Literal

from magnetite.core.errors import unknown_name
from magnetite.views import View
from magnetite.views.shuffled import is_drawn, shuffle_name
from magnetite.views.shuffled import view as shuffled_view

DRAWS = ("fixed", "epoch")


@dataclass(frozen=True, slots=True)
class Change:
    """The view that changes training questions, and when it is drawn.

    The name is read in any case; a removal, which draws nothing, is "fixed". Raises UsageError for a view or a draw
    that does not exist.

    >>> Change("pq-shuffle", "epoch")
    Change(name='PQ-Shuffle', draw='epoch')
    """

    name: str
    draw: Literal["fixed", "epoch"] = "fixed"

    def __post_init__(self) -> None:
        if self.draw not in DRAWS:
            raise unknown_name("reshuffle", str(self.draw), list(DRAWS))
        object.__setattr__(self, "name", shuffle_name(self.name))
        if not is_drawn(self.name):
            object.__setattr__(self, "draw", "fixed")

    @property
    def record(self) -> dict[str, Any]:
        """Describe the change in JSON."""
        return {"name": self.name, "draw": self.draw}

    def view(self, seed: int, epoch: int) -> View:
        """Return the view of an epoch (from 0) of a seed's training."""
        return shuffled_view(self.name, seed, epoch if self.draw == "epoch" else None)
