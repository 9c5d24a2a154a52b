"""`magnetite cache` lists, verifies and removes what is kept, and nothing that was not chosen."""

import hashlib
import os
import time

import pytest

from magnetite.engine.upkeep import stored_scorers
from magnetite.scorers import packaged
from magnetite.scorers.packaged import weights_folder
from magnetite.scorers.unpacking import Packaged


@pytest.fixture
def store(tmp_path, monkeypatch, magnetite):
    """Fill a store by two baselines, and unpack weights of a base of our own."""
    folder = tmp_path / "store"
    monkeypatch.setenv("MAGNETITE_STORE", str(folder))
    monkeypatch.setenv("MAGNETITE_WEIGHTS", str(tmp_path / "weights"))
    files = {"config.json": b"{}", "model.safetensors": b"weights"}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    made = Packaged("made", "made", hashes, {"nowhere": "made.zip"}, "zip")
    monkeypatch.setattr(packaged, "PACKAGED", {"made": made})
    monkeypatch.setattr(packaged, "PACKAGED_MODELS", {})
    place = weights_folder() / f"made-{hashes['model.safetensors'][:12]}"
    place.mkdir(parents=True)
    for name, content in files.items():
        (place / name).write_bytes(content)
    for model in ("longest", "overlap"):
        run = magnetite("score", "sample", "--model", model, "--limit", 4, "--output", tmp_path / f"{model}.csv")
        assert run.returncode == 0, run.stderr
    return folder


def names(store):
    return sorted(each.fingerprint.partition("/")[0] for each in stored_scorers(store))


def test_what_is_kept_is_listed_with_its_size(magnetite, store):
    said = magnetite("cache", "list").stdout
    assert "longest" in said
    assert "overlap" in said
    assert f"of 2 scorers in {store}" in said
    assert "Weights: made, 9 bytes, unpacked" in said


def test_an_older_store_can_be_listed_by_its_folder(magnetite, store, monkeypatch):
    monkeypatch.delenv("MAGNETITE_STORE")
    assert f"of 2 scorers in {store}" in magnetite("cache", "list", "--store", store).stdout


def test_verify_counts_what_it_read_and_names_what_is_damaged(magnetite, store, tmp_path):
    before = magnetite("cache", "verify")
    assert before.returncode == 0
    assert "All is as it was written" in before.stdout
    shard = next(store.rglob("*.parquet"))
    shard.write_bytes(shard.read_bytes() + b" ")
    weights = next(path for path in (tmp_path / "weights").rglob("*.safetensors"))
    weights.write_bytes(b"other")
    after = magnetite("cache", "verify")
    assert after.returncode == 5
    assert str(shard) in after.stdout
    assert str(weights) in after.stdout
    assert "2 problems found" in after.stderr


def test_damaged_shards_go_and_the_others_stay(magnetite, store):
    shards = sorted(store.rglob("*.parquet"))
    shards[0].write_bytes(b"torn")
    assert magnetite("cache", "prune", "--damaged", "--yes").returncode == 0
    assert sorted(store.rglob("*.parquet")) == shards[1:]
    assert magnetite("cache", "verify").returncode == 0


def half_unpacked(store):
    """Leave what a process leaves that is killed while it unpacks."""
    [place] = weights_folder().iterdir()
    left = place.with_name(f".{place.name}.part")
    left.mkdir()
    (left / "model.safetensors").write_bytes(b"half")
    return left


def test_half_unpacked_weights_are_listed_and_are_no_problem(magnetite, store):
    left = half_unpacked(store)
    assert f"Weights: made, 4 bytes, left half unpacked, in {left}" in magnetite("cache", "list").stdout
    assert magnetite("cache", "verify").returncode == 0


@pytest.mark.parametrize(("flag", "kept"), [("--damaged", 1), ("--weights", 0), ("--all", 0)])
def test_half_unpacked_weights_go_with_what_is_damaged_too(magnetite, store, flag, kept):
    left = half_unpacked(store)
    shown = magnetite("cache", "prune", flag, "--yes").stdout
    assert f"made: half unpacked weights in {left}" in shown
    assert not left.exists()
    assert len(list(weights_folder().iterdir())) == kept


def test_only_the_named_scorer_goes(magnetite, store):
    assert magnetite("cache", "prune", "--scorer", "longest", "--yes").returncode == 0
    assert names(store) == ["word-overlap"]


def test_scores_go_by_age(magnetite, store):
    [old] = [each.folder for each in stored_scorers(store) if each.fingerprint.startswith("longest")]
    month = time.time() - 30 * 86_400
    for path in old.iterdir():
        os.utime(path, (month, month))
    assert magnetite("cache", "prune", "--older-than", "29", "--yes").returncode == 0
    assert names(store) == ["word-overlap"]


def test_a_dry_run_and_an_unanswered_question_remove_nothing(magnetite, store):
    assert "longest" in magnetite("cache", "prune", "--all", "--dry-run").stdout
    refused = magnetite("cache", "prune", "--all")
    assert refused.returncode == 2
    assert "Add --yes" in refused.stderr
    assert names(store) == ["longest", "word-overlap"]


def test_all_means_scores_and_unpacked_weights(magnetite, store, tmp_path):
    assert magnetite("cache", "prune", "--all", "--yes").returncode == 0
    assert names(store) == []
    assert list((tmp_path / "weights").iterdir()) == []
    assert "There is nothing to remove." in magnetite("cache", "prune", "--all").stdout


@pytest.mark.parametrize(
    "flags",
    [
        [],
        ["--scorer", "no such scorer"],
        ["--all", "--older-than", "9", "--yes"],
        ["--all", "--scorer", "longest", "--yes"],
    ],
)
def test_what_chooses_nothing_or_contradicts_itself_is_refused(magnetite, store, flags):
    refused = magnetite("cache", "prune", *flags)
    assert refused.returncode == 2
    assert names(store) == ["longest", "word-overlap"]
