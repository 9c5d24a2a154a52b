"""Help is quick: neither it nor the version imports a heavy library."""

import json
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from magnetite import __version__
from magnetite.cli.app import COMMANDS as REGISTERED
from magnetite.cli.app import PANELS, app
from magnetite.commands import RUNS

HEAVY = ["torch", "transformers", "peft", "polars", "scipy", "numpy", "altair", "vl_convert", "jinja2", "sentencex"]
HEAVY += ["rapidfuzz", "starlette", "uvicorn", "sqlite3"]
# One process asks for all of them, one after another, and says what each was the first to import.
CODE = """
import contextlib, io, json, sys
from magnetite.cli.app import app
first = {}
for asked in map(str.split, sys.argv[2:]):
    before = set(sys.modules) if first else set()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        app(asked)
    first[" ".join(asked)] = sorted(set(json.loads(sys.argv[1])) & set(sys.modules) - before)
print(json.dumps(first))
"""


def named(group, *before):
    """Name every command of a group and of the groups in it."""
    for name, command in group.commands.items():
        yield " ".join((*before, name))
        if hasattr(command, "commands"):
            yield from named(command, *before, name)


COMMANDS = [name for name in named(typer.main.get_command(app)) if name != "benchmark"]  # its help is its script's
ASKED = ["--help", "--version", *(f"{name} --help" for name in COMMANDS)]


@pytest.fixture(scope="module")
def imported():
    command = [sys.executable, "-c", CODE, json.dumps(HEAVY), *ASKED]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("asked", ASKED)
def test_help_imports_nothing_heavy(imported, asked):
    assert imported[asked] == []


def test_help_names_every_command():
    shown = CliRunner().invoke(app, ["--help"]).output
    assert all(name in shown for name in typer.main.get_command(app).commands)


def test_the_version_needs_no_command():
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"magnetite {__version__}\n")


def test_help_shows_every_command_in_one_group():
    listed = [name for names in PANELS.values() for name in names]
    assert sorted(listed) == sorted({*REGISTERED, *RUNS})


def test_help_of_check_shows_the_usual_settings_before_those_of_models():
    shown = CliRunner().invoke(app, ["check", "--help"]).output
    places = [shown.index(each) for each in ("--no-models", "Reading the file", "Computing", "Models on a server")]
    assert places == sorted(places)
