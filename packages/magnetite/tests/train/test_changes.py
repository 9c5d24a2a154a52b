"""Training questions get an option more, or are changed, by seed, id and epoch; resumed training sees the same ones."""

import json
from collections import Counter
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, UsageError
from examfiles.items import Item
from magnetite.core.cells import Context, own_cells
from magnetite.inputs.option_lists import ListedOption, write_options
from magnetite.scorers.encoding import Encoding, Template
from magnetite.train import Recipe, train
from magnetite.train.changes import Augmentation, Change, draw_extras, read_augmentation, strongest, with_extras
from magnetite.train.data import collate, encode_items
from magnetite.views.text import normalised
from tests.train.conftest import NOUNS

MAGNET = "the man."
SET = Augmentation("magnets.jsonl", (MAGNET, "what ?", "he saw", "did he"))
RECIPE = Recipe(epochs=3, learning_rate=5e-3, lora_rank=16)

option_texts = st.sampled_from(("a", "b", "c", "d", "e", "A.", " b ", "f", "g"))
QUICK = Recipe(epochs=2, batch=8, learning_rate=2e-3, lora_rank=4)
NAME = "adapter_model.safetensors"
TWO = Augmentation("set", ("what ?", "he saw"))


@st.composite
def exams(draw):
    rows = draw(
        st.lists(st.tuples(st.integers(0, 2), st.lists(option_texts, min_size=2, max_size=4)), min_size=1, max_size=8)
    )
    return [
        Item(f"q{n}", f"p{passage}", f"passage {passage}", "who?", tuple(options), n % len(options))
        for n, (passage, options) in enumerate(rows)
    ]


@settings(max_examples=150, deadline=None)
@given(exams(), st.lists(option_texts, min_size=1, max_size=6), st.sampled_from(("fixed", "epoch")), st.integers(0, 9))
def test_the_extra_option_is_the_last_and_never_one_of_the_passages_own(items, options, draw, seed):
    own = {
        i.passage_id: {normalised(o) for j in items if j.passage_id == i.passage_id for o in j.options} for i in items
    }
    free = {i.id: {o for o in options if normalised(o) not in own[i.passage_id]} for i in items}
    augmentation = Augmentation("set", tuple(options), draw)
    if not any(free.values()):
        with pytest.raises(DataError, match=r"each of its \d+ options belongs to the passage of every question"):
            draw_extras(items, augmentation, seed, 3)
        return
    extras = draw_extras(items, augmentation, seed, 3)
    assert extras == draw_extras(items[::-1], augmentation, seed, 3)
    for epoch in range(3):
        for before, after in zip(items, with_extras(items, extras, epoch), strict=True):
            *kept, last = after.options if free[before.id] else (*after.options, None)
            assert tuple(kept) == before.options
            assert last in free[before.id] or not free[before.id]
            assert replace(after, options=before.options) == before


def test_epoch_draws_anew_each_epoch_and_fixed_does_not(lesson):
    options = tuple(f"option {number}" for number in range(50))
    seen = {}
    for draw in ("fixed", "epoch"):
        extras = draw_extras(lesson.items, Augmentation("set", options, draw), 0, 4)
        seen[draw] = [[i.options[-1] for i in with_extras(lesson.items, extras, epoch)] for epoch in range(4)]
    assert seen["fixed"][0] == seen["fixed"][1] == seen["fixed"][3]
    again = np.mean([one == other for one, other in zip(seen["epoch"][0], seen["epoch"][1], strict=True)])
    assert again < 0.06  # one in fifty comes twice by chance
    counts = Counter(seen["epoch"][2])
    assert set(counts) == set(options)
    assert max(counts.values()) < 30  # about ten each
    other = draw_extras(lesson.items, Augmentation("set", options), 1, 1)
    assert [i.options[-1] for i in with_extras(lesson.items, other, 0)] != seen["fixed"][0]


def test_the_strongest_are_kept_once_each_and_file_order_stands_in_where_no_interference_is_known(tmp_path):
    rows = [ListedOption(f"o{n}", n / 10) for n in range(10)] + [ListedOption("O9.", 0.95), ListedOption("x", 0.9)]
    assert strongest(rows, 4) == ("O9.", "x", "o8", "o7")
    assert strongest([ListedOption(row.option) for row in rows], 3) == ("o0", "o1", "o2")
    assert len(strongest(rows, 400)) == 11
    write_options(tmp_path / "o.jsonl", rows)
    read = read_augmentation(tmp_path / "o.jsonl", 2, "epoch")
    assert (read.name, read.options, read.draw) == ("o.jsonl", ("O9.", "x"), "epoch")
    assert read_augmentation(tmp_path / "o.jsonl", 1).options == ("O9.",)
    write_options(tmp_path / "o.jsonl", [*rows, ListedOption("y")])
    with pytest.raises(DataError, match=r"o\.jsonl: 1 of 13 options have no interference, 'y' the first"):
        read_augmentation(tmp_path / "o.jsonl")
    with pytest.raises(UsageError, match="augment_top is 0"):
        read_augmentation(tmp_path / "o.jsonl", 0)
    with pytest.raises(UsageError, match="Did you mean 'epoch'"):
        Augmentation("set", ("a",), "epochs")
    with pytest.raises(UsageError, match="has no options"):
        Augmentation("set", ())


@pytest.mark.parametrize("layout", ["prefix", "joint"])
def test_every_epoch_has_the_same_examples_but_for_the_extra_options(tiny_base, layout):
    from transformers import AutoTokenizer

    encoding = Encoding(AutoTokenizer.from_pretrained(tiny_base), Template(layout, 96))
    long = "the man saw the boat. " * 20  # so long that it is cut, and more for a longer option
    items = [Item(f"q{n}", f"p{n // 3}", long, "what did he see?", ("a boat", "a goat"), n % 2) for n in range(12)]
    options = ("a mill", "the man saw " * 20, "the river " * 22, "a sail")
    extras = draw_extras(items, Augmentation("set", options, "epoch"), 0, 3)
    epochs = [encode_items(with_extras(items, extras, epoch), encoding, extras) for epoch in range(3)]
    assert len({tuple(example.answers for example in epoch) for epoch in epochs}) == 1
    assert {count for example in epochs[0] for count in example.counts} == {3}
    if layout == "prefix":
        passages = [[example.encoded.passage for example in epoch] for epoch in epochs]
        assert passages[0] == passages[1] == passages[2]
        assert len(set(passages[0])) > 1  # cut for what it must leave room for
    batch = collate(epochs[0], 0, marks="token_type_ids")
    assert batch["labels"].max() < 2


def interference(system, exam, option):
    """Return T_k of one option: the share of questions on which it beats all of their own."""
    from magnetite.scorers.encoder import encoder

    items = [replace(item, options=(*item.options, option)) for item in exam]
    scored = encoder(system, device="cpu", dtype="float32").score(own_cells(items)).reshape(-1, 4)
    return np.mean(scored[:, 3] > scored[:, :3].max(axis=1))


def planted(lesson):
    """Make the magnet the right answer to one question in eight, and never a wrong one."""
    return lesson.with_items(
        [
            replace(item, options=tuple(MAGNET if k == item.answer else text for k, text in enumerate(item.options)))
            if number % 8 == 0
            else item
            for number, item in enumerate(lesson.items)
        ]
    )


def test_a_planted_magnet_loses_its_pull_on_a_system_trained_against_it(tiny_base, lesson, exam, tmp_path):
    request = {"base": str(tiny_base), "recipe": RECIPE}
    train(planted(lesson), "QOC", tmp_path / "plain", **request)
    train(planted(lesson), "QOC", tmp_path / "augmented", augment=replace(SET, draw="epoch"), **request)
    plain, augmented = (interference(tmp_path / name, exam, MAGNET) for name in ("plain", "augmented"))
    assert plain > 0.6
    assert augmented < plain - 0.5


def test_the_card_says_what_was_drawn_from_and_for_how_many_questions(tiny_base, lesson, tmp_path):
    items = lesson.with_items([*lesson.items[:7], replace(lesson.items[7], options=(*SET.options, "a boat"), answer=4)])
    train(items, "QO", tmp_path / "qo", base=str(tiny_base), recipe=Recipe(batch=4, lora_rank=2), augment=SET)
    result = json.loads((tmp_path / "qo" / "magnetite.json").read_text("utf-8"))["augment"]
    assert result == {**SET.record, "questions": 7}
    assert result["file"] == "magnets.jsonl"
    assert (result["options"], result["draw"], len(result["sha256"])) == (4, "fixed", 64)
    assert replace(SET, options=SET.options[::-1]).record["sha256"] != result["sha256"]


class Killed(BaseException):
    """Stand for a kill: nothing catches it."""


def test_a_training_killed_within_an_epoch_goes_on_with_the_same_extra_options(tiny_base, lesson, tmp_path):
    few = lesson.with_items(lesson.items[:32])
    recipe = Recipe(epochs=3, batch=4, learning_rate=2e-3, lora_rank=4, evaluations=8)
    request = {"base": str(tiny_base), "recipe": recipe, "augment": replace(SET, draw="epoch")}

    def stop(_seed, step):
        if step.number >= 14:  # of 24, in the second epoch, behind the checkpoint of step 12
            raise Killed

    train(few, "QOC", tmp_path / "whole", **request)
    with pytest.raises(Killed):
        train(few, "QOC", tmp_path / "cut", progress=stop, **request)
    other = replace(SET, options=SET.options[:3], draw="epoch")
    with pytest.raises(UsageError, match=r"differs from this one: augment was .*'options': 4.*, now .*'options': 3"):
        train(few, "QOC", tmp_path / "cut", **{**request, "augment": other})
    later = []
    train(few, "QOC", tmp_path / "cut", progress=lambda _seed, step: later.append(step.number), **request)
    assert min(later) > 12
    name = "adapter_model.safetensors"
    assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "cut" / name).read_bytes()


@pytest.mark.parametrize("draw", ["fixed", "epoch"])
def test_each_epoch_trains_on_the_options_drawn_for_it(tiny_base, lesson, tmp_path, monkeypatch, draw):
    from transformers import AutoTokenizer

    trainer, seen = import_module("magnetite.train.trainer"), []
    plain, encoding = trainer.collate, Encoding(AutoTokenizer.from_pretrained(tiny_base), Template("joint", 128))

    def spy(examples, *rest):
        seen.extend((example.answers, tuple(sequence.ids for sequence in example.encoded)) for example in examples)
        return plain(examples, *rest)

    monkeypatch.setattr(trainer, "collate", spy)
    few = lesson.with_items([replace(lesson[n], passage=f"a {noun}.") for n, noun in enumerate(NOUNS)])
    augment = replace(SET, draw=draw)
    recipe = Recipe(layout="joint", epochs=3, batch=4, lora_rank=2, seed=5)
    train(few, "QOC", tmp_path / "out", base=str(tiny_base), recipe=recipe, augment=augment)
    extras = draw_extras(few.items, augment, 5, 3)
    for epoch in range(3):
        expected = [
            ((item.answer,), tuple(encoding.joint(Context(item.passage, item.question), o).ids for o in item.options))
            for item in with_extras(few.items, extras, epoch)
        ]
        assert sorted(seen[12 * epoch : 12 * (epoch + 1)]) == sorted(expected)


def test_fixed_and_epoch_train_other_weights_and_neither_is_plain_training(tiny_base, lesson, tmp_path):
    few = lesson.with_items(lesson.items[:32])
    recipe = Recipe(epochs=2, batch=8, learning_rate=2e-3, lora_rank=4)
    weights = set()
    for name, augment in (("plain", None), ("fixed", SET), ("epoch", replace(SET, draw="epoch"))):
        train(few, "QOC", tmp_path / name, base=str(tiny_base), recipe=recipe, augment=augment)
        weights.add((tmp_path / name / "adapter_model.safetensors").read_bytes())
    assert len(weights) == 3


def test_options_of_the_questions_alone_are_refused_and_nothing_is_written(tiny_base, lesson, tmp_path):
    one = lesson.with_items([replace(item, passage_id="p", options=NOUNS, answer=0) for item in lesson.items[:4]])
    with pytest.raises(DataError, match=r"augmentation 'mine\.txt': each of its 12 options belongs to the passage"):
        train(
            one,
            "QOC",
            tmp_path / "out",
            base=str(tiny_base),
            recipe=Recipe(batch=2),
            augment=Augmentation("mine.txt", NOUNS),
        )
    assert list(tmp_path.iterdir()) == []


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
    request = {"base": str(tiny_base), "recipe": replace(QUICK, layout=layout, epochs=1)}
    train(first(lesson, 32), "QOC", tmp_path / "changed", change=Change(name), **request)
    train(first(lesson, 32), view, tmp_path / "view", **request)
    assert (tmp_path / "changed" / NAME).read_bytes() == (tmp_path / "view" / NAME).read_bytes()
    card = json.loads((tmp_path / "changed" / "magnetite.json").read_text("utf-8"))
    assert (card["view"], card["change"]) == ("QOC", {"name": name, "draw": "fixed"})


@pytest.fixture
def seen(monkeypatch):
    """Return a list that fills with the ids of every question's own three options, as batches are made of them."""
    trainer, ids = import_module("magnetite.train.trainer"), []
    plain = trainer.collate

    def spy(examples, *rest):
        ids.extend(tuple(sequence.ids for sequence in example.encoded[:3]) for example in examples)
        return plain(examples, *rest)

    monkeypatch.setattr(trainer, "collate", spy)
    return ids


def read(items, base):
    from transformers import AutoTokenizer

    encoding = Encoding(AutoTokenizer.from_pretrained(base), Template("joint", 128))
    return [tuple(encoding.joint(Context(i.passage, i.question), o).ids for o in i.options) for i in items]


@pytest.mark.parametrize("case", [("fixed", None), ("epoch", None), ("epoch", TWO)])
def test_each_epoch_trains_on_the_shuffle_of_its_seed_and_dev_is_read_as_it_is(tiny_base, lesson, tmp_path, seen, case):
    draw, augment = case
    few, dev, change = first(lesson, 12), lesson.with_items(lesson.items[20:24]), Change("PQ-Shuffle", draw)
    recipe = Recipe(layout="joint", epochs=3, batch=4, lora_rank=2, seed=5, evaluations=1)
    request = {"base": str(tiny_base), "augment": augment, "change": change}
    train(few, "QOC", tmp_path / "out", recipe=recipe, dev=dev, **request)
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


def test_a_training_killed_within_an_epoch_goes_on_with_the_same_shuffles(tiny_base, lesson, tmp_path):
    recipe = Recipe(layout="joint", epochs=3, batch=4, learning_rate=2e-3, lora_rank=4, evaluations=8)
    request = {"base": str(tiny_base), "recipe": recipe, "change": Change("PQ-Shuffle", "epoch")}
    few = first(lesson, 32)

    def stop(_seed, step):
        if step.number >= 14:  # of 24, in the second epoch, behind the checkpoint of step 12
            raise Killed

    train(few, "QOC", tmp_path / "whole", **request)
    with pytest.raises(Killed):
        train(few, "QOC", tmp_path / "cut", progress=stop, **request)
    with pytest.raises(UsageError, match=r"differs from this one: change was .*'epoch'.*, now .*'fixed'"):
        train(few, "QOC", tmp_path / "cut", **{**request, "change": Change("PQ-Shuffle")})
    later = []
    train(few, "QOC", tmp_path / "cut", progress=lambda _seed, step: later.append(step.number), **request)
    assert min(later) > 12
    assert (tmp_path / "whole" / NAME).read_bytes() == (tmp_path / "cut" / NAME).read_bytes()


def test_fixed_epoch_and_plain_train_other_weights(tiny_base, lesson, tmp_path):
    weights = set()
    for name, change in (("plain", None), ("fixed", Change("P-Shuffle")), ("epoch", Change("P-Shuffle", "epoch"))):
        train(first(lesson, 32), "QOC", tmp_path / name, base=str(tiny_base), recipe=QUICK, change=change)
        weights.add((tmp_path / name / NAME).read_bytes())
    assert len(weights) == 3


def test_nothing_can_be_changed_where_nothing_is_trained(tiny_base, lesson, tmp_path):
    request = {"base": str(tiny_base), "recipe": Recipe(train="none"), "change": Change("P-Remove")}
    with pytest.raises(UsageError, match="there are no training questions to change"):
        train(lesson, "QOC", tmp_path / "out", **request)
