"""The documentation is built without a warning, opens from a folder, and its reference is the commands' own."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer

from magnetite.cli.app import app
from tests.report.browsing import CHROMIUM

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the pages as `make docs` does: a link or an anchor that leads nowhere is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    told = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return folder


class _Words(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.parts = []
        self.feed(page)

    def handle_data(self, data):
        self.parts.append(data)


def words(path):
    return "".join(_Words(path.read_text("utf-8")).parts)


def commands(group, *before):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *before, name)
        else:
            yield (*before, name), command


COMMANDS = [(name, c) for name, c in commands(typer.main.get_command(app)) if name != ("benchmark",)]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[" ".join(name) for name, _ in COMMANDS])
def test_a_commands_page_has_every_flag_with_its_help(site, name, command):
    page = words(site / "reference" / "commands" / f"{name[0]}.html")
    for each in command.params:
        told = " ".join((getattr(each, "help", None) or "").replace("\\[", "[").replace("`", "").split())
        assert told in page
        assert all(flag in page for flag in (*each.opts, *each.secondary_opts) if flag.startswith("-"))


def test_the_python_page_has_every_public_function(site):
    import magnetite

    page = words(site / "how-to" / "use-from-python.html")
    assert [name for name in magnetite.__all__ if f"def {name}(" not in page and f"class {name}(" not in page] == []


def test_every_page_of_the_repository_is_a_page_of_the_site(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    made = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")}
    assert {re.sub("README$", "index", page) for page in pages} <= made


def test_what_make_builds_is_what_is_tested():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "mkdocs build --strict\n" in makefile  # --quiet would hide warnings from --strict, too


@pytest.mark.parametrize(
    ("page", "link", "led"),
    [
        ("ci.md", "manual.md", "manual.md"),
        ("reference/models.md", "../../packages/magnetite-systems/src/magnetite_systems/MODEL.md", "../bundled.md"),
        ("tours/author.md", "../reference/formats.md#exam-files", "../reference/formats.md#exam-files"),
        ("bundled.md", "../../../../docs/results/flags-luck.md", "results/flags-luck.md"),
        ("ci.md", "https://pre-commit.com#install", "https://pre-commit.com#install"),
    ],
)
def test_links_for_readers_of_the_repository_lead_to_pages(page, link, led):
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("pages", ROOT / "docs" / "pages.py")
    pages = module_from_spec(spec)
    spec.loader.exec_module(pages)
    assert pages.led(f"[a]({link})", page) == f"[a]({led})"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_search_works_from_the_folder_and_nothing_is_loaded_from_elsewhere(site, chromium):
    page = chromium.new_page()
    elsewhere, errors = [], []
    page.on("request", lambda request: elsewhere.append(request.url) if request.url.startswith("http") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__input")
    page.keyboard.type("ShuffleDegree")
    page.wait_for_selector(".md-search-result__item")
    assert "magnetite unreadable" in page.inner_text(".md-search-result__list")
    assert elsewhere == []
    assert errors == []
    page.close()


# What people type, and the page that has the answer.
QUESTIONS = [
    ("how do I check a word file", "how-to/check-an-exam.html"),
    ("install on windows", "without-a-terminal.html"),
    ("import from moodle", "how-to/from-an-lms-and-back.html"),
    ("convert an exam", "how-to/convert-an-exam.html"),
    ("the key is missing", "how-to/get-my-exam-read.html"),
    ("audit a model on a server", "how-to/audit-a-model-on-a-server.html"),
    ("read an audit report", "how-to/read-an-audit-report.html"),
    ("candidates' answers", "how-to/use-candidates-answers.html"),
    ("find magnets", "how-to/find-magnets.html"),
    ("compare two runs", "how-to/compare-runs.html"),
    ("use from python", "how-to/use-from-python.html"),
]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_what_people_ask_leads_to_the_page_that_says_what_to_do(site, chromium):
    page = chromium.new_page()
    page.goto((site / "index.html").as_uri())
    first = {}
    for question, _ in QUESTIONS:
        page.click(".md-search__input")
        page.fill(".md-search__input", "")
        page.wait_for_function("!document.querySelector('.md-search-result__item')")
        page.keyboard.type(question)
        page.wait_for_selector(".md-search-result__item .md-search-result__link")
        page.wait_for_timeout(300)  # results are shown while one types: the last words change their order
        link = str(page.get_attribute(".md-search-result__item .md-search-result__link", "href"))
        first[question] = link.partition("#")[0].partition("?")[0].removeprefix(f"{site.as_uri()}/")
    page.close()
    assert first == dict(QUESTIONS)


def test_decisions_are_left_out_of_search(site):
    import json

    text = (site / "search/search_index.js").read_text("utf-8")
    pages = {
        each["location"].partition("#")[0] for each in json.loads(text.partition("=")[2].strip().rstrip(";"))["docs"]
    }
    assert not [page for page in pages if page.startswith("decisions/")]
    assert "how-to/check-an-exam.html" in pages
