"""Answers: a letter, a number or an option's own text, turned into an index from 0."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, letter
from magnetite.core.reasons import Reason
from magnetite.formats.format import fault

_LETTER = re.compile(r"\(?([A-Za-z])[.)]?")
_UNKNOWN = {"?", "??", "-", "–", "—", "n/a", "na", "nan", "none", "null", "unknown", "tbd"}

NO_NEED = "plain"  # why answers count from 0, where nothing has to be said


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a column's answers are read: the kind, the number of the first option, and the note that says so."""

    kind: Literal["text", "number", "mixed"]
    first: int = 0
    note: Reason | None = None


def is_missing(value: Any) -> bool:
    """Return whether a value stands for no answer: nothing, blank text, an empty list, or -1 (as in hub test sets)."""
    if isinstance(value, str):
        return value.strip() in {"", "-1"}
    return value is None or value in ([], ()) or (isinstance(value, int | float) and value in {-1})


def letter_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of a letter, None for no answer. Raises DataError for anything else.

    >>> letter_index("B", ["yes", "no"])
    1
    """
    if is_missing(value):
        return None
    match = _LETTER.fullmatch(value.strip()) if isinstance(value, str) else None
    index = LETTERS.index(match[1].upper()) if match else len(options)
    if index >= len(options):
        raise DataError(f"answer {value!r} is not one of A–{letter(max(len(options) - 1, 0))}.")
    return index


def text_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of the first option that is this text, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    stripped = [option.strip() if isinstance(option, str) else option for option in options]
    if not isinstance(value, str) or value.strip() not in stripped:
        raise DataError(f"answer {value!r} is not the text of one of its {len(options)} options.")
    return list(options).index(value) if value in options else stripped.index(value.strip())


def number_index(value: Any, options: Sequence[str], first: int = 0) -> int | None:
    """Return the index of a number that counts from `first`, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    number = as_number(value)
    if number is None or not first <= number < first + len(options):
        raise DataError(f"answer {value!r} is not one of {first}–{first + len(options) - 1}.")
    return number - first


def answer_index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    """Return the answer's index under a column's scheme, None for no answer. Raises DataError."""
    try:
        return _index(value, options, scheme)
    except DataError as error:
        if isinstance(value, str) and value.strip().lower() in _UNKNOWN:
            raise DataError(f"{error} Leave the cell empty if the answer is not known.") from error
        raise


def answer_scheme(
    pairs: Iterable[tuple[Any, Sequence[str]]], numbered_from: int | None = None, *, first: int | None = None
) -> Scheme:
    """Return how the answers of a file are to be read, judged by all its (answer, options) pairs.

    Texts where every answer is a text of its options; numbers where every answer is a whole number; otherwise each is
    read as a letter, an option's text or a number, whichever fits first. Numbers count from `first` where it is given;
    from 0 if one is 0 or the option columns are numbered from 0; from 1 if one equals its number of options or the
    option columns are numbered from 1. Raises DataError (without the place) where numbers could count from 0 or 1.
    """
    known = [(value, options) for value, options in pairs if not is_missing(value)]
    others = [(value, options) for value, options in known if not _is_text_of(value, options)]
    if known and not others:
        return Scheme("text", note=Reason("answers-text"))
    if known and all(as_number(value) is not None for value, _ in known):
        start, why = _first([(as_number(value), len(options)) for value, options in known], numbered_from, first)
        return Scheme("number", start, Reason("answers-number", {"first": start, "why": why}))
    numbers = [(number, len(options)) for value, options in others if (number := as_number(value)) is not None]
    start, why = _first(numbers, numbered_from, first) if numbers else (0, NO_NEED)
    return Scheme("mixed", start, Reason("answers-mixed", {"first": start, "why": why}) if known else None)


def _index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    if scheme.kind == "number":
        return number_index(value, options, scheme.first)
    if scheme.kind == "text":
        return text_index(value, options)
    for read in (letter_index, text_index, partial(number_index, first=scheme.first)):
        try:
            return read(value, options)
        except DataError:
            continue
    last = len(options) - 1
    known = f"A–{letter(last)}, {scheme.first}–{scheme.first + last}"
    text = f"answer {value!r} is not one of {known} or the text of an option."
    raise fault("", text, "left-answer-unknown", answer=repr(value), known=known)


def _first(numbers: Sequence[tuple[int | None, int]], numbered_from: int | None, first: int | None) -> tuple[int, str]:
    """Return where (number, number of options) count from, and why: how their note calls it."""
    if first is not None:
        return first, "given"
    values = {number for number, _ in numbers}
    if 0 in values or numbered_from == 0:
        return 0, NO_NEED
    if any(number == count for number, count in numbers):
        return 1, "highest"
    if numbered_from == 1:
        return 1, "columns"
    examples = ", ".join(map(str, sorted(filter(None, values))[:5]))
    raise DataError(
        f"the numbers of its answers ({examples}) could count from 0 or from 1: none is 0 and none equals its number "
        "of options. Give the number of the first option: columns={'first': '1'} (--columns first=1), or 0."
    )


def as_number(value: Any) -> int | None:
    """Return a whole number, also one written as text or as 2.0; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _is_text_of(value: Any, options: Sequence[str]) -> bool:
    return isinstance(value, str) and value.strip() in {option.strip() for option in options if isinstance(option, str)}
