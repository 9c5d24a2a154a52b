"""Laws of what a flag is worth: the share that is right, the severity that follows from it, and how signs add up."""

import json
import math
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.experiments.flags import RULES, SEVERITIES, Exam, Flag, doubts, second_look, settings_from
from magnetite.experiments.flags.cards import measured_on_keys, with_wrong_keys
from magnetite.experiments.flags.exam import exam_of
from magnetite.experiments.flags.find import SIGNS, find_flags
from magnetite.experiments.flags.worth import (
    PRIOR,
    RANGES,
    Count,
    fitted,
    ratio,
    row_of,
    severity_within,
    shipped,
    together,
    worth_from,
)
from magnetite.stats.intervals import Interval
from tests.experiments.flags.made_questions import asked

LONG = asked(options=("one", "two", "a far longer right answer than any of the others here", "six"), answer=2)

shares = st.floats(0.01, 0.99)


@st.composite
def counts(draw):
    """Draw what was measured of a rule."""
    planted, sound = draw(st.integers(1, 400)), draw(st.integers(1, 4000))
    return Count(draw(st.integers(0, planted)), planted, draw(st.integers(0, sound)), sound)


@given(counts(), shares)
def test_more_flaws_found_and_fewer_false_alarms_never_make_a_flag_worth_less(count, prior):
    right = count.right(prior=prior)
    assert 0 <= right.low <= right.estimate <= right.high <= 1
    if count.found < count.planted:
        assert replace(count, found=count.found + 1).right(prior=prior).estimate > right.estimate
    if count.alarms:
        assert replace(count, alarms=count.alarms - 1).right(prior=prior).estimate > right.estimate


def test_the_share_that_is_right_is_that_of_exams_with_such_flaws_in_nineteen_of_twenty_measurements():
    random, held = np.random.default_rng(0), 0
    for _ in range(1000):
        hit, alarm, prior = random.uniform(0.3, 0.95), random.uniform(0.01, 0.2), random.uniform(0.02, 0.3)
        count = Count(random.binomial(80, hit), 80, random.binomial(400, alarm), 400)
        true = prior * hit / (prior * hit + (1 - prior) * alarm)
        right = count.right(prior=prior)
        held += right.low <= true <= right.high
    assert 930 <= held <= 985


@st.composite
def curves(draw):
    """Draw probabilities of the key of questions with a flaw, and of others, of a model that knows something of it."""
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    apart, many = draw(st.floats(0.2, 3)), draw(st.integers(10, 80))
    logits = random.normal(apart, 1.5, many), random.normal(-apart, 1.5, 2 * many)
    return fitted("probability", *(1 / (1 + np.exp(-each)) for each in logits))


@settings(deadline=None)
@given(curves(), st.lists(shares, min_size=2, max_size=6), shares)
def test_a_curve_never_falls_where_flaws_have_the_higher_probabilities(curve, probabilities, prior):
    rights = [curve.right({"probability": each}, prior) for each in sorted(probabilities)]
    assert [each.estimate for each in rights] == sorted(each.estimate for each in rights) or curve.slope < 0
    assert all(0 <= each.low <= each.estimate <= each.high <= 1 for each in rights)
    assert worth_from(json.loads(json.dumps(row_of(curve)))).right(
        {"probability": 0.7}, prior
    ).estimate == pytest.approx(curve.right({"probability": 0.7}, prior).estimate, abs=1e-4)


def test_of_a_calibrated_model_and_keys_that_are_wrong_at_random_the_curve_is_bayes_rule():
    random, sound, wrong = np.random.default_rng(1), [], []
    for row in random.dirichlet([0.4] * 4, 6000):
        key = random.choice(4, p=row)
        sound.append(row[key])
        wrong.append(row[random.choice([at for at in range(4) if at != key])])
    curve = fitted("probability", wrong, sound)
    for share in (0.02, 0.1, 0.3):
        true = 0.1 * (1 - share) / 3 / (0.1 * (1 - share) / 3 + 0.9 * share)
        assert curve.right({"probability": share}, 0.1).estimate == pytest.approx(true, abs=0.03)


@pytest.mark.parametrize("skill", [0.0, 1.5])
def test_what_a_card_says_of_flags_on_keys_is_the_share_that_is_right_on_other_exams(skill):
    """A model that gives the right option `skill` more than the others, of normal noise; one key in twenty is wrong."""
    draw = np.random.default_rng(3)

    def answered(many):
        scores = draw.normal(size=(many, 4))
        right = draw.integers(4, size=many)
        scores[np.arange(many), right] += skill
        items = [asked(id=f"q{at}", options="abcd", answer=int(key)) for at, key in enumerate(right)]
        return exam_of(items, {"QOC": scores.astype(np.float32).ravel()})

    card = measured_on_keys(answered(600), 1)["another-option-fits-better"]
    worth, other = worth_from(card["worth"]), answered(40_000)
    wrong = np.arange(len(other.items)) % 20 == 0
    keyed = [
        bad if at else item for item, bad, at in zip(other.items, with_wrong_keys(other.items, 7), wrong, strict=True)
    ]
    own = np.array([row[item.answer] for item, row in zip(keyed, other.probabilities["QOC"], strict=True)])
    for least, most in ((0.0, 0.03), (0.03, 0.1), (0.1, 0.3)):
        flagged = (own >= least) & (own < most)
        said = np.mean([worth.right({"probability": each}).estimate for each in own[flagged].tolist()])
        assert said == pytest.approx(wrong[flagged].mean(), abs=0.06)


@given(st.sampled_from(SEVERITIES), st.one_of(st.none(), shares))
def test_a_severity_is_a_range_of_the_share_and_never_worse_than_the_flaw_would_be(most, share):
    level = severity_within(most, None if share is None else Interval(share, share, share, 1))
    assert SEVERITIES.index(level) >= SEVERITIES.index(most)
    if share is None:
        assert SEVERITIES.index(level) >= SEVERITIES.index("worth-a-thought")
    elif share <= PRIOR:
        assert level == "remark"
    else:
        assert share >= RANGES[level]


def test_no_rule_is_serious_that_nobody_measured():
    measured = {name for name, known in shipped().items() if known}
    loud = {name for name, rule in RULES.items() if rule.source != "model" and rule.severity in ("fatal", "serious")}
    exam = Exam((LONG,))
    for flag in find_flags(exam):
        assert flag.severity not in ("fatal", "serious") or flag.right is not None
    assert loud <= measured


@st.composite
def flags(draw):
    """Draw flags of one question by rules that share causes, or not."""
    names = draw(st.lists(st.sampled_from([*SIGNS, *chain.from_iterable(SIGNS.values())]), max_size=6))
    made = []
    for name in names:
        share = draw(st.one_of(st.none(), shares))
        right = None if share is None else Interval(share, share, share, 1)
        made.append(Flag(name, RULES[name].source, severity_within(RULES[name].severity, right), "q1", right=right))
    return made


@given(flags())
def test_doubts_are_probabilities_and_a_remark_adds_nothing(drawn):
    likely = doubts(drawn).get("q1", 0.0)
    assert 0 <= likely <= 1
    assert doubts([*drawn, Flag("repeated-opening", "rule", "remark", "q1")])["q1"] == pytest.approx(likely)


@given(shares)
def test_a_flag_that_is_worth_a_thought_is_no_reason_for_a_second_look_by_itself(share):
    flag = Flag("longest-key", "rule", "worth-a-thought", "q1", right=Interval(share, share, share, 1))
    assert second_look([flag]) == ()


@given(flags())
def test_signs_of_one_cause_from_one_source_count_once(drawn):
    assert doubts([*drawn, *drawn]) == pytest.approx(doubts(drawn))


def measured(rule, source, share, severity="serious"):
    return Flag(rule, source, severity, "q1", right=Interval(share, share, share, 1))


def test_independent_signs_of_one_cause_multiply_its_odds_and_causes_add_up():
    model = measured("another-option-fits-better", "model", 0.4, "worth-a-thought")
    people = measured("negative-discrimination", "candidates", 0.4, "worth-a-thought")
    both = doubts([model, people])["q1"]
    assert both == pytest.approx(together([ratio("worth-a-thought", 0.4)] * 2))
    assert both > 0.85
    other = measured("absolute-terms", "rule", 0.4, "worth-a-thought")
    assert doubts([model, other])["q1"] == pytest.approx(1 - 0.6 * 0.6)
    assert doubts([model])["q1"] == pytest.approx(0.4)


def test_where_flaws_are_expected_to_be_rarer_fewer_questions_deserve_a_second_look():
    exam = Exam((LONG,))
    for share, looks in ((0.2, 1), (0.001, 0)):
        changed = settings_from({"flaw": {"share": share}}, "here")
        assert len(second_look(find_flags(exam, changed), changed)) == looks


def test_a_user_who_knows_better_says_so_in_the_settings():
    exam = Exam((LONG,))
    changed = settings_from({"longest-key": {"right": 0.2}}, "here")
    [flag] = [each for each in find_flags(exam, changed) if each.rule == "longest-key"]
    assert (flag.severity, flag.right.estimate, math.isnan(flag.right.low)) == ("remark", 0.2, True)


def test_what_ships_is_what_the_page_shows():
    page = (Path(__file__).parents[5] / "docs" / "results" / "flags-worth.md").read_text("utf-8")
    for rule, known in shipped().items():
        counts = f"{known.found} | {known.planted} | {known.alarms:,} | {known.sound:,}"
        assert f"| `{rule}` |  | {counts} |" in page
