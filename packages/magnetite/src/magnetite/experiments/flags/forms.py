"""Rules about the form of options: one that differs in grammar or full stop, one that differs in length, numbers.

The first words of an option decide its form, where they can; most forms stay unknown, and a rule speaks only where
all options but one are surely alike and that one is surely different. Length counts characters, runs of spaces as one,
so that scripts without spaces have lengths too.

An option holds a quantity where it holds exactly one number, in digits or as an English word up to ninety-nine, or a
time of day. What stands around it, the frame, has to be the same for two quantities to be compared.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf

from examfiles.items import Item, letter
from magnetite.experiments.flags.exam import REMEMBERED, listed
from magnetite.experiments.flags.rule import Limits, Observation, Threshold, by_text, key_of, named, observation
from magnetite.experiments.magnets.pool import is_series
from magnetite.views.text import words

SUBJECTS = listed("i he she it they we you there nobody everybody everyone someone somebody")
_FINITE = listed("is are was were am has had does did will would can could may might must shall should n't")
_ALSO_BARE = listed("have do")  # finite after a subject, else perhaps what "to" goes with
_OPENERS = {"to": "to", "by": "by", "because": "because"}
_WITHIN = listed("that who whom whose which what where when why how if whether as than")  # open an inner clause
_ARTICLES = listed("a an the")
_NOT_GERUNDS = listed(
    "anything something nothing everything during according king ring bring swing spring string cling evening morning "
    "thing building wedding ceiling meeting wing sibling interesting exciting boring amazing surprising young beijing"
)


@lru_cache(maxsize=REMEMBERED)
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
    if first in SUBJECTS:
        return "clause"
    if first != "because" and _has_verb(tokens):
        return "clause" if first in _ARTICLES else None  # "to see it you have to pay", "driving at night is forbidden"
    if first in _OPENERS:
        return _OPENERS[first]
    if is_gerund(first):
        return "ing"
    return "noun-phrase" if first in _ARTICLES and len(tokens) == 2 else None  # of three words, "the man slept"


def is_gerund(word: str) -> bool:
    """Return whether a word, in small letters, is surely a verb's form in -ing."""
    return word.endswith("ing") and len(word) > 4 and word not in _NOT_GERUNDS


def _has_verb(tokens: list[str]) -> bool:
    """Return whether there is a finite verb that does not surely belong to an inner clause."""
    after_subject = any(before in SUBJECTS and word in _ALSO_BARE for before, word in pairwise(tokens))
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


@by_text(
    "option-form-stands-out",
    "remark",
    ("letters", "odd", "usual"),
    languages=("en",),
    citation="Haladyna et al. 2002, guideline 23",
)
def option_form_stands_out(item: Item, _limits: Limits) -> Iterator[Observation]:
    """One option is of another grammatical form than all the others."""
    odd = _odd_one_out([form(option) for option in item.options])
    if odd is not None:
        at, own, usual = odd
        yield observation((at,), letters=named([at]), odd=own, usual=usual)


@by_text(
    "key-mark-stands-out", "remark", ("key", "mark"), key=True, citation="Haladyna et al. 2002, guidelines 11 and 28d"
)
def key_mark_stands_out(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Only the right answer ends with a full stop, or only it ends without one."""
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


def length(option: str) -> int:
    """Count an option's characters, runs of spaces as one.

    >>> length(" in  town ")
    7
    """
    return len(" ".join(option.split()))


def longest_alone(item: Item) -> int | None:
    """Return the option that is longer than every other, None where several share the greatest length."""
    sizes = [length(option) for option in item.options]
    return sizes.index(max(sizes)) if sizes.count(max(sizes)) == 1 else None


@by_text(
    "longest-key",
    "serious",
    ("key", "length", "other"),
    Threshold("ratio", 1.75, "ratio", 1, inf, "the key is at least this many times as long as the next longest"),
    Threshold("characters", 15, "characters", 1, inf, "and at least this many characters longer"),
    key=True,
    citation="Haladyna et al. 2002, guideline 24",
)
def longest_key(item: Item, limits: Limits) -> Iterator[Observation]:
    """The right answer is far longer than every other option."""
    key, sizes = key_of(item), [length(option) for option in item.options]
    next_ = max(size for option, size in enumerate(sizes) if option != key)
    if sizes[key] >= limits["ratio"] * next_ and sizes[key] - next_ >= limits["characters"]:
        yield observation((key,), key=letter(key), length=sizes[key], other=next_)


@by_text(
    "option-length-stands-out",
    "remark",
    ("letters", "length", "other"),
    Threshold("ratio", 2.5, "ratio", 1, inf, "the longer has this many times the shorter's characters"),
    Threshold("characters", 20, "characters", 1, inf, "and at least this many more"),
    citation="Haladyna et al. 2002, guidelines 24 and 28d",
)
def option_length_stands_out(item: Item, limits: Limits) -> Iterator[Observation]:
    """One option is far longer or shorter than all the others (longer keys and combinations have their own rules)."""
    sizes = [length(option) for option in item.options]
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    if len(sizes) < 3:
        return
    for option, beside, long in ((order[-1], order[-2], True), (order[0], order[1], False)):
        short, tall = sorted((sizes[option], sizes[beside]))
        apart = tall >= limits["ratio"] * short and tall - short >= limits["characters"]
        if apart and not (long and option == item.answer) and not is_series(item.options[option]):
            yield observation((option,), letters=named([option]), length=sizes[option], other=sizes[beside])


_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBER_WORDS = (
    {word: value for value, word in enumerate(_UNITS.split())}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
    | {
        f"{tens}-{unit}": 10 * t + u
        for t, tens in enumerate(_TENS.split(), 2)
        for u, unit in enumerate(_UNITS.split()[:10])
        if u
    }
)
_MOST_DIGITS = 15  # digits: a longer number is not a quantity
_NUMBER = re.compile(
    r"(?<![\w,])(?<![^a-z]\.)(?<!^\.)(?P<sign>[-−–])?(?P<digits>\d+(?:[.,:]\d+)*)(?![\d:])"
    rf"|\b(?P<word>{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\b(?!-)",
    re.IGNORECASE,
)


@lru_cache(maxsize=REMEMBERED)
def quantity(option: str) -> tuple[float, str] | None:
    """Return the one number in an option and its frame, case, articles and plurals aside; None where there is not one.

    >>> quantity("About 1,500 people."), quantity("two days"), quantity("1 day"), quantity("9:30"), quantity("1 or 2")
    ((1500.0, 'about # people'), (2.0, '# day'), (1.0, '# day'), (9.5, '#'), None)
    """
    numbers = list(_NUMBER.finditer(option))
    if len(numbers) != 1 or len(re.findall(r"\d+(?:[.,:]\d+)*", option)) > 1:
        return None
    match = numbers[0]
    value = NUMBER_WORDS[match["word"].casefold()] if match["word"] else _value(match["digits"])
    if value is None:
        return None
    rest = f"{option[: match.start()]} # {option[match.end() :]}".casefold()
    frame = [word for word in re.findall(r"[^\W\d_]+|[^\w\s.,;!?\"'“”]", rest) if word not in ("a", "an", "the")]
    after = frame.index("#") + 1
    units = [word.removesuffix("s") if len(word) > 2 else word for word in frame[after:]]
    return (-value if match["sign"] else float(value)), " ".join((*frame[:after], *units))


def in_digits(word: str) -> str:
    """Return a number word in digits, and a number without the commas between its groups; any other word as it is.

    >>> in_digits("twelve"), in_digits("1,200"), in_digits("dozen")
    ('12', '1200', 'dozen')
    """
    if (value := NUMBER_WORDS.get(word.casefold())) is not None:
        return str(value)
    return word.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", word) else word


def _value(digits: str) -> float | None:
    """Read digits: `1,234` and `1.234.567` in groups, `1,5` and `1.5` with decimals, `9:30` as hours."""
    if len(digits) > _MOST_DIGITS:
        return None
    if ":" in digits:
        parts = digits.split(":")
        return int(parts[0]) + int(parts[1]) / 60 if len(parts) == 2 and parts[0].isascii() else None
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return float(digits.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        return float(digits.replace(".", ""))
    return float(digits.replace(",", ".")) if re.fullmatch(r"\d+(?:[.,]\d+)?", digits) else None
