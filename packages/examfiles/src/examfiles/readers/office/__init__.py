"""Documents of word processors: their paragraphs and tables as typed lines, for the reader of typed exams.

A table with a heading row that names a question and its options becomes a question for each of its rows; any other
table a line for each row, its cells one after the other, where a first cell that is only a label (`A`, `1.`) labels the
rest. Pictures are named where they stood: `[image: …]`.

The tables of Moodle's Word template are questions of their own: the first row has the text and a type (`MC`), rows of
two cells the settings, and below a heading row stand an option, what is said of it and its worth in percent, then what
is said of the whole. Above the table are the question's name and, in a heading, its category.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from examfiles.errors import DataError
from examfiles.format import Document, Outcome, PlacedItem, Remark, excerpt, placed
from examfiles.items import LETTERS, LeftOut
from examfiles.limits import check_options
from examfiles.markup import ORDINAL, Mark, Picture, Text, joined
from examfiles.pictures import MISSING, PICTURES, ExamPictures, labels_in
from examfiles.pictures import lines_of as lines_of_pictures
from examfiles.question import (
    UNREAD,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    formatting_of,
    places,
    question_outcome,
    set_in,
)
from examfiles.readers.office.paper import OPTION, SHEET, PaperPart, read_parts
from examfiles.readers.typed import read_lines
from examfiles.readers.typed.instructions import is_example, is_verdict
from examfiles.readers.typed.line import Line, counts_up
from examfiles.readers.typed.markdown import question_lines
from examfiles.readers.typed.statements import is_head_of_rows
from examfiles.reasons import Reason

if TYPE_CHECKING:
    from lxml.etree import _Element

_GAP = re.compile(r" {2,}(?=\[(?:image|note)\b)|(\[(?:image|note)\b[^\]\n]{0,999}\] ) +")
_TAGS = {"bold": "strong", "italic": "em", "underline": "u", "highlight": "mark"}
_PICTURE = re.compile(r" \[(?:image|note)\b[^\]\n]{0,999}\] ")
_NUMBER_ALONE = re.compile(r"\d{1,3}(?:\s?[&\u2013-]\s?\d{1,3})?\.?")
_BOXES = frozenset("\u2610\u2611\u2612\u25a1\u25a2\u25ef\u25cb")
_LONGEST_KEY = 40  # characters of a key in a table of them
_LONGEST_CELL = 120  # characters of a cell of a row that is one line
_NUMBERED = re.compile(r"\(?\d{1,3}[.)]?")
_LABEL = re.compile(r"\(?(?:[A-Za-z]|[ivx]{2,5}|\d{1,3})[.):]?\)?")
_GRADE = re.compile(r"-?\d{1,3}(?:[.,]\d{1,7})?\s?%?")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a paragraph in one type: its text, the ways in which it is set off, and how it is raised or struck."""

    text: str
    marks: frozenset[str] = frozenset()
    shape: frozenset[str] = frozenset()  # "sub", "sup" or "s"


SHAPES = frozenset({"sub", "sup", "s", "equation"})


def piece(text: str, ways: frozenset[str]) -> Piece:
    """Return a piece; what is raised begins with ^, as in HTML, unless it is the ending of an ordinal.

    >>> piece("2", frozenset({"sup"})).text, piece("nd", frozenset({"sup"})).text
    ('^2', 'nd')
    """
    raised = "sup" in ways and text.strip().lower() not in {"", *ORDINAL}
    return Piece(f"^{text}" if raised else text, ways - SHAPES, ways & SHAPES)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: what numbers it in its list (`1.`, `b)`), its pieces, and what its style says it is (`paper`).

    `series`: its list and its level, which count together.
    """

    pieces: tuple[Piece, ...]
    label: str = ""
    role: str = ""
    series: str = ""


Row = tuple[tuple[Paragraph, ...], ...]  # the paragraphs of each cell


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: its rows."""

    rows: tuple[Row, ...]


Block = Paragraph | PageTable
Drawn = tuple[str, str, bytes]
"""A picture: its label in the text, the name of its file, and the file, empty where there is none."""


def read_flow(blocks: Sequence[Block], pictures: Sequence[Drawn], document: Document) -> Iterator[Outcome]:
    """Read the questions of a document; places count its paragraphs, rows of tables among them."""
    paragraphs = list(flat(blocks))
    if any(each.role == OPTION for each in paragraphs):
        parts = [PaperPart(each.role, rich(each.pieces), at=at) for at, each in enumerate(paragraphs, start=1)]
        outcomes = read_parts(parts, document, "paragraph")
    elif any(isinstance(block, PageTable) and _type_of(block) for block in blocks):
        outcomes = _read_moodle_tables(blocks, document)
    else:
        lines = list(lines_of(with_letters(blocks)))
        outcomes = _with_type(read_lines(lines, document, "paragraph", paragraphs=True), blocks)
    if document.picture is None or not pictures:
        yield from outcomes
        return
    files = ExamPictures(keep=True)
    names: dict[str, set[str]] = {}
    for label, file, data in pictures:
        names.setdefault(label, set()).add(files.put(file, data))
    for outcome in outcomes:
        yield _with_pictures(outcome, names) if isinstance(outcome, PlacedItem) else outcome
    yield from files.outcomes()


def beside(texts: Mapping[str, Iterable["_Element"]], where: str) -> Iterator[Outcome]:
    """Yield a remark on what the parts of a document beside its text say, each text once."""
    whole = dict.fromkeys(" ".join(" ".join(part.text or "" for part in parts).split()) for parts in texts.values())
    if quoted := [f"\u201c{excerpt(text)}\u201d" for text in whole if re.search(r"[^\W\d_]{2}|\d\W*[A-Za-z]\b", text)]:
        yield Remark(Reason("note-beside-text", {"where": where, "parts": ", ".join(quoted)}))


def _typed_lines(blocks: Sequence[Block]) -> Iterator[Text]:
    """Yield the lines of a document with the type of their parts; those of tables and headings say so."""
    for block in blocks:
        for paragraph in flat([block]):
            layout = ("table",) * isinstance(block, PageTable) + ("heading",) * (paragraph.role == SHEET)
            for line in map(rich, _lines(paragraph.pieces)):
                yield replace(line, flattened=(*line.flattened, *layout))


def _with_type(outcomes: Iterator[Outcome], blocks: Sequence[Block]) -> Iterator[Outcome]:
    """Yield outcomes, items with the type of their parts, found by their text: an item's stands after that before it.

    Options whose type is the key are set off by it, and not formatted. Tables and headings are told of passages alone:
    elsewhere they are how an exam is laid out.
    """
    lines = list(_typed_lines(blocks))
    at, keyed, before = 0, False, ""
    for outcome in outcomes:
        keyed = keyed or (isinstance(outcome, Remark) and outcome.note.code == "note-key-set-off")
        if not isinstance(outcome, PlacedItem):
            yield outcome
            continue
        item, texts, unread = outcome.item, list[Text](), list[str]()
        called = places(len(item.options))
        for place, text in enumerate((item.passage, item.question, *item.options)):
            marks, names, end = _marks_in(text, lines, 0 if not place and text == before else at)
            names = [name for name in names if not place or name not in {"table", "heading"}]
            unread += [f"{called[place]}: {', '.join(names)}"] if names else []
            at = end if place or text != before else at
            texts.append(set_in(text, [m for m in marks if not (keyed and place > 1 and m.end - m.start == len(text))]))
        before = item.passage
        metadata = {**item.metadata, **formatting_of(texts, item.metadata.get("emphasised", ""))}
        metadata |= {UNREAD: "; ".join(unread)} if unread else {}
        yield replace(outcome, item=replace(item, metadata=metadata))


def _marks_in(text: str, lines: Sequence[Text], start: int) -> tuple[list[Mark], list[str], int]:
    """Return the marks of a text's lines, and what else they say, found from `start` on, and where the last one is."""
    marks, names, at = list[Mark](), dict[str, None](), 0
    for line in text.split("\n"):
        ends = (place for place in range(start, len(lines)) if line and lines[place].text.endswith(line))
        if (place := next(ends, None)) is not None:
            cut = len(lines[place].text) - len(line)
            inside = (m for m in lines[place].marks if m.end > cut)
            marks += [Mark(m.tag, at + max(m.start - cut, 0), at + m.end - cut) for m in inside]
            names |= dict.fromkeys(lines[place].flattened)
            start = place
        at += len(line) + 1
    return marks, list(names), start


def _with_pictures(outcome: PlacedItem, names: Mapping[str, set[str]]) -> PlacedItem:
    """Return an item with its pictures; of several that are called the same it cannot be told which one it shows."""
    item = outcome.item
    labels = [label for text in (item.passage, item.question, *item.options) for label in labels_in(text, names)]
    shown = [Picture(label, next(iter(names[label])) if len(names[label]) == 1 else MISSING) for label in labels]
    metadata = {**item.metadata, PICTURES: lines_of_pictures(shown)} if shown else item.metadata
    return replace(outcome, item=replace(item, metadata=metadata))


def flat(blocks: Sequence[Block]) -> Iterator[Paragraph]:
    """Yield the paragraphs of blocks, those in tables included."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block
        else:
            yield from (paragraph for row in block.rows for cell in row for paragraph in cell)


def lines_of(blocks: Sequence[Block]) -> Iterator[Line]:
    """Yield the lines of a document."""
    for block in blocks:
        yield from _paragraph_lines(block) if isinstance(block, Paragraph) else _grid_lines(block)


def with_letters(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with letters before the options that a list inside another numbers, as their questions are.

    Each run of its entries stands right below an entry of one other list.
    """
    listed = [(at, each) for at, each in enumerate(blocks) if isinstance(each, PageTable) or _says(each)]
    runs: dict[str, list[tuple[str, list[int]]]] = {}
    above = ""
    for series, group in groupby(listed, lambda one: "" if isinstance(one[1], PageTable) else one[1].series):
        places = [at for at, _ in group]
        runs.setdefault(series, []).append((above, places))
        above = series
    result = list(blocks)
    for series, own in runs.items():
        places = [at for _, run in own for at in run]
        inner = len({outer for outer, _ in own}) == 1 and own[0][0] and series and min(len(run) for _, run in own) > 1
        texts = [(_label_of(blocks[at]), _text_of(blocks[at])) for at in places]
        asks = sum(text.endswith(("?", "\uff1f")) for _, text in texts)
        outer = [at for _, run in runs[own[0][0]] for at in run] if inner else []
        if (
            inner
            and asks * 2 < len(texts)
            and all(_NUMBERED.fullmatch(_label_of(blocks[at])) for at in (*places, *outer))
        ):
            for _, run in own:
                for own_letter, at in zip(LETTERS, run, strict=False):
                    entry = blocks[at]
                    result[at] = replace(entry, label=f"{own_letter}.") if isinstance(entry, Paragraph) else entry
    return result


def _says(paragraph: Paragraph) -> bool:
    return any(each.text.strip() for each in paragraph.pieces)


def _label_of(block: Block) -> str:
    return block.label if isinstance(block, Paragraph) else ""


def _text_of(block: Block) -> str:
    return rich(block.pieces).text if isinstance(block, Paragraph) else ""


def _paragraph_lines(paragraph: Paragraph) -> Iterator[Line]:
    """Yield the lines of a paragraph, of which there are several where line breaks stand in it."""
    for place, pieces in enumerate(_lines(paragraph.pieces)):
        yield _line(pieces, paragraph.label if not place else "")


def _lines(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return the pieces of a paragraph by its lines."""
    lines: list[list[Piece]] = [[]]
    for each in pieces:
        first, *rest = re.split(r"[\n\v]", each.text)
        lines[-1].append(replace(each, text=first))
        lines += [[replace(each, text=text)] for text in rest]
    return lines


def _line(pieces: Sequence[Piece], label: str) -> Line:
    text = _GAP.sub(lambda gap: gap[1] or " ", "".join(piece.text for piece in pieces)).strip()
    own = _own(pieces)
    marks = frozenset.intersection(*(piece.marks for piece in own)) if own else frozenset()
    set_off = [piece.marks for piece in pieces if piece.marks and piece.text.strip()] if not marks else []
    ways = frozenset.intersection(*set_off) if set_off else frozenset()
    return Line(f"{label} {text}" if label else text, marks, tuple(_emphasised(pieces)) if set_off else (), ways)


def rich(pieces: Sequence[Piece]) -> Text:
    """Return the pieces of a paragraph as text with the type of its parts."""
    text, marks, flattened, gap = "", list[Mark](), list[str](), False
    for each in pieces:
        picture = _PICTURE.fullmatch(each.text)
        part = each.text.lstrip(" ") if (picture and text[-1:].isspace()) or gap else each.text
        gap = bool(picture)
        tags = [*(_TAGS[way] for way in each.marks if way in _TAGS), *(each.shape - {"equation"})]
        flattened += ["equation"] if "equation" in each.shape else []
        marks += [Mark(tag, len(text), len(text) + len(part)) for tag in tags]
        flattened += ["colour"] if "colour" in each.marks and part.strip() else []
        text += part
    whole, ahead = text.strip(), len(text) - len(text.lstrip())
    moved = [Mark(m.tag, max(m.start - ahead, 0), min(m.end - ahead, len(whole))) for m in marks]
    return set_in(whole, moved, tuple(dict.fromkeys(flattened)))


def _own(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with text behind a typed label: `B. ` itself is often in plain type."""
    whole = "".join(piece.text for piece in pieces)
    label = re.match(r"\s*\(?[^\W_]{1,2}[.)]\s*", whole)
    start, own = label.end() if label else 0, []
    for piece in pieces:
        rest = piece.text[start:] if start > 0 else piece.text
        start -= len(piece.text)
        if re.search(r"\w", rest):
            own.append(piece)
    return own


def _emphasised(pieces: Sequence[Piece]) -> Iterator[str]:
    run = ""
    for piece in (*pieces, Piece("")):
        if piece.marks:
            run += piece.text
        elif run and (piece.text.strip() or piece is not pieces[-1]):
            if run.strip():
                yield run.strip()
            run = ""


def _grid_lines(grid: PageTable) -> Iterator[Line]:
    texts = [
        [" ".join(" ".join(line.text for part in cell for line in _paragraph_lines(part)).split()) for cell in row]
        for row in grid.rows
    ]
    if questions := question_lines(texts):
        yield from chain.from_iterable(questions)
        return
    keys = [_key_line(numbers, letters) for numbers, letters in zip(texts[::2], texts[1::2], strict=False)]
    if len(texts) % 2 == 0 and all(keys):
        yield from map(Line, keys)
        return
    for cells in grid.rows:
        yield from _row_lines(cells)
    yield Line("")


def _key_line(numbers: Sequence[str], letters: Sequence[str]) -> str:
    """Return two rows of a table, numbers over letters, as `1. B  2. A`; an empty text where they are none.

    A cell in front may say what they are.
    """
    pairs = list(zip(numbers, letters, strict=False))
    pairs = [(number.strip("."), key) for number, key in pairs[len(pairs) > 2 and not pairs[0][0][:1].isdigit() :]]
    fits = len(numbers) == len(letters) and all(
        number.isdigit() and key and len(key) <= _LONGEST_KEY and not key.isdigit() for number, key in pairs
    )
    fits = fits and (all(len(key) == 1 for _, key in pairs) or counts_up([int(number) for number, _ in pairs]))
    return "  ".join(f"{number}. {key}" for number, key in pairs) if fits and len(pairs) > 1 else ""


def _row_lines(row: Row) -> Iterator[Line]:
    """Yield the lines of a row of any other table."""
    cells = [[line for paragraph in cell for line in _paragraph_lines(paragraph) if line.text] for cell in row]
    filled = [cell for cell in cells if cell]
    if (whole := _as_row([line.text for cell in filled for line in cell])) and len(filled) == sum(map(len, filled)):
        yield Line(whole)
        yield from (Line("") for _ in filled[1:])
        return
    if filled and len(filled) > 1 and len(filled[0]) == 1 and _LABEL.fullmatch(filled[0][0].text):
        label = filled[0][0].text
        label = label if label.endswith((".", ")", ":")) else f"{label}."
        first, *others = filled[1]
        yield replace(first, text=f"{label} {first.text}")
        filled = [others, *filled[2:]]
    for cell in filled:
        yield from cell


def _as_row(cells: Sequence[str]) -> str:
    r"""Return the cells of a row that are one line of a paper; an empty text for any other row.

    These are the options of a gap, each with its letter, a statement and boxes, a verdict and its meaning, and keys
    with their numbers.

    >>> _as_row(["1", "A", "has", "B", "takes", "C", "gets"]), _as_row(["27", "B", "33", "NO"]), _as_row(["Ann", "Bo"])
    ('1. A. has\tB. takes\tC. gets', '27 B\t33 NO', '')
    """
    if len(cells) < 2 or any(len(cell) > _LONGEST_CELL for cell in cells[1:]):
        return ""
    numbers = [bool(_NUMBER_ALONE.fullmatch(cell)) for cell in cells]
    if numbers[0] and (options := _row_options(cells[1:])):
        return f"{cells[0].strip(' .')}. " + "\t".join(options)
    if len(cells) > 3 and all(numbers[::2]) and not any(numbers[1::2]):
        return "\t".join(f"{number.strip(' .')} {key}" for number, key in zip(cells[::2], cells[1::2], strict=False))
    if numbers[0] and len(cells) > 2 and _is_line(cells[1:]):
        return f"{cells[0].strip(' .')}. " + "\t".join(cells[1:])
    return "\t".join(cells) if not numbers[0] and _is_line(cells) else ""


def _is_line(cells: Sequence[str]) -> bool:
    """Say whether cells are one line: a statement and boxes, verdicts or its number, what a verdict means, an example.

    So is the heading of a column of statements.
    """
    behind = re.fullmatch(r"\d{1,3}\s?[._\u2026\s]{0,99}", " ".join(cells[1:])) and re.search(r"[^\W\d_]{2}", cells[0])
    ticks = len(cells) > 2 and all(cell[:1] in _BOXES and (len(cell) < 3 or is_verdict(cell[1:])) for cell in cells[1:])
    boxes = ticks or cells[0] in _BOXES
    verdicts = all(is_verdict(part) for cell in cells[1:] for part in cell.split("/"))
    rows = is_head_of_rows(cells[0]) or (verdicts and not is_verdict(cells[0]))
    meaning = is_verdict(cells[0]) and (re.match(r"(?:if|wenn|si)\b", cells[1]) or all(map(is_verdict, cells)))
    return bool(is_example(cells[0]) or behind or boxes or meaning or rows)


def _row_options(cells: Sequence[str]) -> list[str]:
    """Return the options of a gap, as `A. has`, three or more; their letters may have cells of their own."""
    if all(re.fullmatch(r"\(?[A-Za-z][).]?", cell) for cell in cells[::2]) and len(cells) % 2 == 0:
        cells = [f"{label.strip('(). ')}. {text}" for label, text in zip(cells[::2], cells[1::2], strict=True)]
    lettered = [re.match(r"\(?([A-Za-z])(?:[).:]|\s)\s*(\S.*)", cell) for cell in cells]
    letters = "".join(match[1] for match in lettered if match).upper()
    if len(cells) < 3 or letters != "ABCDEFGH"[: len(cells)]:
        return []
    return [f"{match[1]}. {match[2]}" for match in lettered if match]


_SETTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "default mark": ("points", {"1": ""}),
    "shuffle": ("shuffle", {"yes": "true", "no": ""}),
    "number the choices": ("numbering", {"a": "abc", "A": "", "1": "123", "i": "iii", "0": "none"}),
    "penalty": ("penalty", {"33.3": "", "100": "1", "50": "0.5", "25": "0.25", "20": "0.2", "10": "0.1"}),
    "id number": ("id", {}),
    "general": ("feedback", {}),
    "correct": ("feedback_right", {}),
    "incorrect": ("feedback_wrong", {}),
    "partially": ("feedback_partial", {}),
    "hint ": ("hint", {}),
    "tags": ("tags", {}),
}
"""How labels of Moodle's table begin, by metadata, and values that Moodle XML writes otherwise."""
_OWN_ORDER = ("feedback", "feedback_right", "feedback_wrong")
"""What stands below the options in any language."""
_MOODLE_TYPES = {
    **dict.fromkeys(("MC", "MA", "TF", "DE"), ""),
    "MS": "left-several",
    "ES": "left-essay",
    "SA": "left-short-answer",
    "NUM": "left-numerical",
    "MAT": "left-matching",
    "CL": "left-cloze",
    "CA": "left-calculated",
    "CS": "left-calculated",
    "CM": "left-calculated-choice",
    "MW": "left-gaps-lists",
    "DDT": "left-gaps-words",
    "DDI": "left-picture-gaps",
    "DDM": "left-picture-place",
}
"""The types of questions in Moodle's table, and why one is left out."""


def _type_of(table: PageTable) -> str:
    """Return the type of the question in a table of Moodle's template; empty for any other table."""
    first = table.rows[0] if table.rows else ()
    code = _cell(first[-1]).text.upper() if len(first) == 2 else ""
    return code if code in _MOODLE_TYPES and any(len(row) == 4 for row in table.rows) else ""


def _cell(cell: Sequence[Paragraph]) -> Text:
    return joined(rich((Piece(f"{each.label} "), *each.pieces)) for each in cell)


def _read_moodle_tables(blocks: Sequence[Block], document: Document) -> Iterator[Outcome]:
    """Read a document of Moodle's tables; other paragraphs than names and categories are left out."""
    names, current, category, at = Names(PurePosixPath(document.name).stem), CurrentPassage(), "", 1
    above: list[tuple[int, str, bool]] = []
    for block in (*blocks, PageTable(())):  # the last one takes what is above the end
        start, paragraphs = at, list(flat([block]))
        at += len(paragraphs)
        kind = "" if isinstance(block, Paragraph) else _type_of(block)
        if isinstance(block, Paragraph) or (block.rows and not kind):
            text = " ".join(_cell(paragraphs).text.split())
            above += [(start, text, isinstance(block, Paragraph) and bool(block.role))] if text else []
            continue
        title = above.pop()[1] if kind and above else ""
        for place, text, heading in above:
            if heading:
                category = text
                yield from current.close()
            else:
                reason = Reason("left-outside-table", {"line": text[:80]})
                yield LeftOut(f"{document.where}, paragraph {place}", reason, questions=0)
        above = []
        if kind:
            where = f"{document.where}, paragraph {start}"
            metadata = {"title": title, "category": category, **_moodle_settings(block)}
            yield from _moodle_question(block, where, metadata, names=names, current=current)
    yield from current.close()


def _moodle_question(
    table: PageTable, where: str, metadata: dict[str, str], *, names: Names, current: CurrentPassage
) -> Iterator[Outcome]:
    kind, stem = _type_of(table), _cell(table.rows[0][0])
    general, title, id_ = Text(metadata.pop("feedback", "")), metadata["title"], metadata.pop("id", "")
    if kind == "DE":
        yield from current.put(Passage(stem.text, where, id_ or title or None, rich=stem))
        return
    name, passage = names.take(id_, title), current.use()
    if _MOODLE_TYPES[kind]:
        yield LeftOut(where, Reason(_MOODLE_TYPES[kind]))
        return
    rows = [row for row in table.rows if len(row) == 4 and _GRADE.fullmatch(_cell(row[3]).text)]
    options, feedback = (tuple(_cell(row[place]) for row in rows) for place in (1, 2))
    worths = tuple(float(_cell(row[3]).text.strip("% ").replace(",", ".")) / 100 for row in rows)
    metadata |= {"title": "" if title == name else title, "type": "true-false" if kind == "TF" else ""}
    if kind == "MA" and sum(worth > 0 for worth in worths) != 1:
        yield LeftOut(where, Reason("left-several"))
        return
    if kind == "MA":
        yield Remark(Reason("note-several-one-right", {"where": where}))
    try:
        check_options(len(options))
        question = ExamQuestion(where, name, stem, options, worths, passage, metadata)
        yield question_outcome(replace(question, feedback=feedback, general=general))
    except DataError as error:
        yield placed(where, error)


def _moodle_settings(table: PageTable) -> dict[str, str]:
    """Return what a table says beside its options, by metadata; what nobody reads is named."""
    metadata, unread, behind = dict[str, str](), list[str](), 0
    for row in table.rows[1:]:
        texts = [_cell(cell).text for cell in row]
        if len(row) == 2:
            label, value = texts
        elif len(row) == 4 and texts[1] and not texts[0] and not texts[3]:
            label, value = texts[1:3]
        else:
            continue
        name, values = next((_SETTINGS[each] for each in _SETTINGS if label.lower().startswith(each)), ("", {}))
        if not name and len(row) == 4 and behind < len(_OWN_ORDER):
            name = _OWN_ORDER[behind]
        behind += len(row) == 4
        name = f"hint_{sum(each.startswith('hint_') for each in metadata) + 1}" if name == "hint" else name
        value = values.get(value, values.get(value.lower(), value))
        if name and value:
            metadata[name] = value
        elif value.lower() not in {"", "no"} and not name:
            unread.append(label.strip(" :"))
    return metadata | ({UNREAD: ", ".join(unread)} if unread else {})


def roman(number: int) -> str:
    """Write a number from 1 to 3,999 in small Roman numerals; any other in digits.

    >>> roman(4), roman(1994), roman(0)
    ('iv', 'mcmxciv', '0')
    """
    if not 0 < number < 4000:
        return str(number)
    text = ""
    for value, sign in _ROMAN:
        text += sign * (number // value)
        number %= value
    return text
