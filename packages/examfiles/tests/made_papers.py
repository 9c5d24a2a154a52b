"""The papers of `papers/` as Word documents, set with what their authors use there, from the pasted text of each.

    made_papers.word("ielts")     the bytes of a .docx

Word numbers questions and options itself, sets instructions in bold, and has tables for clozes, boxes, forms and keys.
A style says, line by line, what each is: the first of its patterns that fits; lines in a row that the same one fits are
one list or one table. Another list of patterns begins at the heading of the key.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm

PAPERS = Path(__file__).parent / "papers"
Setter = Callable[["Paper", Sequence[str]], None]
Style = Sequence[tuple[str, Setter]]


@dataclass(frozen=True)
class Setting:
    """How a paper is set: its running head, the patterns of its lines, those of its key, and the key's heading."""

    head: str
    lines: Style
    key: Style
    key_heading: str
    spaced: bool = False  # its author presses Enter twice, so that empty paragraphs are kept


@dataclass
class Paper:
    """A Word document that is being set."""

    document: Any = field(default_factory=Document)

    def paragraph(self, text: str, style: str | None = None) -> Any:
        """Add a paragraph; what stands between two * is bold, a number between two __ is a gap: underlined."""
        paragraph = self.document.add_paragraph(style=style)
        _fill(paragraph, text)
        return paragraph

    def listed(self, items: Sequence[str], kind: str, label: str, start: int = 1) -> None:
        """Add a list that Word numbers itself, from a number on, each time anew."""
        number = self._numbering(kind, label, start)
        for item in items:
            properties = self.paragraph(item)._p.get_or_add_pPr()
            properties.append(
                parse_xml(
                    f'<w:numPr {nsdecls("w")}><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>',
                )
            )

    def table(self, rows: Sequence[Sequence[str]], *, grid: bool = True) -> None:
        """Add a table whose columns are as wide as their texts want; shorter rows end in empty cells."""
        width = max(map(len, rows))
        table = self.document.add_table(len(rows), width, "Table Grid" if grid else None)
        wide = [max(len(row[place]) if place < len(row) else 0 for row in rows) + 2 for place in range(width)]
        for column, characters in zip(table.columns, wide, strict=True):
            column.width = Cm(16.6 * characters / sum(wide))
        for row, texts in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=False):
                _fill(cell.paragraphs[0], text)
        self.document.add_paragraph()

    def _numbering(self, kind: str, label: str, start: int) -> int:
        numbering = self.document.part.numbering_part.element
        name = len(numbering.findall(qn("w:abstractNum"))) + 100
        abstract = parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{name}"><w:multiLevelType w:val="singleLevel"/>'
            f'<w:lvl w:ilvl="0"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{label}"/>'
            '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl></w:abstractNum>'
        )
        numbering.insert(0, abstract)
        return int(numbering.add_num(name).numId)


def word(name: str) -> bytes:
    """Return a paper as a Word document."""
    setting, paper = SETTINGS[name], Paper()
    paper.document.styles["Normal"].font.name = "Liberation Serif"
    section = paper.document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.2)
    section.header.paragraphs[0].text = setting.head
    _page_number(section.footer.paragraphs[0])
    for setter, lines in _blocks((PAPERS / name / "pasted.txt").read_text("utf-8").splitlines(), setting):
        setter(paper, lines)
    stream = io.BytesIO()
    paper.document.save(stream)
    return stream.getvalue()


def _blocks(lines: Sequence[str], setting: Setting) -> Iterator[tuple[Setter, list[str]]]:
    """Yield what sets each block of lines; an empty line ends one."""
    style, set_ = setting.lines, list[tuple[Setter, str]]()
    for line in lines:
        if line == setting.key_heading:
            style = setting.key
        fitting = (setter for pattern, setter in style if re.match(pattern, line))
        set_.append((next(fitting, plain) if line else nothing, line))
    for setter, block in groupby(set_, key=lambda each: each[0]):
        if setter is not nothing or setting.spaced:
            yield setter, [line for _, line in block]


def _fill(paragraph: Any, text: str) -> None:
    for place, part in enumerate(re.split(r"\*(.+?)\*|__(\d+)__", text)):
        if part:
            run = paragraph.add_run(f"  {part}  " if place % 3 == 2 else part)
            run.bold = place % 3 == 1 or None
            run.underline = place % 3 == 2 or None


def _page_number(paragraph: Any) -> None:
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run = paragraph.add_run("- ")
    for kind in ("begin", "PAGE", "end"):
        if kind == "PAGE":
            text = OxmlElement("w:instrText")
            text.text = kind
            run._r.append(text)
        else:
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), kind)
            run._r.append(mark)
    paragraph.add_run(" -")


# What sets a block of lines. Each is given the lines as they are in the pasted text, with their numbers and letters.


def nothing(paper: Paper, lines: Sequence[str]) -> None:
    """Set empty lines."""
    for _ in lines:
        paper.document.add_paragraph()


def plain(paper: Paper, lines: Sequence[str]) -> None:
    """Set paragraphs."""
    for line in lines:
        paper.paragraph(line)


def bold(paper: Paper, lines: Sequence[str]) -> None:
    """Set instructions, names and words in bold."""
    for line in lines:
        paper.paragraph(f"*{line}*")


def heading(paper: Paper, lines: Sequence[str]) -> None:
    """Set headings of parts."""
    for line in lines:
        paper.paragraph(line, "Heading 2")


def title(paper: Paper, lines: Sequence[str]) -> None:
    """Set titles of texts: bold, in the middle."""
    for line in lines:
        paper.paragraph(f"*{line}*").alignment = WD_ALIGN_PARAGRAPH.CENTER


def bold_label(paper: Paper, lines: Sequence[str]) -> None:
    """Set paragraphs that begin with a letter or a number: that is typed, and bold."""
    for line in lines:
        label, _, text = line.partition("  ")
        paper.paragraph(f"*{label}*\t{text}")


def numbers(label: str) -> Setter:
    """Set questions that Word numbers; where the numbers do not go on, another list begins."""

    def setter(paper: Paper, lines: Sequence[str]) -> None:
        parts = [re.match(r"(\d+)\S?\s+(.*)", line) for line in lines]
        found = [(int(part[1]), part[2]) for part in parts if part]
        for _, run in groupby(enumerate(found), key=lambda each: each[1][0] - each[0]):
            questions = [question for _, question in run]
            paper.listed([text for _, text in questions], "decimal", label, questions[0][0])

    return setter


def letters(label: str, kind: str = "upperLetter") -> Setter:
    """Set options, or a list of which letters are chosen, that Word letters."""

    def setter(paper: Paper, lines: Sequence[str]) -> None:
        paper.listed([re.sub(r"^\S+\s+", "", line) for line in lines], kind, label)

    return setter


def options(label: str, *, more: Setter, kind: str = "upperLetter") -> Setter:
    """Set up to four options as a list that Word letters; `more` sets longer lists."""

    def setter(paper: Paper, lines: Sequence[str]) -> None:
        (letters(label, kind) if len(lines) < 5 else more)(paper, lines)

    return setter


def cells(separator: str = "\t", *, grid: bool = True) -> Setter:
    """Set a table of which a line is a row."""

    def setter(paper: Paper, lines: Sequence[str]) -> None:
        paper.table([re.split(separator, line) for line in lines], grid=grid)

    return setter


def columns(*stops: float) -> Setter:
    """Set lines with tab stops, at centimetres from the left."""

    def setter(paper: Paper, lines: Sequence[str]) -> None:
        for line in lines:
            paragraph = paper.paragraph(re.sub(r"\t|(?<=\S) {2,}(?=\S)", "\t", line))
            for stop in stops:
                paragraph.paragraph_format.tab_stops.add_tab_stop(Cm(stop), WD_TAB_ALIGNMENT.LEFT)

    return setter


def two_by_two(paper: Paper, lines: Sequence[str]) -> None:
    """Set a box of two columns, the first half on the left."""
    half = (len(lines) + 1) // 2
    paper.table([list(row) for row in zip(lines[:half], lines[half:], strict=True)])


def boxes(paper: Paper, lines: Sequence[str]) -> None:
    """Set advertisements in boxes, two in a row."""
    paper.table([lines[place : place + 2] for place in range(0, len(lines), 2)])


def letter_cells(paper: Paper, lines: Sequence[str]) -> None:
    """Set the options of a gap in nine cells: the number, and each letter and word."""
    paper.table([re.split(r"\s+(?=[A-D] )|(?<=\s[A-D])\s", line) for line in lines], grid=False)


def answers(paper: Paper, lines: Sequence[str]) -> None:
    """Set a key as a table of numbers and answers, two pairs in a row."""
    pairs = [re.split(r"(?<=\d) (?!&|\d)", pair, maxsplit=1) for line in lines for pair in re.split(r"\s{2,}", line)]
    half = (len(pairs) + 1) // 2
    paper.table([list(chain(*pairs[place::half])) for place in range(half)])


def answer_lines(paper: Paper, lines: Sequence[str]) -> None:
    """Set each part of a key: letters side by side, words each on a line."""
    for line in lines:
        part, *pairs = re.split(r"\s{2,}", line)
        paper.paragraph(f"*{part}*")
        for text in ["\t".join(pairs)] if all(re.fullmatch(r"\d+ .", pair) for pair in pairs) else pairs:
            paper.paragraph(text)


def answer_rows(paper: Paper, lines: Sequence[str]) -> None:
    """Set each line of a key as a table of two rows: numbers, and below them answers."""
    for line in lines:
        part, _, pairs = line.partition(": ")
        split = [re.match(r"(\d+)\s?(.+)", pair) for pair in pairs.split(", ")]
        paper.paragraph(f"*{part}*")
        paper.table([[pair[1] for pair in split if pair], [pair[2] for pair in split if pair]])


SETTINGS = {
    "ielts": Setting(
        "Academic Reading Practice Test 4",
        (
            (r"READING PASSAGE \d|ACADEMIC READING", heading),
            (r"The Rain Ledgers|The Second Life|Learning to Forget|Forgetting in firms", title),
            (r"Questions \d+|List of|Choose|[A-E]$|Which TWO", bold),
            (r"(?:TRUE|FALSE|NOT GIVEN|YES|NO|Example|Paragraph A)\t", cells(grid=False)),
            (r"[ivx]+\t", letters("%1", "lowerRoman")),
            (r"[A-G]  \w+\t", cells()),
            (r"[A-F]\t", letters("%1")),
            (r"[A-F]  .{120}", bold_label),
            (r"[A-D]  ", letters("%1")),
            (r"\d+  ", numbers("%1")),
        ),
        ((r"\d", answers), (r"\D", bold)),
        "ANSWER KEY",
    ),
    "first": Setting(
        "Reading and Use of English Sample 3",
        (
            (r"Part \d$", heading),
            (r"(?:For questions|You are going|Mark your|Write your|Which person)", bold),
            (r"(?:The museum|Learning to row|A school for|The bell doctor|My student job)", title),
            (r"\d  [A-D] .*  [A-D] ", letter_cells),
            (r".*\t[A-Z]{4,}$", columns(14)),
            (r"[A-Z]+$", bold),
            (r".*\t\d\d \.", cells(r"\t|(?<=\d) (?=\.)", grid=False)),
            (r"[A-D]  \w+$", bold),
            (r"[A-G]  ", options("%1", more=cells("  "))),
            (r"\d\d  ", numbers("%1")),
        ),
        ((r"ANSWER", heading), (r"Part", answer_lines)),
        "ANSWER KEY",
    ),
    "toefl": Setting(
        "Reading Section",
        (
            (r"READING SECTION|Passage \d", heading),
            (r"How Sand Learned|The Price of", title),
            (r"Answer Choices", bold),
            (r"\d+\. ", numbers("%1.")),
            (r"\([A-F]\) ", options("(%1)", more=two_by_two)),
            (r"[A-F]\. ", options("%1.", more=two_by_two)),
        ),
        ((r"ANSWER", heading), (r"Passage", columns(3, 5, 7, 9, 11, 13))),
        "ANSWER KEY",
    ),
    "gaokao": Setting(
        "英语试题",
        (
            (r"普通|英  语|[A-D]$|Four Small|How to Keep", title),
            (r"第.(?:部分|节)", bold),
            (r"\d\d\. A\. ", cells(r"\t|(?<=\d\.) ", grid=False)),
            (r"\d+\. ", numbers("%1.")),
            (r"[A-D]\. .*\t", columns(4, 8, 12)),
            (r"[A-G]\. ", letters("%1.")),
        ),
        ((r"参考", title), (r"第", bold), (r"\d", columns(4, 8, 12))),
        "参考答案",
    ),
    "telc": Setting(
        "Zertifikat Deutsch – Übungstest 2",
        (
            (r"(?:Leseverstehen|Sprachbausteine)", heading),
            (r"Lesen Sie|\d$", bold),
            (r"Der Mann, der|Ein Dorf ohne|Ihre Anzeige", title),
            (r"\t\t|\d\d  .*☐", cells()),
            (r"[a-n]\) \S+\t", cells()),
            (r"[a-j]\) [^.]*$|[a-c]\) .{1,60}$", letters("%1)", "lowerLetter")),
            (r"[a-l]\) ", boxes),
            (r"\d\d a\) ", cells(r"\s(?=[abc]\) )", grid=False)),
            (r"\d+  ", numbers("%1")),
        ),
        ((r"Lösungen", heading), (r".*: \d", answer_rows)),
        "Lösungen",
        spaced=True,
    ),
}
"""How each paper is set."""
