"""The pages of un-readable attacks in a real browser: widths, legends, panels, the dark."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from magnetite.report import html_report
from tests.report.browsing import NEEDS_BROWSER, expect, not_whole, opened
from tests.report.made_unreadable import trace_run, unreadable_run

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def folder(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unreadable")
    pages = {"one": unreadable_run(run), "three": unreadable_run(run, 3), "trace": trace_run(run, systems=2)}
    pages["few"] = unreadable_run(replace(run, exam={**run.exam, "items": few_of(run)}))
    for name, made in pages.items():
        (folder / f"{name}.html").write_text(html_report(made), "utf-8")
    return folder


def few_of(run: Run) -> list[dict[str, Any]]:
    """Return the answered questions of one passage, which leave no interval anywhere."""
    answered = [item for item in run.exam["items"] if item["answer"] is not None]
    return [item for item in answered if item["passage_id"] == answered[0]["passage_id"]]


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("name", ["one", "three", "trace"])
def test_the_page_fits_its_width_and_every_figure_and_legend_is_whole(
    chromium: Any, folder: Path, trouble: list[str], name: str, width: int
) -> None:
    for page in opened(chromium, folder / f"{name}.html", trouble, width, 800):
        assert not_whole(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".chart").count() == (2 if name == "trace" else 6)
        assert page.evaluate("window.injected === undefined")
        assert trouble == []


def test_figures_without_an_interval_and_a_list_without_a_filter_are_whole(
    chromium: Any, folder: Path, trouble: list[str]
) -> None:
    for page in opened(chromium, folder / "few.html", trouble, 1280, 800):
        assert page.locator("#unreadable_analysis-by-answer-length svg").count() == 1
        assert page.get_by_text("Only questions").count() == 0
        assert trouble == []


def test_every_attack_is_named_whole_beside_its_marks(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "one.html", trouble, 375, 800):
        names = page.locator("#unreadable-attacks .role-axis-label text").all_text_contents()
        assert "AddSent2Pas-Shuffle" in names
        assert "AddAns2Opt" in names


def test_a_step_of_a_case_study_tells_its_token(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "trace.html", trouble, 1280, 800):
        page.locator("#trace-trace-trace .mark-symbol.role-mark path").last.hover()
        tooltip = page.locator("#vg-tooltip-element.visible")
        tooltip.wait_for()
        assert "probability" in tooltip.text_content()
        assert trouble == []


def test_an_attacked_question_can_be_read_with_its_passage(chromium: Any, folder: Path, trouble: list[str]) -> None:
    for page in opened(chromium, folder / "one.html", trouble, 375, 800):
        card = page.locator(".example").first
        expect(card.locator(".passage")).to_be_hidden()
        card.locator("summary").click()
        expect(card.locator(".passage")).to_be_visible()
