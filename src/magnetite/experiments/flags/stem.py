"""Rules about how the question is put: a negation that is easily overlooked, two at once, and no question at all.

A negation counts where it turns the task round ("Which is not true?", "all except"), not where it belongs to what the
passage says ("Why did he not come?"). The patterns are our own, and cautious.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from magnetite.core.items import Item
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, named, observation
from magnetite.views.text import words

_NOT = r"(?P<word>\w*n['’]t|not|cannot)"
_END = r"\s*(?:_+|\.{3,}|[.:?…]|$)"
_VERDICT = (
    r"(?:true|correct|right|mentioned|stated|included|discussed|listed|supported|implied|suggested|described|used|"
    r"an?\s+example|an?\s+reason|one\s+of|among|the\s+case)"
)
_TELL = r"(?:mention|include|refer|discuss|list|belong|cover|describe)"
_SAME_CLAUSE = r"(?:(?!\b(?:who|that|which|when|where|to|and)\b)[^?,])*?"
_FACTS = re.compile(r"\b(?:why|how|because|if|unless|although|though|while|reason)\b", re.IGNORECASE)
_TURNED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<word>except)(?:\s+(?:for|that))?{_END}",
        rf"(?<!but )\b{_NOT}\s+(?:be\s+)?{_VERDICT}\b",
        rf"\b{_NOT}\s+{_TELL}\b",
        r"\b(?:which|what)\b[^?]*\b(?P<word>least\s+likely)\b",
        rf"^(?:[^?]*,\s*)?(?:which|what|who|whom|whose)\b{_SAME_CLAUSE}\b{_NOT}\b(?!\s+(?:only|until|to|being|having)\b)",
    )
)
_QUOTED = re.compile(r"\"[^\"]*\s[^\"]*\"|“[^”]*\s[^”]*”|„[^“”]*\s[^“”]*[“”]")  # more than one word: a marked NOT stays
_LONGEST = 4000  # characters that are searched: no question is longer, and searching stays quick
_EMPHASISED = "emphasised"  # what the readers of exam files write, one part a line
_UNFOCUSED = re.compile(
    r"(?:according to (?:the|this) (?:passage|text|article|story)\s*,?\s*)?(?:which|what)(?: one)?(?: of (?:the )?"
    r"(?:following|these|above))?(?: (?:statements?|sentences?|options?|answers?|choices?))?(?: (?:below|above))?"
    r" (?:is|are)(?: not)? (?:true|correct|right|false|wrong|incorrect|not true)"
    r"(?:,? according to (?:the|this) (?:passage|text|article|story))?",
)


def turning_word(question: str) -> str | None:
    """Return the negating word that turns the task round, as written, or None.

    >>> turning_word("Which of these is not true?"), turning_word("Why is the bridge not used?")
    ('not', None)
    """
    own = _QUOTED.sub(" ", question[:_LONGEST])
    if _FACTS.search(own):
        return None
    turning = next((match for pattern in _TURNED if (match := pattern.search(own))), None)
    return turning.group("word") if turning else None


def _unmarked(item: Item, _limits: Limits) -> Iterator[Observation]:
    word = turning_word(item.question)
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


def _twice(item: Item, _limits: Limits) -> Iterator[Observation]:
    word = turning_word(item.question)
    if word is None:
        return
    negated = [index for index, option in enumerate(item.options) if _says_not(option)]
    if negated:
        yield observation(tuple(negated), word=word, letters=named(negated))


def _says_not(option: str) -> bool:
    tokens = [word.casefold() for word in words(option)]
    return any(word in _NEGATED and after != "only" for word, after in pairwise([*tokens, ""]))


_NEGATED = frozenset(["not", "n't", "never", "cannot"])


def _unfocused(item: Item, _limits: Limits) -> Iterator[Observation]:
    question = " ".join(item.question.casefold().replace("_", " ").split()).strip(" .:?")
    if _UNFOCUSED.fullmatch(question):
        yield observation((), question=item.question)


STEM_RULES = (
    Rule(
        "negation-not-highlighted",
        "rule",
        "medium",
        "a “not” or “except” turns the question round, and nothing makes it stand out",
        by_item(_unmarked),
        ("word",),
        english=True,
        citation="Haladyna et al. 2002, guideline 17",
    ),
    Rule(
        "negated-twice",
        "rule",
        "medium",
        "the question asks for what is not so, and options say “not” as well",
        by_item(_twice),
        ("word", "letters"),
        english=True,
        citation="Haladyna et al. 2002, guidelines 17 and 27",
    ),
    Rule(
        "question-without-topic",
        "rule",
        "low",
        "the question only asks which statement is true: all the content is in the options",
        by_item(_unfocused),
        ("question",),
        english=True,
        citation="Haladyna et al. 2002, guideline 15",
    ),
)
