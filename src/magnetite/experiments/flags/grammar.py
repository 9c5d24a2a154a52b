"""Rules about grammar that gives options away: "a" or "an" before a blank, and a verb's number.

They speak only where the text decides: an article or verb right beside the blank, and options that surely fit and
others that surely do not. Spelling stands for sound, with the usual exceptions ("an hour", "a uniform"); a word that
people say in two ways ("herb") decides nothing.
Other agreement (tense, gender) would need a parser.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from magnetite.core.items import Item
from magnetite.experiments.flags.english import listed
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, named, observation
from magnetite.views.text import words

_BLANK = r"(?:_+|\.{3,}|…+|\[\s*\]|\(\s*\))"
_ARTICLE = re.compile(rf"(?<![\w/(.’'-])(a|an)\s*(?:{_BLANK}\s*[.!?:]?|[:…]|)\s*$|(?<![\w/(.’'-])(a|an)\s+{_BLANK}")
_VERB = re.compile(
    rf"(?:^|[,;:]|\b(?:that|because|when|if|while|after|before|although)\b)\s*{_BLANK}\s*"
    r"(is|are|was|were|has|have|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|hasn['’]t|haven['’]t)\b(?!\s*[/(])",
    re.IGNORECASE,
)
_THERE = re.compile(rf"(?<!/)\bthere\s+(is|are|was|were)\s*(?:{_BLANK}\s*[.!?]?)?\s*$", re.IGNORECASE)

_DETERMINERS = listed("a an the this that these those my your his her its our their some any no every each all both")
_AN = re.compile(r"(?:hour|hono[u]?r|honest|heir)|8\d*(?:\D|$)|1[18](?:\D|$)|[AEFHILMNORSX](?:[A-Z\d]|\W|$)")
_A = re.compile(
    r"(?:uni(?!n|m|d)|us[aeiu]|eur|ewe|one(?:\b|-)|once|ut[ei]|ubiq|ur[aio]n)|[BCDGJKPQTUVWYZ](?:[A-Z\d]|\W|$)"
)
_UNSURE = re.compile(r"(?:herb|hist|hotel|hyster|habit|heroic|u[bknrt]|x)", re.IGNORECASE)


def _article(item: Item, _limits: Limits) -> Iterator[Observation]:
    match = _ARTICLE.search(item.question)
    if not match or len(re.findall(_BLANK, item.question)) > 1:
        return
    if any(words(option)[:1] and words(option)[0].casefold() in _DETERMINERS for option in item.options):
        return
    article = match.group(1) or match.group(2)
    yield from _cue(item, article, lambda option: _takes_an(option, article))


def _takes_an(option: str, article: str) -> bool | None:
    """Return whether an option sounds right after the article, None where spelling does not decide."""
    text = option.strip(" \"'“”‘’([")
    if not text or not text[0].isascii() or not text[0].isalnum() or _UNSURE.match(text):
        return None
    lowered = text if text[:2].isupper() or len(text.split()[0]) == 1 else text[0].lower() + text[1:]
    if _AN.match(lowered):
        vowel = True
    elif _A.match(lowered):
        vowel = False
    else:
        vowel = lowered[0].lower() in "aeiou"
    return vowel == (article == "an")


def _number(item: Item, _limits: Limits) -> Iterator[Observation]:
    subject, there = _VERB.search(item.question), _THERE.search(item.question)
    match = subject or there
    if not match or len(re.findall(_BLANK, item.question)) > 1:
        return
    verb = match.group(1).casefold()
    plural = verb.replace("’", "'").removesuffix("n't") in ("are", "were", "have")

    def fits(option: str) -> bool | None:
        many = is_plural(option)
        several = not subject and re.search(r"\band\b|,", option)  # "there is a table and two chairs" is usual as well
        return None if many is None or several else many == plural

    yield from _cue(item, verb, fits)


def is_plural(option: str) -> bool | None:
    """Return whether an option is plural as the subject of a sentence, None where its words do not decide.

    >>> is_plural("two dogs"), is_plural("a dog"), is_plural("a dog and a cat"), is_plural("bread and butter")
    (True, False, True, None)
    """
    tokens = [word.casefold() for word in words(option) if any(map(str.isalnum, word))]
    if not tokens or len(tokens) > 8 or tokens[2:3] == ["of"] or tokens[:2] == ["a", "few"]:
        return None  # "a group of friends are" is usual as well
    if "and" in tokens:
        middle = tokens.index("and")
        sides = tokens[:1], tokens[middle + 1 : middle + 2]
        return True if all(side and side[0] in _DETERMINERS for side in sides) and tokens[0] not in _ONE else None
    if "or" in tokens or "nor" in tokens:
        return None
    if tokens[0] in _MANY or (tokens[0].isdigit() and tokens[0] != "1"):
        return True
    if tokens[0] in ("a", "an", "this", "one", "every", "each", "another", "he", "she", "it"):
        return False
    return _head_is_plural(tokens) if tokens[0] in _OPEN else None


def _head_is_plural(tokens: list[str]) -> bool | None:
    """Judge a noun after "the" and the like by its last letters: the word before a preposition, or the last."""
    head = next((before for before, word in pairwise(tokens) if word in _AFTER), tokens[-1])
    if (
        head in _UNDECIDED
        or len(tokens) == 1
        or head.endswith(("men", "sh", "ese", "ch", "ing", "ed", "ss", "us", "is"))
    ):
        return None
    return head.endswith("s")


_ONE = listed("every each no")
_OPEN = listed("the my your his her its our their")
_AFTER = listed("of in on at by for from to with that who which whose about between under near")
_UNDECIDED = listed(
    "people children police teeth feet mice sheep fish deer cattle data media series species news family team group "
    "staff public crew class crowd government company band majority minority rest others poor rich young old blind "
    "sick dead homeless unemployed elderly disabled best worst first second last two three four five six"
)
_MANY = listed("these those two three four five six seven eight nine ten many several few both they we")


def _cue(item: Item, word: str, fits: Callable[[str], bool | None]) -> Iterator[Observation]:
    """Report a word that some options fit and others do not."""
    fitting = [fits(option) for option in item.options]
    out = tuple(index for index, fit in enumerate(fitting) if fit is False)
    if out and any(fit is True for fit in fitting):
        yield observation(out, word=word, letters=named(out), left=len(item.options) - len(out))


GRAMMAR_RULES = (
    Rule(
        "article-cue",
        "rule",
        "high",
        "the question ends in “a” or “an”, and only some of the options can follow it",
        by_item(_article),
        ("word", "letters", "left"),
        english=True,
        citation="Haladyna et al. 2002, guideline 28c",
    ),
    Rule(
        "number-cue",
        "rule",
        "high",
        "a verb beside the blank is singular or plural, and only some of the options agree with it",
        by_item(_number),
        ("word", "letters", "left"),
        english=True,
        citation="Haladyna et al. 2002, guideline 28c",
    ),
)
