"""A study in a real browser. Needs Chromium on the machine: `apt-get install chromium` or the like."""

from types import SimpleNamespace

import pytest

from magnetite_study.database import Database
from tests.report.browsing import NEEDS_BROWSER, expect
from tests.web.driven import agree, choose
from tests.web.made import HOSTILE, hosted, hostile_items, items, made_no_passage, made_study

pytestmark = NEEDS_BROWSER
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def study(tmp_path):
    made = made_study(tmp_path, participants=5, questions=6, asked=items(16))
    with hosted(tmp_path) as server:
        links = {number: f"{server.address}/p/{token}" for number, token in made.tokens.items()}
        yield SimpleNamespace(made=made, address=server.address, links=links, organiser=server.organiser)


def stored(study):
    with Database(study.made.folder) as database:
        return {number: database.answered(number) for number in study.made.tokens}


def press_to_choose(page, option):
    """Answer by the keyboard alone: to the options, down to one, and to the button."""
    before = page.url
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type === 'radio'"):
            break
    page.keyboard.press("Space")
    for _ in range(option):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)


def tap_to_choose(page, option):
    before = page.url
    page.locator("label.option").nth(option).tap()
    page.get_by_role("button", name="Send and continue").tap()
    page.wait_for_url(lambda url: url != before)


def test_three_people_at_once_on_a_phone_without_scripts_and_with_the_keyboard_alone(study, opened, trouble):
    phone = opened(study.address, **PHONE)
    plain = opened(study.address, java_script_enabled=False)
    keys = opened(study.address)
    agree(phone, study.links[1])
    agree(plain, study.links[2])
    agree(keys, study.links[3])
    for position in range(6):
        tap_to_choose(phone, position % 4)
        choose(plain, (position + 1) % 4)
        press_to_choose(keys, (position + 2) % 4)
    for page in (phone, plain, keys):
        expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    result = stored(study)
    for shift, number in enumerate((1, 2, 3)):
        assert result[number] == {position + 1: (position + shift) % 4 for position in range(6)}
    assert result[4] == result[5] == {}
    assert trouble == []


def test_a_letter_chooses_and_enter_sends(study, opened):
    page = opened(study.address)
    agree(page, study.links[1])
    for letter, following in (("c", "**/2"), ("B", "**/3")):
        page.get_by_text("a letter chooses").wait_for()  # the script says so once it listens
        page.keyboard.press(letter)
        page.keyboard.press("Enter")
        page.wait_for_url(following)
    assert stored(study)[1] == {1: 2, 2: 1}


def test_pressing_twice_going_back_and_loading_again_change_nothing(study, opened):
    page = opened(study.address)
    agree(page, study.links[1])
    page.locator("label.option").nth(1).click()
    page.get_by_role("button", name="Send and continue").dblclick(no_wait_after=True)
    page.wait_for_url("**/2")
    page.go_back()
    page.get_by_text("Your answer can no longer be changed").wait_for()
    assert page.get_by_role("radio").nth(1).is_checked()
    assert page.get_by_role("radio").nth(0).is_disabled()
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/2")
    page.reload()
    assert stored(study)[1] == {1: 1}


def test_who_stops_comes_back_to_where_they_were_on_another_device(study, opened):
    first = opened(study.address)
    agree(first, study.links[1])
    choose(first, 0)
    choose(first, 3)
    first.close()
    second = opened(study.address, **PHONE)
    second.goto(study.links[1])
    expect(second.get_by_text("Question 3 of 6")).to_be_visible()


def test_without_a_choice_nothing_is_sent(study, opened):
    page = opened(study.address)
    agree(page, study.links[1])
    page.get_by_role("button", name="Send and continue").click()
    assert page.url.endswith("/1")
    assert page.evaluate("document.querySelector('input:invalid') !== null")
    assert stored(study)[1] == {}


def test_a_browser_that_keeps_nothing_can_take_part(study, opened):
    page = opened(study.address)
    agree(page, study.links[1])
    choose(page, 0)
    assert page.context.cookies() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_the_organiser_makes_links_and_deletes_a_participant(study, opened):
    people, desk = opened(study.address), opened(study.address)
    agree(people, study.links[1])
    choose(people, 0)
    desk.goto(study.organiser)
    desk.get_by_role("button", name="Add a participant").click()
    link = desk.get_by_label("Participants and links, to copy").input_value().split()[1]
    people.goto(link)
    expect(people.get_by_role("heading", name="Before you begin")).to_be_visible()
    desk.get_by_role("link", name="Back to the overview").click()
    desk.get_by_role("button", name="Delete participant 1").click()
    desk.get_by_role("button", name="Delete for good").click()
    expect(desk.get_by_role("rowheader", name="1", exact=True)).to_have_count(0)
    people.goto(study.links[1])
    expect(people.get_by_role("heading", name="This link leads nowhere")).to_be_visible()


def test_the_organiser_reads_a_reminder_without_a_script(study, opened):
    people, desk = opened(study.address), opened(study.address, java_script_enabled=False)
    agree(people, study.links[1])
    choose(people, 0)
    desk.goto(study.organiser)
    desk.get_by_text("Reminder for participant 1").click()
    text = desk.get_by_role("textbox", name="Reminder for participant 1").input_value()
    assert "1 of 6 questions" in text


def test_hostile_texts_are_seen_as_they_are_written_and_never_run(tmp_path, opened, trouble):
    made = made_study(tmp_path, 2, 6, hostile_items(), title=HOSTILE[0], fields=(HOSTILE[1],), consent=HOSTILE[2])
    with hosted(tmp_path) as server:
        page, desk = opened(server.address), opened(server.address)
        page.goto(f"{server.address}/p/{made.tokens[1]}")
        page.get_by_label(HOSTILE[1]).fill(HOSTILE[0])
        page.get_by_label("I have read this").check()
        page.get_by_role("button", name="Begin").click()
        for shown in made.design.booklet(1):
            page.wait_for_url(f"**/{shown.position}")
            expect(page.locator("h1")).to_have_text(shown.question)
            assert page.locator(".option .t").all_text_contents() == list(shown.options)
            assert page.evaluate("window.injected === undefined")
            choose(page, 0)
        desk.goto(server.organiser)
        expect(desk.get_by_role("cell", name=HOSTILE[0], exact=True)).to_be_visible()
        assert desk.evaluate("window.injected === undefined")
    assert trouble == []


def test_a_text_that_turns_writing_round_turns_only_itself(tmp_path, opened):
    made = made_study(tmp_path, 2, 6, hostile_items())
    with hosted(tmp_path) as server:
        page = opened(server.address)
        agree(page, f"{server.address}/p/{made.tokens[1]}")
        for _ in range(6):
            for label in page.locator("label.option").all():
                letter, text = label.locator(".letter").bounding_box(), label.locator(".t").bounding_box()
                assert letter["x"] < text["x"]
            choose(page, 0)


LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"color_scheme": "light", **PHONE},
]


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_an_automated_check_of_accessibility_finds_nothing(study, opened, accessible, look):
    page = opened(study.address, **look)
    page.goto(study.links[1])
    assert accessible(page) == []
    agree(page, study.links[1])
    assert accessible(page) == []
    choose(page, 0)
    page.goto(f"{study.links[1]}/1")
    assert accessible(page) == []
    for _ in range(5):
        page.goto(study.links[1])
        choose(page, 1)
    assert accessible(page) == []
    for address in (study.organiser, f"{study.address}/p/none"):
        page.goto(address)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        assert accessible(page) == [], address
    page.goto(study.organiser)
    with page.expect_navigation():
        page.get_by_role("button", name="Delete participant 2").click()
    assert accessible(page) == []
    page.goto(study.organiser)
    with page.expect_navigation():
        page.get_by_role("button", name="New link for participant 2").click()
    assert accessible(page) == []


@pytest.mark.parametrize("width", [320, 768])
def test_no_page_scrolls_sideways(study, opened, width):
    page = opened(study.address, viewport={"width": width, "height": 800})
    agree(page, study.links[1])
    for address in (study.links[2], f"{study.links[1]}/1", study.organiser):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_what_is_pressed_on_a_phone_is_big_enough(study, opened):
    page = opened(study.address, **PHONE)
    agree(page, study.links[1])
    small = page.evaluate(
        """[...document.querySelectorAll('button, label.option, select, input[type=text]')].filter((node) =>
        node.offsetParent && node.getBoundingClientRect().height < 44).map((node) => node.outerHTML)"""
    )
    assert small == []


def test_a_study_without_passages_has_a_page_of_its_own_shape(tmp_path, opened):
    made = made_no_passage(tmp_path)
    with hosted(tmp_path) as server:
        page = opened(server.address)
        agree(page, f"{server.address}/p/{made.tokens[1]}")
        expect(page.locator(".passage")).to_have_count(0)
        expect(page.get_by_role("radio")).to_have_count(4)
