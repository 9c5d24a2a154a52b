"""The reference says what the program does: commands are written from it, experiments and formats are all named."""

from dataclasses import fields
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from magnetite.cli.app import app
from magnetite.experiments.registry import EXPERIMENTS
from magnetite.formats.registry import FORMATS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
SPEC = spec_from_file_location("reference", FOLDER.parent / "reference.py")
reference = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)


def test_the_commands_pages_are_as_the_program_writes_them():
    pages = reference.pages()
    stale = [path for path, text in pages.items() if (FOLDER / path).read_text("utf-8") != text]
    assert stale == [], "run `python docs/reference.py`"
    assert {path.name for path in (FOLDER / "commands").glob("*.md")} == {Path(path).name for path in pages}


def test_every_command_is_in_a_group_and_has_a_guide():
    grouped = {name for names in reference.GROUPS.values() for name in names}
    assert grouped == {name.split()[0] for name in reference.commands()} == set(reference.GUIDES)
    assert {command.name for command in app.registered_commands} - grouped == {"benchmark"}
    assert all((FOLDER.parent / guide).exists() for guide in reference.GUIDES.values())


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_explained_with_its_settings(name):
    page = (FOLDER / "experiments.md").read_text("utf-8")
    _, _, section = page.partition(f"\n## {name}\n")
    settings = [each.name for each in fields(EXPERIMENTS[name]) if each.metadata.get("setting", True)]
    assert section
    assert [each for each in settings if f"`{each}`" not in section.partition("\n## ")[0]] == []


def test_every_format_is_on_the_page_of_formats():
    page = (FOLDER / "formats.md").read_text("utf-8")
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
