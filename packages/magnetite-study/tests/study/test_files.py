"""A study's folder: written whole, read back the same, and refused where it is not what it should be."""

import json
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Item
from magnetite_study.files import DESIGN, design_print, read_design, write_design
from tests.strategies import texts
from tests.study.made import attack, items, no_passage, with_a_model, with_and_without


@pytest.mark.parametrize(
    "design", [attack(), attack(assignment="fixed"), no_passage(), with_and_without(), with_a_model(attack())]
)
def test_a_design_is_read_back_as_it_was_written(tmp_path, design):
    write_design(tmp_path / "study", design)
    assert read_design(tmp_path / "study") == design


@given(st.lists(texts, min_size=4, max_size=4, unique=True), texts, texts)
def test_any_text_comes_back(tmp_path_factory, options, passage, question):
    folder = tmp_path_factory.mktemp("study")
    odd = [Item(f"i{k}", f"p{k}", f"x{passage}", question, tuple(options), k) for k in range(2)]
    design = attack(2, items=odd, title=question, consent=passage, fields=("Age",))
    write_design(folder, design)
    assert read_design(folder) == design


def test_the_folder_is_its_owners_alone(tmp_path):
    write_design(tmp_path / "study", attack())
    assert stat.S_IMODE((tmp_path / "study").stat().st_mode) == 0o700


def test_a_study_is_never_written_over(tmp_path):
    write_design(tmp_path, attack())
    with pytest.raises(UsageError, match="there is already a study, and a design is never changed"):
        write_design(tmp_path, attack(seed=1))


def test_a_folder_without_a_study_says_how_to_make_one(tmp_path):
    with pytest.raises(UsageError, match=r"there is no study here.*magnetite study create"):
        read_design(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "no json"])
def test_a_damaged_design_is_a_clear_error(tmp_path, text):
    (tmp_path / DESIGN).write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"study\.json: this is not the design of a study"):
        read_design(tmp_path)


@pytest.mark.parametrize("change", [{"kind": "other"}, {"assignment": "other"}, {"questions": [{}]}])
def test_a_design_with_an_unknown_part_is_a_clear_error(tmp_path, change):
    path = write_design(tmp_path, attack())
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(DataError, match="this is not the design of a study"):
        read_design(tmp_path)


def test_a_later_format_is_named(tmp_path):
    (tmp_path / DESIGN).write_text('{"format": 2}', "utf-8")
    with pytest.raises(DataError, match="its format is 2; this version of Magnetite reads format 1"):
        read_design(tmp_path)


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        write_design(tmp_path / "file" / "study", attack())


def test_the_print_follows_what_booklets_are_made_from_and_not_the_words_around_them():
    design = attack()
    assert design_print(design) == design_print(attack(title="Another title", participants=8))
    assert design_print(design) != design_print(attack(seed=1))
    assert design_print(design) != design_print(attack(items=items(21)[1:]))
