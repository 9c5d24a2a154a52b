"""Rules about numbers: ranges such as 10–20 and 20–30, of which both hold the same value, and numbers out of order.

An option is a range where it holds two numbers with a dash, "to" or "and" between them, or one with a limit ("more than
10", "thirty or over"). Ranges are compared where what stands around their numbers, the unit, is the same. Two options
that set limits on the same side ("over 10", "over 20") have a rule of their own.

A range may be the answer itself: when a shop is open, when somebody lived. So the rule speaks where the question asks
for a quantity, or where the ranges join end to end, as the steps of a scale do, and are no times of day.

Numbers, fractions and ranges of one unit have an order. Of five options or more, one may be none of these.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from magnetite.core.items import Item
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import NUMBER_WORDS, in_digits, quantity
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, named, observation
from magnetite.experiments.magnets.pool import is_series

_VALUE = r"[-−]?\d+(?:[.,]\d+)*"
_TWO = re.compile(
    rf"({_VALUE})([^\d\W]*|[^\d\w\s]?|\s*[^\d\W]+\.?)\s*(?:-|–|—|−|\bto\b|\band\b|\bbis\b|\bund\b)\s*[$£€]?({_VALUE})"
)
_ONE = re.compile(_VALUE)
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\b(?!-)", re.IGNORECASE)
_OVER = re.compile(r"\b(?:more than|over|above|mehr als|über)\b|[>]", re.IGNORECASE)
_UNDER = re.compile(r"\b(?:less than|fewer than|under|below|weniger als|unter)\b|[<]", re.IGNORECASE)
_LEAST = re.compile(
    r"\b(?:at least|or (?:more|over|above)|and (?:more|over|above)|mindestens|und mehr|oder mehr)\b|\d\s*\+|≥",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:at most|up to|or (?:less|fewer|under|below)|höchstens|bis zu|oder weniger)\b|≤", re.IGNORECASE
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|old|far|tall|high|deep|heavy|big|large|fast|often|wide|thick|hot|cold)\b"
    r"|\b(?:number of|amount|percentage|per cent|percent|share|age|weight|height|length|size|temperature|distance)\b"
    r"|\b(?:price|cost)\b"
    r"|\bwie (?:viele?|alt|weit|hoch|tief|schwer|groß|schnell|oft|breit|lang|lange|teuer)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*(?:from|von)\b", re.IGNORECASE)  # "from 10 to 20" is as often the answer itself
_TIME = re.compile(r"\d:\d\d|\b(?:a\.?m|p\.?m)\b|o['’]clock|\bUhr\b|\d\d?\.\d\d\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Range:
    """The values an option allows, from `low` to `high`, and whether each end is one of them; `unit` is what is left.

    `sided`: whether it has one limit only.
    """

    low: float
    high: float
    with_low: bool
    with_high: bool
    unit: str

    @property
    def sided(self) -> bool:
        """Return whether it has one limit only."""
        return math.isinf(self.low) or math.isinf(self.high)


def value_range(option: str) -> Range | None:
    """Return an option as a range of values, None where it is none.

    >>> value_range("10 - 20 km"), value_range("over 30 km").with_low, value_range("two dogs")
    (Range(low=10.0, high=20.0, with_low=True, with_high=True, unit='km'), False, None)
    """
    option = _WORD.sub(lambda match: in_digits(match[0]), option)
    two = _TWO.search(option)
    if two and len(_ONE.findall(option)) == 2:
        low, high = _number(two[1]), _number(two[3].lstrip("-−"))
        unit = _unit(f"{option[: two.start()]} {option[two.end() :]}")
        return Range(low, high, True, True, unit) if low < high else None
    values = _ONE.findall(option)
    if len(values) != 1:
        return None
    value = _number(values[0])
    for pattern, low, high, closed in (
        (_LEAST, value, math.inf, True),
        (_MOST, -math.inf, value, True),
        (_OVER, value, math.inf, False),
        (_UNDER, -math.inf, value, False),
    ):
        if pattern.search(option):
            return Range(low, high, closed, closed, _unit(pattern.sub(" ", option).replace(values[0], " ")))
    return None


def _number(text: str) -> float:
    plain = text.replace("−", "-")
    if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"-?\d{1,3}(?:\.\d{3})+", plain):
        plain = plain.replace(".", "")
    try:
        return float(plain.replace(",", "."))
    except ValueError:  # "1.2.3"
        return math.nan


_AROUND = listed("between from about around a an the zwischen von etwa")


def _unit(text: str) -> str:
    return " ".join(word for word in re.findall(r"[^\W\d_]+|[%°$£€]", text.casefold()) if word not in _AROUND)


def _meet(one: Range, other: Range) -> bool:
    """Return whether a value lies in both; two limits on the same side are another rule's."""
    if one.sided and other.sided and math.isinf(one.low) == math.isinf(other.low):
        return False
    low, high = max(one.low, other.low), min(one.high, other.high)
    if low == high:
        return all((each.with_low or each.low != low) and (each.with_high or each.high != low) for each in (one, other))
    return low < high


def _joined(ranges: Sequence[Range]) -> bool:
    """Return whether each range begins where another ends."""
    ordered = sorted(ranges, key=lambda each: (each.low, each.high))
    return len(ordered) > 2 and all(one.high == other.low for one, other in pairwise(ordered))


def _overlapping(item: Item, _limits: Limits) -> Iterator[Observation]:
    read = {index: each for index, option in enumerate(item.options) if (each := value_range(option)) is not None}
    if len(read) < max(2, len(item.options) - 1) or len({each.unit for each in read.values()} - {""}) > 1:
        return
    scale = _joined(list(read.values())) and not any(map(_TIME.search, item.options))
    if not scale and (not _QUANTITY.search(item.question) or all(map(_FROM.match, item.options))):
        return
    pairs = [(a, b) for a, b in combinations(read, 2) if _meet(read[a], read[b])]
    if pairs:
        one, other = pairs[0]
        concerned = tuple(sorted({index for pair in pairs for index in pair}))
        first, second = item.options[one], item.options[other]
        yield observation(concerned, letters=named(concerned), first=first, second=second)


OVERLAPPING_RANGES = Rule(
    "overlapping-ranges",
    "rule",
    "high",
    "a value lies in two of the ranges that the options give, as 20 does in 10–20 and 20–30",
    by_item(_overlapping),
    ("letters", "first", "second"),
    citation="Haladyna et al. 2002, guideline 22",
)


_FRACTION = re.compile(r"^\W*(?:\\d?frac\{(\d+)\}\{(\d+)\}|(\d+)/(\d+))\W*$")


def position(option: str) -> tuple[float, float, str] | None:
    """Return where an option stands on a scale and what the scale is: of a number, a fraction or a range."""
    if fraction := _FRACTION.match(option):
        above, below = (float(each) for each in fraction.groups() if each is not None)
        return (above / below, above / below, "#") if below else None
    if (read := quantity(option)) is not None and value_range(option) is None:
        return read[0], read[0], read[1]
    if (between := value_range(option)) is not None:
        return between.low, between.high, f"# {between.unit}"
    return None


def _out_of_order(item: Item, _limits: Limits) -> Iterator[Observation]:
    read = {index: position(option) for index, option in enumerate(item.options) if not is_series(option)}
    positions = {index: each for index, each in read.items() if each is not None}
    if len(positions) < max(3, len(read) - (len(read) > 4)) or len({each[2] for each in positions.values()}) > 1:
        return
    values = [each[:2] for each in positions.values()]
    ordered = values in (sorted(values), sorted(values, reverse=True))
    if not ordered and not all(map(_is_label, item.options)):
        order = sorted(positions, key=lambda index: positions[index][:2])
        yield observation(tuple(positions), letters=named(order))


def _is_label(option: str) -> bool:
    """Return whether an option is a telephone number or the like: six digits or more, and nothing else."""
    digits = re.sub(r"[\s.-]", "", option)
    return digits.isdigit() and len(digits) >= 6


NUMBERS_OUT_OF_ORDER = Rule(
    "numbers-out-of-order",
    "rule",
    "low",
    "options that are numbers or ranges stand neither in rising nor in falling order",
    by_item(_out_of_order),
    ("letters",),
    citation="Haladyna et al. 2002, guideline 21",
)
