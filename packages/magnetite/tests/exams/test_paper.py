"""Exams on paper, and what a file says beside its text: written, read back, and measured against the source file."""

import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from examfiles import read, write
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite import convert
from magnetite.experiments.flags.versions import movable, versions_of

PASSAGE = "Ida kept a lighthouse on the northern coast for thirty years, and wrote down every ship that passed.\n\nx^2."
ITEMS = (
    Item("1", "p1", PASSAGE, "What did Ida keep?", ("a farm", "a lighthouse", "a shop"), 1),
    Item("2", "p1", PASSAGE, "How long did she stay?\nCount again.", ("A. ten years", "*thirty years", "2. a week"), 1),
    Item("3", "p2", "", "Which is NOT a tower?", ("1. a spire", "a well", "All of the above"), 2),
)
TYPED = {
    "formatting": "passage 11 u lighthouse\npassage 83 em ship that passed.  x\npassage 103 sup ^2\nA 2 strong farm\n"
    "B 0 sub a\nB 2 s lighthouse\nC 0 mark a shop"
}
QUIZ = """<quiz><question type="description"><name><text>T</text></name><questiontext format="html"><text><![CDATA[
<p>Ida kept a <u>lighthouse</u> for thirty years, and wrote down <em>every</em> <b><i>single</i> ship</b> that passed
on the northern coast, until 1987.</p><p>H<sub>2</sub>O, m<sup>2</sup>, the 1<sup>st</sup>.</p>%s]]></text>
</questiontext></question><question type="multichoice"><name><text>a</text></name><questiontext format="html"><text>
<![CDATA[<p>What does the <u>underlined</u> word mean?</p>]]></text></questiontext>
<defaultgrade>3.0000000</defaultgrade>
<penalty>0.5</penalty><single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>none</answernumbering>
<correctfeedback format="html"><text>Well done</text></correctfeedback><incorrectfeedback format="html"><text>Read again
</text></incorrectfeedback><partiallycorrectfeedback><text>Your answer is partially correct.</text>
</partiallycorrectfeedback><answer fraction="100" format="html"><text><![CDATA[a <em>tower</em>]]></text><feedback>
<text>Yes</text></feedback></answer><answer fraction="0"><text>a farm</text></answer><hint format="html"><text>Line 1
</text></hint><hint format="html"><text>Word 4</text></hint>%s</question></quiz>"""


def quiz(tmp_path: Path, passage: str = "", question: str = "") -> Path:
    path = tmp_path / "source.xml"
    path.write_text(QUIZ % (passage, question), encoding="utf-8")
    return path


Letters = list[tuple[str, frozenset[str]]]


def letters(text: str, *, plain: bool) -> Letters:
    """Return every letter of a text with the elements that set its type."""
    if plain:
        return [(each, frozenset()) for each in text if not each.isspace()]
    same = {"b": "strong", "i": "em"}
    found: Letters = []

    def walk(element: Any, tags: frozenset[str]) -> None:
        own = tags | ({same.get(element.tag, element.tag)} - {"html", "body", "p", "br"})
        found.extend((each, own) for each in element.text or "" if not each.isspace())
        for child in element:
            walk(child, own)
            found.extend((each, own) for each in child.tail or "" if not each.isspace())

    walk(etree.fromstring(text or "<p></p>", etree.HTMLParser()), frozenset())
    return found


def said(path: Path) -> dict[str, list[Letters]]:
    """Return what every element of a Moodle file says, by the names of the element and those around it."""
    elements: dict[str, list[Letters]] = {}
    tree = etree.parse(path)
    for element in tree.getroot().iter():
        inner = element.find("text")
        text = (element if inner is None else inner).text or ""
        if element.tag not in {"quiz", "question", "text"} and text.strip():
            plain = element.get("format") == "plain_text" or inner is None
            text = re.sub(r"\.0+$", "", text.strip()) if inner is None else text
            name = re.sub(r"\[\d+\]", "", tree.getpath(element)) + str(element.get("fraction", ""))
            elements.setdefault(name, []).append(letters(text, plain=plain))
    return elements


def test_a_moodle_file_is_written_back_with_all_that_every_element_of_its_source_says(tmp_path: Path) -> None:
    source, copy = quiz(tmp_path), tmp_path / "copy.xml"
    assert write(read(source), copy, "moodle-xml") == ()
    here, there = said(source), said(copy)
    filled_in = {"/quiz/question/partiallycorrectfeedback"}  # by Moodle itself, in its own words
    lacking = {name for name, texts in here.items() for text in texts if text not in there.get(name, [])}
    assert lacking == filled_in
    assert len(here) > 12
    assert read(copy).items == read(source).items


@pytest.mark.parametrize(
    ("passage", "question", "said"),
    [
        ("<table><tr><th>Year</th><td>1986</td></tr></table>", "", r"\(passage: table\)"),
        ("<ul><li>a lamp</li></ul>", "", r"\(passage: ul\)"),
        ("<h3>The end</h3>", "", r"\(passage: h3\)"),
        ('<p style="color: red">Red.</p>', "", r"\(passage: colour\)"),
        ("", "<graderinfo><text>For teachers</text></graderinfo>", r"\(graderinfo\)"),
        ("", "<hint><text>Once more</text><clearwrong/></hint>", r"\(hint with clearwrong\)"),
    ],
)
@pytest.mark.parametrize("name", ["copy.xml", "copy.jsonl"])
def test_what_a_source_says_and_nobody_reads_is_refused_by_name(
    tmp_path: Path, passage: str, question: str, said: str, name: str
) -> None:
    source, copy = quiz(tmp_path, passage, question), tmp_path / name
    form = "moodle-xml" if name == "copy.xml" else None
    with pytest.raises(UsageError, match=rf"1 item has what Magnetite does not read {said} \('a'\)"):
        write(read(source), copy, form)
    assert not copy.exists()
    assert write(read(source), copy, form, lose=True) != ()


def test_moodles_own_words_and_numbers_are_no_loss(tmp_path: Path) -> None:
    words = (
        "<correctfeedback><text>Your answer is correct.</text></correctfeedback><defaultgrade>1.0000000</defaultgrade>"
    )
    path = tmp_path / "plain.xml"
    path.write_text(
        f'<quiz><question type="multichoice"><questiontext><text>Who?</text></questiontext>{words}'
        '<answer fraction="100"><text>Ann</text></answer><answer fraction="0"><text>Bo</text></answer>'
        "</question></quiz>"
    )
    assert [dict(item.metadata) for item in read(path, passage_needed=False)] == [{}]


@pytest.mark.parametrize("form", ["qti-2.2", "qti-3.0", "gift", "jsonl", "csv", "docx", "html"])
def test_type_is_kept_in_every_format_that_has_it(tmp_path: Path, form: str) -> None:
    item = replace(ITEMS[0], metadata=TYPED if "qti" not in form else {"formatting": TYPED["formatting"][:-16]})
    path = tmp_path / f"copy.{'zip' if 'qti' in form else form}"
    write(Dataset("x", (item,)), path, form, lose=True)
    if form == "gift":  # a blank line in HTML is none in GIFT
        item = replace(item, metadata=read(path, passage_needed=False)[0].metadata)
    back = read(path, passage_needed=False)[0]
    assert back.metadata["formatting"] == item.metadata["formatting"]
    assert (back.options, back.question) == (item.options, item.question)


def test_type_that_has_no_place_is_named(tmp_path: Path) -> None:
    item = replace(ITEMS[0], passage="", metadata={"formatting": "A 2 u farm"})
    with pytest.raises(UsageError, match=r"1 item has parts in another type \('1'\): it is left out"):
        write(Dataset("x", (item,)), tmp_path / "copy.txt", "aiken")


@pytest.mark.parametrize("ending", ["docx", "html"])
def test_an_exam_on_paper_reads_back_with_nothing_lost(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"exam.{ending}"
    told = write(Dataset("The lamp", ITEMS), path)
    assert all("a passage id" in each for each in told)
    back = read(path, passage_needed=False)
    assert [replace(item, passage_id="") for item in back] == [replace(item, passage_id="") for item in ITEMS]
    assert back.skipped == ()


def test_the_page_has_passages_numbers_letters_an_answer_sheet_and_a_key_of_its_own(tmp_path: Path) -> None:
    write(Dataset("The lamp", ITEMS), tmp_path / "exam.html")
    page = (tmp_path / "exam.html").read_text("utf-8")
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition("<body")[2]))
    assert "Questions 1–2 Ida kept a lighthouse" in shown
    assert "1. What did Ida keep? A. a farm B. a lighthouse C. a shop 2. How" in shown
    assert "Answer sheet: The lamp Name:" in shown
    assert shown.rstrip().endswith("Answer key: The lamp 1. B 2. B 3. C")
    assert page.count('class="page"') == 2
    assert "http" not in page


def test_a_document_holds_its_key_in_a_table_on_a_page_of_its_own(tmp_path: Path) -> None:
    import docx as library

    write(Dataset("The lamp", ITEMS), tmp_path / "exam.docx")
    document = library.Document(tmp_path / "exam.docx")
    heads = [each for each in document.paragraphs if each.paragraph_format.page_break_before]
    assert [each.text for each in heads] == ["Answer sheet: The lamp", "Answer key: The lamp"]
    assert [cell.text for cell in document.tables[-1].rows[0].cells] == ["1. B", "2. B", "3. C"]
    questions = [each for each in document.paragraphs if each.style.name == "Exam Question"]
    assert all(each.style.paragraph_format.keep_with_next for each in questions)


ARABIC = Item(
    "1",
    "p",
    "\u0627\u062d\u062a\u0641\u0638\u062a \u0633\u0644\u0645\u0649 \u0628\u0645\u0646\u0627\u0631\u0629.",
    "\u0645\u062a\u0649\u061f",
    ("1987", "\u0627\u0644\u0622\u0646."),
    1,
    metadata={"formatting": "B 0 strong \u0627\u0644\u0622\u0646"},
)


@pytest.mark.parametrize("ending", ["docx", "html"])
def test_what_is_written_from_right_to_left_is_printed_so_with_the_numbers_among_its_options(
    tmp_path: Path, ending: str
) -> None:
    latin = replace(ITEMS[0], id="2")
    write(Dataset("exam", (ARABIC, latin)), tmp_path / f"exam.{ending}")
    assert [(item.question, item.options, item.answer) for item in read(tmp_path / f"exam.{ending}")] == [
        (item.question, item.options, item.answer) for item in (ARABIC, latin)
    ]
    if ending == "html":
        page = (tmp_path / "exam.html").read_text("utf-8")
        turned = [
            role for role, way in re.findall(r'class="exam-(passage|question|option)"( dir="rtl")?>', page) if way
        ]
    else:
        source = zipfile.ZipFile(tmp_path / "exam.docx").read("word/document.xml").decode()
        turned = [role.lower() for role in re.findall(r'"Exam(\w+)"/>(?:<w:keepNext/>)?<w:bidi/>', source)]
        assert "<w:b/><w:bCs/>" in source  # what is bold in a text from right to left
    assert turned == ["passage", "question", "option", "option"]


def test_a_paragraph_in_plain_style_is_left_out_by_name(tmp_path: Path) -> None:
    import docx as library

    write(Dataset("The lamp", ITEMS), tmp_path / "exam.docx")
    document = library.Document(tmp_path / "exam.docx")
    document.add_paragraph("Ask Jo about this")
    document.save(tmp_path / "exam.docx")
    left = read(tmp_path / "exam.docx", passage_needed=False).skipped
    assert [(each.reason.code, each.reason.values["text"]) for each in left] == [
        ("left-plain-paragraph", "Ask Jo about this")
    ]


def test_versions_move_what_may_move_and_the_key_and_feedback_with_it() -> None:
    marked = {"feedback_b": "Yes.", "credit": "50, 100, 0", "formatting": "A 2 u farm\nB 0 em a"}
    exam = Dataset("x", (replace(ITEMS[0], metadata=marked), ITEMS[2]))
    first, second, third = versions_of(exam, 3, seed=5)
    assert first.items == exam.items
    for version in (second, third):
        item = version.items[0]
        assert item.options != exam.items[0].options
        assert sorted(item.options) == sorted(exam.items[0].options)
        assert item.options[item.answer or 0] == "a lighthouse"
        at = "ABC"[item.answer or 0]
        assert item.metadata[f"feedback_{at.lower()}"] == "Yes."
        assert item.metadata["credit"].split(", ")["ABC".index(at)] == "100"
        assert f"{at} 0 em a" in item.metadata["formatting"]
        assert f"{'ABC'[item.options.index('a farm')]} 2 u farm" in item.metadata["formatting"]
    assert versions_of(exam, 3, seed=5)[1].items == second.items


@pytest.mark.parametrize(
    ("question", "options", "free"),
    [
        ("When?", ("in 1990", "in 1991", "in 1992"), []),
        ("How long?", ("10", "20", "30", "All of the above"), []),
        ("Who?", ("Ann", "Bo", "Cy", "All of the above"), [0, 1, 2]),
        ("Who?", ("Ann", "Bo", "Both A and B"), []),
        ("Is it so?", ("True", "False"), []),
        ("Which follows option B?", ("Ann", "Bo"), []),
        ("Who?", ("Ann", "Bo", "None of these"), [0, 1]),
        ("Who?", ("A man", "Vitamin C", "an owl"), [0, 1, 2]),
    ],
)
def test_an_order_that_says_something_stays(question: str, options: tuple[str, ...], free: list[int]) -> None:
    assert movable(Item("q", "p", "", question, options, 0)) == free


def test_versions_are_files_with_numbers_none_of_which_is_replaced(tmp_path: Path) -> None:
    exam = Dataset("x", ITEMS)
    done = convert(exam, tmp_path / "exam.docx", versions=2, seed=3)
    assert [each.path.name for each in done.versions] == ["exam-1.docx", "exam-2.docx"]
    keys = [[item.options[item.answer] for item in read(each.path, passage_needed=False)] for each in done.versions]
    assert keys[0] == keys[1] == ["a lighthouse", "*thirty years", "All of the above"]
    with pytest.raises(UsageError, match=r"exam-1\.docx: exists already"):
        convert(exam, tmp_path / "exam.docx", versions=2)


@pytest.mark.parametrize("ending", ["html", "docx"])
def test_the_words_around_a_printed_exam_are_those_of_its_language(tmp_path: Path, ending: str) -> None:
    write(Dataset("x", ITEMS), tmp_path / "exam.jsonl")
    convert(tmp_path / "exam.jsonl", to=tmp_path / f"a.{ending}", versions=2, language="de")
    text = (tmp_path / "a-2.html").read_text() if ending == "html" else ""
    if ending == "docx":
        with zipfile.ZipFile(tmp_path / "a-2.docx") as archive:
            text = archive.read("word/document.xml").decode()
    text = re.sub("<[^>]*>", " ", text.partition("<body")[2] or text)
    for words in ("Datum: __", "Fragen 1–2", "Antwortbogen: exam, Fassung 2", "Lösungen: exam, Fassung 2"):
        assert words in text
    assert not re.search(r"Question|Answer|Version|Date", text)
    assert [item.question for item in read(tmp_path / f"a-2.{ending}", passage_needed=False)] == [
        item.question for item in ITEMS
    ]
    with pytest.raises(UsageError, match=r"language de: Moodle GIFT has no headings"):
        convert(tmp_path / "exam.jsonl", to=tmp_path / "a.gift", language="de")


def test_the_type_of_a_typed_document_is_kept_but_not_where_it_is_the_key(tmp_path: Path) -> None:
    import docx as library

    document = library.Document()
    document.add_paragraph("Ida kept a ").add_run("lighthouse").underline = True
    document.paragraphs[-1].add_run(" on the coast.")
    question = document.add_paragraph("1. Which year was ")
    question.add_run("not").italic = True
    question.add_run(" mentioned, in m")
    question.add_run("2").font.superscript = True
    for number, option in enumerate(("A. a lamp", "B. a lighthouse", "C. a ")):
        document.add_paragraph().add_run(option).bold = number == 1
    document.paragraphs[-1].add_run("ship").italic = True
    document.save(tmp_path / "typed.docx")
    (item,) = read(tmp_path / "typed.docx", passage_needed=False)
    assert (item.passage, item.question) == (
        "Ida kept a lighthouse on the coast.",
        "Which year was not mentioned, in m^2",
    )
    assert (item.options, item.answer) == (("a lamp", "a lighthouse", "a ship"), 1)
    assert item.metadata["formatting"].split("\n") == [
        "passage 11 u lighthouse",
        "question 15 em not",
        "question 34 sup ^2",
        "C 2 em ship",
    ]


def test_a_damaged_picture_is_named_and_stops_nothing(tmp_path: Path) -> None:
    name = "lamp-000000000000.png"
    item = replace(ITEMS[0], question="[image: a lamp] What?", metadata={"pictures": f"{name} [image: a lamp]"})
    exam = Dataset("x", (item,), pictures={name: b"\x89PNG\r\n\x1a\n"})
    with pytest.raises(UsageError, match="1 item has a picture, sound or film that is not carried over"):
        write(exam, tmp_path / "exam.docx")


HEAD = ("Reading Test 3: <The Tower>", "Answer all questions.", "Name: ________ Class: ____ Score: __/20")


@pytest.mark.parametrize("name", ["exam.docx", "exam.html"])
def test_a_printed_exam_keeps_its_head_and_the_points_of_its_questions(tmp_path: Path, name: str) -> None:
    points = ({"points": "2"}, {}, {"points": "0.5"})
    items = [replace(item, metadata=told) for item, told in zip(ITEMS, points, strict=True)]
    exam = Dataset("file-7", tuple(items), head=HEAD)
    told: list[Any] = []
    write(exam, tmp_path / name, first=told.append)
    assert told[0].lost == ()
    assert not any("above the questions" in line or "points" in line for line in told[0].changed)
    back = read(tmp_path / name, passage_needed=False)
    assert back.head == HEAD
    assert [dict(item.metadata) for item in back] == [*points]
    assert [(item.question, item.options) for item in back] == [(item.question, item.options) for item in ITEMS]
    assert "file-7" not in printed(tmp_path / name)
    assert printed(tmp_path / name).count("Date:") == 1  # on the answer sheet; the exam has its own line


@pytest.mark.parametrize("name", ["exam.docx", "exam.html"])
def test_an_exam_without_a_head_is_printed_under_its_name_with_a_line_for_a_candidates(
    tmp_path: Path, name: str
) -> None:
    write(Dataset("file-7", ITEMS), tmp_path / name)
    assert read(tmp_path / name, passage_needed=False).head == ()
    assert "file-7" in printed(tmp_path / name)
    assert printed(tmp_path / name).count("Date:") == 2


@pytest.mark.parametrize("name", ["exam.xml", "exam.jsonl", "exam.gift"])
def test_a_head_that_a_format_does_not_keep_is_named_and_refuses_nothing(tmp_path: Path, name: str) -> None:
    told: list[Any] = []
    write(Dataset("file-7", ITEMS, head=HEAD), tmp_path / name, first=told.append, lose=True)
    assert any("Lines above the questions" in line and "<The Tower>" in line for line in told[0].changed)
    assert not any("Lines above the questions" in line for line in told[0].lost)


def printed(path: Path) -> str:
    """Return the text of a printed exam."""
    if path.suffix == ".html":
        return re.sub("<[^>]*>", "", path.read_text("utf-8"))
    with zipfile.ZipFile(path) as archive:
        return re.sub("<[^>]*>", "", archive.read("word/document.xml").decode())
