"""What a store holds is listed without its scores; what is damaged is found; only shards are ever removed."""

import numpy as np
import pytest

from magnetite.engine import Store
from magnetite.engine.upkeep import damaged_shards, remove_scorer, remove_shards, stored_scorers


def keys(count, start=0):
    return np.arange(start, start + 2 * count, dtype=np.uint64).reshape(count, 2)


def filled(folder):
    store = Store(folder)
    for name, counts in (("one/1", [3, 4]), ("two: a@b", [5])):
        scores = store.open_scores(name)
        for number, count in enumerate(counts):
            scores.append(keys(count, 100 * number), np.ones(count, dtype=np.float32))
    return folder


def test_scorers_are_listed_with_what_is_stored_of_them(tmp_path):
    listed = stored_scorers(filled(tmp_path))
    assert {(each.fingerprint, each.shards, each.scores) for each in listed} == {("one/1", 2, 7), ("two: a@b", 1, 5)}
    assert all(each.size == sum(path.stat().st_size for path in each.folder.iterdir()) for each in listed)


def test_a_store_that_is_not_there_holds_nothing(tmp_path):
    assert stored_scorers(tmp_path / "none") == []
    assert list(damaged_shards(tmp_path / "none")) == []


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-10], lambda raw: raw[:60] + b"?" + raw[61:], lambda _: b""])
def test_a_damaged_shard_is_found_and_no_other(tmp_path, spoil):
    folder = next(each.folder for each in stored_scorers(filled(tmp_path)) if each.fingerprint == "one/1")
    torn = sorted(folder.iterdir())[0]
    torn.write_bytes(spoil(torn.read_bytes()))
    [damaged] = damaged_shards(tmp_path)
    assert damaged.path == torn
    assert "does not match" in damaged.reason or "do not match" in damaged.reason
    assert sum(each.scores for each in stored_scorers(tmp_path)) in {9, 12}  # a torn footer is not counted


@pytest.mark.parametrize("content", [b"", b"PAR1torn"])
def test_a_scorer_whose_only_shard_is_torn_is_found(tmp_path, content):
    folder = next(each.folder for each in stored_scorers(filled(tmp_path)) if each.shards == 1)
    next(folder.iterdir()).write_bytes(content)
    [damaged] = damaged_shards(tmp_path)
    assert damaged.path.parent == folder
    [torn] = [each for each in stored_scorers(tmp_path) if each.folder == folder]
    assert (torn.fingerprint, torn.scores) == (folder.name, 0)


def test_another_programs_file_is_named_and_never_removed(tmp_path):
    one = next(each for each in stored_scorers(filled(tmp_path)) if each.fingerprint == "one/1")
    (one.folder / "results.parquet").write_bytes(b"mine")
    [foreign] = damaged_shards(tmp_path)
    assert foreign.path.name == "results.parquet"
    remove_shards([foreign.path])
    remove_scorer(one)
    assert [path.name for path in one.folder.iterdir()] == ["results.parquet"]


def test_a_shard_of_another_scorer_is_damage(tmp_path):
    one, two = (each.folder for each in sorted(stored_scorers(filled(tmp_path)), key=lambda each: each.fingerprint))
    strange = next(two.iterdir())
    strange.rename(one / strange.name)
    [damaged] = damaged_shards(tmp_path)
    assert damaged.path.parent == one
    assert "two: a@b" in damaged.reason


def test_removing_a_scorer_removes_its_shards_and_nothing_else(tmp_path):
    one, two = sorted(stored_scorers(filled(tmp_path)), key=lambda each: each.fingerprint)
    (one.folder / "notes.txt").write_text("mine")
    remove_scorer(one)
    assert [path.name for path in one.folder.iterdir()] == ["notes.txt"]
    remove_scorer(two)
    assert not two.folder.exists()


def test_a_folder_that_is_no_store_has_no_scorers(tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "table.parquet").write_bytes(b"PAR1")
    assert stored_scorers(tmp_path) == []
