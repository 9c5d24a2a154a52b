"""Answers in every notation, as indices from 0: a letter, a number, an option's own text, or what it is called."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Any, Literal

from examfiles.errors import DataError
from examfiles.format import fault
from examfiles.items import LETTERS, letter, seen
from examfiles.question import listed
from examfiles.reasons import Reason

TEXT: Literal["text"] = "text"  # what says, in place of the first option's number, that answers are options themselves
First = int | Literal["text"]
TWO = "two"  # of the reason that says how answers are read: whether one could be read in another way
NO_NEED = "plain"  # why answers count from 0, where nothing has to be said
_LABELS = ("label", "id", "letter", "identifier", "value")
_LETTER = re.compile(r"(?:(?:option|choice|antwort|réponse|respuesta)\s)?\(?([A-Za-z])[.)]?", re.IGNORECASE)
_LETTER_AND_TEXT = re.compile(r"[(\[]?([A-Za-z])(?:[)\].:]|\s[-\u2013])\s+(.+)", re.DOTALL)
_STRAIGHT = str.maketrans("\u2018\u2019\u201b\u00b4\u0060\u201c\u201d\u201e\u00ab\u00bb", "'''''\"\"\"\"\"")
_MOST_CHARACTERS = 200  # characters of a cell that may list answers
_UNKNOWN = {"?", "??", "-", "–", "—", "n/a", "na", "nan", "none", "null", "unknown", "tbd"}


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a column's answers are read: the kind, the number of the first option, and the note that says so."""

    kind: Literal["text", "number", "mixed"]
    first: int = 0
    note: Reason | None = None


def is_missing(value: Any) -> bool:
    """Return whether a value stands for no answer: nothing, blank text, an empty list, NaN, or -1 (hub test sets)."""
    if isinstance(value, str):
        return value.strip() in {"", "-1"}
    return value is None or value in ([], ()) or (isinstance(value, int | float) and (value == -1 or isnan(value)))


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
        raise _not_among(value, f"A–{letter(max(len(options) - 1, 0))}")
    return index


def text_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of the option that is this text, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    written = _as_text(value)
    places = [] if written is None else _alike(written, options)
    if len(places) > 1:
        text = f"answer {value!r} is the text of several options ({listed(places)}). Write the letter of the right one."
        raise fault("", text, "left-answer-alike", answer=repr(value), options=listed(places))
    if not places:
        text = f"answer {value!r} is not the text of one of its {len(options)} options."
        raise fault("", text, "left-answer-no-text", answer=repr(value), options=len(options))
    return places[0]


def _alike(written: str, options: Sequence[Any]) -> list[int]:
    """Return the places of options with this text: to the letter, or else all that differ from it in writing alone."""
    stripped = written.strip()
    same = [at for at, option in enumerate(options) if option == written]
    same = same or [at for at, option in enumerate(options) if isinstance(option, str) and option.strip() == stripped]
    plain = _plain(written)
    return same or [
        at for at, option in enumerate(options) if plain and isinstance(option, str) and _plain(option) == plain
    ]


def _plain(text: str) -> str:
    """Return a text without what spreadsheets change: capitals, quotation marks, the last full stop."""
    return " ".join(seen(text).translate(_STRAIGHT).casefold().rstrip(" .!").split())


def lettered_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of a letter that stands before its option's own text. Raises DataError for anything else.

    >>> lettered_index("B. no", ["yes", "no"])
    1
    """
    match = _LETTER_AND_TEXT.fullmatch(value.strip()) if isinstance(value, str) else None
    place = LETTERS.index(match[1].upper()) if match else len(options)
    if match is None or place >= len(options) or _plain(match[2]) != _plain(str(options[place])):
        raise _not_among(value, "the options with their letters")
    return place


def number_index(value: Any, options: Sequence[str], first: int = 0) -> int | None:
    """Return the index of a number that counts from `first`, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    number = as_number(value)
    if number is None or not first <= number < first + len(options):
        raise _not_among(value, f"{first}–{first + len(options) - 1}")
    return number - first


def answer_index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    """Return the answer's index under a column's scheme, None for no answer. Raises DataError."""
    try:
        return _index(value, options, scheme)
    except DataError as error:
        if isinstance(value, str) and len(right := _several(value, options, scheme)) > 1:
            raise many_right("", right) from error
        if isinstance(value, str) and value.strip().lower() in _UNKNOWN:
            text = f"{error} Leave the cell empty if the answer is not known."
            raise fault("", text, "left-answer-empty", error=error.reason) from error
        raise


def two_readings(value: Any, options: Sequence[str]) -> tuple[str, int, int] | None:
    """Return how an answer is read in a column of several notations, its place, and another that it could mean.

    None for an answer that can be read in one way alone.

    >>> two_readings("B", ["B", "A"]), two_readings("A", ["A", "B"])
    (('letter', 1, 0), None)
    """
    found: list[tuple[str, int]] = []
    ways: list[tuple[str, Callable[[Any, Sequence[str]], int | None]]] = [("letter", letter_index)]
    ways += [("number", number_index), ("number", partial(number_index, first=1))]
    for name, read in ways:
        try:
            place = read(value, options)
        except DataError:
            continue
        found += [(name, place)] if place is not None else []
    written = None if is_missing(value) else _as_text(value)
    texts = [("text", place) for place in _alike(written, options)] if written is not None else []
    found = sorted([*texts, *found], key=lambda each: ("letter", "text", "number").index(each[0]))
    if not texts or len({place for _, place in found}) < 2:  # the scheme's note says where numbers count from
        return None
    (way, place), other = found[0], next(each for _, each in found if each != found[0][1])
    return way, place, other


def many_right(where: str, right: Sequence[int]) -> DataError:
    """Return the error that several options of a question are right."""
    letters = listed(right)
    text = f"{len(right)} of its options are right ({letters}); one is expected."
    return fault(where, text, "left-many-right", right=len(right), options=letters)


def _several(value: str, options: Sequence[str], scheme: Scheme) -> list[int]:
    """Return the options that a cell names, between commas or the like; none where one of its parts names none."""
    parts = re.split(r"\s*[,;|/&+]\s*", value.strip()) if len(value) < _MOST_CHARACTERS else []
    try:
        return sorted({place for part in parts if (place := _index(part, options, scheme)) is not None})
    except DataError:
        return []


def answer_scheme(
    pairs: Iterable[tuple[Any, Sequence[str]]], numbered_from: int | None = None, *, first: First | None = None
) -> Scheme:
    """Return how the answers of a file are to be read, judged by all its (answer, options) pairs.

    Texts where every answer is a text of its options; numbers where every answer is a whole number; otherwise each is
    read as a letter, an option's text or a number, whichever fits first. Numbers count from `first` where it is given,
    and are texts where that is `TEXT`; from 0 if one is 0 or the option columns are numbered from 0; from 1 if one
    equals its number of options or the option columns are numbered from 1. Raises DataError (without the place) where
    numbers could count from 0 or 1, or be options themselves, and where they count from neither.
    """
    known = [(value, options) for value, options in pairs if not is_missing(value)]
    others = [
        (value, options) for value, options in known if (text := _as_text(value)) is None or not _alike(text, options)
    ]
    numeric = bool(known) and all(as_number(value) is not None for value, _ in known)
    if first == TEXT or (known and not others and not (numeric and first is not None)):
        if numeric and first is None:
            _refuse_places(known)
        return Scheme("text", note=Reason("answers-text", _two_readings(known, (0, 1))))
    if numeric:
        start, why = _first([(as_number(value), len(options)) for value, options in known], numbered_from, first)
        return Scheme(
            "number", start, Reason("answers-number", {"first": start, "why": why, **_two_readings(known, (start,))})
        )
    numbers = [(number, len(options)) for value, options in others if (number := as_number(value)) is not None]
    start, why = _first(numbers, numbered_from, first) if numbers else (0, NO_NEED)
    values = {"first": start, "why": why, **_two_readings(known, (start,))}
    return Scheme("mixed", start, Reason("answers-mixed", values) if known else None)


def _two_readings(known: Sequence[tuple[Any, Sequence[str]]], starts: Sequence[int]) -> dict[str, bool]:
    """Return {`TWO`: True} where an answer is an option's text and the letter or the place of another, else nothing."""
    reads: tuple[Callable[[Any, Sequence[str]], int | None], ...] = (
        letter_index,
        text_index,
        *(partial(number_index, first=start) for start in starts),
    )
    for value, options in known:
        if str(value).strip().casefold() not in {str(option).strip().casefold() for option in options}:
            continue
        readings = set()
        for read in reads:
            with suppress(DataError):
                readings.add(read(value, options))
        if len(readings) > 1:
            return {TWO: True}
    return {}


def _not_among(value: Any, known: str) -> DataError:
    return fault(
        "", f"answer {value!r} is not one of {known}.", "left-answer-not-among", answer=repr(value), known=known
    )


def _index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    if scheme.kind == "number":
        return number_index(value, options, scheme.first)
    if scheme.kind == "text":
        return text_index(value, options)
    for read in (letter_index, text_index, partial(number_index, first=scheme.first), lettered_index):
        try:
            return read(value, options)
        except DataError:
            continue
    if isinstance(value, str) and _alike(value, options):
        return text_index(value, options)  # an error: several of them
    last = len(options) - 1
    known = f"A–{letter(last)}, {scheme.first}–{scheme.first + last}"
    text = f"answer {value!r} is not one of {known} or the text of an option."
    raise fault("", text, "left-answer-unknown", answer=repr(value), known=known)


def _refuse_places(known: Sequence[tuple[Any, Sequence[str]]]) -> None:
    """Raise DataError where answers that are options could as well be the places of others, counted from 0 or 1."""
    texts = [text_index(value, options) for value, options in known]
    counted = {start: _places(known, start) for start in (0, 1)}
    for start, places in counted.items():
        if places is None or texts in counted.values():
            continue
        differs = next(at for at, place in enumerate(places) if place != texts[at])
        (value, options), place = known[differs], places[differs]
        raise DataError(
            f"its answers are numbers that are options, and could as well be the places of options: {value} is the "
            f"option '{value}' or, counted from {start}, the option '{options[place or 0]}'. Say which: --columns "
            f"first={TEXT} for the options themselves, first={start} for their places."
        )


def _places(known: Sequence[tuple[Any, Sequence[str]]], start: int) -> list[int | None] | None:
    """Return the answers as numbers that count from `start`; None where they cannot."""
    try:
        return [number_index(value, options, start) for value, options in known]
    except DataError:
        return None


def _first(numbers: Sequence[tuple[int | None, int]], numbered_from: int | None, first: Any) -> tuple[int, str]:
    """Return where (number, number of options) count from, and why: how their note calls it."""
    if isinstance(first, int):
        return first, "given"
    values, highest = {number for number, _ in numbers}, any(number == count for number, count in numbers)
    if 0 in values and highest and numbered_from != 0:
        raise DataError(
            "some of its answers are 0 and some are the number of their options, so they count neither from 0 nor from "
            "1. Correct them, or give the number of the first option: --columns first=1, or first=0."
        )
    if 0 in values or numbered_from == 0:
        return 0, NO_NEED
    if highest:
        return 1, "highest"
    if numbered_from == 1:
        return 1, "columns"
    examples = ", ".join(map(str, sorted(filter(None, values))[:5]))
    raise DataError(
        f"the numbers of its answers ({examples}) could count from 0 or from 1: none is 0 and none equals its number "
        "of options. Write letters (A, B, …) for them. Or give the number of the first option: --columns first=1, or "
        "first=0."
    )


def _is_letter(value: Any) -> bool:
    return isinstance(value, str) and bool(_LETTER.fullmatch(value.strip()))


def as_number(value: Any) -> int | None:
    """Return a whole number, also one written as text or as 2.0; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _as_text(value: Any) -> str | None:
    """Return a text as it is, and a whole number as one; None for anything else."""
    number = None if isinstance(value, str) else as_number(value)
    return value if isinstance(value, str) else None if number is None else str(number)


def label_of(option: Mapping[str, Any], text: str = "text") -> Any:
    """Return what an option that is an object is called beside its text, None where it is called nothing."""
    return next((option[name] for name in _LABELS if name != text and option.get(name) is not None), None)


def labelled(value: Any, labels: Sequence[Any]) -> int | None:
    """Return the place of the label that an answer names, None where it names none.

    >>> labelled("b", ["C", "B", "A"]), labelled("2", [1, 2, 3]), labelled("Mina", ["A", "B"])
    (1, 1, None)
    """
    name = None if value is None else _bare(value)
    return next((at for at, each in enumerate(labels) if each is not None and _bare(each) == name), None)


def _bare(label: Any) -> str:
    """Return a label without its brackets or stop, in lower case."""
    match = _LETTER.fullmatch(text := str(label).strip())
    return (match[1] if match else text).lower()


def is_foreign(value: Any, labels: Sequence[Any]) -> bool:
    """Return whether an answer is a number or a letter as all labels are, and none of them.

    >>> is_foreign("A", ["B", "C"]), is_foreign(0, ["A", "B"]), is_foreign(0, [1, 2]), is_foreign(1, [1, 2])
    (True, False, True, False)
    """
    if not labels or is_missing(value) or labelled(value, labels) is not None:
        return False
    return any(all(map(alike, (value, *labels))) for alike in (lambda each: as_number(each) is not None, _is_letter))


def none_of(value: Any, labels: Sequence[Any]) -> DataError:
    """Return the error that an answer names none of the labels of its options."""
    return _not_among(value, ", ".join(map(str, labels)))
