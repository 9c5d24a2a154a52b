"""Training as one call: preset and flags make the recipe, dev questions calibrate, and the curves are drawn."""

import json
from importlib import import_module

import pytest

from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset
from magnetite import train_system
from magnetite.experiments.flags.worth import severity_within, worth_from
from magnetite.inputs.option_lists import ListedOption, write_options
from magnetite.report.wording import text_of
from magnetite.request import TrainingData
from magnetite.train.changes import Augmentation
from tests.commands.made import exam
from tests.train.conftest import _one_thread, tiny_base  # noqa: F401 - fixtures

training = import_module("magnetite.running.training")
presets = import_module("magnetite.running.presets")
PRESET = """
title = "tiny"
paper = "none"
base = "{base}"
layout = "prefix"
view = "QO"
max_tokens = 128
batch = 4
lora_rank = 2
dropout = 0.0
"""


@pytest.fixture(scope="module")
def trained(tiny_base, tmp_path_factory):  # noqa: F811
    """Train two seeds by a preset of our own, one flag over it, with dev questions."""
    folder = tmp_path_factory.mktemp("trained")
    write_preset(folder, tiny_base)
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


def write_preset(folder, base):
    (folder / "tiny.toml").write_text(PRESET.replace("{base}", str(base)), "utf-8")


def card_of(folder):
    return json.loads((folder / "magnetite.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("data", "trained_on", "dev"),
    [("a", 3, 2), ("a+b.csv@train", 4, 2), ("a@train+b.csv@train", 4, None), ("b.csv@train", 1, None)],
)
def test_joined_data_may_say_its_split(tmp_path, monkeypatch, data, trained_on, dev):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    rows = [f"Ann has {n} cats.,How many cats has Ann?,{n},none,A\n" for n in range(2, 8)]
    head = "passage,question,A,B,answer\n"
    (tmp_path / "b.csv").write_text(head + rows[5], "utf-8")
    for split, some in {"train": rows[:3], "dev": rows[3:5]}.items():
        (tmp_path / "a" / f"{split}.csv").write_text(head + "".join(some), "utf-8")
    questions, held_out = training._questions(TrainingData(data))
    assert (len(questions), held_out and len(held_out)) == (trained_on, dev)


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


def test_a_system_that_reads_says_on_its_card_what_its_flags_on_keys_are_worth(tmp_path, tiny):
    data, told = tiny
    made = train_system(data, tmp_path / "qoc", view="QOC", seeds=2, train="none", **told)
    found = card_of(made)["measured"]["flags"]["another-option-fits-better"]
    assert found["members"] == 2
    worth = worth_from(found["worth"])
    assert (worth.planted, worth.sound) == (24, 24)
    for probability in (0.01, 0.05):  # one that was not trained knows nothing: no flag of its is ever serious
        right = worth.right({"probability": probability})
        assert severity_within("serious", right) in {"worth-a-thought", "remark"}


def test_the_learning_curves_are_drawn_beside_the_card(trained):
    page = (trained[0] / "training.html").read_text("utf-8")
    assert "Learning curve" in page
    assert "2 seeds" in page


@pytest.mark.parametrize(
    ("losses", "lost"),
    [
        ([1.10, 1.00, 1.10], True),
        ([1.10, 1.00, 1.25], True),
        ([1.10, 1.00, 1.08], False),  # a part of it
        ([1.10, 1.05, 1.00], False),
        ([1.10, 1.09, 1.10], False),  # it never learned
        ([1.10], False),
        ([], False),
    ],
)
def test_a_training_that_learned_and_lost_it_again_is_told(losses, lost):
    curve = [{"step": 20 * n, "split": "train", "loss": loss} for n, loss in enumerate(losses, 1)]
    dev = {"step": 60, "split": "dev", "loss": 2.0}
    card = {"curve": [*curve, dev], "kept_step": 1200, "recipe": {"learning_rate": 1e-3}}
    said = f"from 1.100 to 1.000 and ended at {losses[-1]:.3f}. The weights are those of step 1,200." if lost else ""
    how = training.diverged(card)
    assert bool(how) == lost
    assert how is None or said in text_of(how)


def test_the_trained_ensemble_answers_an_exam(trained):
    import magnetite

    run = magnetite.audit("sample", str(trained[0]), views=("QO",), experiments=("accuracy",), limit=8, store="off")
    assert run.systems[0]["members"] == 2
    assert run.finding("accuracy").number("accuracy").n == 8


def test_without_data_the_preset_says_where_it_lies_on_the_hub(tmp_path, monkeypatch):
    asked = []

    def load(path, split=None, **_):
        asked.append((path, split))
        return Dataset("RACE", ())

    monkeypatch.setattr(import_module("magnetite.running.data"), "load_exam", load)
    hub = "\n".join(f'{name} = "hf://datasets/me/mine/all/{name}.parquet"' for name in ("train", "dev"))
    (tmp_path / "mine.toml").write_text(f'title = "Mine"\npaper = "none"\n[hub]\n{hub}\n', "utf-8")
    with pytest.raises(Exception, match="none of its 0 questions"):
        train_system(output=tmp_path / "out", preset=str(tmp_path / "mine.toml"))
    assert [path.rsplit("/", 1)[1] for path, _ in asked] == ["train.parquet", "dev.parquet"]
    with pytest.raises(UsageError, match="no data was named, and the preset names none on the hub"):
        train_system(output=tmp_path / "out", preset="small")


def test_a_recipe_setting_that_does_not_exist_is_answered_with_the_nearest(tmp_path):
    with pytest.raises(UsageError, match="Did you mean 'learning_rate'"):
        train_system("sample", tmp_path / "out", learning_rat=1)
    with pytest.raises(UsageError, match="seeds is 0"):
        train_system("sample", tmp_path / "out", seeds=0)
    with pytest.raises(UsageError, match="training reads files"):
        train_system(exam(2, 1), tmp_path / "out")


def test_dev_questions_that_are_trained_on_are_refused(tmp_path):
    with pytest.raises(UsageError, match=r"\d+ of its \d+ questions are among those to train on.* --dev off"):
        train_system(TrainingData("sample", dev="sample"), tmp_path / "out", view="QO")
    assert not (tmp_path / "out").exists()


def test_dev_questions_without_answers_are_refused_before_training(tmp_path):
    dev = tmp_path / "dev.csv"
    dev.write_text("passage,question,A,B\nthe man ran.,who ran?,the man,the dog\n", "utf-8")
    with pytest.raises(DataError, match="none of its 1 questions has a known answer"):
        train_system(TrainingData("sample", dev=str(dev)), tmp_path / "out", view="QO")
    assert not (tmp_path / "out").exists()


def test_stopped_before_it_was_calibrated_the_same_call_calibrates_without_training_again(
    tiny_base,  # noqa: F811
    tmp_path,
    monkeypatch,
):
    write_preset(tmp_path, tiny_base)
    data, told = TrainingData("sample", sample=8, dev="sample", dev_limit=24), {"preset": str(tmp_path / "tiny.toml")}

    def stop(*_arguments, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(training, "calibrate_system", stop)
        with pytest.raises(KeyboardInterrupt):
            train_system(data, tmp_path / "qo", device="cpu", evaluations=1, **told)
    assert "dev" not in card_of(tmp_path / "qo")["measured"]
    steps = []
    train_system(data, tmp_path / "qo", device="cpu", evaluations=1, progress=lambda *step: steps.append(step), **told)
    assert steps == []
    assert card_of(tmp_path / "qo")["measured"]["dev"]["items"] == 24
    assert not (tmp_path / "qo" / "training").exists()


@pytest.mark.parametrize(
    ("asked", "preset", "first", "seeds"),
    [
        (None, (1, 2, 3), None, (1, 2, 3)),
        (None, (1, 2, 3), 7, (7, 8, 9)),
        (2, (1, 2, 3), None, (1, 2)),
        (None, None, 5, (5,)),
        ((4, 9), (1, 2), 3, (4, 9)),
    ],
)
def test_a_preset_says_how_many_seeds_and_the_flags_which(asked, preset, first, seeds):
    assert presets.seeds_of(asked, preset, first) == seeds


@pytest.fixture
def tiny(tiny_base, tmp_path):  # noqa: F811
    """Write our preset and a list of options; return the data and what a call is told."""
    write_preset(tmp_path, tiny_base)
    rows = [ListedOption("All of the above", 0.9), ListedOption("a walrus", 0.1), ListedOption("B and C", 0.8)]
    write_options(tmp_path / "magnets.jsonl", rows)
    data = TrainingData("sample", sample=8, dev="sample", dev_limit=24)
    return data, {"preset": str(tmp_path / "tiny.toml"), "device": "cpu", "evaluations": 1}


def test_a_system_is_trained_against_the_strongest_options_of_a_file(tmp_path, tiny):
    data, told = tiny
    draws = {"augment_with": tmp_path / "magnets.jsonl", "augment_top": 2, "augment_draw": "epoch"}
    made = train_system(data, tmp_path / "qo", epochs=2, **draws, **told)
    found = card_of(made)["augment"]
    expected = Augmentation("magnets.jsonl", ("All of the above", "B and C"), "epoch")
    assert found == {**expected.record, "questions": 8}
    page = (made / "training.html").read_text("utf-8")
    assert "8 of them had an extra wrong option, drawn for each epoch from the 2 of magnets.jsonl" in page


def test_a_system_is_trained_against_options_that_are_named_by_their_places_in_the_data(tmp_path, tiny):
    _, told = tiny
    rows = [{"id": f"q{k}", "question": "Who?", "options": [f"a {k}", f"b {k}"], "answer": 0} for k in range(8)]
    (tmp_path / "train.jsonl").write_text("\n".join(json.dumps({**row, "passage": row["id"]}) for row in rows), "utf-8")
    (tmp_path / "o.places").write_text("made train q3 B\nmade train q5 A\n", "utf-8")
    made = train_system(
        str(tmp_path / "train.jsonl"), tmp_path / "qo", augment_with=tmp_path / "o.places", epochs=1, **told
    )
    expected = Augmentation("o.places", ("b 3", "a 5"), "fixed")
    assert card_of(made)["augment"] == {**expected.record, "questions": 8}


def test_without_augmentation_the_card_says_so(trained):
    assert card_of(trained[0] / "seed-0")["augment"] is None


def test_a_head_alone_and_an_untrained_one_are_systems_that_are_calibrated_and_say_what_they_are(tmp_path, tiny):
    data, told = tiny
    head = train_system(data, tmp_path / "head", train="head", **told)
    none = train_system(data, tmp_path / "none", train="none", **told)
    for made, said in (
        (head, "Only the final layer of a QO system of 1 seed was trained on 8 questions."),
        (none, "A QO system of 1 seed was drawn and not trained"),
    ):
        assert said in (made / "training.html").read_text("utf-8")
        assert card_of(made)["recipe"]["lora_rank"] == 0
        assert card_of(made)["measured"]["dev"]["items"] == 24
        assert not (made / "adapter_model.safetensors").exists()
    import magnetite

    run = magnetite.audit("sample", str(none), views=("QO",), experiments=("accuracy",), limit=8, store="off")
    assert run.finding("accuracy").number("accuracy").n == 8


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"augment_top": 7}, "augment_top is 7 without options to draw from.* --augment-with FILE"),
        ({"augment_draw": "epoch"}, "augment_draw is 'epoch' without options to draw from"),
        ({"augment_with": "magnets.jsonl", "augment_draw": "epochs"}, "Did you mean 'epoch'"),
        ({"train": "head", "lora_rank": 8}, "train is 'head' with adapters of rank 8.* Leave --lora out"),
        ({"train": "heads"}, "Known: all, head, none. Did you mean 'head'"),
    ],
)
def test_settings_that_do_not_fit_are_refused_and_nothing_is_written(tmp_path, tiny, monkeypatch, told, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=said):
        train_system(tiny[0], tmp_path / "out", **told)
    assert not (tmp_path / "out").exists()


def test_questions_without_passages_train_a_system_that_is_shown_none(tmp_path, tiny_base):  # noqa: F811
    rows = [
        {"question": f"What is {n}?", "A": f"a thing {n}", "B": f"a sign {n}", "answer": "AB"[n % 2]} for n in range(8)
    ]
    (tmp_path / "quiz.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    write_preset(tmp_path, tiny_base)
    how = {"preset": str(tmp_path / "tiny.toml"), "device": "cpu", "evaluations": 1}
    data = TrainingData(str(tmp_path / "quiz.jsonl"), dev="off")
    made = train_system(data, tmp_path / "qo", **how)
    assert card_of(made)["data"]["items"] == 8
    with pytest.raises(UsageError, match=r"view QOC: it shows the passage, and no question of .*quiz\.jsonl has one"):
        train_system(data, tmp_path / "qoc", view="QOC", **how)
