"""Flags defined once stand on every command that shares them."""

from typing import Annotated, Unpack

import pytest
import typer
from typer.testing import CliRunner

from magnetite.auditing import read_systems
from magnetite.cli import flags
from magnetite.cli.app import app
from magnetite.core.errors import UsageError


def options(name):
    command = typer.main.get_command(app).commands[name]
    return {flag for parameter in command.params for flag in parameter.opts}


@pytest.mark.parametrize("name", ["audit", "score", "shortcuts", "transfer"])
def test_every_command_that_scores_has_the_shared_flags(name):
    shared = {"--format" if key == "format_" else f"--{key.replace('_', '-')}" for key in flags.Scoring.__annotations__}
    assert shared | {"--systems", "--split", "--output"} <= options(name)


def test_a_flag_that_is_not_given_is_none_and_one_that_is_reaches_the_command():
    seen = {}
    made = typer.Typer()

    @made.command()
    @flags.spread
    def command(data: Annotated[str, typer.Argument()], own: int = 3, **given: Unpack[flags.Scoring]) -> None:
        """Say it."""
        seen.update(data=data, own=own, **given)

    result = CliRunner().invoke(made, ["here", "--limit", "7", "--skip-bad", "--format", "race"])
    assert result.exit_code == 0, result.output
    assert (seen["data"], seen["own"], seen["limit"], seen["skip_bad"], seen["format_"]) == ("here", 3, 7, True, "race")
    assert (seen["seed"], seen["views"]) == (None, None)
    CliRunner().invoke(made, ["here"])
    assert seen["skip_bad"] is False


def test_the_shared_flags_become_settings():
    given = dict.fromkeys((*flags.Scoring.__annotations__, *flags.Reading.__annotations__))
    told = flags.settings_of({**given, "columns": "passage=text", "views": "qo, QOC", "skip_bad": False})
    assert (told["columns"], told["views"], told["skip_bad"]) == ({"passage": "text"}, ("qo", "QOC"), None)
    assert "format_" not in told


def test_systems_are_named_by_view_and_commas_in_folders_stay():
    assert read_systems(["qoc=a,b/c,qo=d", "o=e=f"]) == {"qoc": "a,b/c", "qo": "d", "o": "e=f"}


@pytest.mark.parametrize(("text", "said"), [("qoc", "is not NAME=FOLDER"), ("=x", "is not NAME"), ("a=1,a=2", "twice")])
def test_systems_that_cannot_be_read_are_named(text, said):
    with pytest.raises(UsageError, match=said):
        read_systems([text])
