"""What is written comes back; what a format cannot hold is said first; a reader sees all of the result or none."""

import csv
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from examfiles import read, write, writer_of, writers
from examfiles.errors import DataError, StoreError, UsageError
from examfiles.exams import whole
from examfiles.format import Writer
from examfiles.items import Dataset, Item
from examfiles.writing import read_back
from tests.strategies import texts

TABLES = ("jsonl", "csv", "parquet")
NAMES = {"jsonl": "exam.jsonl", "csv": "exam.csv", "parquet": "exam.parquet", "race": "exam"}
said = texts.filter(str.strip)
# Letters, numbers and lists among the options are what an answer could be mistaken for.
options = st.one_of(texts, st.just(""), st.sampled_from(["A", "B", "C", "0", "1", "['x']", '{"A": "x"}', " a ", "Z."]))
metadata = st.dictionaries(
    st.sampled_from(["note", "Difficulty", "choices", "answer_b", "context", "label", "grade", "été", "a b"]),
    st.one_of(texts, st.just(""), st.just("[1]")),
    max_size=3,
)


@st.composite
def exams(draw: st.DrawFn, passages: st.SearchStrategy[str] = said) -> Dataset:
    """Draw items with every field of every kind, ids and passage ids of any text, options of any number."""
    ids = draw(st.lists(texts, min_size=1, max_size=5, unique=True))
    pool = draw(st.lists(passages, min_size=1, max_size=3))
    items = []
    for name in ids:
        given_options = tuple(draw(st.lists(options, min_size=2, max_size=draw(st.sampled_from([2, 4, 6, 30])))))
        items.append(
            Item(
                name,
                draw(st.sampled_from(["p1", "p2", "high3", "é/1"])),
                draw(st.sampled_from(pool)),
                draw(st.one_of(texts, st.just(""))),
                given_options,
                draw(st.one_of(st.none(), st.integers(0, len(given_options) - 1))),
                draw(st.sampled_from([None, "middle", "high", "easy", ""])),
                draw(metadata),
                draw(st.sampled_from(["", "", "cat the Sat ."])),
            )
        )
    return Dataset("exam", tuple(items), draw(st.sampled_from([None, "test"])))


@contextmanager
def place(name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / NAMES[name]


def plain(items: Any) -> list[Item]:
    """Return items with what a view added as part of the passage and not again in the metadata, and no empty ones."""
    return [
        replace(whole(item), metadata={k: v for k, v in item.metadata.items() if v and k != "added"}) for item in items
    ]


def exam(*items: Item, split: str | None = None) -> Dataset:
    return Dataset("exam", items, split)


ANN = Item("high1-1", "high1", "Ann sat.", "Who sat?", ("Ann", "Bo", "Cy", "Di"), 0, "high")
BO = Item("high1-2", "high1", "Ann sat.", "Who did not?", ("Ann", "Bo", "Cy", "Ed"), 1, "high")


# --- what is written comes back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=25)
@given(dataset=exams())
def test_a_table_gives_back_all_that_it_did_not_say_it_lacks(name: str, dataset: Dataset) -> None:
    with place(name) as path:
        try:
            lost = write(dataset, path, lose=True)
        except DataError as error:
            if "may both be the key" not in str(error):  # metadata called label, whose values are letters or numbers
                raise
            reject()
        back = read(path)
        path.unlink()
        if lost:
            with pytest.raises(UsageError, match="cannot store all of this"):
                write(dataset, path)
            assert not path.exists()
    same = [replace(item, passage_id="", level=None, metadata={}) for item in plain(back)]
    assert same == [replace(item, passage_id="", level=None, metadata={}) for item in plain(dataset)]
    if not lost:
        assert plain(back) == plain(dataset)


@settings(max_examples=25)
@given(dataset=exams())
def test_the_layout_of_race_gives_back_every_question_and_what_it_says_it_holds(dataset: Dataset) -> None:
    asked = [item for item in dataset if item.question.strip() and len(item.options) <= 26]
    dataset = dataset.with_items(asked or [ANN])
    with place("race") as path:
        lost = write(dataset, path, "race", lose=True)
        back = read(path)
    if not lost:
        assert plain(back) == plain(dataset)
    texts_of = [(whole(item).passage, item.question, item.options, item.answer) for item in dataset]
    assert sorted(map(repr, texts_of)) == sorted(
        repr((item.passage, item.question, item.options, item.answer)) for item in back
    )


@st.composite
def races(draw: st.DrawFn) -> Dataset:
    """Draw what RACE has: passages in natural order, each in a level, four options, answers known."""
    items = []
    for level in draw(st.sampled_from([("high",), ("middle",), ("high", "middle")])):
        for number in sorted(draw(st.sets(st.integers(1, 30_000), min_size=1, max_size=3))):
            passage = draw(said)
            for place_ in range(1, draw(st.integers(1, 3)) + 1):
                four = tuple(draw(st.lists(texts, min_size=4, max_size=4)))
                name = f"{level}{number}"
                answer = draw(st.integers(0, 3))
                items.append(Item(f"{name}-{place_}", name, passage, draw(said), four, answer, level))
    return Dataset("exam", tuple(items), draw(st.sampled_from(["train", "dev", "test"])))


@pytest.mark.parametrize("ending", ["", ".tar.gz"])
@settings(max_examples=15)
@given(dataset=races())
def test_what_race_is_like_is_held_whole_in_its_layout(ending: str, dataset: Dataset) -> None:
    with place("race") as path:
        target = path.with_name(path.name + ending)
        assert write(dataset, target, "race") == ()
        back = read(target)
    assert (back.items, back.split, back.format) == (dataset.items, dataset.split, "race")


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=15)
@given(dataset=exams(st.sampled_from(["", " ", "Ann sat."])))
def test_tables_hold_questions_whose_passage_was_taken_away(name: str, dataset: Dataset) -> None:
    writer = writers()[name]
    with place(name) as path:
        try:
            write(dataset, path, lose=True)
        except DataError as error:
            if "may both be the key" not in str(error):  # metadata called label, whose values are letters or numbers
                raise
            reject()
        back = read_back(writer, path)
    assert [item.passage for item in back] == [whole(item).passage for item in dataset]


def test_a_split_and_real_file_names_stand_where_race_has_them(tmp_path: Path) -> None:
    middle = replace(ANN, id="middle20-1", passage_id="middle20", passage="Bo ran.", level="middle")
    write(exam(ANN, BO, middle, split="dev"), tmp_path / "out", "race")
    names = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.txt"))
    assert names == ["RACE/dev/high/1.txt", "RACE/dev/middle/20.txt"]
    assert json.loads((tmp_path / "out/RACE/dev/high/1.txt").read_text("utf-8")) == {
        "answers": ["A", "B"],
        "options": [list(ANN.options), list(BO.options)],
        "questions": ["Who sat?", "Who did not?"],
        "article": "Ann sat.",
        "id": "high1.txt",
    }


def test_an_archive_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write(exam(ANN, split="test"), tmp_path / name / "race.tgz")
    assert (tmp_path / "a/race.tgz").read_bytes() == (tmp_path / "b/race.tgz").read_bytes()
    with tarfile.open(tmp_path / "a/race.tgz") as archive:
        assert archive.getnames() == ["RACE/test/high/1.txt"]


def test_tables_are_plain_where_they_can_be(tmp_path: Path) -> None:
    write(exam(ANN, replace(BO, options=("Ann", "Bo"))), tmp_path / "x.csv")
    lines = (tmp_path / "x.csv").read_text("utf-8").splitlines()
    assert lines[0] == "id,passage_id,passage,question,option_a,option_b,option_c,option_d,answer,level"
    assert lines[2] == "high1-2,high1,Ann sat.,Who did not?,Ann,Bo,,,B,high"
    write(exam(ANN), tmp_path / "x.jsonl")
    row = json.loads((tmp_path / "x.jsonl").read_text("utf-8"))
    assert (row["options"], row["answer"]) == (["Ann", "Bo", "Cy", "Di"], "A")


def test_options_that_are_letters_are_written_with_labels(tmp_path: Path) -> None:
    """The answer B of the options (B, A) could be read as the option whose text is B."""
    letters = exam(replace(ANN, options=("B", "A"), answer=0), replace(BO, options=("B", "A"), answer=1))
    for name in ("x.csv", "x.jsonl", "x.parquet"):
        write(letters, tmp_path / name)
        assert read(tmp_path / name).items == letters.items
    labelled = {"text": ["B", "A"], "label": ["A", "B"]}
    row = json.loads((tmp_path / "x.jsonl").read_text("utf-8").splitlines()[0])
    assert (row["options"], row["answer"]) == (labelled, "A")
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        assert [json.loads(each["options"]) for each in csv.DictReader(file)] == [labelled, labelled]


def test_what_a_view_added_ends_the_passage_and_stands_in_its_own_column(tmp_path: Path) -> None:
    write(exam(replace(ANN, added="sat Bo .")), tmp_path / "x.parquet")
    row = pl.read_parquet(tmp_path / "x.parquet").row(0, named=True)
    assert (row["passage"], row["added"]) == ("Ann sat. sat Bo .", "sat Bo .")
    assert read(tmp_path / "x.parquet")[0].passage == "Ann sat. sat Bo ."


# --- what cannot be held is said ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        (
            "race",
            {"id": "q7"},
            r"1 item has an id that the format does not keep \('q7'\): it changes, here to 'high1-1'",
        ),
        ("race", {"passage_id": "p1"}, r"a passage id that the format does not keep .*to 'highp1'"),
        ("race", {"level": "hard"}, "a level .*: it is left out"),
        ("race", {"level": None}, "no level .*: here it is read as 'high'"),
        ("race", {"metadata": {"note": "n"}}, "1 item has metadata .note."),
        ("race", {"options": ("Ann", "Bo", "Cy")}, "fewer than four options"),
        ("race", {"options": ("Ann", "Bo", "Cy", "Di", "Ed")}, "more or fewer than four options"),
        ("race", {"answer": None}, "no known answer"),
        ("jsonl", {"metadata": {"answer": "n"}}, "metadata .answer."),
        ("jsonl", {"metadata": {"added": "n"}, "added": "m"}, "metadata .added."),
        ("parquet", {"level": ""}, "a level"),
        ("csv", {"passage_id": ""}, "a passage id that the format does not keep"),
    ],
)
def test_each_loss_is_said_and_refused_until_it_is_allowed(
    tmp_path: Path, name: str, change: dict[str, Any], sentence: str
) -> None:
    dataset, path = exam(replace(ANN, **change)), tmp_path / NAMES[name]
    with pytest.raises(UsageError, match=rf"{sentence}.*Nothing was written.*--lose"):
        write(dataset, path, name)
    assert list(tmp_path.iterdir()) == []
    assert len(write(dataset, path, name, lose=True)) >= 1
    assert len(read(path)) == 1


def test_formats_that_hold_all_of_it_are_named_where_one_does_not(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"or choose a format that can: jsonl, csv, parquet\.$"):
        write(exam(replace(ANN, level="high")), tmp_path / "exam.gift")
    with pytest.raises(UsageError, match=r"--lose\.$"):
        write(exam(replace(ANN, metadata={"answer": "n"})), tmp_path / "exam.gift")


def test_one_passage_id_for_two_texts_and_another_order_are_said(tmp_path: Path) -> None:
    two = exam(ANN, replace(BO, passage="Another text."))
    assert "also names another text" in write(two, tmp_path / "x.jsonl", lose=True)[0]
    assert any("also names another text" in line for line in write(two, tmp_path / "race.tgz", lose=True))
    assert len({item.passage_id for item in read(tmp_path / "race.tgz")}) == 2
    other = replace(ANN, id="high2-1", passage_id="high2", passage="Second.")
    assert write(exam(ANN, other, BO), tmp_path / "other.tgz", lose=True) == (
        "The items are reordered: passage by passage, in the order of the files.",
    )


@pytest.mark.parametrize(
    ("change", "found"),
    [({"passage": ""}, "no passage"), ({"question": " "}, "no question"), ({"options": ("x",) * 27}, "26 options")],
)
def test_what_race_cannot_hold_at_all_is_refused_even_so(tmp_path: Path, change: dict[str, Any], found: str) -> None:
    with pytest.raises(DataError, match=rf"{found}.*cannot store\. Write a table"):
        write(exam(replace(ANN, **change)), tmp_path / "out", "race", lose=True)
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_an_empty_id_and_no_items_are_refused(tmp_path: Path) -> None:
    for dataset, found in (
        (exam(replace(ANN, question="\ud800")), "item 'high1-1': the question has half a character"),
        (exam(replace(ANN, metadata={"a": "\ud800"})), "the metadata has half a character"),
        (exam(replace(ANN, id="")), "an item has an empty id"),
        (exam(), "has no items"),
    ):
        with pytest.raises(DataError, match=found):
            write(dataset, tmp_path / "x.jsonl")


def test_metadata_that_makes_a_table_look_like_another_format_is_found_by_reading_it_back(tmp_path: Path) -> None:
    dataset = exam(replace(ANN, metadata={"article": "x", "questions": "y", "answers": "z"}))
    with pytest.raises(DataError, match=r"x\.jsonl: as jsonl, it cannot be read back .*Nothing was written"):
        write(dataset, tmp_path / "x.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_metadata_that_is_empty_is_not_lost(tmp_path: Path, name: str) -> None:
    dataset = exam(replace(ANN, metadata={"flaw": "longest key"}), replace(BO, metadata={"flaw": ""}))
    write(dataset, tmp_path / NAMES[name])
    assert [item.metadata.get("flaw", "") for item in read(tmp_path / NAMES[name])] == ["longest key", ""]
    with pytest.raises(UsageError, match=r"metadata \(flaw\)"):
        write(dataset, tmp_path / "out", "race")


# --- all or nothing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(NAMES))
def test_what_is_there_is_replaced_only_when_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / NAMES[name]
    write(exam(ANN, BO, split="test"), path, name)
    with pytest.raises(UsageError, match=r"exists already\. Choose another path, or replace it: .*--overwrite"):
        write(exam(ANN, split="test"), path, name)
    assert len(read(path)) == 2
    write(exam(ANN, split="test"), path, name, overwrite=True)
    assert len(read(path)) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == [NAMES[name]]


def test_the_splits_of_race_can_be_put_into_one_folder(tmp_path: Path) -> None:
    write(exam(ANN, split="train"), tmp_path / "out", "race")
    write(exam(replace(BO, id="high2-1", passage_id="high2"), split="test"), tmp_path / "out", "race")
    assert [len(read(tmp_path / "out", split)) for split in ("train", "test")] == [1, 1]


def test_a_folder_of_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"has other files \(notes\.txt\)"):
        write(exam(ANN, split="test"), tmp_path, "race")
    write(exam(ANN, split="test"), tmp_path, "race", overwrite=True)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_result_that_reads_back_otherwise_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    write(exam(ANN), path)
    before = path.read_bytes()
    good = writers()["jsonl"]

    def spoilt(dataset: Dataset) -> dict[str, bytes]:
        return {"": good.write(dataset)[""].replace(b"Who sat?", b"Who ran?")}

    monkeypatch.setitem(writers(), "jsonl", replace(good, write=spoilt))
    with pytest.raises(DataError, match=r"'high1-1' is read back with the question 'Who ran\?', not 'Who sat"):
        write(exam(ANN), path, overwrite=True)
    monkeypatch.setitem(writers(), "jsonl", replace(good, write=lambda d: {"": good.write(exam(ANN, BO))[""]}))
    with pytest.raises(DataError, match="2 items are read back; expected 1"):
        write(exam(ANN), path, overwrite=True)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.jsonl"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    write(exam(ANN), path)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"x\.jsonl: cannot be written \(the disk of .* is full: .* are free\)"):
        write(exam(ANN, BO), path, overwrite=True)
    assert len(read(path)) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.jsonl"]


@pytest.mark.parametrize(
    ("path", "name", "found"),
    [
        ("x", None, r"x: its ending names no format\. Name one.*Known: jsonl \(\.jsonl, \.ndjson\)"),
        ("x.odt", None, "its ending names no format"),
        ("x.jsonl", "jsnl", r"format to write 'jsnl' does not exist\. Known: jsonl.*Did you mean 'jsonl'"),
        ("x.csv", "jsonl", r"the name does not fit JSONL; it should end in \.jsonl or \.ndjson"),
        ("x.csv", "race", r"it should end in \.tar\.gz or \.tgz, or be a folder"),
    ],
)
def test_a_format_that_cannot_be_told_or_does_not_fit_is_refused(path: str, name: str | None, found: str) -> None:
    with pytest.raises(UsageError, match=found):
        write(exam(ANN), path, name)


def test_an_ending_of_several_formats_needs_the_format_named(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = Writer("twin", "a twin", (".jsonl",), lambda d: {"": b""})
    monkeypatch.setitem(writers(), "twin", twin)
    with pytest.raises(UsageError, match="is that of several formats"):
        writer_of(Path("x.jsonl"))
    assert writer_of(Path("x.jsonl"), "twin") is twin


def test_a_file_is_no_folder_and_a_folder_no_file(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match=r"x\.jsonl: is a folder; JSONL is written to a file"):
        write(exam(ANN), tmp_path / "x.jsonl")
    with pytest.raises(UsageError, match=r"file: is a file; the layout of RACE.* is written to a folder"):
        write(exam(ANN), tmp_path / "file", "race")
