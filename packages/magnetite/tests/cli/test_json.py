"""`--json -`: one document on standard output and nothing else there, of the form that the schema says."""

import json
import os
from pathlib import Path

import click
import pytest
import typer
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite.cli.app import app
from magnetite.engine.upkeep import stored_scorers
from magnetite.report.documents import schema
from magnetite.scorers import device
from tests.train.conftest import tiny_base  # noqa: F401 - fixtures

SHORT = ["--limit", "6", "--store", "off"]
VALIDATOR = Draft202012Validator(schema())
REPORT_NOTHING = {"serve", "study serve", "benchmark"}  # servers; and a script with flags of its own


@pytest.fixture
def told(magnetite, tmp_path, monkeypatch):
    """Return a function that runs a command with --json - in an empty folder, and gives the document it printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, code=0):
        done = magnetite(*arguments, "--json", "-")
        assert done.returncode == code, done.stderr
        assert done.stdout.count("\n") == 1 or arguments[0] == "check"
        document = json.loads(done.stdout)
        VALIDATOR.validate(document)
        return document

    return run


@pytest.mark.parametrize(
    ("arguments", "experiment"),
    [
        (["audit", "sample", "--model", "longest", "--experiments", "accuracy", *SHORT], "accuracy"),
        (["shortcuts", "sample", "--model", "overlap", *SHORT], "shortcuts"),
        (["order", "sample", "--model", "longest", *SHORT], "order"),
        (
            [
                "magnets",
                "sample",
                "--model",
                "longest",
                "--pool-size",
                "9",
                "--top",
                "2",
                "--limit",
                "8",
                "--store",
                "off",
            ],
            "magnets",
        ),
        (
            ["unreadable", "sample", "--model", "overlap", "--attacks", "AddSent2Opt", "--no-controls", *SHORT],
            "unreadable",
        ),
        (["transfer", "sample", "--systems", "a=longest", "--views", "QO", *SHORT], "transfer"),
    ],
)
def test_a_run_is_a_document_and_its_folder_has_the_rest(told, arguments, experiment):
    document = told(*arguments, "--output", "run")
    assert (document["kind"], document["folder"]) == ("run", "run")
    finding = next(each for each in document["findings"] if each["experiment"] == experiment)
    run = json.loads(Path("run/findings.json").read_text("utf-8"))
    kept = next(each for each in run["findings"] if each["experiment"] == experiment)
    assert [(each["label"], each["value"]) for each in finding["numbers"]] == [
        (n["label"], n["value"]) for n in kept["numbers"]
    ]
    assert [each["name"] for each in finding["tables"]] == [each["name"] for each in kept["tables"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["audit", "sample", "--model", "longest", *SHORT],
        ["magnets", "sample", "--model", "longest", "--pool-size", "9", "--limit", "8"],
        ["check", "sample", "--model", "longest", "--limit", "6", "--store", "off"],
    ],
)
def test_what_a_run_would_cost_is_a_document(told, arguments):
    document = told(*arguments, "--dry-run")
    assert document["kind"] == "costs"
    assert all(row["cells"] >= row["stored"] for row in document["rows"])


def test_a_description_a_check_and_what_was_written_are_documents(told):
    assert told("describe", "sample")["finding"]["sentence"].startswith("sample-exam has 96 questions")
    check = told("check", "sample", "--no-models", "--limit", "12", "--fail-on", "remark", code=6)
    assert (check["kind"], check["questions"], any(flag["fails"] for flag in check["flags"])) == ("check", 12, True)
    converted = told("convert", "sample", "--limit", "4", "--view", "QO", "--to", "bare.jsonl")
    assert (converted["path"], converted["count"], converted["of"]) == ("bare.jsonl", 4, "questions")
    assert converted["provenance"] == "bare.jsonl.provenance"
    task = told("export", "--as", "lm-eval", "sample", "--limit", "4", "--to", "task")
    assert (task["path"], task["count"]) == ("task", 4)
    cells = told("export", "audit", "sample", "--experiments", "accuracy", "--limit", "4", "--to", "cells.jsonl")
    assert cells["of"] == "cells"
    scores = told("score", "sample", "--model", "longest", "--views", "QOC", *SHORT, "--output", "s.csv")
    assert scores["of"] == "scores"


def commands(group, path=()):
    for name, each in group.commands.items():
        if isinstance(each, click.Group) or hasattr(each, "commands"):
            yield from commands(each, (*path, name))
        else:
            yield " ".join((*path, name)), {flag for parameter in each.params for flag in parameter.opts}


def test_every_command_that_reports_has_the_flag():
    lacking = {name for name, flags in commands(typer.main.get_command(app)) if "--json" not in flags}
    assert lacking == REPORT_NOTHING


@pytest.fixture
def study(told):
    Path("magnets.txt").write_text("none of the above\nall of the above\nshe likes apples\n", "utf-8")
    made = told(
        *("study", "create", "sample", "--magnets", "magnets.txt", "--no-models", "--participants", "3", "--yes"),
        *("--questions", "6", "--output", "study"),
    )
    assert (made["of"], made["count"]) == ("study", 6)
    return "study"


def test_a_study_and_its_people_are_documents(told, study):
    people = told("study", "participants", "list", study)
    assert [row["participant"] for row in people["rows"]] == [1, 2, 3]
    added = told("study", "participants", "add", study, "2")
    assert [(row["participant"], row["state"]) for row in added["rows"]] == [(4, "new"), (5, "new")]
    deleted = told("study", "participants", "delete", study, "5", "--yes")
    assert deleted["rows"] == added["rows"][1:]
    assert len(told("study", "participants", "list", study)["rows"]) == 4


def test_links_are_documents_once(told, magnetite, study):
    made = told("study", "links", study)
    assert [row["participant"] for row in made["rows"]] == [1, 2, 3]
    assert all(row["link"].startswith("http://127.0.0.1:8000/p/") for row in made["rows"])
    assert told("study", "links", study)["rows"] == []
    renewed = told("study", "participants", "renew", study, "2")["rows"]
    assert renewed[0]["participant"] == 2
    assert renewed[0]["link"] != made["rows"][1]["link"]
    told("study", "participants", "add", study)
    there = told("study", "links", study, "--output", "links.csv")
    assert (there["path"], there["rows"]) == ("links.csv", [{"participant": 4, "link": None}])
    beside = magnetite("study", "participants", "renew", study, "1", "--json", "links.json")
    [row] = json.loads(Path("links.json").read_text("utf-8"))["rows"]
    assert row["link"] in beside.stdout


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_document_of_links_is_for_its_owner_alone(magnetite, study):
    magnetite("study", "links", study, "--json", "links.json")
    assert Path("links.json").stat().st_mode & 0o077 == 0


def test_no_link_is_made_that_cannot_be_written(magnetite, study, tmp_path):
    done = magnetite("study", "links", study, "--json", tmp_path)
    assert (done.returncode, "is a folder" in done.stderr) == (2, True)
    assert magnetite("study", "links", study).stdout.count("http://") == 3


def test_booklets_and_answers_on_paper_are_documents(told, study):
    booklets = told("study", "booklets", study, "--participant", "2")
    assert (booklets["of"], booklets["count"]) == ("booklets", 1)
    assert Path(booklets["path"]).is_file()
    assert Path(booklets["key"]).is_file()
    Path("answers.csv").write_text("participant,question,answer\n1,1,A\n1,2,B\n", "utf-8")
    answers = told("study", "import", study, "answers.csv")
    assert (answers["path"], answers["of"], answers["count"], answers["same"]) == ("study", "answers", 2, 0)
    again = told("study", "import", study, "answers.csv")
    assert (again["count"], again["same"]) == (0, 2)


def test_what_is_kept_and_what_goes_are_documents(told, magnetite):
    scored = ["score", "sample", "--views", "QOC", "--limit", "4", "--store", "kept", "--output"]
    for model in ("longest", "overlap"):
        told(*scored, f"{model}.csv", "--model", model)
    kept = told("cache", "list", "--store", "kept")
    assert {row["scorer"]: row["scores"] for row in kept["scorers"]} == {
        each.fingerprint: each.scores for each in stored_scorers(Path("kept"))
    }
    assert "scorers" in magnetite("cache", "list", "--store", "kept").stdout
    assert magnetite("cache", "list", "--store", "kept", "--quiet").stdout == ""
    assert told("cache", "verify", "--store", "kept")["problems"] == []
    shard = next(Path("kept").rglob("*.parquet"))
    shard.write_bytes(shard.read_bytes() + b" ")
    [problem] = told("cache", "verify", "--store", "kept", code=5)["problems"]
    assert shard.name in problem
    prune = ["cache", "prune", "--store", "kept", "--scorer", "overlap"]
    goes = told(*prune, "--dry-run")
    assert ([row["scorer"] for row in goes["scorers"]], goes["removed"]) == (["word-overlap/1"], False)
    assert goes["size"] == goes["scorers"][0]["size"] > 0
    assert told(*prune, "--yes")["removed"] is True
    assert len(told("cache", "list", "--store", "kept")["scorers"]) == 1
    torn = told("cache", "prune", "--store", "kept", "--damaged", "--dry-run")
    assert (torn["scorers"], torn["damaged"]) == ([], [problem])


def test_a_diagnosis_is_a_document(told, monkeypatch):
    monkeypatch.setattr(device, "describe_device", lambda: {"torch": "2", "device": "cpu", "precision": "float32"})
    rows = told("doctor")["rows"]
    assert {"topic", "name", "state", "detail", "advice"} == set(rows[0])
    assert "Python" in [row["name"] for row in rows]


def test_a_file_of_rules_is_a_document(told):
    written = told("check", "--write-settings", "rules.toml")
    assert (written["path"], written["of"], written["count"]) == ("rules.toml", "settings", None)


def test_systems_that_are_trained_and_would_be_are_documents(told, tiny_base):  # noqa: F811
    short = ["--base", tiny_base, "--sample", "4", "--max-tokens", "64", "--lora", "2", "--batch", "4", "--dev", "off"]
    trained = told("train", "sample", "--view", "QO", *short, "--output", "qo")
    assert (trained["path"], trained["of"]) == ("qo", "system")


def test_a_document_can_be_a_file_beside_the_words(magnetite, tmp_path):
    done = magnetite("describe", "sample", "--json", tmp_path / "new" / "d.json")
    assert "What is in the dataset" in done.stdout
    VALIDATOR.validate(json.loads((tmp_path / "new" / "d.json").read_text("utf-8")))
    done = magnetite("audit", "sample", "--model", "longest", *SHORT, "--json", tmp_path)
    assert (done.returncode, "is a folder" in done.stderr) == (2, True)


def test_what_goes_wrong_is_said_on_standard_error_with_the_usual_code(magnetite):
    done = magnetite("audit", "nothing.csv", "--json", "-", "--quiet")
    assert (done.returncode, done.stdout) == (3, "")
    assert "there is no such file" in done.stderr


def test_quiet_prints_nothing_but_errors_wherever_it_stands(magnetite, tmp_path):
    run = ["audit", "sample", "--model", "longest", "--experiments", "accuracy", *SHORT, "--output", tmp_path / "run"]
    done = magnetite(*run, "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "run" / "report.html").is_file()
    assert magnetite("--quiet", *run, "--json", "-").stdout.startswith('{"format": 1, "kind": "run"')
    assert "Report: " in magnetite(*run).stdout


def test_no_color_is_heard_behind_a_command_too(magnetite, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in magnetite("describe", "sample").stdout
    plain = magnetite("describe", "sample", "--no-color").stdout
    monkeypatch.delitem(os.environ, "NO_COLOR")
    assert "\x1b[3" not in plain


def test_the_schema_is_one_and_names_every_document():
    Draft202012Validator.check_schema(schema())
    kinds = schema()["properties"]["kind"]["enum"]
    assert {
        part["properties"]["kind"]["const"]
        for name, part in schema()["$defs"].items()
        if "kind" in part.get("properties", {}) and "const" in part["properties"]["kind"]
    } == set(kinds)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["audti", "sample"], "Did you mean 'audit'?"),
        (["audit", "sample", "--limt", "3"], "Possible options: --limit"),
        (["study", "reprt", "x"], "Did you mean 'report', 'export'?"),
        (["--quite", "audit"], "Possible options: --quiet"),
    ],
)
def test_what_is_nearly_right_is_answered_with_what_is_nearest(magnetite, arguments, said):
    done = magnetite(*arguments)
    assert done.returncode in {2, 3}
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_a_file_of_nearly_this_name_is_named(magnetite, tmp_path):
    (tmp_path / "exam.csv").write_text("passage,question,A,B,answer\nText.,What?,x,y,A\n")
    done = magnetite("describe", tmp_path / "exma.csv")
    assert "Did you mean 'exam.csv'?" in done.stderr


@pytest.mark.parametrize("flag", ["--json", "--sarif", "--junit"])
def test_an_exam_is_never_replaced_by_what_is_found_in_it(flag, tmp_path):
    exam = tmp_path / "exam.jsonl"
    exam.write_text(
        '{"passage": "Ann sat.", "question": "Who sat?", "options": ["Ann", "Bo"], "answer": "A"}\n', "utf-8"
    )
    before = exam.read_bytes()
    command = ["check", str(exam), "--no-models", "--output", str(tmp_path / "run"), flag]
    refused = CliRunner().invoke(app, [*command, str(exam)])
    assert isinstance(refused.exception, UsageError)
    assert exam.read_bytes() == before
    for _ in range(2):  # what it wrote itself is replaced
        assert CliRunner().invoke(app, [*command, str(tmp_path / "found"), "--overwrite"]).exit_code == 0
