"""The page of a system that prefers a place: figures, matrices, headlines, and what a browser makes of them."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from examfiles.items import Dataset, Item
from magnetite.core.cells import Context
from magnetite.core.results import Finding, Run
from magnetite.experiments.order.experiment import Order
from magnetite.report import figures, html_report, terminal_finding
from magnetite.report.looks import matrix
from magnetite.report.page import page
from magnetite.testing import FakePanel
from tests.report.browsing import NEEDS_BROWSER, opened
from tests.report.conftest import HOSTILE


def exam() -> Dataset:
    items = [
        Item(
            f"q{n}", f"p{n // 2}", f"text {n}", f"ask {n}", tuple(f"{HOSTILE[k]} {n}" for k in range(4 - n % 5 // 4)), 0
        )
        for n in range(60)
    ]
    return Dataset("hostile", tuple(items))


def third(context: Context, option: str) -> float:
    return 2.0 * (context.shown.index(option) == 2) + 3.0 * option.startswith(HOSTILE[0]) * (len(context.question) % 2)


@pytest.fixture(scope="module")
def finding() -> Finding:
    settings = Order(resamples=100, trace="q1", orders="permutations", most=8)
    return settings.run(exam(), FakePanel({"QOC": third}, listwise=True))[0]


@pytest.fixture(scope="module")
def report(run: Run, finding: Finding) -> Run:
    texts = {
        "passages": {item.passage_id: item.passage for item in exam()},
        "items": [
            {
                "id": item.id,
                "passage_id": item.passage_id,
                "level": None,
                "question": item.question,
                "options": list(item.options),
                "answer": item.answer,
            }
            for item in exam()
        ],
    }
    return Run(**{**{name: getattr(run, name) for name in run.__slots__}, "exam": texts, "findings": (finding,)})


def test_every_table_has_its_figure_or_matrix(finding: Finding) -> None:
    assert [table.kind for table in finding.tables] == [
        "accuracy_by_order",
        "position_shares",
        "order_ways",
        "debiasing",
        "order_trace",
    ]
    drawn = {table.name: [figure.name for figure in figures(table)] for table in finding.tables}
    assert drawn == {
        "by_order": ["accuracy-by-order"],
        "positions": ["position-shares"],
        "ways": [],
        "debiasing": [],
        "trace": ["order-trace"],
    }
    assert [matrix(table) is not None for table in finding.tables] == [False, True, True, True, True]


def test_the_bars_have_a_mark_where_there_would_be_no_preference(finding: Finding) -> None:
    [figure] = figures(finding.table("positions"))
    spec = figure.chart.to_dict()
    [rows] = spec["datasets"].values() if "datasets" in spec else [spec["data"]["values"]]
    assert {(row["line"][2:], row["even"]) for row in rows} == {("(of 4)", 1 / 4), ("(of 3)", 1 / 3)}
    assert [layer["encoding"]["x"]["field"] for layer in spec["layer"]] == ["share", "low", "even", "prior", "end"]


def test_the_trace_marks_one_choice_in_each_order(finding: Finding) -> None:
    trace = matrix(finding.table("trace"))
    assert trace is not None
    assert trace.headings == ("shown in the order", "A: the answer", "B: wrong", "C: wrong", "D: wrong")
    assert [sum("◂" in entry.text for entry in row) for row in trace.rows] == [1] * 8


def test_headlines_are_of_the_most_common_number_of_options(report: Run) -> None:
    [section] = page(report).sections
    shown = " ".join(str(each) for each in section.headlines)
    assert "of choices are the option shown as C, 4 options" in shown


def test_the_terminal_says_it_too(finding: Finding) -> None:
    console = Console(file=StringIO(), width=100)
    terminal_finding(finding, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "It prefers the option shown as C" in " ".join(text.split())
    assert "right in all rotations" in text


class TestBrowser:
    pytestmark = NEEDS_BROWSER

    @pytest.mark.parametrize("width", [1280, 375])
    def test_the_page_fits_its_width_and_runs_nothing_of_the_data(
        self, chromium: Any, report: Run, tmp_path: Path, width: int
    ) -> None:
        trouble: list[str] = []
        (tmp_path / "report.html").write_text(html_report(report), "utf-8")
        for shown in opened(chromium, tmp_path / "report.html", trouble, width, 800):
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert shown.locator(".chart svg").count() == 3
            assert shown.evaluate("window.injected === undefined")
            assert trouble == []
