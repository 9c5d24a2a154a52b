"""`magnetite unreadable`, as typed."""

import json

import pytest
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite.cli.app import app


def run(*arguments):
    return CliRunner().invoke(app, ["unreadable", "sample", *map(str, arguments)], catch_exceptions=False)


def test_the_attacks_are_printed_and_a_run_is_written(tmp_path):
    done = run(
        *("--model", "longest", "--limit", 24, "--store", "off", "--attacks", "addsent2opt,ANS2OPT-SHUFFLE"),
        *("--threshold", 0.5, "--sentence", "question", "--seed", 3, "--output", tmp_path / "run"),
    )
    assert done.exit_code == 0, done.output
    assert "AddSent2Opt" in done.output
    assert "(−" in done.output
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert [finding["experiment"] for finding in kept["findings"]] == ["unreadable", "unreadable_analysis"]
    told = kept["settings"]
    assert told["attacks"] == ["Ans2Opt-Shuffle", "AddSent2Opt"]
    assert (told["threshold"], told["sentence"], told["seed"], told["naive"]) == (0.5, "question", 3, False)
    assert told["controls"] is True
    assert (tmp_path / "run" / "report.html").is_file()


def test_a_dry_run_says_what_it_would_cost_and_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("--model", "longest", "--limit", 8, "--store", "off", "--no-controls", "--dry-run")
    assert done.exit_code == 0, done.output
    assert "What these attacks would score" in done.output
    assert "controls" not in done.output
    assert list(tmp_path.iterdir()) == []


def test_one_question_is_shown_token_by_token(tmp_path):
    done = run(
        *("--model", "overlap", "--store", "off", "--item", "beginner-01-1", "--attack", "addsent2opt", "--trace"),
        *("--output", tmp_path / "run"),
    )
    assert done.exit_code == 0, done.output
    assert "as it is" in done.output
    assert "token by token: probability in per cent" in done.output
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert [finding["experiment"] for finding in kept["findings"]] == ["trace"]
    assert (kept["settings"]["item"], kept["settings"]["attack"]) == ("beginner-01-1", "AddSent2Opt")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--attacks", "AddSent2Op"], "Did you mean 'AddSent2Opt'"),
        (["--threshold", "1"], "less than 1|below 1"),
        (["--sentence", "passage"], "does not exist"),
        (["--item", "beginner-01-1"], "add --trace"),
        (["--option", "B"], "add --trace"),
        (["--attack", "AddSent2Opt"], "use --attacks"),
        (["--trace"], "name it with --item"),
        (["--trace", "--item", "beginner-01-9"], "Did you mean 'beginner-01-"),
        (["--trace", "--item", "beginner-01-1", "--attack", "AddSent"], "Did you mean 'AddSent2"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(arguments, said):
    with pytest.raises(UsageError, match=said):
        run("--model", "longest", "--store", "off", *arguments)


def test_a_dry_run_of_one_question_prints_what_it_would_cost():
    done = run("--trace", "--item", "beginner-01-1", "--dry-run")
    assert "trace" in done.output
