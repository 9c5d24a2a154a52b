"""Folders for other programs hold the questions they were made of, and are data again; Arrow and the hub are read."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from examfiles import read, write
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from examfiles.limits import EXAM
from examfiles.reading import ReadOptions, read_with_places
from magnetite import convert

ITEMS = (
    Item("q1", "p1", "Ann sat.", "Who sat?", ("Ann", "Bo"), 0, "easy", {"note": "n"}),
    Item("q2", "p1", "Ann sat.", "Who stood?", ("Ann", "Bo", "nobody"), 2),
)
EXAM_OF_TWO = Dataset("two", ITEMS, "test")
PROGRAMS = ("lm-eval", "inspect", "datasets")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_folder_for_another_program_is_data_again(tmp_path, program):
    write(EXAM_OF_TWO, tmp_path / "folder", program)
    assert read(tmp_path / "folder").items == ITEMS


@pytest.mark.parametrize("program", ["lm-eval", "inspect"])
def test_a_task_is_named_after_its_folder(tmp_path, program):
    write(EXAM_OF_TWO, tmp_path / "2019 Exam-Ä", program)
    name = {"lm-eval": "task_2019_exam.yaml", "inspect": "task_2019_exam.py"}[program]
    text = (tmp_path / "2019 Exam-Ä" / name).read_text("utf-8")
    assert re.search(r"^(task: |def )task_2019_exam", text, re.MULTILINE)
    if program == "inspect":
        compile(text, name, "exec")


@pytest.mark.parametrize("program", ["lm-eval", "inspect"])
def test_options_that_are_letters_themselves_keep_their_key(tmp_path, program):
    odd = Dataset("odd", (Item("q", "p", "A b.", "Which letter?", ("B", "A"), 0),))
    write(odd, tmp_path / "odd", program)
    assert read(tmp_path / "odd").items == odd.items
    row = json.loads((tmp_path / "odd" / "questions.jsonl").read_text("utf-8"))
    assert row["options"] == {"text": ["B", "A"], "label": ["A", "B"]}
    if program == "lm-eval":
        assert "{{options.label.index(answer)}}" in (tmp_path / "odd" / "odd.yaml").read_text("utf-8")


@pytest.mark.parametrize("program", ["lm-eval", "inspect"])
def test_a_question_without_a_key_is_no_part_of_a_task(tmp_path, program):
    keyless = Dataset("keyless", (*ITEMS, Item("q3", "p1", "Ann sat.", "Why?", ("a", "b"))))
    with pytest.raises(DataError, match=r"no known answer \('q3'\)"):
        write(keyless, tmp_path / "x", program)
    assert not (tmp_path / "x").exists()


def test_splits_are_added_to_a_data_set_and_its_card(tmp_path):
    write(EXAM_OF_TWO, tmp_path / "exam", "datasets")
    write(Dataset("two", ITEMS[:1], "train"), tmp_path / "exam", "datasets")
    card = (tmp_path / "exam" / "README.md").read_text("utf-8")
    assert card.index("split: train") < card.index("split: test")
    assert "| train | 1 |\n| test | 2 |" in card
    assert read(tmp_path / "exam", "train").items == ITEMS[:1]
    with pytest.raises(UsageError, match="exists already"):
        write(EXAM_OF_TWO, tmp_path / "exam", "datasets")


def test_what_a_view_did_is_noted_beside_a_task(tmp_path):
    done = convert(EXAM_OF_TWO, tmp_path / "bare", format="lm-eval", view="QO")
    rows = [json.loads(line) for line in (tmp_path / "bare" / "questions.jsonl").read_text("utf-8").splitlines()]
    assert [row["passage"] for row in rows] == ["", ""]
    assert done.provenance == tmp_path / "bare.test.provenance"


# --- what datasets saved to disk --------------------------------------------------------------------------------------

ROWS = pl.DataFrame(
    {"article": ["Ann sat."] * 2, "question": ["Who?", "Why?"], "options": [["Ann", "Bo"]] * 2, "answer": ["A", "B"]}
)


def saved(folder: Path) -> Path:
    """Write a table as `save_to_disk` does: Arrow streams, and JSON about them."""
    folder.mkdir(parents=True)
    ROWS.write_ipc_stream(folder / "data-00000-of-00001.arrow")
    (folder / "state.json").write_text('{"_split": "test"}')
    (folder / "dataset_info.json").write_text('{"features": {}}')
    return folder


def test_what_datasets_saved_is_read(tmp_path):
    assert [item.answer for item in read(saved(tmp_path / "one"))] == [0, 1]
    for split in ("train", "test"):
        saved(tmp_path / "both" / split)
    (tmp_path / "both" / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    assert read(tmp_path / "both", "test").items[0].passage == "Ann sat."
    with pytest.raises(UsageError, match="has the splits train, test"):
        read(tmp_path / "both")
    assert read(saved(tmp_path / "named"), columns={"passage": "article"}).items[1].question == "Why?"


def test_a_cut_arrow_stream_is_a_data_error_and_an_exam_is_none(tmp_path):
    path = saved(tmp_path / "one") / "data-00000-of-00001.arrow"
    with pytest.raises(DataError, match="Save the table as Parquet or CSV"):
        read_with_places(path, options=ReadOptions(limits=EXAM))
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(DataError, match="cut off"):
        read(path)


# --- the hub ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def hub(monkeypatch):
    """Be the hub: return a function that sets its files, and the patterns that were read."""
    import huggingface_hub

    seen, files = [], []

    def listed(self, name, **about):
        assert (name, about) == ("ann/exams", {"repo_type": "dataset", "revision": "refs/convert/parquet"})
        return files

    def scanned(path):
        seen.append(path)
        return ROWS.lazy()

    monkeypatch.setattr(huggingface_hub.HfApi, "list_repo_files", listed)
    monkeypatch.setattr(pl, "scan_parquet", scanned)
    return lambda *names: (files.extend(names), seen)[1]


def test_a_data_set_on_the_hub_is_named_by_its_id(hub):
    seen = hub(
        "all/validation/0000.parquet", "all/test/0000.parquet", "all/test/0001.parquet", "high/test/0000.parquet"
    )
    dataset = read("hf://datasets/ann/exams", "dev")
    assert (len(dataset), dataset.name, dataset.split) == (2, "ann/exams", "dev")
    read("hf://datasets/ann/exams/high")
    assert seen == [
        "hf://datasets/ann/exams@~parquet/all/validation/*.parquet",
        "hf://datasets/ann/exams@~parquet/high/test/*.parquet",
    ]


@pytest.mark.parametrize(
    ("files", "path", "split", "said"),
    [
        (["en/test/0.parquet", "de/test/0.parquet"], "", None, "has the configurations en, de; name one: .*/exams/en"),
        (["en/test/0.parquet"], "/fr", None, "no configuration 'fr', only en"),
        (["en/test/0.parquet", "en/train/0.parquet"], "", None, "has the splits test, train; name one: --split"),
        (["en/test/0.parquet"], "", "dev", "no split 'dev'; it has test"),
        (["README.md"], "", None, "the hub has no tables of this data set"),
    ],
)
def test_what_has_to_be_named_on_the_hub_is_named(hub, files, path, split, said):
    hub(*files)
    with pytest.raises((UsageError, DataError), match=said):
        read(f"hf://datasets/ann/exams{path}", split)


def test_a_hub_that_cannot_be_asked_is_a_data_error():
    with pytest.raises(DataError, match="the hub cannot be asked"):
        read("hf://datasets/ann/exams", "test")
