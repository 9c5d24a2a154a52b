"""The command line of the commands that write a run: flags of their settings, the run or its cost, what is shown."""

import inspect
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import options, output
from magnetite.commands.runs import RUNS_PAGE, folder_names
from magnetite.core.results import Run
from magnetite.core.setting import Setting, changed, flat
from magnetite.request import models_in
from magnetite.running.command import Command

if TYPE_CHECKING:
    from magnetite.core.scorer import Traffic
    from magnetite.engine import Progress
    from magnetite.running.panels import Cost, Watch


def typed(command: Command[Any, Any], run: Callable[..., None] | None = None) -> Callable[..., None]:
    """Return what the command line calls: a parameter for each setting of the command, --json and --dry-run.

    `run`: what is called in place of the usual, with parameters of its own, which stand in place of settings.
    """

    def write(json: output.Json = None, **values: Any) -> None:
        perform_and_say(command, options.given(command.flags, values), json)

    def call(json: output.Json = None, dry_run: options.DryRun = False, **values: Any) -> None:
        from magnetite.running.record import run_folder

        settings = command.settings_from(options.given(command.flags, values))
        if len(models := models_in(settings.asking.model)) > 1:
            return _each_model(command, settings, models, json, dry_run=dry_run)
        if dry_run:
            return print_costs(command.priced, command.prepare(settings).costs(), json)
        subject = values[command.subjects[0]]
        folder = run_folder(subject if isinstance(subject, str) else command.name, settings.writing.output)
        ready = command.prepare(changed(settings, {"output": str(folder)}))
        return run_and_show(folder, lambda line, watch: ready.perform(command=line, watch=watch), json)

    flags_of, run = command.flags, run or (call if command.says is None else write)
    first, *others = command.subjects
    placed = [flags_of[first], *(flags_of[name] for name in others if flags_of[name].default == ())]
    declared = inspect.signature(run).parameters.values()
    own = [each.replace(kind=each.KEYWORD_ONLY) for each in declared if each.kind is not each.VAR_KEYWORD]
    taken = {*(each.name for each in placed), *(each.name for each in own)}
    listed = [each for name, each in flags_of.items() if each.help and name not in taken]
    arguments = [_argument(each, command.optional) for each in placed]
    return options.with_parameters(run, command.help, [*arguments, *map(options.parameter, listed), *own])


def _each_model(
    command: Command[Any, Any], settings: Any, models: Sequence[str], json: str | None, *, dry_run: bool
) -> None:
    """Run a command once for each model, one in memory at a time, and write a page that compares the runs."""
    from magnetite.report.wording import label, language_of, speaking
    from magnetite.running.data import read_once
    from magnetite.running.record import run_folder

    output.refuse_unwritable(json)
    subject = flat(settings)[command.subjects[0]]
    folder = run_folder(subject if isinstance(subject, str) else command.name, settings.writing.output)
    costs: list[Cost] = []
    with read_once():
        for model, name in folder_names(models).items():
            ready = command.prepare(changed(settings, {"model": model, "output": str(folder / name)}))
            if dry_run:
                costs += ready.costs()
                continue
            with progress_bars() as watch:
                run = ready.perform(command=shlex.join(["magnetite", *sys.argv[1:]]), watch=watch)
            with speaking(language_of(run)):
                lines = [f"{label('model')} {model}", *_answers(run)]
            output.say(json, *lines)
    if dry_run:
        return print_costs(command.priced, costs, json)
    return perform_and_say(RUNS_PAGE, {"folders": (str(folder),), "language": settings.writing.language}, json)


def _answers(run: "Run") -> Iterator[str]:
    """Yield what each finding answers, in the language that is spoken."""
    from magnetite.report.looks import in_order
    from magnetite.report.tables import title_of
    from magnetite.report.wording import said

    for finding in in_order(run.findings):
        yield f"{title_of(finding)}: {said(finding.answer)}"


def perform_and_say(
    command: Command[Any, Any], given: Mapping[str, Any], json: str | None, **watched: Callable[..., None]
) -> None:
    """Perform a command that writes no run, and say what it wrote."""
    assert command.says is not None
    output.refuse_unwritable(json)
    result = command.ready(given).perform(command=shlex.join(["magnetite", *sys.argv[1:]]), **watched)
    if os.environ.get("RANK", "0") != "0":  # of the processes that torchrun starts, one prints
        return
    written = command.says(result)
    output.say(json, *written.lines)
    about = {"path": str(written.path), "count": written.count, "of": written.of, "notes": list(written.notes)}
    output.write_json(json, "written", {**about, **written.more})


def _argument(subject: Setting, optional: bool) -> inspect.Parameter:
    """Return what stands behind the command's name: the data, and lists that need no name."""
    several = subject.default == ()
    about = typer.Argument(metavar=subject.metavar, help=subject.help)
    kind = Annotated[list[str], about] if several else Annotated[str | None, about]
    empty = None if optional else inspect.Parameter.empty
    return inspect.Parameter(subject.name, inspect.Parameter.KEYWORD_ONLY, default=empty, annotation=kind)


def run_and_show(folder: Path, run: "Callable[[str, Watch], Run]", json: str | None = None) -> None:
    """Call `run` with the command as it was typed and what shows progress; print what it returns, and where it is."""
    from magnetite.report import terminal_report
    from magnetite.report.documents import run_content
    from magnetite.report.wording import language_of, wording

    output.refuse_unwritable(json)
    with progress_bars() as watch:
        result = run(shlex.join(["magnetite", *sys.argv[1:]]), watch)
    terminal_report(result, output.words(json, wrap=True))
    words = wording(language_of(result))
    output.say(json, words.say("command-report", {"path": folder / "report.html"}))
    output.write_json(json, "run", run_content(result, folder))


def print_costs(what: str, rows: "Sequence[Cost]", json: str | None = None) -> None:
    """Print what something would score, and about how long it would take."""
    from rich.table import Table

    from magnetite.running.panels import total_traffic

    table = Table(
        "experiment", "needs", "scorer", "cells", "stored", "to score", "about", title=f"What {what} would score"
    )
    for row in rows:
        left = row.cells - row.stored
        about = _traffic(row.traffic) if row.traffic and left else _duration(row.seconds)
        about = "elsewhere" if left and row.traffic is None and row.seconds is None else about  # a file lacks them
        table.add_row(row.experiment, row.need, row.scorer, f"{row.cells:,}", f"{row.stored:,}", f"{left:,}", about)
    console = output.words(json, wrap=True)
    console.print(table)
    output.write_json(json, "costs", {"rows": [_cost(row) for row in rows]})
    if traffic := total_traffic(rows):
        console.print(
            f"Servers would be asked {_traffic(traffic)}, at four bytes a token, at most: cells that two experiments "
            "need are asked for once. The first request is sent twice, to compare its answers, and a failed one is "
            "repeated. Nothing was sent now. To set a ceiling: --request-limit, --token-limit.",
            highlight=False,
        )
    if all(row.traffic for row in rows) and traffic:
        return
    console.print(
        f"In total about {_duration(sum(row.seconds or 0 for row in rows))} of this process alone; cells that two "
        "experiments need are scored once, so it may be less. Nothing was written except the few scores that "
        "measured the speed.",
        highlight=False,
    )


@contextmanager
def progress_bars() -> "Iterator[Callable[[str, Progress], None]]":
    """Yield a function that shows progress on standard error; none with --quiet."""
    from magnetite.report.progress import progress

    with progress(output.aside(wrap=True)) as watch:
        yield watch


def _cost(row: "Cost") -> dict[str, Any]:
    traffic = {"requests": None, "tokens": None} if row.traffic is None else asdict(row.traffic)
    names = ("experiment", "need", "scorer", "cells", "stored", "seconds")
    return {name: getattr(row, name) for name in names} | traffic


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "nothing"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _traffic(traffic: "Traffic") -> str:
    return f"{traffic.requests:,} requests, {traffic.tokens:,} tokens"
