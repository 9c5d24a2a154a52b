"""Numbers in options: reading them, telling equal ones, and the rule about their order.

An option holds a quantity where it holds exactly one number, in digits or as an English word up to ninety-nine, or a
time of day. What stands around it, the frame, has to be the same for two quantities to be compared.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from magnetite.core.items import Item
from magnetite.experiments.flags.rule import Limits, Observation, Rule, by_item, named, observation

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
_LONGEST = 15  # digits: a longer number is not a quantity
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[-−–])?(?P<digits>\d+(?:[.,:]\d+)*)(?![\d:])"
    rf"|\b(?P<word>{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\b(?!-)",
    re.IGNORECASE,
)


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
    units = [word.removesuffix("s") if len(word) > 3 else word for word in frame[after:]]
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
    if len(digits) > _LONGEST:
        return None
    if ":" in digits:
        parts = digits.split(":")
        return int(parts[0]) + int(parts[1]) / 60 if len(parts) == 2 and parts[0].isascii() else None
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return float(digits.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        return float(digits.replace(".", ""))
    return float(digits.replace(",", ".")) if re.fullmatch(r"\d+(?:[.,]\d+)?", digits) else None


def _out_of_order(item: Item, _limits: Limits) -> Iterator[Observation]:
    read = [quantity(option) for option in item.options]
    quantities = [each for each in read if each is not None]
    if len(quantities) < max(3, len(read)) or len({frame for _, frame in quantities}) > 1:
        return
    values = [value for value, _ in quantities]
    rising, falling = (all(sign * (b - a) >= 0 for a, b in pairwise(values)) for sign in (1, -1))
    if not rising and not falling and not all(map(_is_label, item.options)):
        order = sorted(range(len(values)), key=values.__getitem__)
        yield observation(tuple(range(len(values))), letters=named(order))


def _is_label(option: str) -> bool:
    """Return whether an option is a telephone number or the like: six digits or more, and nothing else."""
    return option.strip(" .").isdigit() and len(option.strip(" .")) >= 6


QUANTITY_RULES = (
    Rule(
        "numbers-out-of-order",
        "rule",
        "low",
        "options that are numbers stand neither in rising nor in falling order",
        by_item(_out_of_order),
        ("letters",),
        citation="Haladyna et al. 2002, guideline 21",
    ),
)
