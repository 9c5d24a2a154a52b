"""What the README shows runs, and what it counts is so."""

import re
from pathlib import Path

from examfiles import FORMATS, read, write, writers

PAGE = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
EVALUATORS = {"lm-eval", "inspect", "datasets"}  # folders for other programs, which no format of exams is


def test_the_examples_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    typed = "Ann sat down by the river.\n\n1. Who sat?\nA) Ann\nB) Bo\nAnswer: A\n"
    (tmp_path / "exam.txt").write_text(typed, "utf-8")
    write(read("exam.txt"), "exam.docx")
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    exec(compile(code, "README.md", "exec"), {})
    assert "Who sat? ('Ann', 'Bo') A" in capsys.readouterr().out
    assert (tmp_path / "exam.gift").is_file()


def test_formats_are_counted():
    [(read_, written)] = re.findall(r"(\d+) formats are read, (\d+) of them written", PAGE)
    assert int(read_) == len(FORMATS)
    assert int(written) == len(writers().keys() - EVALUATORS)
