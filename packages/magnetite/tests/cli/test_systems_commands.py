"""`magnetite shortcuts` and `magnetite transfer`, as typed."""

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite.cli.app import app


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def test_shortcuts_prints_accuracy_by_view_and_writes_a_run(tmp_path):
    done = run(
        *("shortcuts", "sample", "--systems", "qoc=overlap,qo=longest", "--limit", 24, "--store", "off"),
        *("--set", "shortcuts.listed=5", "--output", tmp_path / "run"),
    )
    assert done.exit_code == 0, done.output
    assert "QO: no passage" in done.output
    assert "QOC: everything" in done.output
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert [finding["experiment"] for finding in kept["findings"]] == ["shortcuts", "following"]
    assert kept["settings"]["systems"] == {"QOC": "overlap", "QO": "longest"}
    assert (tmp_path / "run" / "report.html").is_file()


def test_shortcuts_says_what_it_would_cost():
    done = run("shortcuts", "sample", "--model", "longest", "--limit", 12, "--store", "off", "--dry-run")
    assert done.exit_code == 0, done.output
    assert "What this audit would score" in done.output
    assert "following" in done.output


def test_transfer_prints_the_matrix_and_writes_it(tmp_path):
    (tmp_path / "other.csv").write_text("passage,question,A,B,answer\nA text.,Who?,a long option,short,A\n")
    done = run(
        *("transfer", "sample", tmp_path / "other.csv", "--systems", "rule=longest", "--views", "QO"),
        *("--store", "off", "--output", tmp_path / "run"),
    )
    assert done.exit_code == 0, done.output
    assert f"Report: {tmp_path / 'run' / 'report.html'}" in done.output.replace("\n", "")
    table = pl.read_csv(tmp_path / "run" / "transfer.csv")
    assert table.select("trained_on", "view", "tested_on", "n").rows() == [
        ("rule", "QO", "sample-exam", 96),
        ("rule", "QO", "other", 1),
    ]
    assert table["accuracy"].to_list()[1] == 1.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shortcuts", "sample", "--systems", "qcc=longest"], "Did you mean 'QOC'"),
        (["shortcuts", "sample", "--systems", "qoc"], "is not NAME=FOLDER"),
        (["audit", "sample", "--model", "longest", "--calibrate-on", "deev"], "Did you mean 'dev'"),
        (["transfer", "sample", "--systems", "a"], "is not NAME=FOLDER"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_is_near(arguments, said):
    with pytest.raises(UsageError, match=said):
        run(*arguments)
