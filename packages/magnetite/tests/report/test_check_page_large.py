"""The page of an exam with very many questions shows those that matter, says so, and stays of a size that opens."""

import re

import pytest

from magnetite.report.check import page, render_check
from magnetite.report.check.page import check_page
from magnetite.report.wording import LANGUAGES, wording
from tests.report.made_check import made_check, made_items, made_probabilities

MOST = 60


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    """Let a page of few questions be full."""
    monkeypatch.setattr(page, "MOST_SHOWN", MOST)


def made(questions, models=False):
    items = made_items(questions, hostile=False)
    return made_check(items, made_probabilities(items) if models else {}, left_out=())


@pytest.mark.parametrize("models", [False, True])
def test_questions_with_flags_and_those_in_lists_come_before_others(models):
    run = made(400, models)
    shown = check_page(run, wording("en"))
    every = {str(item["id"]) for item in run.exam["items"]}
    rows = {row.question.id: row.question for row in shown.rows}
    flagged = {each for each in run.finding("check").table("flags").values("id") if each in every}
    listed = {line.question.id for each in (*shown.uses, *shown.doubts) for line in each.lines}
    assert {each.id for each in shown.looks} | listed <= set(rows)
    assert len(rows) == max(MOST, len(listed))
    assert shown.unshown == len(every) - len(rows) > 0
    if any(each.kind == "clean" for key, each in rows.items() if key not in listed):
        assert flagged <= set(rows)
    assert str(len(every)) in shown.verdict
    assert sum(shown.counts.values()) == len(every)


@pytest.mark.parametrize("models", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_that_it_shows_a_part_and_no_link_on_it_leads_nowhere(language, models):
    html = render_check(made(400, models), language)
    run = check_page(made(400, models), wording(language))
    said = wording(language).say("page-unshown", {"shown": len(run.rows), "questions": 400})
    assert html.count(said) == 2
    assert '<p class="map"' not in html
    anchors = set(re.findall(r' id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= anchors
    passages = {each.number for each in run.passages}
    assert passages == {row.question.passage for row in run.rows if row.question.passage}


def test_a_page_that_has_room_for_all_says_nothing_of_it():
    run = made(MOST)
    assert check_page(run, wording("en")).unshown == 0
    assert '<p class="map"' in render_check(run)
    assert "too large for one page" not in render_check(run)


def test_the_page_grows_no_further_with_the_exam():
    smaller, larger = (len(render_check(made(questions))) for questions in (400, 1200))
    assert larger < 1.1 * smaller
