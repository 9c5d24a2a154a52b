"""What the first edition stored lasts: its scores are read, none of them is made again, and only the rest is added.

Of functions that call others it is scored anew: their fingerprints have told what they call since then.
"""

import hashlib
import json
import shutil

import pytest

from tests.golden.cases import EXAM, FOUR
from tests.golden.running import DATA, KEPT, placed, typed

FOUR_ASKED = f"audit {EXAM} {FOUR} --seed 8 --experiments"
ASKED = f"audit {EXAM} --systems o=longest --seed 8 --experiments"


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(DATA, tmp_path / "data")
    shutil.copytree(KEPT / "store", tmp_path / "store")
    with placed(tmp_path):
        yield tmp_path


def shards(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*.parquet")}


def stored(folder):
    """Return the keys of all shards, as often as they are stored."""
    import polars as pl

    frames = {path: pl.read_parquet(path) for path in folder.rglob("*.parquet")}
    return [(path.parent.name, *row) for path, frame in frames.items() for row in frame.select("hi", "lo").rows()]


def cost(folder):
    return json.loads((folder / "findings.json").read_text("utf-8"))["cost"]


def test_a_run_whose_scores_are_all_stored_scores_nothing(folder):
    asked = f"{FOUR_ASKED} following,magnets --set magnets.pool_size=6 --limit 6 --store store"
    assert "[exit code" not in typed(f"{asked} --output run")
    after = shards(folder / "store")
    assert "[exit code" not in typed(f"{asked} --output again")
    assert cost(folder / "again")["scored"] == 0
    assert shards(folder / "store") == after
    assert shards(KEPT / "store").items() <= after.items()


def test_a_larger_run_scores_only_what_is_not_stored_and_finds_what_a_run_without_a_store_finds(folder):
    before = stored(folder / "store")
    assert "[exit code" not in typed(f"{ASKED} accuracy --limit 15 --store store --output run")
    assert "[exit code" not in typed(f"{ASKED} accuracy --limit 15 --store fresh --output fresh-run")
    spent, fresh = cost(folder / "run"), cost(folder / "fresh-run")
    assert 0 < spent["scored"] < fresh["scored"]
    after = stored(folder / "store")
    assert len(after) == len(set(after)) == len(before) + spent["scored"]
    assert shards(KEPT / "store").items() <= shards(folder / "store").items()
    kept, anew = (json.loads((folder / name / "findings.json").read_text("utf-8")) for name in ("run", "fresh-run"))
    assert kept["findings"] == anew["findings"]


def test_a_shard_that_was_kept_is_the_one_that_was_written():
    for name, content in shards(KEPT / "store").items():
        digest = name.removesuffix(".parquet").rpartition("-")[2]
        assert hashlib.blake2b(content, digest_size=8).hexdigest() == digest
