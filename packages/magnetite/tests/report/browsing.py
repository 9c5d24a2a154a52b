"""A real browser for the tests of the page."""

import shutil
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

try:
    from playwright.sync_api import expect
except ImportError:
    PLAYWRIGHT = False
else:
    PLAYWRIGHT = True
    expect.set_options(timeout=30_000)  # a busy machine draws a page in seconds

# The shell draws the same pages without a window, in half the processor's time.
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
NEEDS_BROWSER = [
    pytest.mark.skipif(not PLAYWRIGHT, reason="playwright is not installed: the page was not tried in a browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: the page was not tried in a browser"),
    # Playwright's own event loop is closed by its driver, later than the garbage collector looks.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
SIZES = (
    (390, 844, 1),
    (640, 512, 2),
    (1280, 800, 1),
)  # width, height, pixels for each: a phone, twice the size, a laptop


def opened(browser: Any, report: Path, trouble: list[str], width: int, height: int) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(20_000)
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.append(request.url) if request.url != report.as_uri() else None)
    page.goto(report.as_uri())
    page.wait_for_function(
        "[...document.querySelectorAll('.chart')].every((chart) => chart.view || !chart.clientWidth)"
    )
    yield page
    page.close()


def not_whole(page: Any) -> list[Any]:
    """Unfold all of a page; return the figures that do not fit their place, and the words that a legend cuts off."""
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    return page.evaluate(
        """[...document.querySelectorAll('.chart')].flatMap((chart) => {
            const room = chart.clientWidth, width = chart.firstElementChild.clientWidth;
            const cut = [...chart.querySelectorAll('.role-legend-label text')].filter((label) =>
                label.getBoundingClientRect().right > chart.getBoundingClientRect().right + 1);
            return [...(0.85 * room <= width && width <= room + 1 ? [] : [[chart.id, room, width]]),
                ...cut.map((label) => [chart.id, label.textContent])];
        })"""
    )


def faults(browser: Any, report: Path, *, whole: bool = True) -> list[str]:
    """Say what is wrong with a page that is unfolded: none for a sound one.

    Nothing goes beyond the width of a phone, of a screen at twice the size, or of a laptop; ids are unique; links lead
    somewhere; nothing is said on the console. With `whole`, axe finds nothing, in the light and in the dark.
    """
    trouble: list[str] = []
    for page in opened(browser, report, trouble, 1280, 800):
        screen = page.context.new_cdp_session(page)
        page.evaluate(resources.files(__package__).joinpath("faults.js").read_text("utf-8"))
        page.evaluate("faults.unfold()")
        found = page.evaluate("faults.ids()") + page.evaluate("faults.links()")
        away = [href for href in page.evaluate("faults.files()") if not (report.parent / unquote(href)).is_file()]
        found += [f"a link to a file that is not there: {href}" for href in away]
        for width, height, pixels in SIZES:
            size = {"width": width, "height": height, "deviceScaleFactor": pixels, "mobile": False}
            screen.send("Emulation.setDeviceMetricsOverride", size)
            found += page.evaluate("faults.wide()")
        if whole:
            found += _inaccessible(page)
    return found + trouble


def _inaccessible(page: Any) -> list[str]:
    page.evaluate(axe())
    page.evaluate("faults.shorten()")
    found = page.evaluate("faults.access()") + page.evaluate("faults.contrast()")
    page.emulate_media(color_scheme="dark")
    return [*found, *(f"in the dark: {each}" for each in page.evaluate("faults.contrast()"))]


@cache
def axe() -> str:
    """Return axe, which looks for what hinders people with screen readers, keyboards, or weak eyes."""
    reason = "axe-playwright-python is not installed: accessibility was not checked"
    pytest.importorskip("axe_playwright_python", reason=reason)
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
