"""Moodle XML: a <quiz> of <question> elements, one after the other.

A description is the passage of the questions after it, up to the next description or category; the text of a category
(its info, which Moodle shows to teachers) is one only where it has twenty words or more. A stem that holds passage and
question together stays one question: Moodle does not say where to split it. Feedback and partial credit are kept as
metadata (`marking`); hints, grades and embedded files are not read.

Written are a description for every passage, then its questions, as plain text; a question with emphasised words is
HTML. Ids become id numbers. A passage's reach ends with a category.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item, Left
from magnetite.core.reasons import Reason
from magnetite.formats.decoding import LIMIT
from magnetite.formats.format import Document, Format, Outcome, Sample, Writer, placed
from magnetite.formats.gift import TOP, html_holds, html_of, is_truth, tags_of
from magnetite.formats.holding import EMPHASISED, Holding, changed_ids, emphasis, losses, ready, refuse_unholdable
from magnetite.formats.marking import GENERAL, feedbacks, percents
from magnetite.formats.markup import Text, html_text, markdown, moodle_text, plain
from magnetite.formats.question import INSTRUCTION, ExamQuestion, Names, Passage, Shelf, question_outcome, words
from magnetite.formats.xml import line_of, parse, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_KINDS = {
    "essay": "left-essay",
    "shortanswer": "left-short-answer",
    "numerical": "left-numerical",
    "matching": "left-matching",
    "cloze": "left-cloze",
    "multianswer": "left-cloze",
    "gapselect": "left-gaps-lists",
    "ddwtos": "left-gaps-words",
    "ordering": "left-ordering",
    "calculatedmulti": "left-calculated-choice",
    "random": "left-random",
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
            yield placed(where, error)
    yield from shelf.close()


def _from_category(element: "_Element", shelf: Shelf, where: str) -> Iterator[Outcome]:
    text = _text(element.find("info")).text
    if words(text) >= INSTRUCTION:
        yield from shelf.put(Passage(text, where, _idnumber(element) or None))


def _question(element: "_Element", id_: str, passage: Passage | None, category: str, where: str) -> Outcome:
    title, kind = _title(element), element.get("type", "")
    if kind not in {"multichoice", "truefalse"}:
        if kind in _KINDS or not kind:
            return Left(where, Reason(_KINDS.get(kind, "left-no-type")))
        return Left(where, Reason("left-type", {"type": repr(kind)}))
    if kind == "multichoice" and (element.findtext("single") or "true").strip().lower() in {"false", "0"}:
        return Left(where, Reason("left-several"))
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
        ExamQuestion(
            *(where, id_, _text(element.find("questiontext")), options, worths, passage, metadata),
            feedback=tuple(_text(answer.find("feedback")).text for answer in answers),
            general=_text(element.find("generalfeedback")).text,
        )
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


HOLDING = Holding(
    frozenset({"title", "category", "tags", "type", EMPHASISED}),
    id_ok=lambda name: bool(name) and name == name.strip(),
    marking=True,
)


def held(dataset: Dataset) -> Dataset:
    """Return the dataset as Moodle XML holds it."""
    return dataset.with_items([_tidy(item) for item in ready(dataset, HOLDING)])


def _tidy(item: Item) -> Item:
    """Drop metadata that would be read back differently."""
    metadata = {name: value.strip() for name, value in item.metadata.items()}
    if metadata.get("category") in {*TOP, ""}:
        metadata.pop("category", None)
    if ", ".join(tags_of(item)) != metadata.get("tags", ""):
        metadata.pop("tags", None)
    if not is_truth(item):
        metadata.pop("type", None)
    if EMPHASISED in metadata and not html_holds(item.question):
        metadata.pop(EMPHASISED)
    return replace(item, metadata={name: value for name, value in metadata.items() if value})


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no reader would give back."""
    from lxml import etree

    refuse_unholdable(dataset, "Moodle XML")
    quiz = etree.Element("quiz")
    category, passage = "", ("", "")
    for item in held(dataset):
        own = item.metadata.get("category", "")
        if own != category or (passage[1] and not item.passage):
            _category(quiz, own or TOP[0])
            category, passage = own, ("", "")
        if item.passage and (item.passage_id, item.passage) != passage:
            passage = (item.passage_id, item.passage)
            _description(quiz, item)
        _written(quiz, item)
    etree.indent(quiz)
    return {"": etree.tostring(quiz, encoding="UTF-8", xml_declaration=True) + b"\n"}


def _category(quiz: "_Element", name: str) -> None:
    question = _child(quiz, "question", type="category")
    _texted(_child(question, "category"), name)
    _texted(_child(question, "info", format="plain_text"), "")


def _description(quiz: "_Element", item: Item) -> None:
    question = _child(quiz, "question", type="description")
    _texted(_child(question, "name"), item.passage_id)
    _texted(_child(question, "questiontext", format="plain_text"), item.passage)
    for name, value in (("defaultgrade", "0"), ("penalty", "0"), ("hidden", "0"), ("idnumber", item.passage_id)):
        _child(question, name).text = value


def _written(quiz: "_Element", item: Item) -> None:
    truth = "type" in item.metadata
    question = _child(quiz, "question", type="truefalse" if truth else "multichoice")
    _texted(_child(question, "name"), item.metadata.get("title", item.id))
    parts = emphasis(item) if EMPHASISED in item.metadata else []
    text = html_of(item.question, parts) if parts else item.question
    _texted(_child(question, "questiontext", format="html" if parts else "plain_text"), text)
    _texted(_child(question, "generalfeedback", format="plain_text"), item.metadata.get(GENERAL, ""))
    settings = {"defaultgrade": "1", "penalty": "1" if truth else "0.3333333", "hidden": "0", "idnumber": item.id}
    if not truth:
        settings |= {"single": "true", "shuffleanswers": "false", "answernumbering": "ABCD"}
    for name, value in settings.items():
        _child(question, name).text = value
    told, credit = feedbacks(item), percents(item)
    for place, option in enumerate(item.options):
        fraction = "100" if place == item.answer else credit[place] or "0"
        answer = _child(question, "answer", fraction=fraction, format="plain_text")
        _child(answer, "text").text = option.lower() if truth else option
        _texted(_child(answer, "feedback", format="plain_text"), told[place])
    tags = tags_of(item)
    if tags:
        holder = _child(question, "tags")
        for tag in tags:
            _texted(_child(holder, "tag"), tag)


def _child(parent: "_Element", name: str, **attributes: str) -> "_Element":
    from lxml import etree

    return etree.SubElement(parent, name, attributes)


def _texted(element: "_Element", text: str) -> None:
    _child(element, "text").text = text


WRITER = Writer(
    "moodle-xml",
    "Moodle XML",
    (".xml",),
    lambda dataset: losses(dataset, held(dataset)),
    write,
    held=held,
    renames=lambda dataset: changed_ids(dataset, HOLDING),
)
FORMAT = Format(
    "moodle-xml",
    "Moodle XML",
    (".xml",),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a description that stands before its questions",
    writers=(WRITER,),
)
