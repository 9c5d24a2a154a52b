"""Nothing here needs torch, whose import takes longer than these tests."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    """Compute nothing, in place of the fixture that sets the threads of models."""


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    """Keep the user's own keys at home."""
    for name in ("MAGNETITE_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OLLAMA_API_KEY"):
        monkeypatch.delenv(name, raising=False)
