"""Several sources read as one dataset."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.report.wording import notes_of
from magnetite.running.data import join, load_datasets, load_joined, parts_of, said_split
from tests.commands.made import exam
from tests.strategies import datasets

REAL = Path(__file__).parents[5] / "shared" / "data"
HEADER = "passage,question,A,B,answer\n"


def table(path, *questions, level=None):
    rows = "".join(f"Text of {path.stem}.,{question},yes,no,A\n" for question in questions)
    path.write_text(HEADER + rows, "utf-8")
    return path


@given(st.lists(datasets(), min_size=2, max_size=4, unique_by=lambda data: data.fingerprint))
def test_nothing_is_lost_and_ids_are_unique(parts):
    joined = join(parts)
    assert len({item.id for item in joined}) == len(joined) == sum(map(len, parts))
    assert [item.question for item in joined] == [item.question for part in parts for item in part]
    assert [item.answer for item in joined] == [item.answer for part in parts for item in part]
    levels = [item.level for part in parts for item in part]
    assert all(now == before for now, before in zip([i.level for i in joined], levels, strict=True) if before)


def test_levels_stay_and_a_part_without_any_gets_its_name():
    plain = exam(name="plain").with_items([Item("1", "p", "text", "ask", ("a", "b"))])
    joined = join([exam(name="levels"), plain])
    assert {item.level for item in joined} == {"low", "high", "plain"}


def test_passages_of_one_name_are_kept_apart_and_one_text_keeps_its_name():
    first, other = exam(2, 1, name="first"), exam(2, 1, name="other")
    shared = Item("x", "elsewhere", first[0].passage, "another question", ("a", "b"), 0)
    joined = join([first, other.with_items([*other, shared])])
    assert [item.passage_id for item in joined] == ["first/p0", "first/p1", "other/p0", "other/p1", "first/p0"]


def test_a_question_of_two_parts_is_remarked():
    first = exam(2, 1, name="first")
    joined = join([first, exam(2, 1, name="other").with_items([first[0]])])
    assert "1 of 3 questions repeats another one, text for text." in notes_of(joined.notes)


def test_a_part_given_twice_is_refused():
    with pytest.raises(DataError, match=r"has the same questions as small.*Join a part once"):
        join([exam(), exam()])


def test_parts_of_one_name_are_told_apart():
    joined = join([exam(2, 1, split="dev"), exam(3, 1, split="test")])
    assert (joined.name, joined.split) == ("small-dev+small-test", "dev+test")
    assert {item.id.split("/")[0] for item in joined} == {"small-dev", "small-test"}


def test_an_existing_path_is_never_cut(tmp_path):
    path = table(tmp_path / "c++ exam+answers.csv", "one")
    other = table(tmp_path / "b.csv", "two")
    assert parts_of(f"{path}+{other}") == (str(path), str(other))
    assert parts_of(path) == (str(path),)
    assert load_joined(f"{other}+{path}").name == "b+c++ exam+answers"


def test_a_path_that_ends_like_a_split_is_a_path_where_it_exists(tmp_path):
    path = table(tmp_path / "me@dev", "one")
    assert said_split(path) == (str(path), None)
    assert said_split(tmp_path / "you@dev") == (str(tmp_path / "you"), "dev")


def test_what_is_read_alone_stays_as_it_was(tmp_path):
    path = table(tmp_path / "a.csv", "one", "two")
    assert load_joined(str(path)) == magnetite.read(str(path))


def test_datasets_and_paths_can_be_joined(tmp_path):
    joined = load_joined([exam(2, 1), table(tmp_path / "a.csv", "one"), "sample"])
    assert joined.name == "small+a+sample-exam"
    assert len(joined) == 2 + 1 + 96


def test_each_part_gives_the_split_asked_for(tmp_path):
    for name in ("train", "test"):
        table(tmp_path / f"a.{name}.csv", f"of {name}")
    (tmp_path / "b").mkdir()
    for name in ("train", "test"):
        table(tmp_path / "b" / f"{name}.csv", f"b of {name}")
    folder = tmp_path / "b"
    joined = load_joined(f"{tmp_path / 'a.test.csv'}+{folder}", "test")
    assert [item.question for item in joined] == ["of test", "b of test"]
    assert joined.split == "test"
    assert load_joined(f"{folder}@train", None)[0].question == "b of train"


@pytest.mark.parametrize(
    ("data", "split", "said"),
    [
        ("{0}/a.csv+{0}/gone.csv", None, r"gone\.csv: there is no such file"),
        ("{0}/a.csv+", None, r"there is nothing on one side of a '\+'"),
        ("{0}/a.csv+{0}/b.test.csv", "test", r"a\.csv: names no split.*say so: .*a\.csv@test"),
        ("{0}/b.test.csv+{0}/c.dev.csv", "test", r"c\.dev\.csv: no split 'test'; it has dev"),
        ("{0}/a.csv@dev+{0}/b.test.csv", "test", r"a\.csv@dev: says that it is 'dev', but the split 'test'"),
        ("{0}/b.test.csv@dev", None, r"b\.test\.csv: no split 'dev'; it has test"),
    ],
)
def test_a_part_that_cannot_be_read_is_named(tmp_path, data, split, said):
    for name in ("a", "b.test", "c.dev"):
        table(tmp_path / f"{name}.csv", f"of {name}")
    with pytest.raises((DataError, UsageError), match=said):
        load_joined(data.format(tmp_path), split)


def test_an_id_twice_in_a_part_is_an_error_of_that_part(tmp_path):
    (tmp_path / "a.csv").write_text("id," + HEADER + "1,Text.,one,yes,no,A\n1,Other.,two,yes,no,A\n")
    with pytest.raises(DataError, match=r"a\.csv.*the id '1' is taken"):
        load_joined(f"{tmp_path / 'a.csv'}+sample")


def test_a_part_that_names_no_split_is_what_it_is_said_to_be(tmp_path):
    path = table(tmp_path / "a.csv", "one")
    assert load_joined(f"{path}@val").split == "dev"
    assert load_joined(f"{path}@test+{table(tmp_path / 'b.test.csv', 'two')}", "test").split == "test"


def test_all_splits_that_the_parts_share_are_described(tmp_path):
    for part, names in (("a", ("train", "dev", "test")), ("b", ("train", "test"))):
        (tmp_path / part).mkdir()
        for name in names:
            table(tmp_path / part / f"{name}.csv", f"{part} {name}")
    found = load_datasets(f"{tmp_path / 'a'}+{tmp_path / 'b'}")
    assert [(data.name, data.split, len(data)) for data in found] == [("a+b", "train", 2), ("a+b", "test", 2)]


def test_skipped_items_and_notes_name_their_part(tmp_path):
    (tmp_path / "bad.csv").write_text(HEADER + "Text.,one,yes,no,A\n,two,yes,no,A\n")
    joined = load_joined(f"{tmp_path / 'bad.csv'}+sample", skip_bad=True)
    assert [left.where.startswith("bad: ") for left in joined.skipped] == [True]


def test_an_audit_takes_joined_data(tmp_path):
    path = table(tmp_path / "a.csv", "one", "two")
    run = magnetite.audit(f"{path}+sample", "longest", experiments=("accuracy",), store="off")
    assert run.dataset["name"] == "a+sample-exam"
    assert run.dataset["items"] == 98


@pytest.mark.skipif(not REAL.is_dir(), reason="the real datasets are not on this machine")
def test_race_plus_plus_is_race_and_race_c():
    data = f"{REAL / 'RACE.tar.gz'}+{REAL / 'RACE-C' / 'race_c_496.csv'}@test"
    joined = load_joined(data, "test")
    levels = [item.level for item in joined]
    assert {level: levels.count(level) for level in set(levels)} == {"middle": 1436, "high": 3498, "college": 496}
    assert len({item.id for item in joined}) == 5430
    assert joined.name == "RACE+race_c_496"


def test_a_dataset_is_given_as_it_is():
    data = Dataset("made", exam().items)
    assert load_joined(data) is data
