"""Plain text as teachers type it: passage, numbered questions, lettered options, a key under each or at the end.

- An option line begins with a letter (`A.`, `a)`, `(A)`); several may stand on one line, in columns. Other ways to mark
  options and to number questions are rewritten first (`canonical`).
- A question begins with its number (`1.`, `2)`, `Question 3`). Where a file numbers none, the paragraph right before
  the options is the question.
- A key is a line `ANSWER: B` (or `Answer`, `Key`, …), a star at the right option, or a list under a heading (`Answer
  key`) or alone: `1. B  2. C`, `1. B - above a bakery`, `1. above a bakery`, `BCA`. A list is for the questions since
  the list before it.
- In a document, the right options may be those that are set off as a whole (bold, highlighted, underlined).
- All other paragraphs before a question are the passage of the questions after them, up to the next such paragraphs;
  lines to be filled in (`Name: ____`) belong to none, and a heading between questions (`Part 2`) begins no passage.
- Where numbers without options come first and start again at 1 (the paragraphs of a passage), they are the passage's.

Paragraphs are separated by blank lines; in a file with lines of more than 120 characters every line is a paragraph, as
word processors save them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS, Left, letter
from magnetite.core.reasons import Reason
from magnetite.formats.decoding import TYPED_LIMIT, exam_text
from magnetite.formats.format import (
    Document,
    Format,
    Outcome,
    Remark,
    Sample,
    fault,
    out_of_order,
    placed,
    unused_passage,
)
from magnetite.formats.markup import Text
from magnetite.formats.question import INSTRUCTION, SHORT_PASSAGE, ExamQuestion, Names, Passage, question_outcome, words
from magnetite.formats.typed.canonical import canonical
from magnetite.formats.typed.chat import without_chat
from magnetite.formats.typed.keys import (
    MOST_KEYS,
    answer_in,
    counted_in,
    entries_in,
    entry_in,
    is_rule,
    key_heading,
    key_places,
    key_texts,
    labelled_in,
    letters_in,
    names_a_list,
    pairs_in,
    unlabelled,
)
from magnetite.formats.typed.line import NUMBERED, Line
from magnetite.formats.typed.options import TypedOption, all_options, options_in, split_question
from magnetite.formats.typed.tables import with_tables

# Every pattern is tried at the start of a line and is linear in its length.
_NUMBER = re.compile(
    rf"(?:(?:{NUMBERED})\s{{0,3}}\.?\s{{0,3}}(\d{{1,4}})(?:\s?[.):\uff0e\u3001]|\s?$)|"
    r"(\d{1,4})\s?[.)\uff0e\u3001](?![\d]))\s*(.*)",
    re.IGNORECASE,
)
_KEY_ROW = re.compile(
    r"(?:questions?|answers?|keys?|fragen?|aufgaben?|antwort(?:en)?|l\u00f6sung(?:en)?|no|nr|#)\s?[.:]?\s{1,9}"
    r"(?=[\dA-Za-z](?:\d{0,3}|)(?:[\s,;|]|$))(.*)",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?:text|passage|part|teil|unit|reading|story|lesetext)\s?[\w.]{1,4}\s?[:.]?\s*(.*)", re.IGNORECASE
)
_LABEL = re.compile(
    r"(?:(?:the|reading|der|lese)\s?)?(?:passage|text|story|article|texte|texto|testo)(?:\s?:\s*|\s*$)", re.IGNORECASE
)
_WHY = re.compile(
    r"(?:explanation|rationale|feedback|reason|why|justification|(?:text )?evidence|"
    r"distractors?(?: analysis| rationales?)?|why the (?:others?|wrong|incorrect)\b[^:]{0,40}|"
    r"begr\u00fcndung|erkl\u00e4rung|explication)\s?:\s*(.+)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:bloom(?:['\u2019]s)?(?: level| taxonomy)?|cognitive level|dok(?: level)?|cefr(?: level)?|ccss|standards?|"
    r"skills? (?:tested|assessed)|learning (?:objective|outcome)|question type|difficulty level|"
    r"points?|punkte?|marks?|score|difficulty|schwierigkeit|level|niveau|topic|thema|tags?|category|kategorie|time|"
    r"zeit|page|seite|source|quelle|reference|skill|objective|hint|hinweis|comment|kommentar)\s?:\s*\S.*",
    re.IGNORECASE,
)
_SAID = re.compile(r"[@~]\s{1,9}(\S.*)")
"""What test banks write below an option, or below the question, for whoever answers."""
_HEAD = re.compile(r"(title|type)\s?:\s*(\S.*)", re.IGNORECASE)
"""What test banks write above a question."""
_ASIDE = re.compile(r"[(\[]([^()\[\]]{2,60})[)\]]\s?:?")
"""What stands behind a number, with the question on the next line: the skill that it tests, its points."""
_KINDS = {
    "e": "left-essay",
    "essay": "left-essay",
    "f": "left-blanks",
    "fb": "left-blanks",
    "fmb": "left-blanks",
    "ma": "left-several",
    "mr": "left-several",
    "mt": "left-matching",
}
"""Why questions are left out whose type is written above them."""
_QUESTIONS = re.compile(
    r"(?:(?:multiple[- ]choice|comprehension|reading(?: comprehension)?)\s)?"
    r"(?:questions?|fragen|aufgaben?|preguntas|domande|exercises?)"
    r"(?:\s\d{1,3}\s?(?:[-\u2013]|to|bis|a)\s?\d{1,3})?\s?(?:\([^()]{1,40}\)\s?)?[:.]?|"
    r"multiple[- ]choice\s?(?:\([^()]{1,40}\)\s?)?[:.]?",
    re.IGNORECASE,
)
_HEADING = 8  # words; a line of no more that does not end as a sentence does is a heading
_INSTRUCTION = re.compile(
    r"(?=.{0,160}\b(?:answers?|options?|letters?|questions?|correct|best|antwort\w*|fragen?|richtige?n?|r\u00e9ponse|"
    r"respuesta)\b)(?:please\s|now\s|bitte\s|for\squestions?[^,]{1,40},\s)?(?:choose|select|circle|tick|mark|underline|answer|pick|read|decide|look|write|"
    r"w\u00e4hle\w*|kreuze\w*|markiere\w*|beantworte\w*|lies|lesen|elige|escoge|choisissez|entourez|scegli)\b.{0,160}",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?=.{0,160}\b(?:questions?|answers?|fragen?|antwort\w*|preguntas|domande)\b)(?:please\s|now\s|bitte\s)?"
    r"(?:read|answer|choose|lies|lest|lesen|beantworte\w*|lee|lea|lisez|leggi)\b.{0,160}|"
    r"(?=.{0,300}\b(?:questions?|answers?|fragen?|antwort\w*|passages?|preguntas?|choose|choisissez|elige)\b)"
    r"(?:directions?|instructions?|anweisung(?:en)?|hinweise?|instrucciones|consigne)\s?:.{0,300}|"
    r"(?:questions?|fragen?|items?)\s\d{1,3}\b.{0,30}\b(?:refer|relate|are based|are about|beziehen)\b.{0,80}|"
    r"\ub2e4\uc74c \uae00\uc744 \uc77d\uace0.{0,60}|\u6b21\u306e\u6587\u7ae0\u3092\u8aad.{0,60}|"
    r"\u9605\u8bfb.{0,20}(?:\u77ed\u6587|\u6587\u7ae0).{0,40}",
    re.IGNORECASE,
)
"""What stands above a text and tells candidates what to do with it."""
_MOST_ABOVE = 6  # such lines
_NAMED = re.compile(
    r"(?:text|passage|reading|story|lesetext)\s[\w.]{1,4}\s?(?:[(\[][^()\[\]]{1,40}[)\]]\s?)?(?::\s*|$)", re.IGNORECASE
)
_BLANK_FORM = re.compile(r"(?:[^\W\d_][\w.' /-]{0,30}\s?:?\s?[_\u2026.]{3,}[\s/,;|]*\d{0,4}\s*){1,9}")
_BEHIND = re.compile(
    r"(.{0,400}\S)\s{1,9}(?:answer|ans|key|l\u00f6sung|antwort)\s?[:=]\s{0,3}\(?([A-Za-z])\)?\.?", re.IGNORECASE
)
_SECTION = re.compile(r"(?:multiple[ -]choice|true\s?/\s?false|reading comprehension)\s?:?", re.IGNORECASE)
_FAREWELL = re.compile(
    r"\W{0,9}(?:good luck|well done|the end|end of (?:the |this )?(?:test|exam|paper|quiz|questions?)|"
    r"viel (?:erfolg|gl\u00fcck)|ende(?: (?:der|des) (?:pr\u00fcfung|tests?|klausur|aufgaben))?|bonne chance|"
    r"buena suerte)\W{0,9}",
    re.IGNORECASE,
)
_SNIFFED = 10_000  # lines, in which two options in a row are looked for
_LISTS = 20  # lists of keys for the same questions; each is compared with all of them
_LONG = 120  # characters; nobody wraps lines by hand later than this


def sniff(sample: Sample) -> bool:
    """Recognise it by two lettered options in a row (A, then B) in text that is neither a table nor markup."""
    text = sample.text
    if sample.name.lower().endswith((".csv", ".tsv", ".json", ".jsonl", ".xml", ".gift", ".html")):
        return False
    if text.lstrip()[:1] in {"<", "{"} or "\0" in text[:4096]:
        return False
    lines = with_tables([Line(line) for line in text.splitlines()[:_SNIFFED]])
    return _has_options(lines) or _has_options(canonical(lines))


def _has_options(lines: Sequence[Line]) -> bool:
    last = ""
    for line in lines:
        for option in _gap(number_in(line.text)) or all_options(line.text) if line.text.strip() else ():
            if last == "A" and option.letter == "B":
                return True
            last = option.letter
    return False


def _gap(number: tuple[int, str] | None) -> tuple[TypedOption, ...]:
    """Return the options for a gap of the text, right behind its number: `1. A. stand  B. stood`."""
    options = options_in(number[1]) if number else ()
    return options if len(options) > 1 and options[0].letter == "A" else ()


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
    trouble: DataError | None = None
    emphasised: list[str] = field(default_factory=list)
    why: str = ""
    said: dict[int, str] = field(default_factory=dict)  # of an option, by its place
    head: dict[str, str] = field(default_factory=dict)  # its title and its type
    end_key: str | None = None
    left_open: bool = False  # `Answer:`, and nothing behind it


@dataclass(slots=True)
class _KeyList:
    """A list of keys: its line, the questions it is for by their places, and pairs of numbers and keys.

    A key in `pairs` is a letter or the text of an option. `letters` are keys without numbers, `numbers` numbers whose
    letters are on the next line. `waiting`: the sheet's, before the list began.
    """

    line: int
    questions: range
    waiting: int = 0
    text: str = ""
    pairs: list[tuple[int, int, str]] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    texts: dict[int, set[str]] = field(default_factory=dict)  # the options of its questions, by their numbers


@dataclass(slots=True)
class _Sheet:
    """The state of reading: the questions so far, open prose, the passage, and the lists of keys.

    `unit`: what its places count, lines or paragraphs. `forms`: whether the open prose had lines to be filled in.
    `waiting`: how many questions behind the last list of keys, but for the last one, have options and no key.
    """

    where: str
    unit: str
    numbered: bool
    lines_are_paragraphs: bool
    questions: list[_Typed] = field(default_factory=list)
    prose: list[tuple[int, list[str]]] = field(default_factory=list)  # paragraphs: first line's number, lines
    passage: Passage | None = None
    unused: list[str] = field(default_factory=list)
    titles: list[tuple[int, str]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    keys: list[_KeyList] = field(default_factory=list)
    waiting: int = 0
    in_key: bool = False
    blank: bool = True
    forms: bool = False

    @property
    def last(self) -> _Typed | None:
        return self.questions[-1] if self.questions else None

    @property
    def listed(self) -> int:
        """Where the questions end that the last list of keys is for."""
        return self.keys[-1].questions.stop if self.keys else 0

    def add(self, question: _Typed) -> None:
        """Begin a question."""
        self.waiting = self.without_key()
        self.questions.append(question)

    def without_key(self) -> int:
        """Count the questions behind the last list of keys that have options and no key."""
        last = self.last
        return self.waiting + bool(last and len(self.questions) > self.listed and last.options and not last.keys)


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    lines = [Line(line) for line in exam_text(document.data, document.where, TYPED_LIMIT).split("\n")]
    paragraphs = any(len(line.text) > _LONG for line in lines)
    yield from read_lines(lines, document, "line", paragraphs=paragraphs)


def read_lines(lines: Sequence[Line], document: Document, unit: str, *, paragraphs: bool) -> Iterator[Outcome]:
    """Read the lines of a file, whose places are named by `unit` and number; `paragraphs`: whether each is one."""
    lines, said = without_chat(with_tables(lines))
    lines = canonical(lines)
    sheet = _Sheet(document.where, unit, _numbers_its_questions([line.text for line in lines]), paragraphs)
    for line in lines:
        _take(sheet, line.at, line)
    _without_open_answer(sheet)
    if sheet.prose and (passage := _close(sheet)) and not any(one.passage is passage for one in sheet.questions[-1:]):
        sheet.unused.append(passage.where)
    for line in said:
        yield Remark(Reason("note-said-around", {"where": _place(sheet, line.at), "text": line.text.strip()[:80]}))
    yield from map(unused_passage, sheet.unused)
    for code, headings in (("note-title", sheet.titles), ("note-heading", sheet.headings)):
        if headings:
            place, text = headings[0]
            yield Remark(Reason(code, {"where": _place(sheet, place), "text": text, "headings": len(headings)}))
    yield from _short_passages(sheet)
    yield from _share_keys(sheet)
    yield from _share_marks(sheet)
    names = Names(PurePosixPath(document.name).stem)
    for question in sheet.questions:
        yield _outcome(question, names, sheet)


def _short_passages(sheet: _Sheet) -> Iterator[Outcome]:
    """Yield a remark on each passage so short that it may be an instruction."""
    uses = Counter(one.passage.where for one in sheet.questions if one.passage)
    passages = {one.passage.where: one.passage for one in sheet.questions if one.passage}
    for where, passage in passages.items():
        if (length := words(passage.text)) < INSTRUCTION:
            yield Remark(Reason(SHORT_PASSAGE, {"where": where, "words": length, "questions": uses[where]}))


def _place(sheet: _Sheet, number: int) -> str:
    return f"{sheet.where}, {sheet.unit} {number}"


def _numbers_its_questions(lines: list[str]) -> bool:
    """Return whether a paragraph that begins with a number, or stands under one, is followed by option A."""
    numbered = alone = blank = False
    for line in map(str.strip, lines):
        options, number = options_in(line) if line else (), number_in(line)
        if number and (split_question(line) or _gap(number)):
            return True
        if options and options[0].letter == "A" and numbered:
            return True
        if number and not options and not pairs_in(line):
            numbered, alone = True, not number[1]
        elif line and ((options and options[0].letter == "A") or (blank and not alone)):
            numbered = False
        alone = alone and not (line and not number)
        blank = not line
    return False


def _take(sheet: _Sheet, place: int, typed: Line) -> None:
    line, blank = typed.text.strip(), sheet.blank or sheet.lines_are_paragraphs
    between = not (sheet.last and not sheet.last.options)
    sheet.blank = not line or (is_rule(line) and between)
    if sheet.blank or _takes_key(sheet, place, line):
        return
    if len(line) < _LONG and _BLANK_FORM.fullmatch(line) and between:
        if not sheet.forms:
            _take_title(sheet)
        sheet.forms = True
        return
    if _QUESTIONS.fullmatch(line) and between:
        return
    if sheet.last and not sheet.prose and _takes_note(sheet, sheet.last, place, line):
        return
    options, number = options_in(line), number_in(line) if sheet.numbered else None
    options = tuple(replace(option, marks=typed.marks) for option in options)
    if number:
        _begin(sheet, place, number, typed)
    elif not (options and _takes_options(sheet, place, options)) and (
        (blank and not _wraps(sheet, typed)) or not _continues(sheet, line)
    ):
        _add_prose(sheet, place, line, blank=blank)


def _takes_note(sheet: _Sheet, last: _Typed, place: int, line: str) -> bool:
    """Take a line that says something of the question above it: the key, the reason, points and the like."""
    if said := _SAID.fullmatch(line):
        at = len(last.options) - 1
        if at < 0:
            last.why = _together(last.why, said[1])
        else:
            last.said[at] = _together(last.said.get(at, ""), said[1])
        return True
    if not last.options:
        return False
    answer, why = answer_in(line), _WHY.fullmatch(line)
    if answer is not None:
        last.keys.append((place, answer))
    elif why:
        last.why = _together(last.why, why[1])
    elif _HEAD.fullmatch(line):
        sheet.prose.append((place, [line]))  # of the next question
    elif _ABOUT.fullmatch(line) or _FAREWELL.fullmatch(line):
        sheet.blank = True  # what follows goes on with no option
    elif not _GROUP.fullmatch(line) and (key := labelled_in(line, [option.text for option in last.options])):
        last.keys.append((place, key))
    else:
        return False
    return True


def _together(*texts: str) -> str:
    """Return texts as one, without those that are empty."""
    return " ".join(filter(None, texts))


def _begin(sheet: _Sheet, place: int, number: tuple[int, str], typed: Line) -> None:
    """Begin a question; its options may stand on the same line."""
    if number[0] == 1:
        _back_to_prose(sheet)
    gap = _gap(number)
    stem, options = (f"({number[0]})", gap) if gap else split_question(number[1]) or (number[1], ())
    head = _taken_head(sheet)
    if aside := _ASIDE.fullmatch(stem):
        stem, head = "", {"title": aside[1], **head}
    question = _Typed(place, number[0], [stem] if stem else [], passage=_close(sheet), head=head)
    question.options += options
    if options and (behind := _BEHIND.fullmatch(options[-1].text)):
        question.options[-1] = replace(options[-1], text=behind[1])
        question.keys.append((place, behind[2]))
    question.emphasised += typed.emphasised
    sheet.add(question)


def _taken_head(sheet: _Sheet) -> dict[str, str]:
    """Take the title and the type of a question from the end of the prose above it."""
    head: dict[str, str] = {}
    while sheet.prose and (said := _HEAD.fullmatch(sheet.prose[-1][1][-1].strip())):
        head = {said[1].lower(): said[2], **head}
        _drop_line(sheet)
    return head


def _drop_line(sheet: _Sheet) -> None:
    """Take the last line of the prose away."""
    sheet.prose[-1][1].pop()
    if not sheet.prose[-1][1]:
        sheet.prose.pop()


def _back_to_prose(sheet: _Sheet) -> None:
    """Take back what was read as questions before the first one of a file, without options: numbered paragraphs."""
    if not sheet.questions or any(one.options or one.keys for one in sheet.questions):
        return
    passage = sheet.questions[0].passage
    before = [(sheet.questions[0].line, [passage.text])] if passage else []
    numbered = [
        (
            one.line,
            [*(f"{name.title()}: {text}" for name, text in one.head.items()), f"{one.number}. {' '.join(one.stem)}"],
        )
        for one in sheet.questions
    ]
    sheet.prose = [*before, *numbered, *sheet.prose]
    sheet.questions, sheet.passage = [], None


def _wraps(sheet: _Sheet, typed: Line) -> bool:
    """Return whether a line goes on with the option before it in a file whose lines are paragraphs: it is indented."""
    last = sheet.last
    starts = typed.text[:1].isspace() or typed.text.strip()[:1].islower()
    return bool(starts and last and last.options and not last.keys and not sheet.prose and sheet.unit == "line")


def _takes_key(sheet: _Sheet, place: int, line: str) -> bool:
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
        _take_heading(sheet)
        _new_key(sheet, place)
    if (sheet.in_key and _SECTION.fullmatch(line)) or _adds_keys(sheet, place, line):
        sheet.in_key = True
        return True
    _without_open_answer(sheet)
    sheet.in_key = False
    return False


def _is_row_of_numbers(line: str) -> bool:
    """Say whether a line is the first row of a table of keys: `Question  1  2  3`."""
    row = _KEY_ROW.fullmatch(line)
    return bool(row and re.fullmatch(r"\d{1,4}(?:[\s,;|]{1,9}\d{1,4}){1,400}", row[1].strip()))


def _starts_key(sheet: _Sheet, pairs: Sequence[tuple[int, str]]) -> bool:
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


def _take_heading(sheet: _Sheet) -> None:
    """Tell of the one line above as a heading."""
    if len(sheet.prose) == 1 and _is_heading(sheet.prose[0][1]):
        place, [heading] = sheet.prose.pop()
        sheet.headings.append((place, heading))


def _take_title(sheet: _Sheet) -> None:
    """Take the lines above the first lines to be filled in as the exam's title, where they are headings and no more."""
    if sheet.passage is None and all(_is_heading(lines) for _, lines in sheet.prose):
        sheet.titles += [(place, title) for place, [title] in sheet.prose]
        sheet.prose = []


def _without_open_answer(sheet: _Sheet) -> None:
    """Take back a list of keys without keys that is an `Answer:` under a single question, left open."""
    keys = sheet.keys[-1] if sheet.in_key else None
    if keys is None or keys.pairs or keys.letters or keys.numbers or answer_in(keys.text) != "":
        return
    open_ = [sheet.questions[at] for at in keys.questions if not sheet.questions[at].keys]
    if open_ and not open_[-1].left_open and all(one.left_open for one in open_[:-1]):
        open_[-1].left_open = True
        sheet.keys.pop()
        sheet.waiting = keys.waiting


def _begins_key(sheet: _Sheet, place: int, rest: str, line: str) -> bool:
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


def _new_key(sheet: _Sheet, place: int) -> None:
    first = sheet.listed
    if first == len(sheet.questions):  # a second list for the same questions
        first = sheet.keys[-1].questions.start
        if len(sheet.keys) >= _LISTS and sheet.keys[-_LISTS].questions.start == first:
            raise DataError(
                f"{_place(sheet, place)}: another list of keys for the same questions, after {_LISTS} of them; "
                "expected one. Keep the list that is right."
            )
    own = range(first, len(sheet.questions))
    texts = sheet.keys[-1].texts if sheet.keys and sheet.keys[-1].questions == own else _named(sheet.questions[first:])
    sheet.keys.append(_KeyList(place, own, sheet.waiting, texts=texts))
    sheet.waiting = 0


def _named(questions: Sequence[_Typed]) -> dict[int, set[str]]:
    """Return how a list of keys may name the options of questions by their texts, by the questions' numbers."""
    names: dict[int, set[str]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        names.setdefault(number, set()).update(key_texts([option.text for option in question.options]))
    return names


def _adds_keys(sheet: _Sheet, place: int, line: str) -> bool:
    """Add the keys of a line to the list that is open; False where it holds none."""
    keys = sheet.keys[-1]
    group = _GROUP.fullmatch(line) or _KEY_ROW.fullmatch(line)
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


def _adds_numbers(keys: _KeyList, place: int, found: list[int]) -> None:
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


def _takes_options(sheet: _Sheet, place: int, options: tuple[TypedOption, ...]) -> bool:
    """Add options to the question they belong to; False for a line that only looks like an option."""
    last = sheet.last
    if not sheet.prose and last and (last.stem or last.options) and not last.keys:
        expected = letter(len(last.options))
        if options[0].letter == expected:
            last.options += options
            return True
        if last.options and options[0].letter != "A":
            last.trouble = out_of_order(sheet.unit, place, options[0].letter, expected)
            last.options += options
            return True
    if options[0].letter != "A" or sheet.numbered:
        return False
    if sheet.prose:
        line, stem = sheet.prose.pop()
        sheet.add(_Typed(line, None, stem, list(options), passage=_close(sheet)))
        return True
    if last and len(last.options) > 1 and (stem := last.tails.pop(len(last.options) - 1, [])):
        question = _Typed(place - len(stem), None, stem, list(options), passage=last.passage)
        sheet.add(question)  # no blank line before its question, which looked like a line of an option
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
    """Make the collected prose the passage of what follows; without new prose the old passage stays.

    A title page, lines to be filled in and few words beside them, is none; nor is a heading between questions.
    """
    _drop_instruction(sheet)
    _drop_label(sheet)
    if sheet.passage:
        _take_heading(sheet)
    if sheet.prose:
        text = "\n\n".join("\n".join(lines) for _, lines in sheet.prose)
        if not sheet.forms or words(text) >= INSTRUCTION:
            if sheet.passage and not any(question.passage is sheet.passage for question in sheet.questions[-1:]):
                sheet.unused.append(sheet.passage.where)
            sheet.passage = Passage(text, _place(sheet, sheet.prose[0][0]))
        sheet.prose = []
    sheet.forms = False
    return sheet.passage


def _is_heading(lines: Sequence[str]) -> bool:
    """Return whether a paragraph is a line of a few words that names a part, or does not end as a sentence does."""
    [line, *more] = lines
    ends = line.rstrip().endswith((".", "!", "?", "\u2026", '"', "\u201d", "\u00bb", "\u3002", "\uff01", "\uff1f"))
    return not more and words(line) <= _HEADING and (not ends or bool(_GROUP.fullmatch(line.strip())))


def _drop_instruction(sheet: _Sheet) -> None:
    """Take what tells candidates to choose an answer away from the end of the prose before a question."""
    while sheet.prose and _INSTRUCTION.fullmatch(sheet.prose[-1][1][-1].strip()):
        _drop_line(sheet)


def _drop_label(sheet: _Sheet) -> None:
    """Take away what tells to read, and what says no more than that a text follows: `Passage`, `Text A: `."""
    for _ in range(_MOST_ABOVE):
        if not sheet.prose or len(sheet.prose) == len(sheet.prose[0][1]) == 1:
            break
        first = sheet.prose[0][1]
        line = first[0].strip()
        said = _LABEL.match(line) or _NAMED.match(line)
        if len(sheet.prose) > 1 and len(first) <= _MOST_ABOVE and _ABOVE.fullmatch(" ".join(first)):
            first.clear()
        elif _ABOVE.fullmatch(line) or (said and said.end() == len(line)):
            first.pop(0)
        else:
            break
        if not first:
            sheet.prose.pop(0)
    if sheet.prose and (said := _LABEL.match(sheet.prose[0][1][0]) or _NAMED.match(sheet.prose[0][1][0])):
        sheet.prose[0][1][0] = sheet.prose[0][1][0][said.end() :] or sheet.prose[0][1][0]


def _share_keys(sheet: _Sheet) -> Iterator[Outcome]:
    """Give the questions the keys of the lists; yield an error for each that is for no question."""
    for keys in sheet.keys:
        questions = [sheet.questions[place] for place in keys.questions]
        if not keys.pairs and not keys.letters:
            if keys.text and any(not question.keys for question in questions):
                yield Left(_place(sheet, keys.line), Reason("left-key-list", {"line": keys.text[:80]}))
        elif keys.letters and not keys.pairs:
            yield from _in_order(sheet, keys, [one for one in questions if one.options])
        elif [number for _, number, _ in keys.pairs] == _numbers(questions):
            for question, (*_, key) in zip(questions, keys.pairs, strict=True):
                question.end_key = key
        else:
            yield from _by_number(sheet, keys, questions)


def _numbers(questions: Sequence[_Typed]) -> list[int]:
    return [question.number or place for place, question in enumerate(questions, start=1)]


def _in_order(sheet: _Sheet, keys: _KeyList, questions: Sequence[_Typed]) -> Iterator[Outcome]:
    if len(keys.letters) != len(questions):
        text = f"the key lists {len(keys.letters)} letters for {len(questions)} questions; expected one for each."
        values = {"letters": len(keys.letters), "questions": len(questions)}
        yield fault(_place(sheet, keys.line), text, "left-key-count", **values)
        return
    for question, key in zip(questions, keys.letters, strict=True):
        question.end_key = key


def _by_number(sheet: _Sheet, keys: _KeyList, questions: Sequence[_Typed]) -> Iterator[Outcome]:
    by_number: dict[int, list[_Typed]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        by_number.setdefault(number, []).append(question)
    for line, number, key in keys.pairs:
        owners = by_number.get(number, [])
        if len(owners) != 1:
            count = "no question has" if not owners else f"{len(owners)} questions have"
            yield fault(_place(sheet, line), f"the key names question {number}; {count} that number.")
        elif owners[0].end_key not in {None, key}:
            yield fault(_place(sheet, line), f"question {number} has two keys in the list of answers.")
        else:
            owners[0].end_key = key


def _share_marks(sheet: _Sheet) -> Iterator[Outcome]:
    """Take what the options that are set off show where nothing else is a key: one option of a question, as a whole.

    The letter in brackets behind a question is its key where every question has one.
    """
    open_ = [one for one in sheet.questions if one.options and not one.keys and not one.end_key]
    open_ = [one for one in open_ if not any(option.starred for option in one.options)]
    for way in ("highlight", "colour", "underline", "bold", "italic"):
        single = [one for one in open_ if sum(way in option.marks for option in one.options) == 1]
        if single and len(single) * 2 > len(open_):
            for question in single:
                question.options = [replace(one, starred=way in one.marks) for one in question.options]
            values = {"where": sheet.where, "way": way, "questions": len(single)}
            yield Remark(Reason("note-key-set-off", values))
            return
    ends = [re.fullmatch(r"(.*\S)\s*[(\[]([A-Za-z])[)\]]", one.stem[-1]) if one.stem else None for one in open_]
    if open_ and all(ends):
        for question, end in zip(open_, ends, strict=True):
            assert end is not None  # `all` has seen them
            question.stem[-1], question.end_key = end[1], end[2].upper()


def _outcome(question: _Typed, names: Names, sheet: _Sheet) -> Outcome:
    place = _place(sheet, question.line) + (f" (question {question.number})" if question.number else "")
    name = names.take(title=str(question.number) if question.number is not None else "")
    if question.trouble and _in_order_by_letter(question):
        question.trouble = None
    options = [" ".join([one.text, *question.tails.get(at, [])]).strip() for at, one in enumerate(question.options)]
    if question.trouble:
        return placed(place, question.trouble)
    if (kind := question.head.get("type", "").lower()) in _KINDS:
        return Left(place, Reason(_KINDS[kind]))
    if not options:
        return Left(place, Reason("left-no-letters"))
    try:
        right = _right(question, question.end_key, options)
    except DataError as error:
        return placed(place, error)
    worths = tuple(float(number in right) for number in range(len(options)))
    text = "\n".join(question.stem)
    stem = Text(text, tuple(part for part in question.emphasised if part in text and part != text))
    texts = tuple(map(Text, options))
    title = {"title": question.head.get("title", "")}
    feedback = tuple(question.said.get(number, "") for number in range(len(options)))
    return question_outcome(
        ExamQuestion(
            *(place, name, stem, texts, worths, question.passage, title), feedback=feedback, general=question.why
        )
    )


def _in_order_by_letter(question: _Typed) -> bool:
    """Put the options into the order of their letters (a table may be read by rows); False where letters lack."""
    order = sorted(range(len(question.options)), key=lambda place: question.options[place].letter)
    options = [question.options[place] for place in order]
    question.tails = {new: question.tails[old] for new, old in enumerate(order) if old in question.tails}
    question.options = options
    return [one.letter for one in options] == [letter(place) for place in range(len(options))]


def _right(question: _Typed, end_key: str | None, options: list[str]) -> tuple[int, ...]:
    """Return the options marked right; keys in several places must agree. Raises DataError."""
    named = [*(value for _, value in question.keys), *([end_key] if end_key else [])]
    keys = [key_places(value, options) for value in named]
    stars = tuple(place for place, option in enumerate(question.options) if option.starred)
    keys += [stars] if stars else []
    if len(set(keys)) > 1:
        letters = ["+".join(letter(place) for place in key) for key in dict.fromkeys(keys)]
        text = f"found two keys, {' and '.join(letters)}; expected one. Remove the wrong one."
        raise fault("", text, "left-two-keys", keys=letters)
    return keys[0] if keys else ()


def number_in(line: str) -> tuple[int, str] | None:
    """Read a line as the start of a numbered question: its number and its text."""
    match = _NUMBER.fullmatch(line.strip())
    return (int(match[1] or match[2]), match[3].strip()) if match else None


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
