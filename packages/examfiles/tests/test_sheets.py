"""Workbooks of Excel and OpenDocument: their sheets are tables of questions, whatever stands around them."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.office_files import LIMIT, opened
from tests.made_office import ods, xlsx, zipped

HEADER = ["Text", "Question", "A", "B", "C", "Answer"]
BAKERY = "The bakery opens at six."
ROWS = [
    [BAKERY, "When does it open?", "at six", "at seven", "at ten", "A"],
    [BAKERY, "In which year?", 2019.0, 2020.0, 0.5, "B"],
]


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("name", "make"), [("exam.xlsx", lambda rows: xlsx({"Sheet1": rows})), ("exam.ods", ods)])
def test_a_sheet_of_questions_is_read_with_its_numbers_as_a_reader_sees_them(tmp_path: Path, name: str, make) -> None:
    exam = read(write(tmp_path / name, make([HEADER, *ROWS])))
    assert [(item.passage, item.answer) for item in exam] == [(BAKERY, 0), (BAKERY, 1)]
    assert exam[1].options == ("2019", "2020", "0.5")
    assert exam.name == "exam"


def test_titles_above_the_names_of_the_columns_are_passed_over_and_rows_keep_their_numbers(tmp_path: Path) -> None:
    cells = [["Reading test, unit 4"], [None], HEADER, *ROWS, [BAKERY, "Which?", "a", "b", "c", "Z"]]
    path = write(tmp_path / "exam.xlsx", xlsx({"Sheet1": cells}))
    with pytest.raises(DataError, match=r"exam\.xlsx, row 6: answer 'Z' is not one of A–C"):
        read(path)
    assert len(read(path, skip_bad=True)) == 2


def test_a_passage_in_cells_merged_over_its_questions_is_the_passage_of_each(tmp_path: Path) -> None:
    cells = [HEADER, ROWS[0], [None, *ROWS[1][1:]]]
    exam = read(write(tmp_path / "exam.xlsx", xlsx({"Sheet1": cells}, merged="A2:A3")))
    assert [item.passage for item in exam] == [BAKERY, BAKERY]


def test_sheets_with_the_same_columns_are_one_exam_and_the_others_are_named(tmp_path: Path) -> None:
    book = {"Notes": [["Remember the milk"]], "Unit 1": [HEADER, ROWS[0]], "Unit 2": [HEADER, ROWS[1]]}
    exam = read(write(tmp_path / "exam.xlsx", xlsx(book)))
    assert len(exam) == 2
    (note,) = [note for note in exam.notes if note.code == "note-other-sheets"]
    assert note.values["sheets"] == "Notes"


def test_a_sheet_without_names_of_columns_is_read_where_every_row_is_a_question(tmp_path: Path) -> None:
    rows = [["Who sat?", "Ann", "Bo", "A"], ["Who stood?", "Ann", "Bo", "B"]]
    exam = read(write(tmp_path / "exam.xlsx", xlsx({"Sheet1": rows})), passage_needed=False)
    assert [item.answer for item in exam] == [0, 1]


def test_a_sheet_that_names_no_question_says_what_it_found(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no column was recognised as .*question.*; found milk, eggs"):
        read(write(tmp_path / "list.xlsx", xlsx({"Sheet1": [["milk", "eggs"], ["2", "6"]]})))


def test_columns_are_named_by_hand_as_in_any_table(tmp_path: Path) -> None:
    rows = [["Stoff", "Frage", "x", "y", "L"], [BAKERY, "Wann?", "um sechs", "um zehn", "A"]]
    columns = {"passage": "Stoff", "question": "Frage", "options": "x+y", "answer": "L"}
    assert read(write(tmp_path / "exam.xlsx", xlsx({"Sheet1": rows})), columns=columns)[0].answer == 0


def test_a_folder_of_exams_holds_workbooks_too(tmp_path: Path) -> None:
    write(tmp_path / "exam.xlsx", xlsx({"Sheet1": [HEADER, *ROWS]}))
    assert len(read(tmp_path)) == 2


def test_a_file_that_unpacks_to_more_than_an_exam_can_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examfiles.office_files.LIMIT", 2**20)
    data = zipped({"[Content_Types].xml": "", "xl/workbook.xml": b"0" * (2**20 + 1)})
    with pytest.raises(DataError, match=r"bomb\.xlsx: the file unpacks to more than 1 MiB"):
        opened(data, "bomb.xlsx")
    assert LIMIT > 2**20


OPEN = ["Text", "Question", "A", "B", "C"]
UNKEYED = [row[:5] for row in ROWS] + [[BAKERY, "Where?", "here", "there", "nowhere"]]
MARKED = ("C2", "D3", "C4")  # the right options of UNKEYED: A, B, A


@pytest.mark.parametrize(("number", "way"), [(1, "highlight"), (2, "colour"), (3, "underline"), (4, "bold")])
def test_the_option_of_a_row_that_is_set_off_is_the_right_one_where_there_is_no_key(
    tmp_path: Path, number: int, way: str
) -> None:
    data = xlsx({"Sheet1": [OPEN, *UNKEYED]}, formats=dict.fromkeys(MARKED, number))
    exam = read(write(tmp_path / "exam.xlsx", data))
    assert [item.answer_letter for item in exam] == ["A", "B", "A"]
    (note,) = [note for note in exam.notes if note.code == "note-key-set-off"]
    assert (note.values["way"], note.values["questions"]) == (way, 3)


def test_a_band_of_a_table_is_no_key_and_what_differs_from_it_is(tmp_path: Path) -> None:
    band = dict.fromkeys([f"{column}{row}" for row in (2, 3, 4) for column in "ABCDE"], 5)
    exam = read(write(tmp_path / "band.xlsx", xlsx({"Sheet1": [OPEN, *UNKEYED]}, formats=band)))
    assert [item.answer for item in exam] == [None, None, None]
    data = xlsx({"Sheet1": [OPEN, *UNKEYED]}, formats=band | dict.fromkeys(MARKED, 1))
    assert [item.answer_letter for item in read(write(tmp_path / "exam.xlsx", data))] == ["A", "B", "A"]


def test_a_key_outranks_colours_and_an_empty_column_for_it_does_not(tmp_path: Path) -> None:
    keyed = [[*row, "C"] for row in UNKEYED]
    data = xlsx({"Sheet1": [[*OPEN, "Answer"], *keyed]}, formats=dict.fromkeys(MARKED, 1))
    assert [item.answer_letter for item in read(write(tmp_path / "exam.xlsx", data))] == ["C", "C", "C"]
    data = xlsx({"Sheet1": [[*OPEN, "Answer"], *UNKEYED]}, formats=dict.fromkeys(MARKED, 1))
    assert [item.answer_letter for item in read(write(tmp_path / "exam.xlsx", data))] == ["A", "B", "A"]


def test_colours_of_an_open_document_are_a_key_too(tmp_path: Path) -> None:
    styles = (
        '<style:style style:name="base" style:family="table-cell"><style:table-cell-properties '
        'fo:background-color="#ffff00"/></style:style><style:style style:name="ce1" style:family="table-cell" '
        'style:parent-style-name="base"/>'
    )

    def cell(text: str, style: str = "") -> str:
        about = f' table:style-name="{style}"' if style else ""
        return f'<table:table-cell{about} office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    rows = "".join(
        f"<table:table-row>{cell(BAKERY)}{cell(question)}"
        f"{''.join(cell(option, 'ce1' if option == right else '') for option in ('x', 'y'))}</table:table-row>"
        for question, right in (("Who?", "x"), ("When?", "y"))
    )
    exam = read(write(tmp_path / "exam.ods", ods([["Text", "Question", "A", "B"]], styles, rows)))
    assert [item.answer_letter for item in exam] == ["A", "B"]


def test_pictures_are_named_in_the_cells_where_they_stand(tmp_path: Path) -> None:
    cells = [HEADER, [BAKERY, "Which is it?", None, None, "none", "A"]]
    pictures = {(1, 1): "a shop", (1, 2): "an oven", (1, 3): "a loaf"}
    (item,) = read(write(tmp_path / "exam.xlsx", xlsx({"Sheet1": cells}, pictures=pictures)))
    assert item.question == "Which is it? [image: a shop]"
    assert item.options == ("[image: an oven]", "[image: a loaf]", "none")
    frame = "<draw:frame><draw:image/><svg:title>an oven</svg:title></draw:frame>"
    string = 'office:value-type="string"'
    texts = ("Which?", f"</text:p>{frame}<text:p>", "a loaf", "A")
    cell = "".join(
        f"<table:table-cell {string}><text:p>{text}</text:p></table:table-cell>" for text in (BAKERY, *texts)
    )
    row = f"<table:table-row>{cell}</table:table-row>"
    (item,) = read(write(tmp_path / "exam.ods", ods([["Text", "Question", "A", "B", "Answer"]], more=row)))
    assert item.options == ("[image: an oven]", "a loaf")


def test_rows_without_a_passage_take_the_one_above_where_that_is_asked_for(tmp_path: Path) -> None:
    cells = [HEADER, ROWS[0], [None, *ROWS[1][1:]], ["Another text.", *ROWS[0][1:]], [None, *ROWS[1][1:]]]
    path = write(tmp_path / "exam.xlsx", xlsx({"Sheet1": cells}))
    with pytest.raises(DataError, match=r"row 3: the passage is missing.*--fill-down"):
        read(path)
    exam = read(path, fill_down=True)
    assert [item.passage for item in exam] == [BAKERY, BAKERY, "Another text.", "Another text."]
    assert len({item.passage_id for item in exam}) == 2
    (note,) = [note for note in exam.notes if note.code == "note-filled-down"]
    assert note.values["questions"] == 2
    first = write(tmp_path / "first.xlsx", xlsx({"Sheet1": [HEADER, [None, *ROWS[1][1:]], ROWS[0]]}))
    with pytest.raises(DataError, match=r"row 2: the passage is"):
        read(first, fill_down=True)


def test_columns_are_told_by_their_german_names_too(tmp_path: Path) -> None:
    cells = [["Lesetext", "Frage", "Antwort A", "Antwort B", "Lösung"], [BAKERY, "Wann?", "um sechs", "um zehn", "A"]]
    (item,) = read(write(tmp_path / "exam.xlsx", xlsx({"Tabelle1": cells})))
    assert (item.passage, item.question, item.options, item.answer) == (BAKERY, "Wann?", ("um sechs", "um zehn"), 0)
