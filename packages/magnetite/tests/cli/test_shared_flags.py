"""Flags are made from the fields of settings: default, help and name are written once."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite.cli import options as shared_options
from magnetite.cli.app import app
from magnetite.commands.audit import AuditSettings
from magnetite.core.setting import flat, setting
from magnetite.request import read_systems


def options(name):
    command = typer.main.get_command(app).commands[name]
    return {flag: parameter for parameter in command.params for flag in parameter.opts}


@pytest.mark.parametrize("name", ["audit", "score", "shortcuts", "transfer", "magnets", "unreadable"])
def test_every_command_that_scores_has_the_shared_flags(name):
    shared = {f"--{key.replace('_', '-')}" for key in shared_options.SCORING}
    assert shared | {"--split", "--output"} <= set(options(name))


@dataclass(frozen=True)
class Tea:
    """How tea is made."""

    cups: int = setting(2, "Cups to fill.", least=1)
    leaves: str | None = setting(None, "Which leaves.", metavar="NAME", otherwise="what there is")
    guests: tuple[str, ...] | None = setting(None, "Who comes.")
    strength: float = setting(0.5, "How strong.", option="--strong/--strength")
    milk: bool = setting(False, "With milk.")


@pytest.fixture
def pour():
    """Return a function that runs a command made of `Tea`: what it was given, and what it printed."""
    seen, made = {}, typer.Typer()

    @made.command()
    @shared_options.spread((Tea, "guests", "cups", "leaves", "strength", "milk"))
    def command(where: Annotated[str, typer.Argument()], own: int = 3, **given: Any) -> None:
        """Make tea."""
        seen.update(where=where, own=own, **given)

    def run(*arguments):
        seen.clear()
        result = CliRunner().invoke(made, arguments, env={"COLUMNS": "160", "NO_COLOR": "1"})
        return dict(seen), result

    return run


def test_a_flag_that_is_not_given_is_none_and_one_that_is_reaches_the_command(pour):
    assert pour("here")[0] == {
        "where": "here",
        "own": 3,
        **dict.fromkeys(("guests", "cups", "leaves", "strength", "milk")),
    }
    given = ["here", "--cups", "7", "--milk", "--guests", "Ann, Bo", "--strength", "0.7", "--own", "4"]
    seen = pour(*given)[0]
    assert seen == {"where": "here", "own": 4, "cups": 7, "milk": True, "guests": ("Ann", "Bo"), "strength": 0.7} | {
        "leaves": None
    }


def test_help_says_what_the_field_says_and_what_holds_where_nothing_is_given(pour):
    shown = " ".join(pour("--help")[1].output.replace("│", " ").split())
    for text in ("Cups to fill. [default: 2]", "Which leaves. [default: what there is]", "With milk.", "NAME"):
        assert text in shown
    assert "With milk. [default" not in shown
    assert "Invalid value for '--cups'" in pour("here", "--cups", "0")[1].output


def test_given_flags_become_settings_and_the_others_keep_their_defaults():
    given = {"cups": 3, "milk": None, "other": 1}
    assert shared_options.taken(Tea, given, leaves="green") == Tea(cups=3, leaves="green")
    assert given == {"other": 1}


def test_every_default_that_help_names_is_the_settings():
    for name in ("seed", "dtype", "device", "model"):
        assert f"[default: {flat(AuditSettings())[name]}]" in options("audit")[f"--{name}"].help.replace("\\[", "[")


@pytest.mark.parametrize("command", [["audit"], ["export", "audit", "--to", "cells.jsonl"]])
def test_the_earlier_name_of_experiments_is_read_and_not_shown(command):
    result = CliRunner().invoke(app, [*command, "sample", "--probes", "acuracy"])
    assert "experiment 'acuracy' does not exist" in str(result.exception)
    assert "--probes" not in options("audit")


def test_systems_are_named_by_view_and_commas_in_folders_stay():
    assert read_systems(["qoc=a,b/c,qo=d", "o=e=f"]) == {"qoc": "a,b/c", "qo": "d", "o": "e=f"}


@pytest.mark.parametrize(("text", "said"), [("qoc", "is not NAME=FOLDER"), ("=x", "is not NAME"), ("a=1,a=2", "twice")])
def test_systems_that_cannot_be_read_are_named(text, said):
    with pytest.raises(UsageError, match=said):
        read_systems([text])
