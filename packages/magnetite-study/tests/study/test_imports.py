"""Answers from paper: checked against the design, all or nothing, each mistake named."""

import pytest

from examfiles.errors import DataError, UsageError
from examfiles.items import letter
from magnetite_study.answers import BookletAnswer, answers_csv
from magnetite_study.database import Database
from magnetite_study.imports import import_file
from tests.study.made import attack, study, write_csv

LONG = ("participant", "question", "answer")


@pytest.fixture
def database(tmp_path):
    with Database(study(tmp_path / "study", attack(4, participants=3))) as opened:
        yield opened


def printed(database, number, position, option):
    """Return the letter under which an option of the item's own order is printed in a booklet."""
    return letter(database.design.booklet(number)[position - 1].order.index(option))


def test_letters_are_those_printed_in_each_participants_own_booklet(database, tmp_path):
    rows = [(n, p, printed(database, n, p, 2)) for n in (1, 2, 3) for p in (1, 2, 3, 4)]
    assert import_file(database, write_csv(tmp_path / "answers.csv", LONG, *rows))["new"] == 12
    answers = database.answers()
    assert set(answers.chosen.tolist()) == {2}
    assert set(answers.source) == {"import"}
    assert {each.state for each in database.participants()} == {"finished"}


def test_a_row_a_participant_is_read_as_well_and_blanks_are_no_answers(database, tmp_path):
    path = write_csv(
        tmp_path / "a.csv", ("Participant", "1", "Question 2", "3", "4"), (1, "a", "B.", "", "D"), (2, *[""] * 4)
    )
    assert import_file(database, path)["new"] == 3
    assert database.answered(1) == {1: 0, 2: 1, 4: 3}


def test_questions_may_be_named_by_their_ids_in_the_design(database, tmp_path):
    shown = database.design.booklet(1)[2]
    import_file(database, write_csv(tmp_path / "a.csv", LONG, (1, shown.id, "C")))
    assert database.answered(1) == {3: 2}


def test_seconds_are_kept_where_they_are_given(database, tmp_path):
    rows = [(1, 1, "A", "12.5"), (1, 2, "A", "3,5"), (1, 3, "A", "")]
    import_file(database, write_csv(tmp_path / "a.csv", (*LONG, "seconds"), *rows))
    seconds = database.answers().seconds.tolist()
    assert seconds[:2] == [12.5, 3.5]
    assert seconds[2] != seconds[2]


def test_the_same_file_again_changes_nothing(database, tmp_path):
    path = write_csv(tmp_path / "a.csv", LONG, (1, 1, "A"), (2, 1, "B"))
    import_file(database, path)
    assert import_file(database, path) == {"new": 0, "same": 2, "kept": 0, "changed": 0}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ((9, 1, "A"), r"line 3: participant '9' is not in the study \(it has 3, 1 to 3\)"),
        (("Ann", 1, "A"), "participant 'Ann' is not in the study"),
        (("", 1, "A"), "participant '' is not in the study"),
        ((1, 5, "A"), "question '5' does not exist; a booklet has questions 1 to 4"),
        ((1, "q9", "A"), "question 'q9' does not exist"),
        ((1, "q1", "A"), "question 'q1' does not exist"),
        ((1, 0, "A"), "question '0' does not exist"),
        ((1, 2, "E"), "question 2: answer 'E' is not one of A to D, as printed"),
        ((1, 2, "yes"), "answer 'yes' is not one of A to D"),
        ((1, 1, "B"), "participant 1, question 1: has another answer already"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_nothing_is_imported(database, tmp_path, row, words):
    path = write_csv(tmp_path / "a.csv", LONG, (1, 1, "A"), row)
    with pytest.raises(DataError, match=words) as error:
        import_file(database, path)
    assert "nothing was imported, because of one mistake" in str(error.value)
    assert len(database.answers()) == 0


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (
            (*LONG, "sec"),
            "the columns sec in addition to participant, question and answer; expected seconds, check and consent",
        ),
        (("participant", "q01", "Q01"), "the columns 'q01' and 'Q01' have one name"),
        (("participant", "1", " 1"), "the columns '1' and ' 1' have one name"),
    ],
)
def test_columns_that_would_be_lost_are_refused(database, tmp_path, columns, words):
    with pytest.raises(DataError, match=words):
        import_file(database, write_csv(tmp_path / "a.csv", columns, (1, "A", "B", "")[: len(columns)]))


def test_what_the_study_wrote_itself_is_not_taken_for_booklets(database, tmp_path):
    database.answer(1, 1, 0)
    (tmp_path / "a.csv").write_bytes(answers_csv(database.design, database.answers()))
    with pytest.raises(DataError, match=r"answers that the study wrote itself.*import what was filled in elsewhere"):
        import_file(database, tmp_path / "a.csv")


def test_all_mistakes_are_listed_at_once_and_many_are_counted(database, tmp_path):
    path = write_csv(tmp_path / "a.csv", LONG, *((n, 1, "A") for n in range(50, 64)))
    with pytest.raises(DataError, match=r"14 mistakes(.|\n)*participant '59'(.|\n)*and 4 more") as error:
        import_file(database, path)
    assert "participant '60'" not in str(error.value)


def test_a_participant_who_does_not_exist_is_one_mistake_of_a_row_of_many_questions(database, tmp_path):
    path = write_csv(tmp_path / "a.csv", ("participant", *"1234"), (59, *"ABCD"), (60, *"ABCD"))
    with pytest.raises(DataError, match="because of 2 mistakes") as error:
        import_file(database, path)
    assert str(error.value).count("participant '59'") == 1


@pytest.mark.parametrize(("column", "lost"), [("question", "answer"), ("answer", "question")])
def test_half_of_a_long_table_is_not_taken_for_a_wide_one(database, tmp_path, column, lost):
    with pytest.raises(DataError, match=f"there is no column '{lost}'; found participant, {column}"):
        import_file(database, write_csv(tmp_path / "a.csv", ("participant", column, "note"), (1, 1, "A"), (2, 1, "B")))


def test_an_answer_that_was_given_on_a_screen_stands_and_a_file_that_says_otherwise_is_refused(database, tmp_path):
    database.answer(1, 1, 0)
    with pytest.raises(DataError, match="participant 1, question 1: A is stored already and stands; the file says C"):
        import_file(database, write_csv(tmp_path / "a.csv", LONG, (1, 1, "C"), (1, 2, "A")))
    assert database.answered(1) == {1: 0}


def test_answers_of_a_deleted_participant_are_not_taken(database, tmp_path):
    database.delete_participant(2)
    with pytest.raises(DataError, match="participant '2' is not in the study"):
        import_file(database, write_csv(tmp_path / "a.csv", LONG, (2, 1, "A")))


@pytest.mark.parametrize("seconds", ["fast", "-1", "nan", "inf", "1e9"])
def test_seconds_that_are_none_are_refused(database, tmp_path, seconds):
    with pytest.raises(DataError, match=f"seconds are '{seconds}'; expected a number from 0 to"):
        import_file(database, write_csv(tmp_path / "a.csv", (*LONG, "seconds"), (1, 1, "A", seconds)))


def test_a_file_that_holds_no_answers_is_a_clear_error(database, tmp_path):
    with pytest.raises(DataError, match="there is no such file"):
        import_file(database, tmp_path / "none.csv")
    with pytest.raises(DataError, match="there is no column 'participant'; found name, answer"):
        import_file(database, write_csv(tmp_path / "a.csv", ("name", "answer"), ("x", "A")))
    with pytest.raises(DataError, match="has no answers"):
        import_file(database, write_csv(tmp_path / "b.csv", LONG))
    (tmp_path / "c.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"c\.csv"):
        import_file(database, tmp_path / "c.csv")


def test_a_typing_error_is_replaced_and_what_was_there_is_logged(database, tmp_path):
    import_file(database, write_csv(tmp_path / "a.csv", LONG, *((1, p, "A") for p in (1, 2, 3, 4))))
    right = write_csv(tmp_path / "b.csv", LONG, *((1, p, "B" if p == 3 else "A") for p in (1, 2, 3, 4)))
    with pytest.raises(DataError, match=r"A is stored already and stands.*(.|\n)*import it with --replace"):
        import_file(database, right)
    assert import_file(database, right, replace=True) == {"new": 0, "same": 3, "kept": 0, "changed": 1}
    assert database.answered(1) == {1: 0, 2: 0, 3: 1, 4: 0}
    shown = database.design.booklet(1)[2]
    [change] = database.changes()
    assert (change.participant, change.position, change.question) == (1, 3, shown.id)
    assert (change.before, change.after) == (shown.order[0], shown.order[1])
    assert import_file(database, right, replace=True)["same"] == 4
    assert len(database.changes()) == 1


def test_an_answer_that_was_given_on_a_screen_is_not_replaced_by_a_file(database, tmp_path):
    database.answer(1, 1, 0)
    with pytest.raises(DataError, match="A is stored already, which was given on a screen, and stands"):
        import_file(database, write_csv(tmp_path / "a.csv", LONG, (1, 1, "C")), replace=True)
    assert database.answered(1) == {1: 0}


def test_a_sheet_under_another_number_is_noticed_by_its_check_letter(database, tmp_path):
    one, two = (database.design.check_letter(number) for number in (1, 2))
    for participant in (f"1{one}", f"1-{one}", f"1 {one.lower()}"):
        import_file(database, write_csv(tmp_path / "a.csv", LONG, (participant, 1, "A")))
    import_file(database, write_csv(tmp_path / "b.csv", ("participant", "check", "1"), (2, two, "A")))
    import_file(database, write_csv(tmp_path / "c.csv", (*LONG, "check"), (3, 1, "A", "")))
    assert len(database.answers()) == 3
    for row in ((f"2-{one}", 2, "A", ""), (2, 2, "A", one)):
        with pytest.raises(DataError, match=f"participant 2: the check letter is {one}; the booklet of 2 has {two}"):
            import_file(database, write_csv(tmp_path / "d.csv", (*LONG, "check"), row))


def test_a_log_of_changes_that_fails_leaves_the_answers_as_they_were(database, tmp_path):
    import_file(database, write_csv(tmp_path / "a.csv", LONG, (1, 1, "A")))
    with pytest.raises(UsageError, match="participant 9 does not exist"):
        database.import_answers([BookletAnswer(1, 1, 1), BookletAnswer(9, 1, 1)], replace=True)
    assert (database.answered(1), database.changes()) == ({1: 0}, [])
