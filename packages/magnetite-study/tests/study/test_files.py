"""A study's folder: written whole, read back the same, and refused where it is not what it should be."""

import json
import stat
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Item
from magnetite_study.database import Database
from magnetite_study.exclusions import Exclusions
from magnetite_study.files import DESIGN, design_print, read_design, write_design
from tests.strategies import texts
from tests.study.made import attack, no_passage, study, with_a_model, with_and_without


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
    (tmp_path / DESIGN).write_text('{"format": 3}', "utf-8")
    with pytest.raises(DataError, match="its format is 3; this version of Magnetite reads formats 1 and 2"):
        read_design(tmp_path)


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        write_design(tmp_path / "file" / "study", attack())


@pytest.mark.parametrize(
    "change",
    [
        *({"seed": 1}, {"title": "Other"}, {"instructions": "Other"}, {"consent": "Other"}, {"language": "de"}),
        *({"fields": ("Age",)}, {"allow_change": True}, {"participants": 8}, {"exclusions": Exclusions(complete=True)}),
        {"questions": attack().questions[1:]},
    ],
)
def test_the_print_follows_all_that_people_see_and_agree_to_and_how_answers_are_analysed(change):
    assert design_print(attack()) == design_print(attack())
    assert design_print(replace(attack(), **change)) != design_print(attack())


@pytest.mark.parametrize("part", ["consent", "allow_change", "title", "participants", "fields", "exclusions"])
def test_a_study_whose_texts_were_edited_once_it_was_made_is_not_opened(tmp_path, part):
    path = study(tmp_path / "study") / DESIGN
    raw = json.loads(path.read_text("utf-8"))
    other = {"allow_change": True, "participants": 2, "fields": ["Age"], "exclusions": {"complete": True}}
    path.write_text(json.dumps(raw | {part: other.get(part, "Another text")}), "utf-8")
    with pytest.raises(DataError, match=r"belong to another design.*put back the study.json"):
        Database(tmp_path / "study")


def test_a_study_of_the_first_format_has_the_booklets_and_the_print_that_it_had(tmp_path):
    design = replace(attack(4), edition=1)
    assert [shown.id for shown in design.booklet(1)] == ["q02", "q03", "q04", "q01"]
    assert [shown.id for shown in design.booklet(2)] == ["q02", "q01", "q04", "q03"]
    assert design_print(design)[:16] == "2e68450e28302fc0"
    raw = json.loads(write_design(tmp_path, design).read_text("utf-8"))
    assert raw["format"] == 1
    assert "exclusions" not in raw
    assert read_design(tmp_path) == design
