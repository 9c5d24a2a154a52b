"""A system that is asked what it was trained on: the run says so, whatever else it finds."""

import pytest

import magnetite
from magnetite.auditing.systems.find import systems
from magnetite.auditing.systems.seen import seen_in_training
from magnetite.auditing.systems.system import System
from magnetite.core.items import Dataset, Item

ITEMS = tuple(
    Item(f"q{n}", f"p{n}", f"Ann has {n} cats.", "How many cats?", ("none", f"{n} cats"), 1) for n in range(2, 8)
)
TRAIN = Dataset("Cats", ITEMS[:3], "train")
TEST = Dataset("Cats", ITEMS[3:], "test")


def trained(card):
    member = next(iter(systems("longest", None).by_view.values())).first
    return System("mine", (member,), ("mine",), training={"card": card})


def described(dataset):
    return {"name": dataset.name, "split": dataset.split, "items": len(dataset), "hash": dataset.fingerprint}


@pytest.mark.parametrize(
    "card",
    [
        {"data": described(TRAIN)},
        {"data": {"name": "Cats", "split": "train"}},
        {"data": described(TEST), "init": {"data": None, "init": {"data": described(TRAIN)}}},
        {"data": {"name": "otherwise named", "hash": TRAIN.fingerprint}},
    ],
    ids=["itself", "by name", "what it started from", "by its texts"],
)
def test_a_system_trained_on_what_it_is_asked_is_named(card):
    (note,) = seen_in_training([trained(card)], TRAIN)
    assert "'mine' was trained on questions of Cats train" in note


@pytest.mark.parametrize("card", [None, {}, {"data": None}, {"data": described(TEST)}, {"init": "bare"}])
def test_a_system_trained_on_nothing_or_elsewhere_is_not(card):
    assert seen_in_training([trained(card)], TRAIN) == ()


def test_the_bundled_systems_are_named_where_races_training_questions_are_asked_and_nowhere_else():
    asked = {"probes": ("accuracy",), "views": ("QO",), "store": "off"}
    for split, named in (("train", True), ("test", False)):
        run = magnetite.audit(Dataset("RACE", ITEMS, split), **asked)
        assert any("was trained on questions of RACE train" in note for note in run.notes) is named
