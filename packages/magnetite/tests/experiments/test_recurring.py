"""An option that recurs is counted as often as it is offered, right and taken, and a planted magnet is named."""

from dataclasses import replace

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from magnetite.core.scorer import NO_ANSWER
from magnetite.experiments.choices import read_choices
from magnetite.experiments.recurring.pulls import pulls, recurring_notes, recurring_options, recurring_table
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.experiments.transfer.experiment import Transfer
from magnetite.testing import FakePanel

NONE = "None of the above"


def exam(questions=40, answered=True):
    """Every second question offers NONE, which is right in one of ten of these; each question has its own passage."""
    items = []
    for i in range(questions):
        options = (f"right {i}", f"wrong {i}", NONE.upper() + "." if i % 4 else f" {NONE} ")
        options = options if i % 2 == 0 else (*options[:2], f"other {i}")
        answer = 2 if i % 20 == 0 else 0
        items.append(Item(f"q{i}", f"p{i}", f"text {i}", f"ask {i}", options, answer if answered else None))
    return Dataset("made up", tuple(items))


def drawn_to_none(dataset):
    """Score NONE above all else, and otherwise the first option."""
    scores = [9.0 if "none" in option.lower() else -k for item in dataset for k, option in enumerate(item.options)]
    return np.array(scores, dtype=np.float32)


def honest(dataset):
    return np.array([float(k == item.answer) for item in dataset for k in range(len(item.options))], dtype=np.float32)


def measured(dataset, scores):
    return pulls(dataset.items, {"O": read_choices(dataset.items, scores)})


def test_an_option_recurs_whatever_its_case_spaces_and_full_stop():
    (option,) = recurring_options(exam().items)
    assert option.text == NONE  # as most questions write it, here the first of equals
    assert option.offered.tolist() == [i % 2 == 0 for i in range(40)]
    assert set(option.places.tolist()) == {2, -1}


def test_the_work_of_a_magnet_within_the_exam_is_measured_as_worked_by_hand():
    (pull,) = measured(exam(), drawn_to_none(exam()))
    assert pull.offered == 20
    assert (pull.right.estimate, pull.taken.estimate) == (0.1, 1.0)
    assert pull.given.estimate == pytest.approx(0.1)  # right only where NONE is
    assert pull.elsewhere.estimate == 1.0
    assert (pull.out.estimate, pull.out.n, pull.chance) == (1.0, 18, 0.5)
    assert pull.gap.estimate == pytest.approx(0.9)
    assert pull.gap.low < 0.9 < pull.gap.high


def test_a_note_names_the_magnet_and_none_an_honest_system():
    (note,) = recurring_notes(measured(exam(), drawn_to_none(exam())))
    assert (note.code, note.values["offered"], note.values["others"]) == ("note-recurring-option", 20, 18)
    assert not list(recurring_notes(measured(exam(), honest(exam()))))


def test_a_note_says_how_often_the_magnet_is_taken_and_right_in_per_cent_with_its_bounds():
    dataset = exam(questions=160)
    half = np.where(np.arange(480) // 3 % 4 == 0, drawn_to_none(dataset), honest(dataset))
    (pull,) = measured(dataset, half)
    (note,) = recurring_notes([pull])
    assert (note.values["taken"], note.values["right"]) == (pull.taken.estimate, pull.right.estimate)
    assert (note.values["low"], note.values["high"]) == pytest.approx((100 * pull.gap.low, 100 * pull.gap.high))
    assert 0.2 < pull.gap.low < pull.gap.high < 0.8
    assert (note.values["out"], note.values["chance"]) == (pull.out.estimate, pull.chance)


def test_an_exam_without_such_options_has_no_table():
    dataset = Dataset("plain", tuple(Item(f"q{i}", "p", "x", "y", (f"a {i}", f"b {i}"), 0) for i in range(30)))
    assert recurring_table(measured(dataset, honest(dataset))) == ()


def test_without_a_key_it_is_known_how_often_it_is_taken_and_nothing_else():
    dataset = exam(answered=False)
    (table,) = recurring_table(measured(dataset, drawn_to_none(dataset)))
    (row,) = table.rows()
    assert row["taken"] == 1.0
    assert all(row[name] is None for name in ("right", "accuracy_with", "accuracy_taken_out", "difference"))
    assert not list(recurring_notes(measured(dataset, drawn_to_none(dataset))))


def test_with_some_keys_unknown_all_shares_of_the_option_are_over_the_questions_with_one():
    items = tuple(replace(item, answer=None) if i >= 30 else item for i, item in enumerate(exam().items))
    dataset = Dataset("part", items)
    late = np.array([float(k == 2 * (i >= 20)) for i in range(40) for k in range(3)], dtype=np.float32)
    (pull,) = measured(dataset, late)
    assert (pull.offered, pull.right.n, pull.taken.n) == (20, 15, 15)
    assert pull.taken.estimate == pytest.approx(5 / 15)  # 10 of the 20 that offer it
    assert pull.gap.estimate == pytest.approx(pull.taken.estimate - pull.right.estimate)


def test_a_system_that_names_no_option_is_not_right_without_the_recurring_one():
    (pull,) = measured(exam(), np.full(120, NO_ANSWER, dtype=np.float32))
    assert (pull.out.n, pull.out.estimate, pull.taken.estimate) == (18, 0.0, 0.0)


def test_audits_and_transfer_show_it():
    dataset = exam()
    panel = FakePanel({"O": drawn_to_none(dataset)})
    finding = Shortcuts().run(dataset, panel)[0]
    assert finding.table("recurring_options").values("option") == [NONE]
    (across,) = Transfer("elsewhere", {"made up": dataset}).run(dataset, FakePanel({"O": drawn_to_none(dataset)}))
    row = across.table("recurring_options").rows()[0]
    assert (row["trained_on"], row["tested_on"], row["view"], row["taken"]) == ("elsewhere", "made up", "O", 1.0)
    assert [note.code for note in across.notes[1:]] == ["note-of"]
