"""Flags that share a cause: one reason to look again, and its signs.

A long right answer is found by its length, and found again by a system that needs no passage to choose it. Both are one
reason: the flag that says what to change leads, the others are its signs. So a question has a note, with one piece of
advice, for each cause, and a cause counts once where questions are put in order.
"""

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from magnetite.experiments.flags.rule import SEVERITIES, Flag, Severity

_UNREAD = ("answerable-from-options", "answerable-without-passage", "passage-hardly-helps")
_ODD = (
    *("option-form-stands-out", "option-forms-differ"),
    *("option-length-stands-out", "uneven-lengths", "key-mark-stands-out"),
)
_SAME_OPTION = (*_ODD, "absolute-terms", "option-nobody-takes", "magnet-like-option", "known-magnet")
_WRONG_KEY = (
    "low-discrimination",
    "too-hard-for-candidates",
    "another-option-fits-better",
    "passage-misleads",
    "two-options-fit",
)
_WRONG_PASSAGE = ("passage-misleads", "another-option-fits-better", "passage-hardly-helps")
# By its lead, the rules whose flags on the same question are signs of the same cause; earlier leads go first.
SIGNS = MappingProxyType(
    {
        "wrong-option-draws-the-best": (*_WRONG_KEY, "worse-than-guessing", "negative-discrimination"),
        "worse-than-guessing": (*_WRONG_KEY, "negative-discrimination"),
        "negative-discrimination": _WRONG_KEY,
        "empty-option": (*_ODD, "number-cue", "form-cue", "longest-key"),
        "same-question-two-keys": ("duplicated-question",),
        "key-stands-twice": ("options-say-the-same", "option-holds-another", "two-options-fit", "numbers-out-of-order"),
        "options-say-the-same": ("option-holds-another", "numbers-out-of-order", "option-nobody-takes"),
        "overlapping-ranges": ("option-holds-another", "two-options-fit", "numbers-out-of-order"),
        "option-combination": (*_UNREAD, "option-holds-another"),
        "article-cue": (*_UNREAD, *_ODD),
        "number-cue": (*_UNREAD, *_ODD),
        "verb-disagrees": (*_UNREAD, *_ODD),
        "form-cue": (*_UNREAD, *_ODD),
        "longest-key": (*_UNREAD, "option-length-stands-out", "uneven-lengths"),
        "option-length-stands-out": ("uneven-lengths",),
        "option-form-stands-out": ("option-forms-differ",),
        "absolute-terms": (*_UNREAD, "option-nobody-takes", "absolute-option"),
        "question-of-another-passage": (*_WRONG_PASSAGE, "words-not-in-passage"),
        "words-not-in-passage": _WRONG_PASSAGE,
        "another-option-fits-better": ("passage-misleads", "two-options-fit"),
        "answerable-from-options": _UNREAD,
        "answerable-without-passage": _UNREAD,
        "known-magnet": ("magnet-like-option",),
        "negation-not-highlighted": ("negated-twice", "question-without-topic", "asks-for-exception"),
        "negated-twice": ("negative-question", "question-without-topic", "asks-for-exception"),
    }
)


def reasons(flags: Sequence[Flag]) -> list[tuple[Flag, ...]]:
    """Group the flags of one question by cause: the leading flag first, then its signs; the worst reason first.

    >>> long = Flag("longest-key", "rule", "high", "q1")
    >>> sure = Flag("answerable-without-passage", "model", "high", "q1")
    >>> [[flag.rule for flag in reason] for reason in reasons([sure, long])]
    [['longest-key', 'answerable-without-passage']]
    """
    left, groups = list(flags), []
    for lead, signs in SIGNS.items():
        for flag in [each for each in left if each.rule == lead]:
            if flag not in left:
                continue
            shared = [each for each in left if each is not flag and each.rule in signs]
            if lead == "option-combination":
                shared += [each for each in left if _about_combination(each, flag)]
            group = (flag, *shared)
            groups.append(tuple(sorted(group, key=_severity)) if lead in _UNREAD else group)
            left = [each for each in left if each is not flag and each not in shared]
    groups += [(flag,) for flag in left]
    place = {id(flag): index for index, flag in enumerate(flags)}
    return sorted(groups, key=lambda group: (SEVERITIES.index(worst(group)), place[id(group[0])]))


def _about_combination(flag: Flag, combination: Flag) -> bool:
    """Return whether a flag is about the combining options alone, or says that a model prefers one: they attract."""
    if flag.rule == "another-option-fits-better":
        return bool({*flag.options[:1]} & {*combination.options})
    return flag.rule in _SAME_OPTION and set(flag.options) <= set(combination.options)


def _severity(flag: Flag) -> int:
    return SEVERITIES.index(flag.severity)


def worst(flags: Iterable[Flag]) -> Severity:
    """Return the worst severity of flags."""
    return min((flag.severity for flag in flags), key=SEVERITIES.index)
