"""Strangers' files are read in a process apart: its limits end it, with a plain message, and not the server."""

import os
import sys
import time

import pytest
from tests.hostile import hostile_files
from tests.web.made import GIFT, Browser

from magnetite.core.errors import DataError, StoreError
from magnetite.formats.sources import sample_exam
from magnetite.web.check import apart as module
from magnetite.web.check.apart import apart
from magnetite.web.check.app import check_app
from magnetite.web.check.exam import read_alone

pytestmark = [pytest.mark.apart, pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")]


def fill(size):
    return len(bytes(size)) and bytes(size)[:1]


def spin():
    while True:
        pass


def fail():
    raise ZeroDivisionError


def refuse():
    raise StoreError("the disk is full")


def end():
    os.abort()


def thing():
    return print


def large():
    return "x" * (module.LARGEST + 1)


def test_an_exam_read_apart_is_the_exam_read_here():
    assert apart(read_alone, sample_exam()) == read_alone(sample_exam())


@pytest.mark.parametrize(
    ("work", "arguments", "message"),
    [
        (fill, (2 * module.MEMORY,), "needs more memory than an exam"),
        (end, (), "needs more memory than an exam"),
        (large, (), "needs more memory than an exam"),
        (fail, (), "the program that reads it stopped with an error"),
    ],
)
def test_the_death_of_the_process_is_a_plain_message(work, arguments, message):
    with pytest.raises(DataError, match=message):
        apart(work, *arguments)


def test_a_process_that_takes_too_long_is_ended():
    start = time.monotonic()
    with pytest.raises(DataError, match="took more than 1 seconds"):
        apart(spin, seconds=1)
    assert time.monotonic() - start < 30


def test_an_error_of_ours_comes_back_as_it_is():
    with pytest.raises(StoreError, match="the disk is full"):
        apart(refuse)


def test_nothing_is_looked_up_for_a_result_but_our_own_classes():
    with pytest.raises(DataError, match="stopped with an error"):
        apart(thing)


def test_hostile_uploads_are_refused_with_a_page_and_leave_nothing_behind(tmp_path):
    with Browser(check_app(tmp_path)) as browser:
        for name, data in hostile_files(0.02):
            if name in {"doctypes.xml", "names.tar.gz", "year.parquet", "surrogate.jsonl"}:
                assert browser.upload(data, name).status_code == 422, name
        assert not list((tmp_path / "checks").iterdir())
        assert browser.upload(GIFT).status_code == 200
        assert len(list((tmp_path / "checks").iterdir())) == 1


def test_uploads_that_a_killed_server_left_are_removed_at_start(tmp_path):
    with Browser(check_app(tmp_path)) as browser:
        browser.upload(GIFT)
    (kept,) = (tmp_path / "checks").iterdir()
    orphan = tmp_path / "checks" / ("0" * 16) / "exam"
    orphan.mkdir(parents=True)
    (orphan / "exam.gift").write_text(GIFT)
    (kept / "exam" / ".exam.gift.999999999.part").write_text("half")
    foreign = tmp_path / "checks" / "notes"
    foreign.mkdir()
    with Browser(check_app(tmp_path)):
        assert sorted((tmp_path / "checks").iterdir()) == sorted([kept, foreign])
    assert [path.name for path in (kept / "exam").iterdir()] == ["exam.gift"]
