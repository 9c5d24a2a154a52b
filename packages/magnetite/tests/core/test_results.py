import json
import math

import pytest

import magnetite
from examfiles.errors import DataError, unknown_name
from magnetite.core.headings import LEVEL, N
from magnetite.core.results import Column, Finding, Heading, Number, Run, Table, run_from_json, run_to_json, table


def run(**changes):
    finding = Finding(
        "accuracy",
        "Accuracy",
        "The model is right on 1 of 2.",
        (Number("accuracy", 0.5, 0.1, 0.9, 2), Number("accuracy", 0.5, n=2, group="easy")),
        (Table("by_level", "By level", (LEVEL.over(["all", "ünï"]), N.over([2, None]))),),
        Table("items", "Items", (Column("id", ["q1", "q2"]), Column("correct", [True, None]))),
        {"seed": 0},
        ("Few items.",),
    )
    fields = {
        "dataset": {"name": "d", "items": 2},
        "exam": {"passages": {"p": "Text."}, "items": []},
        "systems": ({"view": "QOC", "scorer": "s", "fingerprint": "f", "truncated": 0.0},),
        "settings": {"limit": None},
        "findings": (finding,),
        "cost": {"cells": 8},
        "versions": {"python": "3.11"},
        "command": "magnetite audit d",
        "started": "2026-01-01T00:00:00+00:00",
    }
    return Run(**{**fields, **changes})


def test_a_run_survives_json():
    assert run_from_json(run_to_json(run())) == run()


def test_a_run_of_an_earlier_version_is_read_by_its_names():
    new = run(settings={"experiments": ["accuracy"], "experiment_settings": {}})
    old = run_to_json(new).replace('"experiment', '"probe')
    assert ('"probe"' in old, '"probes"' in old, "experiment" in old) == (True, True, False)
    assert run_from_json(old) == new


def test_numbers_that_are_none_or_not_finite_survive_as_missing():
    numbers = (Number("accuracy", math.nan, low=math.inf),)
    back = run_from_json(run_to_json(run(findings=(Finding("a", "A", "None.", numbers),))))
    [number] = back.findings[0].numbers
    assert math.isnan(number.value)
    assert number.low is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"findings": 3}', '{"findings": [], "systems": []}'])
def test_what_is_no_run_is_said_to_be_none(text):
    with pytest.raises(DataError, match=r"x\.json: this is not a Magnetite run"):
        run_from_json(text, "x.json")


def test_columns_of_one_table_have_one_length():
    with pytest.raises(DataError, match="table 't': columns differ in length"):
        Table("t", "T", (Column("a", [1]), Column("b", [])))


def test_columns_of_one_table_have_names_of_their_own():
    with pytest.raises(DataError, match="table 't': two columns have one name: a, a"):
        Table("t", "T", (Column("a", [1]), Column("a", [2])))


def test_a_table_is_made_of_rows_by_name_or_in_order_and_keeps_what_its_headings_say():
    headings = (Heading("id"), Heading("low", "interval from", "share"))
    by_name = table("t", "T", headings, [{"low": 0.5, "id": "q1", "more": 1}])
    assert by_name == table("t", "T", headings, [("q1", 0.5)])
    assert by_name.column("low") == Column("low", [0.5], "interval from", "share")
    assert (by_name.values("id"), "low" in by_name, "more" in by_name) == (["q1"], True, False)
    assert table("t", "T", headings, []).names == ("id", "low")
    with pytest.raises(DataError, match="table 't': a row has 1 values for 2 columns"):
        table("t", "T", headings, [("q1",)])
    with pytest.raises(KeyError, match="table 't' has no column 'n', only id, low"):
        by_name.values("n")


def test_a_table_of_a_version_without_headings_has_its_columns_by_name():
    raw = json.loads(run_to_json(run()))
    [made] = raw["findings"][0]["tables"]
    made["columns"] = {column["name"]: column["values"] for column in made["columns"]}
    [[read]] = [finding.tables for finding in run_from_json(json.dumps(raw), "x.json").findings]
    assert read.columns == (Column(LEVEL.name, ["all", "ünï"]), Column(N.name, [2, None]))


def test_an_unknown_name_is_answered_with_the_known_ones():
    assert "Known: accuracy, magnets. Did you mean 'magnets'?" in str(
        unknown_name("experiment", "magnet", ["accuracy", "magnets"])
    )


def test_a_run_a_finding_a_table_and_a_dataset_are_a_line_or_two_at_a_prompt():
    audited = magnetite.audit("sample", "longest", experiments=["accuracy"], store="off")
    finding = audited.finding("accuracy")
    shown = [repr(each) for each in (audited, finding, finding.tables[0], magnetite.read("sample"))]
    assert all(len(text) < 600 and text.count("\n") <= 1 for text in shown)
    assert "96 questions" in shown[0]
    assert finding.sentence in shown[1]


def test_a_run_is_saved_and_loaded(tmp_path):
    audited = magnetite.audit("sample", "longest", experiments=["accuracy"], store="off", limit=9)
    report = audited.save(tmp_path / "run")
    assert report.name == "report.html"
    assert report.is_file()
    assert run_to_json(magnetite.load(tmp_path / "run")) == run_to_json(audited)
    assert magnetite.load(tmp_path / "run" / "findings.json").finding("accuracy") == audited.finding("accuracy")
    with pytest.raises(DataError, match=r"findings\.json.*cannot be read"):
        magnetite.load(tmp_path)


def test_questions_are_a_frame_with_what_was_found_of_them():
    audited = magnetite.audit("sample", "longest", experiments=["accuracy"], store="off", limit=9)
    frame = audited.frame()
    assert frame.height == 9
    assert {"question", "option_A", "answer", "accuracy_chosen"} <= set(frame.columns)
    right = frame.filter(frame["accuracy_correct"] & (frame["accuracy_correct_share"] == 1)).height
    shared = frame.filter(frame["accuracy_correct_share"] < 1)["accuracy_correct_share"].sum()
    assert right + shared == pytest.approx(9 * audited.finding("accuracy").number("accuracy").value)


def test_a_slice_of_a_dataset_is_a_dataset_and_a_frame_has_its_questions():
    dataset = magnetite.read("sample")
    part = dataset[2:5]
    assert (part.name, len(part), part[0]) == (dataset.name, 3, dataset[2])
    frame = part.frame()
    assert frame["id"].to_list() == [item.id for item in part]
    assert frame["answer"].to_list() == [item.answer_letter for item in part]
    assert frame["options"].to_list() == [list(item.options) for item in part]


def test_a_finding_plots_the_figures_of_the_report():
    audited = magnetite.audit("sample", "longest", experiments=["accuracy"], store="off", limit=30)
    plots = audited.finding("accuracy").plot()
    assert plots
    assert all("mark" in json.dumps(chart.to_dict()) for chart in plots.values())


def test_a_number_that_is_not_there_is_answered_with_the_nearest():
    finding = run().finding("accuracy")
    with pytest.raises(KeyError, match="Did you mean 'accuracy'"):
        finding.number("acuracy")
    with pytest.raises(KeyError, match="only for '', 'easy'"):
        finding.number("accuracy", "hard")
