"""The page in a real browser. Needs Chromium on the machine: `apt-get install chromium` or the like."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from tests.report.browsing import NEEDS_BROWSER, expect, faults, opened
from tests.tables import values_of

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def report(run_folder: Path) -> Path:
    return run_folder / "report.html"


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def laptop(chromium: Any, report: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, report, trouble, 1280, 800)


@pytest.fixture
def phone(chromium: Any, report: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, report, trouble, 375, 812)


def questions(page: Any) -> list[str]:
    return page.locator("tr.row td.id").all_text_contents()


def test_the_page_loads_without_a_message_a_request_or_an_injected_script(laptop: Any, trouble: list[str]) -> None:
    assert trouble == []
    assert laptop.evaluate("window.injected === undefined")
    assert laptop.locator(".chart svg").count() == 6


def test_scripts_added_by_markup_would_be_stopped_by_the_content_policy(laptop: Any, trouble: list[str]) -> None:
    laptop.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.injected = 9\">')")
    laptop.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.injected = 9'; document.body.append(s)"
    )
    laptop.wait_for_timeout(200)
    assert laptop.evaluate("window.injected === undefined")
    assert any("Content Security Policy" in line for line in trouble)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_page_never_scrolls_sideways(size: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(size)
    for button in page.locator("tr.row button").all()[:12]:
        button.click()
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_filters_show_exactly_the_questions_they_name(laptop: Any, run: Run) -> None:
    table = run.finding("shortcuts").items
    assert table is not None
    columns = {name: list(values) for name, values in values_of(table).items()}
    wrong = [i for i, right in zip(columns["id"], columns["correct_QOC"], strict=True) if right is False]
    laptop.get_by_role("checkbox", name="answered wrong").check()
    assert questions(laptop) == wrong
    laptop.get_by_role("checkbox", name="answered without the passage").check()
    without = {i for i, right in zip(columns["id"], columns["correct_QO"], strict=True) if right}
    both = [i for i in wrong if i in without]
    assert questions(laptop) == both
    assert laptop.get_by_role("status").text_content() == f"{len(both)} match; {len(both)} of 96 questions shown."
    laptop.get_by_role("button", name="Reset").click()
    assert len(questions(laptop)) == 96


def test_text_and_level_narrow_the_list(laptop: Any, run: Run) -> None:
    laptop.get_by_role("searchbox").fill("<SCRIPT>window.injected")
    found = [
        item["id"]
        for item in run.exam["items"]
        if "<script>window.injected" in "\n".join([item["question"], *item["options"]])
        or item["passage_id"] == "text-00"
    ]
    assert questions(laptop) == found
    laptop.get_by_role("searchbox").fill("")
    laptop.get_by_role("combobox", name="Level").select_option("advanced")
    assert questions(laptop) == [item["id"] for item in run.exam["items"] if item["level"] == "advanced"]


def test_a_heading_sorts_its_column_both_ways_and_says_so(laptop: Any, run: Run) -> None:
    table = run.finding("magnets").items
    assert table is not None
    beaten = dict(zip(table.values("id"), table.values("beaten_by"), strict=True))
    heading = laptop.get_by_role("columnheader", name="beaten by")
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert [beaten[i] for i in questions(laptop)] == sorted(beaten.values())
    heading.get_by_role("button").press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    assert [beaten[i] for i in questions(laptop)] == sorted(beaten.values(), reverse=True)


def test_questions_without_a_key_come_last_in_both_directions(laptop: Any) -> None:
    button = laptop.get_by_role("columnheader", name=re.compile("^QOC")).get_by_role("button")
    for _ in range(2):
        button.click()
        assert questions(laptop)[-1] == "text-01-2"


def test_a_row_opens_to_the_passage_the_options_the_key_and_the_choices(laptop: Any, run: Run) -> None:
    item = run.exam["items"][1]
    button = laptop.locator("#item-1 button")
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    detail = laptop.locator("tr.detail")
    assert detail.locator(".options .text").all_text_contents() == [text.strip() for text in item["options"]]
    assert detail.locator("li.key .letter").text_content() == "ABCD"[item["answer"]]
    tags = " ".join(detail.locator(".tags").all_text_contents())
    assert "chosen with QO " in tags
    assert "chosen with QOC " in tags
    expect(detail.locator(".passage")).to_be_hidden()
    detail.locator("summary").click()
    assert detail.locator(".passage").text_content() == run.exam["passages"]["text-00"]
    button.click()
    assert laptop.locator("tr.detail").count() == 0


def test_a_listed_question_leads_to_its_open_row(laptop: Any) -> None:
    link = laptop.locator("#shortcuts td a").first
    laptop.evaluate("for (const details of document.querySelectorAll('#shortcuts details')) details.open = true")
    target = link.get_attribute("href")
    laptop.get_by_role("checkbox", name="without a key").check()
    link.click()
    row = laptop.locator(f"tr{target}")
    assert row.locator("button").get_attribute("aria-expanded") == "true"
    assert row.locator("button span").text_content() == link.text_content()


def test_figures_are_as_wide_as_the_page_allows(laptop: Any, phone: Any) -> None:
    for page in (laptop, phone):
        widths = page.evaluate(
            "[...document.querySelectorAll('.chart')].map((c) => [c.clientWidth, c.firstElementChild.clientWidth])"
        )
        assert all(0.85 * room <= svg <= room + 1 for room, svg in widths)


def test_a_tooltip_shows_an_option_as_text(laptop: Any, trouble: list[str]) -> None:
    laptop.locator("#magnets-strongest-options .mark-rect path").nth(2).hover()
    tooltip = laptop.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    assert "<script>window.injected = 1</script>" in tooltip.text_content()
    assert trouble == []


def test_a_figure_can_be_saved(laptop: Any) -> None:
    with laptop.expect_download() as download:
        laptop.get_by_role("button", name="Save this figure as SVG").first.click()
    saved = Path(download.value.path()).read_text()
    assert saved.startswith("<svg")
    assert download.value.suggested_filename == "shortcuts-accuracy-by-view.svg"


def test_the_page_prints_without_its_controls(laptop: Any, tmp_path: Path) -> None:
    laptop.pdf(path=tmp_path / "page.pdf", format="A4")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
    laptop.emulate_media(media="print")
    expect(laptop.locator(".controls")).to_be_hidden()
    expect(laptop.get_by_role("navigation")).to_be_hidden()
    expect(laptop.locator("#shortcuts .chart svg").first).to_be_visible()
    assert laptop.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_without_scripts_the_figures_and_tables_still_stand(chromium: Any, report: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.locator(".chart svg").count() == 6
    expect(page.get_by_text("This table needs JavaScript")).to_be_visible()
    context.close()


def test_an_unfolded_page_of_hostile_texts_is_sound_for_every_width_and_to_axe(chromium: Any, report: Path) -> None:
    assert faults(chromium, report) == []


def test_a_table_is_saved_with_its_headings_and_no_cell_is_a_formula(laptop: Any, run: Run) -> None:
    laptop.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    button = laptop.get_by_role("button", name=re.compile("^Save the table as CSV: Interference scores"))
    with laptop.expect_download() as download:
        button.first.click()
    assert download.value.suggested_filename == "interference-scores.csv"
    with Path(download.value.path()).open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file))
    options = run.finding("magnets").table("interference").values("option")
    assert lines[0][:3] == ["rank", "option", "interference score T"]
    assert [line[1] for line in lines[1:3]] == list(options[:2])
    assert not [cell for line in lines for cell in line if cell[:1] in {"=", "+", "@"}]


def test_a_question_has_an_address_that_leads_to_it_open(laptop: Any, run: Run) -> None:
    laptop.locator("#item-3 button").click()
    address = laptop.locator("tr.detail a.link").get_attribute("href")
    assert run.exam["items"][3]["id"] in address
    laptop.locator("#item-3 button").click()
    laptop.evaluate("(address) => { location.hash = address; }", address)
    expect(laptop.locator("#item-3 button")).to_have_attribute("aria-expanded", "true")


def test_the_parts_of_the_page_stay_in_sight(laptop: Any) -> None:
    laptop.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    box = laptop.get_by_role("navigation").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 5


def test_a_link_into_a_fold_opens_it(laptop: Any) -> None:
    laptop.evaluate("document.querySelector('details.block h3').id = 'within'; location.hash = 'within'")
    expect(laptop.locator("details.block").first).to_have_attribute("open", "")
