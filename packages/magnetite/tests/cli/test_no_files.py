"""A pipe where a file should be is refused at once, whatever it should hold; nothing waits, and it stays."""

import os
import stat

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="another system has no pipes in folders")
EXAM = "Ann lives in Rome.\n\n1. Where does Ann live?\na) Rome\nb) Paris\nAnswer: A\n"
CHECK, AUDIT = ("check", "exam.txt", "--no-models"), ("audit", "exam.txt", "--limit", "1")


@pytest.mark.parametrize(
    ("arguments", "pipe"),
    [
        (("check", "pipe.txt"), "pipe.txt"),
        (("describe", "pipe.json"), "pipe.json"),
        (("check", "folder"), "folder/exam.txt"),
        ((*CHECK, "--responses", "pipe.csv"), "pipe.csv"),
        ((*CHECK, "--settings", "pipe.toml"), "pipe.toml"),
        ((*CHECK, "--dismissed", "pipe.toml"), "pipe.toml"),
        ((*CHECK, "--json", "pipe.json"), "pipe.json"),
        ((*CHECK, "--sarif", "pipe.sarif"), "pipe.sarif"),
        ((*AUDIT, "--model", "pipe.csv"), "pipe.csv"),
        ((*AUDIT, "--model", "pipe.gguf"), "pipe.gguf"),
        ((*AUDIT, "--model", "model"), "model/config.json"),
        ((*AUDIT, "--model", "pipe.py:rule"), "pipe.py"),
        ((*AUDIT, "--systems", "QOC=model"), "model/magnetite.json"),
    ],
)
def test_a_pipe_is_refused_at_once(arguments, pipe, magnetite, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exam.txt").write_text(EXAM, "utf-8")
    for folder in ("folder", "model"):
        (tmp_path / folder).mkdir()
    (tmp_path / "model" / "config.json").write_text("{}") if pipe.endswith("magnetite.json") else None
    os.mkfifo(pipe)
    ended = magnetite(*arguments)
    assert ended.returncode in (2, 3, 4, 5)
    assert ended.stderr.startswith("Error: ")
    assert "Traceback" not in ended.stderr
    assert stat.S_ISFIFO((tmp_path / pipe).stat().st_mode)
