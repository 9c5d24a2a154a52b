"""Rules about the question: how it is put, and what in it or in the passage gives options away.

A negation counts where it turns the task round ("Which is not true?", "all except"), not where it belongs to what the
passage says ("Why did he not come?"). The patterns are our own, and cautious.

"a" or "an" before a blank speaks only where the text decides: some options surely fit, and others surely do not.
Spelling stands for sound, with the usual exceptions ("an hour", "a uniform"); a word that people say in two ways
("herb") decides nothing. Verbs and other words that options have to follow are in `grammar`.

Words of the passage or the question that only the key repeats are compared as distinct content words, case aside but
not inflection: a cautious measure, which takes "lane" and "lanes" for two words. An option without enough content words
cannot repeat any.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import inf

from examfiles.items import Item, letter
from magnetite.experiments.flags.exam import Exam, as_written, content_words, listed
from magnetite.experiments.flags.options import combining
from magnetite.experiments.flags.phrases import PHRASES, Phrases
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Threshold,
    by_phrase,
    by_row,
    by_text,
    key_of,
    named,
    observation,
    rule,
    wrong_options,
)
from magnetite.views.text import words

_QUOTED = re.compile(r"\"[^\"]*\s[^\"]*\"|“[^”]*\s[^”]*”|„[^“”]*\s[^“”]*[“”]")  # more than one word: a marked NOT stays
_MOST_CHARACTERS = 4000  # characters that are searched: no question is longer, and searching stays quick
_EMPHASISED = "emphasised"  # what the readers of exam files write, one part a line


def turning_word(question: str, language: str = "en") -> str | None:
    """Return the negating word that turns the task round, as written, or None.

    >>> turning_word("Which of these is not true?"), turning_word("Why is the bridge not used?")
    ('not', None)
    >>> turning_word("Welche Aussage trifft nicht zu?", "de")
    'nicht'
    """
    own, phrases = _QUOTED.sub(" ", question[:_MOST_CHARACTERS]), PHRASES[language]
    if phrases.facts.search(own):
        return None
    turning = next((match for pattern in phrases.turned if (match := pattern.search(own))), None)
    return turning.group("word") if turning else None


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z_])")


def exception_word(question: str, language: str = "en") -> str | None:
    """Return the word by which a question's last sentence asks for what is not so, where no reader overlooks it.

    >>> exception_word("Bees dance. Which of these is NOT true?"), exception_word("Which claim is false?")
    ('NOT', 'false')
    >>> exception_word("Bienen tanzen. Welche Aussage ist falsch?", "de")
    'falsch'
    """
    last = _SENTENCE.split(_QUOTED.sub(" ", question[-_MOST_CHARACTERS:]).strip())[-1]
    patterns = (*PHRASES[language].turned, *PHRASES[language].exception)
    matches = (match for pattern in patterns if (match := pattern.search(last)))
    return next((match["word"] for match in matches), None)


@by_phrase(
    "negation-not-highlighted",
    "worth-a-thought",
    ("word",),
    citation="Haladyna et al. 2002, guideline 17",
)
def negation_not_highlighted(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """A “not” or “except” turns the question round, and nothing makes it stand out."""
    word = turning_word(item.question, language)
    if word is not None and not _is_marked(item, word):
        yield observation((), word=word)


def _is_marked(item: Item, word: str) -> bool:
    """Return whether a word is in capitals (and the question is not), emphasised, or between marks of emphasis."""
    capitals = word.upper().replace("’", "'")
    rest = item.question.replace(word, "")
    if any(part.isupper() and part in capitals for part in word.replace("’", "'").split("'")[:1]):
        return any(letter.islower() for letter in rest)
    if any(word.casefold() in part.casefold() for part in item.metadata.get(_EMPHASISED, "").splitlines()):
        return True
    return re.search(rf"[*_<«\"“'‘]\s*{re.escape(word)}\s*[*_>»\"”'’]", item.question) is not None


@by_phrase("negative-question", "remark", ("word",), citation="Haladyna et al. 2002, guideline 17")
def negative_question(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """The question asks why something is not so, and nothing makes the “not” stand out."""
    match = PHRASES[language].reason.search(_QUOTED.sub(" ", item.question[:_MOST_CHARACTERS]))
    if match:
        word = next(filter(None, match.groups()))
        whole = re.search(rf"\w*{re.escape(word)}", match[0])
        shown = whole[0] if whole else word
        if not _is_marked(item, shown):
            yield observation((), word=shown)


@by_phrase(
    "negated-twice",
    "worth-a-thought",
    ("word", "letters"),
    citation="Haladyna et al. 2002, guidelines 17 and 27",
)
def negated_twice(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """The question asks for what is not so, and options say “not” as well."""
    word = turning_word(item.question, language)
    if word is None:
        return
    negated = [index for index, option in enumerate(item.options) if _says_not(option, PHRASES[language])]
    if negated:
        yield observation(tuple(negated), word=word, letters=named(negated))


def _says_not(option: str, phrases: Phrases) -> bool:
    tokens = [word.casefold() for word in words(option)]
    return any(word in phrases.negated and after != phrases.only for word, after in pairwise([*tokens, ""]))


@by_phrase("question-without-topic", "remark", ("question",), citation="Haladyna et al. 2002, guideline 15")
def question_without_topic(item: Item, _limits: Limits, language: str) -> Iterator[Observation]:
    """The question only asks which statement is true: all the content is in the options."""
    question = " ".join(item.question.casefold().replace("_", " ").split()).strip(" .:?")
    if PHRASES[language].unfocused.fullmatch(question):
        yield observation((), question=item.question)


BLANK = r"(?:_+|\.{3,}|…+|\[\s*\]|\(\s*\))"
_ARTICLE = re.compile(
    rf"(?<![\w/(.’'-])(a|an)\s*(?:{BLANK}\s*[.!?:]?|what\s*\??|[:…]|)\s*$|(?<![\w/(.’'-])(a|an)\s+{BLANK}"
)
_DETERMINERS = listed("a an the this that these those my your his her its our their some any no every each all both")
_AN = re.compile(r"(?:hour|hono[u]?r|honest|heir)|8\d*(?:\D|$)|1[18](?:\D|$)|[AEFHILMNORSX](?:[A-Z\d]|\W|$)")
_A = re.compile(
    r"(?:uni(?!n|m|d)|us[aeiu]|eur|ewe|one(?:\b|-)|once|ut[ei]|ubiq|ur[aio]n)|[BCDGJKPQTUVWYZ](?:[A-Z\d]|\W|$)"
)
_UNSURE = re.compile(r"(?:herb|hist|hotel|hyster|habit|heroic|u[bknrt]|x)", re.IGNORECASE)


@by_text(
    "article-cue",
    "serious",
    ("word", "letters", "left"),
    languages=("en",),
    citation="Haladyna et al. 2002, guideline 28c",
)
def article_cue(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question ends in “a” or “an”, and only some of the options can follow it."""
    match = _ARTICLE.search(item.question)
    if not match or len(re.findall(BLANK, item.question)) > 1:
        return
    if any(words(option)[:1] and words(option)[0].casefold() in _DETERMINERS for option in item.options):
        return
    article = match.group(1) or match.group(2)
    yield from cue(item, article, lambda option: _takes_an(option, article))


def _takes_an(option: str, article: str) -> bool | None:
    """Return whether an option sounds right after the article, None where spelling does not decide."""
    text = option.strip(" \"'“”‘’([")
    if not text or not text[0].isascii() or not text[0].isalnum() or _UNSURE.match(text):
        return None
    lowered = text if text[:2].isupper() else text[0].lower() + text[1:]
    if _AN.match(lowered):
        vowel = True
    elif _A.match(lowered):
        vowel = False
    else:
        vowel = lowered[0].lower() in "aeiou"
    return vowel == (article == "an")


def cue(item: Item, word: str, fits: Callable[[str], bool | None]) -> Iterator[Observation]:
    """Report a word that some options fit and others do not."""
    fitting = [fits(option) for option in item.options]
    out = tuple(index for index, fit in enumerate(fitting) if fit is False)
    if out and any(fit is True for fit in fitting):
        yield observation(out, word=word, letters=named(out), left=len(item.options) - len(out))


@rule(
    "key-repeats-passage",
    "serious",
    ("key", "words", "share", "other_share"),
    Threshold("words", 2, "words", 1, inf, "the key repeats at least this many different content words"),
    Threshold("key", 0.75, "share", 0, 1, "they are at least this share of its content words"),
    Threshold("others", 0.25, "share", 0, 1, "and every other option repeats at most this share of its own"),
    key=True,
    passage=True,
    citation="Haladyna et al. 2002, guidelines 28b and 29; Lai et al. 2017",
)
@by_row
def key_repeats_passage(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Only the right answer is made of the passage's own words."""
    item, english = exam.items[index], exam.english[index]
    passage = vocabulary(item.passage)
    options = [content_words(option, english=english) for option in item.options]
    shares = [len(own & passage) / len(own) if own else 0.0 for own in options]
    key = key_of(item)
    repeated = options[key] & passage
    other = max(shares[option] for option in wrong_options(item))
    if len(repeated) >= limits["words"] and shares[key] >= limits["key"] and other <= limits["others"]:
        yield observation(
            (key,), key=letter(key), words=as_written(item.options[key], repeated), share=shares[key], other_share=other
        )


@lru_cache(maxsize=8)  # the questions about a passage stand together
def vocabulary(passage: str) -> frozenset[str]:
    """Return the different words of a passage, case set aside."""
    return frozenset(word.casefold() for word in words(passage))


@rule(
    "key-echoes-question",
    "remark",
    ("key", "words"),
    Threshold("words", 1, "words", 1, inf, "it shares at least this many more different content words"),
    key=True,
    languages=("en",),
    citation="Haladyna et al. 2002, guideline 28b",
)
@by_row
def key_echoes_question(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """The right answer takes up more content words of the question than any other option (a clang association)."""
    item = exam.items[index]
    stem, key = frozenset(filter(_is_word, content_words(item.question))), key_of(item)
    shared = [content_words(option) & stem for option in item.options]
    most = max(len(shared[option]) for option in wrong_options(item))
    if key not in combining(item) and len(shared[key]) - most >= limits["words"]:
        yield observation((key,), key=letter(key), words=as_written(item.options[key], shared[key]))


def _is_word(token: str) -> bool:
    """Return whether a token is a word: a number that question and answer share is no echo."""
    return any(map(str.isalpha, token))
