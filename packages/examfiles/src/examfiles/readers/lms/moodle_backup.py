"""Moodle backups (.mbz): the question bank of a course or an activity, in the order in which its quizzes show it.

A backup has `questions.xml`, the bank by category, and a `quiz.xml` for each quiz, which lists the questions that it
shows. Those of quizzes come first, so that a description is the passage of the questions behind it; then those that no
quiz shows, by category. From Moodle 4.0 on, questions have versions: the one that a quiz names is read, or the last one
that is no draft; a remark counts the others. Each question is rewritten as Moodle XML and read as such, where
pictures are asked for with those that `files.xml` lists for it; their files lie beside it, named by their content.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from examfiles.decoding import LIMIT
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault
from examfiles.limits import OPTIONS
from examfiles.pictures import in_base_64
from examfiles.readers.lms.moodle_xml import read_quiz
from examfiles.reasons import Reason
from examfiles.xml import child, parse, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_BANK, _QUIZ, _FILES = "questions.xml", "quiz.xml", "files.xml"
_FORMATS = {"1": "html", "2": "plain_text", "4": "markdown"}  # any other is Moodle's own
_SETTINGS = ("single", "shuffleanswers", "answernumbering")
_FEEDBACK = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")


def sniff(sample: Sample) -> bool:
    """Recognise a question bank, or a quiz that shows some of its questions, by its root."""
    root = root_of(sample)
    return root == "question_categories" or (root == "activity" and b'modulename="quiz"' in sample.data[:4096])


def read(document: Document) -> Iterator[Outcome]:
    """Read the banks of a backup. Raises DataError where there is none."""
    parts = document.beside or {document.name: document.data}
    banks = [name for name, data in parts.items() if root_of(Sample(name, data)) == "question_categories"]
    if not banks:
        raise fault(document.where, f"it lists the questions of a quiz, which are in {_BANK}. Give the whole backup.")
    for bank in banks:
        where = f"{document.where}/{bank}" if document.beside else document.where
        beside = [name for name in parts if name.endswith(_QUIZ) and name.startswith(bank.removesuffix(_BANK))]
        quizzes = [parse(parts[name], f"{document.where}/{name}") for name in beside]
        entries = list(_entries(parse(parts[bank], where)))
        yield from read_quiz(_in_moodle_xml(entries, quizzes, _attaching(document)), replace(document, where=where))
        if versions := sum(len(entry.versions) - 1 for entry in entries):
            yield Remark(Reason("note-older-versions", {"where": where, "versions": versions}))


@dataclass(frozen=True, slots=True)
class _BankEntry:
    """A question of the bank: its id, its category, its id number, and its versions by number, in their order."""

    id: str
    category: "_Element"
    idnumber: str
    versions: Mapping[str, "_Element"]

    def question(self, version: str = "") -> "_Element":
        """Return a version, by default the last one that is no draft."""
        all_ = list(self.versions.values())
        ready = [each for each in all_ if each.xpath("string(ancestor::question_versions/status)") != "draft"]
        return self.versions.get(version, (ready or all_)[-1])


def _entries(root: "_Element") -> Iterator[_BankEntry]:
    for category in root.iterfind("question_category"):
        for each in category.iterfind("questions/question"):  # before 4.0
            yield _BankEntry(each.get("id", ""), category, _value(each, "idnumber"), {"": each})
        for each in category.iterfind("question_bank_entries/question_bank_entry"):
            versions = {
                _value(one, "version"): question
                for one in sorted(each.iterfind("question_version/question_versions"), key=_by_number("version"))
                for question in one.iterfind("questions/question")
            }
            if versions:
                yield _BankEntry(each.get("id", ""), category, _value(each, "idnumber"), versions)


Attach = Callable[["_Element", str, "_Element"], None]


def _attaching(document: Document) -> Attach:
    """Return what adds to a text the pictures of an area (`questiontext`, `answer`) of a question or answer."""
    listed: dict[tuple[str, str], list[_Element]] = {}
    for name, data in document.beside.items() if document.picture else ():
        for each in parse(data, f"{document.where}/{name}").iterfind("file") if name.endswith(_FILES) else ():
            if _value(each, "component") == "question":
                listed.setdefault((_value(each, "filearea"), _value(each, "itemid")), []).append(each)

    def attach(element: "_Element", area: str, source: "_Element") -> None:
        for each in listed.get((area, source.get("id", "")), ()):
            content = _value(each, "contenthash")
            if data := document.picture and document.picture(f"files/{content[:2]}/{content}"):
                file = child(element, "file", path=_value(each, "filepath"), encoding="base64")
                file.set("name", _value(each, "filename"))
                file.text = in_base_64(data)

    return attach


def _in_moodle_xml(entries: list[_BankEntry], quizzes: list["_Element"], attach: Attach) -> "_Element":
    """Return a bank in Moodle XML, each question once, without those that are parts of another one."""
    from lxml import etree

    result, left = etree.Element("quiz"), {entry.id: entry for entry in entries}

    def write(entry: _BankEntry | None, version: str = "") -> None:
        question = entry.question(version) if entry else None
        if entry and question is not None and _value(question, "parent") in {"", "0", question.get("id")}:
            _question(result, question, entry.idnumber, attach)

    for quiz in quizzes:
        _text(child(result, "question", type="category"), "category", quiz, "*/name")
        for slot in sorted(quiz.iter("question_instance"), key=_by_number("slot")):
            own = _value(slot, "questionid") or _value(slot, "question_reference/questionbankentryid")
            write(left.pop(own, None), _value(slot, "question_reference/version"))
    last = None
    for entry in left.values():
        if entry.category is not last:
            last = entry.category
            category = child(result, "question", type="category")
            category.sourceline = last.sourceline  # type: ignore[misc]  # it can be set
            _text(category, "category", last, "name")
            _text(category, "info", last, "info")
        write(entry)
    return result


def _question(result: "_Element", question: "_Element", idnumber: str, attach: Attach) -> None:
    kind = _value(question, "qtype")
    element = child(result, "question", type="matching" if kind == "match" else kind)
    element.sourceline = question.sourceline  # type: ignore[misc]
    child(element, "idnumber").text = idnumber
    child(element, "defaultgrade").text = _value(question, "defaultmark")
    child(element, "penalty").text = _value(question, "penalty")
    for tag in ("name", "questiontext", "generalfeedback"):
        attach(_text(element, tag, question, tag), tag, question)
    for options in question.iterfind("*/multichoice"):
        for tag in _SETTINGS:
            child(element, tag).text = {"1": "true", "0": "false"}.get(_value(options, tag), _value(options, tag))
        for tag in _FEEDBACK:
            attach(_text(element, tag, options, tag), tag, question)
    for each in islice(question.iterfind("*/answers/answer"), OPTIONS + 1):  # one too many is refused when it is read
        answer = _text(element, "answer", each, "answertext", "answerformat")
        answer.set("fraction", _percent(_value(each, "fraction")))
        attach(answer, "answer", each)
        attach(_text(answer, "feedback", each, "feedback"), "answerfeedback", each)
    for each in question.iterfind("question_hints/question_hint"):
        attach(_text(element, "hint", each, "hint"), "hint", each)
    tags = child(element, "tags")
    for each in question.iterfind("tags/tag"):
        _text(tags, "tag", each, "rawname" if _value(each, "rawname") else "name")
    for each in question:
        if str(each.tag).startswith("plugin_qbank_") and "".join(each.itertext()).strip():
            child(element, str(each.tag)).text = _value(question, "name") or kind  # nobody reads it, so it is named


def _text(parent: "_Element", tag: str, source: "_Element", own: str, kind: str = "") -> "_Element":
    """Add one of the backup's texts as Moodle XML has it."""
    element = child(parent, tag, format=_FORMATS.get(_value(source, kind or f"{own}format"), "moodle_auto_format"))
    child(element, "text").text = _value(source, own)
    return element


def _value(element: "_Element", tag: str) -> str:
    text = (element.findtext(tag) or "").strip()
    return "" if text == "$@NULL@$" else text


def _by_number(tag: str) -> Callable[["_Element"], tuple[int, str]]:
    return lambda element: (len(_value(element, tag)), _value(element, tag))


def _percent(fraction: str) -> str:
    """Return a share of the full mark in percent; what is no number stays as it is, for an error to show it."""
    try:
        return f"{float(fraction or 0) * 100:.5f}"
    except ValueError:
        return fraction


FORMAT = Format(
    "moodle-backup",
    "Moodle backup",
    (_BANK, _QUIZ),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    whole=True,
    beside=(_FILES,),
    passages="a description before its questions",
)
