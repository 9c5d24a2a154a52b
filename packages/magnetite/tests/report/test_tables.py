import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.results import Number, Table
from magnetite.report.check.answers import written
from magnetite.report.tables import MISSING, bounded, hinted, rows, show_interval, show_number, show_value
from magnetite.report.wording import wording
from tests.tables import columns_of

UNITS = (
    *("share", "fine share", "points", "gap", "change", "count", "options", "temperature", "correlation", "degree"),
    *("words", "margin", "bits", "nats", "score", "days", ""),
)


@given(st.floats(-2, 2) | st.floats(-0.01, 0.01), st.sampled_from(UNITS))
def test_what_is_written_as_zero_has_no_sign(value: float, unit: str) -> None:
    for text in (show_value(value, unit), written(value, wording("en")), written(value, wording("de"))):
        if not re.search("[1-9]", text):
            assert text.startswith("0"), (value, text)


@pytest.mark.parametrize("unit", ["share", "points", "options", "bits", "p", "count", "days"])
def test_a_number_that_is_not_finite_is_shown_as_missing_in_every_unit(unit: str) -> None:
    assert show_number(Number("x", math.nan, unit=unit)) == MISSING
    assert show_number(Number("x", math.inf, unit=unit)) == MISSING


def test_nothing_and_not_a_number_look_the_same_in_a_table() -> None:
    assert show_value(None, "share") == show_value(math.nan, "share") == MISSING
    assert rows(Table("t", "T", columns_of({"a": [math.nan, 1.0]}))) == [{"a": None}, {"a": 1.0}]


def test_a_difference_shows_its_sign_but_zero_has_none() -> None:
    assert show_number(Number("d", 0.05, unit="points")) == "+5.0 points"
    assert show_number(Number("d", -0.05, unit="points")) == "−5.0 points"
    assert show_number(Number("d", -0.0, unit="points")) == "0.0 points"


def test_an_interval_of_points_names_the_unit_once() -> None:
    assert show_interval(Number("d", 0.0, -0.03, 0.17, unit="points")) == "−3.0 to +17.0 points"
    assert show_interval(Number("d", 0.5)) == ""


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.25, "share", "25.0%"),
        (1.02, "share", "102.0%"),
        (-0.25, "points", "−25.0"),
        (0.05, "points", "+5.0"),
        (0.0823, "gap", "8.2"),
        (-0.458, "change", "−45.8%"),
        (1.5, "change", "+150.0%"),
        (0.0, "change", "0.0%"),
        (-0.1, "correlation", "−0.10"),
        (0.876, "degree", "0.88"),
        (3.5, "words", "3.50"),
        (-0.4, "margin", "−0.40"),
        (0.31, "bits", "0.31"),
        (1.2034, "nats", "1.203"),
        (1.05, "score", "1.050"),
        (2.614, "options", "2.61"),
        (12.345, "", "12.3"),
        (8372, "share", "8,372"),
    ],
)
def test_a_cell_is_written_in_its_columns_unit_which_the_heading_names(value: float, unit: str, text: str) -> None:
    assert show_value(value, unit) == text


@pytest.mark.parametrize(("low", "high", "shown"), [(0.0, 1.0, False), (0.0, 0.99, True), (0.01, 1.0, True)])
def test_an_interval_that_leaves_out_nothing_is_not_shown_anywhere(low: float, high: float, shown: bool) -> None:
    row = {"accuracy": 0.5, "low": low, "high": high, "n": 4}
    assert bool(show_interval(Number("accuracy", 0.5, low, high))) is shown
    assert bool(bounded(row).interval) is shown
    assert ("95% interval" in hinted(row).hint) is shown
    assert "4 questions" in hinted(row).hint
    assert show_interval(Number("gap", 0.0, -1.0, 1.0, unit="points")) == ""
    assert show_interval(Number("ratio", 0.0, 0.0, 1.0, unit="correlation")) != ""
