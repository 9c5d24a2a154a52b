"""Lists of keys in a typed exam: where one begins, what its lines say, and which questions they are for."""

import re
from collections.abc import Iterator, Sequence

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, Left
from magnetite.core.reasons import Reason
from magnetite.formats.format import Outcome, fault
from magnetite.formats.typed.keys import (
    MOST_KEYS,
    answer_in,
    counted_in,
    entries_in,
    entry_in,
    key_heading,
    key_texts,
    letters_in,
    names_a_list,
    pairs_in,
    unlabelled,
)
from magnetite.formats.typed.prose import GROUP, take_heading
from magnetite.formats.typed.sheet import KeyList, Sheet, Typed

_KEY_ROW = re.compile(
    r"(?:questions?|answers?|keys?|fragen?|aufgaben?|antwort(?:en)?|l\u00f6sung(?:en)?|no|nr|#)\s?[.:]?\s{1,9}"
    r"(?=[\dA-Za-z](?:\d{0,3}|)(?:[\s,;|]|$))(.*)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"(?:multiple[ -]choice|true\s?/\s?false|reading comprehension)\s?:?", re.IGNORECASE)
_LISTS = 20  # lists of keys for the same questions; each is compared with all of them


def takes_key(sheet: Sheet, place: int, line: str) -> bool:
    """Take a line as part of a list of keys: under a heading, or alone after a question."""
    if not sheet.questions:
        sheet.in_key = False
        return False
    heading = key_heading(line)
    if heading and (not heading["rest"] or heading["colon"]) and _begins_key(sheet, place, heading["rest"], line):
        return True
    if not sheet.in_key:
        row = _is_row_of_numbers(line)
        labelled = not row and not pairs_in(line)
        line = unlabelled(line) if labelled else line
        if not row and not _starts_key(sheet, pairs_in(line) or (counted_in(line) if labelled else ()) or ()):
            return False
        take_heading(sheet)
        _new_key(sheet, place)
    if (sheet.in_key and _SECTION.fullmatch(line)) or _adds_keys(sheet, place, line):
        sheet.in_key = True
        return True
    without_open_answer(sheet)
    sheet.in_key = False
    return False


def _is_row_of_numbers(line: str) -> bool:
    """Say whether a line is the first row of a table of keys: `Question  1  2  3`."""
    row = _KEY_ROW.fullmatch(line)
    return bool(row and re.fullmatch(r"\d{1,4}(?:[\s,;|]{1,9}\d{1,4}){1,400}", row[1].strip()))


def _starts_key(sheet: Sheet, pairs: Sequence[tuple[int, str]]) -> bool:
    """Say whether pairs begin a list of keys: several, or one for the first of some questions without keys.

    Those that name options by numbers have to begin with the first of these questions.
    """
    if not pairs or sheet.listed == len(sheet.questions):
        return len(pairs) > 1 and not pairs[0][1].isdigit()
    number, key = pairs[0]
    first = sheet.questions[sheet.listed]
    begins = number == (first.number or 1)
    if len(pairs) > 1:
        return begins or not key.isdigit()
    keyless = sheet.without_key() == len(sheet.questions) - sheet.listed
    return keyless and begins and key in [option.letter for option in first.options]


def without_open_answer(sheet: Sheet) -> None:
    """Take back a list of keys without keys that is an `Answer:` under a single question, left open."""
    keys = sheet.keys[-1] if sheet.in_key else None
    if keys is None or keys.pairs or keys.letters or keys.numbers or answer_in(keys.text) != "":
        return
    open_ = [sheet.questions[at] for at in keys.questions if not sheet.questions[at].keys]
    if open_ and not open_[-1].left_open and all(one.left_open for one in open_[:-1]):
        open_[-1].left_open = True
        sheet.keys.pop()
        sheet.waiting = keys.waiting


def _begins_key(sheet: Sheet, place: int, rest: str, line: str) -> bool:
    """Begin a list of keys at a heading; False where what follows on the line is the key of a single question."""
    waiting = sheet.without_key()
    letters = letters_in(rest)
    if rest and not pairs_in(rest) and len(counted_in(rest) or ()) < 2:
        other = answer_in(line) is not None and (not names_a_list(line) or waiting < 2)
        if (letters and (len(letters) == 1 or len(letters) != waiting)) or (not letters and other):
            return False
    _new_key(sheet, place)
    sheet.keys[-1].text = line
    sheet.in_key = True
    if rest:
        _adds_keys(sheet, place, rest)
    return True


def _new_key(sheet: Sheet, place: int) -> None:
    first = sheet.listed
    if first == len(sheet.questions):  # a second list for the same questions
        first = sheet.keys[-1].questions.start
        if len(sheet.keys) >= _LISTS and sheet.keys[-_LISTS].questions.start == first:
            raise DataError(
                f"{sheet.place(place)}: another list of keys for the same questions, after {_LISTS} of them; "
                "expected one. Keep the list that is right."
            )
    own = range(first, len(sheet.questions))
    texts = sheet.keys[-1].texts if sheet.keys and sheet.keys[-1].questions == own else _named(sheet.questions[first:])
    sheet.keys.append(KeyList(place, own, sheet.waiting, texts=texts))
    sheet.waiting = 0


def _named(questions: Sequence[Typed]) -> dict[int, set[str]]:
    """Return how a list of keys may name the options of questions by their texts, by the questions' numbers."""
    names: dict[int, set[str]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        names.setdefault(number, set()).update(key_texts([option.text for option in question.options]))
    return names


def _adds_keys(sheet: Sheet, place: int, line: str) -> bool:
    """Add the keys of a line to the list that is open; False where it holds none."""
    keys = sheet.keys[-1]
    group = GROUP.fullmatch(line) or _KEY_ROW.fullmatch(line)
    line = group[1] if group else line
    entry = entry_in(line, keys.texts)
    if entry and len(entry[1]) > 1:
        keys.pairs.append((place, *entry))
    elif pairs := pairs_in(line) or entries_in(line, keys.texts) or counted_in(line):
        keys.pairs += [(place, *pair) for pair in pairs]
    elif len(numbers := re.findall(r"\d{1,4}", line)) > 1 and not re.search(r"[^\d\s.,;|)]", line):
        _adds_numbers(keys, place, [int(number) for number in numbers])
    elif letters := letters_in(line):
        if len(keys.numbers) == len(letters):
            keys.pairs += [(place, number, key) for number, key in zip(keys.numbers, letters, strict=True)]
        else:
            keys.letters += letters
        keys.numbers = []
    elif entry:
        keys.pairs.append((place, *entry))
    else:
        return bool(group and not line)
    if len(keys.pairs) + len(keys.letters) > MOST_KEYS:
        raise DataError(f"a list of keys has more than {MOST_KEYS:,} entries. Split the exam, and its key with it.")
    return True


def _adds_numbers(keys: KeyList, place: int, found: list[int]) -> None:
    """Add a line of numbers alone: those of questions, or of the right options below them, or one of each, `1  2`."""
    above, keys.numbers = keys.numbers, []
    if len(found) == len(above) > 2 and max(found) <= len(LETTERS):
        keys.pairs += [(place, number, str(key)) for number, key in zip(above, found, strict=True)]
    elif len(found) == len(above) == 2 and found[0] == above[0] + 1:
        keys.pairs += [(place, number, str(key)) for number, key in (above, found)]
    elif len(found) == 2 and keys.pairs and found[0] == keys.pairs[-1][1] + 1:
        keys.pairs.append((place, found[0], str(found[1])))
    else:
        keys.numbers = found


def share_keys(sheet: Sheet) -> Iterator[Outcome]:
    """Give the questions the keys of the lists; yield an error for each that is for no question."""
    for keys in sheet.keys:
        questions = [sheet.questions[place] for place in keys.questions]
        if not keys.pairs and not keys.letters:
            if keys.text and any(not question.keys for question in questions):
                yield Left(sheet.place(keys.line), Reason("left-key-list", {"line": keys.text[:80]}))
        elif keys.letters and not keys.pairs:
            yield from _in_order(sheet, keys, [one for one in questions if one.options])
        elif [number for _, number, _ in keys.pairs] == _numbers(questions):
            for question, (*_, key) in zip(questions, keys.pairs, strict=True):
                question.end_key = key
        else:
            yield from _by_number(sheet, keys, questions)


def _numbers(questions: Sequence[Typed]) -> list[int]:
    return [question.number or place for place, question in enumerate(questions, start=1)]


def _in_order(sheet: Sheet, keys: KeyList, questions: Sequence[Typed]) -> Iterator[Outcome]:
    if len(keys.letters) != len(questions):
        text = f"the key lists {len(keys.letters)} letters for {len(questions)} questions; expected one for each."
        values = {"letters": len(keys.letters), "questions": len(questions)}
        yield fault(sheet.place(keys.line), text, "left-key-count", **values)
        return
    for question, key in zip(questions, keys.letters, strict=True):
        question.end_key = key


def _by_number(sheet: Sheet, keys: KeyList, questions: Sequence[Typed]) -> Iterator[Outcome]:
    by_number: dict[int, list[Typed]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        by_number.setdefault(number, []).append(question)
    for line, number, key in keys.pairs:
        owners = by_number.get(number, [])
        if len(owners) != 1:
            count = "no question has" if not owners else f"{len(owners)} questions have"
            yield fault(sheet.place(line), f"the key names question {number}; {count} that number.")
        elif owners[0].end_key not in {None, key}:
            yield fault(sheet.place(line), f"question {number} has two keys in the list of answers.")
        else:
            owners[0].end_key = key
