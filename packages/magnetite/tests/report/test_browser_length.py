"""The page of an audit of the sample is short: what an audit says comes before the list of all its questions."""

import io
from dataclasses import replace
from typing import Any

import pytest

import magnetite
from magnetite.core.results import Run, load
from magnetite.report import html_report
from tests.report.browsing import NEEDS_BROWSER, opened

pytestmark = NEEDS_BROWSER
HEIGHT = 800
MOST_SCREENS, MOST_SHEETS = 10, 8  # before the list of all questions
HEADINGS = {"en": "Every question", "de": "Alle Fragen"}


@pytest.fixture(scope="module", params=["longest", "overlap"])
def audited(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("audited") / "run"
    magnetite.audit("sample", request.param, output=str(folder), store="off")
    return load(folder)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_list_of_all_questions_begins_on_the_tenth_screen_and_the_eighth_sheet_at_the_latest(
    audited: Run, language: str, chromium: Any, tmp_path: Any
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: the printed page was not read")
    report = tmp_path / "report.html"
    report.write_text(html_report(replace(audited, settings={**audited.settings, "language": language})), "utf-8")
    for page in opened(chromium, report, [], 1280, HEIGHT):
        top = page.evaluate("document.getElementById('every-question').getBoundingClientRect().top + scrollY")
        printed = page.pdf(prefer_css_page_size=True)
    sheets = [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(printed)).pages]
    before = next(place for place, text in enumerate(sheets) if HEADINGS[language] in text.splitlines())
    assert top <= MOST_SCREENS * HEIGHT, f"{top / HEIGHT:.1f} screens"
    assert before <= MOST_SHEETS
