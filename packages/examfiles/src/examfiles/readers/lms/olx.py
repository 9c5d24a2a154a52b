"""OLX, the XML of Open edX: a problem, or a course or library of them, where a unit may show texts above its problems.

In a course, `vertical/*.xml` names the texts (`html`) and the problems of a unit in their order: the texts are the
passage of the problems behind them; other pages are not read. In a problem, what stands above a question is its passage
where it has twenty words or more, and part of the question otherwise. A drop-down list is a choice, too; boxes to tick
are one where one alone is right. The Markdown of Open edX is read as typed text (`typed.markdown`).
"""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from examfiles.decoding import LIMIT, decode
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.lengths import words
from examfiles.limits import OPTIONS, check_options
from examfiles.markup import Text, element_text, html_text, joined, plain
from examfiles.pictures import ExamPictures
from examfiles.question import (
    INSTRUCTION,
    SHORT_PASSAGE,
    UNREAD,
    CurrentPassage,
    ExamQuestion,
    Passage,
    question_outcome,
)
from examfiles.reasons import Reason
from examfiles.xml import line_of, local, parse, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_READ_KINDS = ("multiplechoiceresponse", "choiceresponse", "optionresponse")
_LEFT_KINDS = {
    "stringresponse": "left-short-answer",
    "numericalresponse": "left-numerical",
    "imageresponse": "left-picture-place",
}
_OPTIONS = ("choice", "option")
_GROUPS = ("choicegroup", "checkboxgroup", "optioninput")
_ASIDE = ("solution", "demandhint", "script", "choicehint", "optionhint", "compoundhint", *_GROUPS)
"""What stands beside the text of a question or an option."""
_LISTED_TEXT = re.compile(r"[(,]\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\")")
_VARIABLE = re.compile(r"\$\{?[A-Za-z_]")
PARTS, HINTS = 20_000, 100
"""The most texts and questions of a problem, and the most of its hints that are read."""
_WORTHS = {"true": 1.0, "partial": 0.5}


def sniff(sample: Sample) -> bool:
    """Recognise a problem, a unit, or what lists those of a course or a library."""
    root, data = root_of(sample), sample.data
    return (
        root == "vertical"
        or (root == "problem" and b"response" in data)
        or (root in {"course", "library"} and b" org=" in data)
    )


@dataclass(frozen=True, slots=True)
class _OlxCourse:
    """The files of a course, or a single one, and the pictures of its items."""

    document: Document
    files: ExamPictures

    def text(self, element: "_Element") -> Text:
        """Return an element as text, without what stands beside it."""
        aside = {*_ASIDE} - {local(element)}
        return self.kept(element_text(element, lambda each: "" if local(each) in aside else None))

    def kept(self, text: Text) -> Text:
        """Return a text with its pictures, which OLX names by their place in the course."""
        return self.files.kept(text, lambda name: (self.document.picture or (lambda _: None))(name.removeprefix("/")))

    def place(self, name: str, element: "_Element | None" = None) -> str:
        """Return how errors name a file, or an element in it."""
        where = f"{self.document.where}/{name}" if self.document.beside else self.document.where
        return where if element is None else line_of(element, where)


def read(document: Document) -> Iterator[Outcome]:
    """Read a course, or one file of it."""
    course = _OlxCourse(document, ExamPictures(document.picture is not None))
    parts = document.beside or {document.name: document.data}
    roots, shown = dict[str, "_Element"](), set[str]()
    for name in (name for name in parts if not name.endswith(".html")):
        try:
            roots[name] = parse(parts[name], course.place(name))
        except DataError as error:
            yield error
    for name, unit in roots.items():
        if local(unit) == "vertical":
            yield from _unit(unit, name, roots, course, shown)
    for name, root in roots.items():
        if local(root) == "problem" and name not in shown:
            yield from _problem(root, name, None, course)
    yield from course.files.outcomes()


def _unit(
    unit: "_Element", name: str, roots: Mapping[str, "_Element"], course: _OlxCourse, shown: set[str]
) -> Iterator[Outcome]:
    """Read the problems of a unit, each under the texts above it; texts behind the last one belong to none."""
    current, texts = CurrentPassage(), list[Outcome]()
    for number, each in enumerate(unit, start=1):
        file = f"{name.rpartition('vertical/')[0]}{local(each)}/{each.get('url_name')}"
        if local(each) == "html":
            page = course.document.beside.get(f"{file}.html", b"")
            text = course.kept(html_text(decode(page, f"{file}.html"))) if page.strip() else course.text(each)
            if text:
                texts += current.put(Passage(text.text, course.place(name, each), rich=text))
        elif local(each) == "problem" and len(each):
            yield from _problem(each, f"{name.removesuffix('.xml')}-{number}.xml", current.use(), course)
        elif local(each) == "problem" and f"{file}.xml" in roots:
            if f"{file}.xml" not in shown:
                shown.add(f"{file}.xml")
                yield from _problem(roots[f"{file}.xml"], f"{file}.xml", current.use(), course)
        elif local(each) == "problem":
            yield LeftOut(course.place(name, each), Reason("left-file-missing", {"file": f"{file}.xml"}))
    texts += current.close()
    yield from (each for each in texts if isinstance(each, Remark) and each.note.code == SHORT_PASSAGE)


@dataclass(slots=True)
class _OlxQuestion:
    """A question that is being read: its response, what it asks, its passage, and what explains its answer."""

    response: "_Element"
    stem: Text
    passage: Passage | None
    solution: list[Text] = field(default_factory=list)


def _problem(root: "_Element", name: str, passage: Passage | None, course: _OlxCourse) -> Iterator[Outcome]:
    questions, waiting = list[_OlxQuestion](), list[tuple[str, Text]]()
    for count, each in enumerate(_parts(root)):
        if count > PARTS:
            raise fault(course.place(name), f"the problem has more than {PARTS:,} parts. Split it.")
        kind = "" if isinstance(each, str) else local(each)
        if isinstance(each, str) or not kind.endswith("response"):
            if kind == "solution" and questions and not isinstance(each, str):
                questions[-1].solution.append(course.text(each))
            waiting.append(_block(each, course))
            continue
        blocks = [*waiting, *(_block(one, course) for one in _parts(each))]
        above, stem = _split([block for block in blocks if block[1]])
        if words(above.text) >= INSTRUCTION:
            passage = Passage(above.text, course.place(name, each), rich=above)
        else:
            stem = joined((above, stem))
        questions.append(_OlxQuestion(each, stem, passage, [course.text(one) for one in each.iterfind("solution")]))
        waiting = []
    own, title, points = PurePosixPath(name).stem, root.get("display_name", ""), root.get("weight", "")
    hints = (course.text(each).text for each in islice(root.iterfind(".//demandhint/hint"), HINTS))
    about = {"title": title, "points": points, **{f"hint_{at}": text for at, text in enumerate(hints, start=1)}}
    drawn = root.find(".//script") is not None
    for number, question in enumerate(questions, start=1):
        id_, where = own if len(questions) == 1 else f"{own}-{number}", course.place(name, question.response)
        try:
            yield from _outcomes(question, id_, course, where, about=about, drawn=drawn)
            about = {"title": title, "points": points}  # hints are the problem's: they stand at its first question
        except DataError as error:
            yield placed(where, error)
    if not questions:
        yield LeftOut(course.place(name), Reason("left-asks-nothing"))


def _parts(root: "_Element", holders: "Set[_Element] | None" = None) -> Iterator["_Element | str"]:
    """Yield texts and responses in their order, those inside other elements too; bare text as it is."""
    if holders is None:
        responses = (each for each in root.iter() if local(each).endswith("response"))
        holders = {above for each in responses for above in each.iterancestors()}
    if (root.text or "").strip():
        yield root.text or ""
    for each in root:
        if local(each).endswith("response") or each not in holders:
            yield each
        else:
            yield from _parts(each, holders)
        if (each.tail or "").strip() and not _is_gap(each):
            yield each.tail or ""


def _is_gap(element: "_Element") -> bool:
    """Say whether a response stands in a sentence, which goes on behind it."""
    parent, tail = element.getparent(), (element.tail or "").strip()
    return bool(tail) and local(element).endswith("response") and parent is not None and local(parent) != "problem"


def _block(part: "_Element | str", course: _OlxCourse) -> tuple[str, Text]:
    """Return what a text is, and the text; of what stands beside the texts nothing."""
    if isinstance(part, str):
        return "", plain(" ".join(part.split()))
    return local(part), plain("") if local(part) in _ASIDE else course.text(part)


def _split(blocks: list[tuple[str, Text]]) -> tuple[Text, Text]:
    """Return what stands above a question, and the question: its label and what follows, or the last block."""
    last = max(len(blocks) - 1, 0)
    at = next((place for place, (kind, _) in enumerate(blocks) if kind == "label"), last)
    texts = [text for _, text in blocks]
    return joined(texts[:at], "\n\n"), joined(texts[at:])


def _outcomes(
    question: _OlxQuestion, id_: str, course: _OlxCourse, where: str, *, about: Mapping[str, str], drawn: bool
) -> Iterator[Outcome]:
    """Yield a question. Raises DataError (without the place) for too many options."""
    response = question.response
    kind, groups = local(response), [each for each in response.iter() if local(each) in _GROUPS]
    if kind not in _READ_KINDS:
        yield LeftOut(where, Reason(_LEFT_KINDS[kind]) if kind in _LEFT_KINDS else Reason("left-kind", {"kind": kind}))
        return
    if len(groups) != 1 or _is_gap(response):
        yield LeftOut(where, Reason("left-gaps-lists"))
        return
    check_options(sum(local(each) in _OPTIONS for each in groups[0].iter()))
    options = _options(groups[0], course)
    check_options(len(options))
    worths = tuple(option.worth for option in options)
    stem = question.stem or plain(groups[0].get("label", ""))
    shown = " ".join((stem.text, *(option.text.text for option in options)))
    if drawn and _VARIABLE.search(shown):
        yield LeftOut(where, Reason("left-drawn-anew"))
        return
    if kind == "choiceresponse" and sum(worth > 0 for worth in worths) != 1:
        yield LeftOut(where, Reason("left-several"))
        return
    if kind == "choiceresponse":
        yield Remark(Reason("note-several-one-right", {"where": where}))
    aside = {local(each) for each in response.iter("compoundhint", "additional_answer")} | _unread(groups[0])
    metadata = {
        **about,
        "shuffle": "true" if groups[0].get("shuffle") == "true" else "",
        UNREAD: ", ".join(sorted(aside)),
    }
    texts, feedback = tuple(one.text for one in options), tuple(one.feedback for one in options)
    whole = ExamQuestion(where, id_, stem, texts, worths, question.passage, metadata)
    yield question_outcome(replace(whole, feedback=feedback, general=joined(question.solution)))


@dataclass(frozen=True, slots=True)
class _OlxOption:
    """An option: its text, the share of the mark that it is worth, and what is said of it."""

    text: Text
    worth: float
    feedback: Text


def _options(group: "_Element", course: _OlxCourse) -> list[_OlxOption]:
    elements = [each for each in group.iter() if local(each) in _OPTIONS]
    if not elements and group.get("options"):
        matches = islice(_LISTED_TEXT.finditer(group.get("options", "")), OPTIONS + 1)
        texts = (match[1] or match[2] or "" for match in matches)
        listed = [plain(re.sub(r"\\(.)", r"\1", text)) for text in texts]
        return [_OlxOption(text, float(text.text == group.get("correct", "").strip()), plain("")) for text in listed]
    return [
        _OlxOption(
            course.text(each),
            _WORTHS.get(each.get("correct", "").lower(), 0.0),
            joined(course.text(hint) for hint in each if local(hint) in _ASIDE and hint.get("selected") != "false"),
        )
        for each in elements
    ]


def _unread(group: "_Element") -> set[str]:
    """Name what is said of options that are not ticked: a choice of one has no place for it."""
    return {"choicehint of options not ticked"} if any(e.get("selected") == "false" for e in group.iter()) else set()


FORMAT = Format(
    "olx",
    "Open edX",
    (".xml",),
    sniff,
    read,
    beside=(".html",),
    exam=True,
    most=LIMIT + 1,
    whole=True,
    passages="a text above its question, in the problem or in its unit",
)
