"""Participants, links and answers: stored once, on disk, and nobody else's."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, StoreError, UsageError
from magnetite_study.answers import BookletAnswer, answers_csv
from magnetite_study.database import TIMEOUT, Change, Database, Deletion, consent_print
from magnetite_study.files import DATABASE, DESIGN
from tests.study.made import attack, no_passage, study


@pytest.fixture
def database(tmp_path):
    with Database(study(tmp_path / "study")) as opened:
        yield opened


def raw(database, query):
    with sqlite3.connect(database._storage.path) as connection:
        return connection.execute(query).fetchall()


def test_a_link_leads_to_its_owner_and_to_nobody_else(database):
    tokens = {number: database.renew(number) for number in range(1, 7)}
    assert {number: database.find(token).number for number, token in tokens.items()} == {n: n for n in range(1, 7)}
    assert len(set(tokens.values())) == 6
    assert min(map(len, tokens.values())) >= 32
    for wrong in ("", "x", tokens[1][:-1], tokens[1] + "x", tokens[1].swapcase(), "' OR 1=1 --", "\udcff"):
        assert database.find(wrong) is None


def test_of_a_link_only_a_hash_is_kept(database, tmp_path):
    tokens = [database.renew(1), database.renew_organiser()]
    database.close()
    for path in (tmp_path / "study").iterdir():
        assert not any(token.encode() in path.read_bytes() for token in tokens)


def test_a_renewed_link_makes_the_one_before_useless(database):
    first, second = database.renew(1), database.renew(1)
    assert database.find(first) is None
    assert database.find(second).number == 1


def test_the_organiser_has_a_link_of_their_own(database):
    assert not database.check_organiser("")
    token, participant = database.renew_organiser(), database.renew(1)
    assert database.check_organiser(token)
    assert not database.check_organiser(participant)
    assert database.find(token) is None
    database.renew_organiser()
    assert not database.check_organiser(token)


def test_a_participant_is_new_then_invited_then_started_then_finished(database):
    seen = [database.participant(1).state]
    database.renew(1)
    seen.append(database.participant(1).state)
    database.consent(1)
    seen.append(database.participant(1).state)
    for position in range(1, 21):
        database.answer(1, position, 0)
    done = database.participant(1)
    assert [*seen, done.state] == ["new", "invited", "started", "finished"]
    assert (done.answered, done.of) == (20, 20)
    assert done.finished_at is not None


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 20), st.integers(0, 3)), max_size=40))
@settings(max_examples=15)
def test_the_first_answer_stands_whatever_comes_after(tmp_path_factory, given):
    expected = {}
    with Database(study(tmp_path_factory.mktemp("s") / "study")) as database:
        for number, position, option in given:
            first = expected.setdefault((number, position), option)
            new = (number, position) not in database_answers(database)
            stored = database.answer(number, position, option)
            assert stored == ("new" if new else "same" if option == first else "kept")
        assert database_answers(database) == expected


def database_answers(database):
    numbers = [each.number for each in database.participants()]
    return {(number, place): option for number in numbers for place, option in database.answered(number).items()}


def test_where_the_design_allows_it_an_answer_changes_until_the_participant_has_finished(tmp_path):
    with Database(study(tmp_path / "study", attack(2, allow_change=True))) as database:
        assert [database.answer(1, 1, option) for option in (0, 1, 1)] == ["new", "changed", "same"]
        assert database.answer(1, 2, 0) == "new"
        assert database.participant(1).state == "started"
        database.finish(1)
        assert database.answer(1, 1, 0) == "kept"
        assert database.answered(1) == {1: 1, 2: 0}
        assert database.participant(1).state == "finished"


def test_answers_are_told_in_the_items_own_order_with_what_the_design_says_of_them(database):
    for shown in database.design.booklet(2):
        question = database.design.question(shown.id)
        wanted = question.magnet.replaced if shown.condition == "attacked" else question.answer
        database.answer(2, shown.position, shown.order.index(wanted))
    answers = database.answers()
    attacked = answers.under("attacked")
    assert attacked.sum() == 10
    assert np.array_equal(answers.took_magnet, attacked)
    assert np.array_equal(answers.correct, ~attacked)
    assert set(answers.form) == {database.design.form(2)}
    assert answers.position.tolist() == list(range(1, 21))


def test_time_runs_from_when_a_question_was_first_shown(tmp_path):
    now = [1000.0]
    with Database(study(tmp_path / "study"), clock=lambda: now[0]) as database:
        database.show(1, 1)
        now[0] += 30
        database.show(1, 1)
        now[0] += 12.5
        database.answer(1, 1, 0)
        database.answer(1, 2, 0)
        database.answer(1, 3, 0, seconds=4.0)
        assert database.answers().seconds[[0, 2]].tolist() == [42.5, 4.0]
        assert np.isnan(database.answers().seconds[1])
        assert database.participant(1).last_seen == 1042.5


def test_a_clock_that_jumps_loses_no_answer_and_makes_no_time_negative(tmp_path):
    jumps = cycle((1e9, 1e9 + 30, 5e8, 0.0, 4e9, 1e9))  # back by years, to 1970, and to 2096
    with Database(study(tmp_path / "study"), clock=lambda: next(jumps)) as database:
        for position in range(1, 21):
            database.show(1, position)
            assert database.answer(1, position, position % 4) == "new"
            assert database.answer(1, position, (position + 1) % 4) == "kept"
        answers = database.answers()
        assert answers.position.tolist() == list(range(1, 21))
        assert database.answered(1) == {position: position % 4 for position in range(1, 21)}
        assert (answers.seconds >= 0).all()
        assert answers_csv(database.design, answers).count(b"\n") == 21


def test_a_first_consent_stands_and_only_fields_the_design_asks_for_are_kept(tmp_path):
    with Database(study(tmp_path / "study", attack(fields=("Age", "First language")))) as database:
        with pytest.raises(UsageError, match="does not ask for Name; nothing was stored"):
            database.consent(1, {"Age": "40", "Name": "Ann"})
        assert database.participant(1).consented_at is None
        database.consent(1, {"Age": "40"})
        database.consent(1, {"Age": "41"})
        assert database.participant(1).fields == {"Age": "40"}


def test_nothing_is_left_of_a_deleted_participant_in_the_database_or_its_files(tmp_path):
    folder = study(tmp_path / "study", attack(fields=("Age",)))
    with Database(folder) as database:
        token = database.renew(3)
        database.consent(3, {"Age": "a very telling text"})
        database.show(3, 1)
        database.answer(3, 1, 0)
        database.answer(4, 1, 0)
        database.delete_participant(3)
        assert database.find(token) is None
        assert [each.number for each in database.participants()] == [1, 2, 4, 5, 6]
        assert database.answers().participant.tolist() == [4]
        for table in ("shown", "answers"):
            assert raw(database, f"SELECT * FROM {table} WHERE number = 3") == []
        assert not any(b"a very telling text" in path.read_bytes() for path in folder.iterdir())
        assert database.add_participant() == 7, "no number is given twice"
        for call in (
            lambda: database.answer(3, 1, 0),
            lambda: database.renew(3),
            lambda: database.delete_participant(3),
        ):
            with pytest.raises(UsageError, match="participant 3 does not exist, or was deleted"):
                call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda d: d.answer(1, 0, 0), "question 0 does not exist; a booklet has questions 1 to 20"),
        (lambda d: d.answer(1, 21, 0), "question 21 does not exist"),
        (lambda d: d.answer(1, 1, 4), "question 1: option 5 does not exist; the question has 4 options"),
        (lambda d: d.answer(1, 1, -1), "option 0 does not exist"),
        (lambda d: d.answer(99, 1, 0), "participant 99 does not exist"),
        (lambda d: d.show(99, 1), "participant 99 does not exist"),
        (lambda d: d.show(1, 21), "question 21 does not exist"),
        (lambda d: d.consent(99), "participant 99 does not exist"),
        (lambda d: d.finish(99), "participant 99 does not exist"),
        (lambda d: d.participant(99), "participant 99 does not exist"),
    ],
)
def test_what_does_not_exist_is_refused_and_nothing_is_stored(database, call, words):
    with pytest.raises(UsageError, match=words):
        call(database)
    assert len(database.answers()) == 0
    assert raw(database, "SELECT count(*) FROM shown") == [(0,)]


def test_many_threads_lose_and_double_nothing(tmp_path):
    folder = study(tmp_path / "study", attack(participants=24))
    stored = []
    with Database(folder) as database:

        def take_part(number):
            for position in range(1, 21):
                database.show(number, position)
                stored.append(database.answer(number, position, (number + position) % 4))
                stored.append(database.answer(number, position, 0))  # a double submission

        threads = [threading.Thread(target=take_part, args=(number,)) for number in range(1, 25)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert stored.count("new") == 24 * 20 == len(database.answers())
        for number in range(1, 25):
            assert database.answered(number) == {position: (number + position) % 4 for position in range(1, 21)}


def test_two_open_databases_of_one_study_see_each_others_answers(tmp_path):
    folder = study(tmp_path / "study")
    with Database(folder) as one, Database(folder) as other:
        assert one.answer(1, 1, 2) == "new"
        assert other.answer(1, 1, 3) == "kept"
        assert other.answered(1) == {1: 2}


def test_an_import_is_all_or_nothing(database):
    with pytest.raises(UsageError, match="participant 99 does not exist"):
        database.import_answers([BookletAnswer(1, 1, 0), BookletAnswer(99, 1, 0)])
    assert len(database.answers()) == 0
    assert database.import_answers([BookletAnswer(1, 1, 0, 12.0), BookletAnswer(1, 1, 0), BookletAnswer(1, 1, 1)]) == {
        "new": 1,
        "same": 1,
        "kept": 1,
        "changed": 0,
    }
    assert database.answers().source == ("import",)


def test_a_locked_database_is_a_clear_error_and_answers_go_on_once_it_is_free(tmp_path):
    folder = study(tmp_path / "study")
    other = sqlite3.connect(folder / DATABASE, isolation_level=None)
    with Database(folder, timeout=0.05) as database:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program has locked it"):
            database.answer(1, 1, 0)
        other.execute("ROLLBACK")
        other.close()
        assert database.answer(1, 1, 0) == "new"
    assert TIMEOUT >= 5


def test_a_full_disk_is_a_clear_error_and_what_was_stored_before_is_kept(tmp_path):
    folder = study(tmp_path / "study", attack(participants=200))
    with Database(folder) as database:
        pages = database._storage._connection.execute("PRAGMA page_count").fetchone()[0]
        database._storage._connection.execute(f"PRAGMA max_page_count={pages + 1}")
        acknowledged = []

        def fill():
            for number, position in product(range(1, 201), range(1, 21)):
                database.answer(number, position, 0)
                acknowledged.append((number, position))

        with pytest.raises(
            StoreError, match=r"cannot be written .*full.*What was stored before is safe\. Free some space"
        ):
            fill()
        assert acknowledged
        database._storage._connection.execute(f"PRAGMA max_page_count={pages + 1000}")
        number, position = acknowledged[-1]
        assert database.answer(number, position % 20 + 1, 0) in {"new", "same"}
    with Database(folder) as again:
        assert set(acknowledged) <= set(database_answers(again))


@pytest.mark.parametrize("where", [0, 20, 4096])
def test_a_damaged_database_is_a_clear_error(tmp_path, where):
    folder = study(tmp_path / "study")
    path = folder / DATABASE
    data = bytearray(path.read_bytes())
    data[where : where + 400] = b"\xff" * 400
    path.write_bytes(data)
    with pytest.raises(DataError, match=r"study\.sqlite.*(damaged|not the database of a study)"):
        Database(folder)


def test_a_cut_off_missing_or_foreign_database_is_a_clear_error(tmp_path):
    folder = study(tmp_path / "study")
    path = folder / DATABASE
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="damaged"):
        Database(folder)
    path.write_bytes(b"")
    with pytest.raises(DataError, match="not the database of a study"):
        Database(folder)
    path.unlink()
    with pytest.raises(StoreError, match="is missing; put it back"):
        Database(folder)
    path.write_bytes(whole)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=7")
    with pytest.raises(DataError, match="its format is 7; this version of Magnetite reads 1 to 2"):
        Database(folder)


def test_answers_are_not_read_against_another_design(tmp_path):
    folder = study(tmp_path / "study")
    other = study(tmp_path / "other", attack(seed=5))
    (folder / DESIGN).write_bytes((other / DESIGN).read_bytes())
    with pytest.raises(DataError, match=r"another design than the one in study\.json.*put back"):
        Database(folder)


def test_a_database_is_never_made_twice(tmp_path):
    folder = study(tmp_path / "study", no_passage())
    with pytest.raises(StoreError, match="exists already"):
        Database.create(folder, 3)


def test_threads_do_not_wait_for_another_process_one_after_another(tmp_path):
    folder = study(tmp_path / "study")
    with Database(folder, timeout=0.5) as database:
        other = sqlite3.connect(folder / DATABASE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with ThreadPoolExecutor(32) as pool:
            results = [pool.submit(database.consent, 1, {}) for _ in range(32)]
        assert all(isinstance(result.exception(), StoreError) for result in results)
        assert time.monotonic() - start < 12  # one after another, 16
        other.close()


def test_a_study_in_a_folder_that_was_there_is_for_its_owner_alone(tmp_path):
    tmp_path.chmod(0o755)
    assert {path.stat().st_mode & 0o077 for path in study(tmp_path).iterdir()} == {0}


def test_a_database_of_the_first_version_is_opened_and_its_answers_are_there(tmp_path):
    folder = study(tmp_path / "study")
    with Database(folder) as database:
        database.answer(1, 1, 2)
    with sqlite3.connect(folder / DATABASE) as connection:  # as the first version made it
        for name in ("changes", "deletions", "looks"):
            connection.execute(f"DROP TABLE {name}")
        for place in ("participants.consent", "study.registered", "study.ended"):
            connection.execute("ALTER TABLE {} DROP COLUMN {}".format(*place.split(".")))
        connection.execute("PRAGMA user_version=1")
    for _ in range(2):
        with Database(folder) as database:
            assert database.answered(1) == {1: 2}
            assert database.changes() == database.deletions() == []
            database.consent(2)


def test_answers_that_are_cleared_leave_the_number_and_are_logged(tmp_path):
    with Database(study(tmp_path / "study"), clock=lambda: 5.0) as database:
        booklet = database.design.booklet(1)
        database.import_answers(BookletAnswer(1, shown.position, 1) for shown in booklet)
        assert database.participant(1).state == "finished"
        assert database.clear_participant(1) == 20
        assert (database.participant(1).answered, database.participant(1).finished_at) == (0, None)
        expected = [Change(1, each.position, each.id, each.order[1], None, 5.0) for each in booklet]
        assert database.changes() == expected
        database.answer(1, 1, 3)
        assert database.answered(1) == {1: 3}
        with pytest.raises(UsageError, match="participant 99 does not exist"):
            database.clear_participant(99)


def test_a_deletion_is_logged_without_saying_who_it_was(tmp_path):
    with Database(study(tmp_path / "study"), clock=lambda: 7.0) as database:
        database.answer(2, 1, 0)
        database.import_answers([BookletAnswer(2, 2, 0)])
        database.import_answers([BookletAnswer(2, 2, 1)], replace=True)
        database.delete_participant(2)
        assert database.deletions() == [Deletion(7.0, 2)]
        assert database.changes() == [], "what a deleted person answered is nowhere"


def test_with_each_consent_the_version_of_the_text_is_stored(tmp_path):
    for name, consent in (("own", "I agree."), ("usual", "")):
        folder = study(tmp_path / name, attack(consent=consent))
        with Database(folder) as database:
            database.consent(1)
        with sqlite3.connect(folder / DATABASE) as connection:
            kept = connection.execute("SELECT consent FROM participants WHERE number <= 2 ORDER BY number").fetchall()
        assert kept == [(consent_print(database.design),), (None,)]
    assert consent_print(attack(consent="I agree.")) != consent_print(attack(consent="I agree!"))
