"""What a folder of systems may hold, and what is said where it does not."""

import pytest
from tests.auditing.made import write_card, write_ensemble, write_system

from magnetite.auditing.systems.folders import system_in, systems_in
from magnetite.core.errors import ModelError


def test_single_systems_and_ensembles_stand_side_by_side(tmp_path):
    write_system(tmp_path / "a", "QOC", calibration={"temperature": 0.8, "dataset": "RACE", "split": "dev", "items": 9})
    write_ensemble(tmp_path / "b", "QO", measured={"RACE test": 0.4})
    found = systems_in(tmp_path)
    assert list(found) == ["QO", "QOC"]
    assert [member.name for member in found["QO"].members] == ["seed-0", "seed-1", "seed-2"]
    assert found["QOC"].members == (tmp_path / "a",)
    assert (found["QO"].calibration, found["QOC"].calibration.temperature) == (None, 0.8)
    assert found["QOC"].calibration.fitted_on == "RACE dev, 9 questions"


def test_an_ensembles_training_is_its_members(tmp_path):
    write_ensemble(tmp_path, "QO", measured={"RACE test": 0.4})
    training = system_in(tmp_path).training
    assert training["card"]["data"]["name"] == "small"
    assert training["card"]["measured"] == {"RACE test": 0.4}
    assert [point["seed"] for point in training["curve"]] == [0, 1, 2]


def test_two_systems_of_a_view_are_an_error_that_says_how_to_make_an_ensemble(tmp_path):
    write_system(tmp_path / "one", "QO")
    write_system(tmp_path / "two", "QO")
    with pytest.raises(
        ModelError, match=r"both 'one' and 'two'.*make them an ensemble.*\"members\": \[\"one\", \"two\"\]"
    ):
        systems_in(tmp_path)


def test_what_the_error_proposes_works(tmp_path):
    write_system(tmp_path / "qo" / "one", "QO")
    write_system(tmp_path / "qo" / "two", "QO")
    write_card(tmp_path / "qo", {"view": "QO", "members": ["one", "two"]})
    assert len(systems_in(tmp_path)["QO"].members) == 2


def test_a_member_of_another_view_is_refused(tmp_path):
    write_ensemble(tmp_path, "QO")
    write_system(tmp_path / "seed-1", "QOC")
    with pytest.raises(ModelError, match="seed-1: trained for the view QOC, but a member of an ensemble for QO"):
        system_in(tmp_path)


def test_a_member_that_is_not_there_is_named(tmp_path):
    write_ensemble(tmp_path, "QO")
    (tmp_path / "seed-2" / "magnetite.json").unlink()
    with pytest.raises(ModelError, match=r"names the member 'seed-2', but .* holds no magnetite\.json"):
        system_in(tmp_path)


@pytest.mark.parametrize("members", [[], None, "seed-0", ["../other"], ["a/b"], [3], [""], [".."]])
def test_members_are_names_of_subfolders(tmp_path, members):
    write_card(tmp_path, {"view": "QO", "members": members})
    with pytest.raises(ModelError, match=r'"members" is .*; expected the names of its sub-folders'):
        system_in(tmp_path)


def test_a_member_named_twice_is_refused(tmp_path):
    write_ensemble(tmp_path, "QO", members=("seed-0", "seed-0"))
    with pytest.raises(ModelError, match="names a sub-folder twice"):
        system_in(tmp_path)


def test_an_ensembles_card_that_names_no_members_says_so(tmp_path):
    write_ensemble(tmp_path, "QO")
    write_card(tmp_path, {"view": "QO"})
    with pytest.raises(ModelError, match="names no members, though systems lie in sub-folders"):
        system_in(tmp_path)


@pytest.mark.parametrize("view", [None, "QCO", 3])
def test_a_card_names_a_view_there_is(tmp_path, view):
    write_card(tmp_path, {"view": view, "members": ["seed-0"]})
    with pytest.raises(ModelError, match=r'"view" is .*; expected one of O, QO, CO, QOC'):
        system_in(tmp_path)


@pytest.mark.parametrize("value", [0, -1, "warm", None, True, float("nan"), float("inf")])
@pytest.mark.parametrize("write", [write_system, write_ensemble])
def test_a_temperature_that_is_no_positive_number_is_refused(tmp_path, write, value):
    write(tmp_path, "QO", calibration={"temperature": value})
    with pytest.raises(ModelError, match=r'temperature under "calibration" is .*; expected a positive number'):
        system_in(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '"card"'])
def test_a_card_that_is_no_json_object_is_named(tmp_path, text):
    (tmp_path / "magnetite.json").write_text(text)
    with pytest.raises(ModelError, match=r"magnetite\.json"):
        system_in(tmp_path)
