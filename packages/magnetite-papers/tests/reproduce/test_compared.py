"""A figure of the paper's beside ours: is it outside our interval, is it size, and what else is known?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.results import Number
from magnetite_papers.compared import (
    BOTH,
    FARTHER,
    NEARER,
    OPEN,
    OUTSIDE,
    FigureComparison,
    compared,
    compared_finding,
)
from magnetite_papers.configuration import Configuration
from magnetite_papers.decided import apart
from magnetite_papers.paper import reasons_of

SETTINGS = Configuration(title="", smaller="small", larger="base")
POINTS = st.floats(0, 1)


def found(value, reach=0.02):
    return Number("right", value, value - reach, value + reach, unit="share")


def told(smaller, larger, paper=(0.6, 0.7)):
    finding = compared_finding(SETTINGS, [FigureComparison("right", paper, larger, smaller)])
    [row] = finding.table("compared").rows()
    return row["told"], finding.sentence


@pytest.mark.parametrize(
    ("smaller", "larger", "verdict"),
    [
        (0.40, 0.55, NEARER),
        (0.40, 0.65, NEARER),
        (0.55, 0.40, FARTHER),
        (0.65, 0.95, FARTHER),
        (0.50, 0.53, OPEN),
        (0.63, 0.67, BOTH),
        (0.62, 0.69, OPEN),  # its interval ends beyond the paper's range
    ],
)
def test_the_larger_reader_is_nearer_only_where_intervals_do_not_meet(smaller, larger, verdict):
    assert told(found(smaller), found(larger))[0] == verdict


@pytest.mark.parametrize(
    ("smaller", "larger", "outside", "nearer"),
    [
        (0.40, 0.55, True, True),
        (0.95, 0.80, True, True),
        (0.54, 0.55, True, False),
        (0.80, 0.95, True, False),
        (0.40, 0.74, True, False),  # nearer, but past the paper's: size cannot be why
        (0.95, 0.55, True, False),
        (0.40, 0.59, False, False),
        (0.62, 0.69, False, False),
    ],
)
def test_a_figure_outside_our_interval_is_said_to_be_and_size_is_why_only_if_the_larger_comes_nearer(
    smaller, larger, outside, nearer
):
    figure = FigureComparison("right", (0.6, 0.7), found(larger), found(smaller))
    finding = compared_finding(SETTINGS, [figure])
    assert finding.table("compared").values("verdict") == [OUTSIDE if outside else None]
    assert finding.sentence.startswith(f"Of 1 figures of the paper, {int(outside)} are outside")
    assert figure.comes_nearer == nearer
    assert bool(reasons_of([figure], SETTINGS)) == nearer


def test_what_was_tested_of_a_figure_is_its_reason_and_size_is_asked_of_two_readers_alone():
    own = FigureComparison("PQ-Remove", (0.6, 0.6), found(0.3), reason="learned nothing in 2 of 2 seeds")
    finding = compared_finding(SETTINGS, [own, FigureComparison("Full", (0.6, 0.6), found(0.59))])
    assert finding.table("compared").values("verdict") == ["learned nothing in 2 of 2 seeds", None]
    assert finding.table("compared").values("told") == [None, None]
    assert "For 1 of them a reason was tested" in finding.sentence
    assert "the larger of ours" not in finding.sentence


def test_with_one_reader_there_is_no_column_of_a_smaller_one():
    finding = compared_finding(
        Configuration(title="", larger="base"), [FigureComparison("Full", (0.6, 0.6), found(0.3))]
    )
    assert finding.table("compared").names == ("figure", "paper", "ours", "verdict")
    assert "the larger of ours" not in finding.sentence


def test_a_figure_without_an_interval_tells_nothing():
    assert told(Number("right", 0.1), found(0.6))[0] == OPEN


@given(POINTS, POINTS)
def test_two_readers_in_each_others_place_turn_the_verdict(first, second):
    turned = {NEARER: FARTHER, FARTHER: NEARER, OPEN: OPEN, BOTH: BOTH}
    there, back = (told(found(one), found(other))[0] for one, other in ((first, second), (second, first)))
    distances = [max(0.6 - value, value - 0.7, 0.0) for value in (first, second)]
    if distances[0] != distances[1] or there in {OPEN, BOTH}:
        assert back == turned[there]
    assert apart(found(first), found(second)) == apart(found(second), found(first))


def test_the_sentence_counts_the_figures_and_says_in_what_else_readers_differ():
    figures = [
        FigureComparison("a", (0.6, 0.6), found(0.5), found(0.4)),
        FigureComparison("b", (0.6, 0.6), found(0.4), found(0.5)),
    ]
    finding = compared_finding(SETTINGS, figures)
    assert "Of 2 figures that both have, base is clearly closer than small in 1" in finding.sentence
    assert "size need not be the reason" not in finding.sentence
    other = Configuration(title="", smaller="small", larger="base", differ_in="size and training")
    assert "The two differ in size and training" in compared_finding(other, figures).sentence


def test_a_figure_that_ours_lacks_is_not_shown_and_one_that_the_smaller_lacks_is():
    assert not list(compared("a", [0.6], (found(0.5), None)))
    assert [each.paper for each in compared("a", [0.7, 0.6], (found(0.4), found(0.5)))] == [(0.6, 0.7)]
    assert [each.smaller for each in compared("a", [0.6], (None, found(0.5)))] == [None]
