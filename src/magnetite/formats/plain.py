"""Plain text as teachers type it: passage, numbered questions, lettered options, a key under each or at the end.

- An option line begins with a letter (`A.`, `a)`, `(A)`); several may stand on one line, in columns.
- A question begins with its number (`1.`, `2)`, `Question 3`). Where a file numbers none, the paragraph right before
  the options is the question.
- A key is a line `ANSWER: B` (or `Answer`, `Key`, …), a star at the right option, or a list at the end under a heading
  (`Answer key`) or alone: `1. B  2. C`.
- All other paragraphs before a question are the passage of the questions after them, up to the next such paragraphs.

Paragraphs are separated by blank lines; in a file with lines of more than 120 characters every line is a paragraph, as
word processors save them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, Left, letter
from magnetite.core.reasons import Reason
from magnetite.formats.decoding import TYPED_LIMIT, exam_text
from magnetite.formats.format import Document, Format, Outcome, Sample, fault, placed, unused_passage
from magnetite.formats.markup import Text
from magnetite.formats.question import ExamQuestion, Names, Passage, question_outcome

# Every pattern is tried at the start of a line and is linear in its length.
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
_LONG = 120  # characters; nobody wraps lines by hand later than this


def sniff(sample: Sample) -> bool:
    """Recognise it by two lettered options in a row (A, then B) in text that is neither a table nor markup."""
    text = sample.text
    if sample.name.lower().endswith((".csv", ".tsv", ".json", ".jsonl", ".xml", ".gift", ".html")):
        return False
    if text.lstrip()[:1] in {"<", "{"} or "\0" in text[:4096]:
        return False
    last = ""
    for line in text.splitlines():
        for option in options_in(line) if line.strip() else ():
            if last == "A" and option.letter == "B":
                return True
            last = option.letter
    return False


@dataclass(frozen=True, slots=True)
class TypedOption:
    """An option as typed: its letter in capitals, its text, and whether a star marks it as right."""

    letter: str
    text: str
    starred: bool = False


@dataclass(slots=True)
class _Typed:
    """A question still being read: its place, its number where it has one, and what follows it."""

    line: int
    number: int | None
    stem: list[str] = field(default_factory=list)
    options: list[TypedOption] = field(default_factory=list)
    tails: dict[int, list[str]] = field(default_factory=dict)  # further lines of options, by their place
    keys: list[tuple[int, str]] = field(default_factory=list)
    passage: Passage | None = None
    trouble: str = ""


@dataclass(slots=True)
class _Sheet:
    """The state of reading: the questions so far, open prose, the passage, and the key at the end."""

    where: str
    numbered: bool
    lines_are_paragraphs: bool
    questions: list[_Typed] = field(default_factory=list)
    prose: list[tuple[int, list[str]]] = field(default_factory=list)  # paragraphs: first line's number, lines
    passage: Passage | None = None
    unused: list[str] = field(default_factory=list)
    key: list[tuple[int, int, str]] = field(default_factory=list)
    in_key: bool = False
    blank: bool = True

    @property
    def last(self) -> _Typed | None:
        return self.questions[-1] if self.questions else None


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    lines = exam_text(document.data, document.where, TYPED_LIMIT).split("\n")
    sheet = _Sheet(document.where, _numbers_its_questions(lines), any(len(line) > _LONG for line in lines))
    for place, line in enumerate(lines, start=1):
        _take(sheet, place, line)
    yield from map(unused_passage, sheet.unused)
    if sheet.prose:
        yield unused_passage(f"{document.where}, line {sheet.prose[0][0]}")
    keys, errors = _end_key(sheet)
    yield from errors
    names = Names(PurePosixPath(document.name).stem)
    for question, end_key in zip(sheet.questions, keys, strict=True):
        yield _outcome(question, end_key, names, document.where)


def _numbers_its_questions(lines: list[str]) -> bool:
    """Return whether a paragraph that begins with a number is followed by option A at least once."""
    number = blank = False
    for line in map(str.strip, lines):
        options = options_in(line) if line else ()
        if options and options[0].letter == "A" and number:
            return True
        if line and not options and number_in(line) and not pairs_in(line):
            number = True
        elif line and (options or blank):
            number = False
        blank = not line
    return False


def _take(sheet: _Sheet, place: int, line: str) -> None:
    line, blank = line.strip(), sheet.blank or sheet.lines_are_paragraphs
    sheet.blank = not line
    if not line:
        return
    if _takes_key(sheet, place, line):
        return
    answer, options, number = answer_in(line), options_in(line), number_in(line) if sheet.numbered else None
    if answer is not None and sheet.last and sheet.last.options and not sheet.prose:
        sheet.last.keys.append((place, answer))
    elif number:
        sheet.questions.append(_Typed(place, number[0], [number[1]] if number[1] else [], passage=_close(sheet)))
    elif not (options and _takes_options(sheet, place, options)) and (blank or not _continues(sheet, line)):
        _add_prose(sheet, place, line, blank=blank)


def _takes_key(sheet: _Sheet, place: int, line: str) -> bool:
    """Take a line as part of the key at the end: pairs under a heading, or alone after the last question."""
    heading = key_heading_in(line)
    pairs = pairs_in(heading) if heading else None
    if pairs or (heading == "" and sheet.questions):
        sheet.in_key = True
        sheet.key += [(place, *pair) for pair in pairs or ()]
        return True
    pairs = pairs_in(line)
    if pairs and (sheet.in_key or (len(pairs) > 1 and sheet.questions)):
        sheet.key += [(place, *pair) for pair in pairs]
        return True
    sheet.in_key = False
    return False


def _takes_options(sheet: _Sheet, place: int, options: tuple[TypedOption, ...]) -> bool:
    """Add options to the question they belong to; False for a line that only looks like an option."""
    last = sheet.last
    if not sheet.prose and last and (last.stem or last.options) and not last.keys:
        expected = letter(len(last.options))
        if options[0].letter == expected:
            last.options += options
            return True
        if last.options and options[0].letter != "A":
            last.trouble = f"line {place} begins with {options[0].letter}; expected option {expected}."
            last.options += options
            return True
    if sheet.prose and options[0].letter == "A" and not sheet.numbered:
        line, stem = sheet.prose.pop()
        sheet.questions.append(_Typed(line, None, stem, list(options), passage=_close(sheet)))
        return True
    return False


def _continues(sheet: _Sheet, line: str) -> bool:
    """Add a line to the paragraph, option or question right above it."""
    last = sheet.last
    if sheet.prose:
        sheet.prose[-1][1].append(line)
    elif last and last.options and not last.keys:
        last.tails.setdefault(len(last.options) - 1, []).append(line)
    elif last and not last.keys:
        last.stem.append(line)
    else:
        return False
    return True


def _add_prose(sheet: _Sheet, place: int, line: str, *, blank: bool) -> None:
    last = sheet.last
    if last and not sheet.prose and not last.options and not last.keys and sheet.numbered:
        last.stem.append(line)
    elif sheet.prose and not blank:
        _continues(sheet, line)
    else:
        sheet.prose.append((place, [line]))


def _close(sheet: _Sheet) -> Passage | None:
    """Make the collected prose the passage of what follows; without new prose the old passage stays."""
    if sheet.prose:
        if sheet.passage and not any(question.passage is sheet.passage for question in sheet.questions[-1:]):
            sheet.unused.append(sheet.passage.where)
        text = "\n\n".join("\n".join(lines) for _, lines in sheet.prose)
        sheet.passage = Passage(text, f"{sheet.where}, line {sheet.prose[0][0]}")
        sheet.prose = []
    return sheet.passage


def _end_key(sheet: _Sheet) -> tuple[list[str | None], list[DataError]]:
    """Return the key at the end for each question, by number, or by order where numbering restarts."""
    keys: list[str | None] = [None] * len(sheet.questions)
    numbers = [question.number or place for place, question in enumerate(sheet.questions, start=1)]
    if [number for _, number, _ in sheet.key] == numbers:
        return [key for *_, key in sheet.key], []
    by_number: dict[int, list[int]] = {}
    for place, number in enumerate(numbers):
        by_number.setdefault(number, []).append(place)
    errors = []
    for line, number, key in sheet.key:
        places = by_number.get(number, [])
        if len(places) != 1:
            owners = "no question has" if not places else f"{len(places)} questions have"
            errors.append(
                fault(f"{sheet.where}, line {line}", f"the key names question {number}; {owners} that number.")
            )
        elif keys[places[0]] not in {None, key}:
            errors.append(
                fault(f"{sheet.where}, line {line}", f"question {number} has two keys in the list of answers.")
            )
        else:
            keys[places[0]] = key
    return keys, errors


def _outcome(question: _Typed, end_key: str | None, names: Names, where: str) -> Outcome:
    place = f"{where}, line {question.line}" + (f" (question {question.number})" if question.number else "")
    name = names.take(title=str(question.number) if question.number is not None else "")
    options = [" ".join([one.text, *question.tails.get(at, [])]).strip() for at, one in enumerate(question.options)]
    if question.trouble:
        return fault(place, question.trouble)
    if not options:
        return Left(place, Reason("left-no-letters"))
    try:
        right = _right(question, end_key, options)
    except DataError as error:
        return placed(place, error)
    worths = tuple(float(number in right) for number in range(len(options)))
    stem = Text("\n".join(question.stem))
    return question_outcome(ExamQuestion(place, name, stem, tuple(map(Text, options)), worths, question.passage))


def _right(question: _Typed, end_key: str | None, options: list[str]) -> tuple[int, ...]:
    """Return the options marked right; keys in several places must agree. Raises DataError."""
    keys = [key_places(value, options) for _, value in question.keys]
    keys += [key_places(end_key, options)] if end_key else []
    stars = tuple(place for place, option in enumerate(question.options) if option.starred)
    keys += [stars] if stars else []
    if len(set(keys)) > 1:
        letters = ["+".join(letter(place) for place in key) for key in dict.fromkeys(keys)]
        text = f"found two keys, {' and '.join(letters)}; expected one. Remove the wrong one."
        raise fault("", text, "left-two-keys", keys=letters)
    return keys[0] if keys else ()


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
    letters = f"A–{letter(len(options) - 1)}"
    text = f"the key {excerpt!r} is not one of {letters} and not the text of an option."
    raise fault("", text, "left-key-unknown", key=repr(excerpt), letters=letters)


def _letters(count: int) -> str | list[str]:
    return list(LETTERS[:count])


FORMAT = Format(
    "text",
    "plain text",
    (".txt", ".text", ".md"),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="the paragraphs before its questions",
    typed=True,
)
