"""The check page in a real browser. Needs Chromium on the machine: `apt-get install chromium` or the like."""

import csv
import io

import pytest

from examfiles import read
from tests.report.browsing import NEEDS_BROWSER, expect
from tests.web.driven import DROPPED, drop, start, supply_key, supply_passage, take
from tests.web.made import AIKEN, GIFT, HOSTILE, HOSTILE_JSONL

pytestmark = NEEDS_BROWSER
WIDTHS = [320, 768, 1200]


def test_an_exam_is_checked_from_the_drop_to_the_download(server, opened, trouble, tmp_path):
    page = opened(server.address, accept_downloads=True)
    drop(page, server.address, "exam.gift", GIFT)
    expect(page.get_by_text("2 questions, 1 passage, 2 with a key")).to_be_visible()
    supply_key(page, "When did Mina row", "in May")
    start(page, models=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 of 4 questions were read; 2 of these")
    page.get_by_role("link", name="Read the report").click()
    expect(page.locator("h1")).to_contain_text("second look")
    expect(page.locator("#controls"), "the report's own script does not run").to_be_visible()
    assert page.evaluate("(() => { try { return document.cookie } catch { return 'kept out' } })()") == "kept out"
    page.go_back()
    rows = list(csv.DictReader(io.StringIO(take(page, "The flags as a table", tmp_path).read_text("utf-8-sig"))))
    assert {"first"} <= {row["question"] for row in rows}
    assert take(page, "The report", tmp_path, exact=True).read_text("utf-8").startswith("<!doctype html>")
    page.get_by_role("link", name="The exam", exact=True).click()
    taken = read(take(page, "Download as Moodle GIFT", tmp_path))
    assert [item.answer_letter for item in taken] == ["A", "C", "A"]
    assert trouble == []


def test_without_a_script_a_file_is_sent_by_its_form_and_the_page_reloads_itself(server, opened, exam_file):
    page = opened(server.address, java_script_enabled=False)
    page.goto(server.address)
    page.set_input_files("#file", exam_file)
    page.get_by_role("button", name="Read it").first.click()
    expect(page.get_by_role("heading", name="The exam as it was read")).to_be_visible()
    start(page, models=False)
    expect(page.get_by_role("link", name="Read the report")).to_be_visible()


def test_an_exam_is_pasted_corrected_and_checked_with_the_keyboard_alone(server, opened, trouble):
    page = opened(server.address)
    page.goto(server.address)
    reach(page, "document.activeElement.id === 'text'")
    page.keyboard.insert_text(AIKEN)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/checks/*")
    reach(page, "document.activeElement.id === 'passage-text'")
    page.keyboard.insert_text("Mina rowed to the island alone.")
    reach(page, "document.activeElement.textContent.includes('Add this passage')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/exam")
    reach(page, "document.activeElement.name === 'models'")
    page.keyboard.press("Space")
    reach(page, "document.activeElement.textContent.includes('Start the check')")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Read the report").wait_for()
    reach(page, "document.activeElement.textContent.includes('Read the report')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/report")
    assert trouble == []


def reach(page, wanted):
    """Press Tab until what is wanted has the focus, which must be seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(wanted):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"the keyboard does not reach: {wanted}")


def test_a_dropped_file_that_is_too_large_is_refused_before_it_is_sent(server, opened):
    page = opened(server.address)
    page.goto(server.address)
    page.evaluate("document.getElementById('drop').dataset.most = '0.0001'")
    page.evaluate(DROPPED, ["exam.gift", GIFT])
    expect(page.locator("#told")).to_contain_text("too large")
    assert page.url.rstrip("/") == server.address


def test_an_upload_that_is_too_large_is_a_page_in_the_browser_too(server, opened, tmp_path):
    large = tmp_path / "large.gift"
    large.write_bytes(b"// x\n" * 2**22)
    page = opened(server.address, java_script_enabled=False)
    page.goto(server.address)
    page.set_input_files("#file", large)
    page.get_by_role("button", name="Read it").first.click()
    expect(page.get_by_text("That is too large")).to_be_visible()


def test_hostile_texts_are_seen_as_they_are_written_and_never_run(server, opened, trouble):
    page = opened(server.address)
    drop(page, server.address, "<img src=x onerror=alert(1)>.jsonl", HOSTILE_JSONL)
    shown = page.locator(".question .t").all_text_contents()
    read_as_html = {HOSTILE[1]: '"> [image: x]', HOSTILE[5]: "a & b & c <"}  # of a table's cell, as platforms write it
    assert [text for text in HOSTILE if read_as_html.get(text, text) not in shown] == []
    page.locator(".passage-of").first.click()
    start(page, models=False)
    page.get_by_role("link", name="Read the report").click()
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    page.wait_for_timeout(300)
    assert page.evaluate("window.injected === undefined")
    assert trouble == []


def test_what_was_supplied_stays_when_the_page_is_loaded_again(server, opened):
    page = opened(server.address)
    drop(page, server.address, "exam.txt", AIKEN)
    supply_passage(page, "Mina rowed.")
    page.reload()
    expect(page.get_by_text("2 questions, 1 passage, 2 with a key")).to_be_visible()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("2 questions, 0 passages")).to_be_visible()


def test_closing_the_tab_loses_nothing(server, opened):
    page = opened(server.address)
    drop(page, server.address, "closed.gift", GIFT)
    address = page.url
    page.get_by_label("Let models answer too").uncheck()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Start the check").click()
    page.context.close()
    later = opened(server.address)
    later.goto(address)
    later.get_by_role("link", name="Read the report").wait_for()


def test_an_earlier_check_can_be_deleted(server, opened):
    page = opened(server.address)
    drop(page, server.address, "to-delete.gift", GIFT)
    page.goto(server.address)
    page.get_by_role("button", name="Delete the check of to-delete.gift").click()
    expect(page.get_by_text("to-delete.gift")).to_have_count(0)


@pytest.fixture(scope="module")
def pages(server, chromium):
    """Return the addresses of every kind of page."""
    context = chromium.new_context()
    page = context.new_page()
    drop(page, server.address, "draft.gift", GIFT)
    draft = page.url
    drop(page, server.address, "done.txt", AIKEN)
    done = page.url
    start(page, models=False)
    context.close()
    return [server.address, draft, done, f"{done}/exam", f"{done}/download", f"{server.address}/checks/none"]


@pytest.mark.parametrize("look", [("light", 1200), ("dark", 1200), ("light", 375)])
def test_an_automated_check_of_accessibility_finds_nothing(server, opened, pages, accessible, look):
    page = opened(server.address, viewport={"width": look[1], "height": 850}, color_scheme=look[0])
    for address in pages:
        page.goto(address)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        assert accessible(page) == [], address


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(server, opened, pages, width):
    page = opened(server.address, viewport={"width": width, "height": 850})
    for address in pages:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
