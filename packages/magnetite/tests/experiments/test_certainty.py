"""Temperatures change how sure a system is and never what it chooses; the worth of that is told before and after."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.stats.calibration import fit_temperature
from magnetite.testing import FakePanel
from tests.tables import values_of

VIEWS = ("QO", "QOC")
MEASURES = ("ECE", "Brier", "NLL", "mean confidence")


def exam(seed=0, questions=200, sizes=(4,), known=1.0):
    """Draw an exam, and scores of which those of QOC tell the answers as often as their softmax says."""
    random = np.random.default_rng(seed)
    items, scores = [], {"QO": [], "QOC": []}
    for i in range(questions):
        size = int(random.choice(sizes))
        own = random.normal(0, 1.5, size)
        answer = int(random.choice(size, p=np.exp(own) / np.exp(own).sum()))
        answer = answer if random.random() < known else None
        options = tuple(f"option {i}.{k}" for k in range(size))
        items.append(Item(f"q{i}", f"p{i // 4}", f"text {i // 4}", f"ask {i}", options, answer))
        scores["QOC"] += own.tolist()
        scores["QO"] += random.normal(0, 1, size).tolist()
    flat = {name: np.array(values, dtype=np.float32) for name, values in scores.items()}
    return Dataset("drawn", tuple(items)), flat


def found(dataset, scores, views=VIEWS, **given):
    return Shortcuts(**given).run(dataset, FakePanel({name: scores[name] for name in views}))[0]


@settings(max_examples=15)
@given(st.integers(0, 1000), st.floats(0.1, 10), st.floats(0.1, 10))
def test_temperatures_change_no_choice_and_no_accuracy(seed, one, other):
    dataset, scores = exam(seed, 12, (2, 3, 5), known=0.8)
    plain, scaled = found(dataset, scores), found(dataset, scores, temperatures={"QO": one, "QOC": other})
    for name in ("chosen_QO", "chosen_QOC", "correct_QO", "correct_QOC"):
        assert plain.items.values(name) == scaled.items.values(name)
    kept = ("accuracy", "passage adds", "without passage above chance")
    assert [n for n in plain.numbers if n.label in kept] == [n for n in scaled.numbers if n.label in kept]


def test_a_softer_temperature_leaves_more_options_and_more_doubt():
    dataset, scores = exam()
    plain, soft = found(dataset, scores), found(dataset, scores, temperatures={"QO": 3.0})
    assert soft.number("effective options", "QO").value > plain.number("effective options", "QO").value + 0.2
    assert soft.number("effective options", "QOC") == plain.number("effective options", "QOC")
    assert soft.number("mutual information").value > plain.number("mutual information").value


def test_an_overconfident_system_is_mended_by_the_temperature_that_fits_it():
    dataset, scores = exam(questions=1500)
    counts, answers = np.full(1500, 4), np.array([item.answer for item in dataset])
    sharp = {**scores, "QOC": scores["QOC"] * 4}
    temperature = fit_temperature(sharp["QOC"].astype(float), counts, answers)
    finding = found(dataset, sharp, temperatures={"QOC": temperature}, calibrated_on="itself")
    accuracy = finding.number("accuracy", "QOC").value
    assert temperature == pytest.approx(4, rel=0.15)
    assert finding.number("temperature", "QOC").value == temperature
    assert finding.number("mean confidence before", "QOC").value > accuracy + 0.15
    assert finding.number("mean confidence after", "QOC").value == pytest.approx(accuracy)
    assert finding.number("ECE before", "QOC").value > 0.15
    assert finding.number("ECE after", "QOC").value < 0.04
    for label in ("Brier", "NLL"):
        before, after = (finding.number(f"{label} {when}", "QOC") for when in ("before", "after"))
        assert after.high < before.low


def test_the_calibration_table_has_what_the_numbers_say_and_repeats_itself_where_there_is_no_temperature():
    dataset, scores = exam(known=0.9)
    finding = found(dataset, scores, temperatures={"QOC": 2.0})
    table = values_of(finding.table("calibration"))
    assert (table["view"], table["temperature"]) == (["QO", "QOC"], [None, 2.0])
    assert table["n"] == [finding.number("accuracy", view).n for view in VIEWS]
    for column, label in zip(("ece", "brier", "nll", "confidence"), MEASURES, strict=True):
        assert table[f"{column}_after"][0] == table[f"{column}_before"][0]
        assert table[f"{column}_before"] == pytest.approx([finding.number(f"{label} before", v).value for v in VIEWS])
        assert table[f"{column}_after"][1] == pytest.approx(finding.number(f"{label} after", "QOC").value)
        assert not [n for n in finding.numbers if (n.label, n.group) == (f"{label} after", "QO")]


def test_the_reliability_table_holds_every_labelled_question_once_before_and_once_after():
    dataset, scores = exam(known=0.7)
    finding = found(dataset, scores, temperatures={"QOC": 2.0})
    labelled = sum(item.answer is not None for item in dataset)
    table = finding.table("reliability")
    rows = table.rows()
    for view, whens in (("QO", ["before"]), ("QOC", ["before", "after"])):
        assert list(dict.fromkeys(row["when"] for row in rows if row["view"] == view)) == whens
        for when in whens:
            bins = [row for row in rows if (row["view"], row["when"]) == (view, when)]
            assert [row["bin"] for row in bins] == list(range(1, 11))
            assert sum(row["count"] for row in bins) == labelled
            assert all(row["low"] <= row["accuracy"] <= row["high"] for row in bins)


def test_without_answers_there_is_no_calibration_to_report_but_the_temperature():
    dataset, scores = exam(known=0.0)
    finding = found(dataset, scores, temperatures={"QOC": 2.0}, calibrated_on="elsewhere")
    assert [n.label for n in finding.numbers if n.label.split()[0] in ("ECE", "Brier", "NLL", "temperature")] == [
        "temperature"
    ]
    assert not {"calibration", "reliability"} & {table.name for table in finding.tables}
    assert finding.items.values("pointwise_information") == [None] * len(dataset)
    assert not [n for n in finding.numbers if n.label == "pointwise information"]


def test_the_notes_say_what_is_calibrated_and_on_what():
    dataset, scores = exam()
    plain = found(dataset, scores)
    assert any("not calibrated: an overconfident system" in note for note in plain.remarks)
    half = found(dataset, scores, temperatures={"QOC": 1.5}, calibrated_on="RACE dev, 2,000 questions")
    assert (
        "Probabilities are calibrated on RACE dev, 2,000 questions: scores are divided by a temperature (QOC 1.5). "
        "Not calibrated: QO."
    ) in half.remarks
    given = found(dataset, scores, temperatures={"QO": 2, "QOC": 1.5})
    assert any(
        "calibrated with the temperatures in the settings" in note and "Not calibrated" not in note
        for note in given.remarks
    )
    assert any("a perfectly calibrated system would show, by chance" in note for note in plain.remarks)


def test_one_question_in_two_views_is_worked_by_hand_through_equations_one_two_and_four():
    dataset = Dataset("one", (Item("q1", "p1", "x", "y", ("a", "b", "c", "d"), 0),))
    # QO: 1/2, 1/4, 1/8, 1/8 once scores are halved: H = 1.75 bits, N = 2^1.75 = 3.36 options
    # QOC: 1/8 for each wrong option, 5/8 for the answer: H = 5/8 · log2(8/5) + 3 · 3/8 = 1.5488 bits, N = 2.93
    scores = {"QO": 2 * np.log([1 / 2, 1 / 4, 1 / 8, 1 / 8]), "QOC": np.log([5 / 8, 1 / 8, 1 / 8, 1 / 8])}
    flat = {name: values.astype(np.float32) for name, values in scores.items()}
    finding = found(dataset, flat, temperatures={"QO": 2.0})
    assert finding.number("entropy", "QO").value == pytest.approx(1.75)
    assert finding.number("effective options", "QO").value == pytest.approx(3.3636, abs=1e-4)
    assert finding.number("entropy", "QOC").value == pytest.approx(1.5488, abs=1e-4)
    assert finding.number("mutual information").value == pytest.approx(1.75 - 1.5488, abs=1e-4)
    assert finding.number("pointwise information").value == pytest.approx(np.log2(5 / 8) - np.log2(1 / 2), abs=1e-6)
    # Brier of QOC: (3/8)² + 3 · (1/8)²; of QO after: (1/2)² + (1/4)² + 2 · (1/8)²
    assert finding.number("Brier before", "QOC").value == pytest.approx(0.1875)
    assert finding.number("Brier after", "QO").value == pytest.approx(0.34375)
    assert finding.number("NLL after", "QO").value == pytest.approx(np.log(2))
