"""Ask an exam every rule: what was found, worst first, and what could not be checked.

What this file leaves out: how each rule looks (the files named in `named`), and words (`report.wording`).
"""

from magnetite.probes.flags.exam import Exam
from magnetite.probes.flags.flag import SEVERITIES, Flag, NotChecked
from magnetite.probes.flags.named import RULES
from magnetite.probes.flags.settings import FlagSettings, default_settings


def find_flags(exam: Exam, settings: FlagSettings | None = None) -> tuple[Flag, ...]:
    """Return every flag: those of the whole exam first, then item by item as the exam has them, worst first in each.

    Flags of the same severity stand in the order of the rules.

    >>> from magnetite.core.items import Item
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("A cat", "A dog", "a cat."), 0)
    >>> [(flag.rule, flag.severity, flag.options) for flag in find_flags(Exam((item,)))]
    [('options-say-the-same', 'high', (0, 2))]
    """
    decided = (settings or default_settings()).rules
    found = [
        flag
        for name, rule in RULES.items()
        if decided[name].enabled
        for flag in rule.find(exam, decided[name].thresholds, decided[name].severity)
    ]
    place = {"": -1} | {item.id: index for index, item in enumerate(exam.items)}
    return tuple(sorted(found, key=lambda flag: (place[flag.item], SEVERITIES.index(flag.severity))))


def not_checked(exam: Exam, settings: FlagSettings | None = None) -> tuple[NotChecked, ...]:
    """Return, in the order of the rules, which rules could not be asked about the exam or some of its items, and why.

    An exam without items is checked by no rule, and there is nothing to say of it.
    """
    decided = (settings or default_settings()).rules
    return tuple(
        missing
        for name, rule in RULES.items()
        for missing in (
            rule.unchecked(exam, decided[name].thresholds)
            if decided[name].enabled
            else [NotChecked(name, "switched-off")]
        )
    )
