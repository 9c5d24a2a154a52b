"""Systems trained on one dataset take the others."""

import json

import polars as pl
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from magnetite.commands.transfer import TRANSFER
from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from tests.commands.made import exam, rule, write_ensemble, write_system
from tests.tables import values_of


@pytest.fixture(autouse=True)
def _rules_for_weights(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)


@pytest.fixture
def trained(tmp_path):
    """Write two sets of systems: one with QO and QOC, one with an ensemble for QO alone."""
    for view in ("QO", "QOC"):
        write_system(tmp_path / "first" / view.lower(), view)
    write_ensemble(tmp_path / "second" / "qo", "QO")
    return {"first": tmp_path / "first", "second": tmp_path / "second"}


def matrix(run):
    return pl.DataFrame(values_of(run.finding("transfer").tables[0]))


def test_every_system_answers_every_dataset_under_every_view_it_has(trained):
    data = [exam(name="a"), exam(name="b", sizes=(2, 3, 5))]
    run = magnetite.transfer(data, trained, store="off")
    found = matrix(run)
    assert found.columns == ["trained_on", "view", "tested_on", "accuracy", "low", "high", "n", "chance"]
    assert found.select("trained_on", "view", "tested_on").rows() == [
        (name, view, data)
        for name, view in (("first", "QO"), ("first", "QOC"), ("second", "QO"))
        for data in ("a", "b")
    ]
    assert found["n"].to_list() == [12] * 6
    assert found["chance"].to_list()[1] == pytest.approx((1 / 2 + 1 / 3 + 1 / 5) / 3)
    assert [(system["trained_on"], system["view"], system["members"]) for system in run.systems] == [
        ("first", "QO", 1),
        ("first", "QOC", 1),
        ("second", "QO", 3),
    ]


def test_a_single_system_is_asked_under_the_view_it_was_trained_for(trained):
    run = magnetite.transfer([exam(name="a")], {"first": trained["first"] / "qo"}, store="off")
    assert matrix(run)["view"].to_list() == ["QO"]


def test_the_matrix_holds_what_each_audit_would_say(trained):
    data = exam(20, name="a")
    run = magnetite.transfer([data], {"first": trained["first"]}, store="off")
    audited = magnetite.audit(data, str(trained["first"]), experiments=("shortcuts",), store="off")
    for row in matrix(run).rows(named=True):
        number = audited.finding("shortcuts").number("accuracy", row["view"])
        assert (row["accuracy"], row["low"], row["high"]) == (number.value, number.low, number.high)


def test_the_folder_holds_the_matrix_as_a_table(trained, tmp_path):
    run = magnetite.transfer(exam(name="a"), trained, store="off", output=tmp_path / "run")
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"report.html", "findings.json", "transfer.csv"} <= names
    assert pl.read_csv(tmp_path / "run" / "transfer.csv").rows() == matrix(run).rows()
    kept = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert kept["exam"] == {"passages": {}, "items": []}
    assert kept["settings"]["systems"] == {name: str(folder) for name, folder in trained.items()}


def test_a_repeat_replaces_its_own_run_and_no_other(trained, tmp_path):
    magnetite.transfer(exam(name="a"), trained, store="off", output=tmp_path / "run")
    magnetite.transfer(exam(name="a"), trained, store="off", output=tmp_path / "run")
    with pytest.raises(UsageError, match=r"holds another run: 12 questions of a with first=.*second="):
        magnetite.transfer(exam(name="b"), trained, store="off", output=tmp_path / "run")


def test_a_repeat_scores_nothing(trained, tmp_path):
    first = magnetite.transfer(exam(name="a"), trained, store=tmp_path / "store")
    assert first.cost["scored"] == first.cost["cells"] == 36 * 5
    assert magnetite.transfer(exam(name="a"), trained, store=tmp_path / "store").cost["scored"] == 0


def test_a_source_gives_the_split_asked_for_or_the_only_one_it_has(trained, tmp_path):
    header = "passage,question,A,B,answer\n"
    (tmp_path / "both").mkdir()
    (tmp_path / "both" / "dev.csv").write_text(header + "Text.,one,yes,no,A\n" * 1)
    (tmp_path / "both" / "test.csv").write_text(header + "Text.,one,yes,no,A\nText.,two,yes,no,B\n")
    (tmp_path / "only.dev.csv").write_text(header + "Other.,one,yes,no,A\n")
    sources = [str(tmp_path / "both"), f"{tmp_path / 'both'}@dev", str(tmp_path / "only.dev.csv")]
    run = magnetite.transfer(sources, {"first": trained["first"]}, views=("QO",), store="off")
    assert matrix(run).select("tested_on", "n").rows() == [("both test", 2), ("both dev", 1), ("only.dev", 1)]
    assert any("both dev (dev), only.dev (dev)" in note for note in notes_of(run.notes))


def test_questions_without_answers_are_left_out_and_counted(trained):
    blind = exam(1, 2, answered=False, name="blind").items
    items = [*exam(3, name="a").items, *(item.__class__(f"x{n}", "x", *_rest(item)) for n, item in enumerate(blind))]
    run = magnetite.transfer(exam(name="a").with_items(items), {"first": trained["first"]}, store="off")
    assert set(matrix(run)["n"]) == {6}
    assert any("2 of 8 questions have no known answer and are left out" in note for note in notes_of(run.notes))


def _rest(item):
    return item.passage, item.question, item.options, None


@pytest.mark.parametrize(
    ("data", "systems", "kind", "said"),
    [
        ([exam(answered=False)], None, DataError, "none of the 12 questions .* has a known answer"),
        ([], None, UsageError, "no data was named"),
        ([exam(), exam()], None, UsageError, "data 'small' is named twice"),
        (["gone.csv"], None, DataError, "there is no such file"),
        ([exam()], {"x": "./gone"}, ModelError, "there is no such folder"),
        ([exam()], {"x": "longestt"}, UsageError, "Did you mean 'longest'"),
    ],
)
def test_what_cannot_be_tested_is_named(trained, data, systems, kind, said):
    with pytest.raises(kind, match=said):
        magnetite.transfer(data, systems or trained, store="off")


def test_a_bad_card_stops_before_anything_is_read(trained, tmp_path):
    write_ensemble(tmp_path / "third" / "qo", "QO", calibration={"temperature": -1})
    with pytest.raises(ModelError, match="expected a positive number"):
        magnetite.transfer(["gone.csv"], {**trained, "third": tmp_path / "third"}, store="off")


def test_a_dry_run_counts_what_every_set_of_systems_would_be_asked(trained):
    rows = TRANSFER.ready({"data": [exam(name="a"), exam(name="b")], "systems": trained, "store": "off"}).costs()
    assert [(row.experiment, row.need) for row in rows if row.need.startswith("first")] == [
        ("transfer", f"first {view}: {name}") for view in ("QO", "QOC") for name in ("a", "b")
    ]
    assert (
        sum(row.cells for row in rows)
        == magnetite.transfer([exam(name="a"), exam(name="b")], trained, store="off").cost["cells"]
    )
