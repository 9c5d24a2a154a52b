"""What all tests share: Hypothesis without deadlines, no hub, a store of a test's own, sound figures, one browser."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

# Before anything imports huggingface_hub, which reads it once: no test may wait for the network.
os.environ["HF_HUB_OFFLINE"] = "1"
# Processes that tests start find helpers of tests, too: they lie in a folder `tests` of each package.
_PACKAGES = sorted((Path(__file__).parent / "packages").iterdir())
os.environ["PYTHONPATH"] = os.pathsep.join([*map(str, _PACKAGES), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

# A deadline measures the machine, not the promise; warnings stay errors.
settings.register_profile("magnetite", deadline=None)
settings.load_profile("magnetite")


@pytest.fixture(autouse=True)
def _apart(tmp_path_factory, monkeypatch):
    """Keep every test away from the user's store."""
    monkeypatch.setenv("MAGNETITE_STORE", str(tmp_path_factory.mktemp("store")))


@pytest.fixture(autouse=True)
def _from_an_index(monkeypatch):
    """Have messages name the distribution, wherever the Magnetite that is tested was installed from."""
    from magnetite.core import installation

    monkeypatch.setattr(installation, "origin", installation.Origin)


@pytest.fixture(autouse=True, scope="session")
def _without_the_reader() -> Iterator[None]:
    """Have `bundled` answer with encoders, whether the weights of the language model are on this machine or not."""
    from magnetite.scorers import system

    there = system.is_installed
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(system, "is_installed", lambda base: base != system.READER and there(base))
        yield


@pytest.fixture(autouse=True, scope="session")
def _drawn() -> Iterator[None]:
    """Hold the figures that tests draw against Vega-Lite's schema, each form once; people do not wait for that."""
    from magnetite.report import looks

    figure, held = looks.Figure, set()

    def hold(name: str, caption: str, chart: Any) -> looks.Figure:
        form = repr(_form(chart.to_dict(validate=False)))
        if form not in held:
            chart.to_dict(validate=True)
            held.add(form)
        return figure(name, caption, chart)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(looks, "Figure", hold)
        yield


def _form(value: Any) -> Any:
    """Return a specification without its data and free text, and numbers as their type."""
    if isinstance(value, dict):
        return {key: _form(each) for key, each in value.items() if key != "datasets"}
    if isinstance(value, list):
        return sorted({repr(_form(each)) for each in value})
    return value if isinstance(value, str) and " " not in value else type(value).__name__


@pytest.fixture(autouse=True, scope="session")
def _built() -> Iterator[None]:
    """Build the command line once for all tests of a process; people run one command each."""
    import typer.main
    import typer.testing

    built = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(typer.main, "get_command", built)
        patched.setattr(typer.testing, "_get_command", built)
        yield


@pytest.fixture(scope="session")
def frozen() -> None:
    """Import what training does, and keep the garbage collector from it: every training collects all garbage."""
    import gc

    import peft  # noqa: F401
    import transformers.trainer  # noqa: F401

    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start a browser once for all tests of a process; each opens contexts or pages of its own."""
    from playwright.sync_api import sync_playwright

    from tests.report.browsing import CHROMIUM

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
