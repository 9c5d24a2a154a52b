"""Take the README's picture of a report, with Playwright and an installed Chromium.

python benchmarks/picture.py runs/sample/report.html docs/images/report.png
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright


def main() -> None:
    """Open the report as a laptop shows it, and save its first screen."""
    report, picture = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    picture.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 1050})
        page.goto(report.as_uri())
        page.wait_for_timeout(2000)
        page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main()
