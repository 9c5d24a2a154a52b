"""The law of pages notices what it is for: each fault is planted once."""

from pathlib import Path
from typing import Any

from tests.report.browsing import NEEDS_BROWSER, faults

pytestmark = NEEDS_BROWSER
SOUND = '<!doctype html><html lang="en"><title>A page</title><main><h1 id="top">A page</h1>{}</main></html>'
DARK = "@media (prefers-color-scheme: dark) { p { color: #eeeeee; } }"
PLANTED = {
    "an id twice: top": '<p id="top">A text.</p>',
    "a link that leads nowhere: #nowhere": '<a href="#nowhere">Away</a>',
    "a link to a file that is not there: lost.html": '<a href="lost.html">Away</a>',
    "wider than 390 pixels": '<p style="width: 500px">A text.</p>',
    "critical image-alt": '<svg role="img"></svg><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    "serious color-contrast": '<p style="color: #bbbbbb">A text.</p>',
    "in the dark: serious color-contrast": f"<style>{DARK}</style><p>A text.</p>",
    "said": "<script>console.warn('said')</script>",
}


def test_every_planted_fault_is_found_and_a_sound_page_has_none(chromium: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text(SOUND.format('<p>A text that <a href="#top">leads up</a>.</p>'), "utf-8")
    assert faults(chromium, report) == []
    for fault, planted in PLANTED.items():
        report.write_text(SOUND.format(planted), "utf-8")
        assert any(found.startswith(fault) for found in faults(chromium, report)), fault
