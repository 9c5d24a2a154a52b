"""A run says what it was computed with: the commit of the code, and the number format that each system computed in."""

import subprocess

import pytest

import magnetite
from magnetite.running.record import commit, run_folder
from magnetite.scorers.function import Function
from tests.commands.made import exam


def git(folder, *words):
    person = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    return subprocess.run(["git", "-C", folder, *person, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "code.py").write_text("one", "utf-8")
    git(tmp_path, "add", "code.py")
    git(tmp_path, "commit", "-q", "-m", "one")
    return tmp_path


def test_a_commit_is_the_local_part_of_a_version_and_says_where_files_differ_from_it(repository):
    name = git(repository, "rev-parse", "--short", "HEAD").strip()
    (repository / "notes.txt").write_text("not tracked", "utf-8")
    assert commit(repository) == f"+g{name}"
    (repository / "code.py").write_text("two", "utf-8")
    commit.cache_clear()
    assert commit(repository) == f"+g{name}.changed"


def test_there_is_no_commit_outside_a_repository_nor_before_the_first(tmp_path):
    (tmp_path / "new").mkdir()
    assert commit(tmp_path / "new") == ""
    git(tmp_path, "init", "-q")
    assert commit(tmp_path) == ""


class Computing(Function):
    precision = "bfloat16"


def test_a_run_records_the_number_format_that_was_computed_in_and_not_the_one_asked_for():
    models = [
        kind(lambda passage, question, option: len(option), name, version="1")
        for kind, name in ((Computing, "computes"), (Function, "function"))
    ]
    run = magnetite.magnets(exam(8), models, store="off", top=1, pool_size=8)
    assert run.settings["dtype"] == "auto"
    assert [system.get("precision") for system in run.systems] == ["bfloat16", None]


def test_two_runs_that_begin_in_one_second_have_folders_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folders = set()
    for _ in range(3):
        folder = run_folder("exam.csv", None)
        folder.mkdir(parents=True)
        folders.add(folder.name)
    assert len(folders) == 3
    assert all(name.startswith("exam-2") for name in folders)
