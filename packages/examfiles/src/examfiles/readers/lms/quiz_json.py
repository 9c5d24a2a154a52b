"""Quizzes in JSON: SurveyJS, and Learnosity's items and questions.

SurveyJS has pages of elements, of which panels hold others; `html` is the passage of the questions after it, and what
stands on a start page is listed. Learnosity has questions, alone or in items; an item's passages, which are features,
are those of its questions. Questions with one right choice are read, and boxes to tick where one alone is right.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from examfiles.decoding import LIMIT, exam_text, list_under, parse_json, under
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.limits import OPTIONS, check_options
from examfiles.markup import Text, html_text, joined
from examfiles.pictures import ExamPictures
from examfiles.question import UNREAD, CurrentPassage, ExamQuestion, Names, Passage, question_outcome
from examfiles.reasons import Reason

_SURVEYS = {
    "text": "left-short-answer",
    "comment": "left-essay",
    "multipletext": "left-short-answer",
    "file": "left-upload",
    "ranking": "left-ordering",
    "matrix": "left-matching",
    "matrixdropdown": "left-matching",
    "slider": "left-slider",
    "imagepicker": "left-picture-place",
    "imagemap": "left-picture-place",
    "signaturepad": "left-drawing",
}
_LEARNOSITY = {
    "shorttext": "left-short-answer",
    "longtext": "left-essay",
    "longtextV2": "left-essay",
    "plaintext": "left-essay",
    "clozetext": "left-blanks",
    "clozedropdown": "left-gaps-lists",
    "clozeassociation": "left-gaps-words",
    "association": "left-matching",
    "choicematrix": "left-matching",
    "orderlist": "left-ordering",
    "tokenhighlight": "left-mark-words",
    "imageclozeassociation": "left-picture-gaps",
    "drawing": "left-drawing",
    "hotspot": "left-picture-place",
    "fileupload": "left-upload",
    "classification": "left-categories",
}
"""Why questions of a type are left out, where there is a word for it."""
_TICKED = ("checkbox", "tagbox")
_SURVEY = re.compile(r'"type"\s*:\s*"(?:radiogroup|dropdown|checkbox|tagbox|boolean)"')
_DEEPEST = 100
"""The most parts that are inside each other."""


def sniff_surveyjs(sample: Sample) -> bool:
    """Recognise a survey by its elements and a type of question."""
    text = sample.text
    named = re.search(r'"(?:pages|elements)"\s*:\s*\[', text)
    return text.lstrip()[:1] == "{" and bool(named and _SURVEY.search(text))


def sniff_learnosity(sample: Sample) -> bool:
    """Recognise Learnosity's questions by their stimulus and validation."""
    text = sample.text
    return text.lstrip()[:1] in {"{", "["} and '"stimulus"' in text and '"valid_response"' in text


@dataclass(slots=True)
class _QuizReading:
    """The state of reading: where, the ids, the passage that applies, the pictures, and how many parts came."""

    document: Document
    names: Names
    files: ExamPictures
    current: CurrentPassage = field(default_factory=CurrentPassage)
    parts: int = 0

    def place(self) -> str:
        """Return the place of the next part."""
        self.parts += 1
        return f"{self.document.where}, item {self.parts}"

    def text(self, source: Any) -> Text:
        """Return HTML, in its first language, as text."""
        if isinstance(source, dict):
            source = source.get("default", next(iter(source.values()), ""))
        shown = html_text(str(source)) if isinstance(source, str | int | float) else Text("")
        return self.files.kept(shown, self.document.picture or (lambda _name: None))


@dataclass(frozen=True, slots=True)
class _JsonQuestion:
    """A question as its file has it: its text, its options by their values, what each is worth, and what is said."""

    stem: Text
    options: Mapping[str, Text]
    worths: Mapping[str, float]
    metadata: Mapping[str, str]
    feedback: Sequence[Text] = ()
    general: Text = field(default_factory=lambda: Text(""))
    id: str = ""
    ticked: bool = False


def _outcomes(question: _JsonQuestion, place: str, reading: _QuizReading) -> Iterator[Outcome]:
    name, passage, options = reading.names.take(title=question.id), reading.current.use(), question.options
    unknown = [value for value in question.worths if value not in options]
    try:
        check_options(len(options))
        if unknown and options:
            known = ", ".join(list(options)[:8])
            text = f"answer {unknown[0][:60]!r} is not one of its options' values ({known[:200]})."
            raise fault("", text, "left-answer-not-among", answer=repr(unknown[0][:60]), known=known[:200])
    except DataError as error:
        yield placed(place, error)
        return
    if question.ticked and sum(worth > 0 for worth in question.worths.values()) != 1:
        yield LeftOut(place, Reason("left-several"))
        return
    if question.ticked:
        yield Remark(Reason("note-several-one-right", {"where": place}))
    worths = tuple(question.worths.get(value, 0.0) for value in options)
    whole = ExamQuestion(place, name, question.stem, tuple(options.values()), worths, passage, question.metadata)
    yield question_outcome(replace(whole, feedback=tuple(question.feedback), general=question.general))


def _reading(document: Document) -> tuple[_QuizReading, Any]:
    value = parse_json(exam_text(document.data, document.where), document.where, document.limits)
    names = Names(PurePosixPath(document.name).stem)
    return _QuizReading(document, names, ExamPictures(document.picture is not None)), value


def read_surveyjs(document: Document) -> Iterator[Outcome]:
    """Read one survey."""
    reading, value = _reading(document)
    pages = list_under(value, "pages") or [value]
    for number, page in enumerate(pages):
        start = (
            number == 0
            and len(pages) > 1
            and (under(value, "firstPageIsStarted") or under(value, "firstPageIsStartPage"))
        )
        for element in _elements(page, reading, 0):
            yield from _element(element, reading, start=bool(start))
    yield from reading.current.close()
    yield from reading.files.outcomes()


def _elements(value: Any, reading: _QuizReading, depth: int) -> Iterator[Any]:
    """Yield the elements of a page; of panels those inside. Raises DataError for panels that are too deep."""
    if depth > _DEEPEST:
        raise fault(reading.document.where, f"more than {_DEEPEST} of its parts are inside each other.")
    for each in (*list_under(value, "elements"), *list_under(value, "questions")):
        if under(each, "type") == "panel":
            above = joined((reading.text(under(each, "title")), reading.text(under(each, "description"))))
            if above:
                yield {"type": "html", "html": under(each, "title") or "", "text": above}
            yield from _elements(each, reading, depth + 1)
        else:
            yield each


def _element(element: Any, reading: _QuizReading, *, start: bool) -> Iterator[Outcome]:
    kind, place = str(under(element, "type") or ""), reading.place()
    if kind in {"html", "image"}:
        text = under(element, "text") or reading.text(under(element, "html"))
        if start and text:
            yield LeftOut(
                place, Reason("left-outside-questions", {"line": " ".join(text.text.split())[:80]}), questions=0
            )
        elif text:
            yield from reading.current.put(Passage(text.text, place, rich=text))
        return
    if kind not in {"radiogroup", "dropdown", "boolean", *_TICKED}:
        yield LeftOut(place, Reason(_SURVEYS[kind]) if kind in _SURVEYS else Reason("left-kind", {"kind": kind[:40]}))
        return
    own, key = under(element, "choices"), under(element, "correctAnswer")
    choices = own[: OPTIONS + 1] if isinstance(own, list) else []  # one more than there may be, to be refused
    if kind == "boolean":
        labels = (under(element, "labelTrue") or "Yes", under(element, "labelFalse") or "No")
        choices = [{"value": value, "text": text} for value, text in zip((True, False), labels, strict=True)]
    options = {_value(each): reading.text(under(each, "text") or _value(each)) for each in choices}
    more = ("showOtherItem", "hasOther", "showNoneItem", "hasNone", "choicesByUrl", "visibleIf")
    metadata = {
        "points": _value(under(element, "score") or ""),
        "shuffle": "true" if under(element, "choicesOrder") == "random" else "",
        "type": "true-false" if kind == "boolean" else "",
        UNREAD: ", ".join(name for name in more if under(element, name)),
    }
    stem = joined(map(reading.text, (under(element, "title") or under(element, "name"), under(element, "description"))))
    keys = key if isinstance(key, list) else [key]
    worths = {_value(each): 1.0 for each in keys if each is not None}
    yield from _outcomes(
        _JsonQuestion(stem, options, worths, metadata, ticked=kind in _TICKED, id=_value(under(element, "name") or "")),
        place,
        reading,
    )


def read_learnosity(document: Document) -> Iterator[Outcome]:
    """Read questions, alone or in items."""
    reading, value = _reading(document)
    yield from _widgets(value, reading, 0)
    yield from reading.current.close()
    yield from reading.files.outcomes()


def _widgets(value: Any, reading: _QuizReading, depth: int) -> Iterator[Outcome]:
    """Read what a part holds: passages first, for an item shows them beside its questions."""
    if depth > _DEEPEST:
        raise fault(reading.document.where, f"more than {_DEEPEST} of its parts are inside each other.")
    if isinstance(value, list):
        for each in value:
            yield from _widgets(each, reading, depth + 1)
    if not isinstance(value, dict):
        return
    inner = value.get("data")
    data: dict[str, Any] = inner if isinstance(inner, dict) and "type" in value else value
    kind = str(under(value, "type") or under(data, "type") or "")
    if kind in {"sharedpassage", "passage"} and under(data, "content"):
        text = joined(map(reading.text, (under(data, "heading"), under(data, "content"))))
        yield from reading.current.put(Passage(text.text, reading.place(), rich=text))
    elif kind and ("stimulus" in data or "validation" in data):
        yield from _widget(kind, data, value, reading)
    else:
        for name in sorted(value, key=lambda name: name != "features"):
            yield from _widgets(value[name], reading, depth + 1)
        if "questions" in value:
            yield from reading.current.close()


def _widget(kind: str, data: Any, value: Any, reading: _QuizReading) -> Iterator[Outcome]:
    place = reading.place()
    if kind != "mcq":
        yield LeftOut(
            place, Reason(_LEARNOSITY[kind]) if kind in _LEARNOSITY else Reason("left-kind", {"kind": kind[:40]})
        )
        return
    options = {
        _value(under(each, "value")): reading.text(under(each, "label"))
        for each in list_under(data, "options")[: OPTIONS + 1]
    }
    responses = [under(data, "validation", "valid_response"), *list_under(under(data, "validation"), "alt_responses")]
    full, worths = _number(under(responses[0], "score")) or 1.0, dict[str, float]()
    for response in responses:
        for each in list_under(response, "value"):
            worths.setdefault(_value(each), (_number(under(response, "score")) or full) / full)
    notes = under(data, "metadata", "distractor_rationale_response_level")
    metadata = {
        "points": "" if full == 1 else f"{full:g}",
        "shuffle": "true" if under(data, "shuffle_options") is True else "",
        UNREAD: ", ".join(name for name in ("instructor_stimulus", "stimulus_review", "penalty") if under(data, name)),
    }
    question = _JsonQuestion(
        reading.text(under(data, "stimulus")),
        options,
        worths,
        metadata,
        tuple(map(reading.text, notes)) if isinstance(notes, list) else (),
        reading.text(under(data, "metadata", "distractor_rationale")),
        _value(under(value, "reference") or under(value, "response_id") or ""),
        ticked=under(data, "multiple_responses") is True,
    )
    yield from _outcomes(question, place, reading)


def _value(value: Any) -> str:
    """Return what a choice is called: itself, or its value."""
    if isinstance(value, dict):
        value = value.get("value", "")
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, str | int | float) else ""


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e6 else 0.0


SURVEYJS = Format(
    "surveyjs",
    "SurveyJS",
    (".json",),
    sniff_surveyjs,
    read_surveyjs,
    exam=True,
    most=LIMIT + 1,
    passages="a text (html) before its questions",
    typed=True,
)
LEARNOSITY = Format(
    "learnosity",
    "Learnosity",
    (".json",),
    sniff_learnosity,
    read_learnosity,
    exam=True,
    most=LIMIT + 1,
    passages="a passage among the features of its item",
    typed=True,
)
