"""What a study's sentences say of people is what their intervals allow, and of few people nothing is said."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.reasons import Reason
from magnetite.report.wording import said, speaking
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import FEWEST_PASSAGES, MARGIN, WIDEST, Verdict
from magnetite_study.analysis import study_findings
from magnetite_study.analysis.findings import main_comparisons
from magnetite_study.analysis.numbers import ShareComparison
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, items, no_passage, with_and_without

GAPS = {
    *("people-attack-gap", "people-no-passage-gap", "people-passage-gap", "people-flagged-gap"),
    "people-magnets-more",
}
FLAGGED = {f"i{k}" for k in range(0, 20, 2)}


def reasons(value: Any) -> list[Reason]:
    """Return a reason and all that its values hold."""
    if isinstance(value, Reason):
        return [value, *(each for part in value.values.values() for each in reasons(part))]
    return [each for part in value for each in reasons(part)] if isinstance(value, list | tuple) else []


def sides(answer: Any) -> dict[str, dict[str, Any]]:
    return {each.code: dict(each.values) for each in reasons(answer) if each.code in GAPS}


def allowed(low: float, high: float) -> Verdict:
    if low > 0:
        return Verdict.ABOVE
    if high < 0:
        return Verdict.BELOW
    return Verdict.LEVEL if low >= -MARGIN and high <= MARGIN else Verdict.OPEN


DESIGNS = st.sampled_from(
    [
        (attack, {}),
        (attack, {"assignment": "fixed"}),
        (no_passage, {}),
        (with_and_without, {}),
        (with_and_without, {"flagged": FLAGGED}),
    ]
)
POPULATIONS = st.builds(
    Population, susceptibility=st.sampled_from([0.0, 0.3, 0.8]), easier=st.sampled_from([0.0, 3.0]),
    finishing=st.sampled_from([0.1, 0.5, 1.0]),
)  # fmt: skip


@settings(deadline=None, max_examples=40)
@given(DESIGNS, POPULATIONS, st.integers(2, 30), st.integers(0, 1000))
def test_every_verdict_on_people_is_what_its_interval_allows_and_few_people_get_none(design, population, people, seed):
    make, how = design
    made = make(participants=people, **how)
    answers = simulate(made, population, seed=seed)
    if not len(answers):
        return
    for finding in study_findings(made, answers):
        told = sides(finding.answer)
        for values in told.values():
            shown = values["gap"].values
            assert values["verdict"] == allowed(shown["low"], shown["high"])
        gap = next((each for each in finding.numbers if each.group == "people" and each.unit == "points"), None)
        if gap is None:
            continue
        width = math.inf if gap.low is None else gap.high - gap.low
        compared = (
            answers.under("no-passage")
            if finding.experiment == "study_flagged"
            else np.ones(len(answers), dtype=np.bool_)
        )
        passages = {made.questions[place].item.passage_id for place in answers.question[compared].tolist()}
        fewest = min(len(set(answers.participant[compared].tolist())), len(passages))
        few = fewest < FEWEST_PASSAGES or width > WIDEST
        assert ("far too few" in finding.sentence) == few
        assert few != any(code.endswith("-gap") for code in told)
        if few:
            assert "%" not in finding.sentence.partition("far too few")[0]


@settings(deadline=None, max_examples=40)
@given(DESIGNS, POPULATIONS, st.integers(3, 30), st.integers(0, 1000))
def test_shares_differ_by_the_difference_that_stands_beside_them_and_what_was_counted_is_said(
    design, population, people, seed
):
    make, how = design
    made = make(participants=people, **how)
    answers = simulate(made, population, seed=seed)
    if not len(answers):
        return
    [compared] = main_comparisons(made, answers)
    shares = compared.first.estimate, compared.second.estimate
    if not np.isfinite(shares).all():
        return
    if {0.0, 1.0}.isdisjoint(shares):  # where a share is cut off
        assert shares[1] - shares[0] == pytest.approx(compared.gap.estimate, abs=1e-9)
    notes = {each.code for each in study_findings(made, answers)[0].notes}
    apart = any(abs(share - counted) >= 0.0005 for share, counted in zip(shares, compared.counted, strict=True))
    assert ("people-note-counted" in notes) == apart == ("Allowing for" in study_findings(made, answers)[0].sentence)


@pytest.mark.parametrize("people", [1, 2])
def test_two_people_cannot_show_anything_and_no_interval_is_given(people):
    for design in (attack(), no_passage(), with_and_without(), with_and_without(flagged={"i1", "i5", "i9"})):
        for finding in study_findings(design, simulate(design, Population(), participants=people))[:-1]:
            if finding.experiment != "study_magnets":
                assert "one or two people cannot show anything" in finding.sentence
                own = [each for each in finding.numbers if "system" not in each.group]
                assert {(each.low, each.high) for each in own} == {(None, None)}


def compared(low: float, high: float) -> ShareComparison:
    half = Interval(0.5, 0.4, 0.6, 100)
    return ShareComparison(half, half, Interval((low + high) / 2, low, high, 100), (0.5, 0.5), 0.2, 20, 20)


@pytest.mark.parametrize("code", sorted(GAPS - {"people-magnets-more"}))
@pytest.mark.parametrize(
    ("low", "high", "side"),
    [
        (0.02, 0.3, "above"),
        (-0.02, 0.3, "open"),  # the estimate is above, its interval is not
        (-0.3, -0.02, "below"),
        (-0.3, 0.02, "open"),
        (-0.04, 0.04, "level"),
        (-0.04, 0.06, "open"),  # the estimate is as good as none, its interval is not
    ],
)
def test_the_side_of_a_difference_is_its_intervals_and_every_side_has_words_of_its_own(code, low, high, side):
    reason = compared(low, high).difference(code)
    assert reason.values["verdict"] == side
    for language in ("en", "de"):
        with speaking(language):
            every = {said(Reason(code, {**reason.values, "verdict": each.value})) for each in Verdict}
        assert len(every) == 4


@pytest.mark.parametrize(
    ("people", "passages", "width", "few"),
    [(20, 20, 0.5, False), (4, 20, 0.5, True), (20, 4, 0.5, True), (20, 20, 0.7, True)],
)
def test_few_people_few_passages_or_a_wide_interval_tell_nothing(people, passages, width, few):
    half = Interval(0.5, 0.4, 0.6, 100)
    gap = Interval(-0.3, -0.3 - width / 2, -0.3 + width / 2, 100)
    assert ShareComparison(half, half, gap, (0.5, 0.5), 0.2, passages, people).few is few


def test_where_magnets_draw_nobody_a_side_is_named_in_few_of_a_hundred_studies():
    """200 studies of people whom no magnet draws: an interval of 95% misses 10 of them; 18 are beyond luck."""
    designs = {
        "people-attack-gap": attack(participants=12),
        "people-no-passage-gap": no_passage(participants=12),
        "people-passage-gap": with_and_without(participants=12),
        "people-flagged-gap": with_and_without(participants=12, flagged=FLAGGED),
    }
    named = dict.fromkeys(designs, 0)
    for code, design in designs.items():
        for seed in range(200):
            population = Population(ability=float(np.random.default_rng(seed).uniform(0, 2)), difficulty_spread=0.5)
            told = sides(study_findings(design, simulate(design, population, seed=seed))[0].answer).get(code)
            named[code] += told is not None and told["verdict"].clear
    assert max(named.values()) <= 18, named


def test_magnets_that_draw_half_of_the_people_are_said_to():
    design = attack(participants=20, items=items(20))
    told = sides(study_findings(design, simulate(design, Population(susceptibility=0.5)))[0].answer)
    assert told["people-attack-gap"]["verdict"] == Verdict.BELOW
