"""All rules in one order: what a model shows before what the text shows, what matters most before the rest."""

from types import MappingProxyType

from magnetite.core.errors import unknown_name
from magnetite.experiments.flags.alone import ALONE_RULES
from magnetite.experiments.flags.distractors import DISTRACTOR_RULES
from magnetite.experiments.flags.duplicates import DUPLICATE_RULES
from magnetite.experiments.flags.forms import FORM_RULES
from magnetite.experiments.flags.grammar import GRAMMAR_RULES
from magnetite.experiments.flags.keys import KEY_RULES
from magnetite.experiments.flags.lengths import LENGTH_RULES
from magnetite.experiments.flags.overlap import OVERLAP_RULES
from magnetite.experiments.flags.passage import PASSAGE_RULES
from magnetite.experiments.flags.phrases import PHRASE_RULES
from magnetite.experiments.flags.quantities import QUANTITY_RULES
from magnetite.experiments.flags.rule import Rule
from magnetite.experiments.flags.sameness import SAMENESS_RULES
from magnetite.experiments.flags.stem import STEM_RULES

RULES = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            *ALONE_RULES,
            *PASSAGE_RULES,
            *DISTRACTOR_RULES,
            *SAMENESS_RULES,
            *DUPLICATE_RULES,
            *PHRASE_RULES,
            *LENGTH_RULES,
            *OVERLAP_RULES,
            *GRAMMAR_RULES,
            *STEM_RULES,
            *FORM_RULES,
            *QUANTITY_RULES,
            *KEY_RULES,
        )
    }
)


def rule(name: str) -> Rule:
    """Return the rule with this name. Raises UsageError, with the nearest name, where there is none.

    >>> rule("longest-key").severity
    'high'
    """
    if name not in RULES:
        raise unknown_name("rule", name, list(RULES))
    return RULES[name]
