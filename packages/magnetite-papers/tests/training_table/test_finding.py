"""Training sets are compared on the same questions: what was planted is found, and what is not there is not."""

from dataclasses import replace

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason
from magnetite.experiments.choices import passages_of
from magnetite.stats.intervals import holm
from magnetite_papers.training_table.finding import (
    TABLE_3,
    Answered,
    kept,
    paper_set,
    reached,
    sign_flips,
    unanswerable_finding,
)
from tests.tables import values_of

SHARES = {"Full": 0.8, "P-Shuffle": 0.78, "Q-Shuffle": 0.6, "P-Remove": 0.27}


def exam(passages=60, questions=4, levels=("easy", "hard")):
    """Make four-option questions whose answer is neither the longest option nor the shortest more often than chance."""
    items = [
        Item(
            f"{p}-{q}",
            f"p{p}",
            "A passage.",
            "What?",
            tuple(" ".join(["word"] * (1 + (k + p) % 4)) for k in range(4)),
            (p * questions + q + p // 4) % 4,
            levels[p % len(levels)] if levels else None,
        )
        for p in range(passages)
        for q in range(questions)
    ]
    return Dataset("made", tuple(items), "test")


def answers(dataset, seeds=3, shares=SHARES):
    """Draw what systems get right: each training set's share of the questions, most of them the same for all seeds."""
    draw = np.random.default_rng(5)
    hard, found = draw.random(len(dataset)), []
    for name, share in shares.items():
        noise = draw.normal(0, 0.03, (seeds, len(dataset)))
        found.append(Answered(name, hard + noise < share, (0.9,) * seeds, (0.7,) * seeds))
    return found


@pytest.fixture(scope="module")
def finding():
    dataset = exam()
    return unanswerable_finding(dataset, answers(dataset), (0, 1, 2))


def test_a_planted_loss_is_found_and_a_small_one_is_not_called_clear(finding):
    assert "A clear loss with Q-Shuffle" in finding.sentence
    assert "No clear loss with P-Shuffle" in finding.sentence
    assert finding.number("difference from full", "P-Remove").value == pytest.approx(-0.53, abs=0.05)
    assert finding.number("difference from full, p", "P-Remove").value < 0.01
    assert finding.number("gain kept", "P-Shuffle").value == pytest.approx((0.78 - 0.25) / (0.8 - 0.25), abs=0.08)
    gap = finding.number("difference from full", "P-Shuffle")
    assert -0.1 < gap.low < gap.value < gap.high < 0.1
    assert (
        "these are still clearly above guessing: P-Shuffle (passages shuffled), Q-Shuffle (questions shuffled)."
        in finding.sentence
    )
    assert finding.sentence.endswith("Not clearly above guessing: P-Remove.")


def test_accuracies_are_means_over_seeds_with_the_range_beside_them(finding):
    table, by_seed = (values_of(finding.table(name)) for name in ("training_sets", "by_seed"))
    for place, name in enumerate(table["training"]):
        if table["level"][place] == "all" and name in SHARES:
            own = [by_seed["accuracy"][k] for k, each in enumerate(by_seed["training"]) if each == name]
            assert len(own) == 3
            assert table["accuracy"][place] == pytest.approx(np.mean(own))
            assert (table["lowest"][place], table["highest"][place]) == (min(own), max(own))
            assert table["low"][place] <= table["accuracy"][place] <= table["high"][place]
    assert by_seed["accuracy_training"] == [0.9] * 12
    assert by_seed["accuracy_dev"] == [0.7] * 12
    assert any("means over 3 seeds" in note for note in finding.remarks)
    assert Reason("unanswerable-note-says") in finding.notes


def test_what_training_starts_from_is_reported_and_compared_with_nothing():
    dataset = exam()
    start = Answered("Untrained", np.arange(len(dataset))[None] % 4 == 0)
    found = unanswerable_finding(dataset, answers(dataset, 1), (0,), start=start)
    table = {(row["training"], row["level"]): row for row in found.table("training_sets").rows()}
    row = table["Untrained", "all"]
    assert (row["accuracy"], row["difference"], row["p"], row["kept"]) == (0.25, None, None, None)
    assert found.number("accuracy", "Untrained").value == 0.25
    assert "Before any training they are right on 25%" in found.sentence
    without = unanswerable_finding(dataset, answers(dataset, 1), (0,)).table("training_sets").rows()
    assert [row for row in table.values() if row["training"] != "Untrained"] == without


def test_every_level_has_the_rules_and_every_training_set(finding):
    table = values_of(finding.table("training_sets"))
    rows = list(zip(table["level"], table["training"], strict=True))
    names = ["random", "longest", "shortest", *SHARES]
    assert rows == [(level, name) for level in ("all", "easy", "hard") for name in names]
    p_values = dict(zip(rows, table["p"], strict=True))
    assert all((p is None) == (level != "all" or name not in list(SHARES)[1:]) for (level, name), p in p_values.items())


def test_the_rules_are_what_they_say():
    dataset = exam(passages=8, questions=1, levels=())
    full = Answered("Full", np.ones((1, 8), dtype=np.bool_))
    rows = {row.training: row.accuracy.estimate for row in reached(dataset.items, [full], seed=0)}
    options = [item.options for item in dataset]
    for name, choose in (("longest", max), ("shortest", min)):
        right = [options[n].index(choose(options[n], key=len)) == item.answer for n, item in enumerate(dataset)]
        assert rows[name] == np.mean(right)
    assert rows["random"] == 0.25


def test_where_full_training_is_not_above_the_rules_nothing_is_said_of_the_others():
    dataset = exam()
    shares = dict.fromkeys(SHARES, 0.26)
    found = unanswerable_finding(dataset, answers(dataset, 2, shares), (0, 1))
    assert "so the others say nothing about what can be learned" in found.sentence
    assert "loss" not in found.sentence
    assert set(found.table("training_sets").values("kept")) == {None}


def test_full_training_alone_is_a_finding_without_comparisons():
    dataset = exam()
    found = unanswerable_finding(dataset, answers(dataset, 1)[:1], (7,))
    assert found.sentence.startswith("Trained on questions as they are, systems answer")
    assert "clear" not in found.sentence
    assert found.table("by_seed").values("seed") == [7]
    assert any(note.startswith("One seed was trained") for note in found.remarks)
    assert not any("p-values" in note for note in found.remarks)
    assert Reason("unanswerable-note-says") not in found.notes


def test_a_training_whose_loss_ends_at_that_of_guessing_is_named():
    dataset = exam(levels=())
    full, shuffled = answers(dataset, 2)[:2]
    shuffled = replace(shuffled, gains=(0.02, -0.001))
    found = unanswerable_finding(dataset, [full, shuffled], (3, 8))
    assert any("own training questions: P-Shuffle, seed 8." in note for note in found.remarks)
    unknown = unanswerable_finding(dataset, [full, replace(shuffled, gains=())], (3, 8))
    assert not any("own training questions" in note for note in [*unknown.remarks])


def test_with_one_seed_items_say_who_was_right_and_with_three_how_many():
    dataset = exam(passages=3)
    for seeds in (1, 3):
        given = answers(dataset, seeds)
        columns = values_of(unanswerable_finding(dataset, given, tuple(range(seeds))).items)
        assert columns["right_P-Remove"] == given[-1].correct.sum(axis=0).tolist()
        assert columns["id"] == [item.id for item in dataset]


def test_p_values_flip_signs_by_passage_and_not_by_question():
    gaps = np.ones(40)
    alone, together = np.arange(40), np.repeat(np.arange(4), 10)
    assert sign_flips(gaps, alone) < 0.001
    assert sign_flips(gaps, together) == pytest.approx(2 / 2**4)  # all sixteen patterns of four passages
    assert sign_flips(np.zeros(40), alone) == 1.0
    assert sign_flips(gaps, np.repeat(np.arange(2), 20)) == pytest.approx(2 / 2**2)
    assert sign_flips(gaps, np.zeros(40, dtype=np.int64)) == 1.0
    assert sign_flips(gaps[:20], alone[:20], 3) == sign_flips(gaps[:20], alone[:20], 3)


def test_p_values_are_even_where_there_is_no_difference():
    draw = np.random.default_rng(0)
    p = [sign_flips(draw.normal(size=12), np.repeat(np.arange(6), 2), n) for n in range(200)]
    assert 0.01 < np.mean(np.array(p) < 0.1) < 0.2


def test_p_values_are_corrected_for_the_number_of_training_sets():
    dataset = exam()
    given = answers(dataset)
    rows = [row for row in reached(dataset.items, given, seed=0) if row.p is not None]
    passages = passages_of(dataset.items)
    plain = [sign_flips(each.mean - given[0].mean, passages) for each in given[1:]]
    assert [row.p for row in rows] == pytest.approx(holm(np.array(plain)).tolist())


def test_the_gain_kept_is_a_share_of_full_trainings():
    full = np.tile([1.0, 0.0], 100)
    left = kept(full / 2, full, np.repeat(np.arange(50), 4))
    assert (left.estimate, left.low, left.high) == pytest.approx((0.5, 0.5, 0.5))


def test_the_papers_values_stand_beside_its_own_sets_alone():
    race = replace(exam(levels=("middle", "high")), name="RACE", format="race")
    table = values_of(unanswerable_finding(race, answers(race), (0, 1, 2)).table("training_sets"))
    rows = zip(table["level"], table["training"], table["reported_set"], table["reported"], strict=True)
    found = {(level, name): (which, value) for level, name, which, value in rows}
    assert found["all", "P-Shuffle"] == (None, None)
    assert found["middle", "P-Shuffle"] == ("RACE-M", 0.632)
    assert found["high", "Full"] == ("RACE-H", 0.647)
    assert found["high", "longest"] == ("RACE-H", 0.292)
    assert found["high", "shortest"] == ("RACE-H", None)
    assert paper_set(replace(race, split="dev"), "middle") is None
    assert paper_set(exam(), "all") is None


def test_the_table_has_every_set_and_row_of_the_paper():
    assert list(TABLE_3) == ["MC160", "MC500", "RACE-M", "RACE-H", "MCScript", "MCScript2.0", "DREAM"]
    # the sums of the paper's lines and columns, of Tables 2 (BERT) and 3
    lines = (275.9, 518.7, 445.7, 489.7, 427.1, 369.3, 463.6, 339.4)
    columns = (433.3, 403.7, 448.9, 422.6, 633.0, 606.7, 381.2)
    for name, line in zip(TABLE_3["DREAM"], lines, strict=True):
        assert 100 * sum(values[name] for values in TABLE_3.values()) == pytest.approx(line)
    assert [100 * sum(values.values()) for values in TABLE_3.values()] == pytest.approx(columns)
