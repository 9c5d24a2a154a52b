"""A whole audit of an exam without answers, or of one passage, makes a page and a summary."""

import re
from io import StringIO

import pytest
from rich.console import Console

import magnetite
from examfiles.items import Dataset, Item
from magnetite.core.results import Run, run_from_json, run_to_json
from magnetite.report import html_report, terminal_report


def _audit(passages: int, answer: int | None) -> Run:
    items = [
        Item(
            f"q{i}",
            f"p{i % passages}",
            f"Text {i % passages} is here.",
            f"Which is {i}?",
            tuple(f"option {i} {k}" + " more" * (i * k % 5) for k in range(4)),
            answer,
        )
        for i in range(16)
    ]
    return magnetite.audit(Dataset("made up", tuple(items)), "longest", store="off")


@pytest.fixture(scope="module")
def unlabelled() -> Run:
    return _audit(passages=5, answer=None)


@pytest.fixture(scope="module")
def single() -> Run:
    return _audit(passages=1, answer=2)


def _terminal(run: Run) -> str:
    console = Console(file=StringIO(), width=100)
    terminal_report(run, console)
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def _visible(html: str) -> str:
    return re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def test_an_exam_without_answers_is_reported_with_no_figure_of_accuracy(unlabelled: Run) -> None:
    html = html_report(unlabelled)
    drawn = re.findall(r'<div class="chart" id="([^"]+)"', html)
    assert drawn == [
        "shortcuts-effective-options",
        "shortcuts-questions-by-information",
        "magnets-strongest-options",
        "magnets-interference-curve",
        "validation-magnet-set",
        "features-features",
    ]
    findings = _visible(html[: html.index('<section id="every-question"')])
    assert not re.search(r"\b(None|NaN|nan|null)\b", findings.replace("None of", ""))
    assert html_report(run_from_json(run_to_json(unlabelled))) == html


def test_an_exam_without_answers_is_summed_up_in_the_terminal_without_tables_of_dashes(unlabelled: Run) -> None:
    text = _terminal(unlabelled)
    assert "accuracy is unknown" in text
    assert "irrelevant options" in text
    assert "Accuracy by view" not in text
    assert "–" not in re.sub(r"\d–\d", "", text)


def test_an_exam_of_one_passage_is_audited_and_both_reports_say_why_no_magnets_were_sought(single: Run) -> None:
    said = "Magnets cannot be searched for here"
    assert said in _terminal(single)
    assert said in html_report(single)
    assert single.finding("accuracy").number("accuracy").n == 16
