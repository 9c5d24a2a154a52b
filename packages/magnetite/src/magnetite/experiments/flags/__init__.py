"""Flags: what an exam's author should look at again, found by rules before anyone sits the exam.

    from magnetite.experiments.flags import exam_of, find_flags, not_checked, second_look

    exam = exam_of(items, {"QO": scores}, {"QO": temperature})   # or without scores: rules that read the text alone
    flags = find_flags(exam)
    second_look(flags)

Flags hold numbers and texts; `words.en.ftl` and `words.de.ftl` have the words for a reader.
"""

from magnetite.core.severity import SEVERITIES
from magnetite.experiments.flags.dismissals import Dismissal, dismissals_text, read_dismissals, text_print
from magnetite.experiments.flags.exam import Exam, exam_of
from magnetite.experiments.flags.find import doubts, find_flags, not_checked, second_look
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.rule import REASONS, SOURCES, Flag, NotChecked, Rule, Threshold
from magnetite.experiments.flags.settings import (
    FlagSettings,
    RuleSettings,
    default_settings,
    read_flag_settings,
    settings_from,
    settings_text,
    write_default_settings,
)

__all__ = [
    "REASONS",
    "RULES",
    "SEVERITIES",
    "SOURCES",
    "Dismissal",
    "Exam",
    "Flag",
    "FlagSettings",
    "NotChecked",
    "Rule",
    "RuleSettings",
    "Threshold",
    "default_settings",
    "dismissals_text",
    "doubts",
    "exam_of",
    "find_flags",
    "not_checked",
    "read_dismissals",
    "read_flag_settings",
    "second_look",
    "settings_from",
    "settings_text",
    "text_print",
    "write_default_settings",
]
