"""A GGUF file that lies about itself is refused in a sentence, before it takes memory or time."""

import struct

import pytest

from magnetite.core.errors import ModelError
from magnetite.scorers.causal import causal

pytest.importorskip("gguf", reason="the package gguf is not installed")


def text(value):
    return struct.pack("<Q", len(value)) + value.encode()


def field(name, kind, value):
    return text(name) + struct.pack("<I", kind) + value


def gguf(*fields, count=None, tensors=0, version=3):
    head = struct.pack("<IQQ", version, tensors, len(fields) if count is None else count)
    return b"GGUF" + head + b"".join(fields)


LLAMA = field("general.architecture", 8, text("llama"))
LYING = {
    "nothing": b"",
    "a beginning": b"GGUF",
    "another version": gguf(version=9),
    "no metadata": gguf(),
    "more fields than bytes": gguf(count=2**62),
    "more tensors than bytes": gguf(LLAMA, tensors=2**62),
    "a text longer than the file": gguf(field("general.architecture", 8, struct.pack("<Q", 2**60))),
    "a list longer than the file": gguf(field("a", 9, struct.pack("<IQ", 4, 2**60))),
    "lists in lists": gguf(field("a", 9, struct.pack("<IQ", 9, 1) * 2000)),
    "a kind that is none": gguf(field("a", 77, b"x" * 8)),
    "a path for an architecture": gguf(field("general.architecture", 8, text("../../etc/passwd"))),
    "bytes that are no text": gguf(field("general.architecture", 8, struct.pack("<Q", 2) + b"\xff\xfe")),
    "more layers than there are": gguf(LLAMA, field("llama.block_count", 4, struct.pack("<I", 10**9))),
}


@pytest.mark.parametrize("name", LYING)
def test_a_file_that_lies_about_itself_is_refused(tmp_path, name):
    path = tmp_path / "model.gguf"
    path.write_bytes(LYING[name])
    with pytest.raises(ModelError):
        causal(path, device="cpu")
