from dataclasses import replace
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from examfiles.reasons import Reason
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.report import terminal_finding, terminal_report
from magnetite.report.ruled import plain
from magnetite.report.wording import wording
from tests.tables import columns_of, with_values


def shown(run: Run, width: int = 100) -> str:
    console = Console(file=StringIO(), width=width, force_terminal=False)
    terminal_report(run, console)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_summary_names_the_data_every_view_the_magnets_and_the_cost(run: Run) -> None:
    text = shown(run)
    for part in (
        "96 questions on 24 passages",
        "QO: no passage",
        "36.0 (26.4–45.6)",
        "guessing",
        "29,184",
        "QOC 1.0%",
    ):
        assert part in " ".join(text.split())
    for finding in run.findings:
        assert finding.sentence.split(".")[0] in " ".join(text.split())


def test_the_ten_strongest_options_are_listed_and_no_more(run: Run) -> None:
    text = shown(run)
    listed = run.finding("magnets").table("interference").values("option")
    assert "The 10 strongest of 300" in text
    assert "all of the above" in text
    assert str(listed[10]) not in text


def test_the_cost_line_tells_what_was_spared_and_which_passages_were_cut(run: Run) -> None:
    cost = {"cells": 100, "scored": 60, "stored": 10, "seconds": 2.0}
    systems = tuple({**run.systems[0], "view": view, "truncated": 0.25} for view in ("O", "QO", "CO", "QOC"))
    line = " ".join(shown(replace(run, cost=cost, systems=systems), 200).splitlines()[-1].split())
    assert line.startswith("Cost: 100 scores, 40 of them repeated or already stored; 2.0 seconds.")
    assert line.endswith("Passages cut to fit: CO 25.0%, QOC 25.0%.")
    whole = tuple({**system, "truncated": 0.25 if system["view"] in ("O", "QO") else 0.0} for system in systems)
    assert "cut to fit" not in shown(replace(run, systems=whole))


def test_the_audited_system_is_called_system_and_a_table_of_unknown_accuracies_is_left_out(run: Run) -> None:
    alone = run.finding("accuracy")
    lines = shown(replace(run, findings=(alone,))).splitlines()
    assert any(line.split()[:3] == ["system", "43.0", "(33.1–52.9)"] for line in lines)
    table = alone.table("by_level")
    unknown = with_values(table, {"accuracy": [None] * len(table)})
    assert "word overlap" not in shown(replace(run, findings=(replace(alone, tables=(unknown,)),)))


def test_markup_in_data_is_shown_as_it_is(run: Run) -> None:
    assert "[red]not markup[/red] [/]" in shown(run)


def test_control_characters_in_data_do_not_reach_the_terminal(run: Run) -> None:
    finding = Finding("x", "Title \x1b[2J", "A bell \a and a \x1b]0;title\a", (Number("n\x1b[31m", 1.0),))
    text = shown(replace(run, findings=(finding,), notes=(Reason("\x1b[5m"),)))
    assert "\x1b" not in text
    assert "\a" not in text


@pytest.mark.parametrize("width", [72, 80, 120])
def test_no_line_is_wider_than_the_terminal_and_no_number_is_broken(run: Run, width: int) -> None:
    text = shown(run, width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    assert "83.8–96.2%" in text


def test_without_shortcuts_the_systems_are_compared_instead(run: Run) -> None:
    text = shown(replace(run, findings=(run.finding("accuracy"),)))
    assert "word overlap" in text
    assert "43.0 (33.1–52.9)" in text


def test_a_single_finding_is_printed_whole() -> None:
    table = Table(
        "t", "Many rows", columns_of({"name": [f"a longer name of row {k}" for k in range(30)], "share": [0.5] * 30})
    )
    finding = Finding(
        "d", "Title", "Sentence.", (Number("size", 12, unit="count", n=3),), (table,), notes=("Careful.",)
    )
    console = Console(file=StringIO(), width=80)
    terminal_finding(finding, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for part in ("Title", "Sentence.", "Size", "12", "Many rows (first 20 of 30)", "50.0%", "Note: Careful."):
        assert part in text
    assert "row 25" not in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_share_is_shown_in_a_terminal_as_it_is_said(language: str) -> None:
    said = wording(language).say("page-trust-few", {"value": 0.4, "questions": 9})
    out = StringIO()
    Console(width=2000, file=out).print(plain(said))
    assert "40" in said
    assert out.getvalue().rstrip("\n") == said
