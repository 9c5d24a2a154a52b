"""Which magnet goes into which question: none into one of its own passage, each once while they last.

The constraints are those of Lin et al. (2021, §3.1): an option is irrelevant only to passages that it does not come
from, and never stands beside itself. Texts are compared after `normalised`.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.errors import UsageError
from magnetite.core.items import Item
from magnetite.study.design import Magnet, StudyQuestion
from magnetite.study.draws import draw
from magnetite.views.words import normalised


@dataclass(frozen=True, slots=True)
class OfferedMagnet:
    """A magnet that a study may use: its text, and the ids of the items it is known to come from."""

    text: str
    origins: tuple[str, ...] = ()


def different(offered: Sequence[OfferedMagnet]) -> list[OfferedMagnet]:
    """Return the magnets with different texts, the first of each. Raises UsageError where there is none.

    >>> [each.text for each in different([OfferedMagnet("All of them."), OfferedMagnet("all of them")])]
    ['All of them.']
    """
    first: dict[str, OfferedMagnet] = {}
    for each in offered:
        if normalised(each.text):
            first.setdefault(normalised(each.text), each)
    if not first:
        raise UsageError("study: there is no magnet. Name a file of them, one option per line (--magnets FILE).")
    return list(first.values())


def place_magnets(
    questions: Sequence[StudyQuestion],
    offered: Sequence[OfferedMagnet],
    items: Sequence[Item],
    *,
    form: str,
    seed: int,
    name: str,
) -> list[StudyQuestion]:
    """Give each question a magnet for those who see `form`; the first offered come first, and again once all are used.

    The wrong option that is replaced is drawn by seed. Raises UsageError where the magnets do not fit the questions.
    """
    from scipy.optimize import linear_sum_assignment

    magnets = different(offered)
    allowed = allowed_magnets([question.item for question in questions], magnets, items)
    rounds = -(-len(questions) // len(magnets))
    rank = np.arange(rounds * len(magnets), dtype=np.float64)
    forbidden = rank.sum() * (len(questions) + 1) + 1
    cost = np.where(np.tile(allowed, (1, rounds)), rank[None, :], forbidden)
    rows, columns = linear_sum_assignment(cost)
    fitting = int((cost[rows, columns] < forbidden).sum())
    if fitting < len(questions):
        stuck = [questions[row].item.id for row in np.flatnonzero(~np.any(allowed, axis=1)).tolist()]
        where = f" None fits {', '.join(stuck[:3])}{' and others' if len(stuck) > 3 else ''}." if stuck else ""
        raise UsageError(
            f"study '{name}': only {fitting} of {len(questions)} attacked questions can have a magnet: a magnet must "
            f"not belong to the question's own passage.{where} Offer magnets from other passages, or try another "
            "--seed."
        )
    texts = [magnets[column % len(magnets)].text for column in columns.tolist()]
    return [
        replace(question, magnet=Magnet(text, _wrong(question, seed), form))
        for question, text in zip(questions, texts, strict=True)
    ]


def allowed_magnets(targets: Sequence[Item], magnets: Sequence[OfferedMagnet], items: Sequence[Item]) -> BoolArray:
    """Return which magnet may be placed in which target, (targets, magnets).

    A magnet whose text or origin belongs to the target's passage may not. `items` tell what belongs to a passage.
    """
    texts: defaultdict[str, set[str]] = defaultdict(set)
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for item in (*items, *targets):
        texts[item.passage_id].update(map(normalised, item.options))
        ids[item.passage_id].add(item.id)
    return np.array(
        [
            [
                normalised(magnet.text) not in texts[item.passage_id]
                and ids[item.passage_id].isdisjoint(magnet.origins)
                for magnet in magnets
            ]
            for item in targets
        ],
        dtype=np.bool_,
    )


def _wrong(question: StudyQuestion, seed: int) -> int:
    """Draw the wrong option that the magnet replaces."""
    drawn = draw(seed, "replaced", question.item.id) % (len(question.item.options) - 1)
    return drawn + (drawn >= question.answer)
