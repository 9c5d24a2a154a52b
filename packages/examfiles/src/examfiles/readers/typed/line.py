"""A typed line, and how its beginning is read: the letters of options, the numbers of questions, bullets.

An option is `A. text`, `a) text` or `(A) text`, with a star where it is right; several may stand on a line, in columns
or behind each other, and behind their question.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from examfiles.items import LETTERS
from examfiles.readers.typed.shapes import shape

TICKS = "✓✔☑✅☒√"
LETTER = shape(
    r"\s{0,40}\*?\s{0,9}[(\[]?(?P<label>[A-Za-z])(?:[)\]:.\uff0e\u3001]|\s[-\u2013\u2014=]\s|\t|\s{3,9})",
    "an option begins with its letter",
    "A. Ann",
    "(b) Bo",
    "*c) Cem",
    "D - Dan",
)
_BULLET = shape(
    r"(?P<mark>[-\u2013\u2014•·▪◦●■◼◉‣∙*+o\u2022\uf0b7\uf0a7])(?:\s{1,9}|\t)(?P<text>\S.*)",
    "an option with a bullet",
    "- Ann",
    "• Bo",
)
DIGIT = shape(
    r"(?P<star>\*?)(?P<open>\(?)(?P<label>\d{1,2})(?P<close>[).:])\s{1,9}(?P<text>\S.*)",
    "an option or a key with a number",
    "1) Ann",
    "(2) Bo",
)
ROMAN = shape(
    r"(?P<star>\*?)(?P<open>\(?)(?P<label>[ivx]{1,5}|[IVX]{1,5})(?P<close>[).])\s{1,9}(?P<text>\S.*)",
    "an option with a roman numeral",
    "ii) Ann",
    "(IV) Bo",
)
NUMBERED = r"question|frage|aufgabe|pregunta|domanda|exercise|item|task|no|nr|n[º\u00b0]|q|#"
"""Words that stand before the number of a question."""
NUMBER = shape(
    rf"(?:(?:{NUMBERED})\s?\.?\s?)?\(?\d{{1,4}}\s?[.):\u3001\uff0e](?!\d)",
    "a question begins with its number",
    "1. Who?",
    "Question 2: Where?",
    "(3) Why?",
    flags=re.IGNORECASE,
)
STRICT = shape(
    rf"(?:(?:{NUMBERED})\s?\.?\s?\d{{1,4}}|\d{{1,4}}\s?[.)\u3001\uff0e](?!\d))",
    "a number that can be nothing but a question's",
    "1. Who?",
    "Frage 2",
    flags=re.IGNORECASE,
)
_ASKING = ("?", ":", "\uff1f", "\u061f", "\u2026", "__", "...")
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
ROMAN_VALUES = {name: place for place, name in enumerate(_ROMANS, start=1)}
INLINE_A = shape(
    r"\s[(\[]?[aA][)\]]\s|(?:\t|\s{2})A\.\s",
    "the first of several options in one line",
    " (a) Ann",
)
INLINE_B = shape(
    r"\s[(\[]?[bB][).\]]\s",
    "the second of several options in one line",
    " b) Bo",
)
# Both are tried at the start of a line, or of what is left of it, and are linear in its length.
_OPTION = shape(
    r"(?P<star>\*?)\s{0,9}(?:\((?P<round>[A-Za-z])\)|\[(?P<square>[A-Za-z])\]|(?P<one>[A-Za-z])[):\uff0e\u3001]|"
    r"(?P<large>[A-Z])\.(?![A-Z]\.)|(?P<small>[a-z])\.(?!\w))\s{0,99}(?P<inner>\*?)(?P<text>.*)",
    "an option, taken apart: star, letter, text",
    "*(a) Ann",
    "B: Bo",
)
_INLINE = shape(
    r"\s(?=[(\[]?[aA][)\]]\s{0,3}\S)|(?:\t|\s{2,9})(?=A\.\s{1,3}\S.{0,200}(?:\t|\s{2})\s{0,9}B\.\s)",
    "where the options begin behind a question",
    "Who? (a) Ann (b) Bo",
)
_ENDED = shape(
    r"(?:[!?]|(?<![\w.])(?!(?:mrs?|ms|drs?|st|prof|jr|sr|vs|no)\.)\w{2,40}\.)$",
    "a sentence that has ended",
    "Ann sat.",
    "Who?",
    flags=re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as typed, or a paragraph of a document.

    `marks` are the ways in which all of it is set off (bold, underline, highlight, …), `emphasised` parts of it are, in
    `ways` that they share. `at`: its place where that is not its place among the others.
    """

    text: str
    marks: frozenset[str] = frozenset()
    emphasised: tuple[str, ...] = ()
    ways: frozenset[str] = frozenset()
    at: int = 0


def below(lines: Sequence[Line], at: int) -> str:
    """Return the text of the first line behind a place that is not blank; "" where there is none."""
    texts = (lines[place].text for place in range(at + 1, len(lines)))  # a slice would copy all lines, for every line
    return next((text for text in texts if text.strip()), "")


def counts_up(numbers: Sequence[int]) -> bool:
    """Say whether several numbers follow each other."""
    return len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def bullet(text: str) -> re.Match[str] | None:
    """Read a line that begins with a bullet: its `mark` and its `text`."""
    return _BULLET.fullmatch(text.strip())


def asks(text: str) -> bool:
    """Say whether a line ends as a question does, or a sentence to be completed."""
    return text.rstrip(" *)]").endswith(_ASKING)


@dataclass(frozen=True, slots=True)
class TypedOption:
    """An option as typed: its letter in capitals, its text, whether a star marks it as right, and how it is set off."""

    letter: str
    text: str
    starred: bool = False
    marks: frozenset[str] = frozenset()


def split_question(text: str) -> tuple[str, tuple[TypedOption, ...]] | None:
    """Return a question and the options behind it on its line: `Who? a) Ann b) Bo`; None where there are none."""
    match = _INLINE.search(text)
    options = options_in(text[match.end() :]) if match else ()
    return (text[: match.start()].strip(), options) if match and len(options) > 1 else None


def all_options(line: str) -> tuple[TypedOption, ...]:
    """Read the options of a line, behind a question or alone."""
    split = split_question(line)
    return split[1] if split else options_in(line)


def option_in(line: str) -> TypedOption | None:
    """Read a line as an option: `A. text`, `a) text`, `(A) text`, `*B. text`; None where it is none."""
    match = _OPTION.fullmatch(line.strip())
    if not match:
        return None
    text, star = match["text"].strip(), bool(match["star"] or match["inner"])
    stars = len(text) - len(text.rstrip("*"))
    if 0 < stars < len(text) and text.count("*") == stars:
        text, star = text[:-stars].rstrip(), True
    mark = next(match[way] for way in ("round", "square", "one", "large", "small") if match[way])
    return TypedOption(mark.upper(), text, star)


def options_in(line: str) -> tuple[TypedOption, ...]:
    """Read the options of a line, also several in columns (`A. red    B. blue`)."""
    first = option_in(line)
    if first is None:
        return ()
    options = [first]
    pieces = re.split(r"\t+| {2,}", first.text)
    if len(pieces) == 1:
        pieces = _pieces(line.strip(), first)
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
    ends = {option.text[-1:] for option in options[:-1]}
    if len(ends) == 1 and ends <= set(",;/|"):  # what stands between options of a row
        options = [replace(option, text=option.text[:-1].rstrip()) for option in options[:-1]] + options[-1:]
    return tuple(options)


def _pieces(line: str, first: TypedOption) -> list[str]:
    """Return the options of a line with single spaces between them, the first without its label, in the first's style.

    Of labels with a full stop (`A. red B. blue C. green`) three must follow each other, for `A. Vitamin B. complex` is
    one option; two are enough behind a sentence (`A. It was new. B. It was red.`).
    """
    style = re.match(r"[*\s]*([(\[]?)[A-Za-z]([)\].:])", line)
    if not style:
        return [first.text]
    pieces, rest, before = [], first.text, first.letter
    while after := next_letter(before):
        label = f"{re.escape(style[1])}(?:{after}|{after.lower()}){re.escape(style[2])}"
        match = re.search(rf"(?<=\S)\s+(?=\*?{label}\s?\S)", rest)
        if not match:
            break
        pieces.append(rest[: match.start()])
        rest = rest[match.end() :]
        before = after
    sure = len(pieces) > 1 or style[2] != "." or bool(pieces and _ENDED.search(pieces[0]))
    return [*pieces, rest] if pieces and sure else [first.text]


def next_letter(before: str) -> str:
    """Return the capital after this one, or an empty text after Z."""
    return LETTERS[LETTERS.index(before) + 1 : LETTERS.index(before) + 2]
