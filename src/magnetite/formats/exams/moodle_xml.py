"""Moodle XML: a <quiz> of <question> elements, one after the other.

A description is the passage of the questions after it, up to the next description or category; the text of a category
(its info, which Moodle shows to teachers) is one only where it has twenty words or more. A stem that holds passage and
question together stays one question: Moodle does not say where to split it. Feedback, hints, grades and embedded files
are not read.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from magnetite.core.errors import DataError
from magnetite.formats.exams.gift import TOP
from magnetite.formats.exams.markup import Text, html_text, markdown, moodle_text, plain
from magnetite.formats.exams.question import INSTRUCTION, Names, Passage, Question, Shelf, question_outcome, words
from magnetite.formats.exams.safe_xml import line_of, parse, root_of
from magnetite.formats.exams.texts import LIMIT
from magnetite.formats.format import Document, Format, Left, Outcome
from magnetite.formats.text import Sample

if TYPE_CHECKING:
    from lxml.etree import _Element

_KINDS = {
    "essay": "an essay question: it has no options",
    "shortanswer": "a short-answer question: it lists right answers, and no wrong ones",
    "numerical": "a numerical question",
    "matching": "a matching question",
    "cloze": "a cloze question with embedded answers",
    "multianswer": "a cloze question with embedded answers",
    "gapselect": "a text with gaps to fill from lists",
    "ddwtos": "a text with gaps to drag words into",
    "ordering": "an ordering question",
    "calculatedmulti": "a calculated multiple-choice question: its numbers are drawn",
    "random": "a random draw from a category",
}
_FORMATS = {"html": html_text, "plain_text": plain, "markdown": markdown, "moodle_auto_format": moodle_text}


def sniff(sample: Sample) -> bool:
    """Recognise it by its root."""
    return root_of(sample) == "quiz"


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    root = parse(document.data, document.where)
    names = Names(PurePosixPath(document.name).stem)
    shelf, category = Shelf(), ""
    for element in root.iterfind("question"):
        kind, where = element.get("type", ""), line_of(element, document.where)
        try:
            if kind == "category":
                name = (element.findtext("category/text") or "").strip()
                category = "" if name in TOP else name
                yield from shelf.close()
                yield from _from_category(element, shelf, where)
            elif kind == "description":
                text, title = _text(element.find("questiontext")).text, _title(element)
                yield from shelf.put(Passage(text, where, _idnumber(element) or title or None))
            else:
                id_, passage = names.take(_idnumber(element), _title(element)), shelf.use()
                yield _question(element, id_, passage, category, where)
        except DataError as error:
            yield DataError(f"{where}: {error}")
    yield from shelf.close()


def _from_category(element: "_Element", shelf: Shelf, where: str) -> Iterator[Outcome]:
    text = _text(element.find("info")).text
    if words(text) >= INSTRUCTION:
        yield from shelf.put(Passage(text, where, _idnumber(element) or None))


def _question(element: "_Element", id_: str, passage: Passage | None, category: str, where: str) -> Outcome:
    title, kind = _title(element), element.get("type", "")
    if kind not in {"multichoice", "truefalse"}:
        return Left(where, _KINDS.get(kind, f"a question of the type {kind!r}" if kind else "a question of no type"))
    if kind == "multichoice" and (element.findtext("single") or "true").strip().lower() in {"false", "0"}:
        return Left(where, "several of its options may be ticked")
    answers = element.findall("answer")
    worths = tuple(_worth(answer) for answer in answers)
    metadata = {
        "title": title if title != id_ else "",
        "category": category,
        "tags": ", ".join((tag.text or "").strip() for tag in element.iterfind("tags/tag/text")),
        "type": "true-false" if kind == "truefalse" else "",
    }
    options = tuple(_option(answer, kind) for answer in answers)
    return question_outcome(
        Question(where, id_, _text(element.find("questiontext")), options, worths, passage, metadata)
    )


def _option(answer: "_Element", kind: str) -> Text:
    """Return an option's text; the two of a true-false question are names in English that Moodle translates."""
    text = _text(answer)
    return Text(text.text.capitalize()) if kind == "truefalse" else text


def _worth(answer: "_Element") -> float:
    fraction = answer.get("fraction", "0").strip().replace(",", ".")
    try:
        return float(fraction) / 100
    except ValueError:
        raise DataError(f"the fraction of an answer is {fraction!r}; expected a percentage.") from None


def _text(element: "_Element | None") -> Text:
    if element is None:
        return Text("")
    inner = element.find("text")
    source = ((inner if inner is not None else element).text or "").strip()
    return _FORMATS.get(element.get("format", "moodle_auto_format"), html_text)(source)


def _title(element: "_Element") -> str:
    return (element.findtext("name/text") or "").strip()


def _idnumber(element: "_Element") -> str:
    return (element.findtext("idnumber") or "").strip()


FORMAT = Format(
    "moodle-xml",
    "Moodle XML",
    (".xml",),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a description that stands before its questions",
)
