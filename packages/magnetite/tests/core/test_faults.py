"""Disks that are full, read-only or gone, and what is no file: one sentence that says which, at once."""

import errno
import logging
import os
import shutil
import socket
from collections import namedtuple
from pathlib import Path

import pytest

from examfiles.files import disk_fault, regular
from magnetite.core import files
from magnetite.core.files import content_hash

posix = pytest.mark.skipif(os.name != "posix", reason="another system has no pipes in folders")


def test_a_full_disk_is_named_with_what_is_free(monkeypatch, tmp_path):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10, 7, 3_000))
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) == tmp_path)
    for code in (errno.ENOSPC, errno.EDQUOT):
        said = disk_fault(OSError(code, "No space"), tmp_path / "new" / "file.csv")
        assert said == f"the disk of {tmp_path} is full: 3.0 kB are free"
    assert disk_fault(OSError(errno.EROFS, "Read-only"), tmp_path) == f"the disk of {tmp_path} can only be read"


def test_a_folder_that_vanished_is_named(tmp_path):
    gone = FileNotFoundError(errno.ENOENT, "No such file or directory")
    assert disk_fault(gone, tmp_path / "a" / "b" / "c").endswith(f"there is no folder {tmp_path / 'a'}")
    assert disk_fault(gone, tmp_path / "c") == "No such file or directory"
    assert disk_fault(OSError("unplugged"), tmp_path) == "unplugged"


@posix
def test_pipes_sockets_and_devices_are_no_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name in ("pipe", "socket", os.devnull):
            for read in (regular, content_hash):
                with pytest.raises(OSError, match="it is a pipe or a device; save what it gives as a file"):
                    read(Path(name))
    assert regular(tmp_path) == tmp_path


def test_a_file_that_takes_long_to_read_is_announced_and_its_holes_with_it(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(files, "LONG_FILE_BYTES", 10_000_000)
    sparse, whole = tmp_path / "sparse", tmp_path / "whole"
    with sparse.open("wb") as file:
        file.truncate(20_000_000)
    whole.write_bytes(b"x" * 9_999_999)
    with caplog.at_level(logging.WARNING):
        assert content_hash(whole) != content_hash(sparse)
    assert len(caplog.records) == 1
    assert f"Reading {sparse}, 20.0 MB" in caplog.text
    if hasattr(os.stat_result, "st_blocks") and sparse.stat().st_blocks < 1000:
        assert "0 bytes of them on this disk" in caplog.text
