"""Weak and strong questions by entropy alone, as Liusie et al. (2022, §3.2, §4); the key, where known, confirms them.

A question is weak where few options are left to the system without the passage: such the paper flags. It is strong
where the passage removes much of its doubt, a high mutual information (eq. 2): such the paper takes for candidates for
good ones. Neither asks whether the system is right; whether it is, stands beside it. The words and the limits are ours.
Both are lists, not flags: the ends of a ranking.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from magnetite.core.headings import ID, INFORMATION, RANK
from magnetite.core.results import Heading, Table, table
from magnetite.experiments.flags.exam import Exam, Probabilities
from magnetite.experiments.shortcuts.certainty import DECIDED
from magnetite.stats.information import effective_options, entropy

WITHOUT, WITH = "QO", "QOC"  # the two views whose entropies the passage's information is the difference of
TENTH, MOST = 10, 20  # at most a tenth of an exam's questions is listed, and 20
TELLS = 0.5  # bits that the passage removes, at least, of a question that is listed as strong
SAME = 9  # decimals to which values are compared: the last ones differ from machine to machine
HEADINGS = (
    ID,
    RANK,
    Heading("options", unit="count"),
    Heading("n_without", f"effective options with {WITHOUT}", "options"),
    Heading("n_with", f"effective options with {WITH}", "options"),
    INFORMATION,
    Heading("confirmed", "the key confirms it"),
)


def weak_table(exam: Exam) -> Table:
    """List the questions with a passage of which a system is surest without it, surest first."""
    rows = {place: _doubt(exam, WITHOUT, place) for place in _places(exam, (WITHOUT,))}
    counts = {place: len(exam.items[place].options) for place in rows}
    weak = [place for place, left in rows.items() if left < DECIDED * counts[place]]
    order = sorted(weak, key=lambda place: round((rows[place] - 1) / (counts[place] - 1), SAME))
    return _listed(exam, "weak", "Weak, by entropy alone: surest without the passage", order, WITHOUT)


def strong_table(exam: Exam, flagged: AbstractSet[str] = frozenset()) -> Table:
    """List the questions that draw most on their passage: those of which it tells the system most bits, most first.

    `flagged`: the ids of those that have a flag, of which this would be no good news.
    """
    places = [place for place in _places(exam, (WITHOUT, WITH)) if exam.items[place].id not in flagged]
    bits = {place: _told(exam, place) for place in places}
    strong = [place for place, told in bits.items() if told >= TELLS]
    order = sorted(strong, key=lambda place: -round(bits[place], SAME))
    return _listed(exam, "strong", "Strong, by entropy alone: the passage tells most", order, WITH)


def _places(exam: Exam, views: Sequence[str]) -> Iterator[int]:
    for place, item in enumerate(exam.items):
        if item.passage.strip() and len(item.options) > 1 and all(exam.scored(view, place) for view in views):
            yield place


def _listed(exam: Exam, name: str, title: str, order: Sequence[int], view: str) -> Table:
    """Put down the first of these questions; `view` is that of the system whose choice the key confirms or not."""
    most = min(MOST, -(-len(exam.items) // TENTH))
    rows = (
        (
            exam.items[place].id,
            rank,
            len(exam.items[place].options),
            _doubt(exam, WITHOUT, place),
            _doubt(exam, WITH, place) if exam.scored(WITH, place) else None,
            _told(exam, place) if exam.scored(WITH, place) else None,
            None if exam.items[place].answer is None else _chosen(exam.scored(view, place)) == exam.items[place].answer,
        )
        for rank, place in enumerate(order[:most], 1)
    )
    return table(name, title, HEADINGS, rows)


def _doubt(exam: Exam, view: str, place: int) -> float:
    """Return how many effective options are left (eq. 1)."""
    return float(effective_options(_bits(exam.scored(view, place)))[0])


def _told(exam: Exam, place: int) -> float:
    """Return how many bits of doubt the passage removes (eq. 2)."""
    return float((_bits(exam.scored(WITHOUT, place)) - _bits(exam.scored(WITH, place)))[0])


def _bits(row: Probabilities) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return entropy(np.array(row), np.array([len(row)]))


def _chosen(row: Probabilities) -> int:
    return max(range(len(row)), key=row.__getitem__)
