"""Files are written whole or not at all, and hashed once."""

import hashlib
import os
import subprocess
import sys

import pytest

from magnetite.core.files import file_hash, part_folder, sweep_parts, whole_file, write_whole


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
    path, digest, read = tmp_path / "a.txt", hashlib.file_digest, []
    monkeypatch.setattr(hashlib, "file_digest", lambda file, name: read.append(name) or digest(file, name))
    path.write_bytes(b"one")
    assert file_hash(path) == file_hash(path) == hashlib.sha256(b"one").hexdigest()
    assert len(read) == 1
    path.write_bytes(b"another")
    assert file_hash(path) == hashlib.sha256(b"another").hexdigest()


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
