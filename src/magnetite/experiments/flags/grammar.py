"""The grammatical kinds of options, and the rule about a question whose last words ask for one: "in order to", "by".

Words of closed classes, a short list of verbs and adjectives, and endings ("-tion", "-ful") decide an option's kind;
where they do not, it stays unknown. A last word asks for a verb ("to"), or for a form in -ing or a noun ("interested
in"). The rule speaks where some options surely go on from there and others surely do not.
"""

import re
from collections.abc import Iterator

from magnetite.core.items import Item
from magnetite.experiments.flags.agreement import verb_form
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import form, is_gerund
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, named, observation
from magnetite.views.text import words

_DETERMINERS = listed(
    "a an the this that these those my your his her its our their some any no every each all both many several few"
)
_PREPOSITIONS = listed(
    "in on at by for from with about into onto over under after before between through during without within of near "
    "behind"
)
_CLAUSES = listed("if when while where as until since")  # open an adverbial clause
_OBJECTS = listed("to him her it them me us you up out away how what")  # after a verb, as determiners are
_ADJECTIVES = listed(
    "good bad happy sad angry wet dry cold hot warm cool proud lazy expensive cheap easy hard difficult big small "
    "large long short high low old young new rich poor tired hungry ill sick safe strong weak fast slow quiet loud "
    "bright dark clean dirty brave kind polite rude honest afraid bored surprised excited worried interested pleased "
    "unable able complex simple red blue green white black"
)
_OF_ADJECTIVES = ("ful", "less", "ous", "able", "ible")
_NOT_ADJECTIVES = listed("vegetable syllable handful mouthful spoonful crucible")
_OF_NOUNS = ("tion", "sion", "ment", "ness", "ity", "ism", "ist", "ance", "ence", "ship", "hood", "ology", "graphy")
_NO_PLURALS = ("ss", "us", "is")


def small_words(option: str) -> list[str]:
    """Return an option's words in small letters, without marks."""
    return [word.casefold() for word in words(option) if any(map(str.isalnum, word))]


def kind(option: str) -> str | None:
    """Return an option's kind: a form of `form`, or "preposition", "verb" or "adjective"; None if unsure.

    >>> kind("in the yard"), kind("eat a pear"), kind("careful"), kind("pears"), kind("pear")
    ('preposition', 'verb', 'adjective', 'noun-phrase', None)
    """
    tokens = small_words(option)
    if not tokens:
        return None
    first = tokens[0]
    if (known := form(option)) is not None and known != "by":
        return known
    if first in _PREPOSITIONS or first in _CLAUSES:
        return "preposition"
    if first in _DETERMINERS:
        return "noun-phrase" if _is_noun_phrase(tokens) else None
    if len(tokens) == 1:
        return _word_kind(first)
    return "verb" if verb_form(option) is not None and tokens[1] in _DETERMINERS | _PREPOSITIONS | _OBJECTS else None


def _word_kind(word: str) -> str | None:
    long = len(word) > 5
    kinds = {
        "adjective": word in _ADJECTIVES or (long and word.endswith(_OF_ADJECTIVES) and word not in _NOT_ADJECTIVES),
        "noun-phrase": (long and word.endswith(_OF_NOUNS))
        or (word[4:].endswith("s") and not word.endswith(_NO_PLURALS)),
        "ing": is_gerund(word),
    }
    return next((kind for kind, is_so in kinds.items() if is_so), None)


def _is_noun_phrase(tokens: list[str]) -> bool:
    """Return whether there is a noun after a determiner, and no verb that could make a sentence of both."""
    inner = (at for at, word in enumerate(tokens) if at > 1 and (word in _PREPOSITIONS or word == "that"))
    head = tokens[1 : next(inner, len(tokens))]
    return len(head) in (1, 2) and not any(verb_form(f"{word} it") for word in head[1:])


_TO = re.compile(
    r"\b(?:in order|so as|wants?|wanted|needs?|needed|hopes?|hoped|decides?|decided|plans?|planned|tries|tried|try|"
    r"able|going|likely|ready|willing|encouraged?|advised?|asks?|asked|told|supposed|how|is|was|are)\s+to[\s_.…:]*$",
    re.IGNORECASE,
)
_ING = re.compile(
    r"\b(?:interested in|good at|bad at|fond of|afraid of|tired of|capable of|instead of|keen on|insists? on|"
    r"by means of|succeed(?:s|ed)? in|thinks? of|dreams? of|famous for|responsible for|without)[\s_.…:]*$",
    re.IGNORECASE,
)
_NO_VERB = ("clause", "because", "ing", "preposition")
_NO_NOUN = ("clause", "because", "to", "verb")


def _form_cue(item: Item, _limits: Limits) -> Iterator[Observation]:
    for pattern, fitting, unfit in ((_TO, ("verb",), _NO_VERB), (_ING, ("ing", "noun-phrase"), _NO_NOUN)):
        match = pattern.search(item.question)
        kinds = [kind(option) for option in item.options]
        out = tuple(index for index, each in enumerate(kinds) if each in unfit)
        if match and out and any(each in fitting for each in kinds):
            word = match[0].strip(" \t\n_.…:")
            yield observation(out, word=word, letters=named(out), left=len(kinds) - len(out))


FORM_CUE = Rule(
    "form-cue",
    "rule",
    "medium",
    "the question leads up to “to”, “interested in” and the like, and only some of the options can follow",
    by_item(_form_cue),
    ("word", "letters", "left"),
    english=True,
    citation="Haladyna et al. 2002, guideline 28c",
)
