"""H5P packages: the questions of one activity, or of all activities that a page, a book or a presentation holds.

A package is a zip archive with `h5p.json`, which names the activity's type, and `content/content.json`. Activities hold
others as {"library": "H5P.MultiChoice 1.16", "params": …}, at whatever depth; they are read in their order. A text
(`H5P.AdvancedText`), or the introduction of a question set, is the passage of the questions after it, up to the next
text or chapter. A single choice set has its right answer first and shows the answers in an order of its own: they are
read in alphabetical order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from examfiles.decoding import LIMIT, decode, list_under, parse_json, under
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.limits import check_options
from examfiles.markup import Picture, Text, html_text, joined
from examfiles.office_files import ZIP, opened, part
from examfiles.pictures import ExamPictures, label
from examfiles.question import CurrentPassage, ExamQuestion, Names, Passage, question_outcomes
from examfiles.reasons import Reason

SUFFIX = ".h5p"
ABOUT, CONTENT, IMAGES = "h5p.json", "content/content.json", "content/images/"
_LEFT_KINDS = {
    "Blanks": "left-blanks",
    "AdvancedBlanks": "left-blanks",
    "DragText": "left-gaps-words",
    "DragQuestion": "left-picture-gaps",
    "MarkTheWords": "left-mark-words",
    "Essay": "left-essay",
    "SortParagraphs": "left-ordering",
    "ImageSequencing": "left-ordering",
    "ImagePair": "left-matching",
    "ArithmeticQuiz": "left-calculated",
    "GuessTheAnswer": "left-short-answer",
    "Flashcards": "left-short-answer",
    "Dictation": "left-typed",
    "SpeakTheWords": "left-typed",
    "ImageHotspotQuestion": "left-picture-place",
    "ImageMultipleHotspotQuestion": "left-picture-place",
}
"""Why activities of a type are left out, where there is a word for it."""
_TEXTS = {"AdvancedText", "Text", "Table"}
_HOLDS = (
    *("chapters", "content", "questions", "panels", "pages", "columns", "presentation", "slides", "elements", "action"),
    *("interactiveVideo", "assets", "interactions", "branchingScenario", "type"),
)
"""The parts of an activity in which others are."""
_DEEPEST = 100
"""The most parts that are inside each other."""


def sniff(sample: Sample) -> bool:
    """Recognise a package by its name, or by its parts."""
    named = sample.name.lower().endswith(SUFFIX) or CONTENT.encode() in sample.data
    return sample.data.startswith(ZIP) and named


@dataclass(slots=True)
class _ActivityReading:
    """The state of reading: where, the ids, the passage that applies, the pictures, and how many activities came."""

    where: str
    names: Names
    images: Mapping[str, bytes]
    files: ExamPictures
    current: CurrentPassage = field(default_factory=CurrentPassage)
    activities: int = 0
    sorted: int = 0

    def place(self) -> str:
        """Return the place of the next activity."""
        self.activities += 1
        return f"{self.where}, item {self.activities}"

    def text(self, source: Any) -> Text:
        """Return HTML as text, with its pictures."""
        return self.files.kept(html_text(source if isinstance(source, str) else ""), self._image)

    def picture(self, image: Any) -> Text:
        """Return the picture of an image's parameters."""
        path = str(under(image, "file", "path") or "")
        if not path:
            return Text("")
        picture = Picture(label(str(under(image, "alt") or "") or PurePosixPath(path).name), path)
        return self.files.kept(Text(picture.label, pictures=(picture,)), self._image)

    def _image(self, path: str) -> bytes | None:
        return self.images.get(f"content/{path}")


def read(document: Document) -> Iterator[Outcome]:
    """Read one package. Raises DataError where it is damaged or too large."""
    where = document.where
    parts = opened(document.data, where, wanted=(ABOUT, CONTENT, IMAGES))
    about, content = (parse_json(decode(part(parts, name, where), where), where) for name in (ABOUT, CONTENT))
    names = Names(PurePosixPath(document.name).stem)
    reading = _ActivityReading(where, names, parts, ExamPictures(document.picture is not None))
    yield from _activity(str(under(about, "mainLibrary") or ""), content, reading, 0)
    yield from reading.current.close()
    if reading.sorted:
        yield Remark(Reason("note-h5p-sorted", {"where": where, "questions": reading.sorted}))
    yield from reading.files.outcomes()


def _activity(library: str, params: Any, reading: _ActivityReading, depth: int) -> Iterator[Outcome]:
    """Read an activity, or those that it holds. `depth`: how many parts it is in."""
    kind = library.partition(" ")[0].removeprefix("H5P.")
    inner = [] if kind in _READ_KINDS else list(_held(params, reading.where, depth))
    if under(params, "introPage", "showIntroPage"):
        yield from _passage(reading.text(under(params, "introPage", "introduction")), reading.place(), reading)
    for each in inner:
        if each.chapter:
            yield from reading.current.close()
        yield from _activity(each.library, each.params, reading, each.depth)
    if not inner:
        yield from _alone(kind, params, reading)


def _alone(kind: str, params: Any, reading: _ActivityReading) -> Iterator[Outcome]:
    """Read an activity that holds no other."""
    place = reading.place()
    if kind in _READ_KINDS:
        for question in _READ_KINDS[kind](params, reading):
            yield from _outcomes(question, place, reading)
    elif kind in _TEXTS:
        yield from _passage(reading.text(under(params, "text")), place, reading)
    elif kind == "Image" and reading.current.parts:
        yield from _passage(reading.picture(params), place, reading)
    else:
        yield LeftOut(
            place, Reason(_LEFT_KINDS[kind]) if kind in _LEFT_KINDS else Reason("left-activity", {"kind": kind[:60]})
        )


@dataclass(frozen=True, slots=True)
class _Activity:
    """An activity inside another: its type, its parameters, how many parts it is in, and whether it is a chapter."""

    library: str
    params: Any
    depth: int
    chapter: bool


def _held(value: Any, where: str, depth: int, *, chapter: bool = False) -> Iterator[_Activity]:
    """Yield the activities that one holds, the nearest ones. Raises DataError for one that is too deep."""
    if depth > _DEEPEST:
        raise fault(where, f"more than {_DEEPEST} of its parts are inside each other; no exam needs that.")
    if isinstance(value, list):
        for each in value:
            yield from _held(each, where, depth + 1, chapter=chapter)
    elif isinstance(value, dict) and isinstance(value.get("library"), str):
        yield _Activity(value["library"], value.get("params"), depth + 1, chapter)
    elif isinstance(value, dict):
        for name in (name for name in value if name in _HOLDS):
            yield from _held(value[name], where, depth + 1, chapter=name == "chapters")


def _passage(text: Text, place: str, reading: _ActivityReading) -> Iterator[Outcome]:
    if text:
        yield from reading.current.put(Passage(text.text, place, rich=text))


@dataclass(frozen=True, slots=True)
class _ActivityQuestion:
    """A question of an activity: its text, its options, the place of the right ones, and what is said of each."""

    stem: Text
    options: Sequence[Text]
    right: Sequence[int]
    feedback: Sequence[Text] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    ticked: bool = False
    sorted: bool = False


def _outcomes(question: _ActivityQuestion, place: str, reading: _ActivityReading) -> Iterator[Outcome]:
    name, passage = reading.names.take(), reading.current.use()
    reading.sorted += question.sorted
    try:
        check_options(len(question.options))
    except DataError as error:
        yield placed(place, error)
        return
    yield from question_outcomes(
        ExamQuestion(
            where=place,
            id=name,
            stem=question.stem,
            options=tuple(question.options),
            worths=tuple(float(at in question.right) for at in range(len(question.options))),
            passage=passage,
            metadata=question.metadata,
            feedback=tuple(question.feedback),
            ticked=question.ticked,
        )
    )


def _multiple_choice(params: Any, reading: _ActivityReading) -> Iterator[_ActivityQuestion]:
    answers = [each for each in list_under(params, "answers") if isinstance(each, dict)]
    right = [place for place, each in enumerate(answers) if each.get("correct") in (True, "true")]
    yield _ActivityQuestion(
        stem=joined((_shown(params, reading), reading.text(under(params, "question")))),
        options=[reading.text(each.get("text")) for each in answers],
        right=right,
        feedback=[reading.text(under(each, "tipsAndFeedback", "chosenFeedback")) for each in answers],
        ticked=len(right) > 1 or under(params, "behaviour", "type") == "multi",
    )


def _single_choices(params: Any, reading: _ActivityReading) -> Iterator[_ActivityQuestion]:
    for each in list_under(params, "choices"):
        texts = [reading.text(answer) for answer in list_under(each, "answers")]
        order = sorted(range(len(texts)), key=[text.text for text in texts].__getitem__)
        yield _ActivityQuestion(
            stem=reading.text(under(each, "question")),
            options=[texts[place] for place in order],
            right=[order.index(0)] if texts else [],
            sorted=True,
        )


def _true_false(params: Any, reading: _ActivityReading) -> Iterator[_ActivityQuestion]:
    words = [under(params, "l10n", name) or under(params, name) for name in ("trueText", "falseText")]
    texts = [under(params, "behaviour", name) for name in ("feedbackOnCorrect", "feedbackOnWrong")]
    right = {"true": [0], "false": [1]}.get(str(under(params, "correct")).lower(), [])
    yield _ActivityQuestion(
        stem=joined((_shown(params, reading), reading.text(under(params, "question")))),
        options=[reading.text(word) or Text(own) for word, own in zip(words, ("True", "False"), strict=True)],
        right=right,
        feedback=[reading.text(text) for text in (texts[::-1] if right == [1] else texts)],
        metadata={"type": "true-false"},
    )


_READ_KINDS = {"MultiChoice": _multiple_choice, "SingleChoiceSet": _single_choices, "TrueFalse": _true_false}


def _shown(params: Any, reading: _ActivityReading) -> Text:
    """Return the picture above a question."""
    media = under(params, "media", "type") or under(params, "media")
    return (
        reading.picture(under(media, "params")) if str(under(media, "library")).startswith("H5P.Image ") else Text("")
    )


FORMAT = Format(
    "h5p",
    "H5P",
    (SUFFIX,),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a text before its questions, on the same page or in the same chapter",
)
