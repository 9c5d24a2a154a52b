"""`magnetite check`: which questions of an exam to look at again, and why, before anyone sits it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.cli.runs import typed
from magnetite.commands.check import CHECK, CheckSettings
from magnetite.request import Asking, name_of

if TYPE_CHECKING:
    from magnetite.commands.outputs import FailOn
    from magnetite.core.results import Run

FAILED = 6  # the exit code where --fail-on finds something; usage and data errors have their own


def _run(
    write_settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a settings file with every rule, and stop.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="SEVERITY|RULE,…",
            help="Exit with 6 where there is a flag of this severity (fatal, high, medium, low) or worse, or of this "
            "rule; or for second-look, left-out.",
        ),
    ] = None,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the flags as JSON; - is standard output.")
    ] = None,
    sarif: Annotated[str | None, typer.Option(metavar="FILE", help="Write the flags as SARIF 2.1.0.")] = None,
    junit: Annotated[str | None, typer.Option(metavar="FILE", help="Write the flags as JUnit XML.")] = None,
    dry_run: flags.DryRun = False,
    **values: Any,
) -> None:
    from magnetite.commands.check import flag_settings
    from magnetite.commands.outputs import read_fail_on

    if write_settings is not None:
        return _write_settings(write_settings, json)
    request: CheckSettings = CHECK.settings_from(flags.given(CHECK.flags, values))
    failing = read_fail_on(fail_on, request, flag_settings(request))
    if dry_run:
        from magnetite.cli.running import print_costs

        return print_costs(CHECK.priced, CHECK.prepare(request).costs(), json)
    paths = {"json": json, "sarif": sarif, "junit": junit}
    for kind, path in paths.items():
        output.refuse_unwritable(path, kind)
    run = _check(request, json)
    _end(run, request, {kind: path for kind, path in paths.items() if path}, failing, fail_on)
    return None


command = typed(CHECK, _run)


def _check(request: CheckSettings, json: str | None) -> "Run":
    """Check with a progress bar, and print the run and the path of its report."""
    import shlex
    import sys
    from dataclasses import replace

    from magnetite.cli.running import progress_bars
    from magnetite.commands.record import run_folder
    from magnetite.core.scorer import Prompted
    from magnetite.report.terminal import terminal_check
    from magnetite.report.wording import wording

    folder = run_folder(name_of(request.exam), request.output)
    words = wording(request.language)
    ready = CHECK.prepare(replace(request, output=str(folder)))
    if any(isinstance(member, Prompted) for seat in ready.seats.values() for member in seat.system.members):
        # A language model takes minutes, the rules a second.
        rules = CHECK.prepare(replace(request, models=False, asking=Asking(), output=None)).perform()
        output.aside().print(words.say("command-rules-first"), style="bold")
        terminal_check(rules, words, output.aside(wrap=True))
    with progress_bars() as watch:
        run = ready.perform(command=shlex.join(["magnetite", *sys.argv[1:]]), watch=watch)
    terminal_check(run, words, output.words(json, wrap=True))
    output.say(json, words.say("command-report", {"path": folder / "report.html"}))
    return run


def _end(run: "Run", request: CheckSettings, paths: dict[str, str], failing: "FailOn", fail_on: str | None) -> None:
    """Write the files for machines, and exit with `FAILED` where --fail-on finds something."""
    from magnetite.commands.outputs import failures, never_asked, output_text, write_outputs
    from magnetite.report.wording import wording

    words, console = wording(request.language), output.aside()
    if paths.get("json") == output.STANDARD_OUTPUT:
        output.write_text(paths.pop("json"), output_text(run, "json", failing, request.language))
    write_outputs(run, paths, failing, request.language)
    for line in never_asked(run, failing, words):
        console.print(line, markup=False, highlight=False)
    if count := failures(run, failing, words):
        text = words.say("command-failed", {"asked": fail_on, "failing": count})
        console.print(text, markup=False, highlight=False)
        raise typer.Exit(FAILED)


def _write_settings(path: Path, json: str | None) -> None:
    from magnetite.experiments.flags import write_default_settings

    write_default_settings(path.expanduser())
    output.say(json, f"Settings: {path}")
    output.write_json(json, "written", {"path": str(path), "count": None, "of": "settings", "notes": []})
