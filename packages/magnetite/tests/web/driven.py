"""The ways through the pages in a real browser, as the tests go them and the pictures of the documentation are taken.

Each takes a page of Playwright and `shot`, which is called with a name where there is something to see.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Shot = Callable[[Any, str], None]
DROPPED = """([name, text]) => {
  const held = new DataTransfer();
  held.items.add(new File([text], name));
  document.getElementById("drop").dispatchEvent(new DragEvent("drop", {dataTransfer: held, bubbles: true}));
}"""


def nothing(_page: Any, _name: str) -> None:
    """Take no picture."""


def drop(page: Any, address: str, name: str, text: str, shot: Shot = nothing) -> None:
    """Drop a file on the start page, and wait for what was understood."""
    page.goto(address)
    shot(page, "start")
    page.evaluate(DROPPED, [name, text])
    page.wait_for_url("**/checks/*")


def supply_key(page: Any, question: str, option: str) -> None:
    """Mark the right option of a question that has no key."""
    page.get_by_role("group", name=question).get_by_label(option).check()
    page.get_by_role("button", name="Save the keys").click()
    page.wait_for_url("**/exam")


def supply_passage(page: Any, text: str) -> None:
    """Give a passage to all questions that have none."""
    page.get_by_label("Passage", exact=True).fill(text)
    page.get_by_role("button", name="Add this passage").click()
    page.wait_for_url("**/exam")


def start(page: Any, *, models: bool, shot: Shot = nothing, seconds: float = 240) -> None:
    """Start the check, and wait on its page until it is done.

    The page asks how far the check is every 0.7 s, so a quick check may be done before a step is seen.
    """
    page.get_by_label("Let models answer too").set_checked(models)
    page.get_by_role("button", name="Start the check").click()
    report = page.get_by_role("link", name="Read the report")
    page.get_by_text("Models answer the questions").or_(report).first.wait_for(timeout=1000 * seconds)
    shot(page, "progress")
    report.wait_for(timeout=1000 * seconds)


def take(page: Any, link: str, folder: Path, **more: Any) -> Path:
    """Click on a link that hands out a file, and return where it was put."""
    with page.expect_download() as coming:
        page.get_by_role("link", name=link, **more).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def agree(page: Any, link: str) -> None:
    """Open a personal link, and agree to take part."""
    page.goto(link)
    page.get_by_label("I have read this").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("radio").first.wait_for()


def choose(page: Any, option: int) -> None:
    """Answer the question on the page with the mouse or a finger, and wait for the next page."""
    before = page.url
    page.locator("label.option").nth(option).click()
    page.get_by_role("button", name="Send and continue").click()
    page.wait_for_url(lambda url: url != before)
