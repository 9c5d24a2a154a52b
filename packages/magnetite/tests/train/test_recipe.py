"""A recipe refuses what makes no sense, says the same on the command line, and takes everything up to its bounds."""

from dataclasses import replace

import pytest

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.core.setting import settings_of
from magnetite.train.recipe import PRESETS, Recipe, refuse_unfit

LEAST = {"batch": 1, "micro": 1, "lora_rank": 0, "max_tokens": 8, "evaluations": 1, "patience": 1, "seed": 0}
MOST = {"warmup": 1.0, "dropout": 1.0, "weight_decay": 10.0, "adam_beta2": 1.0}
EXAM = Dataset("small", tuple(Item(f"q{n}", "p", "Ann rows.", "Who?", ("Ann", "Bo"), 0) for n in range(3)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"layout": "jont"}, "Did you mean 'joint'"),
        ({"schedule": "liner"}, "Did you mean 'linear'"),
        ({"batch": 0}, "batch is 0; expected a whole number of at least 1"),
        ({"batch": True}, "batch is True; expected a whole number"),
        ({"batch": 1.5}, "batch is 1.5; expected a whole number"),
        ({"lora_rank": -1}, "lora_rank is -1"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0; expected a number above 0"),
        ({"adam_epsilon": 0.0}, "adam_epsilon is 0.0; expected a number above 0"),
        ({"warmup": 1.5}, "warmup is 1.5; expected a number from 0 to 1"),
        ({"epochs": float("inf")}, "epochs is inf"),
        ({"clip": -1.0}, "clip is -1.0; expected a number, 0 for no clipping"),
        ({"clip": float("inf")}, "clip is inf"),
    ],
)
def test_a_recipe_refuses_what_makes_no_sense(settings, message):
    with pytest.raises(UsageError, match=message):
        Recipe(**settings)


@pytest.mark.parametrize(("name", "least"), LEAST.items())
def test_a_whole_number_may_be_the_least_and_no_less(name, least):
    assert getattr(Recipe(**{name: least}), name) == least
    with pytest.raises(UsageError, match=f"{name} is {least - 1}; expected a whole number of at least {least}"):
        Recipe(**{name: least - 1})


@pytest.mark.parametrize(("name", "most"), MOST.items())
def test_a_share_may_be_either_of_its_bounds_and_nothing_beyond(name, most):
    for value in (0.0, most):
        assert getattr(Recipe(**{name: value}), name) == value
    for value in (-0.01, most + 0.01):
        with pytest.raises(UsageError, match=f"{name} is {value}; expected a number from 0 to {most:g}"):
            Recipe(**{name: value})


def test_small_numbers_that_make_sense_are_taken():
    assert Recipe(clip=0.0, epochs=0.5, learning_rate=1e-12, adam_epsilon=1e-12, dropout=None, micro=None).clip == 0


def test_a_recipe_that_says_nothing_is_that_of_the_documentation():
    assert Recipe() == Recipe(
        layout="prefix",
        epochs=1.0,
        batch=32,
        micro=None,
        learning_rate=5e-4,
        warmup=0.1,
        schedule="linear",
        weight_decay=0.01,
        adam_beta2=0.999,
        adam_epsilon=1e-8,
        clip=1.0,
        dropout=0.0,
        lora_rank=32,
        max_tokens=512,
        keep="start",
        blank="keep",
        train="all",
        dtype="auto",
        evaluations=10,
        patience=None,
        seed=0,
    )
    assert Recipe(train="head").lora_rank == Recipe(train="none").lora_rank == 0  # no adapters are made


def test_the_command_line_refuses_what_a_recipe_refuses_and_names_the_preset_where_that_decides():
    flags = settings_of(Recipe)
    bounds = {name: flag.least for name, flag in flags.items() if flag.least is not None}
    assert bounds == {name: LEAST[name] for name in bounds}
    assert set(bounds) >= {"batch", "micro", "lora_rank", "evaluations", "patience"}
    decided = {name for name, flag in flags.items() if flag.otherwise == PRESETS}
    assert decided == {
        *("layout", "epochs", "batch", "learning_rate", "dropout", "lora_rank", "max_tokens", "evaluations")
    }
    assert flags["lora_rank"].option == "--lora"


def test_a_batch_of_all_questions_fits_and_a_larger_one_does_not():
    refuse_unfit(Recipe(batch=3), EXAM, None)
    refuse_unfit(Recipe(batch=4, train="none"), EXAM, None)
    with pytest.raises(UsageError, match="has 3 items, fewer than one batch of 4"):
        refuse_unfit(Recipe(batch=4), EXAM, None)
    patient = replace(Recipe(batch=3), patience=2)
    refuse_unfit(patient, EXAM, EXAM)
    with pytest.raises(UsageError, match="patience needs dev questions"):
        refuse_unfit(patient, EXAM, None)
