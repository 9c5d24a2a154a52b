"""Reproduce a paper: do the stages that are not finished, and make the run, its pages and its figures of what is."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from examfiles.reasons import Reason, counted
from magnetite.core.results import Run
from magnetite.report import write_run
from magnetite.running.driver import Clock
from magnetite.running.panels import Watch, silent
from magnetite.running.record import version_record
from magnetite.scorers.device import measure_products
from magnetite_papers.archive import Archive
from magnetite_papers.compared import TITLE, FigureComparison, compared_finding
from magnetite_papers.configuration import Configuration, place, read_configuration
from magnetite_papers.page import EARLIER_EXHIBITS, STAGES, EarlierPage, PageContent, read_earlier, show, write_page
from magnetite_papers.paper import PAPERS, Paper, claims_finding, reasons_of, rule_finding
from magnetite_papers.price import Price, price
from magnetite_papers.results import Results
from magnetite_papers.stages import Stage, Workplace, do, is_done, with_needs

GET = "docs/how-to/reproduce-a-paper.md says where to get the data."


def reproduce(
    paper: str,
    data: str | Path | None = None,
    *,
    scale: str = "laptop",
    output: str | Path | None = None,
    only: Sequence[str] | None = None,
    archive: str | Path | None = None,
    page: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    say: Any = lambda _text: None,
    **computing: Any,
) -> Run:
    """Do what a paper did, with a configuration's systems, data and sizes, and set its figures beside ours.

    `data`: the folder that holds the data sets; None for those that the configuration names on the hub. `scale`:
    "laptop", "paper", or a TOML file. `output`: the folder, which holds every system and run; the same call goes on
    where it stopped. `only`: some of the exhibits or stages, by name. `archive`: a folder of what finished stages
    found, without texts; what is there is not run again, and what this call knows is kept there. `page`: a Markdown
    file; its figures lie beside it, and the findings it was made of, as JSON; what it shows already and cannot be made
    anew stays. `computing`: device, dtype, store and
    batch_tokens. `say` is told what goes on.
    Raises UsageError, DataError, ModelError or StoreError.
    """
    clock = Clock()
    described, settings, bench = _opened(paper, data, scale, output, computing, say=say)
    bench = replace(bench, watch=watch)
    at = Path(page) if page else bench.folder / "page.md"
    read_earlier(at, described, settings, say)  # refused before hours of work
    results = _results(described, settings, bench, archive)
    for name in results.stages:
        if difference := results.difference(name):
            say(f"{name}: not taken from the archive, where it was made with {difference}.")
    chosen = _chosen(described, settings, only, results)
    _say_lacking([stage for stage in chosen if not is_done(stage, bench)], bench)
    for stage in chosen:
        if not is_done(stage, bench):
            for missing in bench.lacking([stage]):
                raise UsageError(f"{stage.name}: {missing}. {GET}")
            say(f"{stage.name}: {stage.about}")
            do(stage, bench)
        if results.archive:
            results.archive.keep(stage, results.entry(stage.name))
    earlier = read_earlier(at, described, settings)  # once more: another process may have made it meanwhile
    run = _run(described, settings, results, earlier, command=command, clock=clock)
    write_run(run, bench.folder)
    write_page(run, at)
    return run


def planned(
    paper: str,
    data: str | Path | None = None,
    *,
    scale: str = "laptop",
    output: str | Path | None = None,
    only: Sequence[str] | None = None,
    archive: str | Path | None = None,
    say: Any = lambda _text: None,
    **computing: Any,
) -> list[tuple[Price, bool]]:
    """Price every stage, and tell whether it is finished: the dry run. Writes nothing, loads nothing."""
    described, settings, bench = _opened(paper, data, scale, output, computing, say=say)
    speed = measure_products(computing.get("device") or "auto", computing.get("dtype") or "auto")
    results = _results(described, settings, bench, archive)
    waiting = [stage for stage in _chosen(described, settings, only, results) if not is_done(stage, bench)]
    _say_lacking(waiting, bench)
    left = {stage.name for stage in waiting}
    shown = [stage for stage in _chosen(described, settings, only) if stage.name in left or results.has((stage.name,))]
    return [(price(stage, speed), stage.name not in left) for stage in shown]


def _say_lacking(stages: Sequence[Stage], bench: Workplace) -> None:
    """Say which data is not there, before hours go by until a stage needs it, and which stages will stop."""
    for missing, names in bench.lacking(stages).items():
        bench.say(f"{missing}. {counted(len(names), 'stage')} will fail, first {names[0]}. {GET}")


def _opened(
    paper: str,
    data: str | Path | None,
    scale: str,
    output: str | Path | None,
    computing: Mapping[str, Any],
    *,
    say: Any,
) -> tuple[Paper, Configuration, Workplace]:
    """Read what was asked for."""
    described: Paper = PAPERS[paper]
    settings: Configuration = read_configuration(place(described.configurations, scale), described.settings)
    folder = Path(output).expanduser() if output else Path("runs") / f"{described.name}-{Path(scale).stem}"
    root = Path(data).expanduser() if data is not None else None
    if root is not None and not root.is_dir():
        raise UsageError(f"{root}: no such folder. Give the folder that contains {', '.join(settings.data)}.")
    given = {name: value for name, value in computing.items() if value is not None}
    bench = Workplace(folder, root, settings.data, given, say=say)
    return described, settings, bench


def _results(paper: Paper, settings: Any, bench: Workplace, archive: str | Path | None) -> Results:
    stages = {stage.name: stage for stage in paper.stages(settings)}
    return Results(bench, stages, Archive(Path(archive).expanduser(), bench) if archive else None)


def _chosen(paper: Paper, settings: Any, only: Sequence[str] | None, results: Results | None = None) -> list[Stage]:
    """Return the stages asked for, by name or by the exhibits that need them, in order. Raises UsageError.

    With `results`, those are left out that are only in the archive, with what only they need.
    """
    exhibits = {exhibit.name: exhibit for exhibit in paper.exhibits(settings)}
    stages = {stage.name: stage for stage in paper.stages(settings)}
    for name in only or ():
        if name not in exhibits and name not in stages:
            raise unknown_name("exhibit or stage", name, [*exhibits, *stages])
    waiting = [name for exhibit in exhibits.values() if only is None or exhibit.name in only for name in exhibit.needs]
    waiting += [name for name in only or () if name in stages]
    if results and results.archive:
        waiting = [name for name in waiting if is_done(stages[name], results.bench) or not results.has((name,))]
    wanted = with_needs(waiting, stages)
    return [stage for name, stage in stages.items() if name in wanted]


def _run(
    paper: Paper, settings: Configuration, results: Results, earlier: EarlierPage, *, command: str, clock: Clock
) -> Run:
    shown = show(paper.exhibits(settings), results, earlier)
    figures = _compared(paper, settings, shown)
    reasons = reasons_of(figures, settings)
    main = settings.main_reader
    beyond = paper.beyond(shown.findings, figures) if paper.beyond else ()
    first = [
        claims_finding(paper.claims, shown.findings, main, beyond=beyond, kept=shown.kept, reasons=reasons),
        rule_finding(main, paper.terms),
    ]
    if figures:
        first.append(compared_finding(settings, figures))
    left_out = [Reason("note-exhibits-left-out", {"exhibits": paper.left_out})] if paper.left_out else []
    started, seconds = clock.record()
    return Run(
        dataset={"name": paper.citation, "split": None, "items": 0, "answered": 0, "passages": 0, "fingerprint": ""},
        exam={"passages": {}, "items": []},
        systems=(),
        settings={"paper": paper.name, **asdict(settings), STAGES: shown.stages, EARLIER_EXHIBITS: shown.kept},
        findings=(*first, *shown.findings.values()),
        cost={"seconds": seconds},
        versions=version_record(),
        command=command,
        started=started,
        notes=(*left_out, *shown.notes),
    )


def _compared(paper: Paper, settings: Configuration, shown: PageContent) -> list[FigureComparison]:
    """Set the paper's figures beside those of ours; where exhibits of an earlier page lack what that takes, say so."""
    if not (settings.larger and paper.compared):
        return []
    try:
        return list(paper.compared(settings, shown.findings))
    except KeyError:
        if not shown.kept:
            raise
        shown.notes.append(Reason("note-not-run", {"exhibit": TITLE}))
        return []
