"""Training sets as a figure and as a table turned round, with the paper's values where there are any."""

from dataclasses import replace

from magnetite.core.results import Finding, Run, Table
from magnetite.report import figures, html_report
from magnetite.report.looks import matrix
from magnetite.report.tables import MISSING
from tests.report.conftest import run  # noqa: F401 - a fixture
from tests.report.test_figures import values
from tests.tables import columns_of, with_values

NAMES = ("random", "longest", "shortest", "Full", "P-Shuffle", "PQ-Remove")


def table(levels=("all", "middle"), seeds=3, reported=True) -> Table:
    rows = []
    for place, level in enumerate(levels):
        for number, name in enumerate(NAMES):
            share, rule = 0.25 + 0.1 * number, name in NAMES[:3]
            bounds = (None, None) if name == "random" else (share - 0.04, share + 0.04)
            ends = (None, None) if rule or seeds == 1 else (share - 0.01, share + 0.02)
            gap = (None, None, None) if number < 4 else (share - 0.55, share - 0.6, share - 0.5)
            known = reported and level == "middle" and name not in {"random", "shortest"}
            paper = ("RACE-M" if level == "middle" and reported else None, 0.7 if known else None)
            p = 0.03 if number > 3 and place == 0 else None
            kept = None if number < 4 else 0.9
            rows.append((name, level, share, *bounds, *ends, *gap, p, kept, None if rule else seeds, 200, *paper))
    names = ("training", "level", "accuracy", "low", "high", "lowest", "highest", "difference", "difference_low")
    names += ("difference_high", "p", "kept", "seeds", "n", "reported_set", "reported")
    columns = columns_of(dict(zip(names, zip(*rows, strict=True), strict=True)))
    return Table("training_sets", "Accuracy by training set", columns, "training_sets")


def test_every_training_set_is_a_dot_with_its_interval_and_the_papers_values_stand_beside() -> None:
    [figure] = figures(table())
    spec = figure.chart.to_dict()
    drawn = values(spec)
    assert {row["name"] for row in drawn} == {"guessing", "longest option", "shortest option", *NAMES[3:]}
    assert {row["level"] for row in drawn} == {"all levels", "middle"}
    marks = [layer["mark"]["type"] for layer in spec["layer"]]
    assert marks == ["rule", "rule", "circle", "point"]
    assert "Si et al. (2019)" in figure.caption
    [other] = figures(table(reported=False))
    assert [layer["mark"]["type"] for layer in other.chart.to_dict()["layer"]] == ["rule", "rule", "circle"]


def test_rows_without_an_accuracy_are_not_drawn_and_none_make_no_figure() -> None:
    made = table()
    none = with_values(made, {"accuracy": [None] * len(made)})
    assert figures(none) == ()
    assert matrix(none) is None


def test_the_table_is_turned_round_with_p_values_once_and_the_papers_column_where_it_belongs() -> None:
    turned = matrix(table())
    assert turned is not None
    assert turned.headings == (
        "trained on",
        "all levels: right",
        "all levels: against Full, points",
        "all levels: p-value",
        "all levels: gain kept",
        "middle: right",
        "middle: against Full, points",
        "middle: RACE-M in the paper",
        "lowest seed",
        "highest seed",
    )
    rows = {row[0].text: row[1:] for row in turned.rows}
    assert list(rows) == ["guessing", "longest option", "shortest option", *NAMES[3:]]
    shuffled = rows["P-Shuffle"]
    assert [entry.text for entry in shuffled] == [
        *("65.0", "+10.0", "0.030", "90.0"),
        *("65.0", "+10.0", "70.0"),
        *("64.0", "67.0"),
    ]
    assert shuffled[0].interval == "61.0–69.0"
    assert shuffled[1].interval == "+5.0 to +15.0"
    assert [entry.text for entry in rows["guessing"]] == ["25.0", *[MISSING] * 3, "25.0", *[MISSING] * 4]


def test_one_level_needs_no_name_and_one_seed_no_range() -> None:
    turned = matrix(table(levels=("all",), seeds=1))
    assert turned is not None
    assert turned.headings == ("trained on", "right", "against Full, points", "p-value", "gain kept")


def test_the_page_is_called_by_what_it_is(run: Run) -> None:  # noqa: F811
    finding = Finding("unanswerable", "Un-answerable training", "A sentence.", (), (table(),))
    page = html_report(replace(run, findings=(finding,)))
    assert "Un-answerable training: " in page
    assert "Systems are trained on questions that no one could answer" in page
    assert "Gain kept" in page
