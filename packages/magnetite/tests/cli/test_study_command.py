"""`magnetite study`, as typed."""

import csv
import errno
import os
import stat
from io import StringIO
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from examfiles.errors import StoreError, UsageError
from examfiles.items import letter
from magnetite.cli.app import app
from magnetite_study.database import Database
from magnetite_study.files import read_design
from tests.study.made import attack, no_passage, study, write_csv


def run(*arguments, **more):
    return CliRunner().invoke(app, ["study", *map(str, arguments)], catch_exceptions=False, **more)


@pytest.fixture
def folder(tmp_path):
    return study(tmp_path / "study", attack(4, participants=4, name="made"))


def test_a_study_goes_from_data_to_booklets_to_answers_to_a_report(tmp_path):
    magnets, folder = tmp_path / "magnets.txt", tmp_path / "study"
    magnets.write_text("\n".join(f"some thing number {k}" for k in range(5)), "utf-8")
    typed = ["create", "sample", "--magnets", magnets, "--output", folder, "--questions", 10, "--participants", 4]
    made = run(
        *typed, "--model", "longest", "--store", "off", "--seed", 3, "--field", "Age", "--title", "Reading", "--yes"
    )
    assert made.exit_code == 0, made.output
    assert f"Study: {folder} (10 questions, 4 participants)" in made.output
    design = read_design(folder)
    assert (design.seed, design.fields, design.title, design.models) == (3, ("Age",), "Reading", ("longest",))

    printed = run("booklets", folder)
    assert (folder / "booklets" / "booklets.html").exists()
    assert "Key, for the organiser alone" in printed.output

    rows = [(n, s.position, letter(0)) for n in range(1, 5) for s in design.booklet(n)]
    answers = write_csv(tmp_path / "answers.csv", ("participant", "question", "answer"), *rows)
    assert "Imported 40 answers." in run("import", folder, answers).output

    report = run("report", folder)
    assert report.exit_code == 0, report.output
    assert "4 people gave 40 answers" in report.output.replace("\n", " ")
    assert f"Report: {folder / 'report' / 'report.html'}" in report.output.replace("\n", "")
    assert (folder / "report" / "findings.json").exists()
    assert run("report", folder).exit_code == 0, "a report is made again as answers come in"


def test_texts_of_the_organisers_own_are_read_from_files(tmp_path):
    (tmp_path / "magnets.txt").write_text("a thing\nanother", "utf-8")
    (tmp_path / "say.txt").write_text("Bitte lesen.\n", "utf-8")
    run(
        *("create", "sample", "--magnets", tmp_path / "magnets.txt", "--output", tmp_path / "study", "--questions", 4),
        *("--no-models", "--instructions", tmp_path / "say.txt", "--consent", tmp_path / "say.txt", "--language", "de"),
        *("--assignment", "fixed", "--allow-change"),
    )
    design = read_design(tmp_path / "study")
    assert (design.instructions, design.consent, design.language) == ("Bitte lesen.", "Bitte lesen.", "de")
    assert (design.assignment, design.allow_change, design.models) == ("fixed", True, ())


def test_links_are_made_once_for_those_who_have_none_and_lead_to_their_owners(folder):
    links = list(csv.DictReader(StringIO(run("links", folder, "--base-url", "https://study.example.org").stdout)))
    assert [row["participant"] for row in links] == ["1", "2", "3", "4"]
    with Database(folder) as database:
        for row in links:
            assert row["link"].startswith("https://study.example.org/p/")
            assert database.find(row["link"].rpartition("/")[2]).number == int(row["participant"])
    again = run("links", folder)
    assert again.stdout == ""
    assert "cannot be shown again" in again.stderr


def test_links_in_a_file_are_its_owners_alone_and_replace_no_file(folder, tmp_path):
    path = tmp_path / "links.csv"
    assert "Links of 4 participants" in run("links", folder, "--output", path).output
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    run("participants", "add", folder)
    with pytest.raises(StoreError, match="Name a new file"):
        run("links", folder, "--output", path)
    with Database(folder) as database:
        assert not database.participant(5).linked, "no link was made that nobody saw"


@pytest.mark.parametrize("flag", ["--output", "--json"])
def test_links_that_a_full_disk_does_not_take_are_not_made_and_leave_no_file(folder, tmp_path, monkeypatch, flag):
    def full(_handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = sorted(tmp_path.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="is full"):
            run("links", folder, flag, tmp_path / "links")
    assert sorted(tmp_path.iterdir()) == before
    assert run("links", folder).stdout.count("/p/") == 4, "they can still be made"


def test_a_wrong_address_makes_no_link(folder):
    with pytest.raises(UsageError, match="is not the address of a server"):
        run("links", folder, "--base-url", "example")
    with Database(folder) as database:
        assert not any(each.linked for each in database.participants())


def test_participants_are_listed_added_renewed_and_deleted(folder):
    assert "Added: 5, 6" in run("participants", "add", folder, 2).output
    with Database(folder) as database:
        first = database.renew(2)
        database.answer(2, 1, 0)
    listed = [line.split() for line in run("participants", "list", folder).output.splitlines()]
    assert listed[2] == ["2", read_design(folder).form(2), "started", "1", "of", "4"]
    renewed = run("participants", "renew", folder, 2).stdout
    with Database(folder) as database:
        assert database.find(first) is None
        assert database.find(renewed.strip().rpartition("/")[2]).number == 2
    kept = run("participants", "delete", folder, 2, input="n\n")
    assert "Delete participant 2 and their 1 answers?" in kept.output
    deleted = run("participants", "delete", folder, 2, "--yes")
    assert "Deleted participant 2" in deleted.output
    with Database(folder) as database:
        assert [each.number for each in database.participants()] == [1, 3, 4, 5, 6]
    with pytest.raises(UsageError, match="participant 2 does not exist, or was deleted"):
        run("participants", "delete", folder, 2, "--yes")
    with pytest.raises(UsageError, match="participant 2 does not exist, or was deleted"):
        run("booklets", folder, "--participant", 2)


def test_booklets_of_one_participant_may_be_asked_for(tmp_path):
    folder = study(tmp_path / "study", no_passage(4))
    run("booklets", folder, "--participant", 3, "--output", tmp_path / "paper")
    text = (tmp_path / "paper" / "booklets.html").read_text("utf-8")
    assert "Participant 3" in text
    assert "Participant 2" not in text


def test_serve_hands_its_flags_to_the_web_part(folder, monkeypatch):
    import sys
    from types import ModuleType

    seen = {}
    module = ModuleType("magnetite_study.web")
    module.serve = lambda study, **told: seen.update(told, study=study)
    monkeypatch.setitem(sys.modules, "magnetite_study.web", module)
    run("serve", folder, "--host", "0.0.0.0", "--port", 9000, "--allow-host", "study.example.org", "--no-browser")
    assert seen == {
        "study": folder,
        "host": "0.0.0.0",
        "port": 9000,
        "open_browser": False,
        "allow_hosts": ("study.example.org",),
    }


def test_a_folder_without_a_study_is_refused_by_every_command(tmp_path):
    for command in (["links"], ["booklets"], ["report"], ["participants", "list"]):
        with pytest.raises(UsageError, match="there is no study here"):
            run(*command, tmp_path)


def test_every_command_and_flag_is_in_its_manual_page():
    page = (Path(__file__).parents[4] / "docs" / "studies.md").read_text("utf-8")
    group = typer.main.get_command(app).commands["study"]
    people = group.commands["participants"]
    commands = {f"study {name}": each for name, each in group.commands.items() if each is not people}
    for name, command in {
        **commands,
        **{f"study participants {n}": each for n, each in people.commands.items()},
    }.items():
        assert f"magnetite {name}" in page
        for flag in (flag for parameter in command.params for flag in parameter.opts if flag.startswith("--")):
            assert flag == "--help" or f"`{flag}" in page, f"magnetite {name} {flag}"
