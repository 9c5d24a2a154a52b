"""Trained systems in folders, and which of them saw the questions that they are asked."""

from dataclasses import replace

import pytest

import magnetite
from examfiles.items import Dataset, Item
from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of, text_of
from magnetite.scorers import system
from magnetite.scorers.find import find_systems
from magnetite.scorers.system import System, read_system, read_systems, seen_in_training
from magnetite.views.shingles import sketch_bytes, sketched
from tests.commands.made import exam, write_card, write_ensemble, write_system
from tests.scorers.conftest import save_tiny
from tests.views.test_shingles import text


def test_a_models_folder_may_be_given_as_a_path_wherever_a_model_is_named(tmp_path):
    folder = save_tiny("bert", tmp_path / "model")
    data, how = exam(2), {"store": "off", "asking": magnetite.Asking(device="cpu", dtype="float32")}
    one = {**how, "views": ("QO",)}
    asks = [
        lambda model: magnetite.audit(data, model, experiments=["accuracy"], **one),
        lambda model: magnetite.check(data, model, **how).run,
        lambda model: magnetite.magnets(data, [model, "longest"], top=2, **one),
    ]
    for ask in asks:
        by_path, by_name = ask(folder), ask(str(folder))
        assert repr(by_path.findings) == repr(by_name.findings)  # of which some are no numbers
        assert by_path.settings == by_name.settings
    assert magnetite.score(data, folder, **one).equals(magnetite.score(data, str(folder), **one))


def test_the_name_of_a_baseline_wins_over_a_folder(tmp_path, monkeypatch):
    write_system(tmp_path / "longest", "QO")
    monkeypatch.chdir(tmp_path)
    assert find_systems("longest", ("QO",)).by_view["QO"].first.name == "longest baseline"
    with pytest.raises(ModelError):
        find_systems("./longest", ("QO",))


def test_single_systems_and_ensembles_stand_side_by_side(tmp_path):
    write_system(tmp_path / "a", "QOC", calibration={"temperature": 0.8, "dataset": "RACE", "split": "dev", "items": 9})
    write_ensemble(tmp_path / "b", "QO", measured={"RACE test": 0.4})
    found = read_systems(tmp_path)
    assert list(found) == ["QO", "QOC"]
    assert [member.name for member in found["QO"].members] == ["seed-0", "seed-1", "seed-2"]
    assert found["QOC"].members == (tmp_path / "a",)
    assert (found["QO"].calibration, found["QOC"].calibration.temperature) == (None, 0.8)
    assert found["QOC"].calibration.fitted_on == "RACE dev, 9 questions"


def test_an_ensembles_training_is_its_members(tmp_path):
    write_ensemble(tmp_path, "QO", measured={"RACE test": 0.4})
    training = read_system(tmp_path).training
    assert training["card"]["data"]["name"] == "small"
    assert training["card"]["measured"] == {"RACE test": 0.4}
    assert [point["seed"] for point in training["curve"]] == [0, 1, 2]


def test_two_systems_of_a_view_are_an_error_that_says_how_to_make_an_ensemble(tmp_path):
    write_system(tmp_path / "one", "QO")
    write_system(tmp_path / "two", "QO")
    with pytest.raises(
        ModelError, match=r"both 'one' and 'two'.*make them an ensemble.*\"members\": \[\"one\", \"two\"\]"
    ):
        read_systems(tmp_path)


def test_what_the_error_proposes_works(tmp_path):
    write_system(tmp_path / "qo" / "one", "QO")
    write_system(tmp_path / "qo" / "two", "QO")
    write_card(tmp_path / "qo", {"view": "QO", "members": ["one", "two"]})
    assert len(read_systems(tmp_path)["QO"].members) == 2


def test_a_member_of_another_view_is_refused(tmp_path):
    write_ensemble(tmp_path, "QO")
    write_system(tmp_path / "seed-1", "QOC")
    with pytest.raises(ModelError, match="seed-1: trained for the view QOC, but a member of an ensemble for QO"):
        read_system(tmp_path)


def test_a_member_that_is_not_there_is_named(tmp_path):
    write_ensemble(tmp_path, "QO")
    (tmp_path / "seed-2" / "magnetite.json").unlink()
    with pytest.raises(ModelError, match=r"names the member 'seed-2', but .* has no magnetite\.json"):
        read_system(tmp_path)


@pytest.mark.parametrize("members", [[], None, "seed-0", ["../other"], ["a/b"], [3], [""], [".."]])
def test_members_are_names_of_subfolders(tmp_path, members):
    write_card(tmp_path, {"view": "QO", "members": members})
    with pytest.raises(ModelError, match=r'"members" is .*; expected the names of its sub-folders'):
        read_system(tmp_path)


def test_a_member_named_twice_is_refused(tmp_path):
    write_ensemble(tmp_path, "QO", members=("seed-0", "seed-0"))
    with pytest.raises(ModelError, match="names a sub-folder twice"):
        read_system(tmp_path)


def test_an_ensembles_card_that_names_no_members_says_so(tmp_path):
    write_ensemble(tmp_path, "QO")
    write_card(tmp_path, {"view": "QO"})
    with pytest.raises(ModelError, match="names no members, though there are systems in sub-folders"):
        read_system(tmp_path)


@pytest.mark.parametrize("view", [None, "QCO", 3])
def test_a_card_names_a_view_there_is(tmp_path, view):
    write_card(tmp_path, {"view": view, "members": ["seed-0"]})
    with pytest.raises(ModelError, match=r'"view" is .*; expected one of O, QO, CO, QOC'):
        read_system(tmp_path)


@pytest.mark.parametrize("value", [0, -1, "warm", None, True, float("nan"), float("inf")])
@pytest.mark.parametrize("write", [write_system, write_ensemble])
def test_a_temperature_that_is_no_positive_number_is_refused(tmp_path, write, value):
    write(tmp_path, "QO", calibration={"temperature": value})
    with pytest.raises(ModelError, match=r'temperature under "calibration" is .*; expected a positive number'):
        read_system(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '"card"'])
def test_a_card_that_is_no_json_object_is_named(tmp_path, text):
    (tmp_path / "magnetite.json").write_text(text)
    with pytest.raises(ModelError, match=r"magnetite\.json"):
        read_system(tmp_path)


ITEMS = tuple(
    Item(f"q{n}", f"p{n}", f"Ann has {n} cats.", "How many cats?", ("none", f"{n} cats"), 1) for n in range(2, 8)
)
TRAIN = Dataset("Cats", ITEMS[:3], "train")
TEST = Dataset("Cats", ITEMS[3:], "test")


def trained(card):
    member = next(iter(find_systems("longest", None).by_view.values())).first
    return System("mine", (member,), ("mine",), training={"card": card})


def described(dataset):
    return {"name": dataset.name, "split": dataset.split, "items": len(dataset), "hash": dataset.fingerprint}


@pytest.mark.parametrize(
    "card",
    [
        {"data": described(TRAIN)},
        {"data": {"name": "Cats", "split": "train"}},
        {"data": {"name": "Dogs+Cats", "split": "train"}},
        {"data": described(TEST), "init": {"data": None, "init": {"data": described(TRAIN)}}},
        {"data": {"name": "otherwise named", "hash": TRAIN.fingerprint}},
    ],
    ids=["itself", "by name", "among others", "what it started from", "by its texts"],
)
def test_a_system_trained_on_what_it_is_asked_is_named(card):
    (note,) = seen_in_training([trained(card)], TRAIN)
    assert (note.values["system"], note.values["data"]) == ("mine", "Cats train")


@pytest.mark.parametrize(
    "card",
    [
        None,
        {},
        {"data": None},
        {"data": described(TEST)},
        {"init": "bare"},
        {"data": {"name": "Catseye+Dogs", "split": "train"}},
    ],
)
def test_a_system_trained_on_nothing_or_elsewhere_is_not(card):
    assert seen_in_training([trained(card)], TRAIN) == ()


def test_passages_that_a_system_read_in_training_are_counted_by_its_sketch_once_for_all_that_read_them(tmp_path):
    read, strange = (Dataset("read", (replace(ITEMS[0], passage=text(n)),)) for n in (1, 2))
    path = tmp_path / "passages.sketch"
    path.write_bytes(sketch_bytes(sketched([text(1)])))
    systems = [replace(trained({}), name=name, sketches=(path,)) for name in ("qo", "qoc")]
    (note,) = seen_in_training(systems, read)
    assert note.code == "note-passages-seen"
    assert note.values == {"systems": ["qo", "qoc"], "seen": 1, "passages": 1, "first": ["p2"]}
    assert text_of(note).startswith("1 of 1 passages occur in the training data of the systems qo and qoc,")
    assert seen_in_training(systems, strange) == ()
    named = trained({"data": {"name": "read", "split": None, "hash": read.fingerprint}})
    noted = seen_in_training([replace(named, sketches=(path,))], read)
    assert [each.code for each in noted] == ["note-seen-in-training"]


def test_a_system_on_a_public_data_set_is_known_by_the_sketch_of_its_training_split(monkeypatch, tmp_path):
    monkeypatch.setattr(system, "BUNDLED", tmp_path)
    (tmp_path / "sketches").mkdir()
    (tmp_path / "sketches" / "cats-train.sketch").write_bytes(sketch_bytes(sketched([text(1)])))
    exam = Dataset("mine", (replace(TRAIN[0], passage=text(1)),))
    chain = {"data": {"name": "Dogs", "split": "train"}, "init": {"data": {"name": "Dogs+Cats", "split": "train"}}}
    assert [note.values["seen"] for note in seen_in_training([trained(chain)], exam)] == [1]
    assert seen_in_training([trained({"data": {"name": "Cats", "split": "dev"}})], exam) == ()


def test_the_bundled_systems_are_named_where_races_training_questions_are_asked_and_nowhere_else():
    asked = {"experiments": ("accuracy",), "views": ("QO",), "store": "off"}
    for split, named in (("train", True), ("test", False)):
        run = magnetite.audit(Dataset("RACE", ITEMS, split), **asked)
        assert any("was trained on questions of RACE train" in note for note in notes_of(run.notes)) is named
