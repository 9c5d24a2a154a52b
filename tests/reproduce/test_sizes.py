"""Is it size? A figure of the paper's beside those of two readers of ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.results import Number
from magnetite.reproduce.configuration import Configuration
from magnetite.reproduce.sizes import BOTH, FARTHER, NEARER, OPEN, UNKNOWN, Sized, clearly_apart, size_finding, sized

SETTINGS = Configuration(title="", smaller="small", larger="base")
POINTS = st.floats(0, 1)


def found(value, reach=0.02):
    return Number("right", value, value - reach, value + reach, unit="share")


def told(smaller, larger, paper=(0.6, 0.7)):
    finding = size_finding(SETTINGS, [Sized("right", paper, smaller, larger)])
    [row] = finding.table("size").rows()
    return row["told"], finding.sentence


@pytest.mark.parametrize(
    ("smaller", "larger", "verdict"),
    [
        (0.40, 0.55, NEARER),
        (0.40, 0.65, NEARER),
        (0.55, 0.40, FARTHER),
        (0.65, 0.95, FARTHER),
        (0.50, 0.53, OPEN),
        (0.62, 0.69, BOTH),
    ],
)
def test_the_larger_reader_is_nearer_only_where_intervals_do_not_meet(smaller, larger, verdict):
    assert told(found(smaller), found(larger))[0] == verdict


@pytest.mark.parametrize(
    ("smaller", "larger", "reason"),
    [(0.40, 0.55, "size"), (0.54, 0.55, UNKNOWN), (0.80, 0.95, UNKNOWN), (0.40, 0.59, None), (0.62, 0.69, None)],
)
def test_each_figure_outside_the_larger_readers_interval_has_its_reason_or_none_is_known(smaller, larger, reason):
    finding = size_finding(SETTINGS, [Sized("right", (0.6, 0.7), found(smaller), found(larger))])
    assert finding.table("size").values("reason") == [reason]
    assert ("lie outside the interval of base in 1 of 1" in finding.sentence) == (reason is not None)
    assert (f"in {int(reason == UNKNOWN)}, but for" in finding.sentence) == (reason is not None)


def test_a_figure_without_an_interval_tells_nothing():
    assert told(Number("right", 0.1), found(0.6))[0] == OPEN


@given(POINTS, POINTS)
def test_two_readers_in_each_others_place_turn_the_verdict(first, second):
    turned = {NEARER: FARTHER, FARTHER: NEARER, OPEN: OPEN, BOTH: BOTH}
    there, back = (told(found(one), found(other))[0] for one, other in ((first, second), (second, first)))
    distances = [max(0.6 - value, value - 0.7, 0.0) for value in (first, second)]
    if distances[0] != distances[1] or there in {OPEN, BOTH}:
        assert back == turned[there]
    assert clearly_apart(found(first), found(second)) == clearly_apart(found(second), found(first))


def test_the_sentence_counts_the_figures_and_says_in_what_else_readers_differ():
    compared = [Sized("a", (0.6, 0.6), found(0.4), found(0.5)), Sized("b", (0.6, 0.6), found(0.5), found(0.4))]
    finding = size_finding(SETTINGS, compared)
    assert "Of 2 figures, that of base is clearly nearer to the paper's than that of small in 1" in finding.sentence
    assert "need not be size" not in finding.sentence
    other = Configuration(title="", smaller="small", larger="base", differ_in="size and training")
    assert "The two differ in size and training" in size_finding(other, compared).sentence


def test_a_figure_that_one_reader_lacks_is_not_compared():
    assert not list(sized("a", [0.6], (None, found(0.5))))
    assert [each.paper for each in sized("a", [0.7, 0.6], (found(0.4), found(0.5)))] == [(0.6, 0.7)]
