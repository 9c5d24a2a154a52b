"""Which questions deserve a second look: the number a report begins with.

A flag of high severity counts two points, one of medium severity one, one of low severity none; a question with two
points or more deserves a second look. So one serious reason is enough, one doubtful reason is not, and no number of
remarks on style is. Severities and the limit can be changed in the settings, rule by rule; flags about the whole exam
belong to no question.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from magnetite.experiments.flags.flag import Flag, Severity
from magnetite.experiments.flags.settings import FlagSettings, default_settings

POINTS: Mapping[Severity, int] = MappingProxyType({"high": 2, "medium": 1, "low": 0})


def scores(flags: Iterable[Flag]) -> dict[str, int]:
    """Add up the points of each item that has a flag, by id, in order of appearance.

    >>> scores([Flag("longest-key", "rule", "high", "q1"), Flag("repeated-opening", "rule", "low", "q2")])
    {'q1': 2, 'q2': 0}
    """
    points: dict[str, int] = {}
    for flag in flags:
        if flag.item:
            points[flag.item] = points.get(flag.item, 0) + POINTS[flag.severity]
    return points


def second_look(flags: Iterable[Flag], settings: FlagSettings | None = None) -> tuple[str, ...]:
    """Return the ids of the items that deserve a second look, most points first, ties by number of flags, then order.

    >>> second_look([Flag("longest-key", "rule", "high", "q1"), Flag("repeated-opening", "rule", "low", "q2")])
    ('q1',)
    """
    listed = list(flags)
    points, least = scores(listed), (settings or default_settings()).second_look
    number = Counter(flag.item for flag in listed)
    return tuple(sorted((i for i in points if points[i] >= least), key=lambda i: (-points[i], -number[i])))
