"""Take the pictures of a checked exam and of an audit, with Playwright and an installed Chromium.

    magnetite check sample --no-models --output runs/check
    python benchmarks/picture.py runs/check/report.html docs/images/check.png
    magnetite audit sample --model small --output runs/audit
    python benchmarks/picture.py runs/audit/report.html docs/images/audit.png

The picture holds the words that it shows, as a text chunk of PNG ("Description"), so that a test can compare them with
what a check says today.
"""

import shutil
import struct
import sys
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

KEYWORD = b"Description\0"
_HEAD = 33  # the signature and the first chunk, IHDR


def main() -> None:
    """Open the report as a laptop shows it, and save its first screen with its words."""
    report, picture = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    picture.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1100, "height": 1500})
        page.goto(report.as_uri())
        page.wait_for_timeout(1000)
        words = "\n".join(page.locator("h1, .by-reason tr").all_inner_texts())
        picture.write_bytes(with_words(page.screenshot(), words))
        browser.close()


def with_words(png: bytes, words: str) -> bytes:
    """Put words into a picture.

    >>> words_of(with_words(bytes(33), "15 of 96"))
    '15 of 96'
    """
    data = KEYWORD + " ".join(words.split()).encode("ascii", "ignore")
    chunk = struct.pack(">I", len(data)) + b"tEXt" + data + struct.pack(">I", zlib.crc32(b"tEXt" + data))
    return png[:_HEAD] + chunk + png[_HEAD:]


def words_of(png: bytes) -> str:
    """Return the words in a picture. Raises ValueError where there are none."""
    at = png.index(b"tEXt" + KEYWORD)
    (length,) = struct.unpack(">I", png[at - 4 : at])
    return png[at + 4 + len(KEYWORD) : at + 4 + length].decode("ascii")


if __name__ == "__main__":
    main()
