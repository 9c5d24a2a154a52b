"""convert, export and import on the command line: what is typed, what is said, and how it ends."""

import json

import pytest


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def score_all(path, to):
    """Score exported cells as a user's script does."""
    with path.open(encoding="utf-8") as cells, to.open("w", encoding="utf-8") as scored:
        for line in cells:
            row = json.loads(line)
            scored.write(json.dumps({"key": row["key"], "score": float(row["option"] in row["passage"])}) + "\n")


def test_a_system_elsewhere_is_attacked_by_three_commands(magnetite, tmp_path):
    run = ["unreadable", "sample", "--limit", 6, "--attacks", "AddSent2Opt", "--no-controls", "--seed", 0]
    done = magnetite("export", *run, "--to", tmp_path / "cells.jsonl")
    assert done.returncode == 0, done.stderr
    assert "for unreadable of sample-exam, 6 questions" in done.stdout
    assert {"QOC", "AddSent2Opt", "QOC, AddSent2Opt"} >= {
        json.loads(line)["view"] for line in (tmp_path / "cells.jsonl").read_text("utf-8").splitlines()
    }
    score_all(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl")
    done = magnetite("import", tmp_path / "scored.jsonl", "--to", tmp_path / "scores.parquet")
    assert done.returncode == 0, done.stderr
    said = "Now: magnetite unreadable sample --limit 6 --attacks AddSent2Opt --no-controls --seed 0 --model"
    assert said in " ".join(done.stdout.split())
    done = magnetite(*run, "--model", tmp_path / "scores.parquet", "--output", tmp_path / "run", "--store", "off")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run" / "report.html").is_file()


def test_what_a_run_asks_becomes_tasks_of_another_program_and_how_to_go_on_is_said(magnetite, here):
    run = ["sample", "--limit", 6, "--experiments", "accuracy,shortcuts"]
    done = magnetite("export", "audit", *run, "--as", "lm-eval", "--to", "suite", "--json", "said.json")
    assert done.returncode == 0, done.stderr
    assert json.loads((here / "said.json").read_text("utf-8"))["count"] == 24
    assert {path.name for path in (here / "suite").glob("*.yaml")} == {
        *("suite.yaml", "suite_o.yaml", "suite_qo.yaml", "suite_co.yaml", "suite_qoc.yaml")
    }
    done = magnetite("export", "audit", *run, "--as", "inspect", "--to", "suite", "--overwrite")
    said = " ".join(done.stdout.split())
    assert "24 questions in 4 tasks" in said
    assert "Run them: inspect eval suite/suite.py --log-dir logs" in said
    assert "Then: magnetite audit sample --limit 6 --experiments accuracy,shortcuts --model logs" in said
    done = magnetite("export", "audit", *run, "--as", "helm", "--to", "other")
    assert (done.returncode, "program to export for 'helm'" in done.stderr) == (2, True)


def test_of_several_runs_in_one_suite_each_takes_the_flags_that_it_has(magnetite, here):
    flags = ["--limit", 6, "--experiments=accuracy", "--no-controls", "--attacks", "AddSent2Opt,None2Key", "--top", 3]
    done = magnetite("export", "audit,unreadable,magnets", "sample", *flags, "--as", "lm-eval", "--to", "suite")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "suite_addsent2opt (6), suite_none2key (6), suite_qoc_more" in said
    for line in (
        "magnetite audit sample --limit 6 --experiments=accuracy --model logs",
        "magnetite unreadable sample --limit 6 --no-controls --attacks AddSent2Opt,None2Key --model logs",
        "magnetite magnets sample --limit 6 --top 3 --model logs",
    ):
        assert line in said
    done = magnetite("export", "audit,magnets", "sample", "--atacks", "x", "--as", "lm-eval", "--to", "other")
    assert (done.returncode, "--atacks" in done.stderr) == (2, True)


def test_the_flags_of_a_run_are_those_of_its_export(magnetite, tmp_path):
    """Flags of every kind reach the export: lists, settings, switches, and a value of 0."""
    flags = ["--screen-passages", 2, "--pool-passages", 3, "--series-at-most", 0, "--no-validate", "--views", "QO,QOC"]
    done = magnetite("export", "magnets", "--top", 2, "sample", *flags, "--to", tmp_path / "cells.csv")
    assert done.returncode == 0, done.stderr
    settings = json.loads((tmp_path / "cells.csv.header").read_text("utf-8"))["settings"]
    told = {"screen_passages": 2, "pool_passages": 3, "series_at_most": 0, "validate": False, "top": 2}
    assert {name: settings[name] for name in told} == told
    assert settings["views"] == ["QO", "QOC"]
    flags = ["--experiments", "accuracy,magnets", "--set", "magnets.pool_size=7", "--limit", 6]
    done = magnetite("export", "audit", "sample", *flags, "--to", tmp_path / "audit.jsonl")
    settings = json.loads((tmp_path / "audit.jsonl.header").read_text("utf-8"))["settings"]
    assert (settings["experiments"], settings["experiment_settings"]) == (
        ["accuracy", "magnets"],
        {"magnets": {"pool_size": 7}},
    )


def test_an_attacked_dataset_is_written_and_audited(magnetite, tmp_path):
    done = magnetite(
        *("convert", "sample", "--view", "addsent2opt-shuffle", "--seed", 7, "--to", tmp_path / "attacked.jsonl")
    )
    assert done.returncode == 0, done.stderr
    assert "96 questions: " in done.stdout
    found = json.loads((tmp_path / "attacked.jsonl.provenance").read_text("utf-8"))
    assert (found["view"], found["settings"]["seed"]) == ("AddSent2Opt-Shuffle", 7)
    done = magnetite("describe", tmp_path / "attacked.jsonl")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["convert", "sample", "--to", "x.pdf"], 2, "its ending names no format"),
        (["convert", "sample", "--to", "out", "--format", "race"], 2, "cannot store all of this"),
        (["convert", "sample", "--to", "x.csv", "--view", "addsent"], 2, "view 'addsent' does not exist"),
        (["convert", "sample", "--to", "x.csv", "--columns", "passage"], 2, "is not NAME=COLUMN"),
        (["convert", "nothing.jsonl", "--to", "x.csv"], 3, "there is no such file or folder"),
        (["export", "unreadible", "sample", "--to", "x.jsonl"], 2, "Did you mean 'unreadable'"),
        (["export", "magnets", "sample", "--tops", "3", "--to", "x.jsonl"], 2, "No such option"),
        (["export", "audit", "sample", "--model", "longest", "--to", "x.jsonl"], 2, "Leave it out"),
        (["export", "magnets", "sample", "--mode", "race", "--to", "x.jsonl"], 2, "--mode full"),
        (
            ["export", "unreadable", "sample", "--trace", "--item", "beginner-01-1", "--to", "x.jsonl"],
            2,
            "trace belongs to a single question",
        ),
        (["export", "audit", "sample", "--dry-run", "--to", "x.jsonl"], 2, "Leave it out"),
        (["export", "audit", "sample", "--to", "x.docx"], 2, "should end in .jsonl or .csv or .parquet"),
        (["import", "none.jsonl", "--to", "x.parquet"], 2, "Name the file: --cells"),
        (["import", "none.jsonl", "--cells", "cells.jsonl", "--to", "x.parquet"], 3, "there is no such file of cells"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_its_exit_code(magnetite, here, arguments, code, said):
    done = magnetite(*arguments)
    assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
    assert list(here.iterdir()) == []


def test_a_check_and_a_transfer_are_exported_with_their_own_flags(magnetite, tmp_path):
    done = magnetite("export", "check", "sample", "--limit", 6, "--language", "de", "--to", tmp_path / "check.jsonl")
    assert done.returncode == 0, done.stderr
    assert "for check of sample-exam, 6 questions" in done.stdout
    done = magnetite("export", "transfer", "sample", "--limit", 6, "--views", "QO", "--to", tmp_path / "cells.jsonl")
    assert done.returncode == 0, done.stderr
    score_all(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl")
    cells = ["--cells", tmp_path / "cells.jsonl"]
    done = magnetite("import", tmp_path / "scored.jsonl", *cells, "--to", tmp_path / "scores.parquet")
    said = f"--views QO --systems outside={tmp_path / 'scores.parquet'}"
    assert said in " ".join(done.stdout.split())
    system = f"outside={tmp_path / 'scores.parquet'}"
    done = magnetite("transfer", "sample", "--limit", 6, "--systems", system, "--views", "QO", "--dry-run")
    assert "What this comparison would score" in done.stdout
