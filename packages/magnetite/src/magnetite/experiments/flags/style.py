"""Rules of style for questions without a passage: what people who judge items mark, and what gives a key away.

Of a question about a passage, the passage says whether "always" or "usually" is right, its sentences give options their
words and lengths, and a "NOT" in capitals is at home. Without one, only the wording is left to go by. So these rules
look at questions that stand alone. Their words are English; lengths and shared words count in any language.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from examfiles.items import Item, letter
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import length
from magnetite.experiments.flags.grammar import kind, small_words
from magnetite.experiments.flags.options import absolute_words, combining
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_item,
    key_of,
    named,
    observation,
    rule,
    sees_of,
)
from magnetite.experiments.flags.stem import exception_word


def _style(
    name: str, evidence: tuple[str, ...], citation: str, *thresholds: Threshold, **needs: Any
) -> Callable[[Callable[[Item, Limits], Iterator[Observation]]], Rule]:
    """Make a rule of severity low that looks at questions without a passage."""

    def made(look: Callable[[Item, Limits], Iterator[Observation]]) -> Rule:
        alone = by_item(lambda item, limits: iter(()) if item.passage.strip() else look(item, limits))
        about = {"sees": f"without a passage: {sees_of(look)}", "english": True, "citation": citation}
        return rule(name, "remark", evidence, *thresholds, **{**about, **needs})(alone)

    return made


def _own(item: Item) -> Mapping[int, str]:
    """Return the options that combine no others, by index."""
    series = combining(item)
    return {index: option for index, option in enumerate(item.options) if index not in series}


_VAGUE = listed("usually often sometimes frequently generally normally typically occasionally rarely seldom some most")


@_style("vague-terms", ("letters", "words"), "Case & Swanson 2002, ch. 3")
def vague_terms(item: Item, _limits: Limits) -> Iterator[Observation]:
    """An option is vague (“usually”, “some”), and may be right or wrong by how it is taken."""
    yield from _said({index: [w for w in small_words(option) if w in _VAGUE] for index, option in _own(item).items()})


@_style("absolute-option", ("letters", "words"), "Haladyna et al. 2002, guideline 28a")
def absolute_option(item: Item, _limits: Limits) -> Iterator[Observation]:
    """An option is absolute (“always”, “never”), whatever the others are."""
    own = {index: absolute_words(option) for index, option in _own(item).items() if len(small_words(option)) > 1}
    yield from _said({index: [word for word in terms if word != "only"] for index, terms in own.items()})


def _said(words_of: Mapping[int, list[str]]) -> Iterator[Observation]:
    saying = tuple(index for index, terms in words_of.items() if terms)
    if saying:
        terms = tuple(dict.fromkeys(word for index in saying for word in words_of[index]))
        yield observation(saying, letters=named(saying), words=terms)


@_style(
    "uneven-lengths",
    ("longest", "length", "shortest", "other"),
    "Haladyna et al. 2002, guideline 24",
    Threshold("ratio", 1.5, "ratio", 1, inf, "of it and the next, one has this many times the characters"),
    Threshold("characters", 10, "characters", 0, inf, "and at least this many more"),
    english=False,
)
def uneven_lengths(item: Item, limits: Limits) -> Iterator[Observation]:
    """The longest or the shortest option is clearly apart from all others."""
    sizes = [length(option) for option in item.options]
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    ends = ((sizes[short], sizes[long]) for short, long in (order[:2], order[-2:]))
    if any(long >= limits["ratio"] * short and long - short >= limits["characters"] for short, long in ends):
        least, most = order[0], order[-1]
        yield observation(
            (most, least), longest=letter(most), length=sizes[most], shortest=letter(least), other=sizes[least]
        )


@_style(
    "key-shares-most",
    ("key", "words"),
    "Case & Swanson 2002, ch. 3; Haladyna et al. 2002, guideline 28e",
    Threshold("others", 0.75, "mean", 0, inf, "a word of it is in this many others, words of all aside"),
    key=True,
    english=False,
)
def key_shares_most(item: Item, limits: Limits) -> Iterator[Observation]:
    """No option shares more words with the others than the right answer does (convergence).

    That is in how many other options its words stand on average; words that all share tell nothing.
    """
    own = [{re.sub(r"(?<=\w{3})s$", "", w): w for w in small_words(o) if not w.isdigit()} for o in item.options]
    count = Counter(word for each in own for word in each)
    telling = [[count[word] - 1 for word in each if count[word] < len(own)] for each in own]
    shared = [sum(each) / len(each) if each else 0.0 for each in telling]
    key = key_of(item)
    if len(own) > 2 and shared[key] >= limits["others"] and min(shared) < shared[key] == max(shared):
        common = tuple(as_written for word, as_written in own[key].items() if 1 < count[word] < len(own))
        yield observation((key,), key=letter(key), words=common)


_GAP = re.compile(r"_+|\[\s*\]|\(\s*\)")


@_style("blank-inside", ("text",), "Haladyna et al. 2002, guidelines 14 and 15", english=False)
def blank_inside(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question goes on after its blank."""
    last = list(_GAP.finditer(item.question))[-1:]
    after = item.question[last[0].end() :].strip(" .!?") if last else ""
    if any(map(str.isalpha, after)):
        yield observation((), text=after)


@_style("asks-for-exception", ("word",), "Haladyna et al. 2002, guideline 17")
def asks_for_exception(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question asks for what is not so, even if its “NOT” stands out."""
    word = exception_word(item.question)
    if word is not None:
        yield observation((), word=word)


@_style("option-forms-differ", ("letters", "first", "second"), "Haladyna et al. 2002, guideline 23")
def option_forms_differ(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Options are surely of different grammatical forms."""
    kinds = {index: form for index, option in _own(item).items() if (form := kind(option)) is not None}
    different = tuple(dict.fromkeys(kinds.values()))
    if len(different) > 1:
        first, second = different[:2]
        yield observation(tuple(kinds), letters=named(list(kinds)), first=first, second=second)
