"""Every rule asked of an exam: its flags, worst first, and what could not be checked."""

from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.flag import SEVERITIES, Flag, NotChecked
from magnetite.experiments.flags.named import RULES
from magnetite.experiments.flags.settings import FlagSettings, default_settings


def find_flags(exam: Exam, settings: FlagSettings | None = None) -> tuple[Flag, ...]:
    """Return every flag: those of the whole exam first, then those of each item in exam order, worst first.

    Flags of the same severity stand in the order of the rules.

    >>> from magnetite.core.items import Item
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("A cat", "A dog", "a cat."), 0)
    >>> [(flag.rule, flag.severity, flag.options) for flag in find_flags(Exam((item,)))]
    [('options-say-the-same', 'high', (0, 2))]
    """
    rules = (settings or default_settings()).rules
    flags = [
        flag
        for name, rule in RULES.items()
        if rules[name].enabled
        for flag in rule.find(exam, rules[name].thresholds, rules[name].severity)
    ]
    place = {"": -1} | {item.id: index for index, item in enumerate(exam.items)}
    return tuple(sorted(flags, key=lambda flag: (place[flag.item], SEVERITIES.index(flag.severity))))


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
