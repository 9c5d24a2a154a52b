"""Typed exams: how people type options, question numbers and keys, line by line.

Shared by Aiken and plain text. Every pattern is tried at the start of a line and is linear in its length.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, letter

_OPTION = re.compile(
    r"(?P<star>\*?)\s{0,9}(?:\((?P<round>[A-Za-z])\)|\[(?P<square>[A-Za-z])\]|(?P<one>[A-Za-z])[):\uff0e\u3001]|"
    r"(?P<large>[A-Z])\.(?![A-Z]\.)|(?P<small>[a-z])\.(?!\w))\s{0,99}(?P<inner>\*?)(?P<text>.*)"
)
_NUMBER = re.compile(
    r"(?:(?:question|frage|pregunta|item|q)\s{0,3}\.?\s{0,3}(\d{1,4})(?:\s?[.):\uff0e\u3001]|\s?$)|(\d{1,4})\s?[.)\uff0e\u3001](?![\d]))\s*(.*)",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?:(?:the\s)?(?:correct\s)?(?:answer|ans|key|solution)|correct|right answer|antwort|richtige antwort|l\u00f6sung|"
    r"r\u00e9ponse|respuesta|risposta|\u7b54\u6848|\u6b63\u786e\u7b54\u6848)(?:\sis)?\s{0,3}[:=\uff1a]\s*(.*)",
    re.IGNORECASE,
)
_KEY_HEADING = re.compile(
    r"(?:the\s)?(?:answer\skey|answers?|key|solutions?|correct\sanswers|l\u00f6sungen|l\u00f6sungsschl\u00fcssel|respuestas|"
    r"corrig\u00e9|\u7b54\u6848)\s{0,3}[:\uff1a]?\s*(.*)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\s*(\d{1,4})\s?[.):=\-\u2013\u2014\uff0e\u3001]?\s{0,9}\(?([A-Za-z])\)?(?:[.;,\s]|$)")


@dataclass(frozen=True, slots=True)
class TypedOption:
    """An option as typed: its letter in capitals, its text, and whether a star marks it as right."""

    letter: str
    text: str
    starred: bool = False


def option_in(line: str) -> TypedOption | None:
    """Read a line as an option: `A. text`, `a) text`, `(A) text`, `*B. text`; None where it is none."""
    match = _OPTION.fullmatch(line.strip())
    if not match:
        return None
    text, star = match["text"].strip(), bool(match["star"] or match["inner"])
    if text.endswith(" *"):
        text, star = text[:-2].rstrip(), True
    mark = next(match[way] for way in ("round", "square", "one", "large", "small") if match[way])
    return TypedOption(mark.upper(), text, star)


def options_in(line: str) -> tuple[TypedOption, ...]:
    """Read the options of a line, also several in columns (`A. red    B. blue`)."""
    first = option_in(line)
    if first is None:
        return ()
    options = [first]
    pieces = re.split(r"\t+| {2,}", first.text)
    texts = [pieces[0]]
    for piece in pieces[1:]:
        following = option_in(piece)
        if following and following.letter == next_letter(options[-1].letter):
            options[-1] = TypedOption(options[-1].letter, "  ".join(texts), options[-1].starred)
            options.append(following)
            texts = [following.text]
        else:
            texts.append(piece)
    options[-1] = TypedOption(
        options[-1].letter, "  ".join(texts) if len(options) > 1 else first.text, options[-1].starred
    )
    return tuple(options)


def next_letter(before: str) -> str:
    """Return the capital after this one, or an empty text after Z."""
    return LETTERS[LETTERS.index(before) + 1 : LETTERS.index(before) + 2]


def number_in(line: str) -> tuple[int, str] | None:
    """Read a line as the start of a numbered question: its number and its text."""
    match = _NUMBER.fullmatch(line.strip())
    return (int(match[1] or match[2]), match[3].strip()) if match else None


def answer_in(line: str) -> str | None:
    """Read a line as a key (`ANSWER: B`); return what it says."""
    match = _ANSWER.fullmatch(line.strip())
    return match[1].strip() if match else None


def key_heading_in(line: str) -> str | None:
    """Read a line as the heading of an answer key; return what follows it on the line."""
    match = _KEY_HEADING.fullmatch(line.strip())
    return match[1] if match else None


def pairs_in(line: str) -> tuple[tuple[int, str], ...] | None:
    """Read a line that holds nothing but numbers with letters (`1. B  2. C`, `1-B, 2-C`); None for any other.

    >>> pairs_in("1. B, 2. c"), pairs_in("1. Because")
    (((1, 'B'), (2, 'C')), None)
    """
    pairs, at, line = [], 0, line.strip()
    while at < len(line):
        match = _PAIR.match(line, at)
        if not match:
            return None
        pairs.append((int(match[1]), match[2].upper()))
        at = match.end()
    return tuple(pairs) or None


def key_places(value: str, options: Sequence[str]) -> tuple[int, ...]:
    """Return the options that a typed key names: one by letter or by its text, or several letters.

    Raises DataError where it names none of them.
    """
    bare = value.strip().rstrip(".").strip()
    same = [place for place, text in enumerate(options) if text.strip().casefold() == value.strip().casefold()]
    if len(bare) != 1 and same:
        return tuple(same[:1])
    option = option_in(bare) if len(bare) > 1 else None
    if option and not option.text:
        bare = option.letter
    elif option and option.letter in _letters(len(options)):
        place = LETTERS.index(option.letter)
        if options[place].strip().casefold() == option.text.casefold():
            return (place,)
    parts = [part for part in re.split(r"\s*[,;/&+]\s*|\s+(?:and|und|or|y|et)\s+|\s+", bare) if part]
    parts = list(bare) if len(parts) == 1 and bare.isupper() and 1 < len(bare) <= len(options) else parts
    if parts and all(part.upper() in _letters(len(options)) for part in parts):
        return tuple(dict.fromkeys(LETTERS.index(part.upper()) for part in parts))
    if same:
        return tuple(same[:1])
    excerpt = value if len(value) <= 60 else value[:57] + "..."
    raise DataError(f"the key {excerpt!r} is not one of A–{letter(len(options) - 1)} and not the text of an option.")


def _letters(count: int) -> str | list[str]:
    return list(LETTERS[:count])
