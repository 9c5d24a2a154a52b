"""Options without letters lettered: numbered, roman, bulleted, in rows and columns, or bare lines under a question."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from magnetite.core.items import LETTERS, letter
from magnetite.formats.typed.line import (
    DIGIT,
    INLINE_A,
    INLINE_B,
    LETTER,
    NUMBER,
    ROMAN,
    ROMAN_VALUES,
    STRICT,
    Line,
    asks,
    bullet,
    counts_up,
)

_WEAK = re.compile(
    r"(?P<star>\*?)\s{0,9}(?P<label>[A-Za-z])(?:\s{0,3}[-\u2013\u2014=]\s{1,9}|\t\s{0,9}|\s{3,9})(?P<text>\S.*)"
)
_INITIAL = re.compile(r"\. [A-Za-z]\.?$")  # `A. Washington  D. C.` is one option
_CELL = re.compile(r"(?:^|\t\s{0,9}|\s{2,9})(\*?)[(\[]?([A-Za-z])[)\].:]\s{0,9}(?=\S)")
_SPACED_NUMBER = re.compile(r"\s{0,9}(\d{1,3})\s{1,9}(\S.*)")
_SPACED_LETTER = re.compile(r"\s{0,40}([A-Za-z])\s{1,9}(\S.*)")
_KEY = re.compile(r"(?:the\s|correct\s)*(?:answer|ans\b|key|solution|l\u00f6sung|antwort|r\u00e9ponse)", re.IGNORECASE)
_ROW = re.compile(r"(?:^|(?<=\s))\(?(\d{1,2})\)\s{0,9}(?=\S)")
_NESTED = re.compile(r"(?:\s{2,40}|(?P<star>\*))(?P<label>\d{1,2})[.)]\s{1,9}(?P<text>\S.*)")
Labelled = tuple[int, str, str]  # a label's number from 1, its style, and the text after it


def along(lines: list[Line]) -> list[Line]:
    """Return the lines with options in columns that are read downwards (A and C above B and D) on one line each."""
    result = list(lines)
    cells = [_cells(line.text) for line in lines]
    for at, first in enumerate(cells):
        rows = first[1][0] if len(first) > 1 and first[0][0] == 0 else 0
        block = cells[at : at + rows]
        steps = [list(range(row, row + rows * len(own), rows)) for row, own in enumerate(block)]
        if rows < 2 or [[place for place, _ in own] for own in block] != steps or _INITIAL.search(first[1][1]):
            continue
        options = sorted(cell for row in block for cell in row)
        if [place for place, _ in options] == list(range(len(options))):
            result[at] = replace(lines[at], text="\t".join(text for _, text in options))
            result[at + 1 : at + rows] = [replace(line, text="") for line in lines[at + 1 : at + rows]]
    return result


def _cells(text: str) -> list[tuple[int, str]]:
    """Return the lettered cells of a line that begins with one: the letter's place, and the cell with its letter."""
    marks = list(_CELL.finditer(text.strip())) if "\t" in text or "  " in text or LETTER.match(text) else []
    if not marks or marks[0].start() > 0:
        return []
    ends = [*(match.start() for match in marks[1:]), len(text.strip())]
    return [
        (LETTERS.index(match[2].upper()), f"{match[1]}{match[2]}. {' '.join(text.strip()[match.end() : end].split())}")
        for match, end in zip(marks, ends, strict=True)
    ]


def _has_letters(lines: Sequence[Line]) -> bool:
    """Return whether an option A is followed by an option B, both with strong labels."""
    before = ""
    for line in lines:
        label = LETTER.match(line.text)
        if label and not _WEAK.fullmatch(line.text.strip()):
            if before == "A" and label["label"].upper() == "B":
                return True
            if label["label"] in "aA" and INLINE_B.search(line.text):
                return True
            before = label["label"].upper()
        elif (first := INLINE_A.search(line.text)) and INLINE_B.search(line.text, first.end()):
            return True
    return False


def lettered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options lettered, by the first way of marking them that the file has."""
    if _has_letters(lines):
        return list(lines)
    return _in_rows(lines) or _nested(lines) or _spaced(lines) or _by_runs(lines)


def _by_runs(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options that stand one a line lettered."""
    for labelled in (_weak, _roman, _digit("(", ")"), _digit("", ")"), _digit("", "."), _bullet_run):
        runs = list(_runs(lines, labelled))
        if runs:
            return _relabelled(_with_odd_bullets(lines, runs) if labelled is _bullet_run else lines, runs)
    if any((label := LETTER.match(line.text)) and label["label"] in "Aa" for line in lines):
        return list(lines)
    return _relabelled(lines, list(_bare_runs(lines)))


def _in_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with numbered options that stand on one line, `(1) Ann  (2) Bo`, lettered; else none.

    They follow a line that asks, or go on where the line above ended.
    """
    result, last, before = list(lines), 0, ""
    for at, line in enumerate(lines):
        text = line.text.strip()
        marks = list(_ROW.finditer(text))
        numbers = [int(match[1]) for match in marks]
        begins = bool(marks) and marks[0].start() == 0 and numbers[0] == last + 1
        if begins and (last or _asks_for_options(before)) and (counts_up(numbers) or (last and len(numbers) == 1)):
            result[at] = replace(line, text=_ROW.sub(lambda match: f"{letter(int(match[1]) - 1)}) ", text))
            last = numbers[-1]
        elif text:
            last = 0
        before = text or before
    return result if result != list(lines) else []


def _nested(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with numbered options under numbered questions that stand farther left lettered; else none."""
    result, runs = list(lines), 0
    for at, line in enumerate(lines):
        loose = None if STRICT.match(line.text) else _SPACED_NUMBER.fullmatch(line.text)
        if loose is None and not STRICT.match(line.text):
            continue
        below = (_NESTED.fullmatch(lines[place].text) for place in range(at + 1, len(lines)))
        run = list(filter(None, takewhile(bool, below)))
        if loose and int(loose[1]) != runs + 1:
            continue
        if len(run) > 1 and [int(option["label"]) for option in run] == list(range(1, len(run) + 1)):
            runs += 1
            if loose:
                result[at] = replace(line, text=f"{loose[1]}. {loose[2]}")
            for place, option in enumerate(run):
                text = f"{option['star'] or ''}{letter(place)}. {option['text']}"
                result[at + 1 + place] = replace(lines[at + 1 + place], text=text)
    return result if runs else []


def _spaced(lines: Sequence[Line]) -> list[Line]:
    """Return the lines where nothing but a space stands behind numbers and letters, `1 Who?` and `A Ann`; else none.

    All questions are numbered in order from 1, at least two, each with two options or more right under it, or behind a
    blank line.
    """
    result, count = list(lines), 0
    for at, line in enumerate(lines):
        question = _SPACED_NUMBER.fullmatch(line.text)
        if not question or int(question[1]) != count + 1:
            continue
        first = at + 1 if at + 1 < len(lines) and lines[at + 1].text.strip() else at + 2
        rows = list(takewhile(lambda place: lines[place].text.strip(), range(first, len(lines))[: len(LETTERS)]))
        options = [_SPACED_LETTER.fullmatch(lines[place].text) for place in rows]
        letters = "".join(option[1] for option in takewhile(bool, options) if option)
        if len(letters) > 1 and letters in (LETTERS[: len(letters)], LETTERS[: len(letters)].lower()):
            count += 1
            result[at] = replace(line, text=f"{count}. {question[2]}")
            for place, option in zip(rows, options[: len(letters)], strict=False):
                assert option is not None  # as many as there are letters
                result[place] = replace(lines[place], text=f"{option[1].upper()}. {option[2]}")
    return result if count > 1 else []


def _with_odd_bullets(lines: Sequence[Line], runs: Sequence[dict[int, str]]) -> Sequence[Line]:
    """Return the lines with a star where one option of every question has the same other bullet: `- Ann`, `+ Bo`."""
    bullets = [{at: match for at in run if (match := bullet(lines[at].text))} for run in runs]
    counts = [Counter(match["mark"] for match in run.values()) for run in bullets]
    odd = set.intersection(*({mark for mark, count in each.items() if count == 1} for each in counts))
    if len(odd) != 1 or any(len(each) != 2 or each.total() < 3 for each in counts):
        return lines
    right = {at: match["text"] for run in bullets for at, match in run.items() if match["mark"] in odd}
    return [replace(line, text=f"*- {right[at]}") if at in right else line for at, line in enumerate(lines)]


def _relabelled(lines: Sequence[Line], runs: Sequence[dict[int, str]]) -> list[Line]:
    result = list(lines)
    for run in runs:
        for place, (at, text) in enumerate(run.items()):
            star = (
                "*" if lines[at].text.lstrip().startswith("*") and not lines[at].text.lstrip().startswith("* ") else ""
            )
            result[at] = replace(lines[at], text=f"{star}{LETTERS[place]}. {text}")
    return result


def _runs(lines: Sequence[Line], labelled: Callable[[str], Labelled | None]) -> Iterator[dict[int, str]]:
    """Yield the runs of two options or more, texts by the lines' places, that follow a line which asks.

    A line between two options that has no label continues the one before it.
    """
    run: dict[int, str] = {}
    style, after_question, before = "", False, ""
    for at, line in enumerate([*lines, Line("")]):
        text = line.text.strip()
        label = labelled(text) if text else None
        follows = label and (not run or (label[1] == style and (label[0] in {0, len(run) + 1})))
        if label and follows and (run or label[0] in {0, 1}) and len(run) < len(LETTERS):
            if not run:
                style, after_question = label[1], _asks_for_options(before)
            run[at] = label[2]
        elif text or at == len(lines):
            if (
                len(run) > 1
                and after_question
                and (at == len(lines) or label or NUMBER.match(text) or _KEY.match(text) or _ends(lines, at))
            ):
                yield run
                run = {}
            if not run or label or NUMBER.match(text) or _KEY.match(text):
                run = {}
                if label and label[0] in {0, 1}:
                    style, after_question = label[1], _asks_for_options(before)
                    run[at] = label[2]
            before = text


def _asks_for_options(text: str) -> bool:
    """Say whether options may follow a line: it asks, or is numbered, and is no heading of keys."""
    return bool((asks(text) and not _KEY.match(text)) or NUMBER.match(text))


def _ends(lines: Sequence[Line], at: int) -> bool:
    """Return whether a line begins a paragraph, so that no option goes on in it."""
    return at > 0 and not lines[at - 1].text.strip()


def _weak(text: str) -> Labelled | None:
    match = _WEAK.fullmatch(text)
    return (LETTERS.index(match["label"].upper()) + 1, "letter", match["text"]) if match else None


def _roman(text: str) -> Labelled | None:
    match = ROMAN.fullmatch(text)
    value = ROMAN_VALUES.get(match["label"].lower()) if match and match["label"].islower() else None
    return (value, "roman", match["text"]) if match and value else None


def _digit(opening: str, closing: str) -> Callable[[str], Labelled | None]:
    def labelled(text: str) -> Labelled | None:
        match = DIGIT.fullmatch(text)
        if not match or (match["open"], match["close"]) != (opening, closing):
            return None
        return int(match["label"]), opening + closing, match["text"]

    return labelled


def _bullet_run(text: str) -> Labelled | None:
    match = bullet(text.removeprefix("*") if text.startswith("*-") else text)
    return (0, "bullet", match["text"]) if match else None


def _bare_runs(lines: Sequence[Line]) -> Iterator[dict[int, str]]:
    """Yield the lines under each numbered question that asks, two and more, up to a blank line or its key."""
    run: dict[int, str] | None = None
    for at, line in enumerate([*lines, Line("")]):
        text = line.text.strip()
        if text and STRICT.match(text) and asks(text):
            run = {}
        elif run is not None and (not text or _KEY.match(text) or STRICT.match(text)):
            if len(run) > 1:
                yield run
            run = run if not text and not run else None
        elif run is not None and len(run) < len(LETTERS):
            run[at] = text.removeprefix("*").strip()
