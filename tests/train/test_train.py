"""Training learns, the same seed gives the same weights, and what it writes says where it came from and loads again."""

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from magnetite.core.cells import own_cells
from magnetite.core.errors import DataError, ModelError, StoreError, UsageError
from magnetite.core.items import Dataset
from magnetite.train import Recipe, sample_items, train

RECIPE = Recipe(epochs=3, learning_rate=5e-3, rank=16)
QUICK = Recipe(epochs=1, learning_rate=5e-3, rank=4)


def scores(system, dataset):
    from magnetite.scorers.encoder import encoder

    return encoder(system, device="cpu", dtype="float32").score(own_cells(dataset.items)).reshape(-1, 3)


def accuracy(system, dataset):
    return np.mean(scores(system, dataset).argmax(axis=1) == [item.answer for item in dataset])


def first(dataset, size):
    return dataset.with_items(dataset.items[:size])


@pytest.fixture(scope="module")
def run(tiny_base, lesson, tmp_path_factory):
    """Train once to the end; return the system's folder and the points of its learning curve."""
    points = []
    output = tmp_path_factory.mktemp("systems") / "nouns"
    train(lesson, "QOC", output, base=str(tiny_base), recipe=RECIPE, progress=points.append)
    return output, points


def test_training_lowers_the_loss_and_beats_chance_on_new_items(run, exam):
    output, points = run
    assert points[0].loss > 0.5
    assert points[-1].loss < 0.1
    assert points[-1].number == points[-1].of == 45
    assert accuracy(output, exam) > 0.9  # chance is a third


def test_a_system_trained_without_the_passage_learns_nothing_here(tiny_base, lesson, exam, tmp_path):
    train(lesson, "QO", tmp_path / "qo", base=str(tiny_base), recipe=replace(RECIPE, epochs=1))
    change = [replace(item, passage="") for item in exam]
    assert accuracy(tmp_path / "qo", exam.with_items(change)) < 0.5


def test_the_same_seed_writes_the_same_bytes_and_another_seed_others(tiny_base, lesson, tmp_path):
    for name, seed in (("one", 0), ("two", 0), ("three", 1)):
        train(first(lesson, 64), "QOC", tmp_path / name, base=str(tiny_base), recipe=replace(QUICK, seed=seed))
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two", "three")]
    assert files[0] == files[1]
    assert files[0]["adapter_model.safetensors"] != files[2]["adapter_model.safetensors"]


def test_the_system_is_an_adapter_with_its_card_and_nothing_else(run):
    assert {path.name for path in run[0].iterdir()} == {
        "adapter_config.json",
        "adapter_model.safetensors",
        "magnetite.json",
    }


def test_the_card_says_what_was_trained_on_what_and_how(run, tiny_base, lesson):
    card = json.loads((run[0] / "magnetite.json").read_text("utf-8"))
    assert card["view"] == "QOC"
    assert card["base"] == str(tiny_base)
    assert card["init"] is None
    assert card["template"] == {"layout": "prefix", "max_tokens": 128, "keep": "start", "blank": "keep"}
    assert card["data"] == {"name": "nouns", "split": "train", "items": 480, "hash": lesson.fingerprint}
    assert Recipe(**card["recipe"]) == RECIPE
    assert [point["step"] for point in card["curve"]] == [20, 40, 45]
    assert card["tokens"] > 480 * 3 * 20
    assert {"magnetite", "torch", "transformers", "peft", "python"} <= set(card["versions"])
    assert card["max_tokens_in_training"] == 128
    assert card["measured"] == {}


def test_the_result_loads_with_its_view_and_keeps_the_scorer_contract(run):
    from magnetite.scorers.encoder import encoder
    from magnetite.testing import check_scorer

    scorer = encoder(run[0], device="cpu", dtype="float32")
    assert scorer.view == "QOC"
    check_scorer(scorer)


def test_sixteen_bit_weights_score_as_the_trained_model_does_and_leave_it_alone(tiny_base, lesson, exam, tmp_path):
    import torch

    from magnetite.scorers.encoding import Encoding, Template
    from magnetite.scorers.prefix import pack, packed_scores
    from magnetite.train.data import encode_items
    from magnetite.train.train import _save, _start
    from magnetite.train.trainer import fit

    start = _start(str(tiny_base), None, QUICK)
    code = Encoding(start.tokenizer, Template("prefix", 128))
    fit(start.model, encode_items(lesson.items, code), QUICK, lambda _: None)
    card = {"view": "QOC", "base": str(tiny_base), "template": {"layout": "prefix", "max_tokens": 128}}
    _save(start.model, card, tmp_path / "system")
    assert {weight.dtype for weight in start.model.parameters()} == {torch.float32}
    examples = encode_items(exam.items[:50], code)
    with torch.inference_mode():
        batch = pack([e.context for e in examples], [e.options for e in examples], pad=0)
        trained = packed_scores(start.model.base_model.model, batch).reshape(-1, 3).numpy()
    assert trained.std() > 0.3
    np.testing.assert_allclose(scores(tmp_path / "system", first(exam, 50)), trained, atol=0.01)


def test_peft_alone_reads_the_adapter_and_it_names_the_base_of_the_card(run, tiny_base):
    import warnings

    from peft import PeftModel

    from magnetite.scorers.weights import ignore_peft_warnings, pretrained

    config = json.loads((run[0] / "adapter_config.json").read_text("utf-8"))
    assert config["base_model_name_or_path"] == json.loads((run[0] / "magnetite.json").read_text("utf-8"))["base"]
    with warnings.catch_warnings():
        ignore_peft_warnings()
        model = PeftModel.from_pretrained(pretrained(tiny_base)[0], str(run[0]))
    assert model.peft_config["default"].r == RECIPE.rank


def test_the_packaged_base_is_recorded_by_name_and_never_by_a_path_of_this_machine(lesson, tmp_path):
    from magnetite.scorers.loading import SMALL_BASE, small_base

    train(first(lesson, 2), "QO", tmp_path / "qo", base=str(small_base()), recipe=Recipe(rank=2))
    written = (tmp_path / "qo" / "magnetite.json").read_text("utf-8")
    written += (tmp_path / "qo" / "adapter_config.json").read_text("utf-8")
    assert f'"base": "{SMALL_BASE}"' in written
    assert f'"base_model_name_or_path": "{SMALL_BASE}"' in written
    assert str(small_base().parent) not in written
    assert np.isfinite(scores(tmp_path / "qo", first(lesson, 2))).all()


def test_a_base_given_by_a_relative_path_is_found_from_anywhere(tiny_base, lesson, tmp_path, monkeypatch):
    monkeypatch.chdir(tiny_base.parent)
    train(first(lesson, 4), "QOC", tmp_path / "here", base=tiny_base.name, recipe=QUICK)
    monkeypatch.chdir(tmp_path)
    assert np.isfinite(scores(tmp_path / "here", first(lesson, 4))).all()


def test_init_starts_from_the_weights_of_another_system(run, tiny_base, lesson, exam, tmp_path):
    still = replace(RECIPE, epochs=1, learning_rate=0.0)  # learns nothing, so that the start is what is left
    train(first(lesson, 32), "QOC", tmp_path / "on", base=str(tiny_base), init=run[0], recipe=still)
    np.testing.assert_allclose(scores(tmp_path / "on", exam), scores(run[0], exam), atol=1e-5)
    assert json.loads((tmp_path / "on" / "magnetite.json").read_text("utf-8"))["init"] == "nouns"


def test_init_of_another_base_or_rank_is_refused(run, tiny_base, lesson, tmp_path):
    from magnetite.scorers.loading import SMALL_BASE

    with pytest.raises(UsageError, match=f"trained from '.*', not from '{SMALL_BASE}'"):
        train(first(lesson, 2), "QOC", tmp_path / "a", base=SMALL_BASE, init=run[0], recipe=RECIPE)
    with pytest.raises(UsageError, match=r"does not fit one of rank 4\. --init needs a system of the same rank"):
        train(first(lesson, 2), "QOC", tmp_path / "b", base=str(tiny_base), init=run[0], recipe=QUICK)
    assert list(tmp_path.iterdir()) == []


def test_init_with_unusable_weights_is_refused(run, tiny_base, lesson, tmp_path):
    import shutil

    init = Path(shutil.copytree(run[0], tmp_path / "init"))
    for spoil, said in ((lambda path: path.write_bytes(b"x"), "damaged"), (Path.unlink, "a training card without")):
        spoil(init / "adapter_model.safetensors")
        with pytest.raises(ModelError, match=said):
            train(first(lesson, 2), "QOC", tmp_path / "out", base=str(tiny_base), init=init, recipe=RECIPE)


def test_a_base_the_prefix_layout_cannot_read_is_refused(tiny_base, lesson, tmp_path):
    import shutil

    base = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    config = json.loads((base / "config.json").read_text("utf-8"))
    (base / "config.json").write_text(json.dumps(config | {"type_vocab_size": 1}), "utf-8")
    with pytest.raises(ModelError, match="cannot be loaded"):  # its weights have two segments
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)
    (base / "config.json").write_text(json.dumps(config | {"model_type": "roberta"}), "utf-8")
    with pytest.raises(ModelError, match="is roberta's architecture"):
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)


def test_a_base_without_pooler_is_refused_because_no_adapter_would_bring_it(tiny_base, lesson, tmp_path):
    import shutil

    from safetensors.torch import load_file, save_file

    base = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    weights = {k: v for k, v in load_file(base / "model.safetensors").items() if not k.startswith("pooler")}
    save_file(weights, base / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"lacks weights that an adapter does not bring: bert\.pooler"):
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)


def test_an_item_without_answer_is_refused_by_its_id(tiny_base, lesson, tmp_path):
    items = [lesson[0], replace(lesson[1], answer=None)]
    with pytest.raises(DataError, match="item 'q1' has no answer; training needs one for every item"):
        train(lesson.with_items(items), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)


def test_nothing_to_train_on_is_an_error_and_not_an_untrained_system(lesson, tmp_path):
    with pytest.raises(DataError, match="dataset 'nouns' has no items to train on"):
        train(first(lesson, 0), "QOC", tmp_path / "out")


def test_a_loss_that_is_no_number_stops_training_with_step_and_advice_and_writes_nothing(tiny_base, lesson, tmp_path):
    wild = replace(QUICK, learning_rate=1e30)
    with pytest.raises(
        ModelError, match=r"the loss is nan at step \d+ of 15, .* Lower the learning rate \(now 1e\+30\)"
    ):
        train(lesson, "QOC", tmp_path / "out", base=str(tiny_base), recipe=wild)
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_exists_is_refused_before_anything_is_loaded(lesson, tmp_path):
    (tmp_path / "file").write_text("mine", "utf-8")
    for output in (tmp_path, tmp_path / "file"):
        with pytest.raises(UsageError, match=r"exists and is not an empty folder\. Name a new folder"):
            train(lesson, "QOC", output, base="/no/such/base")
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_an_empty_folder_may_be_the_output(tiny_base, lesson, tmp_path):
    (tmp_path / "out").mkdir()
    train(first(lesson, 2), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)
    assert (tmp_path / "out" / "magnetite.json").is_file()


def test_a_disk_that_takes_no_more_is_a_store_error_and_leaves_no_half_a_system(
    tiny_base, lesson, tmp_path, monkeypatch
):
    def full(*_):
        raise OSError(28, "No space left on device")

    # By name: `magnetite.train.train` is the function, as the package says.
    monkeypatch.setattr(import_module("magnetite.train.train"), "write_card", full)
    with pytest.raises(StoreError, match=r"cannot be written \(.*No space left on device.*Free space, train again"):
        train(first(lesson, 2), "QOC", tmp_path / "deep" / "out", base=str(tiny_base), recipe=QUICK)
    assert list((tmp_path / "deep").iterdir()) == []


def test_an_unknown_view_is_answered_with_the_known_ones(lesson, tmp_path):
    with pytest.raises(UsageError, match="Known: O, QO, CO, QOC"):
        train(lesson, "QCO", tmp_path / "out", base="/no/such/base")


def test_a_sample_is_drawn_without_replacement_by_its_seed_and_whatever_order_items_came_in(lesson):
    drawn = sample_items(lesson, 100, seed=3)
    assert len({item.id for item in drawn} & {item.id for item in lesson}) == 100
    assert drawn.items == sample_items(lesson.with_items(lesson.items[::-1]), 100, seed=3).items
    assert drawn.items != sample_items(lesson, 100, seed=4).items


def test_a_sample_larger_than_the_dataset_is_refused():
    with pytest.raises(UsageError, match="dataset 'few' has 0 items; 1 cannot be drawn from it"):
        sample_items(Dataset("few", ()), 1, seed=0)
