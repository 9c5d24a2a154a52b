"""What a file says, element by element: each one is written back as the source has it, or named before anything is.

The elements are those that the formats define, so that none is passed over in silence: QTI's and XHTML's in a QTI item,
and what Word and OpenDocument put around text.
"""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from examfiles import read, write
from examfiles.errors import DataError, UsageError
from examfiles.xml import local
from tests.test_exam_writing import WRITERS, differences

Letters = list[tuple[str, frozenset[str]]]

ABOUT = (
    "Ida kept a lighthouse on the northern coast for thirty years, and wrote down every ship that passed there by day."
)
SAME = {"b": "strong", "i": "em", "dfn": "em", "ins": "u", "del": "s", "strike": "s"}
PLAIN = frozenset(
    [
        "hr",
        "body",
        "div",
        "p",
        "span",
        "br",
        "section",
        "article",
        "aside",
        "footer",
        "header",
        "hgroup",
        "nav",
        "main",
        "itemBody",
        "stimulusBody",
        "prompt",
        "simpleChoice",
        "contentBody",
        "modalFeedback",
        "col",
        "colgroup",
        "rb",
        "figure",
        "rbc",
        "rtc",
        "legend",
        "fieldset",
        "address",
        "time",
        "label",
        "center",
        "data",
        "output",
        "choiceInteraction",
        "assessmentItem",
        "assessmentStimulus",
        "title",
        "feedbackInline",
    ]
)
"""Elements that say nothing of their text but where a line of it begins."""
XHTML = [
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "audio",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "iframe",
    "ins",
    "kbd",
    "label",
    "li",
    "map",
    "mark",
    "math",
    "menu",
    "nav",
    "object",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "td",
    "textarea",
    "th",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "video",
]
PARENTS = {"dd": "dl", "dt": "dl", "li": "ul", "td": "table", "th": "table", "tr": "table", "rp": "ruby", "rt": "ruby"}
PARENTS |= {"summary": "details"}
KEPT = {"b", "del", "dfn", "em", "i", "ins", "s", "strike", "strong", "sub", "sup", "u"}


def letters(element: Any) -> Letters:
    """Return every letter below an element with the elements that set its type."""
    found: Letters = []

    def walk(part: Any, tags: frozenset[str]) -> None:
        name = SAME.get(local(part), local(part))
        style = part.get("style") or ""
        own = {"underline": "u", "line-through": "s"}.get(style.rpartition(": ")[2], name)
        tags |= {own} - PLAIN if own != "sup" else {"sup"}
        found.extend((each, tags) for each in part.text or "" if not each.isspace())
        for child in part:
            walk(child, tags)
            found.extend((each, tags) for each in child.tail or "" if not each.isspace())

    walk(element, frozenset())
    return found


def texts_of(package: bytes) -> list[Letters]:
    """Return what the texts of a package say: of its passages, and of its questions, options and feedback."""
    with zipfile.ZipFile(BytesIO(package)) as archive:
        roots = [etree.fromstring(archive.read(name)) for name in archive.namelist() if "/" in name]
    names = {"stimulusBody", "prompt", "simpleChoice", "modalFeedback"}
    return [letters(each) for root in roots for each in root.iter() if local(each) in names]


def item(passage: str = "", question: str = "", option: str = "", parts: str = "", more: str = "") -> str:
    return (
        '<assessmentItem identifier="i" title="i"><responseDeclaration identifier="R" cardinality="single" '
        'baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>'
        f"{parts}<itemBody><p>{ABOUT}</p>{passage}<choiceInteraction responseIdentifier='R' {more}><prompt>What was it?"
        f"{question}</prompt><simpleChoice identifier='A' fixed='true'>a tower{option}</simpleChoice>"
        "<simpleChoice identifier='B'>a farm</simpleChoice></choiceInteraction></itemBody></assessmentItem>"
    )


def outcome(source: Path, form: str = "qti-2.2") -> bytes | str:
    """Return what is written of a source, or what is said to be lost."""
    try:
        exam = read(source, passage_needed=False)
    except DataError as error:
        return "left out: " + "; ".join(left.reason.code for left in error.left)
    lost = differences(WRITERS[form], exam).lost
    return " ".join(lost) or WRITERS[form].write(exam)[""]


@pytest.mark.parametrize("place", ["passage", "question", "option"])
def test_every_element_of_xhtml_in_an_item_is_kept_or_named(tmp_path: Path, place: str) -> None:
    kept = set()
    for name in XHTML:
        source = tmp_path / "item.xml"
        inner = "" if name in {"br", "hr"} else "<td>zebra</td>" if name in {"table", "tr"} else "zebra"
        made, parent = f"<{name}>{inner}</{name}>", PARENTS.get(name, "")
        made = f"<{parent}>{made}</{parent}>" if parent else made
        source.write_text(item(**{place: made}), encoding="utf-8")
        found = outcome(source)
        if isinstance(found, str):
            named = rf"does not read \([^)]*: (?:\w+, )*{parent or name}\b|a picture, sound|parts in another type"
            assert re.search(named, found), f"{name}: {found}"
            continue
        root = etree.parse(source).getroot()
        body = next(each for each in root if local(each) == "itemBody")
        (asked,) = (each for each in body.iter() if local(each) == "prompt")
        options = [letters(each) for each in body.iter() if local(each) == "simpleChoice"]
        around = [pair for pair in letters(body) if pair[0]][: -sum(map(len, [letters(asked), *options]))]
        assert texts_of(found) == [around, letters(asked), *options], name
        kept |= {name} - PLAIN
    assert kept == KEPT


ITEM_PARTS = [
    ("<modalFeedback outcomeIdentifier='F' identifier='x' showHide='show'>zebra</modalFeedback>", "modalFeedback"),
    ("<modalFeedback outcomeIdentifier='F' identifier='A' showHide='hide'>zebra</modalFeedback>", "modalFeedback"),
    ("<companionMaterialsInfo><calculator>zebra</calculator></companionMaterialsInfo>", "companionMaterialsInfo"),
    ("<catalogInfo><catalog id='c'>zebra</catalog></catalogInfo>", "catalogInfo"),
    ("<templateDeclaration identifier='t'/>", "templateDeclaration"),
    ("<templateProcessing/>", "templateProcessing"),
    ("<contextDeclaration identifier='c'/>", "contextDeclaration"),
    ("<apipAccessibility>zebra</apipAccessibility>", "apipAccessibility"),
]
BODY_PARTS = [
    ("<rubricBlock view='scorer'><p>zebra</p></rubricBlock>", "rubricBlock"),
    ("<infoControl title='t'><p>zebra</p></infoControl>", "infoControl"),
    ("<feedbackBlock outcomeIdentifier='F' identifier='x' showHide='show'>zebra</feedbackBlock>", "feedbackBlock"),
    (
        "<p><feedbackInline outcomeIdentifier='F' identifier='x' showHide='show'>zebra</feedbackInline></p>",
        "feedbackInline",
    ),
    ("<templateBlock templateIdentifier='t' identifier='x' showHide='show'>zebra</templateBlock>", "templateBlock"),
    (
        "<p><templateInline templateIdentifier='t' identifier='x' showHide='show'>zebra</templateInline></p>",
        "templateInline",
    ),
    ("<p><printedVariable identifier='t'/></p>", "left out: left-drawn-anew"),
    ("<p style='color: red'>zebra</p>", "colour"),
]


@pytest.mark.parametrize(
    ("made", "named"),
    [
        *((item(parts=part), name) for part, name in ITEM_PARTS),
        *((item(passage=part), name) for part, name in BODY_PARTS),
        (item(more="shuffle='true'"), "fixed"),
    ],
)
def test_every_part_of_an_item_that_nobody_reads_is_named(tmp_path: Path, made: str, named: str) -> None:
    for hyphens in (False, True):
        source = tmp_path / f"item{hyphens}.xml"
        text = re.sub(r"(</?)([a-z]+[A-Z]\w*)", lambda match: match[1] + _hyphened(match[2]), made) if hyphens else made
        source.write_text(text, encoding="utf-8")
        assert named in str(outcome(source, "qti-3.0"))


def _hyphened(name: str) -> str:
    return "qti-" + re.sub(r"[A-Z]", lambda capital: f"-{capital[0].lower()}", name)


def test_what_a_test_says_of_its_questions_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "i.xml").write_text(item(), encoding="utf-8")
    (tmp_path / "test.xml").write_text(
        "<assessmentTest identifier='t' title='T'><timeLimits maxTime='600'/><testPart identifier='p'>"
        "<assessmentSection identifier='s'><selection select='1'/><assessmentItemRef identifier='i' href='i.xml'>"
        "<weight identifier='w' "
        "value='2'/></assessmentItemRef></assessmentSection></testPart></assessmentTest>",
        encoding="utf-8",
    )
    (note,) = [note for note in read(tmp_path).notes if note.code == "note-settings-left"]
    assert note.values["settings"] == "timeLimits 600, selection 1, weight w 2"


ITEM_12 = """<questestinterop><assessment ident="a" title="A">%s<section ident="s"><item ident="i">%s<presentation>
<material><mattext texttype="text/html">What was &lt;u&gt;it&lt;/u&gt;?</mattext></material><response_lid ident="R">
<render_choice%s><response_label ident="A" rshuffle="No"><material><matemtext>a tower</matemtext></material>
</response_label><response_label ident="B"><material><mattext>a farm</mattext></material></response_label>
</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="R">A
</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing>%s</item></section></assessment>
</questestinterop>"""


@pytest.mark.parametrize("form", ["qti-2.2", "qti-3.0", "moodle-xml", "jsonl"])
def test_an_item_of_version_1_is_written_with_the_type_of_its_parts(tmp_path: Path, form: str) -> None:
    source = tmp_path / "a.xml"
    source.write_text(ITEM_12 % ("", "", "", ""), encoding="utf-8")
    copy = tmp_path / f"copy.{'zip' if 'qti' in form else 'xml' if 'xml' in form else 'jsonl'}"
    assert write(read(source, passage_needed=False), copy, form) == ()
    (there,) = read(copy, passage_needed=False)
    assert there.metadata["formatting"] == "question 9 u it\nA 0 strong a tower"


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        *(
            (f"<{name}><material><mattext>zebra</mattext></material></{name}>", "", name)
            for name in ("objectives", "rubric")
        ),
        *(
            (f"<{name}>zebra</{name}>", "", name)
            for name in ("duration", "qticomment", "itemrubric", "itemprecondition")
        ),
        ("", "<itemfeedback ident='x'><material><mattext>zebra</mattext></material></itemfeedback>", "itemfeedback"),
        (
            "",
            "<itemfeedback ident='x'><solution><solutionmaterial>zebra</solutionmaterial></solution></itemfeedback>",
            "item",
        ),
    ],
)
def test_every_part_of_an_item_of_version_1_that_nobody_reads_is_named(
    tmp_path: Path, before: str, after: str, named: str
) -> None:
    source = tmp_path / "a.xml"
    source.write_text(ITEM_12 % ("", before, "", after), encoding="utf-8")
    assert f"does not read ({named}" in str(outcome(source))


def test_options_that_stay_while_others_are_shuffled_and_what_sets_an_assessment_are_named(tmp_path: Path) -> None:
    source = tmp_path / "a.xml"
    drawn = "<selection_ordering><selection><selection_number>3</selection_number></selection></selection_ordering>"
    source.write_text(ITEM_12 % (drawn, "", ' shuffle="Yes"', ""), encoding="utf-8")
    assert "does not read (rshuffle)" in str(outcome(source))
    (note,) = [note for note in read(source, passage_needed=False).notes if note.code == "note-settings-left"]
    assert note.values["settings"] == "selection_number 3"


@pytest.mark.parametrize("kind", ["moodle", "qti"])
def test_type_in_feedback_which_is_kept_as_text_is_named(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "a.xml"
    said = "<modalFeedback outcomeIdentifier='F' identifier='A' showHide='show'>Read <em>it</em>.</modalFeedback>"
    moodle = (
        '<quiz><question type="multichoice"><questiontext><text>What?</text></questiontext><hint format="html"><text>'
        '<![CDATA[<b>Look</b>]]></text></hint><answer fraction="100"><text>Ida</text><feedback format="html"><text>'
        '<![CDATA[<em>Yes</em>]]></text></feedback></answer><answer fraction="0"><text>Bo</text></answer></question>'
        "</quiz>"
    )
    source.write_text(item(parts=said) if kind == "qti" else moodle, encoding="utf-8")
    found = str(outcome(source))
    assert "does not read (feedback A: em)" in found
    assert kind == "qti" or "does not read (hint_1: strong)" in found


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
RUN = "<w:r><w:t>zebra</w:t></w:r>"
WORD = {
    "ins": (f"<w:ins w:id='1'>{RUN}</w:ins>", "zebra", ""),
    "moveTo": (f"<w:moveTo w:id='1'>{RUN}</w:moveTo>", "zebra", ""),
    "del": ("<w:del w:id='1'><w:r><w:delText>zebra</w:delText></w:r></w:del>", "", ""),
    "smartTag": (f"<w:smartTag w:element='x'>{RUN}</w:smartTag>", "zebra", ""),
    "sdt": (f"<w:sdt><w:sdtPr/><w:sdtContent>{RUN}</w:sdtContent></w:sdt>", "zebra", ""),
    "fldSimple": (f"<w:fldSimple w:instr='DATE'>{RUN}</w:fldSimple>", "zebra", ""),
    "hyperlink": (f"<w:hyperlink w:anchor='x'>{RUN}</w:hyperlink>", "zebra", ""),
    "ruby": (
        (
            "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>above</w:t></w:r></w:rt>"
            f"<w:rubyBase>{RUN}</w:rubyBase></w:ruby></w:r>"
        ),
        "zebra",
        "",
    ),
    "sym": ("<w:r><w:sym w:font='Wingdings' w:char='F0E0'/></w:r>", "\u2192", ""),
    "sym of another font": ("<w:r><w:sym w:font='Marlett' w:char='F0AA'/></w:r>", "[symbol]", ""),
    "equation": (
        (
            "<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:f><m:num>"
            "<m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>y</m:t></m:r></m:den></m:f></m:oMath>"
        ),
        "x^21/y",
        "equation",
    ),
    "colour": ("<w:r><w:rPr><w:color w:val='FF0000'/></w:rPr><w:t>zebra</w:t></w:r>", "zebra", "colour"),
    "vertAlign": ("<w:r><w:rPr><w:vertAlign w:val='subscript'/></w:rPr><w:t>zebra</w:t></w:r>", "zebra", ""),
}
QUESTION = ("What was it?", "A. a tower", "B. a farm", "Answer: A")


def word(folder: Path, inside: str, change: Callable[[Any], None] = lambda _document: None) -> Path:
    """Write a document with something in the midst of its passage."""
    import docx
    from docx.oxml import parse_xml

    document = docx.Document()
    change(document)
    passage = document.add_paragraph(ABOUT)
    for part in parse_xml(f"<w:p {W} {M}>{inside}</w:p>"):
        passage._p.append(part)
    passage.add_run(" And then she left.")
    for number, text in enumerate(QUESTION):
        document.add_paragraph(f"1. {text}" if not number else text)
    document.save(folder / "exam.docx")
    return folder / "exam.docx"


@pytest.mark.parametrize("name", WORD)
def test_everything_that_word_puts_around_text_is_read_and_kept_or_named(tmp_path: Path, name: str) -> None:
    inside, shown, named = WORD[name]
    source = word(tmp_path, inside)
    (item,) = read(source)
    assert item.passage == f"{ABOUT}{shown} And then she left."
    for form, copy in (("docx", "copy.docx"), ("qti-2.2", "copy.zip"), ("jsonl", "copy.jsonl")):
        if named:
            with pytest.raises(UsageError, match=rf"does not read \(passage: {named}\)"):
                write(read(source), tmp_path / copy, form)
        else:
            write(read(source), tmp_path / copy, form)
            (back,) = read(tmp_path / copy)
            assert (back.passage, back.metadata.get("formatting")) == (item.passage, item.metadata.get("formatting"))


def test_a_content_control_around_paragraphs_is_read(tmp_path: Path) -> None:
    import docx

    source = word(tmp_path, "")
    document = docx.Document(source)
    body = document.element.body
    control = etree.SubElement(body, f"{{{body.nsmap['w']}}}sdt")
    body.remove(control)
    content = etree.SubElement(control, f"{{{body.nsmap['w']}}}sdtContent")
    for paragraph in list(document.paragraphs)[1:]:
        content.append(paragraph._p)
    body.insert(1, control)
    document.save(source)
    assert read(source)[0].options == ("a tower", "a farm")


@pytest.mark.parametrize("layout", ["table", "heading"])
def test_the_layout_of_a_passage_is_named_and_that_of_questions_is_not(tmp_path: Path, layout: str) -> None:
    def change(document: Any) -> None:
        if layout == "heading":
            document.add_heading("The lamp went out in the year that the machine came to the island", 2)
            document.add_paragraph("It was a long year for all who lived on the island and its rocks, and a cold one.")
        else:
            document.add_paragraph("The ships of those years are in this list, as she wrote them down at night.")
            document.add_table(1, 2).rows[0].cells[0].text = "1986"

    source = word(tmp_path, "", change)
    assert layout in read(source)[0].metadata["not_read"]


def test_what_stands_beside_the_text_of_a_document_is_named(tmp_path: Path) -> None:
    def change(document: Any) -> None:
        document.sections[0].header.paragraphs[0].text = "Unit four"

    (note,) = [note for note in read(word(tmp_path, "", change)).notes if note.code == "note-beside-text"]
    assert note.values["parts"] == "\u201cUnit four\u201d"
    assert [note.code for note in read(word(tmp_path, "")).notes if note.code == "note-beside-text"] == []


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
OPEN = {
    "date": ("<text:date>zebra</text:date>", "zebra", ""),
    "placeholder": ("<text:placeholder>zebra</text:placeholder>", "zebra", ""),
    "variable": ("<text:variable-get>zebra</text:variable-get>", "zebra", ""),
    "span": ("<text:span>zebra</text:span>", "zebra", ""),
    "ruby": (
        "<text:ruby><text:ruby-base>zebra</text:ruby-base><text:ruby-text>up</text:ruby-text></text:ruby>",
        "zebra",
        "",
    ),
    "change": ("<text:change-start/>zebra<text:change-end/>", "zebra", ""),
    "colour": ("<text:span text:style-name='Red'>zebra</text:span>", "zebra", "colour"),
    "comment": ("<office:annotation><text:p>beside it</text:p></office:annotation>", "", "note"),
}


@pytest.mark.parametrize("name", OPEN)
def test_everything_that_opendocument_puts_around_text_is_read_and_kept_or_named(tmp_path: Path, name: str) -> None:
    inside, shown, named = OPEN[name]
    spaces = "".join(f' xmlns:{each}="{ODF}{each}:1.0"' for each in ("office", "text", "style"))
    style = (
        '<style:style style:name="Red" style:family="text"><style:text-properties fo:color="#ff0000"/></style:style>'
    )
    lines = [f"{ABOUT}{inside} And then she left.", f"1. {QUESTION[0]}", *QUESTION[1:]]
    content = (
        f'<office:document-content{spaces} xmlns:fo="{ODF}xsl-fo-compatible:1.0"><office:automatic-styles>{style}'
        f"</office:automatic-styles><office:body><office:text>{''.join(f'<text:p>{line}</text:p>' for line in lines)}"
        "</office:text></office:body></office:document-content>"
    )
    source = tmp_path / "exam.odt"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
    exam = read(source)
    assert exam[0].passage == f"{ABOUT}{shown} And then she left."
    assert ([note.code for note in exam.notes].count("note-beside-text") == 1) == (named == "note")
    if named == "colour":
        with pytest.raises(UsageError, match=r"does not read \(passage: colour\)"):
            write(exam, tmp_path / "copy.docx")
    else:
        write(exam, tmp_path / "copy.docx")
        assert read(tmp_path / "copy.docx")[0].passage == exam[0].passage
