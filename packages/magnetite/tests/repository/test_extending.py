"""The page that explains how to add a scorer, a view, an experiment and more, followed word by word."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from magnetite.core.installation import DISTRIBUTION
from magnetite.core.results import run_from_json

PAGE = Path(__file__).parents[4] / "docs" / "extending.md"
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECK = ("-m", "magnetite", "check", "exam.pipes", "--no-models", "--overwrite", "--output", "checked")
COMMANDS = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def install(folder: Path) -> None:
    """Lay out beside the package what an installer would: its name and its entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    meta = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    meta.mkdir()
    described = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (meta / "METADATA").write_text(described, "utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (meta / "entry_points.txt").write_text("\n".join(groups), "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write down every file of the page, and install the package."""
    folder = tmp_path_factory.mktemp("package")
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    install(folder)
    return folder


def python(folder, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_of_the_page_depends_on_this_project_and_no_other(folder):
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == [DISTRIBUTION]


def test_who_follows_the_page_has_one_of_each(folder):
    [commands] = COMMANDS.findall(PAGE.read_text("utf-8"))
    described, *_ = (python(folder, "-m", *shlex.split(command)) for command in commands.splitlines())
    assert "2 questions" in described
    run = run_from_json((folder / "run" / "findings.json").read_text("utf-8"))
    assert run.finding("accuracy").number("accuracy").value == 0.75  # one right, and a tie of two
    counted = run_from_json((folder / "counted" / "findings.json").read_text("utf-8"))
    assert [finding.experiment for finding in counted.findings] == ["position"]
    assert run.finding("position").sentence == "The system chooses the first option in 100% of 2 questions."
    page = (folder / "run" / "report.html").read_text("utf-8")
    assert "Does the system prefer a position, whatever stands there?" in page
    assert 'data-chart="position-positions"' in page
    compared = run_from_json((folder / "compared" / "findings.json").read_text("utf-8"))
    accuracies = {number.group: number.value for number in compared.findings[0].numbers if number.label == "accuracy"}
    assert accuracies == {"LEAD": pytest.approx(5 / 12), "QOC": 0.75}  # a tie of three, and of two


def test_the_view_of_the_page_speaks_both_languages(folder):
    asked = ("-m", "magnetite", "shortcuts", "exam.pipes", "--model", "keyword", "--views", "lead,qoc", "--overwrite")
    for language, name in (("en", "LEAD: first sentence only"), ("de", "LEAD: nur der erste Satz")):
        assert name in python(folder, *asked, "--output", "compared", "--language", language)
        assert name in (folder / "compared" / "report.html").read_text("utf-8")


def test_the_rule_of_the_page_speaks_both_languages_and_is_known_by_its_name(folder):
    for language, title in (("en", "An option says “never”"), ("de", "Eine Antwort sagt „never“")):
        assert title in python(folder, *CHECK, "--language", language)
        assert title in (folder / "checked" / "report.html").read_text("utf-8")
    python(folder, "-m", "magnetite", "check", "--write-settings", "all.toml")
    assert "[says-never]  # an option says “never”\nenabled = true\n" in (folder / "all.toml").read_text("utf-8")
    (folder / "own.toml").write_text("[says-never]\nenabled = false\n", "utf-8")
    assert "An option says “never”" not in python(folder, *CHECK, "--settings", "own.toml")
    failing = [sys.executable, *CHECK, "--fail-on", "says-never"]
    assert subprocess.run(failing, cwd=folder, capture_output=True, check=False, timeout=240).returncode == 6


def test_a_rule_without_words_speaks_english_or_shows_its_name_and_what_it_found(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "package")
    (copy / "keyword_audit" / "words.de.ftl").unlink()
    assert "An option says “never”" in python(copy, *CHECK, "--language", "de")
    (copy / "keyword_audit" / "words.en.ftl").unlink()
    assert "says-never" in python(copy, *CHECK)
    assert "letters: C." in (copy / "checked" / "report.html").read_text("utf-8")


def test_what_the_page_adds_keeps_the_contracts(folder):
    checks = (
        "from keyword_audit.position import Position\n"
        "from keyword_audit.lead import LEAD\n"
        "from keyword_audit.scorer import keyword\n"
        "from magnetite.testing import check_experiment, check_scorer, check_view\n"
        "check_experiment(Position())\n"
        "check_scorer(keyword())\n"
        "check_view(LEAD)\n"
    )
    python(folder, "-c", checks)
