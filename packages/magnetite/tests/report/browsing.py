"""A real browser for the tests of the page."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
