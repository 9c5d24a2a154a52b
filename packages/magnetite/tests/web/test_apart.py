"""Strangers' files are read in a process apart: its limits end it, with a plain message, and not the server."""

import os
import resource
import subprocess
import sys
import threading

import pytest

from examfiles.errors import DataError, StoreError
from examfiles.sources import sample_exam
from magnetite.web.check import apart as module
from magnetite.web.check.apart import apart
from magnetite.web.check.app import check_app
from magnetite.web.check.checks import Checks
from magnetite.web.check.exam import read_alone
from tests.hostile import hostile_files
from tests.web.made import GIFT, Browser, wait_for

pytestmark = [pytest.mark.apart, pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")]


@pytest.fixture(autouse=True)
def _line_open():
    """Take uploads again where a server that ran in this process before has closed the line."""
    module.line.close(False)


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


def test_a_reader_whose_server_has_ended_says_nothing():
    call = module._pickled((read_alone.__module__, read_alone.__qualname__, "en", 60, (sample_exam(),)))
    command = [sys.executable, "-c", f"from {module.__name__} import main; main()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        process.stdin.write(call)
        process.stdin.close()
        assert process.stderr.read() == b""


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
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with pytest.raises(DataError, match="took more than 1 seconds"):
        apart(spin, seconds=1)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - spent < 15  # it would spin for ever


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


@pytest.fixture
def gate(monkeypatch):
    """Read one exam at a time, each when the gate lets it."""
    opened = threading.Semaphore(0)

    def read(work, *arguments, seconds):
        opened.acquire()
        return work(*arguments)

    line = module.WaitingLine(1, 6)
    monkeypatch.setattr(module, "_apart", read)
    for place in ("apart", "app"):
        monkeypatch.setattr(f"magnetite.web.check.{place}.line", line)
    return opened


def sent(client, name):
    """Upload an exam in a thread; return that, which keeps the answer."""
    client.get("/")
    thread = threading.Thread(target=lambda: setattr(thread, "answer", client.upload(GIFT, name)), daemon=True)
    thread.start()
    return thread


def test_uploads_wait_in_the_order_they_came_and_see_their_place_count_down(tmp_path, gate):
    app = check_app(tmp_path)
    with Browser(app) as reader:
        clients = [Browser(app) for _ in range(5)]
        uploads = []
        for place, client in enumerate(clients):
            uploads.append(sent(client, f"{place}.gift"))
            wait_for(
                lambda place=place, client=client: (
                    ahead(client) == (place - 1 if place else None) and stored(tmp_path, place + 1)
                )
            )
        assert reader.get("/waiting").json() == {"ahead": None, "waiting": ""}  # who has sent nothing
        told = clients[4].get("/waiting", headers={"accept-language": "de"}).json()["waiting"]
        assert told == "Vorher kommen 3 andere Dateien an die Reihe."
        assert [clients[place].get("/waiting").json()["waiting"] for place in (1, 2)] == [
            "Waiting: your file is next.",
            "Waiting: 1 file comes first.",
        ]
        assert reader.get("/").status_code == 200  # nobody waits for a page without an exam
        for done in range(5):
            gate.release()
            wait_for(lambda done=done: len(Checks(tmp_path).all()) == done + 1)
            left = clients[done + 2 :]
            wait_for(lambda left=left: [ahead(client) for client in left] == list(range(len(left))))
        for upload in uploads:
            upload.join()
        assert [upload.answer.status_code for upload in uploads] == [200] * 5
    created = sorted(Checks(tmp_path).all(), key=lambda check: check.created)
    assert [check.name for check in created] == [f"{place}.gift" for place in range(5)]


def ahead(client):
    return client.get("/waiting").json()["ahead"]


def stored(folder, many):
    """Return whether this many uploads lie there, which is before their turn comes."""
    return len(list(folder.glob("checks/*/exam/*.gift"))) == many


def test_one_more_than_may_wait_is_refused_and_leaves_nothing(tmp_path, gate):
    app = check_app(tmp_path)
    with Browser(app):
        uploads = [sent(Browser(app), f"{place}.gift") for place in range(7)]
        wait_for(lambda: stored(tmp_path, 7))
        late = Browser(app).upload(GIFT, "late.gift")
        assert (late.status_code, "Many files are being read" in late.text) == (422, True)
        assert stored(tmp_path, 7)
        gate.release(20)  # the page that follows may read an exam again
        for upload in uploads:
            upload.join()
    assert len(Checks(tmp_path).all()) == 7


def test_a_server_that_stops_sends_away_who_waits_and_keeps_nothing_of_it(tmp_path, gate):
    app = check_app(tmp_path)
    with Browser(app):
        first = sent(Browser(app), "1.gift")
        wait_for(lambda: not module.line._free)  # it is being read; whoever comes now waits
        second = sent(Browser(app), "2.gift")
        wait_for(lambda: stored(tmp_path, 2))
    second.join()
    assert second.answer.status_code == 422
    gate.release()
    first.join()
    assert [check.name for check in Checks(tmp_path).all()] == ["1.gift"]
    assert stored(tmp_path, 1)
