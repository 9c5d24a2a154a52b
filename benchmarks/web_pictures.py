"""Take the documentation's pictures of the pages, going the same ways as the browser tests (tests/web/driven.py).

PYTHONPATH=. python benchmarks/web_pictures.py docs/images
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from examfiles import read
from examfiles.sources import sample_exam
from magnetite_study.database import Database
from magnetite_study.files import write_design
from magnetite_study.make import OfferedMagnet, make_attack
from tests.web.driven import agree, choose, drop, start, supply_key
from tests.web.made import CHECKS, STUDY, served

GIFT = """// Unit 3
The ferry to Holm leaves at seven. In winter it waits for the school bus, which is often late because of the snow on
the pass. The captain, Mrs Lund, has never left a child behind.

::When does the ferry leave?::When does the ferry leave? {~at six =at seven ~at eight ~at nine}

::Why does it wait?::Why does it wait in winter? {~because of the captain =because the school bus is often late
when there is snow on the pass ~because of ice ~All of the above}

::Who is the captain?::Who is the captain? {~Mr Holm ~Mrs Lund ~a child ~the driver}

::Letter::Write a letter to the captain. {}
"""


def main() -> None:
    """Take all pictures into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)

    def shot(page: Any, name: str) -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"web-{name}.png")

    with sync_playwright() as driver, tempfile.TemporaryDirectory() as made:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        _check(browser, Path(made) / "checks", shot)
        _study(browser, Path(made) / "study", shot)
        browser.close()


def _check(browser: Any, folder: Path, shot: Any) -> None:
    page = browser.new_page(viewport={"width": 1100, "height": 880})
    page.set_default_timeout(300_000)
    with served(CHECKS, folder) as server:
        drop(page, server.address, "unit 3.gift", GIFT, shot)
        shot(page, "exam")
        supply_key(page, "Who is the captain?", "Mrs Lund")
        start(page, models=True, shot=shot)
        shot(page, "result")
    page.close()


def _study(browser: Any, folder: Path, shot: Any) -> None:
    magnets = [
        OfferedMagnet(text) for text in ("All of the above.", "Both of them, and more.", "None of these is true.")
    ]
    items = read(sample_exam()).items
    design = make_attack(items, magnets, name="spring pilot", questions=6, participants=6, seed=4)
    write_design(folder, design)
    numbers = Database.create(folder, 6)
    with Database(folder) as database:
        tokens = {number: database.renew(number) for number in numbers[:4]}
    laptop = browser.new_page(viewport={"width": 1100, "height": 760})
    phone = browser.new_page(viewport={"width": 390, "height": 760})
    with served(STUDY, folder) as server:
        agree(laptop, f"{server.address}/p/{tokens[1]}")
        laptop.get_by_role("radio").nth(2).check()
        shot(laptop, "question")
        for option in (2, 1, 0):
            choose(laptop, option)
        agree(phone, f"{server.address}/p/{tokens[2]}")
        phone.locator("label.option").first.scroll_into_view_if_needed()
        phone.get_by_role("radio").nth(1).check()
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        shot(phone, "phone")
        for option in range(6):
            choose(phone, option % 4)
        laptop.goto(server.said.split()[1])
        shot(laptop, "organiser")


if __name__ == "__main__":
    main()
