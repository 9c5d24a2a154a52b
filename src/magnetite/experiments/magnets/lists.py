"""How a pool is tried on a system that is shown all options of a question at once.

Its score of an option depends on the others shown, so an option cannot be scored beside a question's own without being
shown among them. It takes the place of one wrong option, the same one of a question for the whole pool, and the list is
asked as it then stands. T_ik, whether the system would choose the irrelevant option (Lin et al. 2021, §3.1), is read
from that list: the option's score is strictly above those of all options that stayed. So the list is as long as before,
one option fewer has to be beaten than where options are scored one by one, and screen and attack (§3.2) are one thing.
A question without a known answer has no option that may go, and is left out.

A pair of question and option costs a whole list, k cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts, own_cells
from magnetite.core.experiment import Panel, Panelist
from magnetite.core.items import Item
from magnetite.stats.ragged import row_argmaxima, row_maxima, row_put, row_take
from magnetite.views.partial import view

AT_ONCE = 1 << 15  # lists asked for in one request: bounds memory


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """What a system made of lists in which one option was swapped, (items, options).

    `scores`: the swapped-in option's, -inf where it was not tried. `rivals`: the best score of the options that stayed,
    inf where none was asked. `chosen`: which of those that stayed has it. `replaced`, (items,): the option that went,
    -1 for none.
    """

    replaced: IntArray
    scores: ScoreArray
    rivals: ScoreArray
    chosen: IntArray

    @property
    def tried(self) -> BoolArray:
        """Return where an option was tried."""
        return np.isfinite(self.rivals)


def ask_lists(
    panel: Panel,
    known: Panelist,
    items: Sequence[Item],
    options: Sequence[str],
    *,
    where: BoolArray,
    replaced: IntArray,
    label: str,
) -> Lists:
    """Put each option in the place of `replaced`, (items,), where allowed, (items, options), and ask for whole lists.

    Nothing is asked of questions that have no option to replace. Of an ensemble the first member answers.
    """
    rows, columns = np.nonzero(where & (replaced >= 0)[:, None])
    lists = Lists(
        replaced,
        np.full(where.shape, -np.inf, dtype=np.float32),
        np.full(where.shape, np.inf, dtype=np.float32),
        np.full(where.shape, -1, dtype=np.int64),
    )
    see = view(known.view)
    for start in range(0, len(rows), AT_ONCE):
        at = rows[start : start + AT_ONCE], columns[start : start + AT_ONCE]
        pairs = zip(at[0].tolist(), at[1].tolist(), strict=True)
        swapped = [see(with_option(items[i], int(replaced[i]), options[k])) for i, k in pairs]
        scores = panel.score(known.name, own_cells(swapped), label, "first").astype(np.float64)
        counts, places = option_counts(swapped), replaced[at[0]]
        stayed = row_put(scores, counts, places, -np.inf)
        lists.scores[at] = row_take(scores, counts, places)
        lists.rivals[at] = row_maxima(stayed, counts)
        lists.chosen[at] = row_argmaxima(stayed, counts)
    return lists


def with_option(item: Item, place: int, option: str) -> Item:
    """Return the item with another option in one place.

    >>> with_option(Item("q", "p", "", "Which?", ("a", "b", "c"), 0), 1, "all of them").options
    ('a', 'all of them', 'c')
    """
    return replace(item, options=(*item.options[:place], option, *item.options[place + 1 :]))
