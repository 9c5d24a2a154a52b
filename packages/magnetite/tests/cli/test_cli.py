import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from magnetite.cli.app import app, by_panel
from tests.train.conftest import tiny_base  # noqa: F401 - fixtures

COMMANDS = [
    "audit",
    "benchmark",
    "check",
    "convert",
    "describe",
    "doctor",
    "export",
    "get",
    "import",
    "items",
    "magnets",
    "order",
    "overlap",
    "reproduce",
    "runs",
    "score",
    "serve",
    "shortcuts",
    "train",
    "transfer",
    "unanswerable",
    "unreadable",
]


def started(*arguments):
    command = [sys.executable, "-c", "from magnetite.cli import main; main()", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_the_commands_are_these():
    assert [command.name for command in app.registered_commands] == by_panel(COMMANDS)


def test_an_audit_ends_with_a_report_and_a_repeat_scores_nothing(magnetite, tmp_path):
    arguments = ["audit", "sample", "--model", "longest", "--limit", 12, "--store", tmp_path / "store"]
    first = magnetite(*arguments, "--output", tmp_path / "run")
    assert first.returncode == 0, first.stderr
    assert f"Report: {tmp_path / 'run' / 'report.html'}" in first.stdout
    assert (tmp_path / "run" / "report.html").stat().st_size > 10_000
    dry = magnetite(*arguments, "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert "In total about 0 s" in " ".join(dry.stdout.split())


def test_scores_can_be_had_alone(magnetite, tmp_path):
    done = magnetite("score", "sample", "--model", "overlap", "--output", tmp_path / "s.csv", "--store", "off")
    assert done.returncode == 0, done.stderr
    assert pl.read_csv(tmp_path / "s.csv").columns == [
        "id",
        "view",
        "member",
        "option",
        "text",
        "score",
        "answer",
        "key",
    ]


@pytest.mark.parametrize("flag", ["--output", "--json"])
def test_a_file_that_holds_something_else_is_not_replaced(magnetite, tmp_path, flag):
    exam = tmp_path / "exam.csv"
    exam.write_text("question,A,B,answer\nWho?,Ann,Bo,A\n")
    done = magnetite("score", exam, "--model", "longest", "--store", "off", flag, exam)
    assert done.returncode == 2
    assert "so it is not replaced. Name another file." in " ".join(done.stderr.split())
    assert exam.read_text().startswith("question,A,B,answer")


def test_describe_needs_no_model(magnetite):
    done = magnetite("describe", "sample")
    assert done.returncode == 0, done.stderr
    assert "96" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["audit", "no/such/file.jsonl"], 3, "no/such/file.jsonl"),
        (["audit"], 2, "no data was named"),
        (["audit", "sample", "--views", "QCO"], 2, "view 'QCO' does not exist"),
        (["audit", "sample", "--model", "./no-such-folder"], 4, "there is no such folder"),
        (["audit", "sample", "--dtype", "float8"], 2, "dtype 'float8' does not exist"),
        (["audit", "sample", "--device", "quantum"], 2, "device 'quantum' cannot be used"),
        (["audit", "sample", "--limit", "0"], 2, "Invalid value for '--limit'"),
        (["describe", "sample", "--format", "word"], 2, "format 'word' does not exist"),
        (["describe", "sample", "--columns", "passage"], 2, "is not NAME=COLUMN"),
        (["score", "sample", "--output", "scores.xls"], 2, "neither .parquet nor .csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_its_exit_code(magnetite, arguments, code, said):
    done = magnetite(*arguments)
    assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_says_that_what_was_scored_is_kept(tmp_path):
    (tmp_path / "slow.py").write_text(
        "import time\n\ndef guess(passage, question, option):\n"
        "    open(__file__ + '.calls', 'a').write('.')\n    time.sleep(0.02)\n    return 0.0\n"
    )
    arguments = ["audit", "sample", "--model", f"{tmp_path / 'slow.py'}:guess", "--store", str(tmp_path / "store")]
    code = "from magnetite.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, text=True) as run:
        calls = tmp_path / "slow.py.calls"
        while not calls.exists() or calls.stat().st_size < 100:  # three batches
            assert run.poll() is None, run.stderr.read()
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "All scores, and training up to the last checkpoint, are kept" in said
    assert list((tmp_path / "store").rglob("*.parquet"))


def test_a_plain_table_can_be_trained_on_as_far_as_its_answers_go(magnetite, tmp_path):
    (tmp_path / "exam.csv").write_text("passage,question,A,B,answer\nText.,What?,x,y,\n")
    done = magnetite("train", tmp_path / "exam.csv", "--batch", 1, "--output", tmp_path / "system")
    assert (done.returncode, "have no answer" in done.stderr) == (3, True), done.stderr


@pytest.mark.parametrize(
    ("flags", "code", "said"),
    [
        (["--preset", "smollm3"], 2, "Did you mean 'smollm2'"),
        (["--view", "QCO"], 2, "view 'QCO' does not exist"),
        (["--layout", "jont"], 2, "Did you mean 'joint'"),
        (["--base", "/no/such/folder", "--dev", "off"], 4, "there is no such folder"),
        (["--dev", "dev"], 2, "dev"),
        (["--patience", "2", "--dev", "off"], 2, "patience needs dev questions"),
        (["--batch", "500", "--dev", "off"], 2, "fewer than one batch of 500"),
        (["--dtype", "float16", "--dev", "off"], 2, "cannot be used for training on 'cpu'"),
    ],
)
def test_a_training_that_makes_no_sense_is_refused_in_one_paragraph(magnetite, tmp_path, flags, code, said):
    done = magnetite("train", "sample", "--device", "cpu", *flags, "--output", tmp_path / "system")
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "system").exists()


def test_a_system_can_be_trained_and_audited_with(magnetite, tiny_base, tmp_path):  # noqa: F811
    short = ["--base", tiny_base, "--sample", 4, "--max-tokens", 64, "--lora", 2, "--batch", 4, "--dev", "off"]
    first = magnetite("train", "sample", "--view", "QO", *short, "--output", tmp_path / "systems" / "qo")
    assert first.returncode == 0, first.stderr
    again = ["--init", tmp_path / "systems" / "qo", "--output", tmp_path / "systems" / "qoc"]
    second = magnetite("train", "sample", "--view", "QOC", *short, *again)
    assert second.returncode == 0, second.stderr
    arguments = ["--model", tmp_path / "systems", "--experiments", "shortcuts", "--limit", 4, "--store", "off"]
    done = magnetite("audit", "sample", *arguments, "--output", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert "QO: no passage" in done.stdout
    assert "QOC: everything" in done.stdout


def test_an_error_is_the_exit_code_of_the_process_and_debug_shows_its_traceback():
    plain, debug = started("audit", "no/such/file.jsonl"), started("--debug", "audit", "no/such/file.jsonl")
    assert (plain.returncode, "Traceback" in plain.stderr, "Traceback" in debug.stderr) == (3, False, True)
    assert debug.returncode == 3
    assert debug.stderr.endswith(plain.stderr)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS])
def test_a_limit_of_the_disk_that_nothing_else_words_ends_in_a_sentence(magnetite, monkeypatch, number):
    def full(*_given, **_how):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "stat", full)
    done = magnetite("describe", "exam.csv")
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    assert "cannot be written" in done.stderr
    assert os.strerror(number) in done.stderr


@pytest.mark.parametrize("command", [("check", "--no-models"), ("convert", "--to", "x.csv"), ("audit", "--dry-run")])
def test_an_exam_in_a_folder_that_may_not_be_entered_is_refused_in_a_sentence(magnetite, monkeypatch, command):
    stat = Path.stat

    def locked(path, **how):
        if "locked" in path.parts:
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **how)

    monkeypatch.setattr(Path, "stat", locked)
    done = magnetite(command[0], "locked/exam.txt", *command[1:])
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "locked/exam.txt: " in done.stderr
    assert "Permission denied" in done.stderr
