"""Every command gives what was recorded: see README.md. Every page that one writes is sound, in both languages."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from magnetite.core.results import load
from magnetite.report import html_report
from magnetite.report.check import render_check
from tests.golden import recorded
from tests.golden.cases import CASES
from tests.golden.comparing import differences
from tests.golden.running import run_case
from tests.report.browsing import NEEDS_BROWSER, faults

PAGES = [case for case in CASES if recorded.pages(case.name)]
BELOW_ZERO = re.compile(r"(?<![\w-])-\d+\.\d+")  # with a hyphen
UNSHOWN = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


@pytest.fixture(scope="module")
def performed():
    """What each case gave and the folder that it was run in, by name: it is run once for all tests."""
    return {}


@pytest.fixture
def outcome(case, performed, tmp_path_factory):
    if case.name not in performed:
        folder = tmp_path_factory.mktemp(case.name)
        performed[case.name] = run_case(case, folder), folder
    return performed[case.name]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_command_gives_what_was_recorded(case, outcome):
    present, same = outcome[0], recorded.same_machine()
    found = differences(case.name, recorded.load(case.name), present, exact=case.figures == "exact", same_machine=same)
    assert not found, "\n\n".join([f"{len(found)} files differ from what was recorded", *found])


@pytest.mark.parametrize("case", [pytest.param(case, marks=NEEDS_BROWSER, id=case.name) for case in PAGES])
def test_every_page_is_sound_in_a_browser(case, outcome, chromium, tmp_path):
    folder = outcome[1]
    found = {name: faults(chromium, folder / name) for name in recorded.pages(case.name)}
    for name in [name for name in found if (folder / name).with_name("findings.json").is_file()]:
        found[f"{name} in the other language"] = faults(chromium, translated(folder / name, tmp_path), whole=False)
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_numbers_below_zero_are_shown_with_a_minus_sign(case):
    texts = {name: text for name, text in recorded.load(case.name).items() if name.endswith((".txt", ".html"))}
    assert {name: found for name, text in texts.items() if (found := BELOW_ZERO.findall(UNSHOWN.sub(" ", text)))} == {}


def translated(report: Path, folder: Path) -> Path:
    """Write a run's page anew: in German, or in English where it is German."""
    run, language = load(report.parent), "en" if '<html lang="de">' in report.read_text("utf-8") else "de"
    if any(finding.experiment == "check" for finding in run.findings):
        page = render_check(run, language)
    else:
        page = html_report(replace(run, settings={**run.settings, "language": language}))
    path = folder / "report.html"
    path.write_text(page, "utf-8")
    return path
