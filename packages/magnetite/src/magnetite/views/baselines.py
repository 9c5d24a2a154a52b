"""What can be chosen without reading: the measures of an option that baselines go by, defined once.

A baseline takes the option with the highest measure, and k options that share it 1/k each. The scorers `longest` and
`overlap` give these measures as scores, and experiments compare systems with them. Si et al. (2019, Table 3) have the
longest option; word overlap is the bag of words of MCTest's baseline (Richardson et al. 2013) without its sliding
window: the distance between words plays no part.
A change here is a change of the scorers' fingerprints.
"""

import re
from functools import lru_cache

from magnetite.views.text import length

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_FUNCTION_WORDS_TEXT = """
    a an the this that these those some any no each every all both either neither such
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    myself yourself himself herself itself ourselves yourselves themselves one ones
    who whom whose which what when where why how
    am is are was were be been being do does did done doing have has had having
    can could may might must shall should will would ought
    and or but nor so yet if then than because although though while unless until whether since
    of in on at to from by for with without about into onto over under between among through during
    before after above below up down out off against as like
    not only too very also just there here again once ever never
"""
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())


def longest(option: str, passage: str = "", question: str = "") -> float:  # noqa: ARG001 - one signature
    """Return an option's length: its words and punctuation marks.

    >>> longest("a small dog"), longest("a dog.")
    (3.0, 3.0)
    """
    return float(length(option))


def shortest(option: str, passage: str = "", question: str = "") -> float:  # noqa: ARG001 - one signature
    """Return a measure that is highest for the shortest option.

    >>> shortest("a small dog"), shortest("a dog.")
    (0.25, 0.25)
    """
    return 1.0 / (1 + length(option))


def word_overlap(option: str, passage: str, question: str) -> float:
    """Return the share of an option's distinct content words that occur in the passage or the question, from 0 to 1.

    Words are lower-cased; function words (articles, pronouns, auxiliaries, prepositions, conjunctions) do not count,
    and an option that has no others gets 0.

    >>> word_overlap("the old tower", "Bats live in the tower.", "Where do bats live?")
    0.5
    """
    words, read = content_words(option), (content_words(passage), content_words(question))
    return sum(any(word in text for text in read) for word in words) / len(words) if words else 0.0


@lru_cache(maxsize=20_000)
def content_words(text: str) -> frozenset[str]:
    """Return a text's distinct words, lower-cased, without function words."""
    words = (word.replace("’", "'") for word in _WORD.findall(text.lower()))
    return frozenset(word for word in words if word not in _FUNCTION_WORDS)
