"""Moodle XML: a <quiz> of <question> elements, one after the other.

A description is the passage of the questions after it, up to the next description or category; the text of a category
(its info, which Moodle shows to teachers) is one only where it has twenty words or more. A stem that holds passage and
question together stays one question: Moodle does not say where to split it. Feedback and partial credit are kept as
metadata (`marking`), and pictures in the file where they are asked for (`pictures`). Points, hints, what is said of a
right or a wrong answer, and how Moodle shows a question are metadata where they differ from what Moodle fills in.

Written are a description for every passage, then its questions, as plain text; a text with type of its own or pictures
is HTML, and the pictures stand in the file. Ids become id numbers. A passage's reach ends with a category.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from examfiles.decoding import LIMIT
from examfiles.errors import DataError
from examfiles.exams import Marks, marks_of, ready, refuse_unholdable
from examfiles.format import Document, Format, Outcome, Sample, Writer, placed
from examfiles.items import Dataset, Item, LeftOut
from examfiles.lengths import words
from examfiles.markup import Picture, Text, html_text, markdown, moodle_text, plain
from examfiles.pictures import ExamPictures, decoded, in_base_64, placed_pictures
from examfiles.question import (
    GENERAL,
    INSTRUCTION,
    NUMBER,
    UNREAD,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    feedbacks,
    hints_of,
    percents,
    question_outcomes,
    type_of,
)
from examfiles.readers.lms.gift import TOP, html_holds, html_of, in_parts, is_truth, tags_of
from examfiles.reasons import Reason
from examfiles.xml import child, line_of, parse, root_of

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
_FILES = "@@PLUGINFILE@@"
"""What stands in an address for the place where Moodle keeps the files of a text."""
_FORMATS = {"html": html_text, "plain_text": plain, "markdown": markdown, "moodle_auto_format": moodle_text}


_SETTINGS = {
    "defaultgrade": "points",
    "penalty": "penalty",
    "shuffleanswers": "shuffle",
    "answernumbering": "numbering",
}
_WRITTEN_FIELDS = {"defaultgrade": "1", "penalty": "0.3333333", "shuffleanswers": "false", "answernumbering": "ABCD"}
"""Settings of a question, by the metadata that keeps them, and as they are written where it has none."""
_FEEDBACK = {"correctfeedback": "right", "partiallycorrectfeedback": "partial", "incorrectfeedback": "wrong"}
_OWN_WORDS = {f"Your answer is {what}." for what in ("correct", "partially correct", "incorrect")}
"""What Moodle itself fills in to be said of an answer."""
_READ_FIELDS = {
    *("name", "questiontext", "generalfeedback", "idnumber", "tags", "answer", "hint"),
    *_SETTINGS,
    *_FEEDBACK,
    *("single", "hidden", "shownumcorrect", "showstandardinstruction"),
}


def sniff(sample: Sample) -> bool:
    """Recognise it by its root."""
    return root_of(sample) == "quiz"


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    yield from read_quiz(parse(document.data, document.where), document)


def read_quiz(root: "_Element", document: Document) -> Iterator[Outcome]:
    """Read the questions of a `<quiz>` that a document holds."""
    names, files = Names(PurePosixPath(document.name).stem), ExamPictures(document.picture is not None)
    current, category = CurrentPassage(), ""
    for element in root.iterfind("question"):
        kind, where = element.get("type", ""), line_of(element, document.where)
        try:
            if kind == "category":
                name = (element.findtext("category/text") or "").strip()
                category = "" if name in TOP else name
                yield from current.close()
                text = _text(element.find("info"), files)
                if words(text.text) >= INSTRUCTION:
                    yield from current.put(Passage(text.text, where, _idnumber(element) or None, rich=text))
            elif kind == "description":
                text, title = _text(element.find("questiontext"), files), _title(element)
                yield from current.put(Passage(text.text, where, _idnumber(element) or title or None, rich=text))
            else:
                id_, passage = names.take(_idnumber(element), _title(element)), current.use()
                yield from _question(element, files, _QuestionContext(id_, passage, category, where))
        except DataError as error:
            yield placed(where, error)
    yield from current.close()
    yield from files.outcomes()


@dataclass(frozen=True, slots=True)
class _QuestionContext:
    """What is known of a question besides its own element."""

    id: str
    passage: Passage | None
    category: str
    where: str


def _question(element: "_Element", files: ExamPictures, context: _QuestionContext) -> Iterator[Outcome]:
    title, kind, where = _title(element), element.get("type", ""), context.where
    if kind not in {"multichoice", "truefalse"}:
        known = kind in _KINDS or not kind
        yield LeftOut(
            where, Reason(_KINDS.get(kind, "left-no-type")) if known else Reason("left-type", {"type": repr(kind)})
        )
        return
    answers = element.findall("answer")
    worths = tuple(_worth(answer) for answer in answers)
    ticked = kind == "multichoice" and (element.findtext("single") or "true").strip().lower() in {"false", "0"}
    metadata = {
        "title": title if title != context.id else "",
        "category": context.category,
        "tags": ", ".join((tag.text or "").strip() for tag in element.iterfind("tags/tag/text")),
        "type": "true-false" if kind == "truefalse" else "",
        **_more(element, kind, files),
    }
    stem, options = (_text(element.find("questiontext"), files), tuple(_option(each, kind, files) for each in answers))
    feedback = tuple(_text(answer.find("feedback"), files) for answer in answers)
    general = _text(element.find("generalfeedback"), files)
    yield from question_outcomes(
        ExamQuestion(
            *(where, context.id, stem, options, worths, context.passage, metadata),
            feedback=feedback,
            general=general,
            ticked=ticked,
        )
    )


def _more(element: "_Element", kind: str, files: ExamPictures) -> dict[str, str]:
    """Return what else Moodle knows of a question: settings other than those written, hints, and what nobody reads."""
    texts = {f"feedback_{name}": _text(element.find(tag), files) for tag, name in _FEEDBACK.items()}
    texts |= {f"hint_{number}": _text(hint, files) for number, hint in enumerate(element.iterfind("hint"), start=1)}
    metadata = {name: text.text for name, text in texts.items() if text.text not in _OWN_WORDS}
    written = _written_settings(kind == "truefalse")
    for tag, name in _SETTINGS.items():
        value = (element.findtext(tag) or "").strip()
        if value and tag in written and _same_number(value) != _same_number(written[tag]):
            metadata[name] = _same_number(value)
    unread = [
        name for each in element if (name := str(each.tag)) not in _READ_FIELDS and "".join(each.itertext()).strip()
    ]
    unread += [f"{name}: {each}" for name, text in texts.items() for each in type_of(text)]
    unread += [f"hint with {part.tag!s}" for hint in element.iterfind("hint") for part in hint if part.tag != "text"]
    return metadata | {UNREAD: ", ".join(dict.fromkeys(unread))}


def _written_settings(truth: bool) -> dict[str, str]:
    return {"defaultgrade": "1", "penalty": "1"} if truth else _WRITTEN_FIELDS


def _same_number(text: str) -> str:
    """Return a number as it is written once: Moodle has seven digits behind the point.

    >>> _same_number("1.0000000"), _same_number("0.3333333"), _same_number("abc")
    ('1', '0.3333333', 'abc')
    """
    return text.rstrip("0").rstrip(".") if re.fullmatch(r"\d+\.\d+", text) else text


def _option(answer: "_Element", kind: str, files: ExamPictures) -> Text:
    """Return an option's text; the two of a true-false question are names in English that Moodle translates."""
    text = _text(answer, files)
    return Text(text.text.capitalize()) if kind == "truefalse" else text


def _worth(answer: "_Element") -> float:
    fraction = answer.get("fraction", "0").strip().replace(",", ".")
    try:
        return float(fraction) / 100
    except ValueError:
        raise DataError(f"the fraction of an answer is {fraction!r}; expected a percentage.") from None


def _text(element: "_Element | None", files: ExamPictures) -> Text:
    if element is None:
        return Text("")
    inner = element.find("text")
    source = ((inner if inner is not None else element).text or "").strip()
    text = _FORMATS.get(element.get("format", "moodle_auto_format"), html_text)(source)
    return files.kept(text, lambda address: _file(element, address))


def _file(element: "_Element", address: str) -> bytes | None:
    """Return the embedded file that an address in a text names."""
    path = unquote(address.partition("?")[0])
    if not path.startswith(_FILES):
        return None
    for file in element.iterfind("file"):
        if posixpath.join(file.get("path", "/"), file.get("name", "")) == path.removeprefix(_FILES):
            return decoded(file.text or "")
    return None


def _title(element: "_Element") -> str:
    return (element.findtext("name/text") or "").strip()


def _idnumber(element: "_Element") -> str:
    return (element.findtext("idnumber") or "").strip()


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no reader would give back."""
    from lxml import etree

    refuse_unholdable(dataset, "Moodle XML")
    quiz, files = etree.Element("quiz"), dataset.pictures
    for kind, item in in_parts(ready(dataset)):
        if kind == "category":
            question = child(quiz, "question", type="category")
            _texted(child(question, "category"), item.metadata.get("category") or TOP[0])
            _texted(child(question, "info", format="plain_text"), "")
        else:
            (_description if kind == "description" else _written)(quiz, item, files)
    etree.indent(quiz)
    return {"": etree.tostring(quiz, encoding="UTF-8", xml_declaration=True) + b"\n"}


def _description(quiz: "_Element", item: Item, files: Mapping[str, bytes]) -> None:
    question = child(quiz, "question", type="description")
    _texted(child(question, "name"), item.passage_id)
    _rich(child(question, "questiontext"), item.passage, marks_of(item)[0], placed_pictures(item)[0], files)
    for name, value in (("defaultgrade", "0"), ("penalty", "0"), ("hidden", "0"), ("idnumber", item.passage_id)):
        child(question, name).text = value


def _written(quiz: "_Element", item: Item, files: Mapping[str, bytes]) -> None:
    _, in_question, *in_options = placed_pictures(item)
    truth = is_truth(item)
    question = child(quiz, "question", type="truefalse" if truth else "multichoice")
    _texted(child(question, "name"), item.metadata.get("title") or item.id)
    _, marks, *option_marks = marks_of(item)
    _rich(child(question, "questiontext"), item.question, marks, in_question, files)
    _texted(child(question, "generalfeedback", format="plain_text"), item.metadata.get(GENERAL, ""))
    settings = {"hidden": "0", "idnumber": item.id, **({} if truth else {"single": "true"})}
    settings |= {tag: _setting(item, tag, value) for tag, value in _written_settings(truth).items()}
    for name, value in settings.items():
        child(question, name).text = value
    for tag, name in _FEEDBACK.items():
        if text := item.metadata.get(f"feedback_{name}", ""):
            _texted(child(question, tag, format="plain_text"), text)
    for hint in hints_of(item):
        _texted(child(question, "hint", format="plain_text"), hint)
    feedback, credit = feedbacks(item), percents(item)
    for place, option in enumerate(item.options):
        fraction = "100" if place == item.answer else credit[place] or "0"
        answer = child(question, "answer", fraction=fraction)
        _rich(answer, option.lower() if truth else option, option_marks[place], in_options[place], files)
        _texted(child(answer, "feedback", format="plain_text"), feedback[place])
    tags = tags_of(item)
    if tags:
        holder = child(question, "tags")
        for tag in tags:
            _texted(child(holder, "tag"), tag)


def _setting(item: Item, tag: str, otherwise: str) -> str:
    """Return a setting of a question as its metadata has it, where Moodle would take it."""
    value = item.metadata.get(_SETTINGS[tag], "")
    allowed = NUMBER.fullmatch(value) if NUMBER.fullmatch(otherwise) else re.fullmatch(r"[A-Za-z]{1,10}", value)
    return value if allowed else otherwise


def _texted(element: "_Element", text: str) -> None:
    child(element, "text").text = text


def _rich(
    element: "_Element", text: str, marks: Marks, pictures: tuple[Picture, ...], files: Mapping[str, bytes]
) -> None:
    """Add a text, as HTML with its files where parts of it are in another type, or it has pictures."""
    marks = marks if html_holds(text) else ()
    rich = bool(marks or pictures)
    element.set("format", "html" if rich else "plain_text")
    _texted(element, html_of(text, marks, pictures, _FILES) if rich else text)
    for name in dict.fromkeys(each.file for each in pictures if each.file in files):
        file = child(element, "file", path="/", encoding="base64")
        file.set("name", name)
        file.text = in_base_64(files[name])


FORMAT = Format(
    "moodle-xml",
    "Moodle XML",
    (".xml",),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a description before its questions",
    writers=(Writer("moodle-xml", "Moodle XML", (".xml",), write),),
)
