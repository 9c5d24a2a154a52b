"""A terminal or a file need not have every sign: what it lacks is escaped in the output, and nothing fails."""

import io
import os
import subprocess
import sys

import pytest

from magnetite.cli import main

TYPED = "Анна живёт в Риме – „dort“.\n\n1. Where does Анна live?\na) Rom·e\nb) Прага\nc) Oslo ❤\nAnswer: A\n"
COMMANDS = {
    "check": ["check", "FILE", "--no-models", "--output", "OUT"],
    "check, JSON": ["check", "FILE", "--no-models", "--output", "OUT", "--json", "-"],
    "describe": ["describe", "FILE"],
    "audit": ["audit", "FILE", "--model", "longest", "--output", "OUT", "--store", "off"],
    "no such file": ["describe", "Прüf.txt"],
    "no such flag": ["check", "FILE", "--ü❤"],
    "help": ["check", "--help"],
}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "koi8-r"])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_output_fails_for_want_of_a_sign(tmp_path, monkeypatch, name, encoding):
    file = tmp_path / "Прüf ё.txt"
    file.write_text(TYPED, "utf-8")
    here = {"FILE": str(file), "OUT": str(tmp_path / "out")}
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict") for _ in range(2)]
    monkeypatch.setattr(sys, "argv", ["magnetite", *(here.get(word, word) for word in COMMANDS[name])])
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "false")
    with pytest.raises(SystemExit):
        main()
    for stream in streams:
        stream.flush()
    said = "".join(stream.buffer.getvalue().decode(encoding, "replace") for stream in streams)
    assert said
    assert "Traceback" not in said


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_the_environment_may_ask_for_any_encoding(tmp_path, encoding):
    file = tmp_path / "ё.txt"
    file.write_text(TYPED, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "magnetite", "describe", str(file)],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"\\u0451" in done.stdout
