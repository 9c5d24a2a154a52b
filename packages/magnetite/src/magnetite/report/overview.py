"""A page over many runs: a line for each, a column for each headline number, and differences; the page sorts them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from examfiles.reasons import Reason
from magnetite.core.results import Run, Table
from magnetite.report.html import content_policy, template, templates
from magnetite.report.looks import Tone, glances_of, headlines, in_order
from magnetite.report.page import model_of
from magnetite.report.tables import heading, is_numeric, show_cell, show_interval, show_label, show_number, title_of
from magnetite.report.wording import label, notes_of, said, speaking, spoken

HEADLINES = 1  # numbers of a finding that the page shows; its report has all
_SIGNS = {Tone.GOOD: "✓", Tone.POOR: "✗", Tone.OPEN: "?"}


@dataclass(frozen=True, slots=True)
class FolderRun:
    """A run that lies in a folder: its name on the page, and where its report is, "" for none."""

    name: str
    report: str
    run: Run


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: its text and what it is sorted by; its interval, and where it leads."""

    text: str
    value: float | str | None = None
    interval: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class SortedTable:
    """A table that the page sorts: an id, a title, an introduction, headings with what they belong to, and rows."""

    id: str
    title: str
    intro: str
    headings: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Spot, ...], ...]

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """Return what neighbouring headings belong to, with how many there are; none where none belongs to anything."""
        named = [name for name, _ in self.headings]
        return tuple((name, len(list(same))) for name, same in groupby(named)) if any(named) else ()


def overview_page(kept: Sequence[FolderRun], differences: Table, notes: Sequence[Reason], language: str) -> str:
    """Return the page over runs as HTML that opens offline. The same runs give the same page."""
    from markupsafe import Markup

    with speaking(language):
        script = template("runs.js")
        return (
            templates()
            .get_template("runs.html.j2")
            .render(
                language=language,
                title=said(Reason("runs-title", {"runs": len(kept)})),
                sheets=[_runs(kept), *([_differences(differences)] if len(differences) else [])],
                said=notes_of(notes),
                policy=content_policy((script,)),
                style=Markup(template("look.css") + template("report.css")),
                script=Markup(script),
            )
        )


def _runs(kept: Sequence[FolderRun]) -> SortedTable:
    measured = [_measured(each.run) for each in kept]
    columns = list(dict.fromkeys(key for each in measured for key in each))
    answered = [_answered(each.run) for each in kept]
    asked = list(dict.fromkeys(key for each in answered for key in each))
    front = ("run", "model", "exam", "questions", "begun")
    rows = []
    for each, numbers, words in zip(kept, measured, answered, strict=True):
        exam = " ".join(filter(None, (each.run.dataset.get("name"), each.run.dataset.get("split"))))
        count = each.run.dataset.get("items") or 0
        model = model_of(each.run) or label("rules only")
        about = (
            Spot(each.name, each.name.casefold(), "", each.report),
            Spot(model, model.casefold()),
            Spot(exam, exam.casefold()),
            Spot(f"{count:,}", count),
            Spot(each.run.started[:10], each.run.started),
        )
        none = Spot("–")
        rows.append((*about, *(words.get(key, none) for key in asked), *(numbers.get(key, none) for key in columns)))
    headings = (*(("", label(name)) for name in front), *(("", question) for question in asked), *columns)
    return SortedTable("runs", label("Runs"), spoken().say("runs-intro"), headings, tuple(rows))


def _measured(run: Run) -> dict[tuple[str, str], Spot]:
    """Return a run's headline numbers by the finding's title, "" where it is the number's own name, and that name."""
    return {
        (title if (title := title_of(finding)) != name else "", name): Spot(
            show_number(number), number.value, show_interval(number)
        )
        for finding in in_order(run.findings)
        for number, _ in headlines(finding)[:HEADLINES]
        for name in (show_label(number),)
    }


def _answered(run: Run) -> dict[str, Spot]:
    """Return what a run's report answers in a word, by the question, with a sign for who cannot see colours."""
    return {
        said(each.title): Spot(f"{_SIGNS[each.tone]} {said(each.word)}", f"{each.tone.value} {said(each.word)}")
        for each in glances_of(run)
    }


def _differences(table: Table) -> SortedTable:
    headings = tuple(("", heading(column)) for column in table.columns)
    cells = [[_spot(column, value) for value in column.values] for column in table.columns]
    rows = tuple(zip(*cells, strict=True))
    return SortedTable("differences", title_of(table), spoken().say("runs-differences"), headings, rows)


def _spot(column: Any, value: Any) -> Spot:
    number = value if is_numeric(column) else str(value).casefold()
    return Spot(show_cell(column, value), number)
