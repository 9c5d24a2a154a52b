"""One check at a time; nothing waits in vain; whatever is killed goes on."""

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from examfiles.errors import StoreError, UsageError
from magnetite.web.check import serve
from magnetite.web.check.app import check_app
from magnetite.web.check.checks import Checks, Queue
from tests.web.made import AIKEN, CHECKS, GIFT, Browser, served, wait_for


def add(folder, name="exam.gift", text=GIFT):
    """Put a draft into a data folder, as an upload does; return its id."""
    from magnetite.web.check.folder import keep_upload

    checks = Checks(folder)
    key = checks.new_id()
    keep_upload(folder, key, name, text.encode())
    checks.add(key, name, 2)
    return key


def state_of(folder, key):
    result = Checks(folder).get(key)
    return result.state if result else None


def test_checks_run_one_after_another_in_the_order_they_were_started(tmp_path):
    keys = [add(tmp_path) for _ in range(3)]
    checks = Checks(tmp_path)
    order = [keys[1], keys[2], keys[0]]
    for key in order:
        assert checks.queue(key, models=False, language="en")
    seen: list[str] = []
    most = 0
    with Queue(tmp_path, checks):
        while len(seen) < 3:
            running = [each.id for each in checks.all() if each.state == "running"]
            most = max(most, len(running))
            seen += [key for key in running if key not in seen]
            time.sleep(0.1)
        wait_for(lambda: all(each.state == "done" for each in checks.all()))
    assert seen == order
    assert most == 1


def test_a_queued_check_says_how_many_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(Queue, "_run", lambda self: None)
    first, second = add(tmp_path), add(tmp_path)
    with Browser(check_app(tmp_path)) as browser:
        for key in (first, second):
            browser.fill(f"/checks/{key}/start", {"language": "en"})
        assert "1 check comes first" in browser.get(f"/checks/{second}").text
        assert browser.get(f"/checks/{second}/progress").json()["waiting"].startswith("1 check comes first")
        assert "comes first" not in browser.get(f"/checks/{first}").text


def test_a_check_that_is_going_on_cannot_be_changed_or_started_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(Queue, "_run", lambda self: None)
    key = add(tmp_path)
    with Browser(check_app(tmp_path)) as browser:
        browser.fill(f"/checks/{key}/start", {"language": "de"})
        browser.fill(f"/checks/{key}/start", {"language": "en"})
        answer = browser.fill(f"/checks/{key}/keys", {"key:second": "2"})
        assert answer.status_code == 400
        assert "being checked, so it was not changed" in answer.text
    result = Checks(tmp_path).get(key)
    assert (result.language, result.corrections) == ("de", "")


def test_a_worker_that_is_killed_is_told_and_can_be_started_again(tmp_path):
    key = add(tmp_path)
    checks = Checks(tmp_path)
    with Queue(tmp_path, checks) as queue:
        checks.queue(key, models=False, language="en")
        queue.wake()
        wait_for(lambda: queue._current)
        queue._worker.kill()
        wait_for(lambda: state_of(tmp_path, key) == "failed")
        assert "failed without an error message (code -9)" in checks.get(key).message
        checks.queue(key, models=False, language="en")
        queue.wake()
        wait_for(lambda: state_of(tmp_path, key) == "done")


def test_a_check_that_fails_says_why_on_its_page(tmp_path):
    key = add(tmp_path)
    with Browser(check_app(tmp_path)) as browser:
        (tmp_path / "checks" / key / "report").write_text("in the way")
        browser.fill(f"/checks/{key}/start", {"language": "en"})
        wait_for(lambda: state_of(tmp_path, key) == "failed")
        page = browser.get(f"/checks/{key}").text
    assert "The check stopped" in page
    assert "cannot be written" in page
    assert str(tmp_path) not in page


def test_deleting_a_check_that_runs_ends_it(tmp_path):
    key = add(tmp_path)
    app = check_app(tmp_path)
    with Browser(app) as browser:
        browser.fill(f"/checks/{key}/start", {"models": "1", "language": "en"})
        wait_for(lambda: state_of(tmp_path, key) == "running")
        browser.fill(f"/checks/{key}/delete")
        assert state_of(tmp_path, key) is None
        assert list((tmp_path / "checks").iterdir()) == []
        other = add(tmp_path)
        browser.fill(f"/checks/{other}/start", {"language": "en"})
        wait_for(lambda: state_of(tmp_path, other) == "done")


def test_a_server_killed_while_it_checks_goes_on_when_it_is_started_again(tmp_path):
    running, waiting = add(tmp_path), add(tmp_path, "two.txt", AIKEN)
    checks = Checks(tmp_path)
    checks.queue(running, models=True, language="en")
    checks.queue(waiting, models=False, language="en")
    with served(CHECKS, tmp_path) as server:
        wait_for(lambda: state_of(tmp_path, running) == "running")
        worker = wait_for(lambda: children_of(server.process.pid))[0]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_for(lambda: not alive(worker), 20)
    assert (state_of(tmp_path, running), state_of(tmp_path, waiting)) == ("running", "queued")
    checks.delete(running)
    with served(CHECKS, tmp_path):
        wait_for(lambda: state_of(tmp_path, waiting) == "done")


def test_what_was_running_is_queued_again_in_its_old_place(tmp_path):
    first, second = add(tmp_path), add(tmp_path)
    checks = Checks(tmp_path)
    for key in (first, second):
        checks.queue(key, models=False, language="en")
    checks.start(first)
    checks.requeue()
    assert [each.id for each in checks.waiting()] == [first, second]


def test_the_server_ends_with_its_worker_when_it_is_asked_to(tmp_path):
    key = add(tmp_path)
    Checks(tmp_path).queue(key, models=True, language="en")
    with served(CHECKS, tmp_path) as server:
        worker = wait_for(lambda: children_of(server.process.pid))[0]
        server.process.send_signal(signal.SIGINT)
        server.process.wait(20)
        assert not alive(worker)
    assert state_of(tmp_path, key) == "running"


def test_two_servers_on_one_folder_are_one_too_many(tmp_path):
    with served(CHECKS, tmp_path), pytest.raises(UsageError, match="another server has this folder open"):
        serve(tmp_path, open_browser=False)


def test_a_port_that_is_taken_is_said(tmp_path):
    with served(CHECKS, tmp_path / "one") as server:
        port = int(server.address.rsplit(":", 1)[1])
        with pytest.raises(UsageError, match=r"the server cannot listen there \([^()]+\)\. Name another port"):
            serve(tmp_path / "two", port=port, open_browser=False)


def test_what_a_server_had_begun_to_delete_is_deleted_at_the_next_start(tmp_path):
    gone = tmp_path / "checks" / "0123456789abcdef.deleted" / "exam"
    gone.mkdir(parents=True)
    (gone / "exam.gift").write_text("secret")
    with Browser(check_app(tmp_path)):
        assert list((tmp_path / "checks").iterdir()) == []


def test_a_locked_database_is_said_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.web.check.checks.WAIT", 0.1)
    with Browser(check_app(tmp_path)) as browser:
        browser.get("/")
        holder = sqlite3.connect(tmp_path / "checks.sqlite")
        holder.execute("BEGIN EXCLUSIVE")
        answer = browser.upload(GIFT)
        holder.rollback()
        holder.close()
        assert answer.status_code == 503
        assert "another program has locked it" in answer.text
        assert list((tmp_path / "checks").glob("*")) == []
        assert browser.upload(GIFT).status_code == 200


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 40, None])
def test_a_damaged_database_is_said_at_the_start(tmp_path, content):
    path = tmp_path / "checks.sqlite"
    if content is None:
        Checks(tmp_path)
        held = bytearray(path.read_bytes())
        held[100:4096] = b"\xff" * (4096 - 100)
        path.write_bytes(held)
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match="it is damaged"):
        check_app(tmp_path)


def test_a_database_of_another_version_is_left_alone(tmp_path):
    Checks(tmp_path)
    with sqlite3.connect(tmp_path / "checks.sqlite") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="another version of Magnetite"):
        check_app(tmp_path)


def test_a_full_disk_is_a_clear_page_and_nothing_is_half_there(tmp_path, monkeypatch):
    import errno

    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Browser(check_app(tmp_path)) as browser:
        browser.get("/")
        monkeypatch.setattr("examfiles.files.os.fsync", full)
        answer = browser.upload(GIFT)
        assert answer.status_code == 503
        assert "is full" in answer.text
        assert "Nothing was stored" in answer.text
        assert "None yet" in browser.get("/").text
    assert list((tmp_path / "checks").iterdir()) == []


def test_a_full_database_is_said(tmp_path):
    checks = Checks(tmp_path)
    real = checks._open

    from contextlib import contextmanager

    @contextmanager
    def tight():
        with real() as database:
            database.execute("PRAGMA max_page_count = 1")
            yield database

    checks._open = tight
    with pytest.raises(StoreError, match=r"the disk of .* is full"):
        checks.add("0" * 16, "x" * 2**20, 1)
    checks._open = real
    assert checks.all() == ()


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be created"):
        serve(tmp_path / "file" / "folder", open_browser=False)


def children_of(parent):
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for file in lists for child in file.read_text().split()]


def alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_who_meets_a_locked_database_takes_no_place_among_the_few_that_read_exams(tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.web.check.checks.WAIT", 0.1)
    monkeypatch.setattr("magnetite.web.check.app.read_upload", lambda _: pytest.fail("the exam was read"))
    with Browser(check_app(tmp_path)) as browser, closing(sqlite3.connect(tmp_path / "checks.sqlite")) as other:
        browser.get("/")
        other.execute("BEGIN EXCLUSIVE")
        answer = browser.upload(GIFT)
        assert (answer.status_code, "another program has locked it" in answer.text) == (503, True)
        assert str(tmp_path) not in answer.text
    assert not list((tmp_path / "checks").glob("*"))
