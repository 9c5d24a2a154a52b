"""Temperatures: where they come from, and what is said about it."""

import numpy as np
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from magnetite.commands.audit import AUDIT, settings_from
from magnetite.core.cells import option_counts, own_cells
from magnetite.experiments.asking import draw
from magnetite.report.wording import notes_of
from magnetite.running.calibrate import Calibrator
from magnetite.scorers.function import Function
from magnetite.stats.calibration import fit_temperature
from magnetite.stats.ragged import softmax
from magnetite.views import view
from tests.commands.made import exam, rule, write_ensemble, write_system

QUICK = {"experiments": ("shortcuts",)}


@pytest.fixture(autouse=True)
def _rules_for_weights(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)


@pytest.fixture
def splits(tmp_path):
    """Write a folder with a dev and a test split as tables; the dev split has 60 questions, a third unanswered."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, passages in (("dev", 30), ("test", 10)):
        lines = ["passage,question,A,B,C,answer"]
        for number, item in enumerate(exam(passages, name=name)):
            answer = "" if name == "dev" and number % 3 == 2 else item.answer_letter
            lines.append(f'"{item.passage}",{item.question},{",".join(item.options)},{answer}')
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def own_settings(run):
    return run.finding("shortcuts").settings


def test_the_temperature_fitted_is_that_of_the_labelled_questions(splits, tmp_path):
    write_ensemble(tmp_path / "systems" / "qo", "QO")
    run = magnetite.audit(
        str(splits), str(tmp_path / "systems"), split="test", calibrate_on="dev", store="off", **QUICK
    )
    dev = [item for item in magnetite.read(str(splits), "dev") if item.answer is not None]
    cells = own_cells([view("QO")(item) for item in dev])
    members = [rule(tmp_path / "systems" / "qo" / f"seed-{n}").score(cells).astype(float) for n in range(3)]
    counts, answers = option_counts(dev), np.array([item.answer for item in dev])
    probabilities = np.mean([softmax(member, counts) for member in members], axis=0)
    wanted = fit_temperature(np.log(probabilities), counts, answers)
    assert own_settings(run)["temperatures"]["QO"] == pytest.approx(wanted, rel=1e-3)
    assert own_settings(run)["calibrated_on"] == "mine dev, 40 questions"
    assert run.systems[0]["temperature"] == own_settings(run)["temperatures"]["QO"]
    assert any(note.startswith("Calibrated on 40 questions of mine dev") for note in notes_of(run.notes))
    assert any("40 questions are few to calibrate on" in note for note in notes_of(run.notes))


def test_a_system_far_too_sure_is_softened_and_a_timid_one_sharpened(splits):
    def scaled(by):
        plain = rule(splits).function
        return Function(lambda *cell: by * plain(*cell), "scaled", version=str(by))

    given = {"split": "test", "views": ("QO",), "calibrate_on": "dev", "store": "off", **QUICK}
    runs = [magnetite.audit(str(splits), scaled(by), **given) for by in (40.0, 0.01)]
    found = [own_settings(run)["temperatures"]["QO"] for run in runs]
    assert found[0] > 1 > found[1]
    assert found[0] / found[1] == pytest.approx(4000, rel=0.01)


def test_calibration_cells_are_scored_once_and_counted(splits, tmp_path):
    given = {"split": "test", "calibrate_on": "dev", "store": tmp_path / "store", "views": ("QO",), **QUICK}
    first = magnetite.audit(str(splits), "overlap", **given)
    assert first.cost["cells"] == 40 * 3 + 20 * 3
    assert magnetite.audit(str(splits), "overlap", **given).cost["scored"] == 0
    told = settings_from({"data": str(splits), "model": "overlap", **given})
    rows = {(row.experiment, row.need): row.cells for row in AUDIT.prepare(told).costs()}
    assert rows["calibration", "QO"] == 120


def test_calibrating_on_what_is_reported_is_allowed_and_said(splits, tmp_path):
    write_system(tmp_path / "systems" / "qo", "QO")
    run = magnetite.audit(
        str(splits), str(tmp_path / "systems"), split="test", calibrate_on="test", store="off", **QUICK
    )
    assert any(
        note.startswith("20 of the questions reported are among those calibrated on") for note in notes_of(run.notes)
    )


def test_a_limit_draws_the_questions_to_calibrate_on(splits, tmp_path):
    write_system(tmp_path / "systems" / "qo", "QO")
    run = magnetite.audit(
        str(splits),
        str(tmp_path / "systems"),
        split="test",
        calibrate_on="dev",
        calibrate_limit=30,
        store="off",
        **QUICK,
    )
    assert own_settings(run)["calibrated_on"] == "mine dev, 30 questions"


def test_stored_temperatures_are_used_by_default_and_off_takes_none(tmp_path):
    stored = {"temperature": 1.5, "dataset": "RACE", "split": "dev", "items": 2000}
    write_system(tmp_path / "qo", "QO", calibration=stored)
    write_system(tmp_path / "qoc", "QOC")
    run = magnetite.audit(exam(), str(tmp_path), store="off", **QUICK)
    assert own_settings(run)["temperatures"] == {"QO": 1.5}
    assert own_settings(run)["calibrated_on"] == "RACE dev, 2,000 questions"
    assert "Systems that store no temperature are not calibrated: QOC." in notes_of(run.notes)
    plain = magnetite.audit(exam(), str(tmp_path), store="off", calibrate_on="off", **QUICK)
    assert own_settings(plain)["temperatures"] == {}
    assert [system["temperature"] for system in plain.systems] == [None, None]


def test_temperatures_that_a_user_sets_are_left_alone(tmp_path):
    write_system(tmp_path / "qo", "QO", calibration={"temperature": 1.5})
    mine = {"shortcuts": {"temperatures": {"QO": 3.0}}}
    run = magnetite.audit(exam(), str(tmp_path), experiments=("shortcuts",), experiment_settings=mine, store="off")
    assert own_settings(run)["temperatures"] == {"QO": 3.0}


def test_a_system_no_temperature_fits_stays_as_it_is_and_a_note_says_why(splits):
    run = magnetite.audit(
        str(splits),
        Function(lambda passage, question, option: 0.0, "flat", version="1"),
        split="test",
        views=("QO",),
        calibrate_on="dev",
        store="off",
        **QUICK,
    )
    assert own_settings(run)["temperatures"] == {}
    assert any(note.startswith("The QO system is not calibrated: no temperature") for note in notes_of(run.notes))


def test_nothing_is_scored_to_calibrate_an_experiment_that_reads_no_probabilities(splits):
    given = {"data": str(splits), "model": "overlap", "split": "test", "calibrate_on": "dev", "store": "off"}
    assert {row.experiment for row in AUDIT.ready({**given, "experiments": ("magnets",)}).costs()} == {"magnets"}


def test_shortcuts_calibrates_on_dev_and_falls_back_to_the_cards(splits, tmp_path):
    write_system(tmp_path / "systems" / "qo", "QO", calibration={"temperature": 1.5})
    given = {"model": str(tmp_path / "systems"), "store": "off"}
    run = magnetite.shortcuts(str(splits), split="test", **given)
    assert own_settings(run)["calibrated_on"] == "mine dev, 40 questions"
    alone = magnetite.shortcuts(str(splits / "test.csv"), **given)
    assert own_settings(alone)["temperatures"] == {"QO": 1.5}
    assert any("Not calibrated on dev: the data has no dev split" in note for note in notes_of(alone.notes))


def test_a_dataset_that_is_the_split_calibrates_itself(tmp_path):
    write_system(tmp_path / "qo", "QO")
    run = magnetite.audit(exam(30, split="dev"), str(tmp_path), calibrate_on="dev", store="off", **QUICK)
    assert own_settings(run)["calibrated_on"] == "small dev, 60 questions"


@pytest.mark.parametrize(
    ("on", "kind", "said"),
    [
        ("train", UsageError, "calibrate-on 'train': .*no split 'train'; it has dev, test"),
        ("tset", UsageError, "calibrate-on 'tset' does not exist.*Did you mean 'test'"),
        ("{0}/gone.csv", DataError, r"gone\.csv: there is no such file"),
        ("{0}/blind.csv", DataError, "none of the 2 questions to calibrate on has a known answer"),
        ("{0}/empty.csv", DataError, r"empty\.csv"),
    ],
)
def test_questions_that_cannot_be_had_are_an_error(splits, tmp_path, on, kind, said):
    (tmp_path / "blind.csv").write_text("passage,question,A,B,answer\nText.,one,yes,no,\nText.,two,yes,no,\n")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(kind, match=said):
        magnetite.audit(str(splits), "overlap", split="test", calibrate_on=on.format(tmp_path), store="off", **QUICK)


def test_a_dataset_of_another_split_cannot_be_split():
    with pytest.raises(UsageError, match="the data is a Dataset of no split, not of 'dev'"):
        magnetite.audit(exam(), "overlap", calibrate_on="dev", store="off", **QUICK)


def test_other_data_can_be_calibrated_on(splits, tmp_path):
    write_system(tmp_path / "systems" / "qo", "QO")
    run = magnetite.audit(exam(), str(tmp_path / "systems"), calibrate_on=f"{splits}@dev", store="off", **QUICK)
    assert own_settings(run)["calibrated_on"] == "mine dev, 40 questions"


def reads(passage, question, option):
    """Know what stands in the passage, prefer right options a little without it, and add luck."""
    stands = option[:-1] in passage.rstrip(".").replace(",", "").split()
    return 0.5 * stands + 0.3 * option.startswith("c") + 2 * draw(4, question, option) / 2**64


def test_a_views_temperature_is_fitted_on_what_that_view_sees():
    questions = exam(40, sizes=(2, 3, 5), name="uneven")
    scorer = Function(reads, "reads", version="1")
    counts, answers = option_counts(questions.items), np.array([item.answer for item in questions])
    found = Calibrator(questions=questions)
    for name in ("QO", "QOC"):
        scores = scorer.score(own_cells([view(name)(item) for item in questions])).astype(float)
        fitted = found.temperature(name, name, lambda _name, cells, _label: scorer.score(cells))
        assert fitted == pytest.approx(fit_temperature(scores, counts, answers))
    temperatures = found.all(["QO", "QOC"]).by_name
    assert abs(temperatures["QO"] / temperatures["QOC"] - 1) > 0.05


def test_what_placeholders_answer_leaves_no_temperature():
    questions = exam(40)
    scorer = Function(reads, "reads", version="1")
    kept = Calibrator(questions=questions)
    trial = kept.fresh()
    assert trial.temperature("s", "QOC", lambda _name, cells, _label: 9 * scorer.score(cells)) is not None
    assert kept.all(["s"]).by_name == {}
    assert kept.fitted_on == ""
    real = kept.temperature("s", "QOC", lambda _name, cells, _label: scorer.score(cells))
    assert trial.all(["s"]).by_name["s"] == pytest.approx(9 * real)
