r"""Moodle GIFT: questions between blank lines, their answers in braces.

Read as Moodle reads it: a blank line ends a question, lines that begin with // are comments (of which `[id:…]` gives
the id), `\` escapes ~ = # { } : and a line break is \n. A description (a question without braces) is the passage of
the questions after it, up to the next description or `$CATEGORY:` line; the last name of a category is a passage only
where it has twenty words or more. Feedback and partial credit are kept as metadata (`marking`).

What Moodle's reader (question/format/gift/format.php) forgives is forgiven, and said in a remark: `~=` marks a right
answer, because the empty one before it is skipped when it is saved, and so is any other empty answer; spaces may stand
anywhere. Further than Moodle goes: a mark inside a word (`E=mc2`) belongs to the text where other answers have marks
of their own, and where none is marked with = the only one that is worth 100% is right.

Written are a description for every passage and a block for every question, all text as [plain]; a question with
emphasised words is [html]. A passage's reach ends with a `$CATEGORY:` line.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from examfiles.decoding import LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.exams import Marks, marks_of, ready, refuse_unholdable, runs
from examfiles.format import Document, Format, Outcome, Remark, Sample, Writer, fault, placed
from examfiles.items import Dataset, Item, LeftOut
from examfiles.lengths import words
from examfiles.limits import check_options
from examfiles.markup import Picture, Text, html_text, markdown, moodle_text, plain
from examfiles.pictures import ExamPictures, address, alternative, cut_at
from examfiles.question import (
    FULL_MARK,
    GENERAL,
    INSTRUCTION,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    feedbacks,
    percents,
    question_outcome,
)
from examfiles.reasons import Reason

_ESCAPED = re.compile(r"\\([\\:#={}~n])")
_SHIELD = {mark: chr(0xFDD0 + place) for place, mark in enumerate("\\:#={}~n")}
_UNSHIELD = str.maketrans(
    {shield: "\n" if mark == "n" else mark for mark, shield in _SHIELD.items()} | {chr(0xFDD8): "=", chr(0xFDD9): "~"}
)
_WEIGHT = re.compile(r"%\s{0,9}(-?\d{1,3}(?:\.\d{0,9})?)\s{0,9}%")
_TWICE = re.compile(r"~[ \t]{0,9}=")
_MARK = re.compile(r"[=~]")
_FIRST_ANSWER = re.compile(r"^[ \t]{0,99}[=~]", re.MULTILINE)
_ESCAPED_MARKS = {"=": chr(0xFDD8), "~": chr(0xFDD9)}  # marks that are text, until the answers are split
_FORMATS = {"html": html_text, "moodle": moodle_text, "plain": plain, "markdown": markdown}
_TRUTH = {"T": True, "TRUE": True, "F": False, "FALSE": False}
_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\:#={}~"} | {"\n": "\\n"})
TOP = ("$course$/top", "top")
"""The names of the category that every Moodle course has: it says nothing about a question."""

_NOTHING = Text("")
_NO_KEY = Reason("left-no-key-marked")
_KINDS = {
    "essay": "left-essay",
    "numerical": "left-numerical",
    "matching": "left-matching",
    "short": "left-short-answer",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as written: its text, the text's format, its share of the full mark, whether = marks it, feedback."""

    text: str
    format: str
    worth: float
    marked: bool = False
    feedback: Text = _NOTHING


@dataclass(frozen=True, slots=True)
class GiftBlock:
    """One question as written; `kind` is choice, truth, description, category, or a key of the reasons.

    `forgiven`: codes of the notes on what is read otherwise than it is written.
    """

    line: int
    kind: str
    stem: str
    format: str = "moodle"
    title: str = ""
    id: str = ""
    tags: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    forgiven: tuple[str, ...] = ()
    general: Text = _NOTHING


def sniff(sample: Sample) -> bool:
    """Recognise GIFT by a category line, or by braces that hold answers or a truth value."""
    if sample.name.lower().endswith(".gift"):
        return True
    text = sample.text
    if "\0" in text:
        return False  # not text: a table such as Parquet
    if text.lstrip()[:1] in {"<", "{", "["} or sample.name.lower().endswith((".csv", ".tsv", ".md")):
        return False
    return bool(re.search(r"^\$CATEGORY:|\{\s*[=~#%]|\{\s*(?:T|F|TRUE|FALSE)\s*[#}]", text, re.MULTILINE))


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    files, current = ExamPictures(document.picture is not None), CurrentPassage()
    reading = _GiftReading(Names(PurePosixPath(document.name).stem), current, files)
    lines: dict[str, list[int]] = {}
    for block in blocks(exam_text(document.data, document.where), document.where):
        if isinstance(block, DataError):
            yield block
            continue
        for code in block.forgiven:
            lines.setdefault(code, []).append(block.line)
        if block.kind == "description":
            text = files.kept(_text(block.stem, block.format), _no_file)
            where = f"{document.where}, line {block.line}"
            yield from current.put(Passage(text.text, where, block.id or block.title or None, rich=text))
        elif block.kind == "category":
            reading.category = "" if block.stem in TOP else block.stem
            yield from current.close()
            name = block.stem.rsplit("/", 1)[-1].strip()
            if words(name) >= INSTRUCTION:
                yield from current.put(Passage(name, f"{document.where}, line {block.line}"))
        else:
            yield _outcome(block, reading, f"{document.where}, line {block.line}")
    yield from current.close()
    yield from files.outcomes()
    for code, places in lines.items():
        yield Remark(Reason(code, {"where": f"{document.where}, line {places[0]}", "questions": len(places)}))


def blocks(text: str, where: str) -> Iterator[GiftBlock | DataError]:
    """Yield the questions, descriptions and categories of a file as written, and an error for each that is broken."""
    for start, lines in _paragraphs(text):
        comments = "\n".join(one for one in lines if one.lstrip().startswith("//"))
        body = [" " if one.lstrip().startswith("//") else one for one in lines]
        at = next((place for place, one in enumerate(body) if one.strip()), len(body))
        if at < len(body) and body[at].lstrip().startswith("$CATEGORY:"):
            yield GiftBlock(start + at, "category", _plain(_ESCAPED.sub(_shielded, body[at].split(":", 1)[1])))
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


def _block(source: str, comments: str, line: int, where: str) -> GiftBlock | DataError:
    text = _ESCAPED.sub(_shielded, source)
    title, text = _title(text)
    start, end = text.find("{"), text.find("}")
    error = _braces(text, start, end)
    if error:
        last = line + source.count("\n")
        place = f"line {line}" if last == line else f"lines {line} to {last}"
        return placed(f"{where}, {place}", error)
    id_, tags = _marks(comments)
    inside = text[start + 1 : end].strip() if start >= 0 else ""
    stem = text if start < 0 else (text[:start] + ("" if end == len(text) - 1 else "_____") + text[end + 1 :])
    format_, stem = _format(stem.strip(), "moodle")
    general = inside.rfind("####")
    feedback = _said(inside[general + 4 :], format_) if general >= 0 else _NOTHING
    inside = inside if general < 0 else inside[:general].strip()
    kind = "description" if start < 0 else _kind(inside)
    try:
        answers, forgiven = _answers(inside, kind, format_)
    except DataError as flaw:
        return placed(f"{where}, line {line}", flaw)
    return GiftBlock(line, kind, _plain(stem, format_), format_, _plain(title), id_, tags, answers, forgiven, feedback)


def _braces(text: str, start: int, end: int) -> DataError | None:
    if start < 0 and end < 0:
        return None
    if end < 0:
        return fault(
            "",
            "the brace { is not closed before the blank line (or the end) that ends the question. Close it, or remove "
            r"the blank line; a literal brace is written \{.",
            "left-brace-open",
        )
    if start < 0 or end < start:
        text = r"found a closing brace } without an opening one. Add it; a literal brace is written \}."
        return fault("", text, "left-brace-closed")
    if "{" in text[start + 1 :] or "}" in text[end + 1 :]:
        return fault(
            "",
            "found more than one pair of braces. Put a blank line between questions; literal braces are written "
            r"\{ and \}.",
        )
    return None


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
    return "truth" if inside.partition("#")[0].strip() in _TRUTH else "short"


def _answers(inside: str, kind: str, format_: str) -> tuple[tuple[Answer, ...], tuple[str, ...]]:
    """Return the answers, and the codes of the notes on what was forgiven."""
    if kind == "truth":
        name, wrong, right = (*inside.split("#", 2), "", "")[:3]
        truth = _TRUTH[name.strip()]
        true, false = (
            Answer(
                str(own), "plain", float(own is truth), own is truth, _said(right if own is truth else wrong, format_)
            )
            for own in (True, False)
        )
        return (true, false), ()
    if kind not in {"choice", "short"}:
        return (), ()
    check_options(inside.count("~") + inside.count("="))
    forgiven = ["note-gift-both-marks"] if _TWICE.search(inside) else []
    inside, kept = _with_text_kept(_TWICE.sub("=", inside))
    forgiven += ["note-gift-mark-in-text"] if kept else []
    pieces = inside.replace("=", "~=").split("~")
    answers = [_answer(piece.strip(), format_) for piece in pieces[0 if pieces[0].strip() else 1 :]]
    filled = [answer for answer in answers if answer.text or answer.marked]
    forgiven += ["note-gift-empty"] if len(filled) < len(answers) else []
    full = [place for place, answer in enumerate(filled) if answer.worth >= FULL_MARK]
    if len(full) == 1 and not any(answer.marked for answer in filled):
        filled[full[0]] = replace(filled[full[0]], marked=True)
        forgiven.append("note-gift-full-mark")
    return tuple(filled), tuple(forgiven)


def _with_text_kept(inside: str) -> tuple[str, bool]:
    """Return the answers with the marks that are part of a text put aside, and whether there is one.

    Marks that begin an answer for certain stand at the start or after white space; where two do, one of them an =, a
    mark inside a word is text. Where these begin lines, so is an = between spaces.
    """
    sure = [mark for mark in _MARK.finditer(inside) if not inside[mark.start() - 1 : mark.start()].strip()]
    if len(sure) < 2 or all(mark[0] == "~" for mark in sure):
        return inside, False
    first = {mark.end() - 1 for mark in _FIRST_ANSWER.finditer(inside)}
    characters = list(inside)
    for mark in _MARK.finditer(inside):
        before, after = inside[mark.start() - 1 : mark.start()], inside[mark.end() : mark.end() + 1]
        in_word = before.isalnum() and after.isalnum() if mark[0] == "~" else before.strip(" \t\n=~")
        alone = mark[0] == "=" and not before.strip() and not after.strip() and mark.start() not in first
        if (in_word and (mark[0] == "=" or len(first) > 1)) or (alone and len(first) > 1):
            characters[mark.start()] = _ESCAPED_MARKS[mark[0]]
    return "".join(characters), characters != list(inside)


def _answer(piece: str, format_: str) -> Answer:
    marked = piece.startswith("=")
    worth = float(marked)
    piece = piece.removeprefix("=").strip()
    weight = _WEIGHT.match(piece)
    if weight:
        worth, piece = float(weight[1]) / 100, piece[weight.end() :]
    option, _, feedback = piece.partition("#")
    own, text = _format(option.strip(), format_)
    return Answer(_plain(text, own), own, worth, marked, _said(feedback, format_))


def _said(text: str, format_: str) -> Text:
    """Return a feedback as text."""
    own, text = _format(text.strip(), format_)
    try:
        return _text(_plain(text, own), own) if text else _NOTHING
    except DataError:  # nested too deeply to be read whole
        return _NOTHING


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


def _no_file(_address: str) -> None:
    """Return that there is no file: GIFT holds none but those in an address."""


@dataclass(slots=True)
class _GiftReading:
    """The state of reading: ids, the passage that applies, pictures, and the category."""

    names: Names
    current: CurrentPassage
    files: ExamPictures
    category: str = ""


def _outcome(block: GiftBlock, reading: _GiftReading, place: str) -> Outcome:
    files = reading.files
    id_, passage = reading.names.take(block.id, block.title), reading.current.use()
    if block.kind in _KINDS:
        return LeftOut(place, Reason(_KINDS[block.kind]))
    answers = block.answers
    if not any(answer.marked for answer in answers) and any(answer.worth > 0 for answer in answers):
        return LeftOut(place, Reason("left-several-unmarked"))
    try:
        stem = files.kept(_text(block.stem, block.format), _no_file)
        options = tuple(files.kept(_text(answer.text, answer.format), _no_file) for answer in answers)
    except DataError as error:
        return placed(place, error)
    general, *feedback = (
        files.kept(text, _no_file) for text in (block.general, *(answer.feedback for answer in answers))
    )
    metadata = {
        "title": block.title if block.title != id_ else "",
        "category": reading.category,
        "tags": ", ".join(block.tags),
        "type": "true-false" if block.kind == "truth" else "",
    }
    return question_outcome(
        ExamQuestion(
            *(place, id_, stem, options, tuple(answer.worth for answer in answers), passage, metadata, _NO_KEY),
            feedback=tuple(feedback),
            general=general,
        )
    )


def _id_ok(name: str) -> bool:
    return bool(name) and name == name.strip() and not set(name) & set("[\n") and "\\]" not in name and name[-1] != "\\"


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no GIFT reader would give back."""
    refuse_unholdable(dataset, "GIFT")
    makers = {
        "category": lambda item: f"$CATEGORY: {_escaped(item.metadata.get('category', '')) or TOP[0]}",
        "description": lambda item: (
            f"// [id:{_bracketed(item.passage_id)}]\n{_formatted(item.passage, marks_of(item)[0])}"
        ),
        "question": _written,
    }
    return {"": "".join(f"{makers[kind](item)}\n\n" for kind, item in in_parts(ready(dataset, id_ok=_id_ok))).encode()}


def in_parts(items: Iterable[Item]) -> Iterator[tuple[str, Item]]:
    """Yield what Moodle's files consist of, with the item it is made of: "category", "description" and "question"."""
    category, passage = "", ("", "")
    for item in items:
        own = item.metadata.get("category", "")
        if own != category or (passage[1] and not item.passage):
            yield "category", item
            category, passage = own, ("", "")
        if item.passage and (item.passage_id, item.passage) != passage:
            passage = (item.passage_id, item.passage)
            yield "description", item
        yield "question", item


def _written(item: Item) -> str:
    tags = (tag for tag in tags_of(item) if not set(tag) & set("[]\n\\"))
    marks = " ".join([f"[id:{_bracketed(item.id)}]", *(f"[tag:{tag}]" for tag in tags)])
    title = item.metadata.get("title") or item.id
    head = f"// {marks}\n" + (f"::{_escaped(title)}::" if _is_name(title) else "")
    _, in_question, *in_options = marks_of(item)
    stem = _formatted(item.question, in_question)
    general = f"####[plain]{_escaped(item.metadata[GENERAL])}" if GENERAL in item.metadata else ""
    remarks = [f"#[plain]{_escaped(feedback)}" if feedback else "" for feedback in feedbacks(item)]
    if is_truth(item):
        right, wrong = (remarks[0], remarks[1]) if item.answer == 0 else (remarks[1], remarks[0])
        after = f"{wrong or '#'}{right}" if right else wrong
        return f"{head}{stem}{{{'TRUE' if item.answer == 0 else 'FALSE'}{after}{general}}}"
    credit = [f"%{percent}%" if percent else "" for percent in percents(item)]
    options = "\n".join(
        f"{'=' if place == item.answer else '~'}{credit[place]}{_formatted(option, in_options[place])}{remarks[place]}"
        for place, option in enumerate(item.options)
    )
    return f"{head}{stem}{{\n{options}\n{general}}}"


def _is_name(title: str) -> bool:
    return bool(title) and " ".join(title.split()) == title and "::" not in title and not title.endswith(":")


def is_truth(item: Item) -> bool:
    """Return whether an item is written as a true-false question."""
    return item.metadata.get("type") == "true-false" and item.options == ("True", "False")


def tags_of(item: Item) -> list[str]:
    """Return the tags that an item's metadata lists."""
    return [tag.strip() for tag in item.metadata.get("tags", "").split(",") if tag.strip()]


def _escaped(text: str) -> str:
    return text.translate(_SPECIAL)


def _bracketed(name: str) -> str:
    return name.replace("]", "\\]")


def _formatted(text: str, marks: Marks) -> str:
    """Return a text, as HTML where parts of it are in another type."""
    rich = marks and html_holds(text)
    return f"[html]{_escaped(html_of(text, marks))}" if rich else f"[plain]{_escaped(text)}"


def html_of(text: str, marks: Marks, pictures: Sequence[Picture] = (), folder: str = "") -> str:
    """Return a text as HTML with the type of its parts, and pictures, whose files lie in `folder`."""
    left, source = list(pictures), ""
    for piece, tags in runs(text, marks):
        inner = "".join(
            html.escape(part, quote=False).replace("\n", "<br>")
            if isinstance(part, str)
            else f'<img src="{html.escape(address(part, folder))}" alt="{html.escape(alternative(part))}">'
            for part in cut_at(piece, left)
        )
        source += "".join(f"<{tag}>" for tag in tags) + inner + "".join(f"</{tag}>" for tag in reversed(tags))
    return source


def html_holds(text: str) -> bool:
    """Return whether HTML preserves a text: only single spaces, none at the end of a line."""
    return text == "\n".join(" ".join(line.split()) for line in text.split("\n"))


FORMAT = Format(
    "gift",
    "Moodle GIFT",
    (".gift", ".txt"),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="a description before its questions",
    writers=(Writer("gift", "Moodle GIFT", (".gift",), write),),
    typed=True,
)
