"""The page of shortcut systems in a real browser: folds, figures in panels, phones and paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from magnetite.report import html_report
from tests.report.browsing import NEEDS_BROWSER, expect, not_whole, opened
from tests.report.made import training_run, transfer_run

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def folder(shortcut_run: Run, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    pages = {"shortcuts": shortcut_run, "transfer": transfer_run(run), "training": training_run(run)}
    for name, made in pages.items():
        (folder / f"{name}.html").write_text(html_report(made), "utf-8")
    return folder


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def laptop(chromium: Any, folder: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, folder / "shortcuts.html", trouble, 1280, 800)


@pytest.fixture
def phone(chromium: Any, folder: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, folder / "shortcuts.html", trouble, 375, 812)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_page_fits_its_width_with_everything_unfolded(
    size: str, trouble: list[str], request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(size)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    page.wait_for_function("[...document.querySelectorAll('.chart')].every((chart) => chart.view)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not_whole(page) == []
    assert trouble == []


def test_a_question_is_answered_with_the_keyboard_alone(laptop: Any, shortcut_run: Run) -> None:
    item = shortcut_run.exam["items"][0]
    ask = laptop.locator("#shortcuts .ask").first
    assert ask.locator(".options .text").all_text_contents() == item["options"]
    key = ask.locator("details").nth(1)
    expect(key.locator("strong")).to_be_hidden()
    ask.locator("summary").first.focus()
    laptop.keyboard.press("Enter")
    expect(ask.locator(".passage")).to_be_visible()
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("Enter")
    assert key.locator("strong").text_content() == "ABCD"[item["answer"]]
    expect(laptop.locator("#shortcuts .ask").nth(1).locator("strong")).to_be_hidden()


def test_on_paper_the_folds_are_gone_and_the_keys_stand_upside_down(laptop: Any) -> None:
    expect(laptop.locator(".keys").first).to_be_hidden()
    laptop.emulate_media(media="print")
    expect(laptop.locator("#shortcuts .ask .options").first).to_be_visible()
    expect(laptop.locator("#shortcuts .ask summary").first).to_be_hidden()
    keys = laptop.locator(".keys").first
    expect(keys).to_be_visible()
    assert keys.text_content().startswith("Keys: 1 ")
    assert keys.evaluate("node => getComputedStyle(node).transform") == "matrix(-1, 0, 0, -1, 0, 0)"
    expect(laptop.locator(".spoils")).to_be_hidden()


def test_a_learning_curve_stands_in_its_fold_as_wide_as_the_page(laptop: Any) -> None:
    chart = laptop.locator(".trained .chart").first
    expect(chart.locator("svg")).to_be_hidden()
    laptop.locator(".trained > summary").click()
    laptop.wait_for_function("[...document.querySelectorAll('.trained .chart')].every((chart) => chart.view)")
    expect(chart.locator("svg")).to_be_visible()
    assert chart.evaluate("node => node.firstElementChild.clientWidth >= 0.85 * node.clientWidth")


@pytest.mark.parametrize("name", ["transfer", "training"])
@pytest.mark.parametrize("width", [1280, 375])
def test_a_page_without_an_exam_loads_without_trouble(
    chromium: Any, folder: Path, trouble: list[str], name: str, width: int
) -> None:
    for page in opened(chromium, folder / f"{name}.html", trouble, width, 800):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".chart svg").count() == {"transfer": 1, "training": 2}[name]
        assert trouble == []


def test_letters_on_the_heatmap_keep_their_colour_in_the_dark(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "transfer.html", trouble, 1280, 800):
        page.emulate_media(color_scheme="dark")
        fills = page.locator(".incell_marks text").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
        assert set(fills) == {"rgb(255, 255, 255)", "rgb(0, 0, 0)"}
        axis = page.locator(".role-axis-label text").first
        assert axis.evaluate("one => getComputedStyle(one).fill") == "rgb(236, 232, 224)"
