"""A step's loss and gradient are those of its questions, whatever they are batched with and in how many passes."""

import random
from dataclasses import replace

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells
from magnetite.train import Recipe, train
from tests.train.conftest import NOUNS

STILL = Recipe(epochs=1, learning_rate=1e-12, lora_rank=4, batch=13, dropout=0.0, dtype="float32")
STEEP = replace(
    STILL, learning_rate=1.0, adam_epsilon=1.0, clip=1e6, warmup=0.0
)  # an update in proportion to its gradient


def uneven(size, seed):
    """Draw items of two to five options on passages of one to three questions."""
    draw, items, passage = random.Random(seed), [], 0
    while len(items) < size:
        for _ in range(min(draw.randint(1, 3), size - len(items))):
            options = draw.sample(NOUNS, draw.randint(2, 5))
            texts = tuple(f"a {noun}" for noun in options)
            where = f"the man saw the {NOUNS[passage % len(NOUNS)]}."
            answer = draw.randrange(len(texts))
            items.append(Item(f"q{len(items)}", f"p{passage}", where, "what did he see?", texts, answer))
        passage += 1
    return Dataset("uneven", tuple(items), "train")


def scores(system, dataset):
    """Return each item's scores, as the saved system gives them."""
    from magnetite.scorers.encoder import encoder

    flat = encoder(system, device="cpu", dtype="float32").score(own_cells(dataset.items))
    return np.split(flat, np.cumsum([len(item.options) for item in dataset])[:-1])


def taught(folder, base, lesson, recipe, dev=None):
    points = []
    train(
        lesson, "QOC", folder, base=str(base), recipe=recipe, dev=dev, progress=lambda _seed, step: points.append(step)
    )
    return {point.split: point for point in points}


def test_the_loss_is_that_of_each_question_over_its_own_options(tiny_base, tmp_path):
    lesson, dev = uneven(13, 1), uneven(11, 2)
    points = taught(tmp_path / "still", tiny_base, lesson, STILL, dev)
    for dataset, point in ((lesson, points["train"]), (dev, points["dev"])):
        answered = zip(scores(tmp_path / "still", dataset), dataset, strict=True)
        losses = [np.logaddexp.reduce(row) - row[item.answer] for row, item in answered]
        assert point.loss == pytest.approx(np.mean(losses), abs=1e-4)


def test_dropout_belongs_to_training_and_dev_questions_are_answered_without_it(tiny_base, tmp_path):
    lesson, dev = uneven(13, 1), uneven(11, 2)
    plain = taught(tmp_path / "plain", tiny_base, lesson, STILL, dev)
    dropped = taught(tmp_path / "dropped", tiny_base, lesson, replace(STILL, dropout=0.5), dev)
    assert dropped["dev"].loss == pytest.approx(plain["dev"].loss, abs=1e-5)
    assert abs(dropped["train"].loss - plain["train"].loss) > 0.01


def test_an_entry_of_the_log_is_a_point_where_it_has_a_loss_and_an_accuracy():
    from magnetite.train.trainer import Step, curve_of, point_of

    log = [
        {"step": 4, "loss": 1.2, "accuracy": 0.3, "tokens": 90},
        {"step": 4, "eval_loss": 1.1, "eval_accuracy": 0.4, "tokens": 90},
        {"step": 8, "loss": 1.0},
        {"step": 8, "train_runtime": 3.0},
        {"step": 8, "accuracy": 0.5},
    ]
    assert curve_of(log, 8) == (Step(4, 8, 1.2, 0.3, 90), Step(4, 8, 1.1, 0.4, 90, "dev"))
    assert point_of(log[2], 8) is None


def test_a_pass_has_what_the_recipe_says_or_a_devices_part_of_the_batch_and_on_a_cpu_some_1024_tokens():
    from magnetite.train.data import TrainingExample
    from magnetite.train.trainer import micro_batch

    short, long = ([TrainingExample((), (0, 1), (2, 2), tokens)] * 9 for tokens in (8, 600))
    recipe = Recipe(batch=32)
    assert [micro_batch(recipe, world, long, "cuda") for world in (1, 3, 32, 99)] == [32, 11, 1, 1]
    assert micro_batch(recipe, 1, short, "cpu") == 32
    assert micro_batch(recipe, 1, long, "cpu") == 3  # 300 tokens a question
    assert micro_batch(recipe, 16, long, "cpu") == 2
    assert [micro_batch(replace(recipe, micro=5), 1, long, device) for device in ("cpu", "cuda")] == [5, 5]


@pytest.mark.parametrize("micro", [5, 8])
def test_a_step_in_several_passes_is_the_same_step_in_one(tiny_base, tmp_path, micro):
    lesson = uneven(13, 3)
    steps = {}
    for name, size in (("one", 13), ("several", micro)):
        steps[name] = taught(tmp_path / name, tiny_base, lesson, replace(STEEP, micro=size))["train"]
    still = taught(tmp_path / "before", tiny_base, lesson, replace(STILL, micro=13))["train"]
    assert steps["several"].of == steps["one"].of == 1
    assert steps["several"].loss == pytest.approx(steps["one"].loss, abs=1e-5)
    assert steps["one"].loss == pytest.approx(still.loss, abs=1e-5)
    one, several, before = (np.concatenate(scores(tmp_path / name, lesson)) for name in ("one", "several", "before"))
    assert abs(one - before).max() > 0.01  # the step did something
    np.testing.assert_allclose(several, one, atol=1e-4)
