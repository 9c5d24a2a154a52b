"""A dataset in another format, under any view, with a note of what was done to it, whole or not at all."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles import read, write
from examfiles.errors import DataError, UsageError
from examfiles.exams import whole
from examfiles.items import Dataset
from magnetite import Reading, convert
from magnetite.commands.convert import CONVERT, view_named, view_names, viewed
from magnetite.running.data import load_joined
from magnetite.views import VIEWS
from magnetite.views.unreadable import ATTACKS, WAYS, AttackSettings, attack
from tests.commands.made import exam

DATA = Path(__file__).parents[5] / "shared" / "data"


def sample(limit=None):
    return load_joined("sample") if limit is None else Dataset("sample", load_joined("sample").items[:limit])


def note(done):
    return json.loads(done.provenance.read_text("utf-8"))


# --- views ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", view_names())
def test_every_view_can_be_written_and_is_what_the_view_itself_makes(tmp_path, name):
    done = convert("sample", tmp_path / "x.jsonl", view=name.lower(), seed=7, limit=12)
    assert (note(done)["view"], done.dataset.name) == (name, "sample-exam")
    rows = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text("utf-8").splitlines()]
    meant = viewed(Dataset("x", done.dataset.items), name, seed=7).dataset if name in VIEWS else done.dataset
    assert [row["passage"] for row in rows] == [whole(item).passage for item in meant]
    assert [row["question"] for row in rows] == [item.question for item in meant]
    assert [row["options"] for row in rows] == [list(item.options) for item in meant]
    assert [row["answer"] for row in rows] == [item.answer_letter for item in meant]


@pytest.mark.parametrize("name", WAYS)
def test_an_attacked_dataset_is_what_the_attack_makes_with_these_settings(tmp_path, name):
    dataset = sample(12)
    made = attack(dataset.items, name, AttackSettings(threshold=0.5, sentence="question", seed=7))
    convert(dataset, tmp_path / "x.parquet", view=name, seed=7, threshold=0.5, sentence="question")
    for item, before, back in zip((each.item for each in made), dataset, read(tmp_path / "x.parquet"), strict=True):
        assert (back.passage, back.options) == (whole(item).passage, item.options)
        assert (back.id, back.question, back.answer) == (before.id, before.question, before.answer)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), name=st.sampled_from([*ATTACKS, "P-Shuffle"]))
def test_the_same_seed_writes_the_same_bytes(tmp_path_factory, seed, name):
    folder = tmp_path_factory.mktemp("same")
    for part in ("a", "b"):
        convert("sample", folder / f"{part}.jsonl", view=name, seed=seed, limit=4)
    assert (folder / "a.jsonl").read_bytes() == (folder / "b.jsonl").read_bytes()


def test_text_added_to_one_passage_in_several_ways_makes_passages_of_it_that_remember_the_first(tmp_path):
    dataset = exam(passages=2, questions=2)
    convert(dataset, tmp_path / "x.jsonl", view="AddSent2Pas-Shuffle")
    back = read(tmp_path / "x.jsonl")
    assert len({item.passage_id for item in back}) == 4
    assert [item.metadata["original_passage_id"] for item in back] == ["p0", "p0", "p1", "p1"]
    assert all(item.passage.endswith(f" {item.metadata['added']}") for item in back)


@pytest.mark.parametrize("name", ["O", "QO", "P-Remove"])
def test_tables_hold_questions_without_passages_and_say_who_reads_them(tmp_path, name):
    for suffix in ("csv", "jsonl", "parquet"):
        done = convert(exam(), tmp_path / f"x.{suffix}", view=name)
        assert "12 of 12 questions have no passage" in done.notes[0]
        with pytest.raises(DataError, match=r"the passage is (empty|missing)"):
            read(done.path)
    with pytest.raises(DataError, match=r"5 items have no passage.*Write a table"):
        convert("sample", tmp_path / "out", view=name, format="race", limit=5, lose=True)


def test_an_exam_without_passages_is_converted_to_every_format_that_exams_have_and_back(tmp_path):
    (tmp_path / "a.gift").write_text("::q1:: Who? {=Ann ~Bo}\n\n::essay:: Write. {}\n\n::q2:: Where? {~here =there}\n")
    first = [(item.question, item.options, item.answer) for item in read(tmp_path / "a.gift", passage_needed=False)]
    for name, format_ in (("b.xml", None), ("b.aiken", None), ("b.zip", "qti-2.2"), ("b.csv", None), ("b.jsonl", None)):
        done = convert(tmp_path / "a.gift", tmp_path / name, format=format_, lose=True)
        assert any("line 3: left out (an essay question" in line for line in done.notes)
        assert any(line.startswith("2 of 2 questions have no passage") for line in done.notes)
        convert(done.path, tmp_path / f"{name}.gift", lose=True)
        back = read(tmp_path / f"{name}.gift", passage_needed=False)
        assert [(item.question, item.options, item.answer) for item in back] == first
    with pytest.raises(DataError, match="the passage is empty"):
        convert(tmp_path / "a.gift", tmp_path / "c.jsonl", view="P-Shuffle")


def test_a_passage_may_be_supplied_to_questions_without_one(tmp_path):
    (tmp_path / "a.aiken").write_text("Who sat?\nA. Ann\nB. Bo\nANSWER: A\n")
    (tmp_path / "p.txt").write_text("Ann sat on the wall.\n")
    done = convert(tmp_path / "a.aiken", tmp_path / "b.gift", passage=str(tmp_path / "p.txt"))
    assert (read(done.path)[0].passage, done.notes) == ("Ann sat on the wall.", ())
    with pytest.raises(UsageError, match="columns and passage say how a path is read"):
        convert(read(done.path), tmp_path / "c.gift", passage=str(tmp_path / "p.txt"))


def test_questions_without_an_answer_are_left_out_of_an_attack_and_said(tmp_path):
    dataset = exam(passages=2, questions=2)
    dataset = dataset.with_items([replace(dataset[0], answer=None), *dataset.items[1:]])
    done = convert(dataset, tmp_path / "x.jsonl", view="AddAns2Opt")
    assert len(read(tmp_path / "x.jsonl")) == 3
    assert "1 questions without a known answer were left out." in done.notes
    assert note(done)["items"]["without an answer"] == [dataset[0].id]
    with pytest.raises(DataError, match="none of the 12 questions has a known answer"):
        convert(exam(answered=False), tmp_path / "y.jsonl", view="AddAns2Opt")


def test_what_an_attack_could_not_do_is_counted_by_id(tmp_path):
    """The options are single words: two words have one other order, of degree 1, or are the same twice."""
    dataset = exam(passages=2, questions=2)
    done = convert(dataset, tmp_path / "x.jsonl", view="Ans2Opt-Shuffle")
    found = note(done)["items"]
    assert found["below"] == [item.id for item in dataset]  # one word has no other order
    assert any("no order reaches the threshold" in line for line in done.notes)
    assert found["equal"] == [item.id for item in dataset]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({"view": "addsent2pot"}, r"view 'addsent2pot' does not exist.*Did you mean 'AddSent2Opt'"),
        ({"view": "QO", "threshold": 0.5}, "threshold: belong to attacks, and QO is none"),
        ({"threshold": 0.5}, "threshold: belong to attacks, and no view is named"),
        ({"view": "AddSent2Opt", "threshold": 2}, "the threshold of ShuffleDegree is 2"),
        ({"view": "AddSent2Opt", "sentence": "none"}, "sentence setting 'none' does not exist"),
        ({"format": "word"}, "format to write 'word' does not exist"),
        ({"split": "test"}, "no split 'test'"),
    ],
)
def test_a_view_that_does_not_exist_or_does_not_fit_is_refused(tmp_path, told, found):
    with pytest.raises(UsageError, match=found):
        convert("sample", tmp_path / "x.jsonl", **told)
    assert list(tmp_path.iterdir()) == []


def test_names_are_known_in_any_case_and_are_all_different():
    assert len({name.casefold() for name in view_names()}) == len(view_names())
    assert all(view_named(name.swapcase()) == name for name in view_names())


# --- notes and files ------------------------------------------------------------------------------------------------


def test_a_plain_conversion_has_no_note_and_holds_the_data(tmp_path):
    done = convert("sample", tmp_path / "x.parquet")
    assert (done.provenance, done.lost) == (None, ())
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.parquet"]
    assert read(tmp_path / "x.parquet").items == sample().items


def test_the_note_says_where_the_data_is_from_and_what_was_done(tmp_path):
    given = {"data": "sample", "to": tmp_path / "x.jsonl", "view": "AddSent2Opt-Shuffle", "seed": 7}
    done = CONVERT.ready(given).perform(command="magnetite convert …")
    found = note(done)
    assert done.provenance == tmp_path / "x.jsonl.provenance"
    assert found["source"]["fingerprint"] == sample().fingerprint
    assert found["settings"] == {"threshold": 0.65, "sentence": "distractor", "tries": 100, "naive": False, "seed": 7}
    assert (found["command"], found["format"], found["written"]["items"]) == ("magnetite convert …", "jsonl", 96)
    assert found["written"]["fingerprint"] == done.dataset.fingerprint


def test_what_was_lost_and_skipped_stands_in_the_note(tmp_path):
    rows = [{"passage": "p", "question": "q", "options": ["a", "b"], "answer": "A", "id": n} for n in "12"]
    rows.append({"passage": "p", "question": "q", "options": ["a"], "answer": "A", "id": "3"})
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(UsageError, match=r"cannot store all of this.*with --lose"):
        convert(path, tmp_path / "out", format="race", reading=Reading(skip_bad=True))
    done = convert(path, tmp_path / "out", format="race", reading=Reading(skip_bad=True), lose=True)
    assert note(done)["lost"] == list(done.lost)
    assert "it has 1 option;" in note(done)["skipped"][0]
    assert any(line.startswith("Skipped: ") for line in done.notes)


def test_a_note_is_replaced_or_removed_with_its_data(tmp_path):
    convert("sample", tmp_path / "x.jsonl", view="QO")
    convert("sample", tmp_path / "x.jsonl", overwrite=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.jsonl"]


def test_a_file_that_is_no_note_of_ours_is_not_replaced_without_being_told(tmp_path):
    (tmp_path / "x.jsonl.provenance").write_text("bought at an auction in 1911")
    with pytest.raises(UsageError, match=r"x\.jsonl\.provenance: exists already"):
        convert("sample", tmp_path / "x.jsonl", view="QO")
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize("view", ["QO", None])
def test_a_conversion_killed_before_its_data_is_in_place_is_given_again(tmp_path, monkeypatch, view):
    convert("sample", tmp_path / "whole.jsonl", view=view)
    convert("sample", tmp_path / "x.jsonl", view="O")
    (tmp_path / "x.jsonl").unlink()

    def killed(*_given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sys.modules["examfiles.writing"], "_move", killed)
        with pytest.raises(KeyboardInterrupt):
            convert("sample", tmp_path / "x.jsonl", view=view)
    assert not (tmp_path / "x.jsonl").exists()
    done = convert("sample", tmp_path / "x.jsonl", view=view)
    assert done.path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert (tmp_path / "x.jsonl.provenance").exists() == (view is not None)


def test_splits_written_into_one_folder_have_a_note_each(tmp_path):
    for split in ("dev", "test"):
        convert(exam(split=split), tmp_path / "out", format="race", lose=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["out", "out.dev.provenance", "out.test.provenance"]
    assert len(read(tmp_path / "out", "dev")) == 12


def test_a_dataset_is_not_told_how_to_be_read():
    with pytest.raises(UsageError, match="this is a Dataset, already read"):
        convert(exam(), "x.jsonl", split="test")


# --- real data ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def race():
    if not (DATA / "RACE.tar.gz").exists():
        pytest.skip("RACE is not here")
    return read(DATA / "RACE.tar.gz", "dev")


def test_race_goes_through_its_own_layout_and_every_table_unchanged(tmp_path, race):
    part = race.with_items(race.items[:400])
    for name in ("race.tar.gz", "x.jsonl", "x.csv", "x.parquet"):
        assert write(part, tmp_path / name) == ()
        assert read(tmp_path / name).items == part.items


def test_an_attack_on_race_keeps_its_layout_where_only_options_change(tmp_path, race):
    part = race.with_items(race.items[:100])
    done = convert(part, tmp_path / "out", format="race", view="addsent2opt-shuffle", seed=7)
    assert done.lost == ()
    assert read(tmp_path / "out").items == done.dataset.items


@pytest.mark.parametrize("name", ["DREAM", "MCScript", "MCTest", "CosmosQA", "ReClor"])
def test_other_exams_go_through_every_table_unchanged(tmp_path, name):
    if not (DATA / name).exists():
        pytest.skip(f"{name} is not here")
    source = DATA / name / "MCTest" if (DATA / name / "MCTest").exists() else DATA / name
    try:
        dataset = read(source, "dev")
    except UsageError as error:
        pytest.skip(str(error))
    dataset = dataset.with_items(dataset.items[:200])
    for suffix in ("jsonl", "csv", "parquet"):
        assert write(dataset, tmp_path / f"x.{suffix}") == ()
        assert read(tmp_path / f"x.{suffix}").items == dataset.items
