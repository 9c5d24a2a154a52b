"""A repository of exams is checked before a commit and on a push, as docs/ci.md says."""

import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from examfiles import FORMATS

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
CONFIGURATION, SYSTEM, WORKFLOW = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
FLAWED = """The mill stands on the left bank of the river, where the water is quickest after rain.

1. Where does the mill stand?
A. On the left bank of the river, where the water is quickest whenever it has rained
B. In the town
C. On a hill
ANSWER: A
"""
SOUND = FLAWED.replace(
    "A. On the left bank of the river, where the water is quickest whenever it has rained", "A. At the river"
)


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Put `magnetite` and `pre-commit` in front of the path, and an author's name into git's settings."""
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "magnetite").write_text(f"#!{sys.executable}\nfrom magnetite.cli import main\nmain()\n")
    (folder / "magnetite").chmod(0o755)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A Teacher")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "teacher@example.org")
    for name in [
        name for name in os.environ if name.startswith("GIT_") and "_NAME" not in name and "_EMAIL" not in name
    ]:
        monkeypatch.delenv(name)  # of a commit that runs these tests
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def exams(tmp_path, programs):
    """Make a repository of one flawed exam."""
    folder = tmp_path / "exams-repository"
    (folder / "exams").mkdir(parents=True)
    (folder / "exams" / "mill.txt").write_text(FLAWED, "utf-8")
    (folder / ".gitignore").write_text(".magnetite\n")
    git(folder, "init", "--quiet")
    return folder


@pytest.fixture
def hooks(tmp_path, programs):
    """Make a repository that holds the hook's definition as ours does."""
    folder = tmp_path / "magnetite"
    folder.mkdir()
    (folder / ".pre-commit-hooks.yaml").write_bytes((ROOT / ".pre-commit-hooks.yaml").read_bytes())
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Hooks")
    return folder


def test_a_commit_with_a_flawed_exam_is_stopped_and_a_sound_one_passes(exams, hooks):
    [repository] = CONFIGURATION["repos"]
    [hook] = SYSTEM
    configuration = {"repos": [{"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD"), "hooks": [hook]}]}
    assert [{**hook, "language": "python"}] == [{**repository["hooks"][0], "language": "python"}]
    (exams / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration))
    git(exams, "add", ".")
    subprocess.run(["pre-commit", "install"], cwd=exams, capture_output=True, check=True)
    commit = ["git", "commit", "--message", "An exam"]
    stopped = subprocess.run(commit, cwd=exams, capture_output=True, text=True, check=False)
    assert stopped.returncode
    assert "The right answer is the" in stopped.stderr
    (exams / "exams" / "mill.txt").write_text(SOUND, "utf-8")
    git(exams, "add", ".")
    passed = subprocess.run(commit, cwd=exams, capture_output=True, text=True, check=False)
    assert passed.returncode == 0, passed.stderr
    assert git(exams, "status", "--porcelain") == ""


def test_the_workflow_writes_flags_that_stand_beside_their_lines(exams):
    steps = {step.get("name", ""): step for step in WORKFLOW["jobs"]["check"]["steps"]}
    checked = subprocess.run(shlex.split(steps["Check"]["run"]), cwd=exams, capture_output=True, text=True, check=False)
    assert checked.returncode == 6, checked.stderr
    flags = json.loads((exams / steps["Show the flags next to the lines"]["with"]["sarif_file"]).read_text("utf-8"))
    [place] = [
        result["locations"][0]["physicalLocation"]
        for result in flags["runs"][0]["results"]
        if result["ruleId"] == "longest-key"
    ]
    assert place == {"artifactLocation": {"uri": "exams/mill.txt"}, "region": {"startLine": 3}}
    assert (exams / steps["Keep the report"]["with"]["path"] / "report.html").is_file()
    assert WORKFLOW["permissions"]["security-events"] == "write"


def test_the_hook_names_every_kind_of_exam_file():
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for ending in ("gift", "docx", "odt", "txt", "csv", "xlsx", "ods", "xml", "zip", "imscc", "aiken", "jsonl"):
        assert re.search(hook["files"], f"exams/one.{ending}")


def test_the_hook_runs_for_every_kind_of_file_that_check_reads():
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    suffixes = dict.fromkeys(suffix for format_ in FORMATS.values() for suffix in format_.suffixes)
    asked = [suffix for suffix in suffixes if suffix != ".arrow"]  # which is no exam
    assert [suffix for suffix in asked if not re.search(hook["files"], f"exams/unit 1{suffix}")] == []
