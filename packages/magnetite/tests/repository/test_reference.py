"""The reference says what the program does: commands are written from it, experiments and formats are all named."""

from dataclasses import fields
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from examfiles.formats import FORMATS
from magnetite.cli.app import app
from magnetite.experiments.registry import BY_DEFAULT, EXPERIMENTS

FOLDER = Path(__file__).parents[4] / "docs" / "reference"
SPEC = spec_from_file_location("reference", FOLDER.parent / "reference.py")
reference = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)


def test_the_commands_pages_are_as_the_program_writes_them():
    pages = reference.pages()
    stale = [path for path, text in pages.items() if (FOLDER / path).read_text("utf-8") != text]
    assert stale == [], "run `python docs/reference.py`"
    written = {Path(path).name for path in pages if path.startswith("commands/")}
    assert {path.name for path in (FOLDER / "commands").glob("*.md")} == written


def test_the_table_of_what_formats_keep_tells_them_apart():
    rows = [line.split(" | ") for line in reference.formats_page().splitlines() if line.startswith("| ")]
    cells = {
        (row[0].strip("| "), name): cell.strip("| ")
        for row in rows[-len(reference.PROPERTIES) - 1 :]
        for name, cell in zip(reference.writers(), row[1:], strict=True)
    }
    assert {what for what in reference.PROPERTIES if cells[what, "jsonl"] != "yes"} == {"pictures"}
    assert [cells["a passage", name] for name in ("race", "aiken", "docx")] == ["yes", "no", "yes"]
    assert [cells["hints", name] for name in ("moodle-xml", "gift", "aiken")] == ["yes", "no", "no"]
    assert [cells["no known answer", name] for name in ("csv", "gift", "qti-3.0")] == ["yes", "refused", "refused"]
    assert [cells["shuffling", name] for name in ("qti-2.2", "gift", "docx")] == ["yes", "changed", "changed"]


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


def test_the_flag_for_experiments_names_them_all_those_by_default_first():
    flag = next(each for each in reference.commands()["audit"].params if each.name == "experiments")
    assert f"any of {', '.join(EXPERIMENTS.ours)}; by default the first four." in flag.help
    assert {*list(EXPERIMENTS.ours)[:4]} == {*BY_DEFAULT} & {*EXPERIMENTS.ours}


def test_every_example_of_a_command_is_set_as_code():
    pages = reference.pages().values()
    assert [
        line for page in pages for line in page.splitlines() if "Example: " in line and "Example: `" not in line
    ] == []


def test_every_format_is_on_the_page_of_formats():
    page = (FOLDER / "formats.md").read_text("utf-8")
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
