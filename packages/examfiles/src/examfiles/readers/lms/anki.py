"""Anki's notes as text: a note a line, its fields between tabs, with lines such as `#separator:tab` above.

The fields of a note have no names. Read are notes of Multiple Choice for Anki (`AllInOne`: a question, a title, a
type, five options and which of them are right, as `0 1 0 0`), and cards whose front ends in lettered options and whose
back is one of them. Any other card has no options, and is left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from examfiles.decoding import TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut, letter
from examfiles.markup import Text, html_text, plain
from examfiles.pictures import ExamPictures
from examfiles.question import ExamQuestion, Names, question_outcome
from examfiles.readers.tables import csv_records
from examfiles.readers.typed.keys import key_places, two_readings
from examfiles.readers.typed.line import option_in
from examfiles.reasons import Reason

_HEAD = re.compile(r"#([a-z]+(?: column)?)\s?:\s?([^\n]*)\n", re.IGNORECASE)
_HEADS = {"separator", "html", "notetype", "deck", "tags", "guid", "columns"}
_SIGNS = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " "}
_ALL_IN_ONE = ("question", "title", "qtype", "q_1", "q_2", "q_3", "q_4", "q_5", "answers", "sources", "extra 1")
_FIELDS = 100  # of a note
_ANSWERS = re.compile(r"[01](?:\s+[01]){0,9}")


def sniff(sample: Sample) -> bool:
    """Recognise it by what Anki writes above the notes."""
    head = _HEAD.match(sample.text)
    return bool(head and head[1].lower().split()[0] in _HEADS)


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    text, head, at = exam_text(document.data, document.where, TYPED_LIMIT), dict[str, str](), 0
    while match := _HEAD.match(text, at):
        head[match[1].lower()], at = match[2].strip(), match.end()
    sign = _SIGNS.get(head.get("separator", "tab").lower(), head.get("separator", "\t")[:1] or "\t")
    own = {int(value) - 1 for name, value in head.items() if name.endswith(" column") and value.isdecimal()}
    columns = [name.partition("(")[0].strip().lower() for name in head.get("columns", "").split(sign) if name]
    names, files = Names(PurePosixPath(document.name).stem), ExamPictures(document.picture is not None)

    def as_text(field: str) -> Text:
        shown = html_text(field) if head.get("html", "").lower() == "true" else plain(field)
        return files.kept(shown, document.picture or (lambda _name: None))

    body = "\n" * text.count("\n", 0, at) + text[at:]
    for where, fields in csv_records(body, document.where, limits=document.limits, sign=sign):
        texts = [as_text(field.strip()) for place, field in enumerate(fields[:_FIELDS]) if place not in own]
        note = dict(zip(columns or _ALL_IN_ONE, texts, strict=False))
        try:
            if "answers" in note and _ANSWERS.fullmatch(note["answers"].text):
                yield from _note(note, where, names.take())
            elif any(texts):
                yield from _card(texts, where, names.take())
        except DataError as error:
            yield placed(where, error)
    yield from files.outcomes()


def _note(note: Mapping[str, Text], where: str, id_: str) -> Iterator[Outcome]:
    """Yield a note of Multiple Choice for Anki; its statements may be judged one by one (0) or be boxes to tick (1)."""
    options = [text for name, text in note.items() if name.startswith("q_") and text]
    marks, kind = note["answers"].text.split(), note.get("qtype", plain("2")).text
    if any(mark == "1" for mark in marks[len(options) :]) or len(marks) < len(options):
        text = f"its answers are {note['answers'].text!r}; expected a digit for each of its {len(options)} options."
        raise fault("", text, "left-anki-answers", answers=note["answers"].text, options=len(options))
    if kind == "0" or (kind == "1" and marks.count("1") != 1):
        yield LeftOut(where, Reason("left-several"))
        return
    if kind == "1":
        yield Remark(Reason("note-several-one-right", {"where": where}))
    metadata = {"title": note.get("title", plain("")).text, "sources": note.get("sources", plain("")).text}
    worths = tuple(float(mark) for mark in marks[: len(options)])
    stem, general = note.get("question", note.get("text", plain(""))), note.get("extra 1", plain(""))
    yield question_outcome(ExamQuestion(where, id_, stem, tuple(options), worths, metadata=metadata, general=general))


def _card(texts: Sequence[Text], where: str, id_: str) -> Iterator[Outcome]:
    """Yield a card whose front ends in lettered options. Raises DataError for a back that names none of them."""
    front, back = ([*texts, plain(""), plain("")])[:2]
    lines = front.text.split("\n")
    start = next((at for at, line in enumerate(lines) if (one := option_in(line)) and one.letter == "A"), len(lines))
    options = [one for line in lines[start:] if (one := option_in(line))]
    if len(options) < 2 or [one.letter for one in options] != [letter(at) for at in range(len(lines) - start)]:
        yield LeftOut(where, Reason("left-card"))
        return
    choices, key = [one.text for one in options], back.text.partition("\n")[0]
    right = key_places(key, choices)
    if found := two_readings(key, choices):
        way, place, other = found
        values = {"where": where, "key": key, "read": letter(place), "other": letter(other), "way": way}
        yield Remark(Reason("note-two-readings", {**values, "questions": 1}))
    worths = tuple(float(at in right) for at in range(len(choices)))
    stem = plain("\n".join(lines[:start]))
    general = plain(back.text.partition("\n")[2])
    yield question_outcome(ExamQuestion(where, id_, stem, tuple(map(plain, choices)), worths, general=general))


FORMAT = Format(
    "anki",
    "Anki text",
    (".txt", ".csv", ".tsv"),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="nowhere",
    typed=True,
)
