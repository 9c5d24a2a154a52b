"""Lists of options are read from any of three kinds of file, written so that they come back, and refused by line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Dataset, Item
from magnetite.inputs.option_lists import LISTS, ListedOption, read_options, write_options

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
listed = st.builds(
    ListedOption,
    texts,
    st.none() | st.floats(0, 1),
    st.none() | st.booleans(),
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=3).map(tuple),
)


def file(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@settings(max_examples=60, deadline=None)
@given(st.lists(listed, min_size=1, max_size=6))
def test_what_is_written_comes_back(tmp_path_factory, rows):
    path = tmp_path_factory.getbasetemp() / "written.jsonl"
    write_options(path, rows)
    assert read_options(path) == tuple(rows)


def test_jsonl_may_say_more_or_less_and_other_keys_are_left_alone(tmp_path):
    path = file(tmp_path, "o.jsonl", '{"option": "e,c,a", "interference": 1, "rank": 3}\n\n{"option": "a cat"}\n')
    assert read_options(path) == (ListedOption("e,c,a", 1.0), ListedOption("a cat"))


def test_csv_has_a_column_option_or_only_one_column(tmp_path):
    wide = file(tmp_path, "o.csv", '﻿rank,option,interference,series\n1,"A, B and C",0.9,True\n2,a cat,,false\n')
    assert read_options(wide) == (ListedOption("A, B and C", 0.9, True), ListedOption("a cat", None, False))
    narrow = file(tmp_path, "narrow.csv", 'magnet\n"A, B and C"\na cat\n')
    assert [row.option for row in read_options(narrow)] == ["A, B and C", "a cat"]


def test_any_other_file_holds_one_option_a_line_commas_and_all(tmp_path):
    path = file(tmp_path, "o.txt", b"\xef\xbb\xbfe,c,a,f\r\n[both]\r\na cat \r\n\r\n")
    assert [row.option for row in read_options(path)] == ["e,c,a,f", "[both]", "a cat"]
    lines = file(tmp_path, "magnets", json.dumps({"option": "a cat", "origins": ["q1", "q2"]}) + "\n")
    assert read_options(lines) == (ListedOption("a cat", origins=("q1", "q2")),)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("o.jsonl", "", "the file is empty; expected options"),
        ("o.txt", " \n\n", "the file is empty; expected options"),
        ("o.csv", "option\n", "holds no option"),
        ("o.jsonl", '{"option": "a"}\n{"option": "  "}\n', "line 2: the option is empty"),
        ("o.jsonl", '{"option": null}\n', "line 1: the option is empty"),
        ("o.jsonl", '{"option": 7}\n', "line 1: the option is the value 7; expected text"),
        ("o.jsonl", '{"option": "a"}\n{"text": "b"}\n', "line 2: 'option' is missing; found 'text'"),
        ("o.jsonl", '{"text": "b"}\n', "line 1: 'option' is missing; found 'text'"),
        ("o.jsonl", '{"option": "a"\n', "line 1: the JSON is invalid"),
        ("o.jsonl", '"a"\n', "line 1: found a text 'a'; expected an object"),
        ("o.jsonl", '{"option": "a", "interference": "high"}\n', "line 1: the interference is a text 'high'"),
        ("o.jsonl", '{"option": "a", "interference": true}\n', "line 1: the interference is the value True"),
        ("o.jsonl", '{"option": "a", "interference": NaN}\n', "line 1: the interference is the value nan"),
        ("o.jsonl", '{"option": "a", "series": 2}\n', "line 1: series is the value 2; expected true or false"),
        ("o.jsonl", '{"option": "a", "origins": 2}\n', "line 1: the origins are the value 2; expected a list"),
        ("o.jsonl", '{"option": "\\ud800"}\n', "line 1: the option has half a character"),
        ("o.txt", "a\n\nb\n", "line 2: the option is empty"),
        ("o.csv", "a,b\n1,2\n", "line 2: 'option' is missing; found 'a', 'b'"),
        ("o.csv", "option,interference\na,0.1\nb,high\n", "line 3: the interference is a text 'high'"),
        ("o.csv", "option,interference\n,0.1\n", "line 2: the option is empty"),
        ("o.csv", "option,interference\na,1\n,\n", r"1 row\(s\) are empty"),
        ("o.csv", "option\na, b\n", "line 2: found 2 fields; expected 1"),
        ("o.txt", b"caf\xe9\n", r"byte 3 \(0xE9\) is not UTF-8"),
        ("o.txt", b"\x1f\x8b" + b"\0" * 600, "found an archive; expected one file of options"),
    ],
)
def test_a_bad_list_is_refused_with_its_line(tmp_path, name, content, said):
    with pytest.raises(DataError, match=said):
        read_options(file(tmp_path, name, content))


def test_a_place_without_a_file_is_refused(tmp_path):
    with pytest.raises(DataError, match="there is no such file or folder"):
        read_options(tmp_path / "none.jsonl")
    with pytest.raises(DataError, match="found a folder; expected one file of options"):
        read_options(tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        write_options(tmp_path, [ListedOption("a cat")])


def exam(split, *ids):
    items = [Item(name, name, f"Passage of {name}.", "Who?", (f"{name} one", f"{name} two"), 0) for name in ids]
    return Dataset("exam", tuple(items), split)


def by_split(name):
    if name == "dev":
        raise UsageError("exam: no split 'dev'; it has train, test.")
    return exam(name, f"{name}-1", f"RACE/{name}-2")


def test_places_are_looked_up_in_the_splits_they_name_and_in_no_others(tmp_path):
    path = file(tmp_path, "o.places", "# a note\n\nRACE test test-1 B\r\n RACE  train train-2 A\nRACE test test-1 A\n")
    read = []
    options = read_options(path, lambda name: read.append(name) or by_split(name))
    assert options == (
        ListedOption("test-1 two", origins=("test-1",)),
        ListedOption("RACE/train-2 one", origins=("RACE/train-2",)),  # where RACE is joined to other data
        ListedOption("test-1 one", origins=("test-1",)),
    )
    assert read == ["test", "train"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("# nothing\n", "the file names no place; expected one per line, such as RACE test"),
        ("RACE test-1 B\n", "line 1: found 'RACE test-1 B'; expected dataset, split, question and letter"),
        ("#\nRACE test test-9 B\n", "line 2: RACE test test-9 B is not in exam test, which has no such .* Give data"),
        ("RACE test test-1 C\n", "line 1: RACE test test-1 C: the question's options are A to B; found 'C'"),
        ("RACE dev dev-1 A\n", "line 1: RACE dev dev-1 A cannot be looked up. exam: no split 'dev'.* Give data"),
    ],
)
def test_a_place_without_an_option_is_refused_with_what_to_do(tmp_path, content, said):
    with pytest.raises(DataError, match=said):
        read_options(file(tmp_path, "o.places", content), by_split)


def test_places_need_data(tmp_path):
    with pytest.raises(DataError, match="There is no data to read the split 'test' from"):
        read_options("lin2021-a2")


def test_lists_are_known_by_name_unless_there_is_a_file_of_that_name(tmp_path, monkeypatch):
    places = {name: path.read_text("utf-8").splitlines() for name, path in LISTS.items()}
    places = {name: [line for line in lines if not line.startswith("#")] for name, lines in places.items()}
    assert {name: len(lines) for name, lines in places.items()} == {
        "lin2021-a2": 20,
        "lin2021-a3": 10,
        "lin2021-table1": 2,
    }
    assert set(places["lin2021-table1"]) < set(places["lin2021-a2"])
    with pytest.raises(DataError, match="lin2021-a3, line 5: RACE test high11771-3 D is not in exam test"):
        read_options("lin2021-a3", by_split)
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "lin2021-a3", "an option\n")
    assert read_options("lin2021-a3") == (ListedOption("an option"),)
