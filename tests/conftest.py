"""What all tests share: Hypothesis without deadlines, no hub, a store of a test's own, sound figures, one browser."""

import os
from collections.abc import Iterator
from typing import Any

# Before anything imports huggingface_hub, which reads it once: no test may wait for the network.
os.environ["HF_HUB_OFFLINE"] = "1"

import pytest
from hypothesis import settings

# A deadline measures the machine, not the promise; warnings stay errors.
settings.register_profile("magnetite", deadline=None)
settings.load_profile("magnetite")


@pytest.fixture(autouse=True)
def _apart(tmp_path_factory, monkeypatch):
    """Keep every test away from the user's store."""
    monkeypatch.setenv("MAGNETITE_STORE", str(tmp_path_factory.mktemp("store")))


@pytest.fixture(autouse=True, scope="session")
def _drawn() -> Iterator[None]:
    """Hold every figure that a test draws against Vega-Lite's schema, for which people do not wait."""
    from magnetite.report import kinds

    figure = kinds.Figure

    def held(name: str, caption: str, chart: Any) -> kinds.Figure:
        chart.to_dict(validate=True)
        return figure(name, caption, chart)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kinds, "Figure", held)
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
