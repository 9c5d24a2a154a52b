"""Training questions are changed by seed, id and epoch, dev questions never; a removal is training without the text."""

import json
from dataclasses import replace
from importlib import import_module

import pytest

from magnetite.core.cells import Context
from magnetite.core.errors import UsageError
from magnetite.scorers.encoding import Encoding, Template
from magnetite.train import Recipe, train
from magnetite.train.changes import Augmentation, Change
from magnetite.train.data import encode_items

QUICK = Recipe(epochs=2, batch=8, learning_rate=2e-3, lora_rank=4)
NAME = "adapter_model.safetensors"
SET = Augmentation("set", ("what ?", "he saw"))


def first(dataset, size):
    return dataset.with_items(dataset.items[:size])


def test_a_change_is_named_in_any_case_and_a_removal_draws_nothing():
    assert Change("q-remove", "epoch").record == {"name": "Q-Remove", "draw": "fixed"}
    assert Change("p-shuffle", "epoch").record == {"name": "P-Shuffle", "draw": "epoch"}
    with pytest.raises(UsageError, match=r"reshuffle 'epochs' does not exist.* Did you mean 'epoch'"):
        Change("P-Shuffle", "epochs")
    with pytest.raises(UsageError, match="Did you mean 'PQ-Shuffle'"):
        Change("PQ-Shuffel")


VIEWS = [("P-Remove", "QO", "prefix"), ("P-Remove", "QO", "joint"), ("Q-Remove", "CO", "prefix")]


@pytest.mark.parametrize("case", [*VIEWS, ("PQ-Remove", "O", "joint")], ids="-".join)
def test_without_dev_a_removal_trains_the_weights_of_the_view_that_lacks_it(tiny_base, lesson, tmp_path, case):
    name, view, layout = case
    told = {"base": str(tiny_base), "recipe": replace(QUICK, layout=layout, epochs=1)}
    train(first(lesson, 32), "QOC", tmp_path / "changed", change=Change(name), **told)
    train(first(lesson, 32), view, tmp_path / "view", **told)
    assert (tmp_path / "changed" / NAME).read_bytes() == (tmp_path / "view" / NAME).read_bytes()
    card = json.loads((tmp_path / "changed" / "magnetite.json").read_text("utf-8"))
    assert (card["view"], card["change"]) == ("QOC", {"name": name, "draw": "fixed"})


@pytest.fixture
def seen(monkeypatch):
    """Return a list that fills with the ids of every question's own three options, as batches are made of them."""
    trainer, ids = import_module("magnetite.train.trainer"), []
    plain = trainer.collate

    def spy(examples, *told):
        ids.extend(tuple(sequence.ids for sequence in example.encoded[:3]) for example in examples)
        return plain(examples, *told)

    monkeypatch.setattr(trainer, "collate", spy)
    return ids


def read(items, base):
    from transformers import AutoTokenizer

    encoding = Encoding(AutoTokenizer.from_pretrained(base), Template("joint", 128))
    return [tuple(encoding.joint(Context(i.passage, i.question), o).ids for o in i.options) for i in items]


@pytest.mark.parametrize("case", [("fixed", None), ("epoch", None), ("epoch", SET)])
def test_each_epoch_trains_on_the_shuffle_of_its_seed_and_dev_is_read_as_it_is(tiny_base, lesson, tmp_path, seen, case):
    draw, augment = case
    few, dev, change = first(lesson, 12), lesson.with_items(lesson.items[20:24]), Change("PQ-Shuffle", draw)
    recipe = Recipe(layout="joint", epochs=3, batch=4, lora_rank=2, seed=5, evaluations=1)
    told = {"base": str(tiny_base), "augment": augment, "change": change}
    train(few, "QOC", tmp_path / "out", recipe=recipe, dev=dev, **told)
    for epoch in range(3):
        changed = map(change.view(5, epoch), few)
        assert sorted(seen[12 * epoch : 12 * (epoch + 1)]) == sorted(read(changed, tiny_base))
    assert sorted(seen[36:]) == sorted(read(dev, tiny_base))


def test_every_epoch_has_as_many_rows_though_passages_be_alike_or_cut_to_nothing(tiny_base, lesson):
    from transformers import AutoTokenizer

    encoding = Encoding(AutoTokenizer.from_pretrained(tiny_base), Template("prefix", 80))  # of which 16 for a passage
    short = [replace(item, passage="the man", passage_id=f"p{n // 2}") for n, item in enumerate(lesson.items[:12])]
    turned = [replace(i, id=f"t{i.id}", passage="man the", passage_id=f"t{i.passage_id}") for i in short]
    long = [replace(i, id=f"l{i.id}", passage="the man saw a mill. " * 30, passage_id="l") for i in short]
    items = [*short, *turned, *long]
    epochs = []
    for epoch in range(8):
        changed = list(map(Change("P-Shuffle", "epoch").view(0, epoch), items))
        epochs.append([(e.answers, e.counts, e.tokens) for e in encode_items(changed, encoding, apart=True)])
    assert len({json.dumps(epoch) for epoch in epochs}) == 1
    assert len(epochs[0]) == 14  # six, six, and twelve questions of one passage in two rows


class Killed(BaseException):
    """Stand for a kill: nothing catches it."""


def test_a_training_killed_within_an_epoch_goes_on_with_the_same_shuffles(tiny_base, lesson, tmp_path):
    recipe = Recipe(layout="joint", epochs=3, batch=4, learning_rate=2e-3, lora_rank=4, evaluations=8)
    told = {"base": str(tiny_base), "recipe": recipe, "change": Change("PQ-Shuffle", "epoch")}
    few = first(lesson, 32)

    def stop(_seed, step):
        if step.number >= 14:  # of 24, in the second epoch, behind the checkpoint of step 12
            raise Killed

    train(few, "QOC", tmp_path / "whole", **told)
    with pytest.raises(Killed):
        train(few, "QOC", tmp_path / "cut", progress=stop, **told)
    with pytest.raises(UsageError, match=r"differs from this one: change was .*'epoch'.*, now .*'fixed'"):
        train(few, "QOC", tmp_path / "cut", **{**told, "change": Change("PQ-Shuffle")})
    later = []
    train(few, "QOC", tmp_path / "cut", progress=lambda _seed, step: later.append(step.number), **told)
    assert min(later) > 12
    assert (tmp_path / "whole" / NAME).read_bytes() == (tmp_path / "cut" / NAME).read_bytes()


def test_fixed_epoch_and_plain_train_other_weights(tiny_base, lesson, tmp_path):
    weights = set()
    for name, change in (("plain", None), ("fixed", Change("P-Shuffle")), ("epoch", Change("P-Shuffle", "epoch"))):
        train(first(lesson, 32), "QOC", tmp_path / name, base=str(tiny_base), recipe=QUICK, change=change)
        weights.add((tmp_path / name / NAME).read_bytes())
    assert len(weights) == 3


def test_nothing_can_be_changed_where_nothing_is_trained(tiny_base, lesson, tmp_path):
    told = {"base": str(tiny_base), "recipe": Recipe(train="none"), "change": Change("P-Remove")}
    with pytest.raises(UsageError, match="there are no training questions to change"):
        train(lesson, "QOC", tmp_path / "out", **told)
