"""`magnetite unanswerable`, as typed."""

import json
from inspect import signature
from typing import get_type_hints

import pytest
from typer.testing import CliRunner

import magnetite_papers.training_table.run as home
from examfiles.errors import UsageError
from magnetite import RecipeSettings
from magnetite.cli.app import app
from magnetite.core.setting import flat
from magnetite_papers import unanswerable
from magnetite_papers.training_table.command import UNANSWERABLE
from tests.train.conftest import _one_thread, nouns, tiny_base  # noqa: F401 - fixtures
from tests.training_table.test_run import made, rows_of, write


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def data(tmp_path):
    return write(tmp_path / "exam", train=made("train"), test=made("test"))


def test_a_table_is_printed_and_its_run_written_and_a_repeat_finds_every_system(tiny_base, tmp_path):  # noqa: F811
    data = write(tmp_path / "nouns", train=rows_of(nouns(24, 0)), test=rows_of(nouns(12, 9)))
    typed = ["unanswerable", data, "--base", tiny_base, "--only", "q-remove", "--batch", 8, "--lora", 2, "--seeds", 2]
    typed += ["--device", "cpu", "--store", "off", "--output", tmp_path / "run", "--max-tokens", 96, "--restarts", 0]
    plan = run(*typed, "--dry-run")
    assert plan.exit_code == 0, plan.output
    assert "In total 96 questions" in plan.output
    assert not (tmp_path / "run").exists()
    done = run(*typed)
    assert done.exit_code == 0, done.output
    assert "Q-Remove, seed 1  step 4 of 4  train  loss" in done.output
    assert "Accuracy by training set: per cent right" in done.output
    assert f"Report: {tmp_path / 'run' / 'report.html'}" in done.output.replace("\n", "")
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert kept["settings"]["recipe"]["max_tokens"] == 96
    assert kept["cost"]["trained"] == 4
    again = run(*typed)
    assert "step" not in again.output
    assert "In total 0 questions" in run(*typed, "--dry-run").output


def test_every_flag_reaches_the_call(data, tmp_path, monkeypatch):
    seen = {}

    def stand_in(settings):
        seen.update(flat(settings))
        raise UsageError("enough")

    monkeypatch.setattr(home, "plan_of", stand_in)
    typed = {"--base": "b", "--preset": "small", "--only": "P-Shuffle, Q-Remove", "--reshuffle": "epoch", "--init": "i"}
    typed |= {"--test": "t", "--level": "l", "--split": "s", "--dev": "d", "--layout": "joint", "--dtype": "float32"}
    typed |= {"--device": "cpu", "--store": "off", "--output": tmp_path / "o", "--format": "race"}
    numbers = ("seeds", "seed", "limit", "sample", "sample-seed", "dev-limit", "patience", "evaluations", "lora")
    numbers += ("restarts", "batch", "micro", "max-tokens", "batch-tokens")
    typed |= {f"--{name}": number for number, name in enumerate(numbers, 3)}
    typed |= {"--epochs": 1.5, "--learning-rate": 0.1, "--dropout": 0.2, "--columns": "passage=x"}
    flags = [text for pair in typed.items() for text in pair]
    with pytest.raises(UsageError, match="enough"):
        run("unanswerable", data, *flags, "--overwrite", "--skip-bad", "--language", "de")
    assert seen["language"] == "de"
    assert [seen[name] for name in ("split", "format", "columns", "skip_bad")] == ["s", "race", {"passage": "x"}, True]
    assert [seen[name] for name in ("sample", "sample_seed", "dev", "dev_limit", "level")] == [6, 7, "d", 8, "l"]
    assert seen["only"] == ("P-Shuffle", "Q-Remove")
    assert (seen["seeds"], seen["lora_rank"], seen["overwrite"]) == ((4, 5, 6), 11, True)
    plain = ("base", "preset", "reshuffle", "test", "limit", "patience", "evaluations", "layout", "epochs", "batch")
    for name in (*plain, "micro", "learning_rate", "max_tokens", "dropout", "dtype", "device", "store", "batch_tokens"):
        assert seen[name] == typed[f"--{name.replace('_', '-')}"]
    assert seen["restarts"] == typed["--restarts"]
    assert (str(seen["init"]), seen["output"]) == ("i", str(tmp_path / "o"))


def test_without_an_output_the_folder_is_named_by_the_data_so_that_the_same_command_goes_on(
    data, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert "The systems of runs/unanswerable-exam" in run("unanswerable", data, "--batch", 8, "--dry-run").output


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--only", "P-Shufle"], "Did you mean 'P-Shuffle'"),
        (["--reshuffle", "always"], "reshuffle 'always' does not exist. Known: fixed, epoch"),
        (["--test", "train"], "24 of its 24 questions are among those to train on"),
        (["--level", "high"], "name no level"),
        (["--preset", "smal"], "Did you mean 'small'"),
    ],
)
def test_mistakes_are_answered_before_anything_is_trained(data, flags, said):
    with pytest.raises(UsageError, match=said):
        run("unanswerable", data, *flags)


def test_every_setting_is_an_argument_of_the_function():
    arguments = {*signature(unanswerable).parameters, *get_type_hints(RecipeSettings)}
    assert set(UNANSWERABLE.flags) - arguments == set()
    assert arguments - set(UNANSWERABLE.flags) == {"recipe", "progress", "watch", "train"}


def test_a_report_in_german_says_its_notes_in_german(tiny_base, tmp_path):  # noqa: F811
    data = write(tmp_path / "nouns", train=rows_of(nouns(24, 0)), test=rows_of(nouns(12, 9)))
    typed = ["unanswerable", data, "--base", tiny_base, "--only", "q-shuffle", "--batch", 8, "--lora", 2, "--seeds", 1]
    typed += ["--device", "cpu", "--store", "off", "--output", tmp_path / "run", "--max-tokens", 96, "--restarts", 0]
    done = run(*typed, "--language", "de")
    assert done.exit_code == 0, done.output
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "Jedes System wurde an denselben 24 Fragen trainiert" in page
    assert "Gemischt wird nach dem Startwert des Trainings" in page
    assert "Every system was trained" not in page
