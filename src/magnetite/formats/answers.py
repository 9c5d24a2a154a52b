"""Answers: a letter, a number or an option's own text, turned into an index from 0.

What this file leaves out: which of these a column of a table holds (`tabular` asks `answer_scheme`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, letter

_LETTER = re.compile(r"\(?([A-Za-z])[.)]?")


@dataclass(frozen=True, slots=True)
class Scheme:
    """Say how a column's answers are read: its kind, the number of the first option, and the sentence that says so."""

    kind: Literal["text", "number", "mixed"]
    first: int = 0
    sentence: str = ""


def is_missing(value: Any) -> bool:
    """Say whether a value stands for no answer: nothing, blank text, an empty list, or -1 (as hub test sets have)."""
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
    if scheme.kind == "number":
        return number_index(value, options, scheme.first)
    if scheme.kind == "text":
        return text_index(value, options)
    for read in (letter_index, text_index, number_index):
        try:
            return read(value, options)
        except DataError:
            continue
    last = len(options) - 1
    raise DataError(f"answer {value!r} is not one of A–{letter(last)}, 0–{last} or the text of an option.")


def answer_scheme(pairs: Iterable[tuple[Any, Sequence[str]]], numbered_from: int | None = None) -> Scheme:
    """Tell from all (answer, options) of a file how its answers are meant.

    Texts where every answer is a text of its options. Numbers where every answer is whole: from 1 if one equals its
    number of options and none is 0, or if the option columns themselves are numbered from 1 and none is 0; else
    from 0. Otherwise each is read as a letter, an option's text or an index from 0, whichever fits first.
    """
    known = [(value, options) for value, options in pairs if not is_missing(value)]
    if known and all(isinstance(value, str) and _is_text_of(value, options) for value, options in known):
        return Scheme("text", sentence="answers are read as the text of an option")
    numbers = [as_number(value) for value, _ in known]
    if not known or None in numbers:
        return Scheme("mixed", sentence="answers are read as letters, option texts or indices from 0" if known else "")
    return _number_scheme(known, numbers, numbered_from)


def _number_scheme(
    known: Sequence[tuple[Any, Sequence[str]]], numbers: Sequence[int | None], numbered_from: int | None
) -> Scheme:
    if 0 in numbers or numbered_from == 0:
        return Scheme("number", 0, "answers are numbers counted from 0")
    full = any(number == len(options) for number, (_, options) in zip(numbers, known, strict=True))
    if full or numbered_from == 1:
        reason = (
            "one equals its number of options and none is 0" if full else "as the option columns are, and none is 0"
        )
        return Scheme("number", 1, f"answers are numbers counted from 1 ({reason})")
    return Scheme("number", 0, "answers are numbers counted from 0 (none is 0 and none is the last from 1: check this)")


def as_number(value: Any) -> int | None:
    """Return a whole number, also one written as text or as 2.0; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _is_text_of(value: str, options: Sequence[str]) -> bool:
    return value.strip() in {option.strip() for option in options if isinstance(option, str)}
