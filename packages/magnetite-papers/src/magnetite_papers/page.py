"""A reproduction's page: how it is written, and what is kept of the one that it takes the place of.

An exhibit is made anew where all stages are at hand that the page's was made of. Else the page's own is kept, whole,
from the JSON beside it, so that a page never shows less than before, and says which exhibits it has from where.

It is Markdown, for documentation that is read beside the code: tables as text, figures as files. Whoever has its
`findings.json` can make it again, word for word.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from examfiles.errors import DataError, UsageError
from examfiles.files import write_whole
from examfiles.items import gathered
from examfiles.reasons import Reason
from magnetite.core.files import writable
from magnetite.core.results import Column, Finding, Run, Table, run_from_json, run_to_json
from magnetite.report.drawing import save_figure
from magnetite.report.looks import figures, kind_of, matrix
from magnetite.report.tables import heading, is_numeric, show_interval, show_label, show_number, show_value
from magnetite.report.wording import notes_of, text_of
from magnetite_papers.configuration import Configuration
from magnetite_papers.decided import wide
from magnetite_papers.paper import SIGNS, Exhibit, Paper, with_minus
from magnetite_papers.results import Results
from magnetite_papers.stages import with_needs

STAGES = "stages"
EARLIER_EXHIBITS = "kept"  # exhibits of an earlier page, and the commit that made them
IN_WORDS = {"title", "note", "smaller", "larger", "differ_in", "trained_longer"}  # settings that change no figure
BOUNDS = ("low", "high")
SHARES = {"share", "fine share"}
ROUGH = 0.17
"""An interval of a share that is wider, as of some hundred questions, makes a decimal say more than is known."""
TOO_FEW = "too few"
TIMES = "Only completed sittings count; the time of one that was killed is not included."


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """What a page shows: its exhibits, the commits that made them, and what their stages took."""

    exhibits: Mapping[str, Finding] = field(default_factory=dict)
    commits: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def made_of(self, exhibit: Exhibit) -> set[str]:
        """Return the stages that the page's exhibit was made of; none where it has no such exhibit."""
        return set(exhibit.needs) & set(self.stages) if exhibit.name in self.exhibits else set()


def read_earlier(
    page: Path, paper: Paper, settings: Configuration, say: Callable[[str], object] = lambda _text: None
) -> EarlierPage:
    """Read what a page shows; nothing of one that is not there, or was made with other settings, which is said.

    Raises UsageError where something else lies in its place.
    """
    findings = page.with_suffix(".json")
    if not findings.is_file():
        return EarlierPage()
    try:
        run = run_from_json(findings.read_bytes(), findings)
    except (DataError, UnicodeDecodeError):
        run = None
    if run is None or "paper" not in run.settings:
        raise UsageError(
            f"{findings}: was not written by magnetite reproduce, and would be overwritten. Choose another page "
            "(--page), or move this file."
        )
    told = {name: value for name, value in asdict(settings).items() if name not in IN_WORDS}
    told = json.loads(json.dumps({"paper": paper.name, **told}))
    if differing := [name for name, value in told.items() if run.settings.get(name) != value]:
        say(f"{page}: was made with other settings ({', '.join(differing)}). It is replaced.")
        return EarlierPage()
    kept = run.settings.get(EARLIER_EXHIBITS, {})
    exhibits = {finding.experiment: finding for finding in run.findings}
    commit = run.versions["magnetite"].partition("+g")[2]
    return EarlierPage(
        exhibits,
        {name: kept.get(name, commit) for name in exhibits},
        {stage["stage"]: stage for stage in run.settings[STAGES]},
    )


@dataclass(slots=True)
class PageContent:
    """What a page shows: exhibits, those of them that are kept with their commits, what stages took, and remarks."""

    findings: dict[str, Finding] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    stages: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)


def show(exhibits: Iterable[Exhibit], results: Results, earlier: EarlierPage) -> PageContent:
    """Make each exhibit of its finished stages, or keep the earlier page's, which was made of more."""
    shown, made_of, waiting = PageContent(), list[str](), list[str]()
    for exhibit in exhibits:
        finished = [name for name in exhibit.needs if results.has((name,))]
        if not (before := earlier.made_of(exhibit)) <= set(finished):
            finished = [name for name in exhibit.needs if name in before]
            shown.findings[exhibit.name] = earlier.exhibits[exhibit.name]
            shown.kept[exhibit.name] = earlier.commits[exhibit.name]
        elif len(finished) == len(exhibit.needs) or (exhibit.partial and finished):
            made = exhibit.finding(results)
            notes = (*made.notes, *_formats(finished, results))
            shown.findings[exhibit.name] = replace(made, experiment=exhibit.name, title=exhibit.title, notes=notes)
            made_of += finished
        if finished and len(finished) < len(exhibit.needs):
            shown.notes.append(_missing(exhibit, finished))
        elif not finished:
            waiting.append(exhibit.title)
    if waiting:
        shown.notes.append(Reason("note-not-run", {"exhibit": "; ".join(waiting)}))
    shown.notes += _kept(shown)
    shown.stages += _taken(results, earlier, with_needs(made_of, results.stages))
    return shown


def _formats(stages: Sequence[str], results: Results) -> Iterator[Reason]:
    """Yield a remark where an exhibit's stages were computed in different number formats (decision 26)."""
    entries = {name: results.entry(name) for name in stages}
    by_format = gathered((each, name) for name, entry in entries.items() for each in entry.precisions)
    if len(by_format) > 1:
        told = "; ".join(f"{each}: {', '.join(names)}" for each, names in sorted(by_format.items()))
        yield Reason("note-number-formats", {"formats": told})


def _missing(exhibit: Exhibit, finished: Sequence[str]) -> Reason:
    """Name the stages that an exhibit lacks: one that is made of all or nothing is not there, others are in part."""
    missing = ", ".join(name for name in exhibit.needs if name not in finished)
    told = {"exhibit": exhibit.title, "missing": missing, "name": exhibit.name}
    return Reason("note-run-in-part" if exhibit.partial else "note-stages-missing", told)


def _kept(shown: PageContent) -> Iterator[Reason]:
    """Yield a remark on the exhibits that are kept of each commit."""
    for commit in dict.fromkeys(shown.kept.values()):
        titles = [text_of(shown.findings[name].title) for name in shown.kept if shown.kept[name] == commit]
        said = "all" if len(titles) == len(shown.findings) else "; ".join(titles)
        yield Reason("note-exhibits-kept", {"commit": commit or "none", "exhibits": said})


def _taken(results: Results, earlier: EarlierPage, anew: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield what each stage took: `anew`, of exhibits made now, as its record has it; others as the page has them."""
    for name, stage in results.stages.items():
        if name in anew and results.has((name,)):
            entry = results.entry(name)
            yield {
                "stage": name,
                "about": stage.about,
                **{each: entry.record[each] for each in ("seconds", "sittings", "finished", "machine")},
                "precisions": entry.precisions,
                "trained_in": entry.trained_in,
                "commit": entry.record["versions"]["magnetite"].partition("+g")[2],
            }
        elif name in earlier.stages:
            yield earlier.stages[name]


def write_page(run: Run, page: Path) -> None:
    """Write a reproduction's page, its pictures, and the findings that both were made of."""
    pictures = page.parent / f"{page.stem}-figures"
    with writable(page):
        page.parent.mkdir(parents=True, exist_ok=True)
        draw_pictures(run, pictures)
        write_whole(page.with_suffix(".json"), (run_to_json(run) + "\n").encode())
        write_whole(page, markdown_page(run, pictures.name).encode())


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
        yield "## What was run"
        yield ""
        machines = dict.fromkeys(str(stage["machine"]) for stage in stages)
        whole = sum(float(stage["seconds"]) for stage in stages)
        yield f"Machine: {'; '.join(machines)}. Total time: at least {_duration(whole)}. {TIMES}"
        yield ""
        headings = ("stage", "what", "computed in", "commit", "time", "sittings")
        yield from _ruled(headings, [_stage(stage) for stage in stages], 4)


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
        yield from _table(finding, table, pictures, rough=not listed)
    for remark in notes_of(finding.notes):
        yield remark
        yield ""


def _table(finding: Finding, table: Table, pictures: str, *, rough: bool) -> Iterator[str]:
    """Write a table as rows or a matrix; one that is drawn, as its figures.

    `rough`: shares of few questions have no decimals, and of fewer they are not given.
    """
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
        yield from _ruled([heading(column) for column in _shown(table)], _rows(table, rough=rough), _words(table))
    yield ""


def _listed(table: Table) -> Iterator[str]:
    """Yield verdicts in one table, with a sign and a number each, and below it the remarks on those that have one."""
    verdict, *others, remarks = table.columns
    rows = list(enumerate(zip(*(column.values for column in table.columns), strict=True), 1))
    told = [(f"{SIGNS[row[0]]} {place}", *map(str, row[:-1])) for place, row in rows]
    yield from _ruled(("", heading(verdict), *map(heading, others)), told, len(table.columns))
    yield ""
    yield f"**{heading(remarks).capitalize()}**"
    yield ""
    yield from (f"- {place}: {row[-1]}" for place, row in rows if row[-1])
    yield ""


def _rows(table: Table, *, rough: bool) -> list[list[str]]:
    """Write a table's rows; bounds of the column before them stand behind it in brackets."""
    return [[_cell(table, row, column, rough=rough) for column in _shown(table)] for row in table.rows()]


def _cell(table: Table, row: Mapping[str, Any], column: Column, *, rough: bool) -> str:
    """Write a cell, with its bounds if it has columns of them; `rough` as for a table."""
    low, high = (f"{column.name}_{end}" for end in BOUNDS)
    ends = [row.get(low), row.get(high)]
    first, last = ends if None not in ends else _own_bounds(table, row, column)
    text = show_value(row[column.name], column.unit)
    if rough and column.unit in SHARES and row[column.name] is not None:
        if wide(first, last):
            return TOO_FEW
        if wide(first, last, ROUGH):
            return _whole([row[column.name], *ends] if None not in ends else [row[column.name]])
    if None not in ends:
        bounds = (show_value(row[name], table.column(name).unit).removesuffix("%") for name in (low, high))
        text = f"{text} ({' to '.join(bounds)})"
    return text


def _own_bounds(table: Table, row: Mapping[str, Any], column: Column) -> list[Any]:
    """Return the bounds that stand in columns of their own behind a share: those of the share, and themselves."""
    names = [each.name for each in table.columns]
    if not set(BOUNDS) <= set(names):
        return [None, None]
    first, last = map(names.index, BOUNDS)
    return [row[end] for end in BOUNDS] if first - 1 <= names.index(column.name) <= last else [None, None]


def _whole(values: Sequence[Any]) -> str:
    """Write a share and its bounds, if any, in whole per cents."""
    first, *bounds = (with_minus(f"{100 * value:.0f}") for value in values)
    return f"{first}% ({' to '.join(bounds)})" if bounds else f"{first}%"


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
