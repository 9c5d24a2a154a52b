import math

import pytest

from magnetite.core.results import Number, Table
from magnetite.report.tables import MISSING, rows, show_interval, show_number, show_value


@pytest.mark.parametrize("unit", ["share", "points", "options", "bits", "p", "count", "days"])
def test_a_number_that_is_not_finite_is_shown_as_missing_in_every_unit(unit: str) -> None:
    assert show_number(Number("x", math.nan, unit=unit)) == MISSING
    assert show_number(Number("x", math.inf, unit=unit)) == MISSING


def test_nothing_and_not_a_number_look_the_same_in_a_table() -> None:
    assert show_value("accuracy", None) == show_value("accuracy", math.nan) == MISSING
    assert rows(Table("t", "T", {"a": [math.nan, 1.0]})) == [{"a": None}, {"a": 1.0}]


def test_a_difference_shows_its_sign_but_zero_has_none() -> None:
    assert show_number(Number("d", 0.05, unit="points")) == "+5.0 points"
    assert show_number(Number("d", -0.05, unit="points")) == "−5.0 points"
    assert show_number(Number("d", -0.0, unit="points")) == "0.0 points"


def test_an_interval_of_points_names_the_unit_once() -> None:
    assert show_interval(Number("d", 0.0, -0.03, 0.17, unit="points")) == "−3.0 to +17.0 points"
    assert show_interval(Number("d", 0.5)) == ""


def test_bounds_are_shares_except_those_of_a_difference() -> None:
    assert show_value("low", 0.25, "accuracy_by_view") == "25.0%"
    assert show_value("low", -0.25, "attacks") == "−25.0"
