"""The script that trains systems with letters leaves what Magnetite loads, and computes what Magnetite computes."""

import hashlib
import json
import random
import re
from argparse import Namespace

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells, with_shown
from magnetite.scorers.causal import trained
from magnetite.scorers.llama import has_eight_bits
from magnetite.views import view as named_view
from tests.scorers.decoders import save_decoder

pytestmark = pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing. is deprecated:FutureWarning")  # PEFT's


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """Return a tiny language model in bfloat16, as its weights are when an adapter is trained."""
    import torch

    return save_decoder("qwen2", tmp_path_factory.mktemp("base"), max_position_embeddings=2048, dtype=torch.bfloat16)


def exam(name, count):
    """Return questions whose key is the option that names the passage's animal, some on one passage."""
    animals = ("cat", "dog", "cow", "hen", "fox")
    draw, items = random.Random(name), []
    for number in range(count):
        passage = f"Passage {number // 3}: a {animals[number // 3 % 5]} sat there."
        options = draw.sample(animals, 2 + number % 3)
        key = animals[number // 3 % 5]
        options = options if key in options else [*options[1:], key]
        items.append(Item(f"{name}{number}", passage, passage, f"Who {number}?", tuple(options), options.index(key)))
    return Dataset(name, tuple(items), split="train")


def test_only_passages_with_enough_questions_are_taken():
    from benchmarks.train_reader import _asked_about

    data = exam("train", 11)  # three questions a passage, two about the last
    assert len(_asked_about(data, 2)) == 11
    assert [item.id for item in _asked_about(data, 3)] == [f"train{number}" for number in range(9)]


def asked(**over):
    given = {"rank": 4, "seed": 3, "device": "cpu", "learning_rate": 0.003, "every": 48, "init": None, "minutes": 1e9}
    return Namespace(
        **{
            **given,
            "passages": "whole",
            "bits": 16,
            "inner_rank": 0,
            "compare": 0,
            "asking": 1,
            "average": 0,
            "scoring": "symbol",
            **over,
        }
    )


def training(base, output, view="QOC", **over):
    from benchmarks.train_reader import Training

    data = exam("train", 240)
    return Training(view, [data], [data.with_items(data.items[:24])], output, str(base), asked(**over))


@pytest.mark.parametrize(("view", "inner"), [("QOC", 0), ("QOC", 3), ("QO", 2)])
def test_what_it_leaves_scores_as_it_did_in_training(base, tmp_path, view, inner):
    import torch

    from benchmarks.train_reader import passes, rows_of

    course = training(base, tmp_path / "made", view, inner_rank=inner)
    course.run()
    course._start_from(tmp_path / "made")  # the best adapter, not the last
    scorer = trained(tmp_path / "made", device="cpu", dtype="float32")
    items = [named_view(view)(item) for item in exam("new", 7)]
    rows = list(rows_of(items, course.prompt, course.tokenizer, random.Random(0)))
    again, shown = random.Random(0), []
    for item in items:
        order = again.sample(range(len(item.options)), len(item.options))
        shown.append(Item(item.id, item.id, item.passage, item.question, tuple(item.options[i] for i in order)))
    with torch.inference_mode():
        logits = {}
        for part in passes(rows):
            logits |= {
                row.ends[i]: each for row, own in _split(part, course._logits(part)[0]) for i, each in enumerate(own)
            }
    ends = [end for row in rows for end in row.ends]
    wanted = torch.cat(
        [
            logits[end].log_softmax(-1)[course.answers[: len(item.options)]]
            for end, item in zip(ends, items, strict=True)
        ]
    )
    scores = scorer.score(with_shown(own_cells(shown)))
    np.testing.assert_allclose(scores, wanted.numpy(), atol=0.15)  # one computes in 16 bits, the other in 32
    assert np.corrcoef(scores, wanted.numpy())[0, 1] > 0.999


@pytest.mark.parametrize("passages", ["whole", "light"])
def test_what_is_trained_on_verdicts_gives_each_option_its_own_and_learns_them(base, tmp_path, monkeypatch, passages):
    import torch

    for module in ("benchmarks.train_reader", "magnetite.scorers.causal"):  # of the tiny vocabulary, a token each
        monkeypatch.setattr(f"{module}.YES", "C")
        monkeypatch.setattr(f"{module}.NO", "D")
    from benchmarks.train_reader import passes

    course = training(base, tmp_path / "made", scoring="verdict", passages=passages, learning_rate=0.02)
    course.run()
    curve = json.loads((tmp_path / "made" / "magnetite.json").read_text())["curve"]
    assert curve[-1]["loss"] < curve[0]["loss"]
    course._start_from(tmp_path / "made")
    scorer = trained(tmp_path / "made", device="cpu", dtype="float32")
    items = [named_view("QOC")(item) for item in exam("new", 7)]
    draw, again = random.Random(0), random.Random(0)
    rows = list(course._rows(items, draw))
    with torch.inference_mode():
        logits = torch.cat([course._logits(part)[0] for part in passes(rows)])
    wanted = logits.log_softmax(-1)[:, course.answers]
    assert [row.keys for row in rows] == [(0, 1) * (len(row.ends) // 2) for row in rows]  # a right one, a wrong one
    for at, item in enumerate(items):
        wrong = again.choice([place for place in range(len(item.options)) if place != item.answer])
        scores = scorer.score(own_cells([item]))
        for row, place in enumerate((item.answer, wrong)):
            yes, no = wanted[2 * at + row].tolist()
            assert scores[place] == pytest.approx(yes - no, abs=0.3)  # one computes in 16 bits, the other in 32


def _split(rows, logits):
    start = 0
    for row in rows:
        yield row, logits[start : start + len(row.ends)]
        start += len(row.ends)


VNNI = pytest.mark.skipif(not has_eight_bits(), reason="needs VNNI")
FASTER = [("light", 16), pytest.param("whole", 8, marks=VNNI), pytest.param("light", 8, marks=VNNI)]


@pytest.mark.parametrize(("passages", "bits"), [("whole", 16), *FASTER])
def test_it_learns_and_a_stopped_training_goes_on_to_the_same_adapter(base, tmp_path, passages, bits):
    way = {"passages": passages, "bits": bits}
    training(base, tmp_path / "whole", **way).run()
    curve = json.loads((tmp_path / "whole" / "magnetite.json").read_text())["curve"]
    assert curve[-1]["loss"] < curve[0]["loss"]
    training(base, tmp_path / "parts", minutes=0, **way).run()
    training(base, tmp_path / "parts", **way).run()
    one, other = ((tmp_path / name / "adapter_model.safetensors").read_bytes() for name in ("whole", "parts"))
    assert one == other


def test_a_passage_read_without_a_way_back_says_the_same_and_teaches_the_last_layer_the_same(base, tmp_path):
    import torch

    from benchmarks.train_reader import batch, rows_of

    course = training(base, tmp_path)
    course.run()  # adapters that are zero would pass on nothing
    model, last = course.model, course.model.count - 1
    row = next(rows_of(course.items, course.prompt, course.tokenizer, random.Random(0)))
    assert row.start
    assert len(row.ends) > 1
    logits, taught = {}, {}
    for way in ("whole", "light"):
        model.zero_grad()
        logits[way] = model.light(len(row.start), *batch([row])) if way == "light" else model(*batch([row]))
        logits[way].square().mean().backward()
        taught[way] = {name: each.grad.clone() for name, each in model.adapters.items()}
    torch.testing.assert_close(logits["light"], logits["whole"], atol=0.02, rtol=0.02)
    for name, whole in taught["whole"].items():
        alike = torch.nn.functional.cosine_similarity(taught["light"][name].flatten(), whole.flatten(), 0)
        assert alike > (0.99 if name.startswith(f"{last}_") else 0.0), name


@pytest.mark.parametrize(("passages", "bits"), FASTER)
def test_a_way_to_train_is_compared_with_the_exact_one_without_learning(base, tmp_path, capsys, passages, bits):
    course = training(base, tmp_path, compare=2, passages=passages, bits=bits, inner_rank=2)
    before = [each.detach().clone() for each in course.model.adapters.values()]
    course.compare(2)
    said, alike = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"\d+ questions: whole in 16 bits [\d.]+ s, {passages} in {bits} bits [\d.]+ s each", said)
    assert float(alike.split(": ")[1].split(";")[0]) > 0.8  # the gradients of a step, both ways
    assert all(bool((a == b).all()) for a, b in zip(before, course.model.adapters.values(), strict=True))


def test_an_adapter_is_where_another_training_starts(base, tmp_path):
    course = training(base, tmp_path / "first")
    course.run()
    second = training(base, tmp_path / "second", init=tmp_path / "first", minutes=0)
    second.run()
    best = json.loads((tmp_path / "first" / "magnetite.json").read_text())["curve"]
    card = json.loads((tmp_path / "second" / "magnetite.json").read_text())
    begins = card["curve"][0]
    weights = (tmp_path / "first" / "adapter_model.safetensors").read_bytes()
    assert card["recipe"]["init"] == hashlib.sha256(weights).hexdigest()
    assert begins["loss"] == pytest.approx(min(row["loss"] for row in best), abs=0.02)


def test_an_adapter_that_does_not_fit_is_refused_with_both_shapes(base, tmp_path):
    training(base, tmp_path / "first", inner_rank=2, minutes=0).run()
    with pytest.raises(SystemExit, match=r"first: 12 of its adapters do not fit.*\(2, \d+\), here none"):
        training(base, tmp_path / "second", init=tmp_path / "first")


def test_the_mean_of_the_steps_is_what_is_left_and_a_stopped_training_goes_on_to_the_same(base, tmp_path):
    course = training(base, tmp_path / "whole", average=1000, every=10**6)
    seen, step = [], course._step

    def _step(number):
        step(number)
        seen.append({name: each.detach().clone() for name, each in course.model.adapters.items()})

    course._step = _step
    course.run()
    assert len(seen) == len(course.steps)
    for name, last in course.model.adapters.items():
        assert bool((last == seen[-1][name]).all())  # the training itself goes on from the last step
        wanted = sum(each[name] for each in seen) / len(seen)
        np.testing.assert_allclose(course.mean[name].numpy(), wanted.numpy(), atol=1e-6)
    card = json.loads((tmp_path / "whole" / "magnetite.json").read_text())
    assert (card["recipe"]["schedule"], card["recipe"]["average"]) == ("constant", 1000)
    assert course.optimizer.param_groups[0]["lr"] == course.rate
    course._start_from(tmp_path / "whole")
    for name, each in course.model.adapters.items():
        np.testing.assert_allclose(each.detach().numpy(), course.mean[name].numpy(), rtol=0.01, atol=1e-6)  # bfloat16
    training(base, tmp_path / "parts", average=1000, minutes=0, every=48).run()
    training(base, tmp_path / "parts", average=1000, every=48).run()
    training(base, tmp_path / "again", average=1000, every=48).run()
    one, other = ((tmp_path / name / "adapter_model.safetensors").read_bytes() for name in ("again", "parts"))
    assert one == other
