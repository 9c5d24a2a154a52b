"""Pictures are carried where a format has a place for them, and what is lost of them is said, question by question."""

import base64
import zipfile
from pathlib import Path

import pytest

from examfiles import read, write
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from examfiles.pictures import MOST_BYTES, ExamPictures, pictures_of, placed_pictures
from magnetite import convert
from tests.made_office import docx, odf, wp

PLAN, LAMP, CUP = (b"\x89PNG plan", b"\x89PNG lamp", b"\x89PNG cup")


def file(name: str, data: bytes) -> str:
    return f'<file name="{name}" path="/" encoding="base64">{base64.b64encode(data).decode()}</file>'


def text(markup: str, files: str = "") -> str:
    return f"<text><![CDATA[{markup}]]></text>{files}"


def quiz(question: str = "", options: tuple[str, str] = ("", ""), general: str = "") -> str:
    plan = '<p>Here is its plan: <img src="@@PLUGINFILE@@/the%20plan.png" alt="the plan"> It is old.</p>'
    said = f'<generalfeedback format="html">{general or text("")}</generalfeedback><single>true</single>'
    answers = "".join(
        f'<answer fraction="{100 - 100 * place}" format="html">{option or text(f"option {place}")}</answer>'
        for place, option in enumerate(options)
    )
    return (
        f'<quiz><question type="description"><name><text>P</text></name><questiontext format="html">'
        f'{text(plan, file("the plan.png", PLAN))}</questiontext></question><question type="multichoice"><name><text>Q1'
        f'</text></name><questiontext format="html">{question or text("Which is <b>not</b> there?")}</questiontext>'
        f"{said}{answers}</question></quiz>"
    )


SAME_NAME = (
    text('<img src="@@PLUGINFILE@@/a.png" alt="a thing">', file("a.png", LAMP)),
    text('<img src="@@PLUGINFILE@@/a.png" alt="a thing">', file("a.png", CUP)),
)


def moodle(tmp_path: Path, **given: str | tuple[str, str]) -> Path:
    path = tmp_path / "quiz.xml"
    path.write_text(quiz(**given), encoding="utf-8")  # type: ignore[arg-type]
    return path


def shown(exam: Dataset) -> list[list[bytes | None]]:
    """Return the files of each question's pictures, in the order of its texts."""
    return [[exam.pictures.get(each.file) for each in pictures_of(item)] for item in exam]


def test_a_reader_keeps_pictures_only_where_they_are_asked_for(tmp_path: Path) -> None:
    path = moodle(tmp_path, options=SAME_NAME)
    assert (read(path).pictures, "pictures" in read(path)[0].metadata) == ({}, False)
    exam = read(path, pictures=True)
    assert shown(exam) == [[PLAN, LAMP, CUP]]
    assert [len(part) for part in placed_pictures(exam[0])] == [1, 0, 1, 1]
    assert [item.options for item in exam] == [item.options for item in read(path)]


@pytest.mark.parametrize(("name", "format_"), [("x.zip", "qti-2.2"), ("x.zip", "qti-3.0"), ("x.xml", "moodle-xml")])
def test_pictures_of_passage_question_and_options_are_carried_and_come_back(
    tmp_path: Path, name: str, format_: str
) -> None:
    embedded = f'What is <b>not</b> <img src="data:image/png;base64,{base64.b64encode(CUP).decode()}"> there?'
    path = moodle(tmp_path, question=text(embedded), options=SAME_NAME)
    done = convert(path, tmp_path / name, format=format_)
    assert (done.lost, done.provenance) == ((), None)
    back, before = read(tmp_path / name, pictures=True), read(path, pictures=True)
    assert shown(back) == [[PLAN, CUP, LAMP, CUP]]
    assert (back[0].passage, back[0].question, back[0].options) == (
        before[0].passage,
        "What is not [image] there?",
        ("[image: a thing]", "[image: a thing]"),
    )
    assert back[0].metadata["emphasised"] == "not"


def test_a_package_names_its_pictures_in_its_manifest(tmp_path: Path) -> None:
    convert(moodle(tmp_path, options=SAME_NAME), tmp_path / "x.zip", format="qti-2.2")
    with zipfile.ZipFile(tmp_path / "x.zip") as package:
        pictures = [name for name in package.namelist() if name.startswith("pictures/")]
        manifest = package.read("imsmanifest.xml").decode()
        assert [package.read(name) for name in pictures] == [PLAN, LAMP, CUP]
    assert all(manifest.count(f'<file href="{name}"/>') == 1 for name in pictures)


@pytest.mark.parametrize("name", ["x.gift", "x.jsonl", "x.aiken", "x.csv"])
def test_where_there_is_no_place_for_pictures_each_question_that_loses_one_is_named(tmp_path: Path, name: str) -> None:
    path = moodle(tmp_path)
    with pytest.raises(
        UsageError, match=r"1 item has a picture, sound or film that is not carried over \('Q1'\): its name stays"
    ):
        convert(path, tmp_path / name)
    assert not (tmp_path / name).exists()
    assert any("a picture" in line for line in convert(path, tmp_path / name, lose=True).lost)


@pytest.mark.parametrize(
    "given",
    [
        {"question": text('Who? <img src="@@PLUGINFILE@@/gone.png" alt="gone">')},
        {"general": text('See <img src="@@PLUGINFILE@@/the%20plan.png">', file("the plan.png", PLAN))},
    ],
    ids=["no file", "in feedback"],
)
def test_a_picture_without_a_file_or_in_feedback_is_said_to_be_lost(tmp_path: Path, given: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="a picture, sound or film that is not carried over"):
        convert(moodle(tmp_path, **given), tmp_path / "x.zip", format="qti-3.0")  # type: ignore[arg-type]
    convert(moodle(tmp_path, **given), tmp_path / "x.zip", format="qti-3.0", lose=True)  # type: ignore[arg-type]
    assert shown(read(tmp_path / "x.zip", pictures=True)) == [[PLAN]]


def test_a_picture_on_the_web_keeps_its_address(tmp_path: Path) -> None:
    path = moodle(tmp_path, question=text('Who? <img src="https://example.org/a b.png?x=1" alt="Ann">'))
    for name, format_ in (("x.zip", "qti-2.2"), ("x.xml", "moodle-xml")):
        convert(path, tmp_path / name, format=format_)
        back = read(tmp_path / name, pictures=True)
        assert [each.file for each in pictures_of(back[0])][1] == "https://example.org/a%20b.png?x=1"


def test_what_was_read_without_its_pictures_loses_them_when_it_is_written_and_that_is_said(tmp_path: Path) -> None:
    exam = read(moodle(tmp_path, options=SAME_NAME))
    with pytest.raises(UsageError, match=r"1 item has a picture, sound or film that is not carried over \('Q1'\)"):
        write(exam, tmp_path / "x.zip", "qti-2.2")
    heard = read(moodle(tmp_path, question=text('Hear: <audio src="@@PLUGINFILE@@/a.mp3"></audio>')), pictures=True)
    with pytest.raises(UsageError, match="sound or film"):
        write(heard, tmp_path / "x.zip", "qti-2.2")


def test_a_view_leaves_the_names_of_pictures_and_carries_none(tmp_path: Path) -> None:
    assert convert(moodle(tmp_path), tmp_path / "x.jsonl", view="P-Shuffle").lost == ()


def test_pictures_of_a_canvas_cartridge_are_found_in_its_own_folder(tmp_path: Path) -> None:
    item = (
        '<item ident="q" title="t"><presentation><material><mattext texttype="text/html">&lt;p&gt;Who? &lt;img '
        'src="$IMS-CC-FILEBASE$/Uploaded%20Media/ann.png" alt="Ann"&gt;&lt;/p&gt;</mattext></material><response_lid '
        'ident="r"><render_choice><response_label ident="1"><material><matimage uri="bo.png"/></material>'
        '</response_label><response_label ident="2"><material><mattext>Cy</mattext></material></response_label>'
        "</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal "
        'respident="r">2</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item>'
    )
    with zipfile.ZipFile(tmp_path / "x.imscc", "w") as package:
        package.writestr("imsmanifest.xml", "<manifest/>")
        package.writestr("quiz/quiz.xml", f"<questestinterop><section>{item}</section></questestinterop>")
        package.writestr("web_resources/Uploaded Media/ann.png", LAMP)
        package.writestr("quiz/bo.png", CUP)
    exam = read(tmp_path / "x.imscc", pictures=True, passage_needed=False)
    assert (shown(exam), exam[0].options) == ([[LAMP, CUP]], ("[image: bo.png]", "Cy"))


def test_a_picture_beside_a_single_item_is_found_and_none_outside_its_package(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PLAN)
    (tmp_path / "exam").mkdir()
    (tmp_path / "exam/lamp.png").write_bytes(LAMP)
    body = '<p>Who? <img src="lamp.png" alt="l"/><img src="../secret.png" alt="s"/></p>'
    (tmp_path / "exam/item.xml").write_text(
        '<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single"><correctResponse>'
        f"<value>A</value></correctResponse></responseDeclaration><itemBody>{body}<choiceInteraction "
        'responseIdentifier="R"><simpleChoice identifier="A">Ann</simpleChoice><simpleChoice identifier="B">Bo'
        "</simpleChoice></choiceInteraction></itemBody></assessmentItem>"
    )
    assert shown(read(tmp_path / "exam/item.xml", pictures=True, passage_needed=False)) == [[LAMP, None]]


def test_pictures_of_documents_are_carried_where_each_is_called_something_else(tmp_path: Path) -> None:
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    names = {"im1": ("word/media/a.png", LAMP), "im2": ("word/media/b.png", CUP)}
    related = "".join(
        f'<Relationship Id="{key}" Type="{relation}/image" Target="{name.removeprefix("word/")}"/>'
        for key, (name, _) in names.items()
    )
    parts: dict[str, str | bytes] = dict(names.values())
    drawn = [
        wp("1. Which is the lamp?"),
        wp("A. ", picture="a lamp", file="im1"),
        wp("B. ", picture="a thing", file="im2"),
        wp("C. ", picture="a thing", file="im1"),
        wp("Answer: A"),
    ]
    (tmp_path / "exam.docx").write_bytes(docx(*drawn, parts=parts, related=related))
    exam = read(tmp_path / "exam.docx", pictures=True, passage_needed=False)
    assert shown(exam) == [[LAMP, None, None]]
    image = '<draw:image xlink:href="Pictures/a.png"/><svg:title>a lamp</svg:title>'
    lines = (f"1. What is <draw:frame>{image}</draw:frame>?", "A. a lamp", "B. a cup", "Answer: A")
    body = "".join(f"<text:p>{line}</text:p>" for line in lines)
    (tmp_path / "exam.odt").write_bytes(odf("text", body, pictures={"Pictures/a.png": LAMP}))
    assert convert(tmp_path / "exam.odt", tmp_path / "x.xml", format="moodle-xml").lost == ()
    assert shown(read(tmp_path / "x.xml", pictures=True, passage_needed=False)) == [[LAMP]]


def test_an_album_keeps_one_file_once_and_no_more_than_it_may() -> None:
    files = ExamPictures(keep=True)
    assert files.put("a.png", LAMP) == files.put("a.png", LAMP) != files.put("a.png", CUP)
    assert len(files.files) == 2
    files.size = MOST_BYTES
    assert files.put("b.png", PLAN) == "-"


def test_metadata_of_the_same_name_that_lists_no_pictures_is_left_alone(tmp_path: Path) -> None:
    item = Item("q", "p", "Text.", "Who?", ("Ann", "Bo"), 0, metadata={"pictures": "three of them"})
    assert write(Dataset("x", (item,)), tmp_path / "x.jsonl") == ()
    assert read(tmp_path / "x.jsonl")[0].metadata["pictures"] == "three of them"
