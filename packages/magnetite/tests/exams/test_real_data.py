"""The real datasets, where they are at hand: every count is the one published with them."""

import hashlib
import tarfile
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from examfiles import read, splits, unused_passages
from examfiles.errors import UsageError
from examfiles.items import Dataset
from magnetite.inputs.option_lists import read_options

DATA = Path(__file__).parents[5] / "shared" / "data"


def at(name: str) -> Path:
    if not (DATA / name).exists():
        pytest.skip(f"the real data is not at {DATA / name}")
    return DATA / name


@cache
def loaded(name: str, split: str | None) -> Dataset:
    return read(at(name), split)


# Questions by level: Si et al. (2019, Table 1); RACE, Lai et al. (2017); Cosmos QA and ReClor, as published.
COUNTS = [
    ("RACE.tar.gz", "train", "race", {"middle": 25421, "high": 62445}),
    ("RACE.tar.gz", "dev", "race", {"middle": 1436, "high": 3451}),
    ("RACE.tar.gz", "test", "race", {"middle": 1436, "high": 3498}),
    ("RACE-C", None, "race", {"college": 496}),
    ("MCTest", "train", "mctest", {"mc160": 280, "mc500": 1200}),
    ("MCTest", "dev", "mctest", {"mc160": 120, "mc500": 200}),
    ("MCTest", "test", "mctest", {"mc160": 240, "mc500": 600}),
    ("DREAM", "train", "dream", {None: 6116}),
    ("DREAM", "dev", "dream", {None: 2040}),
    ("DREAM", "test", "dream", {None: 2041}),
    ("MCScript", "train", "mcscript", {None: 9731}),
    ("MCScript", "dev", "mcscript", {None: 1411}),
    ("MCScript", "test", "mcscript", {None: 2797}),
    ("MCScript2.0", "dev", "mcscript", {None: 2020}),
    ("CosmosQA", "dev", "cosmosqa", {None: 2985}),
    ("ReClor", "dev", "reclor", {None: 500}),
    ("ReClor", "test", "reclor", {None: 1000}),
]


@pytest.mark.parametrize(("name", "split", "format_", "levels"), COUNTS)
def test_every_count_is_the_published_one(
    name: str, split: str | None, format_: str, levels: dict[str | None, int]
) -> None:
    dataset = loaded(name, split)
    assert Counter(item.level for item in dataset) == levels
    assert (dataset.format, dataset.skipped) == (format_, ())
    unlabelled = sum(item.answer is None for item in dataset)
    assert unlabelled == (1000 if (name, split) == ("ReClor", "test") else 0)


def test_race_has_the_published_passages_and_two_of_them_have_no_questions() -> None:
    dataset = loaded("RACE.tar.gz", "train")
    passages = Counter(level for _, level in {(item.passage_id, item.level) for item in dataset})
    assert passages["middle"] == 6409
    assert passages["high"] + len(unused_passages(dataset)) == 18728  # Liusie et al. (2022, Table 1)


def test_a_split_of_the_race_archive_is_read_in_seconds() -> None:
    path = at("RACE.tar.gz")
    start = time.process_time()
    read(path, "test")
    assert time.process_time() - start < 15  # about 3 seconds on a free core


def test_the_race_archive_names_its_splits_and_asks_for_one() -> None:
    assert splits(at("RACE.tar.gz")) == ("train", "dev", "test")
    with pytest.raises(UsageError, match="--split test"):
        read(at("RACE.tar.gz"))


def test_a_race_folder_on_disk_equals_the_archive(tmp_path: Path) -> None:
    with tarfile.open(at("RACE.tar.gz")) as archive:
        wanted = [m for m in archive if m.name.startswith("RACE/test/middle/")]
        archive.extractall(tmp_path, members=wanted, filter="data")
    middle = [item for item in loaded("RACE.tar.gz", "test") if item.level == "middle"]
    assert list(read(tmp_path / "RACE")) == middle
    assert list(read(tmp_path / "RACE/test/middle")) == middle


@pytest.mark.parametrize(("name", "digest"), [("lin2021-a2", "0c11fb40b36a71b1"), ("lin2021-a3", "364de5b143ef907b")])
def test_the_places_of_the_papers_magnets_hold_what_the_paper_prints(name: str, digest: str) -> None:
    """The digest is of the appendix's own texts, a line each, without the comma after the 17th of A.2."""
    options = [row.option for row in read_options(name, lambda split: loaded("RACE.tar.gz", split))]
    assert hashlib.sha256("\n".join(options).encode()).hexdigest().startswith(digest)


def test_metadata_of_the_originals_is_kept() -> None:
    assert Counter(item.metadata["type"] for item in read(at("MCScript2.0"))).keys() >= {"text", "commonsense"}
    assert {item.metadata["type"] for item in read(at("MCTest"), "test")} == {"one", "multiple"}
    annotated = [item for item in read(at("DREAM"), "test") if "type_annotator1" in item.metadata]
    assert len(annotated) > 500


def test_no_escape_of_mctest_is_left_in_a_story() -> None:
    assert not any("\\" in item.passage for item in read(at("MCTest"), "train"))
