"""Tables turned round for reading, on the page and in the terminal."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from magnetite.core.results import Column, Number, Run, Table
from magnetite.report import terminal_finding, terminal_report
from magnetite.report.looks import matrix
from magnetite.report.tables import Matrix, show_interval, show_number
from tests.report.made import EXAMS, training_run, transfer_run
from tests.tables import columns_of, with_values


def turned(run: Run, experiment: str, name: str) -> Matrix:
    found = matrix(run.finding(experiment).table(name))
    assert found is not None
    return found


def texts(found: Matrix) -> list[list[str]]:
    return [[f"{e.text} ({e.interval})" if e.interval else e.text for e in row] for row in found.rows]


def printed(run: Run, width: int) -> str:
    console = Console(file=StringIO(), width=width)
    terminal_report(run, console)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_accuracy_has_views_as_rows_levels_as_columns_and_intervals_in_brackets(shortcut_run: Run) -> None:
    found = turned(shortcut_run, "shortcuts", "views")
    assert found.headings == ("view", "all levels", "middle", "high")
    assert texts(found)[1] == ["QO: no passage", "38.0 (36.6–39.4)", "41.0 (38.4–43.6)", "36.0 (34.3–37.7)"]
    assert texts(found)[-1] == ["guessing", "25.0", "25.0", "25.0"]
    assert found.rows[1][2].hint == "1,436 questions"


def test_a_level_that_a_view_was_not_asked_is_a_dash(shortcut_run: Run) -> None:
    table = shortcut_run.finding("shortcuts").table("views")
    cut = replace(table, columns=tuple(replace(column, values=column.values[:-1]) for column in table.columns))
    found = matrix(cut)
    assert found is not None
    assert texts(found)[3] == ["QOC: everything", "55.0 (53.6–56.4)", "58.0 (55.4–60.6)", "–"]


def test_where_no_accuracy_is_known_nothing_is_turned_round(shortcut_run: Run) -> None:
    table = shortcut_run.finding("shortcuts").table("views")
    assert matrix(with_values(table, {"accuracy": [None] * len(table)})) is None
    assert matrix(Table("t", "T", columns_of({"view": ["QO"]}))) is None


def test_calibration_is_written_before_and_after_in_its_units(shortcut_run: Run) -> None:
    found = turned(shortcut_run, "shortcuts", "calibration")
    assert found.headings == (
        "view",
        "temperature",
        "right",
        "mean confidence",
        "ECE, points",
        "Brier score",
        "NLL, nats",
    )
    assert texts(found)[:2] == [
        ["QO", "none", "38.0%", "46.0%", "8.2", "0.700", "1.310"],
        ["QO", "1.28", "38.0%", "38.0%", "1.4", "0.661", "1.203"],
    ]
    assert found.title == "Calibration: 4,934 questions"


def test_a_view_that_calibration_left_alone_has_one_row(shortcut_run: Run) -> None:
    rows = texts(turned(shortcut_run, "shortcuts", "calibration"))
    assert [row[1] for row in rows if row[0] == "O"] == ["none"]


def test_transfer_has_systems_as_rows_exams_as_columns_and_tells_intervals_on_demand(run: Run) -> None:
    found = turned(transfer_run(run), "transfer", "transfer")
    assert found.headings == ("trained on", "view", *EXAMS)
    assert texts(found)[1] == ["RACE", "QOC", "55.0", "50.0", "48.0", "46.0", "44.0"]
    assert texts(found)[-1] == ["guessing", "", "25.0", "33.3", "25.0", "25.0", "25.0"]
    assert found.rows[1][3].hint == "95% interval 48.0 to 52.0, 1,001 questions"


@pytest.mark.parametrize("width", [60, 72, 100])
def test_the_terminal_breaks_no_number_at_any_width(shortcut_run: Run, run: Run, width: int) -> None:
    text = printed(shortcut_run, width) + printed(transfer_run(run), width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    for part in ("(36.6–39.4)", "(27.3–30.7)", "8.2", "1.28", "guessing"):
        assert part in text


def test_the_terminal_says_which_columns_it_leaves_out(run: Run) -> None:
    whole = transfer_run(run).findings[0]
    wide = replace(whole.table("transfer"), columns=_many(whole.table("transfer"), 30))
    text = printed(replace(transfer_run(run), findings=(replace(whole, tables=(wide,)),)), 80)
    assert "of 30 columns" in " ".join(text.split())
    assert max(cell_len(line) for line in text.splitlines()) <= 80


def _many(table: Table, exams: int) -> tuple[Column, ...]:
    names = [f"exam {k}" for k in range(exams)]
    return tuple(
        replace(column, values=names if column.name == "tested_on" else [column.values[0]] * exams)
        for column in table.columns
    )


def test_the_terminal_shows_every_part_in_the_pages_order(shortcut_run: Run, run: Run) -> None:
    text = printed(shortcut_run, 100)
    places = [text.index(f"{finding.title}\n{finding.sentence[:40]}") for finding in map(shortcut_run.finding, _ORDER)]
    assert places == sorted(places)
    assert text.index("per cent right") < text.index("Calibration") < text.index("Does it follow")
    assert "Cost: 12.5 seconds." in printed(transfer_run(run), 100)


_ORDER = ("accuracy", "shortcuts", "following", "magnets")


def test_the_terminal_tells_where_each_seeds_learning_ended(run: Run) -> None:
    lines = [line.split() for line in printed(training_run(run), 100).splitlines()]
    ends = [line for line in lines if line[1:3] == ["dev", "4,000"]]
    assert [line[0] for line in ends] == ["0", "1", "2"]
    assert ends[0][3:] == ["1.052", "53.9%"]


def test_a_finding_printed_whole_lists_questions_without_their_answers(shortcut_run: Run) -> None:
    console = Console(file=StringIO(), width=100)
    finding = shortcut_run.finding("shortcuts")
    kept = tuple(t for t in finding.tables if t.kind == "question_list")
    terminal_finding(replace(finding, answer="", tables=kept, numbers=()), console)
    text = " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert "Surest without the passage (first 5 of 8)" in text
    for table in kept:
        assert table.values("id")[4] in text
        assert table.values("id")[5] not in text
    assert not any(word in text for word in ("answer", "key ", "chosen"))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Number("temperature", 1.284, unit="temperature"), "1.28"),
        (Number("ECE after", 0.0141, unit="gap"), "1.4 points"),
        (Number("Brier after", 0.6612, unit="score"), "0.661"),
        (Number("NLL after", 1.2034, unit="nats"), "1.203 nats"),
        (Number("mean confidence after", 0.4312), "43.1%"),
    ],
)
def test_the_numbers_of_calibration_are_written_in_their_units(number: Number, text: str) -> None:
    assert show_number(number) == text


def test_an_interval_names_its_unit_once() -> None:
    assert show_interval(Number("ECE after", 0.02, 0.01, 0.03, unit="gap")) == "1.0 to 3.0 points"
    assert show_interval(Number("mutual information", 0.2, -0.1, 0.3, unit="bits")) == "−0.10 to 0.30 bits"
