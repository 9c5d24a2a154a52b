"""The page that lists the papers item by item has every exhibit, and for each a file that is there, or a reason."""

import re
from pathlib import Path

import pytest

from magnetite.experiments.registry import EXPERIMENTS
from magnetite_papers.configuration import read_configuration
from magnetite_papers.paper import PAPERS
from tests.reproduce.test_reproduce import NUMBERED

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "papers.md").read_text("utf-8")
OURS, PAPERS_OWN = "packages/magnetite/src/magnetite", "packages/magnetite-papers/src/magnetite_papers"
FOLDERS = {"": ROOT / OURS, "papers: ": ROOT / PAPERS_OWN}


def rows(name):
    """Return the rows about a paper: state, item, file, command and remark."""
    section = PAGE.partition(f": `{name}`\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def later():
    """Return the rows about later papers."""
    section = PAGE.partition("\n## Later papers\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line][2:]


@pytest.mark.parametrize("name", NUMBERED)
def test_every_exhibit_is_on_the_page_once_with_its_command_and_nothing_else_is(name):
    paper = PAPERS[name]
    settings = read_configuration(paper.configurations / "laptop.toml", paper.settings)
    commands = [re.fullmatch(rf"`magnetite reproduce {name} data --only ([\w-]+)`", row[3]) for row in rows(name)]
    named = [found[1] for found in commands if found]
    assert sorted(named) == sorted(exhibit.name for exhibit in paper.exhibits(settings))


@pytest.mark.parametrize("name", NUMBERED)
def test_every_table_and_figure_has_a_row(name):
    items = " ".join(row[1] for row in rows(name))
    for kind, many in NUMBERED[name].items():
        found = re.findall(rf"{kind}s? (\d(?:(?:, | and )\d)*)", items)
        assert {int(number) for each in found for number in re.findall(r"\d", each)} == set(range(1, many + 1))


@pytest.mark.parametrize("name", [*NUMBERED, "later"])
def test_a_row_names_a_file_that_is_there_or_says_why_nothing_is(name):
    for state, item, file, command, remark in later() if name == "later" else rows(name):
        assert state in {"=", "<", "~", "–"}, item
        if state == "–":
            assert (file, command, bool(remark)) == ("", "", True), item
        else:
            found = re.fullmatch(r"`(papers: )?(.+)`", file)
            assert (FOLDERS[found[1] or ""] / found[2]).is_file(), item
            assert re.fullmatch(r"`magnetite .+`", command), item
        assert state != "~" or remark, item


def test_experiments_of_later_papers_are_named_with_a_command_that_asks_for_them():
    commands = [re.fullmatch(r"`magnetite audit DATA --experiments (\w+)`", row[3]) for row in later() if row[3]]
    assert len(commands) >= 4
    assert all(found and found[1] in EXPERIMENTS for found in commands)
