"""An exam on paper: to be printed, as a Word document or one HTML page; and both read back.

Passages under headings, numbered questions with lettered options, an answer sheet, and the key on a page of its own.
Every paragraph says what it is, by its style (`ExamOption`) or class (`exam-option`), so that no text is taken for
something else when the file is read again, also after its author changed it. Paragraphs of other styles (titles, the
answer sheet) are no part of a question; one in plain style is left out, with its place.
"""

import html
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from examfiles.decoding import LIMIT
from examfiles.exams import Marks, evened, marks_of, printed_points, ready, refuse_unholdable, runs
from examfiles.format import Document, Format, Head, Outcome, Sample, Writer
from examfiles.items import Dataset, Item, LeftOut, letter
from examfiles.markup import Mark, Picture, Shown, Text, element_text, joined
from examfiles.pictures import ExamPictures, alternative, cut_at, in_base_64, placed_pictures
from examfiles.question import NUMBER, CurrentPassage, ExamQuestion, Names, Passage, question_outcome, set_in
from examfiles.readers.lms.gift import html_of
from examfiles.reasons import Reason
from examfiles.wording import Wording, slug
from examfiles.xml import parse

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run
    from lxml.etree import _Element

HEAD = "head"
PASSAGE, QUESTION, OPTION, KEY, BREAK, SHEET = "passage", "question", "option", "key", "break", "sheet"
TITLE, FRONT, POINTS = "title", "front", "points"
ROLES = {
    f"Exam{role.capitalize()}": role for role in (TITLE, FRONT, PASSAGE, QUESTION, POINTS, OPTION, KEY, BREAK, SHEET)
}
"""What a paragraph is, by the id of its style."""
_LABEL = re.compile(r"\s*(\d{1,4}|[A-Z]{1,2})\.[\t ]\s*")
_KEYED = re.compile(r"\s*(\d{1,4})\.?\s*([A-Z]{1,2})\s*")
_IN_ROW = 5  # answers on a line of the key
_ROWS = 32  # of the answer sheet, above which it has a second column
_WIDEST = 15.5  # centimetres of a picture
_FONT = {"strong": "bold", "em": "italic", "u": "underline", "s": "strike", "sub": "subscript", "sup": "superscript"}
_FONT["rtl"] = "rtl"
WORDS = ("Exam", "Question", "Questions", "Answer sheet", "Answer key", "Name", "Date", "Points")
"""What is printed around an exam; `printed_words` has each in another language, and names that."""
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>{title}</title>
<style>
@page {{ size: A4; margin: 18mm 20mm 20mm; @bottom-center {{ content: counter(page); font: 9pt sans-serif; }} }}
body {{ font: 11.5pt/1.45 Georgia, "Times New Roman", serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }}
h1, h2 {{ font-family: sans-serif; line-height: 1.2; break-after: avoid; }}
h1, .exam-title {{ font-size: 17pt; }}
.exam-title {{ font-family: sans-serif; font-weight: bold; line-height: 1.2; }}
.exam-points {{ text-align: end; break-before: avoid; break-after: avoid; }}
h2 {{ font-size: 12.5pt; margin: 1.8em 0 .6em; }}
p {{ margin: .5em 0; orphans: 3; widows: 3; }}
.exam-passage {{ text-align: justify; hyphens: auto; }}
.exam-question {{ margin-top: 1.2em; padding-inline-start: 2em; text-indent: -2em; break-after: avoid; }}
.exam-option {{ margin: .2em 0; padding-inline-start: 4em; text-indent: -2em; break-before: avoid; }}
.label {{ display: inline-block; width: 2em; text-indent: 0; }} [dir=rtl] .label {{ text-align: right; }}
.exam-question .label {{ font-weight: bold; }}
.exam-break {{ text-align: center; margin: 1.5em 0; }}
.page {{ break-before: page; }}
table {{ border-collapse: collapse; }}
td {{ padding: .18em .6em; border: 1px solid #777; text-align: center; break-inside: avoid; }}
td p {{ margin: 0; }}
.sheets {{ display: flex; gap: 2em; align-items: start; }}
img {{ max-width: 100%; }}
@media print {{ body {{ margin: 0; padding: 0; max-width: none; }} }}
</style>
</head>
<body class="exam-paper">
<main lang="">
{body}
</main>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class PaperPart:
    """A paragraph of an exam: what it is, its text with its type and pictures, and its number or letter."""

    role: str
    text: Text
    label: str = ""
    at: int = 0


@dataclass(slots=True)
class _OpenQuestion:
    """A question that is being read: its paragraphs, by question and options, and what stood before it."""

    number: str
    at: int
    stem: list[Text]
    passage: Passage | None
    points: str = ""
    options: list[list[Text]] = field(default_factory=list)


def read_parts(parts: Sequence[PaperPart], document: Document, unit: str) -> Iterator[Outcome]:
    """Read the paragraphs of an exam by what each is; places count `unit`s. A paragraph without a label goes on."""
    current, questions, keys = CurrentPassage(), list[_OpenQuestion](), dict[str, str]()
    if head := tuple(part.text.text for part in parts if part.role in {TITLE, FRONT} and part.text):
        yield Head(head)
    for part in parts:
        where = f"{document.where}, {unit} {part.at}"
        if part.role == PASSAGE and part.text:
            yield from current.put(Passage(part.text.text, where, rich=part.text))
        elif part.role == BREAK:
            yield from current.close()
        elif part.role in {QUESTION, OPTION}:
            _add(questions, part, current)
        elif part.role == POINTS and questions and (points := NUMBER.search(part.text.text)):
            questions[-1].points = points[0]
        elif part.role == KEY:
            keys |= dict(_KEYED.findall(part.text.text))
        elif not part.role and part.text:
            yield LeftOut(where, Reason("left-plain-paragraph", {"text": part.text.text[:60]}), questions=0)
    yield from current.close()
    names = Names(PurePosixPath(document.name).stem)
    for question in questions:
        where = f"{document.where}, {unit} {question.at} (question {question.number})"
        options = tuple(map(joined, question.options))
        key = keys.get(question.number, "")
        worths = tuple(float(letter(place) == key) for place in range(len(options)))
        id_ = names.take(title=question.number)
        told = {"points": question.points} if question.points else {}
        yield question_outcome(ExamQuestion(where, id_, joined(question.stem), options, worths, question.passage, told))


def _add(questions: list[_OpenQuestion], part: PaperPart, current: CurrentPassage) -> None:
    """Add a paragraph of a question: one with a number begins it, one with a letter begins an option."""
    match = None if part.label else _LABEL.match(part.text.text)
    text, label = (_cut(part.text, match.end()), match[1]) if match else (part.text, part.label)
    if not questions or (part.role == QUESTION and label):
        questions.append(_OpenQuestion(label or "1", part.at, [], current.use()))
    last = questions[-1]
    if part.role == OPTION and (label or not last.options):
        last.options.append([text])
    else:
        (last.options[-1] if last.options else last.stem).append(text)


def _cut(text: Text, start: int) -> Text:
    """Return a text without its beginning."""
    marks = (Mark(each.tag, max(each.start - start, 0), each.end - start) for each in text.marks if each.end > start)
    return set_in(text.text[start:], list(marks), text.flattened)


@dataclass(frozen=True, slots=True)
class _PassageGroup:
    """A passage, its paragraphs each with its type and pictures, and the questions on it with their numbers."""

    paragraphs: tuple[tuple[str, Marks, tuple[Picture, ...]], ...]
    questions: tuple[tuple[int, Item], ...]

    def title(self, words: Mapping[str, str]) -> str:
        """Return which questions these are."""
        first, last = self.questions[0][0], self.questions[-1][0]
        return f"{words['Question']} {first}" if first == last else f"{words['Questions']} {first}\u2013{last}"


def _groups(items: Iterable[Item]) -> list[_PassageGroup]:
    groups: list[tuple[Item, list[tuple[int, Item]]]] = []
    for number, item in enumerate(items, start=1):
        if not groups or (item.passage_id, item.passage) != (groups[-1][0].passage_id, groups[-1][0].passage):
            groups.append((item, []))
        groups[-1][1].append((number, item))
    return [_PassageGroup(tuple(_paragraphs(first)), tuple(numbered)) for first, numbered in groups]


def _paragraphs(item: Item) -> Iterator[tuple[str, Marks, tuple[Picture, ...]]]:
    """Yield the paragraphs of a passage, which blank lines separate."""
    marks, pictures, at = marks_of(item)[0], list(placed_pictures(item)[0]), 0
    for text in item.passage.split("\n\n") if item.passage else ():
        end = at + len(text)
        inner = [
            Mark(m.tag, max(m.start, at) - at, min(m.end, end) - at) for m in marks if m.start < end and m.end > at
        ]
        shown = list[Picture]()
        while pictures and pictures[0].label in text[sum(len(each.label) for each in shown) :]:
            shown.append(pictures.pop(0))
        yield text, tuple(inner), tuple(shown)
        at = end + 2


def _columns(items: Sequence[Item]) -> list[list[tuple[int, Item]]]:
    """Return the numbered questions in the columns of the answer sheet."""
    columns = -(-len(items) // _ROWS)
    size = -(-len(items) // columns)
    numbered = list(enumerate(items, start=1))
    return [numbered[start : start + size] for start in range(0, len(items), size)]


def _title(dataset: Dataset, words: Mapping[str, str]) -> tuple[str, str]:
    """Return the title of an exam, and the line for a candidate's name."""
    name_line = f"{words['Name']}: {'_' * 30} {words['Date']}: {'_' * 15}"
    return _even(" ".join(dataset.head[:1]) or dataset.name) or words["Exam"], name_line


def _even(line: str) -> str:
    return re.sub(r"[\x00-\x1f]", " ", line).strip()


def _front(dataset: Dataset, title: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield what stands above the questions, each with its role: HEAD is a title of ours, which no reader keeps.

    An exam with a line or a cell to fill in keeps it in place of ours.
    """
    yield (TITLE if dataset.head else HEAD), title
    yield from ((FRONT, line) for line in map(_even, dataset.head[1:]) if line)
    if not any("__" in line for line in dataset.head):
        yield SHEET, name


@dataclass(frozen=True, slots=True)
class _Printed:
    """A paragraph to be printed; HEAD is the title above a passage. `ends`: whether it is the last of a question.

    `rtl`: whether it is written from right to left, as all options of a question are, numbers too.
    """

    role: str
    text: str
    marks: Marks = ()
    pictures: Sequence[Picture] = ()
    label: str = ""
    ends: bool = False
    rtl: bool = False


def _from_right(text: str) -> bool:
    """Say whether the first letter of a text is of Arabic, Hebrew and the like."""
    ways = map(unicodedata.bidirectional, text)
    return next((way for way in ways if way in {"L", "R", "AL"}), "L") != "L"


def _printed(items: Sequence[Item], words: Mapping[str, str]) -> Iterator[_Printed]:
    """Yield what candidates are shown, in its order."""
    for place, group in enumerate(_groups(items)):
        if group.paragraphs:
            yield _Printed(HEAD, group.title(words))
        elif place:
            yield _Printed(BREAK, "* * *")
        yield from (_Printed(PASSAGE, *each, rtl=_from_right(each[0])) for each in group.paragraphs)
        for number, item in group.questions:
            _, in_question, *in_options = placed_pictures(item)
            _, marks, *option_marks = marks_of(item)
            rtl = _from_right(" ".join((item.question, *item.options)))
            yield _Printed(QUESTION, item.question, marks, in_question, str(number), rtl=rtl)
            if points := printed_points(item):
                yield _Printed(POINTS, f"({words['Points']}: {points})", rtl=rtl)
            for at, option in enumerate(item.options):
                ends = at == len(item.options) - 1
                yield _Printed(OPTION, option, option_marks[at], in_options[at], letter(at), ends, rtl)


_ENGLISH = dict(zip(WORDS, WORDS, strict=True)) | {"language": "en"}


def printed_words(words: Wording) -> dict[str, str]:
    """Return what is printed around an exam, by the English words.

    >>> from examfiles.wording import wording
    >>> printed_words(wording("de"))["Answer sheet"]
    'Antwortbogen'
    """
    return {name: words.say(f"printed-{slug(name)}") for name in WORDS} | {"language": words.language}


def write_page(dataset: Dataset, words: Mapping[str, str] = _ENGLISH) -> Mapping[str, bytes]:
    """Write an exam as one HTML page to print. Raises DataError for what no reader would give back."""
    refuse_unholdable(dataset, "HTML")
    items, lines = ready(dataset, evened), list[str]()
    title, name = map(html.escape, _title(dataset, words))
    sheet, key, name = words["Answer sheet"], words["Answer key"], f'<p class="exam-sheet">{name}</p>'
    for role, text in _front(dataset, *_title(dataset, words)):
        line = html.escape(text)
        lines.append(f"<h1>{line}</h1>" if role == HEAD else f'<p class="exam-{role}">{line}</p>')
    for each in _printed(items, words):
        text = _in_page(each.text, each.marks, each.pictures, dataset.pictures)
        label = f'<span class="label" dir="ltr">{each.label}.</span> ' if each.label else ""
        way = ' dir="rtl"' if each.rtl else ""
        lines.append(f"<h2>{text}</h2>" if each.role == HEAD else f'<p class="exam-{each.role}"{way}>{label}{text}</p>')
    lines += [f'<h1 class="page">{sheet}: {title}</h1>', name, '<div class="sheets">']
    lines += [_table([_choices(*each) for each in column]) for column in _columns(items)]
    lines += ["</div>", f'<h1 class="page">{key}: {title}</h1>']
    lines.append(_table([[f'<p class="exam-key">{key}</p>' for key in row] for row in _keys(items)]))
    return {"": _PAGE.format(language=words["language"], title=title, body="\n".join(lines)).encode()}


def _table(rows: Iterable[Iterable[str]]) -> str:
    return f"<table>{''.join(f'<tr>{_cells(row)}</tr>' for row in rows)}</table>"


def _cells(row: Iterable[str]) -> str:
    return "".join(f"<td>{cell}</td>" for cell in row)


def _choices(number: int, item: Item) -> list[str]:
    """Return a row of the answer sheet: the number of a question, and its letters."""
    return [str(number), *map(letter, range(len(item.options)))]


def _in_page(text: str, marks: Marks, pictures: Sequence[Picture], files: Mapping[str, bytes]) -> str:
    source = html_of(text, marks, pictures, "").replace("<br>", "<br/>")
    for each in pictures:
        if each.file in files:
            kind = PurePosixPath(each.file).suffix[1:].replace("jpg", "jpeg").replace("svg", "svg+xml")
            data = f"data:image/{kind};base64,{in_base_64(files[each.file])}"
            source = source.replace(f'src="/{html.escape(each.file)}"', f'src="{data}"', 1)
    return re.sub(r'(<img [^>]*)">', r'\1"/>', source)


def _keys(items: Sequence[Item]) -> list[list[str]]:
    keys = [f"{number}. {item.answer_letter}" for number, item in enumerate(items, start=1)]
    return [keys[start : start + _IN_ROW] for start in range(0, len(keys), _IN_ROW)]


def sniff(sample: Sample) -> bool:
    """Recognise a page that was written here; other pages are not read."""
    return b'<body class="exam-paper">' in sample.data


def read(document: Document) -> Iterator[Outcome]:
    """Read a page that was written here."""
    files = ExamPictures(document.picture is not None)
    root = parse(document.data, document.where)
    parts = []
    for at, element in enumerate(root.iter("p"), start=1):
        role = (element.get("class") or "").removeprefix("exam-")
        labelled = next((each for each in element if each.get("class") == "label"), None)
        text = element_text(element, _without(labelled))
        label = "" if labelled is None else (labelled.text or "").rstrip(".")
        known = role if f"Exam{role.capitalize()}" in ROLES else ""
        parts.append(PaperPart(known, files.kept(text, lambda _address: None), label, at))
    yield from read_parts(parts, document, "paragraph")
    yield from files.outcomes()


def _without(label: "_Element | None") -> Shown:
    return lambda element: "" if element is label else None


def write_document(dataset: Dataset, words: Mapping[str, str] = _ENGLISH) -> Mapping[str, bytes]:
    """Write an exam as a Word document to print. Raises DataError for what no reader would give back."""
    import docx
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Cm

    refuse_unholdable(dataset, "Word document")
    items, word = ready(dataset), docx.Document()
    _styles(word)
    section, (title, name) = word.sections[0], _title(dataset, words)
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.5)
    section.top_margin = section.bottom_margin = Cm(2)
    footer = section.footer.paragraphs[0]
    footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
    footer._p.append(OxmlElement("w:fldSimple", attrs={qn("w:instr"): "PAGE"}))
    word.core_properties.title, word.core_properties.author = title, ""
    for role, text in _front(dataset, title, name):
        if role == HEAD:
            word.add_heading(text, 1)
        else:
            word.add_paragraph(text, style=f"Exam {role.capitalize()}")
    for each in _printed(items, words):
        if each.role == HEAD:
            word.add_heading(each.text, 2)
        else:
            _put(word, each, dataset.pictures)
    _new_page(word, f"{words['Answer sheet']}: {title}")
    word.add_paragraph(name, style="Exam Sheet")
    _add_sheet(word, items)
    _new_page(word, f"{words['Answer key']}: {title}")
    rows = _keys(items)
    table = word.add_table(len(rows), len(rows[0]), "Table Grid")
    for row, keys in enumerate(rows):
        for at, key in enumerate(keys):
            _fill(table.cell(row, at), key, KEY)
    buffer = io.BytesIO()
    word.save(buffer)
    return {"": buffer.getvalue()}


def _add_sheet(word: "WordDocument", items: Sequence[Item]) -> None:
    from docx.shared import Cm

    columns = _columns(items)
    widths = [1 + max(len(item.options) for _, item in column) for column in columns]
    sheet = word.add_table(len(columns[0]), sum(widths), "Table Grid")
    sheet.autofit = False
    for place, column in enumerate(columns):
        left = sum(widths[:place])
        for row, (number, item) in enumerate(column):
            for at, text in enumerate(_choices(number, item)):
                cell = sheet.cell(row, left + at)
                cell.width = Cm(0.75 if at else 1.1)
                _fill(cell, text, SHEET).bold = not at


def _styles(word: "WordDocument") -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm, Pt

    normal: Any = word.styles["Normal"]
    normal.font.size, normal.font.name = Pt(11), "Calibri"
    spaces = {PASSAGE: (0, 6), QUESTION: (10, 3), OPTION: (0, 2), KEY: (2, 2), BREAK: (12, 12), SHEET: (1, 1)}
    spaces |= {TITLE: (12, 6), FRONT: (0, 4), POINTS: (0, 2)}
    for name, role in ROLES.items():
        style: Any = word.styles.add_style(f"Exam {role.capitalize()}", WD_STYLE_TYPE.PARAGRAPH)
        assert style.style_id == name
        style.base_style, style.quick_style = normal, True
        form = style.paragraph_format
        form.space_before, form.space_after = map(Pt, spaces[role])
        form.keep_together, form.keep_with_next = role in {QUESTION, OPTION}, role in {TITLE, QUESTION, POINTS}
        if role == TITLE:
            style.font.size, style.font.bold = Pt(16), True
        if role == POINTS:
            form.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        if role in {QUESTION, OPTION}:
            indent = Cm(0.9) if role == QUESTION else Cm(1.8)
            form.left_indent, form.first_line_indent = indent, Cm(-0.9)
            form.tab_stops.add_tab_stop(indent)
        if role in {KEY, SHEET, BREAK}:
            form.alignment = WD_ALIGN_PARAGRAPH.CENTER


def _new_page(word: "WordDocument", title: str) -> None:
    word.add_heading(title, 1).paragraph_format.page_break_before = True


def _fill(cell: Any, text: str, role: str) -> "Run":
    cell.paragraphs[0].style = f"Exam {role.capitalize()}"
    run: Run = cell.paragraphs[0].add_run(text)
    return run


def _put(word: "WordDocument", printed: _Printed, files: Mapping[str, bytes]) -> None:
    """Add a paragraph with the type of its parts and its pictures; all of a question keeps together."""
    from docx.oxml import OxmlElement

    paragraph = word.add_paragraph(style=f"Exam {printed.role.capitalize()}")
    paragraph.paragraph_format.keep_with_next = (printed.role == OPTION and not printed.ends) or None
    if printed.label:
        paragraph.add_run(f"{printed.label}.\t").bold = printed.role == QUESTION
    if printed.rtl:
        paragraph.paragraph_format.element.get_or_add_pPr().append(OxmlElement("w:bidi"))
    left, way = list(printed.pictures), ("rtl",) if printed.rtl else ()
    for piece, tags in runs(printed.text, printed.marks):
        for part in cut_at(piece, left):
            if isinstance(part, str):
                _set(paragraph.add_run(part), (*tags, *way))
            elif not _shows(paragraph, part, files):
                _set(paragraph.add_run(part.label), tags)


def _set(run: "Run", tags: Sequence[str]) -> None:
    from docx.enum.text import WD_COLOR_INDEX

    for tag in tags:
        if tag == "mark":
            run.font.highlight_color = WD_COLOR_INDEX.YELLOW
        else:
            setattr(run.font, _FONT[tag], True)  # one that is set to nothing would undo another
            if "rtl" in tags and tag in {"strong", "em"}:
                setattr(run.font, f"cs_{_FONT[tag]}", True)


def _shows(paragraph: "Paragraph", picture: Picture, files: Mapping[str, bytes]) -> bool:
    """Add a picture; False where there is none, it is damaged, or Word does not show its kind."""
    from docx.image.exceptions import InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError
    from docx.shared import Cm, Emu

    if picture.file not in files:
        return False
    try:
        shown = paragraph.add_run().add_picture(io.BytesIO(files[picture.file]))
    except (InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError, ZeroDivisionError):
        return False
    if shown.width > Cm(_WIDEST):
        shown.width, shown.height = Cm(_WIDEST), Emu(int(shown.height * Cm(_WIDEST) / shown.width))
    properties: Any = shown._inline.docPr
    properties.set("descr", alternative(picture))
    properties.set("name", alternative(picture))
    return True


FORMAT = Format(
    "html",
    "HTML to print",
    (".html", ".htm"),
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="the paragraphs before its questions",
    writers=(Writer("html", "HTML to print", (".html",), write_page, printed=True),),
)
