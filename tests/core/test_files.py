"""Files are written whole or not at all, and hashed once."""

import hashlib
import os

import pytest

from magnetite.core.files import file_hash, whole_file, write_whole


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
