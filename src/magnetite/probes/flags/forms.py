"""Rules about options of unlike form: one noun phrase among clauses, one full stop among none.

The form of an option is told by its first words, and only where they decide; most forms stay unknown, and a rule
speaks only where all options but one are surely alike and the one is surely not.
What this file leaves out: unlike content (three tools and a colour), for which meaning is needed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from magnetite.core.items import Item, letter
from magnetite.probes.flags.english import listed
from magnetite.probes.flags.rule import Found, Limits, Rule, by_item, key_of, named, saw
from magnetite.views.words import words

_SUBJECTS = listed("i he she it they we you there nobody everybody everyone someone somebody")
_FINITE = listed("is are was were am has had does did will would can could may might must shall should n't")
_ALSO_BARE = listed("have do")  # finite after a subject, else perhaps what "to" goes with
_OPENERS = {"to": "to", "by": "by", "because": "because"}
_WITHIN = listed("that who whom whose which what where when why how if whether as than")  # a clause within another form
_ARTICLES = listed("a an the")
_NOT_GERUNDS = listed(
    "anything something nothing everything during according king ring spring string evening morning thing building "
    "wedding ceiling meeting wing sibling interesting exciting boring amazing surprising young beijing"
)


def form(option: str) -> str | None:
    """Tell an option's form by its first words: "clause", "noun-phrase", "to", "ing", "by", "because".

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
    return "noun-phrase" if first in _ARTICLES and len(tokens) == 2 else None  # "the man slept" is a clause of three


def _has_verb(tokens: list[str]) -> bool:
    """Say whether there is a finite verb that does not surely belong to a clause within."""
    after_subject = any(before in _SUBJECTS and word in _ALSO_BARE for before, word in pairwise(tokens))
    return not _WITHIN & set(tokens) and (after_subject or bool(_FINITE & set(tokens)))


def closed(option: str) -> str | None:
    """Tell whether an option ends with a full stop: "with" or "without"; None where another sign or a digit ends it.

    >>> closed("It was late."), closed("It was late"), closed("How late?")
    ('with', 'without', None)
    """
    text = option.rstrip(" \"'”’)")
    if text.endswith((".", "。")):
        return "with"
    return "without" if text and text[-1].isalpha() else None


def _form(item: Item, _limits: Limits) -> Iterator[Found]:
    odd = _odd_one_out([form(option) for option in item.options])
    if odd is not None:
        at, own, usual = odd
        yield saw((at,), letters=named([at]), odd=own, usual=usual)


def _mark(item: Item, _limits: Limits) -> Iterator[Found]:
    odd, key = _odd_one_out([closed(option) for option in item.options]), key_of(item)
    if odd is not None and odd[0] == key:
        yield saw((key,), key=letter(key), mark=odd[1])


def _odd_one_out(told: Sequence[str | None]) -> tuple[int, str, str] | None:
    """Return which of three or more is surely unlike all others, how it is, and how they are."""
    sure = [each for each in told if each is not None]
    ranked = Counter(sure).most_common()
    if len(sure) < max(3, len(told)) or len(ranked) != 2 or ranked[1][1] != 1:
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
