"""Reproduce a paper: do the stages that are not finished, and make the run, its pages and its figures of what is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from magnetite.auditing.driver import Clock
from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.record import version_record
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding, Run, UnmeasuredError
from magnetite.report import write_run
from magnetite.reproduce.archive import Archive
from magnetite.reproduce.configuration import Configuration, place, read_configuration
from magnetite.reproduce.page import KEPT, STAGES, EarlierPage, read_earlier, write_page
from magnetite.reproduce.paper import PAPERS, Exhibit, Paper, claims_finding
from magnetite.reproduce.price import Price, price
from magnetite.reproduce.results import Results
from magnetite.reproduce.sizes import Sized, size_finding
from magnetite.reproduce.stages import Bench, Stage, do, is_done
from magnetite.scorers.device import measure_products


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
    described, settings, bench = _opened(paper, data, scale, output, computing)
    bench = replace(bench, watch=watch, say=say)
    results = _results(described, settings, bench, archive)
    for name in results.stages:
        if difference := results.difference(name):
            say(f"{name}: what the archive has was made with {difference}, and is not used.")
    for stage in _chosen(described, settings, only, results):
        if not is_done(stage, bench):
            say(f"{stage.name}: {stage.about}")
            do(stage, bench)
        if results.archive:
            results.archive.keep(stage, results.entry(stage.name))
    at = Path(page) if page else bench.folder / "page.md"
    earlier = read_earlier(at, described, settings, say)
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
    **computing: Any,
) -> list[tuple[Price, bool]]:
    """Price every stage, and say whether it is finished: the dry run. Writes nothing, loads nothing."""
    described, settings, bench = _opened(paper, data, scale, output, computing)
    speed = measure_products(computing.get("device") or "auto", computing.get("dtype") or "auto")
    results = _results(described, settings, bench, archive)
    left = {stage.name for stage in _chosen(described, settings, only, results) if not is_done(stage, bench)}
    shown = [stage for stage in _chosen(described, settings, only) if stage.name in left or results.has((stage.name,))]
    return [(price(stage, speed), stage.name not in left) for stage in shown]


def _opened(
    paper: str, data: str | Path | None, scale: str, output: str | Path | None, computing: Mapping[str, Any]
) -> tuple[Paper, Configuration, Bench]:
    described: Paper = PAPERS[paper]
    settings: Configuration = read_configuration(place(described.configurations, scale), described.settings)
    folder = Path(output).expanduser() if output else Path("runs") / f"{described.name}-{Path(scale).stem}"
    root = Path(data).expanduser() if data is not None else None
    if root is not None and not root.is_dir():
        raise UsageError(f"{root}: there is no such folder. Name the one that holds {', '.join(settings.data)}.")
    given = {name: value for name, value in computing.items() if value is not None}
    return described, settings, Bench(folder, root, settings.data, given)


def _results(paper: Paper, settings: Any, bench: Bench, archive: str | Path | None) -> Results:
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
    wanted = _with_needs(waiting, stages)
    return [stage for name, stage in stages.items() if name in wanted]


def _with_needs(names: Iterable[str], stages: Mapping[str, Stage]) -> set[str]:
    """Return stages with those that they need, and that these need."""
    waiting, wanted = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += stages[name].needs
    return wanted


def _run(
    paper: Paper, settings: Configuration, results: Results, earlier: EarlierPage, *, command: str, clock: Clock
) -> Run:
    findings, notes = {}, []
    kept: dict[str, str] = {}
    made_of: list[str] = []
    for exhibit in paper.exhibits(settings):
        finished = [name for name in exhibit.needs if results.has((name,))]
        if not (before := earlier.made_of(exhibit)) <= set(finished):
            finished = [name for name in exhibit.needs if name in before]
            findings[exhibit.name] = earlier.exhibits[exhibit.name]
            kept[exhibit.name] = earlier.commits[exhibit.name]
        elif len(finished) == len(exhibit.needs) or (exhibit.partial and finished):
            findings[exhibit.name] = replace(exhibit.finding(results), probe=exhibit.name, title=exhibit.title)
            made_of += finished
        if len(finished) < len(exhibit.needs):
            notes.append(_missing(exhibit, finished))
    for commit in dict.fromkeys(kept.values()):
        titles = [findings[name].title for name in kept if kept[name] == commit]
        said = "all" if len(titles) == len(findings) else "; ".join(titles)
        notes.append(Reason("note-exhibits-kept", {"commit": commit or "none", "exhibits": said}))
    first = [claims_finding(paper.claims, findings, paper.rule, kept=kept)]
    if sized := _sized(paper, settings, findings, kept):
        first.append(size_finding(settings, sized))
    stages = [*_taken(results, earlier, _with_needs(made_of, results.stages))]
    started, seconds = clock.record()
    return Run(
        dataset={"name": paper.citation, "split": None, "items": 0, "answered": 0, "passages": 0, "fingerprint": ""},
        exam={"passages": {}, "items": []},
        systems=(),
        settings={"paper": paper.name, **asdict(settings), STAGES: stages, KEPT: kept},
        findings=(*first, *findings.values()),
        cost={"seconds": seconds},
        versions=version_record(),
        command=command,
        started=started,
        notes=tuple(notes),
    )


def _sized(
    paper: Paper, settings: Configuration, findings: Mapping[str, Finding], kept: Mapping[str, str]
) -> list[Sized]:
    """Compare the smaller reader with the larger; not where exhibits of an earlier page lack what that takes."""
    if not (settings.smaller and paper.compared):
        return []
    try:
        return list(paper.compared(settings, findings))
    except (KeyError, UnmeasuredError):
        if not kept:
            raise
        return []


def _missing(exhibit: Exhibit, finished: Sequence[str]) -> Reason:
    if not (exhibit.partial and finished):
        return Reason("note-not-run", {"exhibit": exhibit.title})
    missing = ", ".join(name for name in exhibit.needs if name not in finished)
    return Reason("note-run-in-part", {"exhibit": exhibit.title, "missing": missing})


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
