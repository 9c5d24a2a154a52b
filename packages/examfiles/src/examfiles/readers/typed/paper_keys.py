"""The key of a paper: what stands behind its heading, read against the questions that the paper has.

    Part 1: 1 B  2 C      25 & 26  A, C (in either order)      Q   Part 5     A: 1b 2a 3c
    4 iii   5 NOT GIVEN   (56)~(60) A B C D A                  31  B          Person 1 2 3 / Text D G C

Numbers may begin again in each part; keys of tasks without options are any words. A line of the key that gives none,
such as the heading of a part, is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from examfiles.errors import DataError
from examfiles.items import LETTERS
from examfiles.readers.typed.keys import answer_in, key_places, letters_together
from examfiles.readers.typed.line import Line, counts_up
from examfiles.readers.typed.rows import lists_of_options
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import Task, Typed

_HEADING = shape(
    r"[\W_]{0,9}(?:(?:the\s)?(?:answers?(?:\skeys?)?|keys?|solutions?)|(?:muster)?lösung(?:en|sschlüssel)?|antworten|"
    r"corrigé|réponses|solutions|respuestas|soluciones|claves?|erwartungshorizont|risposte|soluzioni|(?:参考)?答案)(?:与解析|\b)"
    r"(?:[^:\n]{0,40}[:\uff1a]?\s{0,9}(.{0,400}?))?[\W_]{0,9}",
    "the heading of a paper's key",
    "ANSWER KEY",
    "Answers to Test B",
    "KEY (for teachers only)",
    "Lösungen Lesen",
    "参考答案与解析",
    flags=re.IGNORECASE,
)
_PART_ROW = shape(
    r"[A-H]\s?[.:)]\s{0,9}\d",
    "a row of keys behind the letter of an exercise",
    "A: 1b  2a",
)
_PART_NAME = shape(
    r"^(?:[^\W\d_][^:\d]{0,40}\s)?(?:part|teil|section|partie|parte|passage|task|tarea|aufgabe|exercise|exercice|text|"
    r"unit)\s?"
    r"[\dA-Z]{1,3}\s?[:.]?\s{1,9}(?=[(\[]?\d)",
    "the part that a row of keys is for",
    "Leseverstehen, Teil 1: 1c, 2a",
    "Part 1   1 A   2 B",
    flags=re.IGNORECASE,
)
_RANGE = shape(
    r"\(?(\d{1,3})\)?\s?[-\u2010-\u2015~\u301c\uff5e]\s?\(?(\d{1,3})\)?\s{0,9}[.:\uff1a]?\s{0,9}((?:[A-Za-z]\s?){2,100})(?![\w])",
    "a range of numbers and their keys",
    "21-25: BCDAA",
    "(56)~(60) A B C D A",
)
_START = shape(
    r"(?:(?<=^)|(?<=[\s;,/|\u2013]))[(\[]?(\d{1,3})[)\]]?(?:\s?[-\u2013\u2014&]\s?(\d{1,3}))?"
    r"(?:\s?[.):=\uff0e\u3001]\s{0,9}|\s{1,9}|(?=[A-Za-z]\b))(?=\S)",
    "where an entry of a key begins: its number, or the numbers that it counts as",
    "1 TRUE",
    "12-13 A, C",
    "1b",
)
_EITHER = shape(
    r"\s?[(\[]?\s?in (?:either|any) order\s?[)\]]?|\s?[(\[]\s?in beliebiger reihenfolge\s?[)\]]",
    "what is said of keys that may come in any order",
    "(in either order)",
    flags=re.IGNORECASE,
)
_ROW = shape(
    r"(?:[^\d\W][^\d:]{0,30}[:\s]\s{0,9})?((?:[^\s,;|]{1,4}[\s,;|]{1,9}){1,60}[^\s,;|]{1,4})",
    "a row of a table of keys: numbers, or the keys below them",
    "Person  1  2  3",
    "D  G  C",
)
_HALF = shape(
    r"\bpart\s([A-D])\s?:\s?([A-Z])\b",
    "the key of a part of a question",
    "Part A: B; Part B: C",
    flags=re.IGNORECASE,
)


_MOST_HEADINGS = 20  # of keys that are tried
_LONGEST_LINE = 2_000  # characters of a line of a key


@dataclass(slots=True)
class _Part:
    """Questions whose numbers count up: each by its number, and the tasks without options, whose keys are words."""

    questions: dict[int, list[Typed]] = field(default_factory=dict)
    tasks: set[int] = field(default_factory=set)
    given: set[int] = field(default_factory=set)

    def knows(self, number: int) -> bool:
        return number in self.questions or number in self.tasks


def key_of(lines: Sequence[Line], behind: int) -> tuple[list[Line], list[Line]]:
    """Return the lines of a paper before the heading of its key, and those behind it; none where it has no heading.

    `behind`: the line of the last task; the questions of the paper end before the key begins.
    """
    tried = 0
    for at, line in enumerate(lines):
        text = line.text.strip()
        if (
            not text
            or line.at <= behind
            or len(text) > _LONGEST_LINE
            or not _HEADING.fullmatch(text)
            or is_own_key(text)
        ):
            continue
        tried += 1
        rest = [later for later in lines[at + 1 :] if not _PART_ROW.match(later.text.strip())]
        if tried < _MOST_HEADINGS and not lists_of_options(rest):
            return list(lines[:at]), [replace(line, text=_HEADING.sub(r"\1", text)), *lines[at + 1 :]]
    return list(lines), []


def is_own_key(text: str) -> bool:
    """Say whether a line is the key of the one question above it: a key without a number, `Answer: B`."""
    answer = answer_in(text)
    return bool(answer and not answer[0].isdigit())


def give_keys(lines: Sequence[Line], questions: Sequence[Typed], tasks: Sequence[Task]) -> list[tuple[int, int]]:
    """Give questions the keys of a paper; return the lines that name a number which nothing has, and these numbers."""
    parts, unknown, at = list(_parts(questions, tasks)), list[tuple[int, int]](), 0
    for place, numbers, key in _entries(lines, parts):
        at = next((later for later in range(at, len(parts)) if _fits(parts[later], numbers[0])), at)
        part = parts[at] if at < len(parts) else _Part()
        if part.knows(numbers[0]):
            part.given.update(numbers)
            _give(part.questions.get(numbers[0], ()), place, key)
        else:
            unknown.append((place, numbers[0]))
    return unknown


def _fits(part: _Part, number: int) -> bool:
    return part.knows(number) and number not in part.given


def _give(questions: Sequence[Typed], place: int, key: str) -> None:
    """Give a key to its question, or the keys of its parts to the questions that share a number."""
    halves = dict(_HALF.findall(key))
    for letter, question in zip(LETTERS, questions, strict=False):
        question.keys.append((place, halves.get(letter, key) if len(questions) > 1 else key))


def _parts(questions: Sequence[Typed], tasks: Sequence[Task]) -> Iterator[_Part]:
    """Yield the parts of a paper, of which each begins where numbers begin again."""
    entries: list[tuple[int, tuple[int, ...], Typed | None]] = [
        (one.line, one.numbers or (one.number or 0,), one) for one in questions
    ]
    for task in (each for each in tasks if each.numbers):
        at = next((place for place, entry in enumerate(entries) if entry[0] > task.at), len(entries))
        entries.insert(at, (task.at, task.numbers, None))
    part, last = _Part(), 0
    for _, numbers, question in entries:
        if numbers[0] < last:
            yield part
            part = _Part()
        last = numbers[-1]
        if question is None:
            part.tasks.update(numbers)
        else:
            part.questions.setdefault(numbers[0], []).append(question)
            part.tasks.update(numbers[1:])
    yield part


def _entries(lines: Sequence[Line], parts: Sequence[_Part]) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Yield the entries of a key: the line of each, its numbers, and what it says."""
    above: list[int] = []
    for line in lines:
        text = _PART_NAME.sub("", line.text.strip())
        row = _ROW.fullmatch(text)
        cells = re.split(r"[\s,;|]+", row[1]) if row else []
        numbers = [int(cell) for cell in cells] if cells and all(cell.isdigit() for cell in cells) else []
        if len(numbers) > 1 and counts_up(numbers):
            above = numbers
        elif above and len(cells) == len(above):
            yield from ((line.at, (number,), cell) for number, cell in zip(above, cells, strict=True))
            above = []
        else:
            yield from ((line.at, *entry) for entry in _in_line(text, parts))


def _in_line(text: str, parts: Sequence[_Part]) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the entries of a line; a number within the words of a key begins none."""
    ranges = [match for match in _RANGE.finditer(text) if len(_letters(match)) == int(match[2]) - int(match[1]) + 1]
    for match in ranges:
        yield from (((int(match[1]) + step,), letter) for step, letter in enumerate(_letters(match)))
    rest = _RANGE.sub(lambda match: " " * len(match[0]) if _letters(match) else match[0], text) if ranges else text
    starts = list(_START.finditer(rest)) if len(rest) <= _LONGEST_LINE else []
    while starts:
        entries = [_entry(rest, *pair) for pair in pairwise([*starts, None])]
        wrong = next((at for at, each in enumerate(entries) if not _is_entry(each, parts)), None)
        if wrong is None:
            yield from entries
            return
        whole = _entry(rest, starts[wrong], starts[wrong + 2] if wrong + 2 < len(starts) else None)
        starts.pop(wrong + 1 if wrong + 1 < len(starts) and _is_entry(whole, parts) else wrong)


def _letters(match: re.Match[str]) -> str:
    return re.sub(r"\s", "", match[3]).upper()


def _entry(text: str, start: re.Match[str] | None, after: re.Match[str] | None) -> tuple[tuple[int, ...], str]:
    """Return the numbers and the key of an entry between two starts; of further columns of a table, the first."""
    assert start is not None  # only the last of a pair is none
    value = text[start.end() : after.start() if after else len(text)]
    value = _EITHER.sub("", value.split("\t")[0] if "\t" in value.strip() else value).strip(" \t;,/|\u2013")
    first, last = int(start[1]), int(start[2] or start[1])
    return tuple(range(first, max(first, min(last, first + 9)) + 1)), value


def _is_entry(entry: tuple[tuple[int, ...], str], parts: Sequence[_Part]) -> bool:
    """Say whether an entry is one: a question or a task has its number, and a question what it says."""
    numbers, value = entry
    return bool(value) and any(_is_key(part, numbers[0], value) for part in parts if part.knows(numbers[0]))


def _is_key(part: _Part, number: int, value: str) -> bool:
    """Say whether a value is a key of a question: a letter, a label, a text of an option, several letters."""
    owners = part.questions.get(number)
    if not owners:
        return True
    bare = value.strip(" .()").casefold()
    labels = {label.casefold() for one in owners for label in (*one.labels, *(each.letter for each in one.options))}
    several = any(one.numbers for one in owners) and letters_together(value)
    return bool(bare in labels or several or _HALF.search(value) or any(_names(value, one) for one in owners))


def _names(value: str, question: Typed) -> bool:
    """Say whether a value names an option by its text, or as people write it for short."""
    try:
        return len(key_places(value, [option.text for option in question.options])) == 1
    except DataError:
        return False
