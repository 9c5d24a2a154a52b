"""Files are written whole or not at all, and hashed once."""

import hashlib
import os
import signal
import subprocess
import sys

import pytest

from examfiles.files import part_folder, sweep_parts, whole_file, write_whole
from magnetite.core import files
from magnetite.core.files import file_hash, know_hash, leftovers, remove_whole, snapshot, whole_folder


def test_a_file_that_cannot_be_finished_leaves_the_old_one_and_nothing_beside_it(tmp_path):
    path = write_whole(tmp_path / "a.txt", b"old")

    def interrupted():
        with whole_file(path) as part:
            part.write_bytes(b"ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_flushed_before_it_gets_its_name(tmp_path, monkeypatch):
    path, flushed = tmp_path / "a.txt", []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append((os.fstat(handle).st_ino, path.exists())))
    write_whole(path, b"whole")
    assert flushed == [(path.stat().st_ino, False)]


def test_a_file_is_read_once_and_again_when_it_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SETTLED", -1)
    path, digest, read = tmp_path / "a.txt", hashlib.file_digest, []
    monkeypatch.setattr(hashlib, "file_digest", lambda file, name: read.append(name) or digest(file, name))
    path.write_bytes(b"one")
    assert file_hash(path) == file_hash(path) == hashlib.sha256(b"one").hexdigest()
    assert len(read) == 1
    path.write_bytes(b"another")
    assert file_hash(path) == hashlib.sha256(b"another").hexdigest()


def test_a_write_shows_whatever_size_and_time_it_leaves(tmp_path):
    path = write_whole(tmp_path / "a.txt", b"one")
    for content in (b"two", b"six"):  # at once, so that the clock of the files may not have moved
        before, seen = file_hash(path), path.stat()
        path.write_bytes(content)
        os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        assert file_hash(path) == hashlib.sha256(content).hexdigest() != before


def test_a_snapshot_tells_a_file_that_was_written_to_from_one_that_was_replaced(tmp_path):
    path = write_whole(tmp_path / "a.txt", b"one")
    seen = snapshot([path])
    os.utime(path)  # it holds the same
    assert seen.changed() is seen.changed(written=True) is None
    write_whole(path, b"two")  # another file has its name; whoever reads the old one goes on
    assert (seen.changed(), seen.changed(written=True)) == (path, None)
    seen = snapshot([path])
    path.write_bytes(b"six")
    assert seen.changed() == seen.changed(written=True) == path
    path.unlink()
    assert (seen.changed(), seen.changed(written=True)) == (path, None)


def test_a_hash_that_is_known_is_believed_until_the_file_changes(tmp_path):
    path = write_whole(tmp_path / "a.txt", b"one")
    know_hash(path, "known")
    assert file_hash(path) == "known"
    path.write_bytes(b"another")
    assert file_hash(path) == hashlib.sha256(b"another").hexdigest()


WRITING = """
import pathlib, sys
from magnetite.core import files
from magnetite.core.files import whole_folder
with whole_folder(pathlib.Path(sys.argv[1]), lambda: print("waits", flush=True)) as part:
    if part is None:
        print("there", flush=True)
    else:
        (part / "a.txt").write_text("half")
        print("writes", flush=True)
        input()
"""


def writing(folder):
    """Start a process that writes a folder until it is told to end."""
    call = [sys.executable, "-c", WRITING, str(folder)]
    return subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line_of(process):
    return process.stdout.readline().strip()


def test_of_two_processes_one_writes_a_folder_and_the_other_waits_and_finds_it(tmp_path):
    folder = tmp_path / "whole"
    with writing(folder) as first:
        assert line_of(first) == "writes"
        with writing(folder) as second:
            assert line_of(second) == "waits"
            assert leftovers(folder) == []  # it is being written
            with pytest.raises(BlockingIOError):
                remove_whole(folder)
            first.communicate("\n")
            assert line_of(second) == "there"
    assert [path.name for path in tmp_path.rglob("*")] == ["whole", "a.txt"]


def test_what_a_killed_process_left_of_a_folder_is_told_at_once_and_goes_when_it_is_written_again(tmp_path):
    folder = tmp_path / "whole"
    with writing(folder) as killed:
        assert line_of(killed) == "writes"
        killed.send_signal(signal.SIGKILL)
    assert not folder.exists()
    [left] = leftovers(folder)
    assert (left / "a.txt").read_text() == "half"
    with whole_folder(folder, pytest.fail) as part:
        assert list(part.iterdir()) == []
        (part / "b.txt").write_text("whole")
    assert [path.name for path in tmp_path.rglob("*")] == ["whole", "b.txt"]


def test_one_that_waits_for_a_process_that_is_killed_writes_the_folder(tmp_path):
    folder = tmp_path / "whole"
    with writing(folder) as killed:
        assert line_of(killed) == "writes"
        with writing(folder) as second:
            assert line_of(second) == "waits"
            killed.send_signal(signal.SIGKILL)
            assert line_of(second) == "writes"
            second.communicate("\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["whole", "a.txt"]


def test_a_whole_folder_is_removed_with_what_was_left_of_it_and_nothing_else(tmp_path):
    folder, other = tmp_path / "whole", tmp_path / "other"
    for place in (folder, tmp_path / ".whole.part", tmp_path / ".whole.ab12.part", other, tmp_path / ".other.part"):
        (place / "inside").mkdir(parents=True)
    remove_whole(folder, leftovers_only=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.part", "other", "whole"]
    remove_whole(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.part", "other"]
    remove_whole(tmp_path / "nowhere" / "whole")


def test_what_killed_processes_left_is_swept_and_what_is_being_written_is_not(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for name in (f".a.{gone.pid}.part", f".b.{process.pid}.part", "c.part", f".old.{process.pid}.part"):
        (tmp_path / name).write_text("half")
    (tmp_path / f".folder.{gone.pid}.part" / "inside").mkdir(parents=True)
    os.utime(tmp_path / f".old.{process.pid}.part", (0, 0))
    sweep_parts(tmp_path)
    process.communicate(b"\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f".b.{process.pid}.part", "c.part"]


def test_what_a_killed_process_left_of_a_file_goes_when_the_file_is_written_again(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for name in ("a[1].txt", "b.txt"):
        (tmp_path / f".{name}.{gone.pid}.part").write_text("half")
    write_whole(tmp_path / "a[1].txt", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f".b.txt.{gone.pid}.part", "a[1].txt"]


def test_a_folder_for_parts_is_gone_with_its_block(tmp_path):
    with part_folder(tmp_path) as folder:
        (folder / "half").write_text("half")
    assert not list(tmp_path.iterdir())
