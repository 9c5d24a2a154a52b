"""The page of several systems' magnets in a real browser: widths, legends, cards, the dark and paper."""

from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from magnetite.report import html_report
from tests.report.browsing import NEEDS_BROWSER, expect, not_whole, opened
from tests.report.made_magnets import SYSTEMS, magnets_run

pytestmark = NEEDS_BROWSER
MANY = (*SYSTEMS, "bundled CO, seed 2", "joint", "trained on DREAM")


@pytest.fixture(scope="module")
def folder(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("magnets")
    for name, systems in {"three": SYSTEMS, "six": MANY}.items():
        (folder / f"{name}.html").write_text(html_report(magnets_run(run, systems)), "utf-8")
    return folder


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("name", ["three", "six"])
def test_the_page_fits_its_width_and_every_figure_and_legend_is_whole(
    chromium: Any, folder: Path, trouble: list[str], name: str, width: int
) -> None:
    for page in opened(chromium, folder / f"{name}.html", trouble, width, 800):
        assert not_whole(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown = page.locator("#attack-outcomes .role-legend-label text").all_text_contents()
        assert shown == ["right answer chosen", "magnet chosen", "another wrong option chosen"]
        assert page.evaluate("window.injected === undefined")
        assert trouble == []


def test_letters_on_cells_keep_their_colour_in_the_dark_and_names_follow_it(
    chromium: Any, folder: Path, trouble: list[str]
) -> None:
    for page in opened(chromium, folder / "three.html", trouble, 1280, 800):
        page.emulate_media(color_scheme="dark")
        fills = page.locator(".incell_marks text").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
        assert set(fills) == {"rgb(255, 255, 255)", "rgb(0, 0, 0)"}
        names = page.locator("#attack-outcomes .role-axis-label text").first
        assert names.evaluate("one => getComputedStyle(one).fill") == "rgb(236, 232, 224)"


def test_a_card_shows_what_was_replaced_and_leads_to_its_question(
    chromium: Any, folder: Path, trouble: list[str]
) -> None:
    for page in opened(chromium, folder / "three.html", trouble, 1280, 800):
        card = page.locator(".example").first
        assert "line-through" in card.locator("del").evaluate("one => getComputedStyle(one).textDecoration")
        assert card.locator("li.magnet .text").text_content() == "all of the above"
        expect(card.locator(".passage")).to_be_hidden()
        card.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(card.locator(".passage")).to_be_visible()
        link = card.locator("a")
        link.click()
        row = page.locator(f"tr{link.get_attribute('href')}")
        expect(row.locator("button").first).to_have_attribute("aria-expanded", "true")


def test_on_paper_the_cards_stand_without_their_folds(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "three.html", trouble, 1280, 800):
        page.emulate_media(media="print")
        card = page.locator(".example").first
        expect(card.locator("li.magnet")).to_be_visible()
        expect(card.locator("summary")).to_be_hidden()


def test_a_point_of_a_scatter_plot_names_its_option_as_text(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "three.html", trouble, 1280, 800):
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        page.wait_for_timeout(3000)  # what was folded is drawn when it is opened
        points = page.locator("#agreement-interference-scatter .mark-symbol path[fill='#eda36e']")
        points.nth(150).hover()
        tooltip = page.locator("#vg-tooltip-element.visible")
        tooltip.wait_for()
        assert "T with the second" in tooltip.text_content()
        assert trouble == []
