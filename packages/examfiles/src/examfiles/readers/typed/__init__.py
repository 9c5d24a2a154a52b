"""Typed exams, as people and language models type them in a text or a document.

A passage, numbered questions, lettered options, a key under each or at the end:

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
from dataclasses import replace
from itertools import groupby, pairwise, takewhile
from pathlib import PurePosixPath
from string import ascii_lowercase

from examfiles.decoding import TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.format import (
    Document,
    Format,
    Head,
    Outcome,
    Remark,
    Sample,
    fault,
    out_of_order,
    placed,
    unused_passage,
)
from examfiles.items import LeftOut, letter
from examfiles.lengths import words
from examfiles.limits import LINE, OPTIONS
from examfiles.markup import Text
from examfiles.question import INSTRUCTION, SHORT_PASSAGE, ExamQuestion, Names, question_outcome
from examfiles.readers.typed.blocks import Block, without_blocks
from examfiles.readers.typed.canonical import canonical
from examfiles.readers.typed.copied import as_typed
from examfiles.readers.typed.gaps import gap_sentences, gap_sign
from examfiles.readers.typed.instructions import CHOICE, GAPPED
from examfiles.readers.typed.keys import (
    WHY,
    answer_in,
    is_rule,
    key_behind,
    key_places,
    key_reason,
    labelled_in,
    pairs_in,
    share_keys,
    takes_key,
    two_readings,
    without_open_answer,
)
from examfiles.readers.typed.line import (
    NUMBERED,
    Line,
    TypedOption,
    all_options,
    counts_up,
    next_letter,
    options_in,
    split_question,
)
from examfiles.readers.typed.markdown import (
    unknown_mark_up,
    with_tables,
    without_chat,
    without_edx,
    without_quiz_tags,
    without_text2qti,
)
from examfiles.readers.typed.paper_keys import give_keys, key_of
from examfiles.readers.typed.quiz_markdown import without_quiz_markdown
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import (
    GROUP,
    HEAD,
    Typed,
    TypedExam,
    back_to_prose,
    close,
    take_headings,
    take_reason,
    taken_head,
)
from examfiles.readers.typed.statements import with_rows
from examfiles.readers.typed.verdicts import TRUTHS
from examfiles.reasons import Reason

# Every pattern is tried at the start of a line and is linear in its length.
_NUMBER = shape(
    rf"(?:(?:{NUMBERED})\s{{0,3}}\.?\s{{0,3}}(\d{{1,4}})(?:\s?[.):\uff0e\u3001]|\s?$)|"
    r"(\d{1,4})\s?[.)\uff0e\u3001](?![\d]))\s*(.*)",
    "a question's number and its text",
    "1. Who?",
    "Question 2",
    "3) Where?",
    flags=re.IGNORECASE,
)
_ABOUT = shape(
    r"(?:bloom(?:['\u2019]s)?(?: level| taxonomy)?|cognitive level|dok(?: level)?|cefr(?: level)?|ccss|standards?|"
    r"skills? (?:tested|assessed)|learning (?:objective|outcome)|question type|difficulty level|"
    r"points?|punkte?|marks?|score|difficulty|schwierigkeit|level|niveau|topic|thema|tags?|category|kategorie|time|"
    r"zeit|page|seite|source|quelle|reference|skill|objective|locked|hint|hinweis|comment|kommentar)\s?:\s*\S.*",
    "what is said of a question, and is none of it",
    "Bloom's level: recall",
    "Points: 2",
    "Schwierigkeit: leicht",
    flags=re.IGNORECASE,
)
_FEEDBACK = shape(
    r"[@~]\s{1,9}(\S.*)",
    "what test banks write below an option, or below the question, for whoever answers",
    "@ Read again.",
    "~ No.",
)
_ASIDE = shape(
    r"[(\[]([^()\[\]]{2,60})[)\]]\s?:?",
    "what stands behind a number, with the question on the next line: the skill that it tests, its points",
    "(inference)",
    "[2 points]:",
)
_TYPE = shape(
    r"type\s?:\s{0,3}([\w-]{1,20})",
    "the type of a question",
    "Type: MC",
    flags=re.IGNORECASE,
)
_KINDS = {
    "e": "left-essay",
    "essay": "left-essay",
    "f": "left-blanks",
    "fb": "left-blanks",
    "fmb": "left-blanks",
    "ma": "left-several",
    "mr": "left-several",
    "mt": "left-matching",
    "sa": "left-short-answer",
}
"""Why questions are left out whose type is written above them."""
_QUESTIONS = shape(
    r"(?:(?:multiple[- ]choice|comprehension|reading(?: comprehension)?)\s)?"
    r"(?:questions?|fragen|aufgaben?|preguntas|domande|exercises?)"
    r"(?:\s\d{1,3}\s?(?:[-\u2013]|to|bis|a)\s?\d{1,3})?\s?(?:\([^()]{1,40}\)\s?)?[:.]?|"
    r"multiple[- ]choice\s?(?:\([^()]{1,40}\)\s?)?[:.]?",
    "the heading of the questions",
    "Questions 1-5",
    "Multiple choice questions:",
    "Fragen",
    flags=re.IGNORECASE,
)
_KEY_AT_END = shape(
    r"(.*\S)\s*(?:[(\[]|__)\s*([A-Za-z])\s*(?:[)\]]|__)",
    "a key at the end of a question",
    "Who sat? (B)",
    "Who sat? __B__",
)
_UNITS = r"(?:points?|pts?\.?|marks?|punkte?|p\.|puntos?|punti|점|分|点)"
_WORTH = shape(
    rf"(?:^|(?<=[?.:!\uff1f]))\s?(?:\*\s?)?[(\[]\s?(\d{{1,2}}(?:\.\d{{1,2}})?)\s?{_UNITS}\s?[)\]](?:\s?\*?$|(?=\s))|"
    rf"(?<=\s)[(\[]\s?(\d{{1,2}}(?:\.\d{{1,2}})?)\s?{_UNITS}\s?[)\]]\s?\*?$|(?<=\s)[(\[](\d)\s?p[)\]]$|(?<=\?)\s\*$",
    "the points of a question, before or behind it, and the star of those that have to be answered",
    "(2 points) Who?",
    "Who? [1 pt]",
    flags=re.IGNORECASE,
)
_BARE_WORTH = shape(
    r"(?P<text>.*\S)\s?(?:(?P<sign>[(\[])(?P<in>\d{1,2})[)\]]|(?<=[\s?_])(?P<of>/)\s?(?P<out>\d{1,2}))",
    "a number alone at the end of a question: its points where most questions have one; otherwise a note, or a gap",
    "Who? (2)",
    "Who? /1",
)
_BLANK_FORM = shape(
    r"(?:[^\W\d_][\w.' /-]{0,30}\s?:?\s?[_\u2026.]{3,}[\s/,;|]*\d{0,4}\s*){1,9}",
    "a line to fill in",
    "Name: ________ Date: ______",
)
_FAREWELL = shape(
    r"\W{0,9}(?:good luck|well done|the end|end of (?:the |this )?(?:test|exam|paper|quiz|questions?)|"
    r"viel (?:erfolg|glück)|ende(?: (?:der|des) (?:prüfung|tests?|klausur|aufgaben))?|bonne chance|"
    r"buena suerte)\W{0,9}",
    "what stands at the end of an exam",
    "Good luck!",
    "Ende der Prüfung",
    flags=re.IGNORECASE,
)
_STEM = shape(
    r"[^.?!:\u3002\uff1f\uff1a]{1,400}(?:[.?!:]\s|[\u3002\uff1f\uff1a])",
    "what several rows are asked",
    "Is it said? Ann",
)
_STATEMENT = "tf"
_SQUARE = "\u25a0"
_SQUARES = shape(
    r"\[(?:\u25a0|[A-H])\]|\u25a0",
    "a place at which a sentence may be inserted",
    "[\u25a0]",
    "[A]",
)
_BESIDE_SQUARE = 6  # words on each side of a square that say where it is
_SNIFFED = 10_000  # lines, in which two options in a row are looked for
_LONG_LINE = 120  # characters; nobody wraps lines by hand later than this


def sniff(sample: Sample) -> bool:
    """Recognise it by two lettered options in a row, or a paper's task, in text that is neither a table nor markup."""
    text = sample.text
    if sample.name.lower().endswith((".csv", ".tsv", ".json", ".jsonl", ".xml", ".gift", ".html")):
        return False
    if text.lstrip()[:1] in {"<", "{"} or "\0" in text[:4096]:
        return False
    lines = as_typed(with_rows(with_tables([Line(line) for line in text.splitlines()[:_SNIFFED]])), copied=True)
    if _has_options(lines) or _has_options(canonical(without_quiz_markdown(without_edx(without_text2qti(lines)[0])))):
        return True
    return bool(without_blocks(lines, "").blocks)


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


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    lines = [Line(line) for line in exam_text(document.data, document.where, TYPED_LIMIT).split("\n")]
    paragraphs = any(len(line.text) > _LONG_LINE for line in lines)
    yield from read_lines(lines, document, "line", paragraphs=paragraphs)


def read_lines(lines: Sequence[Line], document: Document, unit: str, *, paragraphs: bool) -> Iterator[Outcome]:
    """Read the lines of a file, whose places are named by `unit` and number; `paragraphs`: whether each is one."""
    where = f"{document.where}, {unit}"
    if long := next((at for at, line in enumerate(lines, 1) if len(line.text) > LINE), None):
        raise fault(f"{where} {long}", f"it has more than {LINE:,} characters; a passage has fewer. Break it up.")
    lines, chat = without_chat(with_tables(lines))
    lines, settings = without_text2qti(lines)
    if settings:
        texts = ", ".join(dict.fromkeys(line.text.strip() for line in settings))
        yield Remark(Reason("note-settings-left", {"where": f"{where} {settings[0].at}", "settings": texts}))
    lines = without_quiz_tags(without_quiz_markdown(without_edx(lines)))
    for place, line in enumerate(lines):
        if unknown_mark_up(line):
            reason = Reason("left-mark-up", {"line": line.text.strip()[:80]})
            yield LeftOut(f"{where} {line.at}", reason, questions=0)
            lines[place] = replace(line, text="")
    paper = without_blocks(as_typed(with_rows(lines), copied=not paragraphs), where)
    body, key = key_of(paper.lines, paper.blocks[-1].at) if paper.blocks else (paper.lines, [])
    lines = key_behind(canonical(body))
    exam = TypedExam(document.where, unit, _numbers_its_questions([line.text for line in lines]), paragraphs)
    exam.named, exam.titles = paper.named, [(line.at, line.text.strip()) for line in paper.title]
    _take_all(exam, lines, paper.blocks)
    for line in chat:
        yield Remark(Reason("note-said-around", {"where": exam.place(line.at), "text": line.text.strip()[:80]}))
    yield from _notes(exam)
    exam.keyed += give_keys(key, exam.questions, exam.tasks)
    yield from share_keys(exam)
    yield from _share_marks(exam)
    _take_bare_points(exam)
    exam.judged = _are_statements(exam)
    names = Names(PurePosixPath(document.name).stem)
    for question, title in zip(exam.questions, _titles(exam.questions), strict=True):
        yield _several(question, exam) if question.numbers else _outcome(question, title, names, exam)
    yield from _two_readings(exam)
    yield from _not_read(exam)


def _take_all(exam: TypedExam, lines: Sequence[Line], blocks: Sequence[Block]) -> None:
    """Take the lines, and the tasks of a paper where they stood among them."""
    waiting = list(blocks)
    for line in lines:
        while waiting and waiting[0].at < line.at:
            _take_block(exam, waiting.pop(0))
        _take(exam, line.at, line)
    for block in waiting:
        _take_block(exam, block)
    without_open_answer(exam)
    take_reason(exam)
    if exam.prose and (passage := close(exam)) and not any(one.passage is passage for one in exam.questions[-1:]):
        exam.unused.append(passage.where)


def _notes(exam: TypedExam) -> Iterator[Outcome]:
    """Yield what stands above the questions, and remarks on passages without questions, titles and headings."""
    if head := (*(text for _, text in exam.titles), *exam.blanks):
        yield Head(head)
    yield from map(unused_passage, exam.unused)
    for code, headings in (("note-title", exam.titles), ("note-heading", exam.headings)):
        if headings:
            place, text = headings[0]
            yield Remark(Reason(code, {"where": exam.place(place), "text": text, "headings": len(headings)}))
    yield from _short_passages(exam)


def _take_block(exam: TypedExam, block: Block) -> None:
    """Take a task of a paper; its text, or else the last one above it, is the passage of its questions."""
    take_reason(exam)
    exam.in_key = False
    passage = close(exam)
    if block.passage:
        passage = exam.passage = block.passage
    for question in block.questions:
        question.passage = question.passage or (None if block.alone else passage)
        exam.add(question)
    exam.tasks += [block.left] if block.left else []
    exam.blank = True


def _not_read(exam: TypedExam) -> Iterator[Outcome]:
    """Yield the tasks without options, and the numbers that an instruction or a key names and no question has."""
    for task in exam.tasks:
        values = {"numbers": _ranges(task.numbers), "questions": len(task.numbers)}
        yield LeftOut(
            exam.place(task.at), Reason(f"left-task-{task.kind}", values), questions=max(len(task.numbers), 1)
        )
    read = {number for one in exam.questions for number in (one.number, *one.numbers)}
    read |= {number for task in exam.tasks for number in task.numbers}
    unread: dict[int, list[int]] = {}
    for at, numbers in sorted(exam.named, key=lambda each: (len(each[1]), each[0])):
        new = [number for number in numbers if number not in read]
        read |= {*new}
        unread.setdefault(at, []).extend(new)
    for at, missing in sorted(unread.items()):
        if missing:
            values = {"numbers": _ranges(missing), "questions": len(missing)}
            yield LeftOut(exam.place(at), Reason("left-unread", values), questions=len(missing))
    for at, number in exam.keyed:
        if number not in read:
            yield fault(exam.place(at), f"the key names question {number}; no question has that number.")


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers as people write them, `1-3, 5`.

    >>> _ranges([1, 2, 3, 5])
    '1\u20133, 5'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}\u2013{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _two_readings(exam: TypedExam) -> Iterator[Outcome]:
    """Yield a remark where keys name one option by letter or number and another by its text."""
    found = [
        (question, key, each)
        for question in exam.questions
        for key in dict.fromkeys(value for value in (*(key for _, key in question.keys), question.end_key) if value)
        if (each := two_readings(key, [option.text for option in question.options]))
    ]
    if found:
        question, key, (way, place, other) = found[0]
        values = {"where": exam.place(question.line), "key": key, "read": letter(place), "other": letter(other)}
        yield Remark(Reason("note-two-readings", {**values, "way": way, "questions": len(found)}))


def _short_passages(exam: TypedExam) -> Iterator[Outcome]:
    """Yield a remark on each passage so short that it may be an instruction."""
    uses = Counter(one.passage.where for one in exam.questions if one.passage)
    passages = {one.passage.where: one.passage for one in exam.questions if one.passage}
    for where, passage in passages.items():
        if (length := words(passage.text)) < INSTRUCTION:
            yield Remark(Reason(SHORT_PASSAGE, {"where": where, "words": length, "questions": uses[where]}))


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
            numbered, alone = True, not number[1] or bool(_ASIDE.fullmatch(number[1]))
        elif line and ((options and options[0].letter == "A") or (blank and not alone)):
            numbered = False
        alone = alone and not (line and not number)
        blank = not line
    return False


def _take(exam: TypedExam, place: int, typed: Line) -> None:
    line, apart = typed.text.strip(), exam.blank
    blank = apart or exam.lines_are_paragraphs
    between = not (exam.last and not exam.last.options)
    exam.blank = not line or (is_rule(line) and between)
    if exam.blank:
        take_reason(exam)
    if exam.blank or takes_key(exam, place, line, below=not apart):
        return
    if len(line) < _LONG_LINE and _BLANK_FORM.fullmatch(line) and between:
        if not exam.forms:
            take_headings(exam)
        exam.forms = True
        exam.blanks += [line] if not exam.questions else []
        return
    if _QUESTIONS.fullmatch(line) and between:
        return
    last = exam.last if exam.last and len(exam.last.options) <= OPTIONS else None  # a question of more is refused
    last = last if last and "task" not in last.head else None  # a task is whole
    if last and not exam.prose and _takes_note(exam, last, place, line):
        return
    options, number = options_in(line), number_in(line) if exam.numbered else None
    parts = {each for part in typed.emphasised if len(options) > 1 for each in (part, part.split(maxsplit=1)[-1])}
    options = tuple(replace(one, marks=typed.ways if one.text.strip() in parts else typed.marks) for one in options)
    if number:
        _begin(exam, place, number, typed)
    elif not (options and _takes_options(exam, place, options)) and (
        (blank and not _wraps(exam, typed)) or not _continues(exam, line)
    ):
        exam.below_key = not apart and (exam.below_key if exam.prose else bool(exam.last and exam.last.keys))
        _add_prose(exam, place, line, blank=blank)


def _takes_note(exam: TypedExam, last: Typed, place: int, line: str) -> bool:
    """Take a line that says something of the question above it: the key, the reason, points and the like."""
    line = re.sub(rf"^(a|ans|answer|antwort)\s?#?{last.number}(?=\s?[.:)=])", r"\1", line, flags=re.IGNORECASE)
    if _takes_said(last, line):
        return True
    answer, why = answer_in(line), WHY.fullmatch(line)
    if not last.options:
        verdict = bool(answer and last.stem and any(_is_of(answer, pair) for pair in TRUTHS[:3]))
        last.keys += [(place, str(answer))] if verdict else []
        ahead = re.fullmatch(r"\(?([A-Za-z])\)?\.?", answer or "") if last.stem and not verdict else None
        last.end_key = ahead[1].upper() if ahead else last.end_key  # its options follow
        return verdict or bool(ahead)
    if last.keys and line.startswith(">"):
        last.why = _together(last.why, line.strip("> "))  # a quotation right under a key gives the reason
    elif answer is not None:
        last.keys.append((place, answer))
    elif why:
        last.why = _together(last.why, why[1])
    elif HEAD.fullmatch(line):
        exam.prose.append((place, [line]))  # of the next question
    elif _ABOUT.fullmatch(line) or _FAREWELL.fullmatch(line):
        exam.blank = True  # what follows goes on with no option
    elif not GROUP.fullmatch(line) and (key := labelled_in(line, [option.text for option in last.options])):
        last.keys.append((place, key))
    else:
        return False
    return True


def _takes_said(last: Typed, line: str) -> bool:
    """Take what a test bank says below an option or a question, and the type that it names above the options."""
    kind = _TYPE.fullmatch(line) if last.stem and not last.options else None
    note = _FEEDBACK.fullmatch(line)
    if kind:
        last.head["type"] = kind[1]
    elif note and last.options:
        at = len(last.options) - 1
        last.notes[at] = _together(last.notes.get(at, ""), note[1])
    elif note:
        last.why = _together(last.why, note[1])
    return bool(kind or note)


def _together(*texts: str) -> str:
    """Return texts as one, without those that are empty."""
    return " ".join(filter(None, texts))


def _begin(exam: TypedExam, place: int, number: tuple[int, str], typed: Line) -> None:
    """Begin a question; its options may stand on the same line."""
    if number[0] == 1:
        back_to_prose(exam)
    gap = _gap(number)
    stem, options = (gap_sign(number[0]), gap) if gap else split_question(number[1]) or (number[1], ())
    head = taken_head(exam)
    if (aside := _ASIDE.fullmatch(stem)) and not _WORTH.fullmatch(stem):
        stem, head = "", {"title": aside[1], **head}
    if tuple(option.text for option in options) in TRUTHS:  # behind a statement, not below a question
        head = {**head, "type": _STATEMENT}
    question = Typed(place, number[0], [stem] if stem else [], passage=close(exam), head=head)
    question.options += options
    question.emphasised += typed.emphasised
    exam.add(question)


def _wraps(exam: TypedExam, typed: Line) -> bool:
    """Return whether a line goes on with the option before it in a file whose lines are paragraphs: it is indented."""
    last = exam.last
    starts = typed.text[:1].isspace() or typed.text.strip()[:1].islower()
    return bool(starts and last and last.options and not last.keys and not exam.prose and exam.unit == "line")


def _takes_options(exam: TypedExam, place: int, options: tuple[TypedOption, ...]) -> bool:
    """Add options to the question they belong to; False for a line that only looks like an option."""
    last = exam.last
    if last and "task" in last.head:
        last = None
    if not exam.prose and last and (last.stem or last.options) and not last.keys:
        expected = letter(len(last.options))
        if _goes_on_with_letters(exam, options[0].letter):
            last.labels += tuple(option.letter for option in options)
            options = tuple(replace(one, letter=letter(len(last.options) + n)) for n, one in enumerate(options))
            expected = options[0].letter
        if options[0].letter == expected:
            last.options += options
            return True
        if last.options and options[0].letter != "A":
            last.trouble = out_of_order(exam.unit, place, options[0].letter, expected)
            last.options += options
            return True
    if options[0].letter != "A" or exam.numbered:
        return False
    if exam.prose:
        line, stem = exam.prose.pop()
        head = taken_head(exam)
        while len(stem) > 1 and (label := HEAD.fullmatch(stem[0].strip())):
            head[label[1].lower()] = label[2]
            stem = stem[1:]
        stem = [re.sub(r"(?i)^stem\s?:\s{0,9}(?=\S)", "", stem[0]), *stem[1:]]
        exam.add(Typed(line, None, stem, list(options), passage=close(exam), head=head))
        return True
    if last and len(last.options) > 1 and (stem := last.tails.pop(len(last.options) - 1, [])):
        question = Typed(place - len(stem), None, stem, list(options), passage=last.passage)
        exam.add(question)  # no blank line before its question, which looked like a line of an option
        return True
    return False


def _goes_on_with_letters(exam: TypedExam, own: str) -> bool:
    """Say whether an option's letter goes on behind those of the question above, in a list that never restarts."""
    question, above = exam.questions[-1], exam.questions[-2:-1]
    labels = question.labels
    if not question.options and above:
        labels = above[0].labels or tuple(option.letter for option in above[0].options)
    return len(labels) > (not question.options) and own == (next_letter(labels[-1]) or "A")


def _continues(exam: TypedExam, line: str) -> bool:
    """Add a line to the paragraph, option or question right above it."""
    last = exam.last if exam.last and "task" not in exam.last.head else None
    if exam.prose:
        exam.prose[-1][1].append(line)
    elif last and last.options and not last.keys:
        last.tails.setdefault(len(last.options) - 1, []).append(line)
    elif last and not last.keys:
        last.stem.append(line)
    else:
        return False
    return True


def _add_prose(exam: TypedExam, place: int, line: str, *, blank: bool) -> None:
    last = exam.last
    if last and not exam.prose and not last.options and not last.keys and exam.numbered:
        last.stem.append(line)
    elif exam.prose and not blank:
        _continues(exam, line)
    else:
        exam.prose.append((place, [line]))


def _share_marks(exam: TypedExam) -> Iterator[Outcome]:
    """Take what the options that are set off show where nothing else is a key: one option of a question, as a whole.

    The letter in brackets behind a question is its key where every question has one.
    """
    open_ = [one for one in exam.questions if one.options and not one.keys and not one.end_key]
    open_ = [one for one in open_ if not any(option.starred for option in one.options)]
    for way in ("highlight", "colour", "underline", "bold", "italic"):
        single = [one for one in open_ if sum(way in option.marks for option in one.options) == 1]
        if single and len(single) * 2 > len(open_):
            for question in single:
                question.options = [replace(one, starred=way in one.marks) for one in question.options]
            values = {"where": exam.where, "way": way, "questions": len(single)}
            yield Remark(Reason("note-key-set-off", values))
            return
    ends = [_KEY_AT_END.fullmatch(one.stem[-1]) if one.stem else None for one in open_]
    if open_ and all(ends):
        for question, end in zip(open_, ends, strict=True):
            assert end is not None  # `all` has seen them
            question.stem[-1], question.end_key = end[1], end[2].upper()


def _take_bare_points(exam: TypedExam) -> None:
    """Take a number at the end of most questions, `[2]`, `(2)` or `/2`, as their points, unless it counts gaps."""
    ends = [(one, match) for one in exam.questions if one.stem and (match := _BARE_WORTH.fullmatch(one.stem[-1]))]
    for sign in "([/":
        own = [(one, match) for one, match in ends if sign in {match["sign"], match["of"]}]
        numbers = [int(match["in"] or match["out"]) for _, match in own]
        counts = numbers == [one.number for one, _ in own] or (len(numbers) > 2 and counts_up(numbers))
        if len(own) > 1 and 2 * len(own) > len(exam.questions) and not counts:
            for question, match in own:
                question.stem[-1], question.points = match["text"], match["in"] or match["out"]


def _are_statements(exam: TypedExam) -> bool:
    """Say whether every key of a question without options is a verdict: beside another letter, F may be the sixth."""
    bare = [one for one in exam.questions if not one.options and "task" not in one.head]
    keys = [[*(key for _, key in one.keys), *([one.end_key] if one.end_key else [])] for one in bare]
    return all(any(_is_of(key, pair) for pair in TRUTHS[:3]) for own in keys for key in own)


def _several(question: Typed, exam: TypedExam) -> Outcome:
    """Return why a question that counts as several numbers is left out: several of its options are right."""
    values = {"numbers": _ranges(question.numbers), "questions": len(question.numbers)}
    return LeftOut(exam.place(question.line), Reason("left-task-several", values), questions=len(question.numbers))


def _titles(questions: Sequence[Typed]) -> Iterator[str]:
    """Yield the number of each question; rows of one question have its letters too: 1a, 1b."""
    for number, same in groupby(questions, lambda question: question.number):
        group = list(same)
        stems = ["\n".join(one.stem) for one in group]
        shared = _STEM.match(stems[0]) if number and 1 < len(group) <= len(ascii_lowercase) else None
        rows = shared is not None and all(stem.startswith(shared[0]) for stem in stems)
        own = "" if number is None else str(number)
        yield from (f"{own}{ascii_lowercase[at]}" if rows else own for at in range(len(group)))


def _outcome(question: Typed, title: str, names: Names, exam: TypedExam) -> Outcome:
    place = exam.place(question.line) + (f" (question {title})" if question.number else "")
    name = names.take(title=title)
    if question.trouble and _in_order_by_letter(question):
        question.trouble = None
    options = [" ".join([one.text, *question.tails.get(at, [])]).strip() for at, one in enumerate(question.options)]
    if question.trouble:
        return placed(place, question.trouble)
    if (kind := question.head.get("type", "").lower()) in _KINDS:
        return LeftOut(place, Reason(_KINDS[kind]))
    keys = [*(value for _, value in question.keys), *([question.end_key] if question.end_key else [])]
    truth = {"points": question.points} if question.points not in {"", "1"} else {}
    if not options and keys and exam.judged:
        options = next((list(pair) for pair in TRUTHS[:3] if all(_is_of(key, pair) for key in keys)), [])
        question.stem = [*takewhile(lambda line: not _QUESTIONS.fullmatch(line), question.stem)]  # of the next part
    if not options and any(_SQUARE in line for line in question.stem):
        options, question.head["task"] = _squares(question.passage.text if question.passage else ""), GAPPED
    if not options:
        return LeftOut(place, Reason("left-no-letters"))
    judged = question.head.get("type") == _STATEMENT or not question.options
    truth |= {"type": "true-false"} if judged and tuple(options) in TRUTHS else {}
    truth |= {"task": task} if (task := question.head.get("task", CHOICE)) != CHOICE else {}
    try:
        right = _right(question, question.end_key, options)
    except DataError as error:
        return placed(place, error)
    worths = tuple(float(number in right) for number in range(len(options)))
    text = _with_sentence(question)
    if points := _WORTH.search(text):
        text = f"{text[: points.start()]} {text[points.end() :]}".strip()
        worth = next(filter(None, points.groups()), "")
        truth |= {"points": worth} if worth not in {"", "1"} else {}
    stem = Text(text, tuple(part for part in question.emphasised if part in text and part != text))
    texts = tuple(map(Text, options))
    metadata = {"title": question.head.get("title", ""), **truth}
    question.why = question.why or _together(*(key_reason(key, options) for _, key in question.keys))
    feedback = tuple(Text(question.notes.get(number, "")) for number in range(len(options)))
    return question_outcome(
        ExamQuestion(
            *(place, name, stem, texts, worths, question.passage, metadata),
            feedback=feedback,
            general=Text(question.why),
        )
    )


def _with_sentence(question: Typed) -> str:
    """Return the text of a question; of a gap of its passage alone, the sentence in which it stands."""
    text, number = "\n".join(question.stem), question.number
    if number is None or text != gap_sign(number) or not question.passage:
        return text
    return gap_sentences(question.passage.text.split("\n\n"), [number]).get(number, text)


def _squares(text: str) -> list[str]:
    """Return the places of a text at which a sentence may be inserted, each with the words beside it.

    >>> _squares("Ann sat down. [\u25a0] Bo ran away. [\u25a0] Cem slept.")
    ['Ann sat down. \u25a0 Bo ran away.', 'Bo ran away. \u25a0 Cem slept.']
    """
    parts = [part.split() for part in _SQUARES.split(text)]
    return [
        " ".join((*before[-_BESIDE_SQUARE:], _SQUARE, *behind[:_BESIDE_SQUARE])) for before, behind in pairwise(parts)
    ]


def _is_of(key: str, truth: Sequence[str]) -> bool:
    """Say whether the key of a statement without options is one of two words, or the first letter of true or false."""
    key = key.strip().rstrip(".").casefold()
    return key in {word.casefold() for word in truth} or (truth == TRUTHS[0] and key in {"t", "f"})


def _in_order_by_letter(question: Typed) -> bool:
    """Put the options into the order of their letters (a table may be read by rows); False where letters lack."""
    order = sorted(range(len(question.options)), key=lambda place: question.options[place].letter)
    options = [question.options[place] for place in order]
    question.tails = {new: question.tails[old] for new, old in enumerate(order) if old in question.tails}
    question.options = options
    return [one.letter for one in options] == [letter(place) for place in range(len(options))]


def _right(question: Typed, end_key: str | None, options: list[str]) -> tuple[int, ...]:
    """Return the options marked right; keys in several places must agree. Raises DataError."""
    named = [*(value for _, value in question.keys), *([end_key] if end_key else [])]
    labels = [label.casefold() for label in question.labels]
    bare = [value.strip(" .()").casefold() for value in named]
    bare = [key if key in labels or len({*key}) > 1 else key[:1] for key in bare]  # Word has bb behind z
    keys = [
        (labels.index(key),) if key in labels else key_places(value, options)
        for key, value in zip(bare, named, strict=True)
    ]
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
    general=True,
)
