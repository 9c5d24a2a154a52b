"""Hostile and broken exams: a sentence that names file and line, nothing fetched, nothing written, memory bounded."""

import io
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from examfiles import FORMATS, detect, read, xml
from examfiles.errors import DataError
from examfiles.format import Document
from examfiles.readers import qti
from examfiles.readers import typed as plain
from examfiles.readers.lms import aiken, gift, moodle_xml

QUIZ = '<quiz><question type="multichoice"><questiontext><text>{}</text></questiontext></question></quiz>'


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE quiz [<!ENTITY % p SYSTEM "http://example.org/x.dtd"> %p;]>',
        '<!DOCTYPE quiz [<!ATTLIST question type CDATA "' + "x" * 500 + '">]>',
    ],
)
def test_xml_that_declares_entities_or_defaults_is_refused_unread(tmp_path: Path, doctype: str) -> None:
    path = write(tmp_path, "exam.xml", (doctype + QUIZ.format("&x;&b;")).encode())
    with pytest.raises(DataError, match=r"exam\.xml: the XML declares entities or attributes of its own"):
        read(path)


def test_an_entity_hidden_behind_a_false_end_of_the_doctype_is_refused_too() -> None:
    hidden = b"<!DOCTYPE quiz [<!-- ]> --><!ELEMENT a ANY><!ENTITY x 'y'>]>" + QUIZ.format("&x;").encode()
    with pytest.raises(DataError, match="the XML"):
        xml.parse(hidden, "exam.xml")


def test_a_doctype_that_only_names_a_dtd_is_read_and_no_dtd_is_fetched(tmp_path: Path) -> None:
    data = b'<!DOCTYPE quiz SYSTEM "http://example.invalid/quiz.dtd">' + QUIZ.format("a&nbsp;b").encode()
    root = xml.parse(data, "exam.xml")
    assert xml.local(root) == "quiz"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"the file is empty"),
        (b"  \n ", r"the file is empty"),
        (b"<quiz>\n<question>\n</quiz>", r"exam\.xml, line 3: the XML is invalid"),
        (b"<quiz>\n<question a=1/></quiz>", r"exam\.xml, line 2: the XML is invalid"),
        (b"<quiz>\nfish & chips</quiz>", r"line 2: the XML is invalid: it has a bare &.* Write &amp;"),
        (b"<quiz>\n1 < 2</quiz>", r"line 2: the XML is invalid: it has a bare <.* Write &lt;"),
        (b'<?xml version="1.0"?>\n<quiz>\nna\xefve</quiz>', r"line 3: the XML is not in the encoding that it declares"),
        (b"<a>" * 400, r"line 1: the XML is nested more than 256 levels deep"),
        (b"<quiz>" + b"x" * 11_000_000 + b"</quiz>", r"a single text is longer than 10 MB"),
    ],
)
def test_xml_that_breaks_is_named_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        list(moodle_xml.read(Document("exam.xml", "exam.xml", data)))


def test_xml_with_millions_of_tags_or_attributes_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(xml, "TAGS", 1000)
    for data in (
        b"<quiz>" + b"<a/>" * 1001 + b"</quiz>",
        b"<quiz " + b"".join(b"a%d='' " % n for n in range(1001)) + b"/>",
    ):
        with pytest.raises(DataError, match=r"has more than 1,000 tags or attributes; an exam has fewer\. Split it"):
            xml.parse(data, "exam.xml")


@pytest.mark.parametrize("reader", [gift, moodle_xml, qti])
def test_a_file_of_more_than_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch, reader: object) -> None:
    monkeypatch.setattr("examfiles.decoding.LIMIT", 1000)
    with pytest.raises(DataError, match=r"the (file is|texts of the package are) larger than"):
        list(reader.read(Document("exam", "exam", b"<quiz>" + b"x" * 1001 + b"</quiz>")))  # type: ignore[attr-defined]


@pytest.mark.parametrize("reader", [aiken, plain])
def test_typed_questions_which_hold_no_pictures_have_a_lower_limit(
    monkeypatch: pytest.MonkeyPatch, reader: ModuleType
) -> None:
    monkeypatch.setattr(reader, "TYPED_LIMIT", 1000)
    with pytest.raises(DataError, match=r"exam: the file is larger than"):
        list(reader.read(Document("exam", "exam", b"Who?\n" * 201)))


@pytest.mark.parametrize("name", ["exam.gift", "exam.jsonl"])
def test_an_exam_of_more_questions_than_asked_for_is_refused_before_all_are_read(tmp_path: Path, name: str) -> None:
    one = {"gift": "Who?{=Ann ~Bo}\n\n", "jsonl": '{"question": "Who?", "options": ["Ann", "Bo"], "answer": "A"}\n'}
    path = write(tmp_path, name, (one[name.partition(".")[2]] * 4).encode())
    assert len(read(path, passage_needed=False, most=4)) == 4
    with pytest.raises(DataError, match=rf"{name}: there are more than 3 questions\. An exam has fewer\. Split it"):
        read(path, passage_needed=False, most=3)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    gift_exam = write(tmp_path, "exam.gift", "Wo liegt Köln?{=am Rhein ~an der Spree}".encode(encoding))
    xml = QUIZ.format("Wo?").replace(
        "</questiontext>", '</questiontext><answer fraction="100"><text>Köln</text></answer>'
    )
    xml = xml.replace("</answer>", '</answer><answer fraction="0"><text>Ulm</text></answer>')
    declared = "UTF-16" if encoding == "utf-16" else "UTF-8"
    xml_exam = write(tmp_path, "exam.xml", f'<?xml version="1.0" encoding="{declared}"?>{xml}'.encode(encoding))
    assert read(gift_exam, passage_needed=False)[0].question == "Wo liegt Köln?"
    assert read(xml_exam, passage_needed=False)[0].options == ("Köln", "Ulm")


def test_an_encoding_that_xml_declares_is_read() -> None:
    data = '<?xml version="1.0" encoding="ISO-8859-1"?><quiz a="naïve"/>'.encode("latin-1")
    assert xml.parse(data, "exam.xml").get("a") == "naïve"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "\n\nWo liegt Köln, ".encode() + b"wo Ulm\xf6?{=a ~b}",
            r"exam\.gift, line 3: byte 0xF6 is not UTF-8.*Save as, encoding UTF-8",
        ),
        (
            b"\nWo?{=a ~b}\0",
            r"exam\.gift, line 2: found a null character; the file is not text",
        ),
        (b"\xff\xfea\x00\n\x00\x00\xd8", r"exam\.gift, line \d: the UTF-16 is invalid"),
    ],
)
def test_damaged_text_is_refused_with_the_line_and_what_to_do(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(write(tmp_path, "exam.gift", data))


def test_an_item_that_names_an_impossible_file_says_that_it_is_not_there(tmp_path: Path) -> None:
    item = (Path(__file__).parent / "samples/package3/item.xml").read_text(encoding="utf-8")
    path = write(tmp_path, "item.xml", item.replace("wind.xml", "w" * 5000 + ".xml").encode())
    exam = read(path, passage_needed=False)
    assert exam.notes[0].values["file"] == repr("w" * 77 + "...")
    with pytest.raises(DataError, match="the passage is empty"):
        read(path)


def zipped(*members: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return stream.getvalue()


ITEM = (Path(__file__).parent / "samples/package/items/q3.xml").read_bytes()


def test_a_name_that_leads_outside_a_package_writes_nothing_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = write(tmp_path / "in", "exam.zip", zipped(("../../outside.xml", ITEM), ("/outside.xml", ITEM)))
    assert len(read(path, passage_needed=False)) == 1  # the same item twice
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["exam.zip", "in"]


def test_a_package_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(
        tmp_path, "exam.zip", zipped(("q.xml", ITEM), ("bomb.xml", b"<manifest>" + b" " * 2**22 + b"</manifest>"))
    )
    assert path.stat().st_size < 20_000
    monkeypatch.setattr("examfiles.readers.qti.FORMAT", replace(FORMATS["qti"], most=2**20))
    with pytest.raises(DataError, match=r"exam\.zip: its QTI .* files are larger than 1 MiB in total"):
        read(path)


def test_a_package_of_very_many_files_is_refused_before_all_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "EXAM_FILES", 3)
    path = write(tmp_path, "exam.zip", zipped(("q.xml", ITEM), *((f"{n}.xml", b"") for n in range(3))))
    with pytest.raises(DataError, match=r"exam\.zip: has more than 3 files that could be exams. Read a part of it"):
        read(path)


def test_one_broken_file_of_a_package_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, "exam.zip", zipped(("q.xml", ITEM), ("broken.xml", b"<assessmentItem>")))
    with pytest.raises(DataError, match=r"exam\.zip/broken\.xml, line 1: the XML is invalid"):
        read(path, passage_needed=False)
    exam = read(path, passage_needed=False, skip_bad=True)
    assert (len(exam), len(exam.skipped)) == (1, 1)


def lines(many: int) -> str:
    return "1. Who?\nA. Ann\n" + "and on\n" * many + "B. Bo\nANSWER: A\n"


TASK = "Questions 1-2\nMatch each statement with a person, A-C.\n1 Ann sat.\n2 Bo ran.\nA Ann\nB Bo\nC Cem\n\n"


def keyed(many: int) -> str:
    questions = "".join(f"{n}. Who?\nA. Ann\nB. Bo\n\n" for n in range(1, many))
    return f"{questions}Answer key\n" + "\n".join(f"{n}. A" for n in range(many - 1, 0, -1))


def seconds(reader: ModuleType, text: str) -> float:
    """Return how long the processor takes to read a text."""
    document, start = Document("exam.txt", "exam.txt", text.encode()), time.process_time()
    list(reader.read(document))
    return time.process_time() - start


def grows_with_its_length(reader: ModuleType, make: Callable[[int], str], many: int) -> bool:
    """Return whether four times the parts take about four times as long: with the square it would be sixteen."""
    few = max(seconds(reader, make(many // 4)) for _ in range(2))
    return any(seconds(reader, make(many)) < 8 * few + 0.05 for _ in range(3))  # other work on the machine passes


@pytest.mark.parametrize(
    ("reader", "make", "many"),
    [
        (plain, lines, 20_000),
        (plain, keyed, 4000),
        (plain, lambda many: f"{TASK}{TASK * many}", 1000),
        (plain, lambda many: f"{TASK}" + "A one\n" * many, 10_000),
        (plain, lambda many: f"{TASK}" + "Part A\n" * many, 10_000),
        (plain, lambda many: f"{TASK}" + "Answer key\n1 A  2 B\n" * many, 5000),
        (plain, lambda many: f"{TASK}" + "1 A " * many, 10_000),
        (plain, lambda many: f"{TASK}" + "1  A has  B had  C hid\n" * many, 5000),
        (plain, lambda many: f"{TASK}" + "Which person says this?\n" * many, 5000),
        (plain, lambda many: "a line\n" * many + lines(many), 20_000),
        (gift, lambda many: "A part.\n\n" * many + "Who?{=Ann ~Bo}", 50_000),
        (gift, lambda many: f"Who?{{=[html]<ol>{'<li>x</li>' * many}</ol> ~Bo}}", 50_000),
        (
            qti,
            lambda many: f"<questestinterop><section>{'<selection_ordering/>' * many}</section></questestinterop>",
            50_000,
        ),
    ],
)
def test_many_small_parts_take_time_in_proportion_to_their_number(
    reader: ModuleType, make: Callable[[int], str], many: int
) -> None:
    assert grows_with_its_length(reader, make, many)


@pytest.mark.parametrize("reader", [gift, plain])
@pytest.mark.parametrize(
    ("part", "end", "many"),
    [
        ("A.", "", 200_000),
        ("1. ", "", 200_000),
        ("[tag:", "\nWho?{=a ~b}", 100_000),
        ("{", "", 300_000),
        ("ANSWER:", "", 100_000),
    ],
)
def test_long_runs_of_what_patterns_look_for_take_time_in_proportion_to_their_length(
    reader: ModuleType, part: str, end: str, many: int
) -> None:
    assert grows_with_its_length(reader, lambda many: part * many + end, many)
