"""Plots, marks and matrices: what a look is made of."""

import pytest

from magnetite.report import forms

ROWS = [
    {"system": "A", "level": "low", "share": 0.25, "low": 0.1, "high": 0.4},
    {"system": "A", "level": "high", "share": 0.5, "low": 0.3, "high": 0.7},
    {"system": "B", "level": "high", "share": 1.0, "low": 0.9, "high": 1.0},
]


def bars(rows, **settings):
    x, y = forms.up_to("share", "right", (row["share"] for row in rows)), forms.bands("level", ("low", "high"))
    marks = (forms.mark("bar", x=x), forms.interval())
    chart = forms.plot(rows, *marks, words="Shares", height={"step": 20}, y=y, **settings)
    return chart and chart.to_dict()


def test_a_plot_without_rows_is_none():
    assert bars([]) is None
    assert forms.heat_map([], "share", x="level:N", y="system:N", tips=[], height=20, words="Nothing") is None


def test_marks_share_rows_and_channels():
    drawn = bars(ROWS)
    assert [layer["mark"]["type"] for layer in drawn["layer"]] == ["bar", "rule"]
    assert all(layer["encoding"]["y"]["field"] == "level" for layer in drawn["layer"])
    assert all("data" not in layer for layer in drawn["layer"])
    assert drawn["description"] == "Shares"


def test_a_mark_that_is_alone_shares_nothing_and_has_rows_of_its_own():
    line = forms.mark("rule", forms.DASHED, rows=[{"zero": 0}], alone=True, x="zero:Q")
    chart = forms.plot(ROWS, forms.dots(40, x="share:Q"), line, words="Shares", y="level:N").to_dict()
    dot, rule = chart["layer"]
    assert set(rule["encoding"]) == {"x"}
    assert dot["data"] != rule["data"]


@pytest.mark.parametrize(("names", "columns"), [(("A", "B"), 2), (("A",), 1)])
def test_a_panel_stands_for_each_name_as_many_side_by_side_as_there_are(names, columns):
    drawn = bars(ROWS, panels=forms.Panels("system", names))
    assert (drawn["columns"], drawn["facet"]["sort"]) == (columns, list(names))


def test_a_heat_map_is_the_darkest_where_the_number_is_the_largest():
    x, y = forms.bands("level", ("low", "high")), forms.bands("system", "AB")
    drawn = forms.heat_map(ROWS, "share", x=x, y=y, tips=[], height=20, words="Shares").to_dict()
    cell, text = drawn["layer"]
    assert cell["encoding"]["color"]["scale"]["domain"] == [0.25, 1.0]
    assert text["name"] == "incell"  # which the page does not recolour


def test_a_crossed_table_has_a_line_for_each_value_down_and_a_cell_for_what_is_missing():
    front = {"system": forms.text("system")}
    matrix = forms.crossed(ROWS, "Shares", front, down=("system",), across=("level",), cells=(forms.share("share"),))
    assert matrix.headings == ("system", "low", "high")
    assert [[cell.text for cell in line] for line in matrix.rows] == [["A", "25.0", "50.0"], ["B", "–", "100.0"]]


def test_a_column_for_what_is_everywhere_the_same_is_left_out():
    assert list(forms.if_several(ROWS, "system")) == ["system"]
    assert forms.if_several(ROWS[:2], "system") == {}


def test_a_listed_table_has_a_line_for_each_row():
    cells = {"level": forms.text("level"), "right": forms.share_between("share", counted=False)}
    matrix = forms.listed(ROWS[:1], "Shares", cells)
    assert matrix.headings == ("level", "right")
    assert [(cell.text, cell.interval) for cell in matrix.rows[0]] == [("low", ""), ("25.0", "10.0–40.0")]
