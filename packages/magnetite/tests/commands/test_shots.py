"""Examples come from the data's train split or from data that is named, in every command that asks a language model."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import magnetite
from examfiles.errors import DataError, UsageError
from magnetite import Asking, check, convert, transfer, unreadable
from magnetite.cli.app import app
from magnetite.commands.magnets import MAGNETS
from magnetite_study import StudySettings, create_study
from tests.commands.made import exam
from tests.scorers.decoders import save_decoder


def quick(**asking):
    """Return an audit of little, on the processor, of a model that is asked in this way."""
    asked = Asking(device="cpu", dtype="float32", **asking)
    return {"experiments": ("accuracy",), "store": "off", "views": ("QOC",), "asking": asked}


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    """Return the folder of a tiny language model."""
    return str(save_decoder("gpt2", tmp_path_factory.mktemp("decoder"), n_positions=2048))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return a folder with a train and a test split; one passage stands in both."""
    folder = tmp_path_factory.mktemp("data")
    train, test = exam(5, name="train"), exam(4, name="test")
    twin = [replace(item, id=f"twin-{item.id}", passage_id="twin") for item in test if item.passage_id == "p0"]
    for split in (replace(train, items=(*train.items, *twin), split="train"), replace(test, split="test")):
        convert(split, folder / f"{split.split}.jsonl", format="jsonl")
    return str(folder)


def examples(run):
    [ids] = {tuple(system["examples"]) for system in run.systems}
    return ids


def test_examples_come_from_the_train_split_and_the_run_keeps_which(decoder, data, tmp_path):
    run = magnetite.audit(data, decoder, split="test", output=tmp_path / "run", **quick(shots=3))
    assert (run.settings["shots"], run.settings["seed"]) == (3, 0)
    assert len(set(examples(run))) == 3
    assert run.systems[0]["shots"] == 3
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert kept["systems"][0]["examples"] == list(examples(run))
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert f"in this order (3): {', '.join(examples(run))}." in page
    again = magnetite.audit(data, decoder, split="test", **quick(shots=3))
    other = magnetite.audit(data, decoder, split="test", seed=4, **quick(shots=3))
    assert examples(again) == examples(run) != examples(other)


def test_a_passage_that_is_asked_about_is_in_no_example(decoder, data):
    run = magnetite.audit(data, decoder, split="test", **quick(shots=5))
    assert not any(each.startswith("twin") for each in examples(run))
    with pytest.raises(DataError, match=r"6 examples are to be shown, but only 5"):
        magnetite.audit(data, decoder, split="test", **quick(shots=6))


def test_a_run_without_examples_keeps_what_it_always_kept(decoder, data):
    bare = magnetite.audit(data, decoder, split="test", **quick())
    assert not {"shots", "shots_from"} & set(bare.settings)
    assert not {"shots", "examples"} & set(bare.systems[0])
    none = magnetite.audit(data, decoder, split="test", **quick(shots=0))
    assert none.systems[0]["fingerprint"] == bare.systems[0]["fingerprint"]
    one = magnetite.audit(data, decoder, split="test", **quick(shots=1))
    assert one.systems[0]["fingerprint"].startswith(f"{bare.systems[0]['fingerprint']}:shots=")


def test_examples_may_come_from_other_data_and_from_the_rest_of_the_same(decoder, data):
    named = magnetite.audit(exam(4), decoder, **quick(shots=2, shots_from=f"{data}/train.jsonl"))
    assert len(examples(named)) == 2
    rest = magnetite.audit(
        f"{data}/test.jsonl",
        decoder,
        limit=2,
        **quick(shots=3, shots_from=f"{data}/test.jsonl"),
    )
    assert not {each["id"] for each in rest.exam["items"]} & set(examples(rest))


@pytest.mark.parametrize(
    ("given", "asking", "said"),
    [
        ({"data": "sample"}, {"shots": 2}, r"no split 'train'.*--shots-from PATH"),
        ({"data": exam(4)}, {"shots": 2}, r"'small' is a Dataset that names no file.*--shots-from"),
        ({"split": "train"}, {"shots": 2}, r"train split, but that is what is asked.*--shots-from"),
        ({"split": "test"}, {"shots_from": "sample"}, r"shots-from 'sample': names where.*Add --shots"),
        ({"split": "test"}, {"shots": 2, "shots_from": "nowhere.csv"}, r"shots-from 'nowhere.csv': .*no such file"),
    ],
    ids=["one file", "a Dataset", "train asked", "no number", "no file"],
)
def test_examples_that_cannot_be_had_are_refused(decoder, data, given, asking, said):
    with pytest.raises((UsageError, DataError), match=said):
        magnetite.audit(**{"data": data, "model": decoder, **quick(**asking), **given})
    with pytest.raises(UsageError, match=r"shots is -1; expected a whole number of at least 0"):
        Asking(shots=-1)


@pytest.mark.parametrize("model", ["longest", "small"])
def test_other_models_refuse_examples(model, data):
    with pytest.raises(UsageError, match=r"is no language model, so it has no use for shots '2'. Leave --shots out"):
        magnetite.audit(data, model, split="test", **quick(shots=2))


def test_a_scorer_that_is_made_already_refuses_examples_rather_than_leaving_them_out(data):
    from magnetite.scorers.baselines import longest_baseline

    with pytest.raises(UsageError, match=r"shots is for language models that are named.*--shots"):
        magnetite.audit(data, longest_baseline(), split="test", **quick(shots=2))


def test_no_example_is_calibrated_on(decoder, data):
    run = magnetite.audit(
        data,
        decoder,
        split="test",
        calibrate_on="train",
        **{**quick(shots=2), "experiments": ("shortcuts",)},
    )
    noted = {note.code: note.values for note in run.notes}
    told = noted.get("note-calibrated") or {"questions": str(noted["note-not-calibrated"]["error"])}
    assert "8" in str(told["questions"])  # of 12 questions, those of two passages are left out


def test_every_command_shows_examples(decoder, data):
    asking = Asking(device="cpu", dtype="float32", shots=1)
    told = {"store": "off", "limit": 2, "split": "test", "asking": asking}
    letters = {**told, "asking": replace(asking, scoring="symbol")}
    for run in (
        check(data, decoder, **told).run,
        unreadable(data, decoder, attacks=("AddAns2Opt",), controls=False, **told),
        magnetite.order(data, decoder, **letters),
        transfer(data, {"tiny": decoder}, views=("QO",), **told),
    ):
        assert len(examples(run)) == 1, run.settings
        assert run.settings["shots"] == 1
    given = {"data": data, "models": decoder, "store": "off", "split": "test", "shots": 1, "device": "cpu"}
    [seat] = MAGNETS.ready(given).seats.values()
    assert seat.system.first.prompt_record["shots"] == 1
    with pytest.raises(UsageError, match=r"several datasets are asked.*--shots-from"):
        transfer([data, "sample"], {"tiny": decoder}, views=("QO",), **told)


def test_the_command_line_draws_and_prices_them(decoder, data, tmp_path):
    arguments = ["audit", data, "--split", "test", "--model", decoder, "--shots", "2", "--experiments", "accuracy"]
    arguments += ["--views", "QOC", "--store", str(tmp_path / "store"), "--output", str(tmp_path / "run")]
    priced = CliRunner().invoke(app, [*arguments, "--dry-run", "--json", str(tmp_path / "costs.json")])
    assert priced.exit_code == 0, priced.output
    done = CliRunner().invoke(app, [*arguments, "--device", "cpu"])
    assert done.exit_code == 0, done.output
    settings = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))["settings"]
    assert settings["shots"] == 2
    assert "shots_from" not in settings


def test_a_study_shows_examples_to_its_model_and_refuses_them_where_none_answers(decoder, data, tmp_path):
    told = {"shots": 1, "store": "off", "device": "cpu", "dtype": "float32"}
    study = StudySettings(design="no-passage", models=(decoder,), questions=2, seed=0)
    design = create_study(data, tmp_path / "study", study, **told)
    assert design.sources["systems"][0]["fingerprint"].partition(":shots=")[2]
    (tmp_path / "magnets.txt").write_text("a dog that sings\n", "utf-8")
    people = StudySettings(magnets=str(tmp_path / "magnets.txt"), models=(), questions=2, seed=0)
    with pytest.raises(UsageError, match=r"shots is for language models that are named"):
        create_study(data, tmp_path / "people", people, **told)
