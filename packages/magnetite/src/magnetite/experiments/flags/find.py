"""Every rule asked of an exam: its flags, what could not be checked, and which questions deserve a second look.

A fatal or serious flag counts two points, one that is worth a thought one, a remark none; a question
with two points or more deserves a second look. So one serious reason is enough, one doubtful reason is not, and no
number of remarks on style is. Questions that cannot stand as they are (fatal) come first; then those with the most
points, of which a cause counts once, whatever the number of its signs (`causes`). Severities and the limit can be
changed in the settings, rule by rule; flags about the whole exam belong to no question.

Flags that share a cause are one reason to look again, and its signs. A long right answer is found by its length, and
found again by a system that needs no passage to choose it. The flag that says what to change leads, the others are its
signs. So a question has a note, with one piece of advice, for each cause, and a cause counts once where questions are
put in order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from examfiles.items import gathered
from examfiles.reasons import Reason
from magnetite.core.severity import SEVERITIES, Severity
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.luck import VERDICTS, Support, Verdict, set_aside, standing, weighed
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.rule import Flag, NotChecked
from magnetite.experiments.flags.rule import GapReason as Why
from magnetite.experiments.flags.settings import FlagSettings, default_settings

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
    "taken-without-key",
    "two-options-fit",
)
_TWO_KEYS = ("taken-without-key", "two-options-fit")
_WRONG_PASSAGE = ("passage-misleads", "another-option-fits-better", "passage-hardly-helps")
# By its lead, the rules whose flags on the same question are signs of the same cause; earlier leads go first.
SIGNS = MappingProxyType(
    {
        "wrong-option-draws-the-best": (*_WRONG_KEY, "worse-than-guessing", "negative-discrimination"),
        "worse-than-guessing": (*_WRONG_KEY, "negative-discrimination"),
        "negative-discrimination": _WRONG_KEY,
        "empty-option": (*_ODD, "number-cue", "form-cue", "longest-key"),
        "same-question-two-keys": ("duplicated-question",),
        "key-stands-twice": (
            "options-say-the-same",
            "options-nearly-the-same",
            "option-holds-another",
            *_TWO_KEYS,
            "numbers-out-of-order",
        ),
        "options-say-the-same": (
            "options-nearly-the-same",
            "option-holds-another",
            "numbers-out-of-order",
            "option-nobody-takes",
        ),
        "options-nearly-the-same": ("option-holds-another", *_TWO_KEYS),
        "overlapping-ranges": ("option-holds-another", *_TWO_KEYS, "numbers-out-of-order"),
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
        "another-option-fits-better": ("passage-misleads", *_TWO_KEYS),
        "taken-without-key": ("two-options-fit",),
        "answerable-from-options": _UNREAD,
        "answerable-without-passage": _UNREAD,
        "known-magnet": ("magnet-like-option",),
        "negation-not-highlighted": ("negated-twice", "question-without-topic", "asks-for-exception"),
        "negated-twice": ("negative-question", "question-without-topic", "asks-for-exception"),
    }
)


@dataclass(frozen=True, slots=True)
class ExamFlags:
    """Every flag of an exam; what the exam says of those that luck could raise, and of each view's model.

    `withheld` are the rules whose flags it does not support, `aside` what is said of options that draw a model, `exam`
    is what is left without the questions that they decide.
    """

    flags: tuple[Flag, ...]
    supports: tuple[Support, ...]
    verdicts: Mapping[str, Verdict]
    withheld: tuple[NotChecked, ...]
    aside: tuple[Reason, ...]
    exam: Exam


def find_flags(
    exam: Exam, settings: FlagSettings | None = None, elsewhere: Mapping[str, float] | None = None
) -> tuple[Flag, ...]:
    """Return every flag: those of the whole exam first, then those of each item in exam order, worst first.

    Flags of the same severity stand in the order of the rules. Of a model's, those are returned that the exam supports
    (see `luck`). `elsewhere`: what was measured on other exams, which speaks where this one is too small: the share of
    right answers, by view, and of right ones among the sure, by rule.

    >>> from examfiles.items import Item
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("A cat", "A dog", "a cat."), 0)
    >>> [(flag.rule, flag.severity, flag.options) for flag in find_flags(Exam((item,)))]
    [('key-stands-twice', 'fatal', (0, 2))]
    """
    return find(exam, settings, elsewhere).flags


def find(exam: Exam, settings: FlagSettings | None = None, elsewhere: Mapping[str, float] | None = None) -> ExamFlags:
    """Ask every rule, as `find_flags` does, and say what luck explains."""
    settings, known = settings or default_settings(), elsewhere or {}
    judged = set_aside(exam)
    verdicts = {view: standing(judged, view, known.get(view)) for view in exam.probabilities}
    flags: list[Flag] = []
    supports: list[Support] = []
    withheld: list[NotChecked] = []
    for name, rule in RULES.items():
        own = settings.rules[name]
        if not own.enabled:
            continue
        if not rule.views or not all(view in exam.probabilities for view in rule.views):
            flags += rule.find(exam, own.thresholds, own.severity)
            continue
        reading: Verdict = verdicts[rule.views[-1]] if not rule.luck or len(rule.views) > 1 else "clear"
        if rule.luck:
            support, seen = weighed(judged, rule, own.thresholds, settings.luck, known.get(name))
            supports.append(support)
            verdict, kept_back = max(reading, support.verdict, key=VERDICTS.index), support.right
        else:
            seen = rule.observations(judged.exam, own.thresholds)
            verdict, kept_back = reading, len(seen)
        if verdict in ("clear", "few"):
            flags += rule.flags(seen, SEVERITIES[-1] if verdict == "few" else own.severity)
        elif kept_back:
            why: Why = "guessing" if reading == "guessing" else "luck"
            withheld.append(NotChecked(name, why, (), {"views": rule.views[-1:]}))
    place = {"": -1} | {item.id: index for index, item in enumerate(exam.items)}
    ordered = sorted(flags, key=lambda flag: (place[flag.item], SEVERITIES.index(flag.severity)))
    return ExamFlags(
        tuple(ordered), tuple(supports), verdicts, tuple(withheld), tuple(judged.aside.values()), judged.exam
    )


def not_checked(exam: Exam, settings: FlagSettings | None = None) -> tuple[NotChecked, ...]:
    """Return, in the order of the rules, which rules could not check the exam or some of its items, and why.

    For an exam without items there is nothing to report.
    """
    rules = (settings or default_settings()).rules
    return tuple(
        missing
        for name, rule in RULES.items()
        for missing in (
            rule.unchecked(exam, rules[name].thresholds) if rules[name].enabled else [NotChecked(name, "switched-off")]
        )
    )


POINTS: Mapping[Severity, int] = MappingProxyType({"fatal": 2, "serious": 2, "worth-a-thought": 1, "remark": 0})


def scores(flags: Iterable[Flag]) -> dict[str, int]:
    """Add up the points of each item that has a flag, by id, in order of appearance.

    >>> scores([Flag("longest-key", "rule", "serious", "q1"), Flag("repeated-opening", "rule", "remark", "q2")])
    {'q1': 2, 'q2': 0}
    """
    points: dict[str, int] = {}
    for flag in flags:
        if flag.item:
            points[flag.item] = points.get(flag.item, 0) + POINTS[flag.severity]
    return points


def second_look(flags: Iterable[Flag], settings: FlagSettings | None = None) -> tuple[str, ...]:
    """Return the ids of the items that deserve a second look: fatal first, then by points of their causes, then order.

    >>> second_look([Flag("longest-key", "rule", "serious", "q1"), Flag("repeated-opening", "rule", "remark", "q2")])
    ('q1',)
    """
    listed = list(flags)
    points, least = scores(listed), (settings or default_settings()).second_look
    by_item = gathered((flag.item, flag) for flag in listed)
    return tuple(sorted((i for i in points if points[i] >= least), key=lambda i: _badness(by_item[i])))


def _badness(flags: list[Flag]) -> tuple[int, int, int]:
    """Return what sorts questions: the worst, with the smallest numbers, come first."""
    worst_of = [worst(reason) for reason in reasons(flags)]
    return -worst_of.count("fatal"), -sum(POINTS[severity] for severity in worst_of), -len(flags)


def reasons(flags: Sequence[Flag]) -> list[tuple[Flag, ...]]:
    """Group the flags of one question by cause: the leading flag first, then its signs; the worst reason first.

    >>> long = Flag("longest-key", "rule", "serious", "q1")
    >>> sure = Flag("answerable-without-passage", "model", "serious", "q1")
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
