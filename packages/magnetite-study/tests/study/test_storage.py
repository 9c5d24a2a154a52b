"""Threads that write at once share a flush: nobody is told of an answer that is not on disk, or loses another's."""

import sqlite3
import threading
import time

import pytest

from examfiles.errors import StoreError
from magnetite_study.files import DATABASE
from magnetite_study.storage import Storage
from tests.study.made import study

THREADS = 12
ADD = "INSERT INTO deletions VALUES (?, 0)"


@pytest.fixture
def storage(tmp_path):
    opened = Storage(study(tmp_path / "study") / DATABASE, timeout=5.0)
    yield opened
    opened.close()


def on_disk(storage):
    """Read with a connection of its own, which sees what is committed and nothing else."""
    with sqlite3.connect(storage.path) as connection:
        return {value for (value,) in connection.execute("SELECT at FROM deletions")}


def at_once(storage, write, then=lambda _number: None):
    """Let every thread wait to write, then write; `then` is called when a thread's block has ended."""
    outcomes = {}

    def run(number):
        try:
            with storage.writing() as connection:
                write(connection, number)
            then(number)
            outcomes[number] = "stored"
        except (StoreError, ZeroDivisionError) as error:
            outcomes[number] = type(error).__name__

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    with storage._writing:
        for thread in threads:
            thread.start()
        while len(storage._waiting) < THREADS:
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    return outcomes


def test_threads_that_write_at_once_share_one_flush(storage):
    statements = []
    storage._connection.set_trace_callback(statements.append)
    at_once(storage, lambda connection, number: connection.execute(ADD, (number,)))
    assert statements.count("COMMIT") <= 2, "one of them waits for another's group at most"
    assert on_disk(storage) == set(range(THREADS))


def test_no_thread_goes_on_before_what_it_wrote_is_on_disk(storage):
    missing = []

    def look(number):
        if number not in on_disk(storage):
            missing.append(number)

    at_once(storage, lambda connection, number: connection.execute(ADD, (number,)), look)
    assert missing == []


def test_what_fails_takes_nothing_with_it_that_another_thread_wrote(storage):
    def write(connection, number):
        connection.execute(ADD, (number,))
        if number % 3 == 0:
            raise ZeroDivisionError

    outcomes = at_once(storage, write)
    assert {number for number, outcome in outcomes.items() if outcome == "stored"} == on_disk(storage)
    assert set(outcomes) - on_disk(storage) == {0, 3, 6, 9}


def test_all_whose_transaction_is_undone_as_a_whole_are_told(storage):
    def write(connection, number):
        connection.execute(ADD, (number,))
        if number == 5:
            connection.execute("ROLLBACK")  # as SQLite does by itself where a disk is full
            raise sqlite3.OperationalError("disk is full")

    outcomes = at_once(storage, write)
    assert outcomes[5] == "StoreError"
    assert {number for number, outcome in outcomes.items() if outcome == "stored"} == on_disk(storage)


def test_a_commit_that_fails_is_told_to_all_who_share_it_and_the_next_one_works(storage):
    with sqlite3.connect(storage.path) as connection:
        connection.execute("CREATE TABLE child (parent INTEGER REFERENCES participants DEFERRABLE INITIALLY DEFERRED)")

    def write(connection, number):
        connection.execute(ADD, (number,))
        connection.execute("INSERT INTO child VALUES (9999)")  # refused when the transaction is committed

    assert set(at_once(storage, write).values()) == {"StoreError"}
    assert on_disk(storage) == set()
    with storage.writing() as connection:
        connection.execute(ADD, (1,))
    assert on_disk(storage) == {1}


def test_reading_does_not_wait_for_who_writes_and_sees_what_is_on_disk(storage):
    with storage.writing() as write:
        write.execute(ADD, (1,))
        with storage.reading() as read:
            assert read.execute("SELECT count(*) FROM deletions").fetchone() == (0,)
    with storage.reading() as read:
        assert read.execute("SELECT count(*) FROM deletions").fetchone() == (1,)


def test_what_is_read_together_is_of_one_moment(storage):
    with storage.reading() as read:
        before = read.execute("SELECT count(*) FROM deletions").fetchone()
        with storage.writing() as write:
            write.execute(ADD, (1,))
        assert read.execute("SELECT count(*) FROM deletions").fetchone() == before
