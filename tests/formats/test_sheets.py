"""Workbooks of Excel and OpenDocument: their sheets are tables of questions, whatever stands around them."""

from pathlib import Path

import pytest
from tests.formats.made_office import ods, xlsx, zipped

from magnetite.core.errors import DataError
from magnetite.formats import read
from magnetite.formats.office import LIMIT, opened

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
    monkeypatch.setattr("magnetite.formats.office.LIMIT", 2**20)
    data = zipped({"[Content_Types].xml": "", "xl/workbook.xml": b"0" * (2**20 + 1)})
    with pytest.raises(DataError, match=r"bomb\.xlsx: the file unpacks to more than 1 MiB"):
        opened(data, "bomb.xlsx")
    assert LIMIT > 2**20
