"""Every rule asked of an exam: its flags, what could not be checked, and which questions deserve a second look.

A question deserves a second look where it is more likely than not that one of its flags is right (`worth` says how
often flags are). Signs of one cause count once: the model finds the answer because the text gives it away. What
candidates' answers show is independent of both, and multiplies the odds of the cause; several causes add up. So one
serious reason is enough, one doubtful reason is not, two of different causes are, and no number of remarks is.
Questions that cannot stand as they are (fatal) come first; then the most doubtful. Severities, the limit, and how many
questions are expected to have a flaw can be changed in the settings; flags about the whole exam belong to no question.

Flags that share a cause are one reason to look again, and its signs. A long right answer is found by its length, and
found again by a system that needs no passage to choose it. The flag that says what to change leads, the others are its
signs. So a question has a note, with one piece of advice, for each cause, and a cause counts once where questions are
put in order.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from examfiles.items import gathered
from examfiles.reasons import Reason
from magnetite.core.severity import SEVERITIES, Severity
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.luck import VERDICTS, Support, Verdict, set_aside, standing, weighed
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.rule import Evidence, Flag, NotChecked
from magnetite.experiments.flags.rule import GapReason as Why
from magnetite.experiments.flags.settings import FlagSettings, default_settings
from magnetite.experiments.flags.worth import PRIOR, Worth, ratio, together
from magnetite.stats.intervals import Interval

_DECIMALS = 9  # to which doubts are compared: the last ones differ from machine to machine
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
    "another-option-supported",
    "two-options-fit",
)
_TWO_KEYS = ("another-option-supported", "two-options-fit")
_WRONG_PASSAGE = ("passage-misleads", "another-option-fits-better", "passage-hardly-helps")
# By its lead, the rules whose flags on the same question are signs of the same cause; earlier leads go first.
SIGNS = MappingProxyType(
    {
        "wrong-option-draws-the-best": (
            "wrong-option-rises",
            *_WRONG_KEY,
            "worse-than-guessing",
            "negative-discrimination",
        ),
        "worse-than-guessing": (*_WRONG_KEY, "negative-discrimination"),
        "negative-discrimination": ("wrong-option-rises", *_WRONG_KEY),
        "wrong-option-rises": ("low-discrimination",),
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
        "another-option-supported": ("two-options-fit",),
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
    exam: Exam,
    settings: FlagSettings | None = None,
    elsewhere: Mapping[str, float] | None = None,
    worth: Mapping[str, Worth] | None = None,
) -> tuple[Flag, ...]:
    """Return every flag: those of the whole exam first, then those of each item in exam order, worst first.

    Flags of the same severity stand in the order of the rules. Of a model's, those are returned that the exam supports
    (see `luck`). `elsewhere`: what was measured on other exams, which speaks where this one is too small: the share of
    right answers, by view, and of right ones among the sure, by rule. `worth`: how often a model's flags were right, by
    rule; without it they are worth a thought at most.

    >>> from examfiles.items import Item
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("A cat", "A dog", "a cat."), 0)
    >>> [(flag.rule, flag.severity, flag.options) for flag in find_flags(Exam((item,)))]
    [('key-stands-twice', 'fatal', (0, 2))]
    """
    return find(exam, settings, elsewhere, worth).flags


def find(
    exam: Exam,
    settings: FlagSettings | None = None,
    elsewhere: Mapping[str, float] | None = None,
    worth: Mapping[str, Worth] | None = None,
) -> ExamFlags:
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
            seen = rule.observations(exam, own.thresholds)
            flags += rule.flags(seen, own.severity, _worth(settings, name, rule.worth), settings.prior)
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
            most = SEVERITIES[-1] if verdict == "few" else own.severity
            flags += rule.flags(seen, most, _worth(settings, name, (worth or {}).get(name)), settings.prior)
        elif kept_back:
            why: Why = "guessing" if reading == "guessing" else "luck"
            withheld.append(NotChecked(name, why, (), {"views": rule.views[-1:]}))
    place = {"": -1} | {item.id: index for index, item in enumerate(exam.items)}
    ordered = sorted(flags, key=lambda flag: (place[flag.item], SEVERITIES.index(flag.severity)))
    return ExamFlags(
        tuple(ordered), tuple(supports), verdicts, tuple(withheld), tuple(judged.aside.values()), judged.exam
    )


def _worth(
    settings: FlagSettings, name: str, measured: Worth | None
) -> Callable[[Mapping[str, Evidence]], Interval | None]:
    """Return what tells from a flag's evidence how often such flags are right: as measured, or as the user says."""
    if (known := settings.rules[name].right) is not None:
        return lambda _evidence: Interval(known, math.nan, math.nan, 0)
    return lambda evidence: None if measured is None else measured.right(evidence, settings.prior)


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


def doubts(flags: Iterable[Flag], prior: float = PRIOR) -> dict[str, float]:
    """Return how likely it is, for each item that has a flag, that one of its flags is right; by id, in order.

    Remarks add nothing. Of the signs of one cause the strongest counts, and the strongest of candidates' answers.

    >>> flag = Flag("longest-key", "rule", "serious", "q1", right=Interval(0.6, 0.4, 0.8, 100))
    >>> doubts([flag, Flag("repeated-opening", "rule", "remark", "q2")])
    {'q1': 0.6, 'q2': 0.0}
    """
    by_item = gathered((flag.item, flag) for flag in flags if flag.item)
    return {item: _doubt(own, prior) for item, own in by_item.items()}


def _doubt(flags: Sequence[Flag], prior: float) -> float:
    strongest: dict[str, dict[bool, float]] = {}  # by cause, then by whether candidates show it
    for lead, *signs in reasons(flags):
        cause = strongest.setdefault(lead.rule, {})
        for flag in (lead, *signs):
            own = ratio(flag.severity, None if flag.right is None else flag.right.estimate, prior)
            answered = flag.source == "candidates"
            cause[answered] = max(own, cause.get(answered, 1.0))
    sound = math.prod(1.0 - together(each.values(), prior) for each in strongest.values() if max(each.values()) > 1)
    return round(1.0 - sound, _DECIMALS)


def second_look(flags: Iterable[Flag], settings: FlagSettings | None = None) -> tuple[str, ...]:
    """Return the ids of the items that deserve a second look: fatal first, then the most doubtful, then in order.

    >>> second_look([Flag("longest-key", "rule", "serious", "q1"), Flag("repeated-opening", "rule", "remark", "q2")])
    ('q1',)
    """
    listed, own = list(flags), settings or default_settings()
    likely = doubts(listed, own.prior)
    by_item = gathered((flag.item, flag) for flag in listed)
    chosen = [item for item, share in likely.items() if share >= own.second_look]
    return tuple(sorted(chosen, key=lambda item: (-_fatal(by_item[item]), -likely[item], -len(by_item[item]))))


def _fatal(flags: Sequence[Flag]) -> int:
    """Return how many causes leave a question unable to stand as it is."""
    return [worst(reason) for reason in reasons(flags)].count("fatal")


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
