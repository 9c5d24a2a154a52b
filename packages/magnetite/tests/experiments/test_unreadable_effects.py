"""What un-readable attacks do, read from made-up scores: by hand, and with planted relations."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.core.cells import option_counts
from magnetite.core.results import Run, run_from_json, run_to_json
from magnetite.experiments.choices import baseline
from magnetite.experiments.unreadable.analysis import analysis_finding
from magnetite.experiments.unreadable.effects import effects, role, unreadable_finding
from magnetite.experiments.unreadable.trial import (
    NO_ATTACK,
    Trial,
    caught,
    caught_table,
    largest_degrees,
    length_change,
    lengths_table,
    lost,
    mean_degree,
    read_trial,
    texts_table,
    tried,
)
from magnetite.stats.intervals import holm, mcnemar
from magnetite.views.baselines import longest, shortest
from magnetite.views.unreadable import CONTROLS, Attacked, AttackSettings
from tests.tables import values_of

NAME = "AddSent2Opt"


def item(number, options=("one", "two", "three"), answer=0, passage="p"):
    return Item(f"i{number}", f"{passage}{number // 2}", "A text.", "Which?", tuple(options), answer)


def attacked(before, *texts, degrees=None, added="", below=False):
    """Give an item new options, where not None, and text behind its passage."""
    options = tuple(old if new is None else new for old, new in zip(before.options, texts, strict=True))
    changed = replace(before, options=options, added=added)
    found = tuple(degrees) if degrees is not None else (None,) * len(options)
    return Attacked(changed, found, below=below, changed=changed != before)


def lengthened(before, words):
    return attacked(
        before, *(None if k == before.answer else f"{o} {'x ' * words}" for k, o in enumerate(before.options))
    )


def reading(trial, *rows, temperature=None):
    """Read scores given by condition and item: the items as they are, then each attack and control."""
    scores = np.array([score for row in rows for of_item in row for score in of_item], dtype=np.float32)
    cut = np.zeros((len(trial.attacked) + 1) * len(trial.items), dtype=np.bool_)
    return read_trial(trial, scores, cut, temperature)


@st.composite
def trials(draw):
    """Draw items, one attack on some of their wrong options or the passage, and whole scores, so that ties happen."""
    counts = draw(st.lists(st.integers(2, 4), min_size=1, max_size=7))
    items = [item(n, [f"{n} {k}" for k in range(c)], draw(st.integers(0, c - 1))) for n, c in enumerate(counts)]
    made = []
    for each in items:
        wrong = [k for k in range(len(each.options)) if k != each.answer]
        picked = draw(st.sets(st.sampled_from(wrong)))
        texts = [f"{o} more" if k in picked else None for k, o in enumerate(each.options)]
        made.append(attacked(each, *texts, added=draw(st.sampled_from(["", "words"]))))
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(made)})
    size = 2 * int(option_counts(items).sum())
    scores = np.array(draw(st.lists(st.integers(-2, 2), min_size=size, max_size=size)), dtype=np.float32)
    return trial, read_trial(trial, scores, np.zeros(2 * len(items), dtype=np.bool_))


@settings(max_examples=80, deadline=None)
@given(trials())
def test_every_item_is_read_as_by_hand(drawn):
    trial, read = drawn
    starts = np.cumsum(option_counts(trial.items)) - option_counts(trial.items)
    hits = caught(trial, read, NAME)
    for row, (before, after) in enumerate(zip(trial.items, trial.attacked[NAME], strict=True)):
        own = read.after[NAME].scores[starts[row] : starts[row] + len(before.options)].tolist()
        top = [place for place, score in enumerate(own) if score == max(own)]
        assert read.after[NAME].chosen[row] in top
        new = [after.item.options[place] != before.options[place] or bool(after.item.added) for place in top]
        taken = sum(place != before.answer and made for place, made in zip(top, new, strict=True))
        assert hits[row] == pytest.approx(taken / len(top))
        assert read.after[NAME].correct[row] == pytest.approx((before.answer in top) / len(top))
    found = effects(trial, read, [NAME], np.ones(len(trial.items), dtype=bool))[NAME]
    right = [read.before.correct, read.after[NAME].correct]
    assert found.difference.estimate == pytest.approx(right[1].mean() - right[0].mean())
    settled = [read.before.settled, read.after[NAME].settled]
    assert found.p is None  # a few passages: no test of them is shown
    assert found.after.estimate + found.caught <= 1 + 1e-12
    assert np.array_equal(lost(read, NAME), settled[0] & ~settled[1])


@settings(max_examples=40, deadline=None)
@given(trials())
def test_a_finding_can_be_made_of_anything_and_survives_its_file(drawn):
    trial, read = drawn
    told = AttackSettings()
    found = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=told)
    about = analysis_finding(trial, {"s": read}, settings={})
    run = Run({}, {"passages": {}, "items": []}, (), {}, (found, about), {}, {}, "", "2026")
    again = run_from_json(run_to_json(run))
    assert again.finding("unreadable").sentence == found.sentence
    assert [table.name for table in again.finding("unreadable").tables] == [table.name for table in found.tables]
    shares = [row for table in found.tables if table.name == "caught_by" for row in _rows(table)]
    for by in {row["by"] for row in shares}:
        assert sum(row["share"] for row in shares if row["by"] == by) == pytest.approx(1)
        assert sum(row["expected"] for row in shares if row["by"] == by) == pytest.approx(1)


def _rows(table):
    return table.rows()


def test_length_and_degree_are_those_of_the_wrong_options_alone():
    plain = item(0, ("a very long answer indeed", "two words", "three"))
    made = attacked(plain, None, "two words more here", "three", degrees=(None, 0.75, 0.5))
    trial = Trial((plain,), (NAME,), {NAME: (made,)})
    assert length_change(trial, NAME).tolist() == [pytest.approx(5 / 3 - 1)]
    assert largest_degrees(trial, NAME).tolist() == [0.75]
    assert mean_degree(trial, NAME) == (0.625, 2)
    empty = item(1, ("answer", "", " "))
    nothing = Trial((empty,), (NAME,), {NAME: (attacked(empty, None, "x", "y"),)})
    assert np.isnan(length_change(nothing, NAME)).all()
    assert np.isnan(largest_degrees(nothing, NAME)).all()
    assert mean_degree(nothing, NAME)[1] == 0


def test_equals_share_what_the_longest_and_the_shortest_option_get_right():
    items = [item(0, ("a b", "a c", "c"), 1), item(1, ("a", "b c", "d"), 2)]
    assert baseline(items, longest).correct.tolist() == [0.5, 0.0]
    assert baseline(items, shortest).correct.tolist() == [0.0, 0.5]


def test_length_alone_answers_attacked_questions_and_the_table_says_so():
    items = [item(n, ("a b c", "d e f", "g h i"), n % 3) for n in range(12)]
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(lengthened(each, 5) for each in items)})
    rows = {row["attack"]: row for row in _rows(lengths_table(trial))}
    assert (rows[NO_ATTACK]["shortest"], rows[NO_ATTACK]["longest"]) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert (rows[NAME]["shortest"], rows[NAME]["longest"]) == (1.0, 0.0)
    read = reading(trial, [(2, 1, 0)] * 12, [(2, 1, 0)] * 12)
    finding = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings())
    assert finding.remarks[0].startswith("Length gives the key away")
    assert f"{NAME} 100%" in finding.remarks[0]


def test_what_could_not_be_shuffled_or_changed_is_counted():
    items = [item(0), item(1), item(2)]
    made = (
        attacked(items[0], None, "x", "y", degrees=(None, 0.5, 0.9), below=True),
        attacked(items[1], None, None, None),
        replace(attacked(items[2], None, "one", "y"), equal=True, stands=True),
    )
    trial = Trial(tuple(items), (NAME,), {NAME: made})
    [row] = _rows(texts_table(trial))
    assert [row[name] for name in ("sequences", "below", "unchanged", "equal", "stands", "n")] == [2, 1, 1, 1, 1, 3]
    read = reading(trial, [(2, 1, 0)] * 3, [(2, 1, 0)] * 3)
    notes = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings()).remarks
    said = [note for note in notes if f"(questions: {NAME} 1)" in note]
    assert len(said) == 4


def test_ties_under_an_attack_are_said():
    items = [item(n) for n in range(6)]
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(attacked(each, None, "x", "y") for each in items)})
    read = reading(trial, [(2, 1, 0)] * 6, [(1, 1, 1)] * 6)
    notes = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings()).remarks
    assert any(f"right answers there are largely guesses: {NAME} (100%)" in note for note in notes)


def test_it_is_told_which_wrong_option_caught_the_system():
    """The strongest wrong option before catches two of three right answers; letters follow from where it stood."""
    items = [item(0), item(1), item(2), item(3)]
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(attacked(each, None, "x", "y") for each in items)})
    before = [(9, 5, 1), (9, 1, 5), (9, 5, 1), (0, 5, 1)]  # the last is wrong already
    after = [(1, 9, 0), (1, 0, 9), (1, 0, 9), (0, 5, 1)]
    rows = _rows(caught_table(trial, {"s": reading(trial, before, after)}))
    ranks = {row["distractor"]: (row["count"], row["expected"]) for row in rows if row["by"] != "letter"}
    letters = {row["distractor"]: row["count"] for row in rows if row["by"] == "letter"}
    assert ranks == {"1": (2, 0.5), "2": (1, 0.5)}
    assert letters == {"A": 0, "B": 1, "C": 2}
    assert {row["n"] for row in rows} == {3}


def test_confidence_is_that_of_the_calibrated_system():
    items = [item(0)]
    trial = Trial(tuple(items), (NAME,), {NAME: (attacked(items[0], None, "x", "y"),)})
    for temperature in (None, 2.0):
        read = reading(trial, [(2, 0, 0)], [(0, 2, 0)], temperature=temperature)
        finding = unreadable_finding(trial, {"s": read}, settings={"seed": 3}, attack_settings=AttackSettings())
        assert finding.settings == {"seed": 3}
        [sure] = finding.table("flips").values("probability_before")
        weights = np.exp(np.array([2, 0, 0]) / (temperature or 1))
        assert sure == pytest.approx(weights[0] / weights.sum())


def test_flips_of_equal_probability_are_in_the_order_of_the_exam():
    items = [item(n) for n in range(60)]
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(attacked(each, None, "x", "y") for each in items)})
    read = reading(trial, [(2, 0, 0), (3, 0, 0)] * 30, [(0, 2, 0)] * 60)
    finding = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings())
    listed = finding.table("flips").values("id")
    assert listed == [f"i{n}" for n in range(1, 40, 2)]  # the surest twenty


def _related(strength, systems=("s",)):
    """Make 120 questions whose wrong options grow by 1 to 12 words, and lose the right answer with the growth."""
    items = [item(n, ("one", "two", "three")) for n in range(120)]
    made = tuple(lengthened(each, 1 + n % 12) for n, each in enumerate(items))
    trial = Trial(tuple(items), (NAME,), {NAME: made})
    lose = [n % 12 >= 6 if strength else n % 2 == 1 for n in range(120)]
    read = reading(trial, [(2, 1, 0)] * 120, [(0, 1, 0) if gone else (2, 1, 0) for gone in lose])
    finding = analysis_finding(trial, dict.fromkeys(systems, read), settings={"seed": 3})
    assert finding.settings == {"seed": 3}
    return finding


def test_harm_that_follows_length_is_found_over_bins_and_over_questions():
    finding = _related(strength=True)
    bins = values_of(finding.table("by_growth"))
    assert bins["relative"][0] == 0
    assert bins["relative"][-1] == -1
    assert sum(bins["n"]) == 120
    assert len(bins["n"]) == 6  # of 20 questions each
    rows = {(row["with"], row["over"]): row for row in _rows(finding.table("correlations"))}
    over_bins, over_items = (rows["growth of wrong options", over] for over in ("bins", "questions"))
    assert over_bins["pearson"] < -0.8
    assert over_bins["n"] == 6
    assert over_items["spearman_high"] < -0.6
    assert over_items["n"] == 120
    assert "growth of wrong options −0.8" in finding.sentence
    assert finding.sentence.startswith(f"Rank correlations of the change under {NAME}")
    shown = finding.number("Pearson's correlation with growth of wrong options, over questions", f"s: {NAME}")
    assert shown.value == over_items["pearson"]


def test_harm_that_has_nothing_to_do_with_length_correlates_with_nothing():
    rows = {(row["with"], row["over"]): row for row in _rows(_related(strength=False).table("correlations"))}
    found = rows["growth of wrong options", "questions"]
    assert found["spearman_low"] < 0 < found["spearman_high"]


def test_a_measure_that_does_not_vary_has_no_bins_and_no_correlation():
    finding = _related(strength=True)
    assert [table.name for table in finding.tables] == ["by_growth", "by_attack", "correlations"]
    with_ = {row["with"] for row in _rows(finding.table("correlations")) if row["over"] != "attacks"}
    assert with_ == {"growth of wrong options"}


def test_each_attack_on_each_system_is_a_point():
    finding = _related(strength=True, systems=("s", "t"))
    points = _rows(finding.table("by_attack"))
    assert [(point["system"], point["relative"]) for point in points] == [("s", -0.5), ("t", -0.5)]
    assert points[0]["length_change"] == pytest.approx(6.5 / 1)


def test_only_labelled_items_are_attacked_and_controls_are_tried_once_for_all_attacks():
    items = [replace(item(n), passage=f"Words of passage {n // 2}, all of them.") for n in range(4)]
    unknown = replace(item(9), answer=None)
    trial = tried([*items, unknown], ("AddSent2Opt-Shuffle", "AddAns2Opt-Shuffle"), AttackSettings())
    assert trial.items == tuple(items)
    assert len(trial.shown) == 4 * (1 + len(trial.attacked))
    assert trial.controls.count("AddOther2Opt-Shuffle") == 1
    assert set(trial.controls) <= {*CONTROLS, "AddSent2Opt", "AddAns2Opt"}
    assert tried(items, ("AddSent2Opt",), AttackSettings(), controls=False).controls == ()
    assert {role(name) for name in trial.controls} == {
        "the same, not shuffled",
        "a sentence of another passage",
        "neutral words, as many",
    }


def test_where_passages_are_cut_is_read_by_attack():
    items = [item(0), item(1)]
    trial = Trial(tuple(items), (NAME,), {NAME: tuple(attacked(each, None, "x", "y") for each in items)})
    read = read_trial(trial, np.zeros(12, dtype=np.float32), np.array([False, False, True, False]))
    assert {name: cut.tolist() for name, cut in read.truncated.items()} == {
        NO_ATTACK: [False, False],
        NAME: [True, False],
    }
    finding = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings())
    assert finding.table("truncated").values("truncated") == [0.0, 0.5]
    assert any("is never cut" in note for note in finding.remarks)
    naive = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings(naive=True))
    assert any("may be cut" in note for note in naive.remarks)


def _attacked_exam(passages=40):
    """Make passages of one to four questions of two to five options, and everything that is tried on them."""
    items = [
        item(
            number,
            [f"{word} of passage {p}, number {k}" for k, word in enumerate(["one", "two", "three", "four", "five"])][
                : 2 + number % 4
            ],
            number % 2,
        )
        for number, p in enumerate(p for p in range(passages) for _ in range(1 + p % 4))
    ]
    owners = [p for p in range(passages) for _ in range(1 + p % 4)]
    items = [
        replace(each, passage_id=f"p{p}", passage=f"Words of passage {p}, all of them.")
        for each, p in zip(items, owners, strict=True)
    ]
    return tried(items, ("AddSent2Opt-Shuffle", "AddAns2Opt-Shuffle"), AttackSettings())


def _answered(trial, right):
    """Read scores under which a condition leaves so large a share of the questions right, passage by passage."""
    random = np.random.default_rng(3)
    passages = {each.passage_id: random.random() for each in trial.items}
    rows = []
    for name in (NO_ATTACK, *trial.attacked):
        hits = [(passages[each.passage_id] + random.random()) / 2 < right[name] for each in trial.items]
        rows.append(
            [
                [float(hit == (k == each.answer)) - 0.1 * k for k in range(len(each.options))]
                for each, hit in zip(trial.items, hits, strict=True)
            ]
        )
    return reading(trial, *rows)


def test_the_interval_of_a_clear_loss_lies_below_zero_on_both_sides_of_it():
    trial = _attacked_exam()
    read = _answered(trial, {NO_ATTACK: 0.8, **dict.fromkeys(trial.attacked, 0.4)})
    for effect in effects(trial, read, trial.attacks, np.ones(len(trial.items), dtype=bool)).values():
        for loss in (effect.difference, effect.relative):
            assert -1 <= loss.low < loss.estimate < loss.high < 0
            assert loss.high - loss.estimate == pytest.approx(loss.estimate - loss.low, rel=0.4)
        assert effect.relative.estimate == pytest.approx(effect.difference.estimate / effect.before.estimate)


def test_p_values_are_corrected_over_all_attacks_and_all_controls():
    trial = _attacked_exam()
    read = _answered(trial, {name: 0.75 - 0.07 * n for n, name in enumerate((NO_ATTACK, *trial.attacked))})
    finding = unreadable_finding(trial, {"s": read}, settings={}, attack_settings=AttackSettings())
    controls = finding.table("controls").rows()
    plain = [mcnemar(read.after[row["attack"]].settled, read.after[row["control"]].settled).p for row in controls]
    assert len(controls) > 3
    assert [row["p"] for row in controls] == pytest.approx(holm(np.array(plain)).tolist())
    assert sum(p < 0.3 for p in plain) > 1
    attacks = [row for row in finding.table("attacks").rows() if row["level"] == "all"]
    alone = [mcnemar(read.before.settled, read.after[row["attack"]].settled).p for row in attacks]
    assert [row["p"] for row in attacks] == pytest.approx(holm(np.array(alone)).tolist())
