"""Systems with several members, from their folders to the run."""

import numpy as np
import polars as pl
import pytest

import magnetite
from examfiles.errors import UsageError
from magnetite.commands.audit import AUDIT
from magnetite.core.cells import option_counts, own_cells
from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers.find import find_by_view, find_several, find_systems
from magnetite.stats.ragged import softmax
from magnetite.views import view
from tests.commands.made import exam, rule, write_ensemble, write_system

QUICK = {"experiments": ("shortcuts",), "store": "off"}


@pytest.fixture(autouse=True)
def _rules_for_weights(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)


def test_an_ensemble_answers_by_the_mean_of_its_members_probabilities(tmp_path):
    write_ensemble(tmp_path / "qo", "QO")
    data = exam(20, sizes=(2, 3, 4))
    run = magnetite.audit(data, str(tmp_path), **QUICK)
    cells, counts = own_cells([view("QO")(item) for item in data]), option_counts(data.items)
    members = [rule(tmp_path / "qo" / f"seed-{n}").score(cells) for n in range(3)]
    mean = np.split(np.mean([softmax(m.astype(float), counts) for m in members], axis=0), np.cumsum(counts)[:-1])
    chosen = ["ABCD"[int(row.argmax())] for row in mean]
    assert run.finding("shortcuts").items.values("chosen_QO") == chosen
    alone = [np.split(m, np.cumsum(counts)[:-1]) for m in members]
    assert all(chosen != ["ABCD"[int(row.argmax())] for row in rows] for rows in alone)


def test_a_run_says_how_many_members_answered_and_how_they_were_trained(tmp_path):
    write_ensemble(tmp_path / "qo", "QO")
    write_system(tmp_path / "qoc", "QOC", calibration={"temperature": 2.0, "dataset": "RACE"})
    run = magnetite.audit(exam(), str(tmp_path), **QUICK)
    ensemble, single = run.systems
    assert (ensemble["scorer"], ensemble["members"], single["members"]) == ("qo", 3, 1)
    assert all(f"seed-{n}" in ensemble["fingerprint"] for n in range(3))
    assert (ensemble["temperature"], single["temperature"]) == (None, 2.0)
    assert len(ensemble["training"]["curve"]) == 3
    assert single["training"]["card"]["data"]["items"] == 12


def test_every_member_is_stored_by_itself(tmp_path):
    write_ensemble(tmp_path / "systems" / "qo", "QO")
    settings = {**QUICK, "store": tmp_path / "store"}
    first = magnetite.audit(exam(), str(tmp_path / "systems"), **settings)
    assert first.cost["scored"] == 3 * 36
    (tmp_path / "systems" / "qo" / "magnetite.json").write_text('{"view": "QO", "members": ["seed-1", "seed-2"]}')
    assert magnetite.audit(exam(), str(tmp_path / "systems"), **settings).cost["scored"] == 0


def test_a_dry_run_counts_every_member(tmp_path):
    write_ensemble(tmp_path / "qo", "QO")
    rows = AUDIT.ready({"data": exam(), "model": str(tmp_path), "store": "off", "experiments": ("shortcuts",)}).costs()
    assert [(row.scorer, row.cells) for row in rows] == [(f"qo/seed-{n}", 36) for n in range(3)]


def test_scores_have_a_row_for_each_member(tmp_path):
    write_ensemble(tmp_path / "qo", "QO")
    write_system(tmp_path / "qoc", "QOC")
    frame = magnetite.score(exam(), str(tmp_path), store="off")
    counts = frame.group_by("view", "member").len().sort("view", "member").rows()
    assert counts == [("QO", "seed-0", 36), ("QO", "seed-1", 36), ("QO", "seed-2", 36), ("QOC", "qoc", 36)]
    assert frame.filter(pl.col("member") == "seed-1")["id"].to_list()[:3] == ["0-0"] * 3


def test_members_with_the_same_weights_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", lambda path, **_: rule(tmp_path))
    write_ensemble(tmp_path / "qo", "QO")
    with pytest.raises(ModelError, match="'seed-0' and 'seed-1' have the same weights"):
        find_systems(str(tmp_path), None)


def test_a_single_ensemble_answers_under_every_view_and_says_so(tmp_path):
    write_ensemble(tmp_path / "qo", "QO", calibration={"temperature": 2.0})
    found = find_systems(str(tmp_path / "qo"), None)
    assert found.views == ("O", "QO", "CO", "QOC")
    assert "One system, qo, answers under every view; it was trained for QO" in notes_of(found.notes)[0]
    stored = {name: system.calibration for name, system in found.by_view.items()}
    assert stored["QO"].temperature == 2.0
    assert stored["QOC"] is None


def test_among_several_models_a_single_system_reads_the_view_it_was_trained_for(tmp_path):
    write_ensemble(tmp_path / "qo", "QO")
    write_system(tmp_path / "set" / "qoc", "QOC")
    write_system(tmp_path / "set" / "o", "O")
    models = [str(tmp_path / "qo"), str(tmp_path / "set")]
    assert [each.view for each in find_several(models, None)[0]] == ["QO", "QOC"]
    assert [each.view for each in find_several(models[:1], ("O",))[0]] == ["O"]


def test_a_system_named_for_another_view_answers_uncalibrated_and_a_note_says_so(tmp_path):
    write_system(tmp_path / "qoc", "QOC", calibration={"temperature": 2.0})
    found = find_by_view({"QO": str(tmp_path / "qoc")})
    assert found.by_view["QO"].calibration is None
    assert "qoc was trained for the view QOC and answers for QO here" in notes_of(found.notes)[0]


def test_views_are_ordered_however_systems_are_named(tmp_path):
    run = magnetite.audit(exam(), asking=magnetite.Asking(systems={"qoc": "overlap", "Qo": "longest"}), **QUICK)
    assert [system["view"] for system in run.systems] == ["QO", "QOC"]
    assert run.settings["systems"] == {"QOC": "overlap", "QO": "longest"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"systems": {"qox": "longest"}}, "view 'QOX' does not exist.*Did you mean 'QO'"),
        ({"systems": {"qo": "longest", "QO": "random"}}, "the view QO is named twice"),
        ({"systems": {"qo": 3}}, "systems: qo is 3; expected the folder of a system"),
        ({"systems": {}}, "systems is {}; expected a folder for each view"),
        ({"systems": {"qo": "longest"}, "model": "random"}, "model 'random' and systems are both named"),
        ({"systems": {"qo": "longest"}, "views": ("QOC",)}, "view QOC: there is no system for it here, only for QO"),
        ({"calibrate_limit": -1}, "calibrate_limit is -1; expected a whole number of at least 0"),
        ({"calibrate_on": 3}, "calibrate_on is 3; expected a text"),
    ],
)
def test_systems_that_cannot_be_are_refused(given, said):
    with pytest.raises(UsageError, match=said):
        AUDIT.ready({"data": exam(), **QUICK, **given})


def test_a_folder_of_systems_where_one_is_expected_is_answered_with_its_own(tmp_path):
    write_system(tmp_path / "mine", "QO")
    with pytest.raises(UsageError, match=r"holds systems for QO, where one is expected. Name one: qo=.*mine"):
        find_by_view({"QO": str(tmp_path)})


def test_a_settings_file_names_systems_by_view(tmp_path):
    (tmp_path / "audit.toml").write_text('limit = 4\n[systems]\nqoc = "overlap"\nQO = "longest"\n')
    run = magnetite.audit(exam(), config=tmp_path / "audit.toml", **QUICK)
    assert [system["scorer"] for system in run.systems] == ["longest baseline", "overlap baseline"]
    assert run.settings["systems"] == {"QOC": "overlap", "QO": "longest"}


def test_options_that_cross_questions_are_scored_by_the_first_member(tmp_path):
    write_ensemble(tmp_path / "qoc", "QOC")
    given = {"experiments": ("magnets",), "store": "off"}
    ensemble = magnetite.audit(exam(), str(tmp_path), **given)
    first = magnetite.audit(exam(), rule(tmp_path / "qoc" / "seed-0"), views=("QOC",), **given)
    assert ensemble.finding("magnets").numbers == first.finding("magnets").numbers
    assert ensemble.cost["cells"] == first.cost["cells"]
