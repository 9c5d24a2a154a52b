"""What all tests share: Hypothesis without deadlines, no hub, and no store but a test's own."""

import pytest
from hypothesis import settings

# A deadline measures the machine, not the promise; warnings stay errors.
settings.register_profile("magnetite", deadline=None)
settings.load_profile("magnetite")


@pytest.fixture(autouse=True)
def _apart(tmp_path_factory, monkeypatch):
    """Keep every test away from the user's store and from the network."""
    monkeypatch.setenv("MAGNETITE_STORE", str(tmp_path_factory.mktemp("store")))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
