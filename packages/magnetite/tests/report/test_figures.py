import json
import subprocess
import sys
from pathlib import Path

import pytest

from examfiles.errors import StoreError, UsageError
from magnetite.core.results import Run, Table
from magnetite.report import figures, save_figure
from magnetite.report.drawing import thin
from tests.tables import columns_of, with_values

KINDS = {
    "accuracy_by_level": ["accuracy-by-level"],
    "accuracy_by_view": ["accuracy-by-view"],
    "effective_options": ["effective-options", "accuracy-by-effective-options"],
    "interference_curve": ["strongest-options", "interference-curve"],
    "attacks": ["attacks"],
}


def tables(run: Run) -> list[Table]:
    return [table for finding in run.findings for table in finding.tables]


def values(chart: dict) -> list[dict]:
    """Return all rows a specification carries, wherever altair put them."""
    return [row for data in chart.get("datasets", {}).values() for row in data] + _inline(chart)


def _inline(node: object) -> list[dict]:
    if isinstance(node, dict):
        own = node.get("data", {}).get("values", []) if isinstance(node.get("data"), dict) else []
        return [*own, *(row for value in node.values() for row in _inline(value))]
    return [row for value in node for row in _inline(value)] if isinstance(node, list) else []


def test_each_kind_of_table_has_its_figures_and_a_plain_table_has_none(run: Run) -> None:
    drawn = {table.kind: [figure.name for figure in figures(table)] for table in tables(run)}
    assert drawn == {**KINDS, "table": []}


def test_an_empty_table_has_no_figure() -> None:
    assert figures(Table("t", "T", columns_of({"view": [], "level": []}), "accuracy_by_view")) == ()


@pytest.mark.parametrize(
    ("experiment", "name", "columns"),
    [
        ("accuracy", "by_level", ("accuracy", "low", "high")),
        ("shortcuts", "views", ("accuracy", "low", "high")),
        ("magnets", "interference", ("interference", "low", "high")),
        ("magnets", "attacks", ("before", "after", "difference", "low", "high", "p", "caught", "stable")),
    ],
)
def test_rows_of_unknown_value_are_not_drawn_and_without_any_other_there_is_no_figure(
    run: Run, experiment: str, name: str, columns: tuple[str, ...]
) -> None:
    table = run.finding(experiment).table(name)

    def unknown_from(row: int) -> Table:
        cut = {c: [*table.values(c)[:row], *[None] * (len(table) - row)] for c in columns}
        return with_values(table, cut)

    assert figures(unknown_from(0)) == ()
    assert len(figures(unknown_from(2))) == len(figures(table))
    for figure in figures(unknown_from(2)):
        carried = values(figure.chart.to_dict())
        assert carried
        assert all(row.get(columns[0]) is not None for row in carried)


def test_a_histogram_of_unlabelled_questions_is_drawn_and_one_of_no_question_is_not(run: Run) -> None:
    table = run.finding("shortcuts").table("effective_options")
    unknown = with_values(table, {"accuracy": [None] * len(table)})
    (drawn,) = figures(unknown)
    assert {row["outcome"] for row in values(drawn.chart.to_dict())} == {"key not known"}
    assert figures(with_values(table, {"count": [0] * len(table)})) == ()


def test_no_figure_names_a_resource_to_load(run: Run) -> None:
    for table in tables(run):
        for figure in figures(table):
            spec = figure.chart.to_dict()
            assert spec.pop("$schema").startswith("https://vega.github.io/schema/vega-lite/")
            assert '"url"' not in json.dumps(spec)


def test_bars_carry_the_tables_numbers_unchanged(run: Run) -> None:
    table = run.finding("accuracy").table("by_level")
    carried = values(figures(table)[0].chart.to_dict())
    wanted = zip(*(table.values(n) for n in ("system", "accuracy", "low", "high")), strict=True)
    found = [(row["system"], row["accuracy"], row["low"], row["high"]) for row in carried]
    shown = [("system" if name == "model" else name, *bounds) for name, *bounds in wanted]
    assert found[: len(table)] == shown
    assert "model" not in {row["system"] for row in carried}


def test_the_parts_of_a_histogram_bar_add_up_to_its_count(run: Run) -> None:
    table = run.finding("shortcuts").table("effective_options")
    carried = values(figures(table)[0].chart.to_dict())
    assert sum(row["part"] for row in carried) == sum(table.values("count"))
    for view, low, count in zip(*(table.values(n) for n in ("view", "bin_low", "count")), strict=True):
        parts = [row["part"] for row in carried if row["view"].startswith(f"{view}:") and row["bin_low"] == low]
        assert sum(parts) == count


def test_the_strongest_figure_names_the_first_ten_options_in_order(run: Run) -> None:
    table = run.finding("magnets").table("interference")
    carried = values(figures(table)[0].chart.to_dict())[:10]
    assert [row["interference"] for row in carried] == list(table.values("interference"))[:10]
    assert carried[0]["option"] == "all of the above"
    assert max(len(row["option"]) for row in carried) <= 120


def test_a_curve_of_ten_thousand_options_stays_small_and_keeps_its_ends() -> None:
    count = 10_000
    columns = {
        "rank": list(range(1, count + 1)),
        "option": [f"option {k} " + "long " * 40 for k in range(count)],
        "interference": [1 - k / count for k in range(count)],
        "low": [0.0] * count,
        "high": [1.0] * count,
        "n": [346] * count,
        "wins": [1] * count,
        "series": [False] * count,
        "origins": ["x"] * count,
    }
    spec = figures(Table("interference", "T", columns_of(columns), "interference_curve"))[1].chart.to_dict()
    ranks = {row["rank"] for row in values(spec)}
    assert len(json.dumps(spec)) < 200_000
    assert {1, 100, count} <= ranks
    assert len(ranks) <= 400


def test_thinning_keeps_order_and_leaves_short_lists_alone() -> None:
    assert thin(range(40), 10, 30) == list(range(40))
    kept = thin(range(5000), 10, 30)
    assert kept == sorted(set(kept))
    assert kept[:10] == list(range(10))
    assert kept[-1] == 4999


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_a_figure_is_saved_in_the_format_its_path_names(run: Run, tmp_path: Path, ending: str, start: bytes) -> None:
    figure = figures(run.finding("magnets").table("attacks"))[0]
    assert save_figure(figure.chart, tmp_path / f"f{ending}").read_bytes().startswith(start)


def test_another_ending_and_a_missing_folder_are_said_plainly(run: Run, tmp_path: Path) -> None:
    chart = figures(run.finding("magnets").table("attacks"))[0].chart
    with pytest.raises(UsageError, match=r"'\.gif'.*\.svg, \.png or \.pdf"):
        save_figure(chart, tmp_path / "f.gif")
    with pytest.raises(StoreError, match="cannot be written"):
        save_figure(chart, tmp_path / "nowhere" / "f.svg")


def test_importing_the_report_loads_none_of_its_heavy_libraries() -> None:
    heavy = "{'altair', 'jinja2', 'polars', 'scipy', 'torch', 'vl_convert'}"
    code = f"import sys, magnetite.report; sys.exit(', '.join({heavy} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
