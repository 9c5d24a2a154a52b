"""A run as one page of Markdown, for documentation that is read beside the code: tables as text, figures as files.

The page is made of the run alone: whoever has its `findings.json` can make it again, word for word.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from magnetite.core.results import Column, Finding, Run, Table
from magnetite.report.drawing import save_figure
from magnetite.report.looks import figures, kind_of, matrix
from magnetite.report.tables import heading, is_numeric, show_interval, show_label, show_number, show_value, told
from magnetite.report.wording import notes_of

BOUNDS = ("low", "high")
TIMES = "Time is that of sittings that ended: one that was killed counts nothing."


def markdown_page(run: Run, pictures: str) -> str:
    """Write a run: how it was made, and each finding with its tables; figures lie in the folder `pictures`."""
    return "\n".join(_lines(run, pictures)).rstrip() + "\n"


def draw_pictures(run: Run, folder: Path) -> list[Path]:
    """Write every figure of a run as SVG; return the files."""
    paths = []
    for finding in run.findings:
        for table in finding.tables:
            for figure in figures(table):
                folder.mkdir(parents=True, exist_ok=True)
                paths.append(save_figure(figure.chart, folder / _file(finding, table, figure.name)))
    return paths


def _lines(run: Run, pictures: str) -> Iterator[str]:
    yield f"# {run.settings.get('title') or run.dataset['name']}"
    yield ""
    if run.command:
        yield f"    {run.command}"
        yield ""
    yield f"{run.dataset['name']}. {_versions(run.versions)}; {run.started[:10]}."
    yield ""
    if note := run.settings.get("note"):
        yield str(note)
        yield ""
    for remark in notes_of(run.notes):
        yield f"- {remark}"
    for finding in run.findings:
        yield ""
        yield from _finding(finding, pictures, listed=not run.settings.get("paper"))
    if stages := run.settings.get("stages"):
        yield ""
        yield from _stages(stages)


def _finding(finding: Finding, pictures: str, *, listed: bool) -> Iterator[str]:
    """Yield a finding; `listed`: its numbers too, which a paper's page has in its claims and tables."""
    yield f"## {finding.title}"
    yield ""
    if finding.sentence:
        yield finding.sentence
        yield ""
    numbers = finding.numbers if listed else ()
    for number in numbers:
        interval = show_interval(number)
        over = f", n = {number.n:,}" if number.n else ""
        yield f"- {show_label(number)}: {show_number(number)}{f' ({interval})' if interval else ''}{over}"
    if numbers:
        yield ""
    for table in finding.tables:
        yield from _table(finding, table, pictures)
    for remark in notes_of(finding.notes):
        yield remark
        yield ""


def _table(finding: Finding, table: Table, pictures: str) -> Iterator[str]:
    """Write a table as rows or a matrix; one that is drawn, as its figures."""
    drawn = figures(table)
    for figure in drawn:
        yield f"![{figure.caption.partition('. ')[0]}]({pictures}/{_file(finding, table, figure.name)})"
        yield ""
    if drawn and not kind_of(table).matrix:
        return
    if kind_of(table).listed:
        yield from _listed(table)
        return
    turned = matrix(table)
    yield f"**{turned.title if turned else table.title}**"
    yield ""
    if turned:
        cells = [[f"{e.text} ({e.interval})" if e.interval else e.text for e in row] for row in turned.rows]
        yield from _ruled(turned.headings, cells, turned.words)
    else:
        yield from _ruled([heading(column) for column in _shown(table)], _rows(table), _words(table))
    yield ""


def _listed(table: Table) -> Iterator[str]:
    """Write a table row by row."""
    for first, second, others in told(table):
        yield f"- **{first}**: {second}"
        yield ""
        for name, text in others:
            yield f"    - {name}: {text}"
        yield ""


def _rows(table: Table) -> list[list[str]]:
    """Write a table's rows; bounds of the column before them stand behind it in brackets."""
    rows = []
    for row in table.rows():
        cells = []
        for column in _shown(table):
            text = show_value(row[column.name], column.unit)
            low, high = (f"{column.name}_{end}" for end in BOUNDS)
            if low in table and row[low] is not None and row[high] is not None:
                bounds = (show_value(row[name], table.column(name).unit).removesuffix("%") for name in (low, high))
                text = f"{text} ({' to '.join(bounds)})"
            cells.append(text)
        rows.append(cells)
    return rows


def _shown(table: Table) -> list[Column]:
    """Return the columns that are shown as such: all but the bounds of another one, `NAME_low` and `NAME_high`."""
    bounds = {f"{name}_{end}" for name in table.names for end in BOUNDS}
    return [column for column in table.columns if column.name not in bounds]


def _words(table: Table) -> int:
    """Count the leading columns that hold words."""
    return next((k for k, column in enumerate(_shown(table)) if is_numeric(column)), len(_shown(table)))


def _ruled(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> Iterator[str]:
    yield f"| {' | '.join(map(_plain, headings))} |"
    yield "|" + "".join("---|" if place < words else "--:|" for place in range(len(headings)))
    for row in rows:
        yield f"| {' | '.join(map(_plain, row))} |"


def _stages(stages: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield "## What was run"
    yield ""
    machines = dict.fromkeys(str(stage["machine"]) for stage in stages)
    whole = sum(float(stage["seconds"]) for stage in stages)
    yield f"On {'; '.join(machines)}. In all it took at least {_duration(whole)}. {TIMES}"
    yield ""
    headings = ("stage", "what", "computed in", "commit", "time", "sittings")
    yield from _ruled(headings, [_stage(stage) for stage in stages], 4)


def _stage(stage: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the row of a stage; one in several sittings took at least the seconds that were written down."""
    trained = [f"trained in {each}" for each in stage.get("trained_in") or ()]
    formats = ", ".join([*(stage.get("precisions") or ()), *trained])
    time = f"{'at least ' if stage['sittings'] > 1 else ''}{_duration(stage['seconds'])}"
    return str(stage["stage"]), str(stage["about"]), formats, _commit(stage), time, str(stage["sittings"])


def _commit(stage: Mapping[str, Any]) -> str:
    """Name the commit that a stage was done at, and say where files differed from it."""
    name, _, changed = str(stage.get("commit") or "").partition(".")
    return f"{name[:9]}, changed" if changed else name[:9]


def _duration(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )


def _versions(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def _file(finding: Finding, table: Table, figure: str) -> str:
    return f"{finding.experiment}-{table.name}-{figure}.svg".replace("_", "-")


def _plain(text: str) -> str:
    """Keep a text from breaking a row of a table."""
    return " ".join(text.split()).replace("|", r"\|")
