"""Rules of style for questions without a passage: what people who judge items mark, and what gives a key away.

Of a question about a passage, the passage says whether "always" or "usually" is right, its sentences give options their
words and lengths, and a "NOT" in capitals is at home. Without one, only the wording is left to go by. So these rules
look at questions that stand alone. Their words are English; lengths and shared words count in any language.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from magnetite.core.items import Item, letter
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import length
from magnetite.experiments.flags.grammar import kind
from magnetite.experiments.flags.options import absolute_words, combining
from magnetite.experiments.flags.rule import (
    Limits,
    Look,
    Observation,
    Rule,
    Threshold,
    by_item,
    key_of,
    named,
    observation,
)
from magnetite.experiments.flags.stem import exception_word
from magnetite.views.text import words


def _alone(look: Callable[[Item, Limits], Iterator[Observation]]) -> Look:
    return by_item(lambda item, limits: iter(()) if item.passage.strip() else look(item, limits))


def _own(item: Item) -> Mapping[int, str]:
    """Return the options that combine no others, by index."""
    series = combining(item)
    return {index: option for index, option in enumerate(item.options) if index not in series}


def _words(option: str) -> list[str]:
    return [word.casefold() for word in words(option) if any(map(str.isalnum, word))]


_VAGUE = listed("usually often sometimes frequently generally normally typically occasionally rarely seldom some most")


def _vague(item: Item, _limits: Limits) -> Iterator[Observation]:
    yield from _said({index: [w for w in _words(option) if w in _VAGUE] for index, option in _own(item).items()})


def _absolute(item: Item, _limits: Limits) -> Iterator[Observation]:
    own = {index: absolute_words(option) for index, option in _own(item).items() if len(_words(option)) > 1}
    yield from _said({index: [word for word in said if word != "only"] for index, said in own.items()})


def _said(words_of: Mapping[int, list[str]]) -> Iterator[Observation]:
    saying = tuple(index for index, said in words_of.items() if said)
    if saying:
        said = tuple(dict.fromkeys(word for index in saying for word in words_of[index]))
        yield observation(saying, letters=named(saying), words=said)


def _uneven(item: Item, limits: Limits) -> Iterator[Observation]:
    sizes = {index: length(option) for index, option in enumerate(item.options)}
    longest, shortest = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
    long, short = sizes[longest], sizes[shortest]
    if long >= limits["ratio"] * short and long - short >= limits["characters"]:
        yield observation(
            (longest, shortest), longest=letter(longest), length=long, shortest=letter(shortest), other=short
        )


def _shares_most(item: Item, limits: Limits) -> Iterator[Observation]:
    """Compare in how many other options an option's words stand on average; words that all share tell nothing."""
    own = [{word[:-1] if word.endswith("s") and len(word) > 3 else word for word in _words(o)} for o in item.options]
    count = Counter(word for each in own for word in each)
    telling = [[count[word] - 1 for word in each if count[word] < len(own)] for each in own]
    shared = [sum(each) / len(each) if each else 0.0 for each in telling]
    key = key_of(item)
    if len(own) > 2 and shared[key] >= limits["others"] and min(shared) < shared[key] == max(shared):
        common = tuple(word for word in dict.fromkeys(_words(item.options[key])) if 1 < count[word] < len(own))
        yield observation((key,), key=letter(key), words=common)


_GAP = re.compile(r"_+|\[\s*\]|\(\s*\)")


def _blank_inside(item: Item, _limits: Limits) -> Iterator[Observation]:
    last = list(_GAP.finditer(item.question))[-1:]
    after = item.question[last[0].end() :].strip(" .!?") if last else ""
    if any(map(str.isalpha, after)):
        yield observation((), text=after)


def _exception(item: Item, _limits: Limits) -> Iterator[Observation]:
    word = exception_word(item.question)
    if word is not None:
        yield observation((), word=word)


def _forms_differ(item: Item, _limits: Limits) -> Iterator[Observation]:
    kinds = {index: form for index, option in _own(item).items() if (form := kind(option)) is not None}
    different = tuple(dict.fromkeys(kinds.values()))
    if len(different) > 1:
        first, second = different[:2]
        yield observation(tuple(kinds), letters=named(list(kinds)), first=first, second=second)


VAGUE_TERMS = Rule(
    "vague-terms",
    "rule",
    "low",
    "without a passage: an option is vague (“usually”, “some”), and may be right or wrong by how it is taken",
    _alone(_vague),
    ("letters", "words"),
    english=True,
    citation="Case & Swanson 2002, ch. 3",
)
ABSOLUTE_OPTION = Rule(
    "absolute-option",
    "rule",
    "low",
    "without a passage: an option is absolute (“always”, “never”), whatever the others are",
    _alone(_absolute),
    ("letters", "words"),
    english=True,
    citation="Haladyna et al. 2002, guideline 28a",
)
UNEVEN_LENGTHS = Rule(
    "uneven-lengths",
    "rule",
    "low",
    "without a passage: the longest option is far longer than the shortest",
    _alone(_uneven),
    ("longest", "length", "shortest", "other"),
    (
        Threshold("ratio", 2.0, "ratio", 1, float("inf"), "the longest has at least this many times the characters"),
        Threshold("characters", 10, "characters", 0, float("inf"), "and at least this many more"),
    ),
    citation="Haladyna et al. 2002, guideline 24",
)
KEY_SHARES_MOST = Rule(
    "key-shares-most",
    "rule",
    "low",
    "without a passage: the right answer shares more words with the other options than these with each other",
    _alone(_shares_most),
    ("key", "words"),
    (
        Threshold(
            "others",
            0.75,
            "mean",
            0,
            float("inf"),
            "a word of the key stands in at least this many other options on average, words of all options aside",
        ),
    ),
    key=True,
    citation="Case & Swanson 2002, ch. 3; Haladyna et al. 2002, guideline 28e",
)
BLANK_INSIDE = Rule(
    "blank-inside",
    "rule",
    "low",
    "without a passage: the question goes on after its blank",
    _alone(_blank_inside),
    ("text",),
    citation="Haladyna et al. 2002, guidelines 14 and 15",
)
ASKS_FOR_EXCEPTION = Rule(
    "asks-for-exception",
    "rule",
    "low",
    "without a passage: the question asks for what is not so, even if its “NOT” stands out",
    _alone(_exception),
    ("word",),
    english=True,
    citation="Haladyna et al. 2002, guideline 17",
)
OPTION_FORMS_DIFFER = Rule(
    "option-forms-differ",
    "rule",
    "low",
    "without a passage: options are surely of different grammatical forms",
    _alone(_forms_differ),
    ("letters", "first", "second"),
    english=True,
    citation="Haladyna et al. 2002, guideline 23",
)
