"""Rules of style: what people who judge items mark, and what gives a key away, each a remark.

Of a question about a passage, the passage says whether "always" or "usually" is right, and its sentences give options
their words and lengths. So a word that the passage uses is no remark, lengths must differ more, and shared words, which
wrong options of reading questions have as often by design, are compared without a passage only. What that costs on
published exams and finds of people's labels is on the page docs/results/flags-people.md. Words are those of
`phrases`; lengths and shared words count in any language.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from statistics import median
from typing import Any

from examfiles.items import Item, letter
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import NUMBER_WORDS, length, quantity
from magnetite.experiments.flags.grammar import (
    PREPOSITIONS,
    TIMES,
    asks_for_form,
    is_verb,
    kind,
    small_words,
    verb_form,
)
from magnetite.experiments.flags.options import absolute_words, combining
from magnetite.experiments.flags.phrases import PHRASES
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_item,
    by_phrase,
    key_of,
    named,
    observation,
    rule,
    sees_of,
)
from magnetite.experiments.flags.stem import exception_word, vocabulary
from magnetite.views.text import words

_Look = Callable[[Item, Limits], Iterator[Observation]]


def _style(
    name: str, evidence: tuple[str, ...], citation: str, *thresholds: Threshold, reading: bool = True, **needs: Any
) -> Callable[[_Look], Rule]:
    """Make a remark; `reading`: whether it looks at questions about a passage, too."""

    def made(look: _Look) -> Rule:
        alone = by_item(lambda item, limits: iter(()) if item.passage.strip() else look(item, limits))
        sees = sees_of(look) if reading else f"without a passage: {sees_of(look)}"
        about = {"sees": sees, "citation": citation, **needs}
        return rule(name, "remark", evidence, *thresholds, **about)(by_item(look) if reading else alone)

    return made


def _unsaid(item: Item, terms: Iterable[str]) -> list[str]:
    """Return the terms whose words the passage does not use: where it says "always", an option may."""
    said = vocabulary(item.passage)
    return [term for term in terms if not said.issuperset(words(term.casefold()))]


def _own(item: Item) -> Mapping[int, str]:
    """Return the options that combine no others, by index."""
    series = combining(item)
    return {index: option for index, option in enumerate(item.options) if index not in series}


_SUPERLATIVE = listed("the its his her their my your our at one whose")  # "the most", "at most"


def vague_words(option: str, language: str = "en") -> list[str]:
    """Return an option's vague words, where they say how often or how many.

    >>> vague_words("Most gulls usually sleep"), vague_words("the most careful"), vague_words("about 60 gulls")
    (['most', 'usually'], [], ['about'])
    >>> vague_words("Manche Möwen schlafen am meisten", "de"), vague_words("etwa 60 Möwen", "de")
    (['manche'], ['etwa'])
    """
    phrases = PHRASES[language]
    tokens = small_words(phrases.harmless.sub(" ", option))
    neighbours = zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)
    return [
        word
        for before, word, after in neighbours
        if (word in phrases.vague and not (word == "most" and (before in _SUPERLATIVE or _is_adjective(after))))
        or (word in phrases.before_number and (after[:1].isdigit() or after in NUMBER_WORDS))
    ]


def _is_adjective(word: str) -> bool:
    return word.endswith("ly") or kind(word) == "adjective"


@by_phrase("vague-terms", "remark", ("letters", "words"), citation="Case & Swanson 2002, ch. 3")
def vague_terms(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """An option is vague (“usually”, “some”) in a word that the passage, if there is one, does not use."""
    yield from _said({index: _unsaid(item, vague_words(option, language)) for index, option in _own(item).items()})


@by_phrase("absolute-option", "remark", ("letters", "words"), citation="Haladyna et al. 2002, guideline 28a")
def absolute_option(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """An option is absolute (“always”, “never”) in a word that the passage, if there is one, does not use."""
    options = {index: option for index, option in _own(item).items() if len(small_words(option)) > 1}
    own = {index: _unsaid(item, absolute_words(option, language)) for index, option in options.items()}
    yield from _said(
        {index: [word for word in terms if word != PHRASES[language].only] for index, terms in own.items()}
    )


def _said(words_of: Mapping[int, list[str]]) -> Iterator[Observation]:
    saying = tuple(index for index, terms in words_of.items() if terms)
    if saying:
        terms = tuple(dict.fromkeys(word for index in saying for word in words_of[index]))
        yield observation(saying, letters=named(saying), words=terms)


@_style(
    "uneven-lengths",
    ("longest", "length", "shortest", "other"),
    "Haladyna et al. 2002, guideline 24",
    Threshold("ratio", 1.5, "ratio", 1, inf, "it has this many times the characters of the middle one of the others"),
    Threshold("characters", 10, "characters", 0, inf, "and at least this many more"),
    Threshold("reading_ratio", 2.5, "ratio", 1, inf, "where there is a passage, this many times the characters"),
    Threshold("reading_characters", 15, "characters", 0, inf, "and at least this many more"),
)
def uneven_lengths(item: Item, limits: Limits) -> Iterator[Observation]:
    """The longest option is clearly longer than most of the others."""
    sizes = {index: length(option) for index, option in _own(item).items()}
    if len(sizes) < 2:
        return
    least, *others, most = sorted(sizes, key=sizes.__getitem__)
    middle = median(sizes[index] for index in (least, *others))
    ratio, more = (limits[f"{'reading_' * bool(item.passage.strip())}{name}"] for name in ("ratio", "characters"))
    if sizes[most] >= max(ratio * middle, middle + more):
        yield observation(
            (most, least), longest=letter(most), length=sizes[most], shortest=letter(least), other=sizes[least]
        )


@_style(
    "key-shares-most",
    ("key", "words"),
    "Case & Swanson 2002, ch. 3; Haladyna et al. 2002, guideline 28e",
    Threshold("others", 0.5, "mean", 0, inf, "a word of it is in this many others, words of all aside"),
    key=True,
    reading=False,
)
def key_shares_most(item: Item, limits: Limits) -> Iterator[Observation]:
    """No option shares more words with the others than the right answer does (convergence).

    That is in how many other options its words stand on average; words that all share tell nothing, nor do units.
    """
    own = [_telling(option) for option in item.options]
    count = Counter(word for each in own for word in each)
    telling = [[count[word] - 1 for word in each if count[word] < len(own)] for each in own]
    shared = [sum(each) / len(each) if each else 0.0 for each in telling]
    key = key_of(item)
    if len(own) < 3 or key in combining(item):
        return
    if shared[key] >= limits["others"] and min(shared) < shared[key] == max(shared):
        common = tuple(as_written for word, as_written in own[key].items() if 1 < count[word] < len(own))
        yield observation((key,), key=letter(key), words=common)


def _telling(option: str) -> dict[str, str]:
    """Return an option's words without the -s of plurals, and as they stand; of a number with its unit the number."""
    read = quantity(option)
    number = read is not None and len(read[1].split()) <= _UNIT_WORDS
    return {re.sub(r"(?<=\w{3})s$", "", word): word for word in small_words(option) if not number or word[:1].isdigit()}


_UNIT_WORDS = 5  # words of a number with its unit, "about # km per hour"


_GAP = re.compile(r"(?<![^\W_])_(?![^\W_])|_{3,}|(?<!\w)__(?!\w)|\[\s*\]|\(\s*\)|\.{4,}|…{2,}|-{4,}")


@_style("blank-inside", ("text",), "Haladyna et al. 2002, guidelines 14 and 15")
def blank_inside(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question goes on after its blank."""
    last = list(_GAP.finditer(item.question))[-1:]
    after = item.question[last[0].end() :].strip(" .!?") if last else ""
    if any(map(str.isalpha, after)):
        yield observation((), text=after)


@by_phrase("asks-for-exception", "remark", ("word",), citation="Haladyna et al. 2002, guideline 17")
def asks_for_exception(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """The question asks for what is not so, even if its “NOT” stands out."""
    word = exception_word(item.question, language)
    if word is not None:
        yield observation((), word=word)


@_style(
    "option-forms-differ",
    ("letters", "first", "second"),
    "Haladyna et al. 2002, guideline 23",
    languages=("en",),
)
def option_forms_differ(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Options are surely of different grammatical forms."""
    kinds = (
        {}
        if asks_for_form(item.options) or _TITLE.search(item.question)
        else _kinds(_own(item), reading=bool(item.passage.strip()))
    )
    verbs = {at: form for at, each in kinds.items() if each == "verb" and (form := verb_form(item.options[at]))}
    numbers = {number for number, _ in verbs.values()}
    if {"singular", "plural"} <= numbers:  # "sells boats", "buy boats"
        kinds |= {at: "singular-verb" for at, (number, _) in verbs.items() if number == "singular"}
    different = tuple(dict.fromkeys(kinds.values()))
    if len(different) > 1:
        first, second = different[:2]
        yield observation(tuple(kinds), letters=named(list(kinds)), first=first, second=second)


def _kinds(options: Mapping[int, str], *, reading: bool) -> dict[int, str]:
    """Return the kinds of options, without those that may be of one kind with the others.

    A long phrase may be a sentence with a rare verb; sentences are of equal rank, whatever they begin with; a word in
    -s may be a verb. In questions about a passage, a word in -ing may also be an adjective, a phrase of time goes with
    "on Monday", and one with a preposition with an adjective.
    """
    kinds = {at: each for at, option in options.items() if (each := kind(option)) is not None}
    sentences = {at for at, option in options.items() if _SENTENCE.match(option) and len(option.split()) > _SHORT}
    if "clause" in kinds.values() and 2 * len(sentences) > len(options):
        kinds = {at: "clause" if at in sentences and each in _OPEN_SENTENCES else each for at, each in kinds.items()}
    left = {*kinds.values()}

    def is_sure(at: int, each: str) -> bool:
        size = len(options[at].split())
        if each == "noun-phrase":
            timed = reading and "preposition" in left and bool({*small_words(options[at])} & TIMES)
            return (
                not ("clause" in left and at in sentences)
                and not ("verb" in left and is_verb(options[at]))
                and not timed
            )
        if each == "verb" and len(small_words(options[at])) > 1 and small_words(options[at])[1] in PREPOSITIONS:
            return not left & {"noun-phrase", "clause"}  # "rest in the yard", "walks in the park"
        if each == "ing":
            return not (reading and "adjective" in left and size == 1) and not ("clause" in left and at in sentences)
        return not reading or each != "preposition" or "adjective" not in left

    return {at: each for at, each in kinds.items() if is_sure(at, each)}


_TITLE = re.compile(r"\b(?:title|headline|heading)\b", re.IGNORECASE)  # of any form
_SENTENCE = re.compile(r"\s*[A-Z\"“(].*[.!?]\W*$", re.DOTALL)
_SHORT = 3  # words: no phrase as short as that is taken for a sentence
_OPEN_SENTENCES = ("ing", "preposition")
