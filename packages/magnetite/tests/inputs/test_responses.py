"""Candidates' answers are read as platforms and spreadsheets give them, by their shape."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError
from examfiles.items import Item
from magnetite.inputs.responses import BLANK, NOT_ASKED, RIGHT, WRONG, read_responses
from magnetite.report.wording import LANGUAGES, error_text, notes_of, wording
from tests.made_office import ods, xlsx

ITEMS = (
    Item("q1", "p", "A text.", "Who?", ("Ann", "Bob", "Cid"), 0),
    Item("q2", "p", "A text.", "How many?", ("3", "1", "2", "4"), 1),
    Item("q3", "p", "A text.", "Where?", ("in a box", "on a hill"), 1),
)
NAMES = ("Müller", "Zoë", "Kim Lee", "kim.lee@example.org", "49232926")


def written(tmp_path, text, name="answers.csv"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def read(tmp_path, text, items=ITEMS, **how):
    return read_responses(written(tmp_path, text), items, **how)


def notes(found, language="en"):
    return " ".join(notes_of(found.notes, language))


def test_letters_option_texts_and_numbers_mean_the_same(tmp_path):
    letters = read(tmp_path, "who,q1,q2,q3\nx,A,b,(B)\ny,C,,a\n")
    texts = read(tmp_path, "who,q1,q2,q3\nx,ann,1,On a  hill\ny,Cid,,in a box\n")
    colours = Item("q2", "p", "A text.", "Which?", ("red", "blue", "green", "grey"), 1)
    numbers = read(tmp_path, "who,q1,q2,q3\nx,1,2,2\ny,3,,1.0\n", items=(ITEMS[0], colours, ITEMS[2]))
    assert letters.chosen.tolist() == texts.chosen.tolist() == numbers.chosen.tolist() == [[0, 1, 1], [2, -1, 0]]
    assert [notes_of(each.notes)[0] for each in (letters, texts, numbers)] == [
        "Answers were read as letters.",
        "Answers were read as option texts.",
        "Answers were read as numbers from 1.",
    ]


def test_one_answer_a_row_reads_as_one_candidate_a_row_does(tmp_path):
    wide = read(tmp_path, "candidate,q1,q2,q3\nx,A,B,A\ny,C,,B\n")
    long = read(tmp_path, "Candidate;Item;Answer\nx;q1;A\ny;q3;B\nx;q2;B\nx;q3;A\ny;q1;C\n")
    assert long.chosen.tolist() == wide.chosen.tolist()


def test_candidates_need_no_names_and_items_no_order(tmp_path):
    found = read(tmp_path, "q3,q1\nA,B\nB,\n")
    assert found.items == ("q1", "q3")
    assert found.chosen.tolist() == [[1, 0], [-1, 1]]
    assert "1 question of the exam has no answers in the file: q2." in notes(found)


@pytest.mark.parametrize("heading", ["Question {}", "Q{}", "{}", "Frage {}", "{}.", "Item_{}", "response{}"])
def test_questions_may_be_named_by_number_where_none_was_left_out(tmp_path, heading):
    text = f"name,{heading.format(1)},{heading.format(3)}\nx,A,B\n"
    assert read(tmp_path, text).items == ("q1", "q3")
    with pytest.raises(DataError, match="some questions of the exam were left out"):
        read(tmp_path, text, complete=False)


MOODLE = """Surname,"First name","ID number",Institution,Department,"Email address",State,"Started on",Completed,\
"Time taken",Grade/3.00,"Response 1","Response 2","Response 3"
Müller,Zoë,17,,,z@example.org,Finished,"3 May 2026  9:00 AM","3 May 2026  9:20 AM","20 mins",2.00,Ann,1,"in a box"
Lee,Kim,18,,,kim.lee@example.org,Finished,"3 May 2026  9:01 AM","3 May 2026  9:20 AM","19 mins",1.00,Bob,-,"on a hill"
Lee,Kim,18,,,kim.lee@example.org,Finished,"4 May 2026  9:01 AM","4 May 2026  9:20 AM","19 mins",3.00,Ann,1,"on a hill"
Late,Lou,19,,,l@example.org,"In progress","3 May 2026  9:30 AM",-,-,-,Cid,-,-
Gone,Gil,20,,,g@example.org,-,-,-,-,-,-,-,-
"""
MOODLE_DE = """Nachname;Vorname;Matrikelnummer;Institution;Abteilung;E-Mail-Adresse;Status;"Begonnen am";Beendet;\
"Verbrauchte Zeit";"Bewertung/3,00";"Frage 1";"Antwort 1";"Richtige Antwort 1";"Frage 2";"Antwort 2";\
"Richtige Antwort 2";"Frage 3";"Antwort 3";"Richtige Antwort 3"
Müller;Zoë;17;;;z@example.org;Beendet;"3. Mai 2026  09:00";"3. Mai 2026  09:20";"20 Minuten";2,00;Who?;Ann;Ann;\
"How many?";1;1;Where?;"in a box";"on a hill"
Lee;Kim;18;;;kim.lee@example.org;Beendet;"3. Mai 2026  09:01";"3. Mai 2026  09:20";"19 Minuten";1,00;Who?;Bob;Ann;\
"How many?";-;1;Where?;"on a hill";"on a hill"
"""
CANVAS = """name,id,sis_id,section,section_id,section_sis_id,submitted,attempt,"4711: Who?",1.0,"4712: How many?",1.0,\
"4713: Where?",1.0,n correct,n incorrect,score
"Lee, Kim",49232926,K-1,7b,5,,2026-05-04 20:00:00 UTC,2,Ann,1.0,1,1.0,on a hill,1.0,3,0,3.0
"Lee, Kim",49232926,K-1,7b,5,,2026-05-03 20:00:00 UTC,1,Bob,0.0,,0.0,on a hill,1.0,1,2,1.0
"Müller, Zoë",49232948,K-2,7b,5,,2026-05-03 19:58:33 UTC,1,Ann,1.0,1,1.0,in a box,0.0,2,1,2.0
"""
EXPECTED = [[0, 1, 0], [1, BLANK, 1]]


@pytest.mark.parametrize("text", [MOODLE, MOODLE_DE], ids=["en", "de"])
def test_moodle_s_responses_are_read_and_its_other_columns_named(tmp_path, text):
    found = read(tmp_path, text)
    assert found.chosen.tolist() == EXPECTED
    assert "Columns that were not needed: Institution, " in notes(found)


OPEN_MCR = """Source File,Last Name,First Name,Middle Name,Test Form Code,Student ID,Q1,Q2,Q3
a.png,LEE,KIM,,1,7,A,[A|B],B
b.png,MOSS,ANN,,1,8,G,B,F
c.png,DOE,BO,,1,9,C,,A
"""


def test_blanks_and_double_marks_of_scanned_sheets_are_no_answers(tmp_path):
    found = read(tmp_path, OPEN_MCR)
    assert found.chosen.tolist() == [[0, BLANK, 1], [BLANK, 1, BLANK], [2, BLANK, 0]]
    assert "2 answers have several marks on the sheet and count as blank." in notes(found)
    assert "One answer is “G”" in notes(found)
    assert "Eine Antwort ist „G“" in notes(found, "de")


def test_letters_that_no_sheet_explains_are_still_refused(tmp_path):
    with pytest.raises(DataError, match="the answer 'G'"):
        read(tmp_path, "candidate,1,2,3\nx,A,B,G\n")


def test_a_first_attempt_counts_and_who_did_not_finish_or_sit_the_exam_does_not(tmp_path):
    said = notes(read(tmp_path, MOODLE))
    assert "1 attempt was not finished, and left out." in said
    assert "1 row has no answer at all, and was left out." in said
    assert "1 further attempt of the same candidates left out; the first counts." in said


def test_canvas_s_student_analysis_is_read_by_the_questions_texts(tmp_path):
    found = read(tmp_path, CANVAS)
    assert found.chosen.tolist() == EXPECTED[::-1]
    assert "Questions were found by their texts." in notes(found)
    assert "1 further attempt" in notes(found)


def test_canvas_tells_a_question_that_was_not_asked_and_one_that_changed_since(tmp_path):
    text = CANVAS.replace("Bob,0.0,,0.0", "Rob,0.0,,").replace("2,Ann,1.0", "2,Anna,1.0")
    found = read(tmp_path, text)
    assert found.chosen.tolist() == [[WRONG, NOT_ASKED, 1], [0, 1, 0]]
    assert "1 answer is not an option of the exam as it is now" in notes(found)


def test_an_anonymous_report_has_a_candidate_in_each_row(tmp_path):
    rows = [line.split(",") for line in ("7b,5,2026-05-03,Ann,1.0,1,1.0", "7b,5,2026-05-03,Bob,0.0,1,1.0")]
    text = "section,section_id,submitted,1: Who?,1.0,2: How many?,1.0,n correct,n incorrect,score\n"
    text += "\n".join(",".join([*row, "1", "0", "1"]) for row in rows)
    assert read(tmp_path, text).chosen.tolist() == [[0, 1], [1, 1]]


MOODLE_GRADES = """Surname,"First name",State,"Grade/3.00","Q. 1 /1.00","Q. 2 /1.00","Q. 3 /1.00"
Müller,Zoë,Finished,2.00,1.00,1.00,0.00
Lee,Kim,Finished,1.00,-0.33,-,1.00
Overall average,,,1.50,0.33,1.00,0.50
"""
MOODLE_GRADES_DE = """Nachname;Vorname;Status;"Bewertung/3,00";"F. 1 /1,67";"F. 2 /1,67";"F. 3 /1,67"
Müller;Zoë;Beendet;2,00;1,67;1,67;0,00
Lee;Kim;Beendet;1,00;0,56;-;1,67
Gesamtdurchschnitt;;;1,50;0,33;1,00;0,50
"""
MATRICES = {
    "moodle": MOODLE_GRADES,
    "moodle-de": MOODLE_GRADES_DE,
    "plain": "candidate,1,2,3\nc1,1,1,0\nc2,0,,1\n",
    "with-totals": "Name;Frage 1;Frage 2;Frage 3;Summe\nMüller;1;1;0;2\nLee;0;;1;1\nSumme;1;1;1;3\n",
    "nameless": "q1,q2,q3,total\n1,1,0,2\n0,,1,1\n",
    "by-text": "Student,Who?,How many?,Where?\nx,1.0,1.0,0.0\ny,0.0,-,1.0\n",
}


@pytest.mark.parametrize("text", MATRICES.values(), ids=MATRICES)
def test_marks_and_matrices_say_who_was_right(tmp_path, text):
    found = read(tmp_path, text)
    assert found.chosen.tolist() == [[0, 1, WRONG], [WRONG, BLANK, 1]]
    assert "who was right but not which option they chose" in notes(found)


def test_marks_are_read_without_keys_and_part_of_the_points_is_not_right(tmp_path):
    items = (ITEMS[0], Item("q2", "p", "A text.", "How many?", ("3", "1"), None))
    found = read(tmp_path, "Surname,State,Q. 1 /2.00,Q. 2 /1.00\nx,Finished,1.00,1.00\ny,Finished,2.00,0.00\n", items)
    assert found.chosen.tolist() == [[WRONG, RIGHT], [0, WRONG]]
    assert "1 mark is partial, and counts as not right." in notes(found)


def test_a_quiz_in_another_order_than_the_bank_is_read_by_its_answers(tmp_path):
    text = "Surname,State,Response 1,Response 2,Response 3,Response 4\n"
    text += "x,Finished,on a hill,An essay of mine,Bob,2\ny,Finished,in a box,And mine,_Ann_,1\n"
    for complete in (True, False):
        found = read(tmp_path, text, complete=complete)
        assert found.chosen.tolist() == [[1, 2, 1], [0, 1, 0]]
        assert "the file's numbers are not those of the exam" in notes(found)
        assert "fit no question of the exam, or more than one: Response 2." in notes(found)


def test_questions_whose_texts_stand_beside_the_answers_are_found_by_them(tmp_path):
    items = [Item(f"t{n}", "p", "A text.", f"Is claim {n} so?", ("True", "False"), 0) for n in (1, 2)]
    text = "Nachname,Status,Frage 1,Antwort 1,Richtige Antwort 1,Frage 2,Antwort 2,Richtige Antwort 2\n"
    text += "x,Beendet,Is claim 2 so?: True; False,Wahr,Wahr,Is claim 1 so?: True; False,Falsch,Wahr\n"
    found = read(tmp_path, text, items)
    assert found.chosen.tolist() == [[1, 0]]
    assert "Questions were found by their texts." in notes(found)


def test_true_and_false_are_read_as_moodle_translates_them(tmp_path):
    items = (Item("t", "p", "A text.", "So?", ("True", "False"), 0), ITEMS[0])
    found = read(tmp_path, "Nachname,Status,Antwort 1,Antwort 2\nx,Beendet,Wahr,Ann\ny,Beendet,Falsch,-\n", items)
    assert found.chosen.tolist() == [[0, 0], [1, BLANK]]


def cells(text):
    delimiter = max(",;", key=text.split("\n")[0].count)
    return [[cell or None for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]


@pytest.mark.parametrize("text", [MOODLE, MOODLE_DE, CANVAS])
def test_workbooks_are_read_as_csv_is(tmp_path, text):
    plain = read(tmp_path, text)
    for name, data in (("a.xlsx", xlsx({"Responses": cells(text)})), ("a.ods", ods(cells(text)))):
        (tmp_path / name).write_bytes(data)
        found = read_responses(tmp_path / name, ITEMS)
        assert found.chosen.tolist() == plain.chosen.tolist()
        assert notes(found) == notes(plain)


def test_a_matrix_in_a_workbook_may_have_a_title_above_it_and_numbers_as_numbers(tmp_path):
    rows = [["Class 7b", None, None, None], ["Name", 1.0, 2.0, 3.0], ["x", 1.0, 1.0, 0.0], ["y", 0.0, None, 1.0]]
    (tmp_path / "a.xlsx").write_bytes(xlsx({"One": rows, "Two": [["a", "b"], ["c", "d"]]}))
    found = read_responses(tmp_path / "a.xlsx", ITEMS)
    assert found.chosen.tolist() == [[0, 1, WRONG], [WRONG, BLANK, 1]]
    assert "Only the first sheet of the workbook was read, not Two." in notes(found)


def test_moodle_s_json_is_a_list_in_a_list(tmp_path):
    path = written(tmp_path, '[[{"lastname":"x","state":"Finished","response1":"Ann","response2":"-"}]]', "a.json")
    assert read_responses(path, ITEMS).chosen.tolist() == [[0, BLANK]]


def test_what_windows_programs_save_is_read(tmp_path):
    (tmp_path / "a.csv").write_bytes("Wer;q1;q3\nJürgen;A;B\n".encode("cp1252"))
    found = read_responses(tmp_path / "a.csv", ITEMS)
    assert found.chosen.tolist() == [[0, 1]]
    assert "was read as Windows-1252" in notes(found)
    (tmp_path / "b.txt").write_bytes("Wer\tq1\tq3\nJürgen\tA\tB\n".encode("utf-16"))
    assert read_responses(tmp_path / "b.txt", ITEMS).chosen.tolist() == [[0, 1]]


def test_what_is_written_in_a_spreadsheet_with_semicolons_is_read(tmp_path):
    path = tmp_path / "excel.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows([["Name", "q1", "q3"], ["Ä. Öz", "B", "a"], ["", "", ""]])
    assert read_responses(path, ITEMS).chosen.tolist() == [[1, 0]]


@pytest.mark.parametrize("text", [MOODLE, MOODLE_DE, CANVAS, "name,1,2,3\nKim Lee,A,B,A\nZoë Müller,B,,B\n"])
def test_no_name_or_address_is_kept(tmp_path, text):
    found = read(tmp_path, text)
    kept = repr(found) + "".join(notes(found, language) for language in LANGUAGES)
    assert not [name for name in (*NAMES, "Zoë", "Lee", "example.org") if name in kept]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("  \n", "the file is empty"),
        ("who,q1\n", "no candidate below it"),
        ("who,q1,q9\nx,A,B\n", "question 'q9' does not exist.*q1"),
        ("who,name\nx,A\n", "no column contains answers"),
        (
            "who,q1\nx,E\n",
            "line 2: the answer 'E' to question 'q1' is not one of its options; expected a letter from A to",
        ),
        ("who,q1\nx,4\n", "is not one of its options"),
        ("who,q1,q2\nx,0,1.5\n", "is not one of its options"),
        ("who,q1\nx,A\nx,B\n", r"line 3: this candidate already has a row at .*line 2"),
        ("who,q1\n,A\n", "the candidate is not named"),
        ("who,q1,q1\nx,A,B\n", "two columns are for the same question, 'q1'"),
        ("who,q1,q2\nx,,\n", "there is no answer in it"),
        ("who,q1,q2\nx,1,\ny,1,1\n", "every answer is 1, which may mean right, or the first option. Write 0"),
        ("who,q1,q2\nx,A\n", "found 2 fields; expected 3"),
        ("candidate,item,answer\nx,q1,A\nx,q1,B\n", "an answer to question 'q1' at .*line 2"),
        ("candidate,item,answer\nx,q7,A\n", "question 'q7' does not exist"),
        ("candidate,item,answer\n,q1,A\n", "the candidate is not named"),
        ("who,q2\nx,3\ny,A\n", "'3' to question 'q2' could mean A or C"),
        ("name,1,2,3,4\nx,A,B,A,B\n", "question '4' does not exist"),
        ("Surname,State,Q. 1 /1.00\nx,Finished,good\n", "found 'good' for question 'q1'; expected a mark from 0 to 1"),
    ],
)
def test_answers_that_do_not_fit_the_exam_are_refused_with_their_place(tmp_path, text, said):
    with pytest.raises(DataError, match=said) as caught:
        read(tmp_path, text)
    german = error_text(caught.value, "de")
    assert german != str(caught.value)
    assert wording("de").place(caught.value.where) in german


def test_a_table_of_another_shape_is_answered_with_the_three_that_are_read(tmp_path):
    with pytest.raises(DataError) as caught:
        read(tmp_path, "time,colour\n9:00,red\n")
    for shown in (
        "headed time, colour",
        "Response 1",
        "Student analysis",
        "candidate,1,2,3\n",
        "candidate,1,2,3,total",
    ):
        assert shown in str(caught.value)
    assert all(part in error_text(caught.value, "de") for part in ("time, colour", "Antwort 1", "(3)"))


@pytest.mark.parametrize(
    ("name", "text", "format_"),
    [
        ("exam.txt", "Ann, who has a cat, sat.\n\n1. Who sat?\nA. Ann, Bob\nB. Cid\nANSWER: A\n", "plain text"),
        ("exam.gift", "::1:: Who, in the end, sat? {\n=Ann\n~Bob, or Cid\n}\n", "Moodle GIFT"),
    ],
)
def test_an_exam_in_place_of_answers_is_recognised_and_told_what_answers_look_like(tmp_path, name, text, format_):
    with pytest.raises(DataError) as caught:
        read_responses(written(tmp_path, text, name), ITEMS)
    for language in LANGUAGES:
        assert format_ in error_text(caught.value, language)
        assert "Canvas" in error_text(caught.value, language)


def test_questions_of_a_form_are_found_though_its_author_numbered_them(tmp_path):
    found = read(tmp_path, "Timestamp,Score,1. Who?,2) How many?,Q3: Where?\n9:01,2 / 3,Ann,1,in a box\n")
    assert found.items == ("q1", "q2", "q3")
    assert found.chosen.tolist() == [[0, 1, 0]]


def test_a_file_that_is_absent_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_responses(tmp_path / "none.csv", ITEMS)


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, BLANK]), min_size=6, max_size=6), min_size=1, max_size=8), st.data())
@settings(max_examples=40, deadline=None)
def test_every_shape_of_the_same_answers_reads_alike(tmp_path_factory, chosen, data):
    options = [tuple(f"{word}{n}" for word in ("one", "two", "three")) for n in range(6)]
    items = [Item(f"i{n}", "p", "A text.", f"Question {n}?", options[n], n % 3) for n in range(6)]
    chosen = [row for row in chosen if any(at >= 0 for at in row)] or [[0] * 6]
    order = data.draw(st.permutations(range(6)))
    texts = [[options[n][at] if at >= 0 else "-" for n, at in enumerate(row)] for row in chosen]
    letters = [["ABC"[at] if at >= 0 else "" for at in row] for row in chosen]
    head = ["Surname", "State", *(f"Response {place}" for place in range(1, 7))]
    moodle = [head, *([f"s{n}", "Finished", *(row[at] for at in order)] for n, row in enumerate(texts))]
    canvas = [["name", "id", *(text for n in order for text in (f"{n}: Question {n}?", "1.0")), "score"]]
    canvas += [[f"s{n}", str(n), *(t for at in order for t in (row[at], "0")), "9"] for n, row in enumerate(texts)]
    wide = [
        ["who", *(f"i{n}" for n in order)],
        *([f"s{n}", *(row[at] for at in order)] for n, row in enumerate(letters)),
    ]
    folder = tmp_path_factory.mktemp("answers")
    for name, rows in (("moodle", moodle), ("canvas", canvas), ("wide", wide)):
        path = folder / f"{name}.csv"
        with path.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
        found = read_responses(path, items)
        expected = np.array(chosen)[:, [n for n in range(6) if f"i{n}" in found.items]]
        assert found.chosen.tolist() == expected.tolist(), name
        absent = [n for n in range(6) if f"i{n}" not in found.items]
        assert all(row[n] < 0 for row in chosen for n in absent), name


def test_answers_in_a_folder_that_may_not_be_read_are_refused(tmp_path, monkeypatch):
    def refused(self, **_how):
        raise PermissionError(13, "Permission denied", str(self))

    path = written(tmp_path, "c,1,2,3\nx,A,B,A\n")
    monkeypatch.setattr("pathlib.Path.stat", refused)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(DataError, match="Permission denied"):
        read_responses(path, ITEMS)


GROUPED = "who,Form,q1,q2,q3\nv,north,A,B,A\nw,south,A,A,A\nx,north,C,,B\ny,-,A,B,B\nz,south,B,B,B\n"


def test_a_named_column_puts_candidates_into_groups_and_is_no_answer(tmp_path):
    for heading in ("Form", "form", " FORM "):
        found = read(tmp_path, GROUPED, groups=heading)
        assert found.groups == ("north", "south", "north", "", "south")
        assert found.chosen.tolist() == read(tmp_path, GROUPED).chosen.tolist()
        assert "Form" not in notes(found)
    assert read(tmp_path, GROUPED).groups == ()


def test_groups_stay_with_their_candidates_where_rows_are_left_out(tmp_path):
    head = "Surname,State,Attempt,Form,Response 1,Response 2,Response 3\n"
    rows = ["A,Finished,2,n,Bob,3,in a box", "A,Finished,1,s,Ann,1,on a hill", "B,In progress,1,n,Ann,-,-"]
    rows += ["C,Finished,1,n,Cid,2,in a box", "D,Finished,1,s,-,-,-"]
    found = read(tmp_path, head + "\n".join(rows), groups="form")
    assert found.groups == ("s", "n")
    assert found.chosen[:, 0].tolist() == [0, 2]


def test_one_answer_a_row_has_groups_as_one_candidate_a_row_does(tmp_path):
    rows = ["v,q1,A,n", "w,q1,B,s", "x,q1,C,n", "v,q2,B,n", "w,q2,A,s", "x,q2,B,n"]
    found = read(tmp_path, "candidate,item,answer,form\n" + "\n".join(rows), groups="form")
    assert found.groups == ("n", "s", "n")
    with pytest.raises(DataError, match="line 6: this candidate is in another group"):
        read(tmp_path, "candidate,item,answer,form\n" + "\n".join([*rows[:4], "w,q2,A,n", rows[5]]), groups="form")


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Class", "no column is headed 'Class'; the columns are headed who, name, Form, all, each, q1"),
        ("name", "the column 'name' tells candidates apart; expected groups"),
        ("all", "the column 'all' has 1 different values in 4 rows; expected 2 to 20 groups"),
        ("each", "the column 'each' has 4 different values in 4 rows"),
    ],
)
def test_a_column_that_holds_no_groups_is_refused(tmp_path, heading, said):
    text = "who,name,Form,all,each,q1\nv,a,n,1,1,A\nw,b,s,1,2,B\nx,c,n,1,3,C\ny,d,s,1,4,A\n"
    with pytest.raises(DataError, match=said) as caught:
        read(tmp_path, text, groups=heading)
    assert error_text(caught.value, "de") != str(caught.value)
    assert read(tmp_path, text, groups="form").groups == ("n", "s", "n", "s")
