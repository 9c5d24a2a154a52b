"""The exam author's page in a real browser. Needs Chromium on the machine: `apt-get install chromium` or the like."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from magnetite.core.results import Run
from magnetite.report.check import write_check
from magnetite.report.check.page import check_page
from magnetite.report.wording import wording
from tests.report.browsing import NEEDS_BROWSER, expect, faults, opened
from tests.report.made_check import HOSTILE, made_check, made_items
from tests.tables import values_of

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def run() -> Run:
    return made_check(responses=True)


@pytest.fixture(scope="module")
def report(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_check(run, tmp_path_factory.mktemp("check"))[0]


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def laptop(chromium: Any, report: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, report, trouble, 1280, 800)


@pytest.fixture
def phone(chromium: Any, report: Path, trouble: list[str]) -> Iterator[Any]:
    yield from opened(chromium, report, trouble, 375, 812)


def listed(page: Any) -> list[str]:
    """Return the ids of the questions that the list shows, in its order."""
    names = page.locator(".row:not([hidden]) .name").all_text_contents()
    return [name.strip() for name in names]


def choose(page: Any, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).select_option(value)


def ids_with(run: Run, **wanted: str) -> list[str]:
    table = values_of(run.finding("check").table("flags"))
    (column, value) = next(iter(wanted.items()))
    marked = {key for key, found in zip(table["id"], table[column], strict=True) if found == value}
    return [item["id"] for item in run.exam["items"] if item["id"] in marked]


def test_the_page_loads_without_a_message_a_request_or_an_injected_script(laptop: Any, trouble: list[str]) -> None:
    assert trouble == []
    assert laptop.evaluate("window.injected === undefined")
    assert laptop.locator("h1").text_content().endswith("deserve a second look")


def test_opening_everything_loads_nothing_and_runs_nothing(laptop: Any, trouble: list[str]) -> None:
    laptop.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    laptop.wait_for_timeout(300)
    laptop.mouse.move(300, 300)
    assert trouble == []
    assert laptop.evaluate("window.injected === undefined")


def test_scripts_and_styles_added_by_markup_would_be_stopped_by_the_policy(laptop: Any, trouble: list[str]) -> None:
    laptop.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.injected = 9\">')")
    laptop.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.injected = 9'; document.body.append(s)"
    )
    laptop.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=styled style=\"color: red\">x</p>')")
    laptop.wait_for_timeout(200)
    assert laptop.evaluate("window.injected === undefined")
    assert laptop.evaluate("getComputedStyle(document.getElementById('styled')).color") != "rgb(255, 0, 0)"
    assert any("Content Security Policy" in line for line in trouble)


def test_hostile_texts_are_seen_as_they_are_written(laptop: Any, run: Run) -> None:
    shown = laptop.locator(".choice .own").all_text_contents()
    assert [text for text in HOSTILE if text.strip() not in shown] == []


def test_a_text_that_turns_writing_round_turns_only_itself(laptop: Any) -> None:
    choice = laptop.locator(".choice", has_text="sredised").or_(laptop.locator(".choice", has_text="desrever")).first
    before = choice.locator(".letter").bounding_box()
    text = choice.locator(".own").bounding_box()
    assert before["x"] < text["x"]
    assert choice.locator(".own").evaluate("(node) => getComputedStyle(node).unicodeBidi") == "isolate"


@pytest.mark.parametrize(
    ("label", "column", "value"),
    [
        ("Reason", "rule", "option-combination"),
        ("Severity", "severity", "remark"),
        ("Found by", "source", "model"),
    ],
)
def test_a_filter_keeps_the_questions_it_names_and_says_how_many(
    laptop: Any, run: Run, label: str, column: str, value: str
) -> None:
    wanted = ids_with(run, **{column: value})
    assert 0 < len(wanted) < 40
    choose(laptop, label, value)
    assert listed(laptop) == wanted
    status = laptop.get_by_role("status")
    assert status.text_content() == f"{len(wanted)} of 40 questions shown"
    assert status.get_attribute("aria-live") == "polite"
    laptop.get_by_role("button", name="Reset").click()
    laptop.get_by_text("40 of 40 questions shown").wait_for()  # not by a function: the page's policy forbids eval
    assert len(listed(laptop)) == 40


def test_the_list_begins_with_the_questions_that_have_a_flag_and_a_search_looks_through_all(
    laptop: Any, run: Run
) -> None:
    flagged = set(run.finding("check").table("flags").values("id"))
    assert listed(laptop) == [item["id"] for item in run.exam["items"] if item["id"] in flagged]
    laptop.get_by_label("Find in questions, options and passages").fill("part text-05")
    assert listed(laptop) == [item["id"] for item in run.exam["items"] if item["passage_id"] == "text-05"]


def test_a_square_of_the_map_says_what_it_stands_for_and_leads_there(laptop: Any) -> None:
    square = laptop.locator(".map a").first
    assert square.get_attribute("title").startswith("Question ")
    square.click()
    target = laptop.locator(square.get_attribute("href"))
    expect(target).to_be_visible()
    assert target.evaluate("(node) => Math.abs(node.getBoundingClientRect().top) < innerHeight")
    plain = laptop.locator(".map a:has(.clean)").first
    plain.click()
    expect(laptop.locator(f"{plain.get_attribute('href')}[open]")).to_be_visible()


def test_unflagged_questions_can_be_shown_alone_and_filters_narrow_each_other(laptop: Any, run: Run) -> None:
    flagged = set(run.finding("check").table("flags").values("id"))
    choose(laptop, "Show", "clean")
    assert listed(laptop) == [item["id"] for item in run.exam["items"] if item["id"] not in flagged]
    choose(laptop, "Severity", "serious")
    assert listed(laptop) == []
    assert laptop.get_by_role("status").text_content() == "0 of 40 questions shown"


def test_a_search_finds_words_of_options_questions_and_passages_and_of_cards_too(laptop: Any, run: Run) -> None:
    box = laptop.get_by_label("Find in questions, options and passages")
    box.fill("ALL OF THE ABOVE")
    assert listed(laptop) == [item["id"] for item in run.exam["items"] if "All of the above." in item["options"]]
    box.fill("part text-05")
    assert listed(laptop) == [item["id"] for item in run.exam["items"] if item["passage_id"] == "text-05"]
    box.fill("what to change")
    assert listed(laptop) == []


@pytest.mark.parametrize("order", ["worst", "without", "information", "hardest"])
def test_the_list_can_be_sorted_and_stands_as_in_the_exam_again(laptop: Any, run: Run, order: str) -> None:
    rows = check_page(run, wording("en")).rows
    choose(laptop, "Show", "")
    choose(laptop, "Sort by", order)
    assert listed(laptop) == [row.question.id for row in sorted(rows, key=lambda row: row.ranks[order])]
    choose(laptop, "Sort by", "")
    assert listed(laptop) == [item["id"] for item in run.exam["items"]]


def test_a_passage_is_folded_in_its_card_and_opens_there(laptop: Any, run: Run) -> None:
    card = laptop.locator(".card").first
    assert card.locator(".passage").count() == 0
    card.locator("summary").click()
    found = card.locator(".passage")
    found.wait_for()
    name = card.locator("h3").text_content().removeprefix("Question ")
    item = next(item for item in run.exam["items"] if item["id"] == name)
    assert found.text_content() == run.exam["passages"][item["passage_id"]].strip()
    card.locator("summary").click()
    expect(found).to_be_hidden()


def test_a_question_of_the_list_opens_and_shows_its_options_and_reasons(laptop: Any) -> None:
    row = laptop.locator(".row.remark").first
    expect(row.locator(".choices")).to_be_hidden()
    row.locator("summary.line").click()
    expect(row.locator(".choices")).to_be_visible()
    expect(row.locator(".reason").first).to_be_visible()


def test_all_questions_open_and_close_together(laptop: Any) -> None:
    choose(laptop, "Show", "")
    laptop.get_by_role("button", name="Open all").click()
    assert laptop.locator(".row > details:not([open])").count() == 0
    laptop.get_by_role("button", name="Close all").click()
    assert laptop.locator(".row > details[open]").count() == 0


def test_a_listed_second_look_leads_to_its_card(laptop: Any) -> None:
    link = laptop.locator(".row.look a.line").first
    link.click()
    target = laptop.locator(link.get_attribute("href"))
    assert "card" in target.get_attribute("class")
    assert target.evaluate("(node) => Math.abs(node.getBoundingClientRect().top) < innerHeight")


def test_a_link_to_a_filtered_question_shows_and_opens_it(laptop: Any) -> None:
    target = laptop.locator(".row > details").first.get_attribute("id")
    choose(laptop, "Show", "look")
    laptop.evaluate(f"location.hash = '{target}'")
    laptop.locator(f"#{target}[open]").wait_for()
    expect(laptop.locator(f"#{target}")).to_be_visible()


def test_the_page_can_be_used_by_keyboard_alone(laptop: Any) -> None:
    laptop.keyboard.press("Tab")
    assert laptop.evaluate("document.activeElement.className") == "skip"
    laptop.keyboard.press("Enter")
    assert laptop.evaluate("location.hash") == "#looks"
    for _ in range(8):
        laptop.keyboard.press("Tab")
        if laptop.evaluate("document.activeElement.matches('.card summary')"):
            break
    assert laptop.evaluate("document.activeElement.matches('.card summary')")
    outline = laptop.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    laptop.keyboard.press("Enter")
    laptop.locator(".card .passage").first.wait_for()
    assert outline == "solid"
    laptop.locator("#find").focus()
    laptop.keyboard.type("all of the above")
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("ArrowDown")
    assert laptop.evaluate("document.activeElement.value") == "look remark"
    assert 0 < len(listed(laptop)) < 40
    laptop.locator("#unfold").focus()
    laptop.keyboard.press("Space")
    assert laptop.locator("#unfold").text_content() == "Close all"


def test_everything_that_takes_the_keyboard_has_a_name(laptop: Any) -> None:
    nameless = laptop.evaluate(
        """[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter((node) =>
        node.tabIndex >= 0
        && !(node.textContent.trim() || node.labels?.length || node.getAttribute('aria-labelledby'))).length"""
    )
    assert nameless == 0


@pytest.mark.parametrize("width", [320, 375, 768])
def test_nothing_scrolls_sideways(chromium: Any, report: Path, width: int) -> None:
    for page in opened(chromium, report, [], width, 800):
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_pressed_on_a_phone_is_big_enough(phone: Any) -> None:
    small = phone.evaluate(
        """[...document.querySelectorAll('button, select, input, summary, nav a')].filter((node) => node.offsetParent
        && node.getBoundingClientRect().height < 24).map((node) => node.outerHTML)"""
    )
    assert small == []


def test_printed_it_is_a_paper_without_controls_with_the_passages_that_are_needed(
    laptop: Any, run: Run, tmp_path: Path
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: the printed page was not read")
    laptop.pdf(path=tmp_path / "page.pdf", format="A4")
    pages = pypdf.PdfReader(tmp_path / "page.pdf").pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    looks = check_page(run, wording("en"))
    assert 3 <= len(pages) <= len(looks.looks) + 12
    assert "Reset" not in text
    assert "Why it deserves" not in text
    for passage in looks.passages:
        assert (f"Passage {passage.number} " in text) == passage.wanted
    assert "Part text-06." in text
    laptop.emulate_media(media="print")
    expect(laptop.locator("#controls")).to_be_hidden()
    expect(laptop.get_by_role("navigation")).to_be_hidden()
    assert laptop.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert laptop.locator(".card").first.evaluate("(node) => getComputedStyle(node).breakInside") == "avoid"


def test_a_filtered_list_is_printed_as_it_is_shown(laptop: Any, tmp_path: Path) -> None:
    choose(laptop, "Show", "")
    laptop.emulate_media(media="print")
    choose_all = laptop.locator(".row:visible").count()
    laptop.emulate_media(media="screen")
    choose(laptop, "Show", "clean")
    laptop.emulate_media(media="print")
    assert laptop.locator(".row:visible").count() < choose_all == 40


def test_without_scripts_everything_is_there_and_the_controls_are_not(chromium: Any, report: Path, run: Run) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(report.as_uri())
    expect(page.locator("#controls")).to_be_hidden()
    assert page.locator(".row").count() == 40
    expect(page.locator(".row").last).to_be_visible()
    link = page.locator(".card .to-passage a").first
    target = page.locator(link.get_attribute("href"))
    expect(target).to_be_hidden()
    link.click()
    expect(target).to_be_visible()
    row = page.locator(".row.clean").first
    row.locator("summary").click()
    expect(row.locator(".choices")).to_be_visible()
    context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_unfolded_page_of_hostile_texts_is_sound_for_every_width_and_to_axe(
    chromium: Any, tmp_path: Path, language: str
) -> None:
    assert faults(chromium, write_check(made_check(made_items(16), responses=True), tmp_path, language)[0]) == []


def test_a_report_of_twenty_questions_prints_on_six_pages_with_no_heading_alone_and_no_advice_torn(
    chromium: Any, tmp_path: Path
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: the printed page was not read")
    run = made_check(made_items(20, hostile=False))
    path, _ = write_check(run, tmp_path)
    for page in opened(chromium, path, [], 1280, 800):
        page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    pages = [" ".join(each.extract_text().split()) for each in pypdf.PdfReader(tmp_path / "page.pdf").pages]
    assert len(pages) <= 6
    heads = r"Every question|The passages|Passage \d+ [^.]*LIX \d+|Worth a second look|What to change:"
    assert [text for text in pages if re.search(rf"(?:{heads})$", text)] == []
