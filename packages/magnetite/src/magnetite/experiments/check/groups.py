"""Whether questions are easier for one group of candidates than for others who score alike, as `check` reports it."""

from collections.abc import Iterator, Sequence

import numpy as np

from examfiles.reasons import Reason
from magnetite.core.headings import ID
from magnetite.core.results import Heading, Number, Table, Value, table
from magnetite.experiments.candidates import AnsweredExam, GroupDifference, groups_of
from magnetite.stats.differential import FEWEST_IN_GROUP, NOTICED

_HEADINGS = (
    ID,
    Heading("group"),
    Heading("others", "beside"),
    Heading("members", "candidates of the group", "count"),
    Heading("rest", "other candidates", "count"),
    Heading("difference", "D, above 0 if it favours the group", "score"),
    Heading("low", "D from", "score"),
    Heading("high", "D to", "score"),
    Heading("low_all", "D from, for all comparisons at once", "score"),
    Heading("high_all", "D to, for all comparisons at once", "score"),
    Heading("size", "class"),
)


def groups_table(part: AnsweredExam) -> Table:
    """Return every comparison of a group with the others on a question, with D, its intervals and ETS's class."""
    rows = [_row(item.id, each) for item in part.items for each in part.by_id[item.id].differences]
    return table("groups", "Whether candidates who score alike do equally well, whatever their group", _HEADINGS, rows)


def _row(name: str, each: GroupDifference) -> tuple[Value, ...]:
    alone, clear = each.found.alone, each.found.clear
    counts = (each.group, each.others, each.members, each.rest)
    return (name, *counts, alone.estimate, alone.low, alone.high, clear.low, clear.high, each.found.size)


def group_numbers(part: AnsweredExam) -> Iterator[Number]:
    """Yield, for each group compared, how many questions there are of each class, and what would have been noticed.

    That is the difference that the interval for all comparisons reaches, of the middle question.
    """
    every = [each for item in part.items for each in part.by_id[item.id].differences]
    for group in dict.fromkeys(each.group for each in every):
        own = [each.found for each in every if each.group == group]
        for size in ("A", "B", "C"):
            count = sum(each.size == size for each in own)
            yield Number(f"class {size}", count, n=len(own), unit="count", group=group)
        reach = float(np.median([(each.clear.high - each.clear.low) / 2 for each in own]))
        yield Number("least difference", max(NOTICED, reach), n=len(own), unit="score", group=group)


def group_notes(part: AnsweredExam, labels: Sequence[str]) -> Iterator[Reason]:
    """Yield why groups were not compared, and how many candidates are in none."""
    if not labels:
        return
    groups = groups_of(labels)
    compared = {each.group for answers in part.by_id.values() for each in answers.differences}
    few = [group for group, count in groups.items() if count < FEWEST_IN_GROUP]
    if not part.asked.all():
        yield Reason("responses-groups-asked")
    elif few:
        counts = {"groups": few, "number": len(few), "needed": FEWEST_IN_GROUP}
        yield Reason("responses-groups-few", {**counts, "compared": len(compared)})
    if without := len(labels) - sum(groups.values()):
        yield Reason("responses-groups-none", {"candidates": without})
