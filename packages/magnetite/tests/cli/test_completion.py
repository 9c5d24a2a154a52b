"""A shell is offered the names that exist, asked as a shell asks."""

import os
import shlex
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from magnetite.cli import completion
from magnetite.cli.app import app
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.flags import RULES
from magnetite.experiments.registry import EXPERIMENTS
from magnetite.scorers import system
from magnetite.train.recipe import presets


def offered(line):
    """Ask as bash does: the words typed so far, the last of them unfinished."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    told = {"_MAGNETITE_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    return CliRunner().invoke(app, [], prog_name="magnetite", env=told).output.split()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("magnetite ch", ["check"]),
        ("magnetite cache ", ["list", "verify", "prune"]),
        ("magnetite audit --exper", ["--experiments"]),
        ("magnetite audit x --experiments ", list(EXPERIMENTS)),
        ("magnetite audit x --experiments accuracy,sh", ["accuracy,shortcuts"]),
        ("magnetite audit x --set magnets.pool", ["magnets.pool=", "magnets.pool_size="]),
        ("magnetite train x --preset sm", ["small", "smollm2"]),
        ("magnetite train x --preset ", list(presets())),
        ("magnetite check x --fail-on high,left", ["high,left-out"]),
        (
            "magnetite check x --fail-on ",
            [*SEVERITIES, "second-look", "left-out", *RULES],
        ),
        ("magnetite magnets x --model b", ["bundled", "base"]),
        ("magnetite score x --views Q", ["QO", "QOC"]),
        ("magnetite convert x --view P-S", ["P-Shuffle"]),
        ("magnetite convert x --format moo", ["moodle-xml"]),
        ("magnetite train x --train h", ["head"]),
        ("magnetite check sam", ["sample"]),
    ],
)
def test_what_is_offered(line, names):
    assert sorted(offered(line)) == sorted(names)


@pytest.mark.parametrize(
    "line",
    ["magnetite check ", "magnetite check exams/", "magnetite audit x --model ./my", "magnetite check x --responses "],
)
def test_where_no_name_fits_files_are_left_to_the_shell(line):
    assert offered(line) == []


def test_bash_itself_offers_names_and_else_files(tmp_path):
    (tmp_path / "magnetite").write_text(f"#!{sys.executable}\nfrom magnetite.cli import main\nmain()\n")
    (tmp_path / "magnetite").chmod(0o755)
    told = {"_MAGNETITE_COMPLETE": "source_bash"}  # as --show-completion prints it, whichever shell runs the tests
    shown = CliRunner().invoke(app, [], prog_name="magnetite", env=told).output
    typed = "COMP_WORDS=(magnetite study create x --design no); COMP_CWORD=5; _magnetite_completion magnetite"
    asked = f'{shown}\n{typed}\necho "${{COMPREPLY[@]}}"; complete -p magnetite'
    told = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    offered, registered = subprocess.run(
        ["bash", "-c", asked], capture_output=True, text=True, check=True, env=told
    ).stdout.splitlines()
    assert offered == "no-passage"
    assert "-o default" in registered  # files, where no name fits


def test_every_name_belongs_to_a_flag():
    def walk(group, *before):
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from walk(command, *before, name)
            else:
                for each in command.params:
                    yield each.name
                    yield " ".join((*before, name, each.name))

    assert set(completion.NAMES) <= set(walk(typer.main.get_command(app)))


def test_the_sets_are_those_that_are_bundled():
    assert completion.SETS == system.SETS
