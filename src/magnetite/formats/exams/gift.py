r"""Moodle GIFT: questions between blank lines, their answers in braces.

Read as Moodle reads it: a blank line ends a question, lines that begin with // are comments (of which `[id:…]` gives
the id), `\` escapes ~ = # { } : and a line break is \n. A description (a question without braces) is the passage of
the questions after it, up to the next description or `$CATEGORY:` line; the last name of a category is a passage only
where it has twenty words or more. Feedback is not read.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from magnetite.core.errors import DataError
from magnetite.formats.exams.markup import Text, html_text, markdown, moodle_text, plain
from magnetite.formats.exams.question import INSTRUCTION, Names, Passage, Question, Shelf, question_outcome, words
from magnetite.formats.exams.texts import LIMIT, exam_text, sample_text
from magnetite.formats.format import Document, Format, Left, Outcome
from magnetite.formats.text import Sample

_ESCAPED = re.compile(r"\\([\\:#={}~n])")
_SHIELD = {mark: chr(0xFDD0 + place) for place, mark in enumerate("\\:#={}~n")}
_UNSHIELD = str.maketrans({shield: "\n" if mark == "n" else mark for mark, shield in _SHIELD.items()})
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d{0,9})?)%")
_FORMATS = {"html": html_text, "moodle": moodle_text, "plain": plain, "markdown": markdown}
_TRUTH = {"T": True, "TRUE": True, "F": False, "FALSE": False}
TOP = ("$course$/top", "top")
"""The names of the category that every Moodle course has: it says nothing about a question."""

_NO_KEY = "it has no key: no option is marked with ="
_KINDS = {
    "essay": "an essay question: it has no options",
    "numerical": "a numerical question",
    "matching": "a matching question",
    "short": "a short-answer question: it lists right answers, and no wrong ones",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as written: its text, the text's format, its share of the full mark, and whether = marks it."""

    text: str
    format: str
    worth: float
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """One question as written; `kind` is choice, truth, description, category, or a key of the reasons."""

    line: int
    kind: str
    stem: str
    format: str = "moodle"
    title: str = ""
    id: str = ""
    tags: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()


def sniff(sample: Sample) -> bool:
    """Recognise GIFT by a category line, or by braces that hold answers or a truth value."""
    if sample.name.lower().endswith(".gift"):
        return True
    if b"\0" in sample.data and not sample.data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False  # not text: a table such as Parquet
    text = sample_text(sample)
    if text.lstrip()[:1] in {"<", "{", "["} or sample.name.lower().endswith((".csv", ".tsv", ".md")):
        return False
    return bool(re.search(r"^\$CATEGORY:|\{\s*[=~#%]|\{\s*(?:T|F|TRUE|FALSE)\s*[#}]", text, re.MULTILINE))


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    names = Names(PurePosixPath(document.name).stem)
    shelf, category = Shelf(), ""
    for block in blocks(exam_text(document.data, document.where), document.where):
        if isinstance(block, DataError):
            yield block
        elif block.kind == "category":
            category = "" if block.stem in TOP else block.stem
            yield from shelf.close()
            yield from _from_category(block, shelf, document.where)
        elif block.kind == "description":
            text = _text(block.stem, block.format).text
            where = f"{document.where}, line {block.line}"
            yield from shelf.put(Passage(text, where, block.id or block.title or None))
        else:
            yield _outcome(block, names, shelf, category, document.where)
    yield from shelf.close()


def blocks(text: str, where: str) -> Iterator[Block | DataError]:
    """Yield the questions, descriptions and categories of a file as written, and an error for each that is broken."""
    for start, lines in _paragraphs(text):
        comments = "\n".join(one for one in lines if one.lstrip().startswith("//"))
        body = [" " if one.lstrip().startswith("//") else one for one in lines]
        at = next((place for place, one in enumerate(body) if one.strip()), len(body))
        if at < len(body) and body[at].lstrip().startswith("$CATEGORY:"):
            yield Block(start + at, "category", _plain(_ESCAPED.sub(_shielded, body[at].split(":", 1)[1])))
            at = next((at + 1 + place for place, one in enumerate(body[at + 1 :]) if one.strip()), len(body))
        source = "\n".join(body[at:]).strip()
        if source:
            yield _block(source, comments, start + at, where)


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    paragraph: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield number - len(paragraph), paragraph
            paragraph = []


def _block(source: str, comments: str, line: int, where: str) -> Block | DataError:
    text = _ESCAPED.sub(_shielded, source)
    title, text = _title(text)
    start, end = text.find("{"), text.find("}")
    error = _braces(text, start, end)
    if error:
        last = line + source.count("\n")
        place = f"line {line}" if last == line else f"lines {line} to {last}"
        return DataError(f"{where}, {place}: {error}")
    id_, tags = _marks(comments)
    inside = text[start + 1 : end].strip() if start >= 0 else ""
    stem = text if start < 0 else (text[:start] + ("" if end == len(text) - 1 else "_____") + text[end + 1 :])
    format_, stem = _format(stem.strip(), "moodle")
    general = inside.rfind("####")
    inside = inside if general < 0 else inside[:general].strip()
    kind = "description" if start < 0 else _kind(inside)
    answers = _answers(inside, kind, format_)
    return Block(line, kind, _plain(stem, format_), format_, _plain(title), id_, tags, answers)


def _braces(text: str, start: int, end: int) -> str:
    if start < 0 and end < 0:
        return ""
    if end < 0:
        return (
            "the brace { is not closed before the blank line (or the end) that ends the question. Close it, or remove "
            r"the blank line; a literal brace is written \{."
        )
    if start < 0 or end < start:
        return r"found a closing brace } without an opening one. Add it; a literal brace is written \}."
    if "{" in text[start + 1 :] or "}" in text[end + 1 :]:
        return (
            "found more than one pair of braces. Put a blank line between questions; literal braces are written "
            r"\{ and \}."
        )
    return ""


def _shielded(match: re.Match[str]) -> str:
    return _SHIELD[match[1]]


def _title(text: str) -> tuple[str, str]:
    if text.startswith("::"):
        end = text.find("::", 2)
        if end >= 0:
            return text[2:end].strip(), text[end + 2 :].strip()
        return "", text[2:].strip()
    return "", text


def _marks(comments: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the id and the tags that comments give; in both a bracket may be written \]."""
    id_ = re.search(r"\[id:((?:\\\]|[^\[\]\n])+)\]", comments)
    tags = re.findall(r"\[tag:((?:\\\]|[^\[\]\n])+)\]", comments)
    return (id_[1].replace(r"\]", "]").strip() if id_ else ""), tuple(tag.replace(r"\]", "]").strip() for tag in tags)


def _kind(inside: str) -> str:
    """Return the kind as Moodle chooses it: the first of these that fits."""
    if not inside:
        return "essay"
    if inside.startswith("#"):
        return "numerical"
    if "~" in inside:
        return "choice"
    if "=" in inside and "->" in inside:
        return "matching"
    return "truth" if inside.split("#", 1)[0].strip() in _TRUTH else "short"


def _answers(inside: str, kind: str, format_: str) -> tuple[Answer, ...]:
    if kind == "truth":
        truth = _TRUTH[inside.split("#", 1)[0].strip()]
        return Answer("True", "plain", float(truth), truth), Answer("False", "plain", float(not truth), not truth)
    if kind not in {"choice", "short"}:
        return ()
    pieces = inside.replace("=", "~=").split("~")
    return tuple(_answer(piece.strip(), format_) for piece in pieces[0 if pieces[0].strip() else 1 :])


def _answer(piece: str, format_: str) -> Answer:
    marked = piece.startswith("=")
    worth = float(marked)
    piece = piece.removeprefix("=").strip()
    weight = _WEIGHT.match(piece)
    if weight:
        worth, piece = float(weight[1]) / 100, piece[weight.end() :]
    own, text = _format(piece.split("#", 1)[0].strip(), format_)
    return Answer(_plain(text, own), own, worth, marked)


def _format(text: str, otherwise: str) -> tuple[str, str]:
    """Return a text's format and the text without its format mark."""
    end = text.find("]", 0, 12) if text.startswith("[") else -1
    name = text[1:end].lower() if end > 0 else ""
    return (name, text[end + 1 :].strip()) if name in _FORMATS else (otherwise, text)


def _plain(text: str, format_: str = "plain") -> str:
    r"""Return text as meant: a line break that is not written \n only wraps the line, except in Markdown and HTML."""
    if format_ in {"moodle", "plain"}:
        text = " ".join(line.strip() for line in text.split("\n"))
    return text.translate(_UNSHIELD).strip()


def _text(text: str, format_: str) -> Text:
    return _FORMATS[format_](text)


def _from_category(block: Block, shelf: Shelf, where: str) -> Iterator[Outcome]:
    name = block.stem.rsplit("/", 1)[-1].strip()
    if words(name) >= INSTRUCTION:
        yield from shelf.put(Passage(name, f"{where}, line {block.line}"))


def _outcome(block: Block, names: Names, shelf: Shelf, category: str, where: str) -> Outcome:
    place = f"{where}, line {block.line}"
    id_, passage = names.take(block.id, block.title), shelf.use()
    if block.kind in _KINDS:
        return Left(place, _KINDS[block.kind])
    answers = block.answers
    if not any(answer.marked for answer in answers) and any(answer.worth > 0 for answer in answers):
        return Left(place, "several of its options may be ticked: none is marked with =")
    try:
        stem = _text(block.stem, block.format)
        options = tuple(_text(answer.text, answer.format) for answer in answers)
    except DataError as error:
        return DataError(f"{place}: {error}")
    metadata = {
        "title": block.title if block.title != id_ else "",
        "category": category,
        "tags": ", ".join(block.tags),
        "type": "true-false" if block.kind == "truth" else "",
    }
    return question_outcome(
        Question(place, id_, stem, options, tuple(answer.worth for answer in answers), passage, metadata, _NO_KEY)
    )


FORMAT = Format(
    "gift",
    "Moodle GIFT",
    (".gift", ".txt"),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a description that stands before its questions",
)
