"""Gaps of a text: how they are printed, with their numbers, and the sentence in which each stands."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from examfiles.readers.typed.shapes import shape

BLANK = r"(?:_{2,200}|\.{3,200}|\u2026{1,99}|\uff3f{1,99})"
"""The pattern of a blank to write in."""
_ANY_GAP = shape(
    rf"(?:{BLANK}\s?)?[(\[]?(?<![\d.,])(\d{{1,3}})[)\]]?\s?{BLANK}",
    "a gap with a number",
    "(10) ____",
    "__24__",
)
_SENTENCE_END = shape(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bFr)(?<!\bHr)(?<!\b[A-Z])[.!?\u3002\uff01\uff1f]"
    r"[\"'\u201d\u2019)\uff09]*(?:\s|(?<=[\u3002\uff01\uff1f]))",
    "the end of a sentence within a text",
    "Ann sat. Bo ran.",
)
_SIGN = "______"


def gap_sign(number: int) -> str:
    """Return how a gap stands in a question.

    >>> gap_sign(3)
    '(3) ______'
    """
    return f"({number}) {_SIGN}"


def gap_numbers(texts: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of the gaps in texts, from the first on as long as they count up.

    >>> gap_numbers(["Ann (4) ____ down and __5__.", "In 1990 ____ left."])
    (4, 5)
    """
    numbers = [int(match[1]) for text in texts for match in _ANY_GAP.finditer(text)]
    return tuple(number for place, number in enumerate(numbers) if number == numbers[0] + place)


def has_gap(text: str, number: int) -> bool:
    """Say whether a text has the gap of a number."""
    return bool(_gap(number).search(text))


def is_gap(text: str, number: int) -> bool:
    """Say whether a text is the gap of a number, and no more."""
    return bool(_gap(number).fullmatch(text.strip()))


def any_gap(text: str) -> bool:
    """Say whether a text has a gap with a number."""
    return bool(_ANY_GAP.search(text))


def _gap(number: int) -> re.Pattern[str]:
    """Return what the gap of a number looks like in a text."""
    return re.compile(
        rf"[(\[\uff08]\s?{number}\s?[)\]\uff09]\s?(?:{BLANK})?|{BLANK}\s?[(\[]?{number}[)\]]?\s?{BLANK}|"
        rf"{BLANK}\s?[(\[]?{number}[)\]]?(?!\d)|(?<![\d.])[(\[]?{number}[)\]]?\.?\s{{0,9}}{BLANK}|"
        rf"(?<=[^\d\s])\s{{1,9}}{number}\s{{1,9}}(?!{BLANK})(?=[^\d\s%])"
    )


def gap_sentences(paragraphs: Sequence[str], numbers: Iterable[int], beside: int = 0) -> Mapping[int, str]:
    """Return the sentence of each gap, by its number; where it is a gap alone, with `beside` sentences around it.

    >>> gap_sentences(["Ann sat. She (2) ____ up again. Bo ran."], [2])
    {2: 'She (2) ______ up again.'}
    """
    return dict(_sentences([" ".join(text.split()) for text in paragraphs], numbers, beside))


def _sentences(texts: Sequence[str], numbers: Iterable[int], beside: int) -> Iterator[tuple[int, str]]:
    whole = ["", *texts, ""]
    for number in numbers:
        for before, own, after in zip(whole, texts, whole[2:], strict=False):
            alone = _gap(number).fullmatch(own)
            text = f"{before} {own} {after}".strip() if alone else own
            if match := _gap(number).search(text):
                yield number, _around(text[: match.start()], gap_sign(number), text[match.end() :], beside)
                break


def _around(before: str, gap: str, behind: str, beside: int) -> str:
    """Return the sentence of a gap between two parts of a paragraph."""
    before, behind = (re.sub(BLANK, lambda blank: "_" * len(blank[0]), part) for part in (before, behind))
    begins = [0, *(match.end() for match in _SENTENCE_END.finditer(before))]
    ends = [*(match.end() for match in _SENTENCE_END.finditer(f"{behind} ")), len(behind)]
    if before[begins[-1] :].strip():
        beside = 0
    begin = begins[max(len(begins) - 1 - beside, 0)]
    further = min(1, len(ends) - 1) if beside and behind[:1] in {".", "!", "?"} else 0
    space = "" if behind[:1] in {".", ",", ";", ":", "!", "?"} else " "
    text = f"{before[begin:].rstrip()} {gap}{space}{behind[: ends[further]].strip()}"
    return re.sub(r"_{4,}", _SIGN, text).strip()
