"""Training learns, the same seed gives the same weights, and what it writes says where it came from and loads again."""

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from examfiles.errors import DataError, StoreError, UsageError
from magnetite.core.cells import own_cells
from magnetite.core.errors import ModelError
from magnetite.scorers.find import find_systems
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import SKETCH, seen_in_training
from magnetite.train import Recipe, train
from magnetite.train.saving import open_work
from magnetite.views.shingles import known_to, read_sketch
from tests.commands.test_exchange import largest_file
from tests.test_entry_points import outside  # noqa: F401 - a fixture
from tests.views.test_shingles import text

# float32, so that a machine that multiplies bfloat16 learns the same as one that does not
RECIPE = Recipe(epochs=3, learning_rate=5e-3, lora_rank=16, dtype="float32")
QUICK = Recipe(epochs=1, learning_rate=5e-3, lora_rank=4, batch=2, dtype="float32")


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
    train(lesson, "QOC", output, base=str(tiny_base), recipe=RECIPE, progress=lambda _seed, step: points.append(step))
    return output, points


def test_training_lowers_the_loss_and_beats_chance_on_new_items(run, exam):
    output, points = run
    assert points[0].loss > 0.5
    assert points[-1].loss < 0.4
    assert points[-1].number == points[-1].of == 48
    assert accuracy(output, exam) > 0.9  # chance is a third


def test_a_system_trained_without_the_passage_learns_nothing_here(tiny_base, lesson, exam, tmp_path):
    train(lesson, "QO", tmp_path / "qo", base=str(tiny_base), recipe=replace(RECIPE, epochs=1))
    change = [replace(item, passage="") for item in exam]
    assert accuracy(tmp_path / "qo", exam.with_items(change)) < 0.5


@pytest.mark.usefixtures("outside")
def test_a_system_can_be_trained_for_a_view_of_another_package(tiny_base, lesson, tmp_path):
    train(first(lesson, 64), "INITIALS", tmp_path / "systems" / "initials", base=str(tiny_base), recipe=QUICK)
    systems = find_systems(str(tmp_path / "systems"), None, options={"device": "cpu"})
    assert list(systems.by_view) == ["INITIALS"]
    alone = find_systems(str(tmp_path / "systems" / "initials"), None, options={"device": "cpu"})
    assert list(alone.by_view) == ["O", "QO", "CO", "INITIALS", "QOC"]
    assert [note.values["own"] for note in alone.notes] == ["INITIALS"]


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
        "passages.sketch",
    }


def test_the_card_says_what_was_trained_on_what_and_how(run, tiny_base, lesson):
    card = json.loads((run[0] / "magnetite.json").read_text("utf-8"))
    assert card["view"] == "QOC"
    assert card["base"] == str(tiny_base)
    assert card["init"] is None
    assert card["template"] == {"layout": "prefix", "max_tokens": 128, "keep": "start", "blank": "keep"}
    assert card["data"] == {"name": "nouns", "split": "train", "items": 480, "hash": lesson.fingerprint}
    assert card["dev"] is None
    assert Recipe(**card["recipe"]) == RECIPE
    assert [point["step"] for point in card["curve"]] == [20, 40, 48]
    assert (card["kept_step"], card["questions"]) == (48, 480 * RECIPE.epochs)
    assert card["tokens"] > 480 * 3 * 15
    assert {"magnetite", "torch", "transformers", "accelerate", "peft", "python"} <= set(card["versions"])
    assert card["max_tokens_in_training"] == 128
    assert card["measured"] == {}


def test_the_result_loads_with_its_view_and_keeps_the_scorer_contract(run):
    from magnetite.scorers.encoder import encoder
    from magnetite.testing import check_scorer

    scorer = encoder(run[0], device="cpu", dtype="float32")
    assert scorer.view == "QOC"
    check_scorer(scorer)


def test_peft_alone_reads_the_adapter_and_it_names_the_base_of_the_card(run, tiny_base):
    import warnings

    from peft import PeftModel

    from magnetite.scorers.loading import ignore_peft_warnings, pretrained

    config = json.loads((run[0] / "adapter_config.json").read_text("utf-8"))
    assert config["base_model_name_or_path"] == json.loads((run[0] / "magnetite.json").read_text("utf-8"))["base"]
    with warnings.catch_warnings():
        ignore_peft_warnings()
        model = PeftModel.from_pretrained(pretrained(tiny_base)[0], str(run[0]))
    assert model.peft_config["default"].r == RECIPE.lora_rank


def test_the_packaged_base_is_recorded_by_name_and_never_by_a_path_of_this_machine(lesson, tmp_path):
    from magnetite.scorers.packaged import SMALL_BASE, small_base

    train(first(lesson, 2), "QO", tmp_path / "qo", base=str(small_base()), recipe=Recipe(lora_rank=2, batch=2))
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
    still = replace(RECIPE, epochs=1, learning_rate=1e-12)  # learns nothing, so that the start is what is left
    train(first(lesson, 32), "QOC", tmp_path / "on", base=str(tiny_base), init=run[0], recipe=still)
    np.testing.assert_allclose(scores(tmp_path / "on", exam), scores(run[0], exam), atol=1e-5)
    assert json.loads((tmp_path / "on" / "magnetite.json").read_text("utf-8"))["init"]["name"] == "nouns"


def test_the_system_carries_a_sketch_of_what_it_read_and_of_what_it_started_from_read(tiny_base, lesson, tmp_path):
    items = first(lesson, 16)
    own, other = (
        items.with_items([replace(each, passage=f"{text(n)} {each.passage}") for each in items]) for n in (1, 2)
    )
    texts = [own[0].passage, other[0].passage]
    train(own, "QO", tmp_path / "first", base=str(tiny_base), recipe=QUICK)
    assert known_to(read_sketch(tmp_path / "first" / SKETCH), texts).tolist() == [True, False]
    train(other, "QO", tmp_path / "second", base=str(tiny_base), recipe=QUICK, init=tmp_path / "first")
    assert known_to(read_sketch(tmp_path / "second" / SKETCH), texts).all()
    asked = find_systems(str(tmp_path / "second"), None).by_view["QO"]
    new = replace(first(own, 8), name="new", split=None)
    assert [note.code for note in seen_in_training([asked], new)] == ["note-passages-seen"]


def test_init_of_another_base_or_rank_is_refused(run, tiny_base, lesson, tmp_path):
    from magnetite.scorers.packaged import SMALL_BASE

    with pytest.raises(UsageError, match=f"trained from '.*', not from '{SMALL_BASE}'"):
        train(first(lesson, 2), "QOC", tmp_path / "a", base=SMALL_BASE, init=run[0], recipe=replace(RECIPE, batch=2))
    with pytest.raises(UsageError, match=r"do not fit a system of rank 4\. --init needs a system of the same rank"):
        train(first(lesson, 2), "QOC", tmp_path / "b", base=str(tiny_base), init=run[0], recipe=QUICK)
    assert list(tmp_path.iterdir()) == []


def test_init_with_unusable_weights_is_refused(run, tiny_base, lesson, tmp_path):
    import shutil

    init = Path(shutil.copytree(run[0], tmp_path / "init"))
    for spoil, message in ((lambda path: path.write_bytes(b"x"), "damaged"), (Path.unlink, "a training card without")):
        spoil(init / "adapter_model.safetensors")
        with pytest.raises(ModelError, match=message):
            train(
                first(lesson, 2),
                "QOC",
                tmp_path / "out",
                base=str(tiny_base),
                init=init,
                recipe=replace(RECIPE, batch=2),
            )


def test_a_base_whose_configuration_is_not_its_weights_own_is_refused(tiny_base, lesson, tmp_path):
    import shutil

    base = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    config = json.loads((base / "config.json").read_text("utf-8"))
    (base / "config.json").write_text(json.dumps(config | {"type_vocab_size": 1}), "utf-8")
    with pytest.raises(ModelError, match="cannot be loaded"):  # its weights have two segments
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)
    (base / "config.json").write_text(json.dumps(config | {"model_type": "fnet"}), "utf-8")
    with pytest.raises(ModelError, match="fnet"):
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)


def test_a_base_without_pooler_is_refused_because_no_adapter_would_bring_it(tiny_base, lesson, tmp_path):
    import shutil

    from safetensors.torch import load_file, save_file

    base = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    weights = {k: v for k, v in load_file(base / "model.safetensors").items() if not k.startswith("pooler")}
    save_file(weights, base / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"lacks weights that training does not add: bert\.pooler"):
        train(first(lesson, 2), "QOC", tmp_path / "out", base=str(base), recipe=QUICK)


def test_nothing_to_train_on_is_an_error_and_not_an_untrained_system(lesson, tmp_path):
    with pytest.raises(DataError, match="dataset 'nouns' has no items to train on"):
        train(first(lesson, 0), "QOC", tmp_path / "out")


def test_a_training_killed_before_it_wrote_down_its_request_begins_again(tmp_path):
    work = tmp_path / "out" / "training"
    work.mkdir(parents=True)
    (work / ".request.json.999999999.part").write_text("half")
    assert open_work(tmp_path / "out", {"seed": 0}) == work
    assert [path.name for path in work.iterdir()] == ["request.json"]


def test_an_output_that_exists_is_refused_before_anything_is_loaded(lesson, tmp_path):
    (tmp_path / "file").write_text("mine", "utf-8")
    for output in (tmp_path, tmp_path / "file"):
        with pytest.raises(UsageError, match=r"exists and is not an empty folder\. Name a new folder"):
            train(lesson, "QOC", output, base="/no/such/base")
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_a_finished_system_is_never_trained_over(lesson, tmp_path):
    (tmp_path / "magnetite.json").write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="already holds a trained system"):
        train(lesson, "QOC", tmp_path, base="/no/such/base")


def test_an_empty_folder_may_be_the_output(tiny_base, lesson, tmp_path):
    (tmp_path / "out").mkdir()
    train(first(lesson, 2), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)
    assert (tmp_path / "out" / "magnetite.json").is_file()


def test_an_unknown_view_is_answered_with_the_known_ones(lesson, tmp_path):
    with pytest.raises(UsageError, match="Known: O, QO, CO, QOC"):
        train(lesson, "QCO", tmp_path / "out", base="/no/such/base")


def test_a_recipe_in_the_joint_layout_trains_all_weights_and_transformers_alone_loads_them(
    tiny_base, lesson, exam, tmp_path
):
    import torch
    from transformers import AutoModelForMultipleChoice, AutoTokenizer

    recipe = Recipe(layout="joint", lora_rank=0, epochs=3, learning_rate=2e-3, max_tokens=64)
    train(lesson, "QOC", tmp_path / "all", base=str(tiny_base), recipe=recipe)
    assert accuracy(tmp_path / "all", exam) > 0.8
    model = AutoModelForMultipleChoice.from_pretrained(tmp_path / "all").eval()
    tokenizer, item = AutoTokenizer.from_pretrained(tmp_path / "all"), exam[0]
    asked = [f"{item.question} {option}" for option in item.options]
    inputs = tokenizer([item.passage] * 3, asked, return_tensors="pt", padding=True)
    with torch.inference_mode():
        plain = model(**{name: part[None] for name, part in inputs.items()}).logits[0].numpy()
    np.testing.assert_allclose(plain, scores(tmp_path / "all", first(exam, 1))[0], atol=1e-4)


@pytest.mark.parametrize("layout", ["prefix", "joint"])
def test_every_family_trains_adapters_whose_scores_the_scorer_repeats(layout, lesson, tmp_path):
    from tests.scorers.conftest import save_tiny

    families = ["bert"] if layout == "prefix" else ["roberta", "electra", "albert"]
    for family in families:
        base = save_tiny(family, tmp_path / family)
        output = tmp_path / f"{family}-{layout}"
        recipe = Recipe(layout=layout, lora_rank=4, batch=8, max_tokens=64)
        train(first(lesson, 32), "QOC", output, base=str(base), recipe=recipe)
        assert np.isfinite(scores(output, first(lesson, 4))).all()
        assert np.std(scores(output, first(lesson, 4))) > 0


def test_several_seeds_make_an_ensemble_with_a_card_that_names_its_members(tiny_base, lesson, tmp_path):
    train(first(lesson, 32), "QO", tmp_path / "qo", base=str(tiny_base), recipe=QUICK, seeds=(3, 4))
    card = json.loads((tmp_path / "qo" / "magnetite.json").read_text("utf-8"))
    assert card["view"] == "QO"
    assert card["members"] == ["seed-3", "seed-4"]
    one, other = (scores(tmp_path / "qo" / name, first(lesson, 8)) for name in card["members"])
    assert not np.allclose(one, other)
    begin = replace(QUICK, learning_rate=1e-12)
    train(
        first(lesson, 8), "QOC", tmp_path / "qoc", base=str(tiny_base), init=tmp_path / "qo", recipe=begin, seeds=(3, 4)
    )
    np.testing.assert_allclose(scores(tmp_path / "qoc" / "seed-4", first(lesson, 8)), other, atol=1e-4)
    with pytest.raises(UsageError, match="an ensemble without a seed 9"):
        train(
            first(lesson, 8),
            "QOC",
            tmp_path / "no",
            base=str(tiny_base),
            init=tmp_path / "qo",
            recipe=QUICK,
            seeds=(9,),
        )


def test_the_weights_with_the_least_loss_on_dev_are_kept(tiny_base, lesson, exam, tmp_path):
    wild = replace(RECIPE, epochs=2, schedule="constant", learning_rate=3e-2, evaluations=6)
    train(lesson, "QOC", tmp_path / "best", base=str(tiny_base), recipe=wild, dev=exam)
    card = json.loads((tmp_path / "best" / "magnetite.json").read_text("utf-8"))
    tried = {point["step"]: point for point in card["curve"] if point["split"] == "dev"}
    assert len(tried) >= 6
    kept = tried[card["kept_step"]]
    assert card["questions"] == pytest.approx(2 * 480 * card["kept_step"] / card["curve"][-1]["step"], abs=1)
    assert kept["loss"] == min(point["loss"] for point in tried.values())
    assert kept["loss"] < max(point["loss"] for point in tried.values())
    assert accuracy(tmp_path / "best", exam) == pytest.approx(kept["accuracy"], abs=0.021)  # kept in 16 bits


def test_patience_stops_early_and_needs_dev_questions(tiny_base, lesson, exam, tmp_path):
    still = replace(RECIPE, learning_rate=1e-12, patience=2)
    train(lesson, "QOC", tmp_path / "still", base=str(tiny_base), recipe=still, dev=first(exam, 10))
    card = json.loads((tmp_path / "still" / "magnetite.json").read_text("utf-8"))
    assert card["stopped_early"]
    assert card["curve"][-1]["step"] < 48
    with pytest.raises(UsageError, match="patience needs dev questions"):
        train(lesson, "QOC", tmp_path / "none", base=str(tiny_base), recipe=still)


class Killed(BaseException):
    """Stand for a kill: nothing catches it."""


@pytest.fixture(scope="module")
def whole(tiny_base, lesson, exam, tmp_path_factory):
    """Train with dev questions and without interruption."""
    output, request = tmp_path_factory.mktemp("whole") / "system", {"base": str(tiny_base), "recipe": RECIPE}
    request |= {"dev": first(exam, 20)}
    train(lesson, "QOC", output, **request)
    return output, request


@pytest.mark.parametrize("at", [12, 41])
def test_a_training_that_was_killed_goes_on_and_ends_as_one_that_was_not(whole, lesson, tmp_path, at):
    def stop(_seed, step):
        if step.number >= at:
            raise Killed

    output, request = whole
    with pytest.raises(Killed):
        train(lesson, "QOC", tmp_path / "cut", progress=stop, **request)
    half = next(iter((tmp_path / "cut" / "training").glob("*/checkpoint-*")))
    (half.parent / "checkpoint-9999").mkdir()  # a checkpoint that a kill cut short
    later = []
    train(lesson, "QOC", tmp_path / "cut", progress=lambda _seed, step: later.append(step.number), **request)
    assert min(later) > 5  # it did not begin anew
    name = "adapter_model.safetensors"
    assert (output / name).read_bytes() == (tmp_path / "cut" / name).read_bytes()
    assert json.loads((output / CARD).read_text("utf-8")) == json.loads((tmp_path / "cut" / CARD).read_text("utf-8"))
    assert not (tmp_path / "cut" / "training").exists()


def test_an_unfinished_training_of_another_kind_is_not_gone_on_with(tiny_base, lesson, tmp_path):
    def stop(_seed, _step):
        raise Killed

    request = {"base": str(tiny_base), "recipe": RECIPE}
    with pytest.raises(Killed):
        train(lesson, "QOC", tmp_path / "cut", progress=stop, **request)
    other = replace(RECIPE, learning_rate=1e-3)
    with pytest.raises(UsageError, match=r"differs from this one: learning_rate was 0\.005, now 0\.001"):
        train(lesson, "QOC", tmp_path / "cut", base=str(tiny_base), recipe=other)


def test_a_loss_that_is_no_number_stops_training_with_step_and_advice_and_writes_nothing(tiny_base, lesson, tmp_path):
    wild = replace(QUICK, learning_rate=1e30, batch=32)
    message = (
        r"the loss is (nan|-?inf) at step \d+ of 16, .*nothing was saved.* with a lower learning rate \(now 1e\+30\)"
    )
    with pytest.raises(ModelError, match=message):
        train(lesson, "QOC", tmp_path / "out", base=str(tiny_base), recipe=replace(wild, evaluations=1))
    assert list(tmp_path.iterdir()) == []


def test_a_loss_that_is_no_number_later_on_leaves_the_last_good_checkpoint(tiny_base, lesson, tmp_path, monkeypatch):
    trainer = import_module("magnetite.train.trainer")
    plain, calls = trainer.cross_entropy, []

    def spoilt(*given, **settings):
        calls.append(1)
        return plain(*given, **settings) * (float("nan") if len(calls) > 12 else 1)

    monkeypatch.setattr(trainer, "cross_entropy", spoilt)
    with pytest.raises(ModelError, match=r"the loss is nan at step 13 of 48, .*the checkpoint of step 10 is kept in"):
        train(lesson, "QOC", tmp_path / "out", base=str(tiny_base), recipe=RECIPE)
    assert (tmp_path / "out" / "training" / "seed-0" / "checkpoint-10").is_dir()


def full(*_, **__):
    raise OSError(28, "No space left on device")


def test_a_disk_that_is_full_at_a_checkpoint_says_from_where_the_same_command_goes_on(
    tiny_base, lesson, tmp_path, monkeypatch
):
    from transformers import Trainer

    plain = Trainer._save_optimizer_and_scheduler
    for step, last in ((5, 0), (10, 5)):
        monkeypatch.setattr(
            Trainer,
            "_save_optimizer_and_scheduler",
            lambda self, folder, step=step: full() if self.state.global_step >= step else plain(self, folder),
        )
        message = (
            rf"the checkpoint of step {step} cannot be written \(.*No space left.*Free space, .* from step {last}\."
        )
        with pytest.raises(StoreError, match=message):
            train(lesson, "QOC", tmp_path / "out", base=str(tiny_base), recipe=RECIPE)
        monkeypatch.undo()
    train(lesson, "QOC", tmp_path / "out", base=str(tiny_base), recipe=RECIPE)
    assert (tmp_path / "out" / "magnetite.json").is_file()


def test_a_disk_that_is_full_at_the_end_keeps_the_checkpoints(tiny_base, lesson, tmp_path, monkeypatch):
    # By name: `magnetite.train.train` is the function, as the package says.
    monkeypatch.setattr(import_module("magnetite.train.saving"), "write_card", full)
    with pytest.raises(
        StoreError, match=r"cannot be written \(.*No space left on device.*Free space, then run the same"
    ):
        train(first(lesson, 8), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"training"}


def test_a_file_that_may_not_grow_ends_training_in_a_sentence_whichever_library_writes_it(tiny_base, lesson, tmp_path):
    for size in (200, 2_000, 20_000):
        with largest_file(size), pytest.raises(StoreError, match=r"cannot be written \(.*File too large"):
            train(first(lesson, 8), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)
    assert not (tmp_path / "out" / "magnetite.json").exists()
    train(first(lesson, 8), "QOC", tmp_path / "out", base=str(tiny_base), recipe=QUICK)
    assert (tmp_path / "out" / "magnetite.json").is_file()


def test_fewer_items_than_a_batch_are_refused(tiny_base, lesson, tmp_path):
    with pytest.raises(UsageError, match="has 5 items, fewer than one batch of 32"):
        train(first(lesson, 5), "QOC", tmp_path / "out", base=str(tiny_base), recipe=RECIPE)
    assert list(tmp_path.iterdir()) == []


def test_what_peft_keeps_as_sets_is_written_in_one_order(tmp_path):
    """Sets of names come in another order in every process, and the file is part of a system's fingerprint."""
    from magnetite.train.saving import save

    class Adapted:
        peft_config = None

        def __init__(self, order):
            self.order = order

        def state_dict(self):
            return {}

        def save_pretrained(self, folder, **_):
            sets = {
                name: [f"{name}.{number}" for number in self.order] for name in ("target_modules", "modules_to_save")
            }
            Path(folder).mkdir()
            (Path(folder) / "adapter_config.json").write_text(json.dumps(sets), "utf-8")
            (Path(folder) / "adapter_model.safetensors").write_bytes(b"weights")

    for order in ((0, 1, 2), (2, 0, 1)):
        save(Adapted(order), None, {}, tmp_path / str(order[0]))
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("0", "2")]
    assert files[0] == files[1]
