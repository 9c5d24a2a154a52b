"""A grid search trains every combination once, wherever it was stopped, and names the best on dev."""

import json
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite import train_system
from magnetite.cli.app import app
from magnetite.request import TrainingData
from magnetite.running.grid import GRID, combinations, name_of
from magnetite.train.recipe import Recipe
from tests.commands.test_training import card_of, write_preset
from tests.train.conftest import _one_thread, tiny_base  # noqa: F401 - fixtures

NUMBERS = {
    "epochs": st.integers(1, 9),
    "batch": st.integers(1, 64),
    "learning_rate": st.floats(1e-8, 1e-2),
    "schedule": st.sampled_from(["linear", "cosine", "constant"]),
}


@given(st.data())
def test_every_combination_is_there_once_with_a_name_of_its_own_and_the_rest_of_the_recipe_stays(data):
    names = data.draw(st.lists(st.sampled_from(sorted(NUMBERS)), min_size=1, unique=True))
    varied = {name: data.draw(st.lists(NUMBERS[name], min_size=1, max_size=3, unique=True)) for name in names}
    grid = " ".join(f"{name}={','.join(map(str, values))}" for name, values in varied.items())
    found = combinations(grid, Recipe(dropout=0.3))
    assert len({name_of(values) for values, _ in found}) == len(found) == prod(map(len, varied.values()))
    for values, recipe in found:
        assert all(values[name] in varied[name] for name in names)
        assert {name: getattr(recipe, name) for name in names} == values
        assert recipe.dropout == 0.3


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("  ", "is empty; expected names of a recipe's numbers with values"),
        ("epochs", "'epochs' cannot be read"),
        ("epochs=", "'epochs=' cannot be read"),
        ("epochs=1 epochs=2", "'epochs=2' cannot be read, or is there twice"),
        ("epochs=1,1", "has a value twice"),
        ("epoch=1", "grid: setting 'epoch'"),
        ("epochs=many", "epochs has many; expected numbers"),
        ("schedule=steep", "schedule"),
    ],
)
def test_what_is_no_grid_is_refused(grid, message):
    with pytest.raises(UsageError, match=message):
        combinations(grid, Recipe())


@pytest.fixture
def told(tiny_base, tmp_path):  # noqa: F811
    write_preset(tmp_path, tiny_base)
    return {"preset": str(tmp_path / "tiny.toml"), "device": "cpu", "evaluations": 1}


def test_a_grid_that_was_stopped_goes_on_and_the_best_on_dev_is_returned(told, tmp_path):
    data = TrainingData("sample", sample=8, dev="sample", dev_limit=24)
    trained = []

    def stopped(_seed, step):
        if not trained or trained[-1] != step.of:
            trained.append(step.of)
        if len(trained) > 1:
            raise KeyboardInterrupt

    grid = {"grid": "batch=2,4,8 learning_rate=2e-3"}
    with pytest.raises(KeyboardInterrupt):
        train_system(data, tmp_path / "grid", progress=stopped, **grid, **told)
    assert len(list((tmp_path / "grid").glob("*/magnetite.json"))) == 1
    steps = []
    best = train_system(data, tmp_path / "grid", progress=lambda _seed, step: steps.append(step.of), **grid, **told)
    assert set(steps) == {2, 1}, "the first was trained before"
    written = json.loads((tmp_path / "grid" / GRID).read_text("utf-8"))
    assert [row["values"] for row in written["systems"]] == [{"batch": b, "learning_rate": 2e-3} for b in (2, 4, 8)]
    for row in written["systems"]:
        own = card_of(tmp_path / "grid" / row["name"])
        assert own["recipe"]["batch"] == row["values"]["batch"]
        assert own["measured"]["dev"]["accuracy"] == row["accuracy"] <= card_of(best)["measured"]["dev"]["accuracy"]
    assert best.name == written["chosen"]
    assert (
        train_system(data, tmp_path / "grid", progress=lambda *_: pytest.fail("trained again"), **grid, **told) == best
    )
    other = TrainingData("sample", sample=12, dev="sample", dev_limit=24)
    with pytest.raises(UsageError, match="was trained with another set of questions"):
        train_system(other, tmp_path / "grid", **grid, **told)
    with pytest.raises(UsageError, match="was trained with another weight_decay"):
        train_system(data, tmp_path / "grid", weight_decay=0.2, **grid, **told)


def test_the_command_says_what_each_combination_reached_and_that_the_choice_flatters(told, tmp_path):
    asked = ["train", "sample", "--preset", told["preset"], "--sample", "8", "--dev", "sample", "--device", "cpu"]
    asked += ["--output", str(tmp_path / "grid"), "--grid", "batch=4,8"]
    said = " ".join(CliRunner().invoke(app, asked, catch_exceptions=False).output.split())
    assert "batch=4: " in said
    assert "of dev (" in said
    assert "Chosen on dev: batch=" in said
    assert "measure it on other questions" in said


def test_a_grid_without_dev_questions_is_refused_before_anything_is_trained(told, tmp_path):
    with pytest.raises(UsageError, match="a grid is compared on dev questions, and there are none"):
        train_system(TrainingData("sample", dev="off"), tmp_path / "grid", grid="batch=2,4", **told)
    assert not (tmp_path / "grid").exists()
