"""Servers and pages for the tests that need them."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from magnetite_study.database import Database
from magnetite_study.web.app import study_app
from tests.web.made import CHECKS, Browser, made_study, served


@pytest.fixture(autouse=True)
def _here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read exams in this process, except where the process apart is what is tested: it takes a second to start."""
    if request.node.get_closest_marker("apart") is None:
        for name in ("exam", "app"):
            monkeypatch.setattr(f"magnetite.web.check.{name}.apart", lambda work, *given, **_: work(*given))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The check page, served by a process of its own."""
    with served(CHECKS, tmp_path_factory.mktemp("checks")) as started:
        yield started


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def opened(chromium: Any, trouble: list[str]) -> Iterator[Any]:
    """Open pages, each in a context of its own; what the console says and any foreign request is trouble."""
    contexts = []

    def new(address: str, **told: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1200, "height": 850}, **told})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "request", lambda asked: None if asked.url.startswith((address, "data:")) else trouble.append(asked.url)
        )
        return page

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def accessible() -> Any:
    """Say what an automated check of accessibility finds on a page."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright",
        reason="axe-playwright-python is not installed: accessibility was not checked",
    )

    def found(page: Any) -> list[Any]:
        violations = axe.Axe().run(page).response["violations"]
        return [(each["impact"], each["id"], [node["html"][:160] for node in each["nodes"][:3]]) for each in violations]

    return found


@pytest.fixture
def exam_file(tmp_path: Path) -> Path:
    from tests.web.made import GIFT

    path = tmp_path / "exam.gift"
    path.write_text(GIFT, "utf-8")
    return path


@pytest.fixture
def study(tmp_path):
    return made_study(tmp_path)


@pytest.fixture
def open_study(study):
    with Database(study.folder) as database:
        yield database


@pytest.fixture
def browser(open_study):
    with Browser(study_app(open_study)) as client:
        yield client
