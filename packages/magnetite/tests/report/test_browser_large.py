"""The page of a large exam, checked by rules, in a real browser: what matters is in sight, and the page opens fast."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from magnetite.report.check import write_check
from tests.report.browsing import NEEDS_BROWSER, expect, opened
from tests.report.made_check import made_check, made_items

pytestmark = NEEDS_BROWSER
QUESTIONS = 400
MOST_BYTES = 1_000_000
MOST_SECONDS = 1.0  # of the processor, from the first byte to a page that stands; 0.25 were measured
MOST_STOPS = QUESTIONS  # of the Tab key, of which unflagged questions add none


@pytest.fixture(scope="module")
def run() -> Run:
    return made_check(made_items(QUESTIONS, hostile=False), {}, left_out=())


@pytest.fixture(scope="module")
def report(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_check(run, tmp_path_factory.mktemp("large"))[0]


@pytest.fixture
def laptop(chromium: Any, report: Path) -> Iterator[Any]:
    yield from opened(chromium, report, [], 1280, 800)


def test_only_flagged_questions_are_shown_and_only_they_take_the_keyboard(laptop: Any, run: Run) -> None:
    flagged = set(run.finding("check").table("flags").values("id")) - {""}  # flags of the whole exam name none
    assert 0 < len(flagged) < QUESTIONS / 2
    assert set(laptop.locator(".row:not([hidden]) .name").all_text_contents()) == flagged
    expect(laptop.get_by_role("status")).to_have_text(f"{len(flagged)} of {QUESTIONS} questions shown")
    stops = laptop.evaluate(
        """[...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
        .filter((node) => node.tabIndex >= 0 && node.checkVisibility()).length"""
    )
    assert stops < MOST_STOPS


def test_every_square_of_the_map_is_a_link_with_a_tooltip_to_its_question(laptop: Any, run: Run) -> None:
    squares = laptop.locator(".map > *").evaluate_all(
        "(all) => all.map((node) => [node.tagName, node.title, document.querySelector(node.hash) !== null])"
    )
    assert len(squares) == QUESTIONS
    assert all(
        name == "A" and title.startswith(f"Question {item['id']}: ") and leads
        for (name, title, leads), item in zip(squares, run.exam["items"], strict=True)
    )
    last = laptop.locator(".map a:has(.clean)").last
    last.click()
    expect(laptop.locator(f"{last.get_attribute('href')}[open]")).to_be_in_viewport()


def test_the_parts_of_the_page_stay_in_sight(laptop: Any) -> None:
    for share in (0.3, 0.9):
        laptop.evaluate("(share) => scrollTo(0, share * document.body.scrollHeight)", share)
        box = laptop.get_by_role("navigation").bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 5


def test_passages_are_folded_away_until_they_are_asked_for(laptop: Any) -> None:
    assert laptop.locator(".passage:visible").count() == 0
    laptop.locator(".card summary").first.click()
    assert laptop.locator(".passage:visible").count() == 1


def test_it_opens_fast(chromium: Any, report: Path) -> None:
    assert report.stat().st_size < MOST_BYTES
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    watch = page.context.new_cdp_session(page)
    watch.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(report.as_uri())
    measured = {each["name"]: each["value"] for each in watch.send("Performance.getMetrics")["metrics"]}
    page.close()
    assert 0 < measured["TaskDuration"] < MOST_SECONDS
