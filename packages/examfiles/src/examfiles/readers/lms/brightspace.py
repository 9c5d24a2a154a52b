"""Brightspace's files of questions to import: CSV of one part of a question a line, which its first field names.

    NewQuestion,MC
    QuestionText,Where did Mina row?
    Option,100,To the island
    Option,0,Home
    Feedback,She rowed north.

Lines that begin with // are comments. An option's second field is its worth in percent; texts may be marked as HTML in
the field behind them. True-false questions have the options True and False; those of other types are left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from examfiles.decoding import TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.limits import check_options
from examfiles.markup import Picture, Text, html_text, joined, moodle_text
from examfiles.pictures import ExamPictures, label
from examfiles.question import ExamQuestion, Names, question_outcomes
from examfiles.readers.tables import csv_records
from examfiles.reasons import Reason

_LEFT_KINDS = {"WR": "left-essay", "SA": "left-short-answer", "M": "left-matching", "O": "left-ordering"}
"""Why questions of a type are left out."""
_OWN = {"id", "title", "questiontext", "image", "option", "true", "false", "hint", "feedback"}
"""The parts of a question with a place in an item; others become metadata."""
_FIRST_QUESTION = re.compile(r'(?:^|\n)"?NewQuestion"?([,;\t])"?[A-Za-z]', re.IGNORECASE)
_WORTH = re.compile(r"(-?\d{1,3}(?:[.,]\d{1,6})?)\s?%?")


def sniff(sample: Sample) -> bool:
    """Recognise it by a line that begins a question, with nothing but comments above it."""
    first = _FIRST_QUESTION.search(sample.text)
    above = sample.text[: first.start()].splitlines() if first else []
    return bool(first) and all(line.lstrip('"').startswith("//") or not line.strip(' ,;"\t') for line in above)


@dataclass(slots=True)
class _Begun:
    """A question that is being read: its place, its type, and its parts by name, each its fields behind the name."""

    where: str
    kind: str
    parts: dict[str, list[Sequence[str]]] = field(default_factory=dict)

    def text(self, name: str) -> Text:
        """Return the text of a part; its second field may say that it is HTML."""
        return joined(_text(*part[:2]) for part in self.parts.get(name, []))

    def value(self, name: str) -> str:
        """Return the first field of a part."""
        return next((part[0].strip() for part in self.parts.get(name, []) if part), "")


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    text = exam_text(document.data, document.where, TYPED_LIMIT)
    sign = first[1] if (first := _FIRST_QUESTION.search(text)) else ","
    names, files = Names(PurePosixPath(document.name).stem), ExamPictures(document.picture is not None)
    current: _Begun | None = None
    for where, fields in csv_records(text, document.where, limits=document.limits, sign=sign):
        name, *rest = (part.strip() for part in fields)
        if not any((name, *rest)) or name.startswith("//"):
            continue
        if name.lower() == "newquestion":
            yield from _closed(current, names, document, files)
            current = _Begun(where, rest[0].upper() if rest else "")
        elif current is None:
            text = f"{name[:60]!r} comes before the first NewQuestion. Begin each question with that line."
            yield fault(where, text, "left-above-first", found=name[:60])
        else:
            current.parts.setdefault(name.lower(), []).append(rest)
    yield from _closed(current, names, document, files)
    yield from files.outcomes()


def _closed(question: _Begun | None, names: Names, document: Document, files: ExamPictures) -> Iterator[Outcome]:
    if question is None:
        return
    name = names.take(question.value("id"), question.value("title"))
    try:
        yield from _outcomes(question, name, document, files)
    except DataError as error:
        yield placed(question.where, error)


def _outcomes(question: _Begun, name: str, document: Document, files: ExamPictures) -> Iterator[Outcome]:
    """Make a question. Raises DataError (without the place) for a worth that is no number."""
    if question.kind not in {"MC", "TF", "MS"}:
        why = Reason(_LEFT_KINDS[question.kind]) if question.kind in _LEFT_KINDS else None
        yield LeftOut(question.where, why or Reason("left-type", {"type": repr(question.kind[:40])}))
        return

    def kept(text: Text) -> Text:
        return files.kept(text, document.picture or (lambda _name: None))

    options = _options(question)
    feedback = tuple(kept(option.feedback) for option in options)
    general = kept(question.text("feedback"))
    title = question.value("title")
    metadata = {
        **{part: question.value(part) for part in question.parts if part not in _OWN},
        "title": title if title != name else "",
        "hint_1": question.text("hint").text,
        "type": "true-false" if question.kind == "TF" else "",
    }
    yield from question_outcomes(
        ExamQuestion(
            where=question.where,
            id=name,
            stem=kept(joined((question.text("questiontext"), *_pictures(question)))),
            options=tuple(kept(option.text) for option in options),
            worths=tuple(option.worth for option in options),
            metadata=metadata,
            feedback=feedback,
            general=general,
            ticked=question.kind == "MS",
        )
    )


@dataclass(frozen=True, slots=True)
class _Offered:
    """An option, the share of the full mark that it is worth, and what is said of it."""

    text: Text
    worth: float
    feedback: Text


def _options(question: _Begun) -> list[_Offered]:
    """Return the options. Raises DataError (without the place) for too many, and for a worth that is no number."""
    parts = _option_parts(question)
    check_options(len(parts))
    return [
        _Offered(_text(*fields[1:3]), _worth(fields[0] if fields else "", number), _text(*fields[3:5]))
        for number, fields in enumerate(parts, start=1)
    ]


def _option_parts(question: _Begun) -> list[Sequence[str]]:
    """Return each option's fields; the options of a true-false question have no texts but the names of their parts."""
    if question.kind != "TF":
        return question.parts.get("option", [])
    own = [(text, question.parts.get(text.lower(), [[""]])[0]) for text in ("True", "False")]
    return [(*fields[:1], text, "", *fields[1:]) for text, fields in own]


def _text(text: str = "", kind: str = "") -> Text:
    return html_text(text) if kind.upper() == "HTML" else moodle_text(text)


def _worth(text: str, number: int) -> float:
    worth = _WORTH.fullmatch(text)
    if not worth:
        flaw = f"option {number} is worth {text[:60]!r}; expected a number of percent, such as 100 or 0."
        raise fault("", flaw, "left-worth", option=number, found=text[:60])
    return float(worth[1].replace(",", ".")) / 100


def _pictures(question: _Begun) -> list[Text]:
    names = [part[0] for part in question.parts.get("image", []) if part and part[0]]
    labels = [label(name.rpartition("/")[2]) for name in names]
    return [Text(each, pictures=(Picture(each, name),)) for each, name in zip(labels, names, strict=True)]


FORMAT = Format(
    "brightspace",
    "Brightspace CSV",
    (".csv",),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="nowhere",
    typed=True,
)
