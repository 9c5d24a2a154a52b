"""Options tried on the questions of an exam: what each system chooses, with and without them.

A search for magnets (`search`) tries thousands of options and says what they do to accuracy. This is for a few that are
known, question by question, as a study with people has them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from examfiles.items import Dataset
from magnetite.core.cells import IntArray
from magnetite.core.experiment import Panel
from magnetite.experiments.magnets.attack import attacked
from magnetite.experiments.magnets.pool import given_pool
from magnetite.experiments.magnets.screen import Screens
from magnetite.experiments.magnets.search import screen_all


@dataclass(frozen=True, slots=True, eq=False)
class TriedOptions:
    """Options, (options,), and what the systems of a panel, by name, made of them on the questions of an exam."""

    screens: Screens

    @property
    def chosen(self) -> Mapping[str, IntArray]:
        """Return what each system chooses of a question's own options, (items,); -1 where it did not answer."""
        return {name: choices.chosen for name, choices in self.screens.choices.items()}

    def interference(self, name: str, option: str) -> float:
        """Return how strongly an option attracts a system, T_k, over the questions that it may be tried on."""
        return float(self.screens.screens[name].interference.estimate[self._column(option)])

    def chosen_with(self, name: str, place: int, option: str, replaced: int) -> int:
        """Return what a system chooses of a question, by its place, with an option in place of its own `replaced`."""
        screen, column = self.screens.screens[name], self._column(option)
        only = np.full(len(self.screens.items), -1, dtype=np.int64)
        only[place] = replaced
        done = attacked(self.screens.choices[name], only, screen.scores, screen.pool.allowed)
        return replaced if done.caught[place, column] else int(done.chosen[place, column])

    def _column(self, option: str) -> int:
        return self.screens.pool.options.index(option)


def tried_options(panel: Panel, exam: Dataset, options: Sequence[str], sources: Sequence[Dataset]) -> TriedOptions:
    """Ask every system of a panel for each question's own options and for the others, where they may be tried.

    `sources`: where the options come from, such as the whole split; none is tried on a passage that it belongs to.
    Raises UsageError for an empty option, and where one can be tried nowhere.
    """
    pool, systems = given_pool(exam, options, sources), list(panel.panelists.values())
    return TriedOptions(screen_all(panel, systems, exam.items, pool, own="own options", label="magnets"))
