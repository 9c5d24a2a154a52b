"""Shortcuts are found where they are planted, and uncertainty is that of the scores."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.experiments.asking import draw
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.stats.intervals import share
from magnetite.testing import FakePanel
from tests.tables import values_of

SIZES = (4, 2, 5, 3)


def exam(count=40, answered=True):
    items = []
    for i in range(count):
        size = SIZES[i % 4]
        options = tuple(f"option {i}.{k}" for k in range(size))
        level = "easy" if i % 2 else "hard"
        items.append(
            Item(f"q{i}", f"p{i // 4}", f"text {i // 4}", f"ask {i}", options, i % size if answered else None, level)
        )
    return Dataset("made up", tuple(items))


def flat(dataset, score):
    return np.array([score(i, k, item) for i, item in enumerate(dataset) for k in range(len(item.options))], np.float32)


def found(dataset, settings=None, **by_view):
    panel = FakePanel({view: flat(dataset, score) for view, score in by_view.items()})
    experiment = Shortcuts(**(settings or {}))
    finding = experiment.run(dataset, panel)[0]
    assert finding.settings == asdict(experiment)
    return finding


def undecided(i, k, item):
    return 0.0


def certain(i, k, item):
    return 50.0 if k == item.answer else 0.0


def knows_every_fourth(i, k, item):
    return 5.0 if k == item.answer and i % 4 == 0 else 0.01 * ((k + i) % len(item.options))


def test_a_system_that_cannot_choose_has_all_options_open():
    finding = found(exam(), O=undecided)
    assert finding.number("effective options", "O").value == pytest.approx(np.mean(SIZES))
    assert finding.number("effective options, normalised", "O").value == pytest.approx(1)
    assert finding.number("entropy", "O").value == pytest.approx(np.mean(np.log2(SIZES)))


def test_reading_the_passage_is_worth_all_the_bits_that_were_missing():
    finding = found(exam(), QO=undecided, QOC=certain)
    assert finding.number("mutual information").value == pytest.approx(np.mean(np.log2(SIZES)))
    assert finding.items.values("information") == pytest.approx([np.log2(SIZES[i % 4]) for i in range(40)])
    assert finding.number("accuracy", "QOC").value == 1.0
    right = finding.number("accuracy", "QO").value
    assert finding.number("passage adds").value == pytest.approx(1 - right)
    assert finding.number("passage adds, McNemar p").value < 1e-4
    assert "Reading the passage adds" in finding.sentence


def test_of_a_few_questions_nothing_is_said_that_an_exact_test_leaves_open():
    four = Dataset("four", tuple(item for i, item in enumerate(exam().items) if i in (0, 1, 4, 5)))  # two passages
    half = found(four, QO=lambda i, k, item: 5.0 * (k == (item.answer + i % 2) % len(item.options)))
    assert half.number("without passage above chance").low < 0 < half.number("without passage above chance").value
    assert half.sentence.count("do not show whether it does better") == 1
    two = Dataset("two", four.items[::2])
    never = found(two, QO=lambda i, k, item: 0.0 if k == item.answer else 5.0 + k, QOC=certain)
    assert never.number("passage adds").low > 0
    assert "2 questions on 2 passages are too few to say anything about others." in never.sentence
    assert "Reading the passage" not in never.sentence


def test_what_the_question_adds_to_the_options_is_paired_and_said():
    finding = found(exam(), O=undecided, QO=certain)
    alone = finding.number("accuracy", "O").value
    gain = finding.number("question adds")
    assert gain.value == pytest.approx(1 - alone)
    assert 0 < gain.low < gain.value < gain.high <= 1
    assert "comes from the question, which adds" in finding.sentence
    same = found(exam(), O=certain, QO=certain)
    assert same.number("question adds").value == 0
    assert "do not show whether reading the question adds" in same.sentence


def test_weak_and_strong_are_told_by_entropy_alone_and_confirmed_by_the_key():
    def decided_wrongly(i, k, item):
        return 50.0 if i % 4 == 0 and k == (item.answer + (i % 8 == 0)) % len(item.options) else 0.0

    dataset = exam()
    finding = found(dataset, QO=decided_wrongly, QOC=certain)
    assert finding.number("weak by entropy alone").value == 0.25
    assert finding.number("weak by entropy alone, right").value == 0.5
    weak = values_of(finding.table("without_passage_sure"))
    assert dict(zip(weak["id"], weak["confirmed"], strict=True))["q0"] is False
    assert dict(zip(weak["id"], weak["confirmed"], strict=True))["q4"] is True
    assert "q0" not in finding.table("answerable").values("id")
    # the passage takes the last doubt of all other questions: one bit of those with two options, and more of the rest
    assert finding.number("strong by entropy alone").value == 0.75
    assert finding.number("strong by entropy alone, right", "QOC").value == 1
    assert not {"q0", "q4"} & set(finding.table("passage_useful_confirmed").values("id"))
    unknown = found(exam(answered=False), QO=lambda i, k, item: 50.0 * (k == 0), QOC=undecided)
    assert unknown.number("weak by entropy alone").value == 1
    assert unknown.number("negative mutual information").value == 1
    assert {label for label in (n.label for n in unknown.numbers) if label.endswith("right")} == set()


def test_a_temperature_that_does_harm_here_is_named_and_one_that_helps_is_not():
    def sometimes_right(i, k, item):
        return 1.5 if k == (item.answer if i % 3 else (item.answer + 1) % len(item.options)) else 0.0

    for temperature, harmful in ((0.2, True), (1.0, False)):
        settings = {"temperatures": {"QO": temperature}, "calibrated_on": "elsewhere"}
        notes = found(exam(), settings, QO=sometimes_right).notes
        named = [note for note in notes if note.code == "note-temperature-worsens"]
        assert [note.values["on"] for note in named] == (["elsewhere"] if harmful else [])


class Trained(FakePanel):
    """Systems each of which was trained on a thousand questions more than the one before, or all on as many."""

    equal = False

    @property
    def panelists(self):
        return {
            name: replace(each, training={"card": {"data": {"items": 1000 + 1000 * place * (not self.equal)}}})
            for place, (name, each) in enumerate(super().panelists.items())
        }


def test_systems_that_were_trained_on_more_questions_than_others_are_named():
    dataset = exam()
    panel = Trained({"QO": flat(dataset, undecided), "QOC": flat(dataset, certain)})
    codes = {note.code: note.values for note in Shortcuts().run(dataset, panel)[0].notes}
    assert codes["note-unequal-training"]["seen"] == "QO 1,000, QOC 2,000"
    panel.equal = True
    notes = Shortcuts().run(dataset, panel)[0].notes
    assert "note-unequal-training" not in [note.code for note in notes]


def test_the_tenths_hold_every_question_once_in_order_of_what_the_passage_tells():
    finding = found(exam(), QO=lambda i, k, item: 0.05 * i * (k == 0), QOC=certain)
    table = values_of(finding.table("by_tenth"))
    assert sum(table["count"]) == 40
    assert table["information"] == sorted(table["information"])
    tenths = zip(table["information_low"], table["information"], table["information_high"], strict=True)
    assert all(0 <= low < mean < high <= np.log2(max(SIZES)) for low, mean, high in tenths)
    assert set(table["accuracy_QOC"]) == {1.0}
    assert all(low <= 1 for low in table["accuracy_QOC_low"])


def test_the_questions_planted_as_answerable_without_the_passage_head_the_list():
    finding = found(exam(), QO=knows_every_fourth, QOC=certain)
    rows = values_of(finding.table("answerable"))
    assert rows["id"][:10] == [f"q{i}" for i in range(0, 40, 4)]
    assert max(rows["effective_options"][:10]) < 1.2 < min(rows["effective_options"][10:], default=2)
    assert rows["answer"][0] == "option 0.0"


def test_the_list_is_cut_and_leaves_out_what_was_answered_wrong():
    dataset = exam()
    experiment = Shortcuts(listed=3)
    wrong = FakePanel({"QO": flat(dataset, lambda i, k, item: -certain(i, k, item))})
    assert len(experiment.run(dataset, wrong)[0].table("answerable")) == 0
    finding = experiment.run(dataset, FakePanel({"QO": flat(dataset, certain)}))[0]
    assert len(finding.table("answerable")) == 3


def test_above_chance_is_accuracy_minus_one_over_the_options():
    finding = found(exam(), QO=certain)
    assert finding.number("without passage above chance").value == pytest.approx(1 - np.mean([1 / n for n in SIZES]))
    assert "No system here also reads the passage" in finding.sentence


def test_two_options_at_even_odds_against_one_at_three_to_one_is_worked_by_hand():
    dataset = Dataset("pair", (Item("q1", "p1", "x", "y", ("a", "b"), 0), Item("q2", "p2", "x", "y", ("a", "b"), 1)))
    finding = found(dataset, QO=undecided, QOC=lambda i, k, item: np.log(3) if k == item.answer else 0.0)
    bits = -(0.75 * np.log2(0.75) + 0.25 * np.log2(0.25))  # 0.8113
    assert finding.number("entropy", "QOC").value == pytest.approx(bits)
    assert finding.items.values("effective_QOC") == pytest.approx([2**bits] * 2)
    assert finding.items.values("probability_QOC") == pytest.approx([0.75, 0.75])
    assert finding.number("mutual information").value == pytest.approx(1 - bits)


def test_bins_hold_every_question_once_and_go_up_to_the_number_of_options():
    finding = found(exam(), O=undecided, QO=certain)
    table = values_of(finding.table("effective_options"))
    for view, expected in (("O", {2: 10, 3: 10, 4: 10, 5: 10}), ("QO", {1: 40})):
        rows = [r for r in zip(*table.values(), strict=True) if r[0] == view]
        assert (rows[0][1], rows[-1][2]) == (1.0, 5.0)
        assert sum(row[3] for row in rows) == 40
        for row in rows:
            # a whole number of options opens its bin, or closes the last
            whole = [n for n in expected if row[1] == pytest.approx(n) or (n == 5 and row[2] == pytest.approx(5))]
            assert row[3] == sum(expected[n] for n in whole)
            assert row[4] == row[3]  # every answer is known
            assert (row[5] is None) == (row[4] == 0)


def test_views_come_in_order_with_levels_below_all():
    table = values_of(found(exam(), QOC=certain, O=undecided).table("views"))
    assert list(zip(table["view"], table["level"], strict=True)) == [
        (view, level) for view in ("O", "QOC") for level in ("all", "hard", "easy")
    ]
    assert table["n"] == [40, 20, 20] * 2
    assert table["chance"][0] == pytest.approx(np.mean([1 / n for n in SIZES]))


def test_guessing_stands_beside_accuracy_on_the_same_questions():
    items = [replace(item, answer=None) if len(item.options) == 2 else item for item in exam().items]
    views = found(Dataset("part", tuple(items)), O=undecided).table("views")
    assert views.values("n")[0] == 30
    assert views.values("chance")[0] == pytest.approx(np.mean([1 / 4, 1 / 5, 1 / 3]))


def test_without_answers_doubt_is_still_measured_and_accuracy_is_not():
    finding = found(exam(answered=False), QO=undecided, QOC=lambda i, k, item: 50.0 * (k == 0))
    assert finding.number("mutual information").value == pytest.approx(np.mean(np.log2(SIZES)))
    assert not [n for n in finding.numbers if n.label in ("accuracy", "passage adds", "without passage above chance")]
    assert set(finding.table("views").values("accuracy")) == {None}
    assert finding.items.values("correct_QO") == [None] * 40


def test_each_views_contexts_lack_what_the_view_takes_away():
    panel = FakePanel(dict.fromkeys(("QOC", "CO", "QO", "O"), lambda _context, option: float(len(option))))
    Shortcuts().run(exam(), panel)
    assert [name for name, *_ in panel.requests] == ["O", "QO", "CO", "QOC"]
    for name, _, cells, _ in panel.requests:
        assert all(bool(c.passage) == ("C" in name) and bool(c.question) == ("Q" in name) for c in cells.contexts)


def test_the_sentence_says_whether_guessing_explains_what_is_right_without_the_passage():
    knowing, guessing = found(exam(), QO=certain), found(exam(), QO=lambda i, k, item: draw(2, str(i), str(k)) % 1000)
    assert "answers 100% of 40 questions correctly" in knowing.sentence
    assert (
        "a blind guess is right 32% of the time, so part of the exam can be answered without reading it"
        in knowing.sentence
    )
    assert "do not show whether it does better" in guessing.sentence
    assert "Questions answered correctly: 100% from CO" in found(exam(), CO=certain).sentence


def test_no_view_is_a_usage_error():
    with pytest.raises(UsageError, match="no view was given"):
        Shortcuts().run(exam(), FakePanel({}))


def test_where_options_tie_the_exam_is_not_blamed():
    items = [Item(f"q{i}", f"p{i}", "x", f"ask {i}", ("a", "b", "c"), 0) for i in range(20)]
    dataset = Dataset("all first", tuple(items))
    finding = found(dataset, QO=undecided, QOC=certain)
    assert "answers 33% of 20 questions correctly" in finding.sentence
    assert "without reading it" not in finding.sentence
    assert "on 20 questions several options tie, which counts as guessing among them" in finding.sentence
    assert any("In 20 of 20 questions under the view QO several options share" in note for note in finding.remarks)


def test_a_question_the_system_is_undecided_on_is_not_listed_as_answerable():
    finding = found(exam(), QO=lambda i, k, item: 0.01 * (k == item.answer))
    assert finding.number("accuracy", "QO").value == 1.0
    assert len(finding.table("answerable")) == 0
    assert any("below 75% of the question's options" in note for note in finding.remarks)


def test_doubt_and_a_passage_that_does_not_help_are_said_in_plain_words():
    finding = found(exam(), QO=knows_every_fourth, QOC=knows_every_fourth)
    assert "options still look possible to it; a blind guess is right" in finding.sentence
    assert "do not show whether reading the passage helps" in finding.sentence
    unknown = found(exam(answered=False), QO=undecided)
    assert "Without the passage, on average 3.5 of 3.5 options still look possible to the system;" in unknown.sentence


def test_no_more_options_look_possible_than_are_offered_however_both_are_rounded():
    offered = [replace(item, options=tuple("abcd")[i == 0 :], answer=0) for i, item in enumerate(exam(20))]
    finding = found(Dataset("made", tuple(offered)), QO=undecided)  # 19 questions with four options, one with three
    assert "on average 4.0 of 4 options still look possible" in finding.sentence


def test_accuracy_has_an_interval_clustered_by_passage():
    dataset = exam(60)
    finding = found(dataset, QO=lambda i, k, item: 5.0 * (k == item.answer) * (i // 4 % 3 > 0))  # passages known or not
    right = np.array([1.0 if i // 4 % 3 else 1 / len(item.options) for i, item in enumerate(dataset)])
    by_passage, alone = share(right, np.arange(60) // 4), share(right, np.arange(60))
    accuracy = finding.number("accuracy", "QO")
    assert (accuracy.value, accuracy.low, accuracy.high) == pytest.approx(
        (by_passage.estimate, by_passage.low, by_passage.high)
    )
    assert accuracy.high - accuracy.low > 1.3 * (alone.high - alone.low)


def test_a_passage_that_tells_nothing_tells_nothing_negative():
    finding = found(exam(), QO=knows_every_fourth, QOC=knows_every_fourth)
    assert finding.number("mutual information").value == 0
    assert finding.number("negative mutual information").value == 0
