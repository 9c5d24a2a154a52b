"""What is trained: all, the final linear layer alone, or nothing; the base stays as it was pre-trained."""

import json
from dataclasses import replace

import pytest

from examfiles.errors import UsageError
from magnetite.train import Recipe, train
from magnetite.train.changes import Augmentation

HEAD = Recipe(train="head", epochs=2, batch=4, learning_rate=1e-2)


def weights_of(folder):
    from safetensors.torch import load_file

    return load_file(folder / "model.safetensors")


def changed(weights, base):
    """Name the weights of the base that are not as it has them; its names lack the model's prefix or have it."""
    inner = {name.partition(".")[2] if name not in base else name: value for name, value in weights.items()}
    return {name for name, value in base.items() if not value.equal(inner[name])}


def few(lesson):
    return lesson.with_items(lesson.items[:32])


@pytest.mark.parametrize("layout", ["prefix", "joint"])
def test_head_trains_the_final_layer_and_leaves_the_base_as_it_is(tiny_base, lesson, tmp_path, layout):
    request = {"base": str(tiny_base)}
    train(few(lesson), "QOC", tmp_path / "head", recipe=replace(HEAD, layout=layout), **request)
    train(few(lesson), "QOC", tmp_path / "none", recipe=replace(HEAD, layout=layout, train="none"), **request)
    head, none, base = weights_of(tmp_path / "head"), weights_of(tmp_path / "none"), weights_of(tiny_base)
    assert changed(head, base) == changed(none, base) == set()
    assert {name for name in head if not head[name].equal(none[name])} == {"classifier.weight", "classifier.bias"}


def test_head_of_a_family_with_a_dense_layer_before_it_is_the_last_layer_alone(lesson, tmp_path):
    from tests.scorers.conftest import save_tiny

    base = save_tiny("electra", tmp_path / "electra")
    train(few(lesson), "QOC", tmp_path / "head", base=str(base), recipe=replace(HEAD, layout="joint", max_tokens=64))
    assert changed(weights_of(tmp_path / "head"), weights_of(base)) == {"classifier.weight", "classifier.bias"}


def test_none_draws_the_final_layer_by_seed_and_reads_no_question(tiny_base, lesson, tmp_path):
    points = []
    request = {"base": str(tiny_base), "progress": lambda *point: points.append(point)}
    unlabelled = lesson.with_items([replace(item, answer=None) for item in lesson.items[:2]])
    for name, seed in (("one", 0), ("two", 0), ("three", 1)):
        train(unlabelled, "QOC", tmp_path / name, recipe=replace(HEAD, train="none", seed=seed), **request)
    one, two, three = (weights_of(tmp_path / name)["classifier.weight"] for name in ("one", "two", "three"))
    assert one.equal(two)
    assert not one.equal(three)
    assert not points
    card = json.loads((tmp_path / "one" / "magnetite.json").read_text("utf-8"))
    assert (card["data"], card["curve"], card["kept_step"]) == (None, [], 0)
    assert (card["recipe"]["train"], card["recipe"]["lora_rank"]) == ("none", 0)


@pytest.mark.parametrize("part", ["head", "none"])
def test_either_loads_as_a_system_with_its_view_and_keeps_the_scorer_contract(tiny_base, lesson, tmp_path, part):
    from magnetite.scorers.encoder import encoder
    from magnetite.testing import check_scorer

    train(few(lesson), "QO", tmp_path / "system", base=str(tiny_base), recipe=replace(HEAD, train=part))
    scorer = encoder(tmp_path / "system", device="cpu", dtype="float32")
    assert scorer.view == "QO"
    check_scorer(scorer)


def test_head_learns_what_it_can(tiny_base, lesson, tmp_path):
    points = []
    recipe = replace(HEAD, epochs=6, batch=32, learning_rate=3e-2)
    train(lesson, "QOC", tmp_path / "head", base=str(tiny_base), recipe=recipe, progress=lambda _s, p: points.append(p))
    assert points[-1].loss < points[0].loss


def test_a_head_is_trained_against_magnets_too(tiny_base, lesson, tmp_path):
    magnets = Augmentation("magnets.txt", ("the man.", "what ?"), "epoch")
    train(few(lesson), "QOC", tmp_path / "head", base=str(tiny_base), recipe=HEAD, augment=magnets)
    assert json.loads((tmp_path / "head" / "magnetite.json").read_text("utf-8"))["augment"]["questions"] == 32


def test_what_makes_no_sense_together_is_refused_before_anything_is_loaded(lesson, tmp_path):
    request = {"base": "/no/such/base"}
    for part in ("head", "none"):
        with pytest.raises(UsageError, match=f"train is '{part}' with a system to start from.* Leave --init out"):
            train(few(lesson), "QO", tmp_path / "out", init=tmp_path, recipe=replace(HEAD, train=part), **request)
    magnets = Augmentation("m.txt", ("a",))
    with pytest.raises(UsageError, match="train is 'none', so there are no training questions to add an option to"):
        train(few(lesson), "QO", tmp_path / "out", augment=magnets, recipe=replace(HEAD, train="none"), **request)
    with pytest.raises(UsageError, match=r"train 'hed' does not exist\. Known: all, head, none\. Did you mean 'head'"):
        Recipe(train="hed")
    assert list(tmp_path.iterdir()) == []
