"""A hub that does not answer is noticed at once, and once; what was fetched before is loaded all the same."""

import socket
from collections.abc import Iterator

import pytest
from huggingface_hub import constants, is_offline_mode

from magnetite.core.errors import ModelError
from magnetite.scorers import hub
from magnetite.scorers.kind import is_language_model


@pytest.fixture(params=["refuses", "is silent"])
def unreached(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Ask a hub on this machine that refuses connections, or takes them and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        if request.param == "is silent":
            listening.listen()
        monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{listening.getsockname()[1]}")
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(hub, "PATIENCE", 0.2)
        hub._is_reached.cache_clear()
        yield listening
        hub._is_reached.cache_clear()


def test_a_model_that_is_nowhere_is_refused_before_the_hub_is_tried_again_and_again(unreached: socket.socket) -> None:
    for _ in range(2):
        with pytest.raises(ModelError, match=r"nobody/none.*no such folder.*did not answer.*HF_HUB_OFFLINE=1"):
            is_language_model("nobody/none")
    assert hub._is_reached.cache_info().misses == 1


def test_what_is_in_the_cache_is_loaded_without_asking(
    unreached: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.try_to_load_from_cache", lambda *_: "config.json")
    hub.refuse_missing("nobody/none")
    with hub.hub_or_cache("nobody/none"):
        assert is_offline_mode()
    assert not is_offline_mode()


def test_only_names_that_the_hub_could_have_are_asked_for(unreached: socket.socket, tmp_path) -> None:
    for name in (str(tmp_path), tmp_path, "https://server/v1", "a/b/c", "~nobody/none", "x" * 5000 + "\0"):
        hub.refuse_missing(name)
        with hub.hub_or_cache(name):
            assert not is_offline_mode()
    assert hub._is_reached.cache_info().misses == 0
