import json

import polars as pl
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.commands.audit import read_settings, settings_from
from magnetite.core.errors import ModelError
from magnetite.core.results import run_from_json
from magnetite.experiments.registry import EXPERIMENTS
from magnetite.request import read_assignments, recorded
from magnetite.scorers.find import find_systems
from magnetite.scorers.function import Function


def exam(passages=6, questions=2):
    return Dataset(
        "small",
        tuple(
            Item(
                f"{p}-{q}",
                f"p{p}",
                f"The colour of box {p} is c{p}{q}.",
                f"What is the colour of box {p} ({q})?",
                rotated((f"c{p}{q}", f"d{p}{q}", f"e{p}{q}"), p),
                p % 3,
                "low" if p % 2 else "high",
            )
            for p in range(passages)
            for q in range(questions)
        ),
    )


def rotated(options, places):
    return tuple(options[(index - places) % 3] for index in range(3))


def reads(passage, question, option):
    return 9.0 if option in passage else 0.0


calls = []


def counted(passage, question, option):
    calls.append((passage, question, option))
    return float(len(option))


def test_a_reader_is_right_everywhere_and_guesses_without_the_passage():
    run = magnetite.audit(exam(), Function(reads, "reader"), store="off")
    assert run.finding("accuracy").number("accuracy").value == 1.0
    assert run.finding("shortcuts").number("effective options", "QO").value == pytest.approx(3.0)
    assert run.finding("shortcuts").number("accuracy", "QO").value == pytest.approx(1 / 3)
    assert run.finding("shortcuts").number("effective options", "QOC").value == pytest.approx(1.0, abs=0.01)
    assert run.finding("magnets").number("mean interference", "QOC").value == 0.0


def test_every_column_of_fractions_says_its_unit():
    run = magnetite.audit(exam(passages=20), reads, views=("O", "QO", "QOC"), store="off")
    tables = [table for each in run.findings for table in (*each.tables, each.items) if table is not None]
    fractions = [(t.name, c.name, c.unit) for t in tables for c in t.columns if any(type(x) is float for x in c.values)]
    assert len(fractions) > 50
    assert [each for each in fractions if not each[2]] == []
    [low] = [c for t in tables if t.kind == "system_attacks" for c in t.columns if c.name == "low"]
    assert (low.heading, low.unit) == ("difference from", "points")


def test_nothing_is_scored_twice(tmp_path):
    calls.clear()
    first = magnetite.audit(exam(), Function(counted, "counted", version="1"), store=tmp_path / "store")
    assert len(calls) == len(set(calls)) == first.cost["scored"] > 0
    again = magnetite.audit(exam(), Function(counted, "counted", version="1"), store=tmp_path / "store")
    assert again.cost["scored"] == 0
    assert len(calls) == first.cost["scored"]
    assert again.findings == first.findings


def test_a_run_folder_holds_what_the_readme_says(tmp_path):
    run = magnetite.audit(exam(), "longest", output=tmp_path / "run", store="off")
    assert {path.name for path in (tmp_path / "run").iterdir()} == {
        "report.html",
        "findings.json",
        "items.parquet",
        "items.csv",
    }
    assert run_from_json((tmp_path / "run" / "findings.json").read_text("utf-8")) == run
    assert pl.read_parquet(tmp_path / "run" / "items.parquet")["id"].to_list() == [item.id for item in exam()]


def test_a_repeat_replaces_its_own_run_and_no_other(tmp_path):
    magnetite.audit(exam(), "longest", output=tmp_path, store="off", experiments=("accuracy",))
    magnetite.audit(exam(), "longest", output=tmp_path, store="off", experiments=("accuracy",))
    with pytest.raises(UsageError, match=r"holds another run: 12 questions of small with longest.*--overwrite"):
        magnetite.audit(exam(), "random", output=tmp_path, store="off", experiments=("accuracy",))
    run = magnetite.audit(exam(), "random", output=tmp_path, store="off", experiments=("accuracy",), overwrite=True)
    assert json.loads((tmp_path / "findings.json").read_text("utf-8"))["settings"]["model"] == run.settings["model"]
    magnetite.audit(exam(), "random", output=tmp_path, store="off", experiments=("accuracy", "shortcuts"))
    with pytest.raises(UsageError, match=r"holds a run with more experiments.*accuracy would be lost.*--overwrite"):
        magnetite.audit(exam(), "random", output=tmp_path, store="off", experiments=("shortcuts",))


def test_a_folder_of_other_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="has files that are not a run's"):
        magnetite.audit(exam(), "longest", output=tmp_path, store="off", experiments=("accuracy",))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_run_killed_while_it_was_written_is_made_again_by_the_same_command(tmp_path):
    (tmp_path / ".findings.json.999999999.part").write_text("half")
    magnetite.audit(exam(), "longest", output=tmp_path, store="off", experiments=("accuracy",))
    (tmp_path / "report.html").rename(tmp_path / ".report.html.999999999.part")
    magnetite.audit(exam(), "longest", output=tmp_path, store="off", experiments=("accuracy",))
    assert len(list(tmp_path.iterdir())) == 4


def test_an_output_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match=r"file' is a file\. Name a folder"):
        magnetite.audit(exam(), "longest", output=tmp_path / "file", store="off", experiments=("accuracy",))


def test_unanswered_items_are_never_counted_as_wrong():
    dataset = exam()
    blind = [Item(i.id, i.passage_id, i.passage, i.question, i.options, None, i.level) for i in dataset]
    half = dataset.with_items([*dataset.items[:6], *blind[6:]])
    run = magnetite.audit(half, Function(reads, "reader"), store="off")
    accuracy = run.finding("accuracy").number("accuracy")
    assert (accuracy.value, accuracy.n) == (1.0, 6)
    none = magnetite.audit(dataset.with_items(blind), Function(reads, "reader"), store="off")
    assert none.finding("magnets").number("mean interference", "QOC").value == 0.0
    assert none.dataset["answered"] == 0


def test_a_limit_draws_whole_passages_by_seed():
    def drawn(seed):
        run = magnetite.audit(exam(), "longest", limit=4, seed=seed, experiments=("accuracy",), store="off")
        return [row["id"] for row in run.exam["items"]]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(8)}) > 1
    assert all(len(drawn(seed)) == 4 and len({i.split("-")[0] for i in drawn(seed)}) == 2 for seed in range(8))


def test_an_empty_dataset_is_an_error():
    with pytest.raises(DataError, match="has no items"):
        magnetite.audit(Dataset("empty", ()), "longest", store="off")


def test_scores_have_one_row_an_option():
    frame = magnetite.score(exam(2, 1), "longest", views=("QO", "QOC"), store="off")
    assert frame.columns == ["id", "view", "member", "option", "text", "score", "answer", "key"]
    assert frame["member"].unique().to_list() == ["longest baseline"]
    assert frame.height == 2 * 2 * 3
    assert frame.filter(pl.col("answer"))["option"].to_list() == ["A", "B"] * 2


def test_scores_that_are_no_numbers_end_the_run_by_name():
    def broken(passage, question, option):
        return float("nan")

    with pytest.raises(ModelError, match="broken"):
        magnetite.audit(exam(), Function(broken, "broken"), store="off", experiments=("accuracy",))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"views": ("QCO",)}, "view 'QCO' does not exist. Known: O, QO, CO, QOC"),
        ({"experiments": ("magnet",)}, "Did you mean 'magnets'"),
        ({"limit": 0}, "limit is 0; expected a whole number of at least 1"),
        ({"limit": True}, "limit is True; expected a whole number"),
        ({"split": 5}, "split is 5; expected a text"),
        ({"overwrite": "yes"}, "overwrite is 'yes'; expected true or false"),
        ({"split": "test"}, "this is a Dataset, already read"),
        ({"batch_token": 3}, r"argument 'batch_token' does not exist\..*Did you mean 'batch_tokens'\?"),
        ({"views": "QCO"}, "view 'QCO' does not exist"),
        ({"experiments": "acuracy"}, "Did you mean 'accuracy'"),
        ({"experiment_settings": {"magnets": {"pool": 3, "pol_size": 3}}}, "'pol_size' does not exist"),
    ],
)
def test_a_setting_that_does_not_exist_or_fit_is_named(given, said):
    with pytest.raises(UsageError, match=said):
        magnetite.audit(exam(), "longest", store="off", **given)


@pytest.mark.parametrize(
    ("columns", "said"), [("passage=x", "columns is 'passage=x'"), ({"passage": 3}, "columns: passage is 3")]
)
def test_columns_that_are_not_named_role_by_role_are_refused(columns, said):
    with pytest.raises(UsageError, match=f"{said}; expected a name for each role"):
        magnetite.Reading(columns=columns)


def test_what_is_no_data_is_named_by_its_kind():
    with pytest.raises(UsageError, match=r"data is a list; expected a path, 'sample', or a Dataset"):
        magnetite.audit(list(exam()), "longest", store="off")


def test_one_name_stands_for_a_list_of_one():
    one = magnetite.audit(exam(), "longest", store="off", experiments="accuracy", views="QO")
    several = magnetite.audit(exam(), "longest", store="off", experiments=["accuracy"], views=("QO",))
    assert (one.findings, one.settings) == (several.findings, several.settings)


def test_a_store_may_be_turned_off_for_all_commands(monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNETITE_STORE", "off")
    monkeypatch.chdir(tmp_path)
    magnetite.audit(exam(), "longest", experiments=["accuracy"])
    assert list(tmp_path.iterdir()) == []


def test_flags_override_the_settings_file(tmp_path):
    (tmp_path / "audit.toml").write_text(
        'model = "longest"\nseed = 3\nexperiments = ["accuracy"]\n[magnets]\npool_size = 7\n'
    )
    settings = read_settings(tmp_path / "audit.toml", list(EXPERIMENTS))
    assert (settings.asking.model, settings.reading.seed, settings.experiment_settings) == (
        "longest",
        3,
        {"magnets": {"pool_size": 7}},
    )
    run = magnetite.audit(exam(), config=tmp_path / "audit.toml", seed=4, store="off")
    assert (run.settings["model"], run.settings["seed"]) == ("longest", 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("modle = 'x'", "setting 'modle' does not exist"),
        ("a = ", "not a settings file"),
        ("limit = 'ten'", "limit is 'ten'"),
    ],
)
def test_a_bad_settings_file_is_named(tmp_path, text, said):
    (tmp_path / "audit.toml").write_text(text)
    with pytest.raises(UsageError, match=said):
        magnetite.audit(exam(), config=tmp_path / "audit.toml", store="off")


def test_experiments_are_named_in_files_also_by_their_earlier_name_and_in_python_told_the_present_one(tmp_path):
    with pytest.raises(UsageError, match="audit: probes is called experiments now"):
        magnetite.audit("sample", "longest", probes=("accuracy",))
    for word in ("experiments", "probes"):
        (tmp_path / "a.toml").write_text(f'{word} = ["accuracy"]\n', "utf-8")
        assert settings_from({"config": tmp_path / "a.toml"}).experiments == ("accuracy",)
    with pytest.raises(UsageError, match="the same setting"):
        settings_from({"experiments": ("accuracy",), "probes": ("following",)})
    own = {"shortcuts": {"listed": 5}}
    assert settings_from({"probe_settings": own}) == settings_from({"experiment_settings": own})
    assert recorded(settings_from({"experiment_settings": own}))["experiment_settings"] == own


def test_an_experiment_that_does_not_exist_has_no_settings():
    with pytest.raises(UsageError, match="experiment 'magnet' does not exist"):
        magnetite.audit(exam(), "longest", store="off", experiment_settings={"magnet": {"pool_size": 3}})


@pytest.mark.parametrize("assignment", ["pool_size=3", "magnets.pool_size", ".pool_size=3", "magnets.=3"])
def test_an_assignment_names_experiment_setting_and_value(assignment):
    with pytest.raises(UsageError, match=r"is not EXPERIMENT\.SETTING=VALUE"):
        read_assignments([assignment])


def test_a_function_in_a_file_is_a_model(tmp_path):
    (tmp_path / "mine.py").write_text("def guess(passage, question, option):\n    return float(option in passage)\n")
    found = find_systems(f"{tmp_path / 'mine.py'}:guess", ("QOC",))
    assert found.views == ("QOC",)
    run = magnetite.audit(exam(), f"{tmp_path / 'mine.py'}:guess", experiments=("accuracy",), store="off")
    assert run.finding("accuracy").number("accuracy").value == 1.0


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("def guess(:", "guess", "SyntaxError"),
        ("raise SystemExit(3)", "guess", "SystemExit"),
        ("guess = 3", "guess", "'guess' is int, not a function"),
        ("", "guess", "has no attribute 'guess'"),
    ],
)
def test_a_function_that_cannot_be_loaded_is_named(tmp_path, text, name, said):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(ModelError, match=said):
        find_systems(f"{tmp_path / 'mine.py'}:{name}", None)


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(ModelError, match=r"Expected 'module:function'"):
        find_systems("no_such_module:guess", None)


@pytest.mark.parametrize(
    ("model", "said"),
    [("longestt", "Did you mean 'longest'"), ("mine.py", r"'mine\.py:FUNCTION'"), (3, "model 3 is not a scorer")],
)
def test_a_model_that_is_none_is_answered_with_what_would_be(model, said):
    with pytest.raises(UsageError, match=said):
        find_systems(model, None)


def test_a_function_in_a_file_that_is_not_there_names_the_file():
    with pytest.raises(ModelError, match=r"there is no file nowhere\.py\. Relative paths start at "):
        find_systems("nowhere.py:read", None)


def test_a_plain_function_is_a_model():
    run = magnetite.audit(exam(), reads, experiments=("accuracy",), store="off")
    assert (run.finding("accuracy").number("accuracy").value, run.settings["model"]) == (1.0, "reads")
