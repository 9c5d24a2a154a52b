"""Rules about options that differ in form: one noun phrase among clauses, one full stop among none.

The first words of an option decide its form, where they can; most forms stay unknown, and a rule speaks only where
all options but one are surely alike and that one is surely different.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from magnetite.core.items import Item, letter
from magnetite.experiments.flags.english import listed
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, key_of, named, observation
from magnetite.views.text import words

_SUBJECTS = listed("i he she it they we you there nobody everybody everyone someone somebody")
_FINITE = listed("is are was were am has had does did will would can could may might must shall should n't")
_ALSO_BARE = listed("have do")  # finite after a subject, else perhaps what "to" goes with
_OPENERS = {"to": "to", "by": "by", "because": "because"}
_WITHIN = listed("that who whom whose which what where when why how if whether as than")  # open an inner clause
_ARTICLES = listed("a an the")
_NOT_GERUNDS = listed(
    "anything something nothing everything during according king ring spring string evening morning thing building "
    "wedding ceiling meeting wing sibling interesting exciting boring amazing surprising young beijing"
)


def form(option: str) -> str | None:
    """Return an option's form, judged by its first words: "clause", "noun-phrase", "to", "ing", "by", "because".

    None where they do not decide: a bare noun and a bare verb look alike.

    >>> form("to buy bread"), form("buying bread"), form("she bought bread"), form("a coat"), form("bread")
    ('to', 'ing', 'clause', 'noun-phrase', None)
    """
    tokens = [word.casefold() for word in words(option) if any(map(str.isalnum, word))]
    if len(tokens) < 2:
        return None
    first = tokens[0]
    if first in _SUBJECTS:
        return "clause"
    if first != "because" and _has_verb(tokens):
        return "clause" if first in _ARTICLES else None  # "to see it you have to pay", "driving at night is forbidden"
    if first in _OPENERS:
        return _OPENERS[first]
    if first.endswith("ing") and len(first) > 4 and first not in _NOT_GERUNDS:
        return "ing"
    return "noun-phrase" if first in _ARTICLES and len(tokens) == 2 else None  # of three words, "the man slept"


def _has_verb(tokens: list[str]) -> bool:
    """Return whether there is a finite verb that does not surely belong to an inner clause."""
    after_subject = any(before in _SUBJECTS and word in _ALSO_BARE for before, word in pairwise(tokens))
    return not _WITHIN & set(tokens) and (after_subject or bool(_FINITE & set(tokens)))


def closed(option: str) -> str | None:
    """Return whether an option ends with a full stop: "with" or "without"; None where another mark or a digit ends it.

    >>> closed("It was late."), closed("It was late"), closed("How late?")
    ('with', 'without', None)
    """
    text = option.rstrip(" \"'”’)")
    if text.endswith((".", "。")):
        return "with"
    return "without" if text and text[-1].isalpha() else None


def _form(item: Item, _limits: Limits) -> Iterator[Observation]:
    odd = _odd_one_out([form(option) for option in item.options])
    if odd is not None:
        at, own, usual = odd
        yield observation((at,), letters=named([at]), odd=own, usual=usual)


def _mark(item: Item, _limits: Limits) -> Iterator[Observation]:
    odd, key = _odd_one_out([closed(option) for option in item.options]), key_of(item)
    if odd is not None and odd[0] == key:
        yield observation((key,), key=letter(key), mark=odd[1])


def _odd_one_out(kinds: Sequence[str | None]) -> tuple[int, str, str] | None:
    """Return which of three or more surely differs from all others, its kind, and theirs."""
    sure = [kind for kind in kinds if kind is not None]
    ranked = Counter(sure).most_common()
    if len(sure) < max(3, len(kinds)) or len(ranked) != 2 or ranked[1][1] != 1:
        return None
    (usual, _), (odd, _) = ranked
    return sure.index(odd), odd, usual


FORM_RULES = (
    Rule(
        "option-form-stands-out",
        "rule",
        "low",
        "one option is of another grammatical form than all the others",
        by_item(_form),
        ("letters", "odd", "usual"),
        english=True,
        citation="Haladyna et al. 2002, guideline 23",
    ),
    Rule(
        "key-mark-stands-out",
        "rule",
        "low",
        "the right answer alone ends with a full stop, or alone without one",
        by_item(_mark),
        ("key", "mark"),
        key=True,
        citation="Haladyna et al. 2002, guidelines 11 and 28d",
    ),
)
