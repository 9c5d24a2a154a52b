"""`magnetite check`: which questions of an exam to look at again, and why, before anyone sits it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import NEWER, SERVER, WORKERS, Asking, AuditSettings, CheckSettings

if TYPE_CHECKING:
    from magnetite.auditing.check.outputs import FailOn
    from magnetite.core.results import Run

FAILED = 6  # the exit code where --fail-on finds something; usage and data errors have their own
EXAM = (
    "An exam: a Word, Excel or OpenDocument file, plain text, CSV, GIFT, Moodle XML, QTI (file, folder or zip), Aiken "
    "or JSONL; or 'sample', the bundled one."
)


@flags.spread(
    (CheckSettings, "members"),
    (
        AuditSettings,
        *("model", "systems", "format", "columns", "split", "limit", "seed"),
        *("store", "dtype", "device", "scoring", "prompt", *NEWER, "batch_tokens", *WORKERS, *SERVER),
        *flags.OUTPUT,
    ),
    first=(CheckSettings, "passage", "fill_down", "models", "responses", "language", "flags", "dismissed"),
)
def command(
    exam: Annotated[str | None, typer.Argument(metavar="EXAM", help=EXAM)] = None,
    write_settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a settings file with every rule, and stop.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="SEVERITY|RULE,…",
            help="Exit with 6 where there is a flag of this severity (high, medium, low) or worse, or of this rule; "
            "or for second-look, left-out.",
        ),
    ] = None,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the flags as JSON; - is standard output.")
    ] = None,
    sarif: Annotated[str | None, typer.Option(metavar="FILE", help="Write the flags as SARIF 2.1.0.")] = None,
    junit: Annotated[str | None, typer.Option(metavar="FILE", help="Write the flags as JUnit XML.")] = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Check an exam before anyone sits it: which questions deserve a second look, why, and what to change.

    Example: magnetite check exam.gift
    """
    from magnetite.auditing import check_settings
    from magnetite.auditing.check.outputs import read_fail_on
    from magnetite.auditing.check.run import flag_settings

    if write_settings is not None:
        return _write_settings(write_settings, json)
    request = check_settings(exam=exam, **given)
    failing = read_fail_on(fail_on, request, flag_settings(request))
    if dry_run:
        return _show_costs(request, json)
    paths = {"json": json, "sarif": sarif, "junit": junit}
    for kind, path in paths.items():
        output.refuse_unwritable(path, kind)
    run = _check(request, json)
    _end(run, request, {kind: path for kind, path in paths.items() if path}, failing, fail_on)
    return None


def _check(request: CheckSettings, json: str | None) -> "Run":
    """Check with a progress bar, and print the run and the path of its report."""
    import shlex
    import sys
    from dataclasses import replace

    from magnetite.auditing import check_as, prepare_check, run_folder
    from magnetite.auditing.driver import perform
    from magnetite.cli.running import progress_bars
    from magnetite.core.scorer import Prompted
    from magnetite.report.terminal import terminal_check
    from magnetite.report.wording import wording

    folder = run_folder(request.exam, request.output)
    words = wording(request.language)
    prepared = prepare_check(replace(request, output=str(folder)))
    if any(isinstance(member, Prompted) for seat in prepared.seats.values() for member in seat.system.members):
        # A language model takes minutes, the rules a second.
        rules = check_as(replace(request, models=False, asking=Asking(), output=None))
        output.aside().print(words.say("command-rules-first"), style="bold")
        terminal_check(rules, words, output.aside(wrap=True))
    with progress_bars() as watch:
        run = perform(prepared, command=shlex.join(["magnetite", *sys.argv[1:]]), watch=watch)
    terminal_check(run, words, output.words(json, wrap=True))
    output.say(json, words.say("command-report", {"path": folder / "report.html"}))
    return run


def _end(run: "Run", request: CheckSettings, paths: dict[str, str], failing: "FailOn", fail_on: str | None) -> None:
    """Write the files for machines, and exit with `FAILED` where --fail-on finds something."""
    from magnetite.auditing.check.outputs import failures, never_asked, output_text, write_outputs
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


def _show_costs(request: CheckSettings, json: str | None) -> None:
    from magnetite.auditing import costs, prepare_check
    from magnetite.cli.running import print_costs

    print_costs("this check", costs(prepare_check(request)), json)


def _write_settings(path: Path, json: str | None) -> None:
    from magnetite.experiments.flags import write_default_settings

    write_default_settings(path.expanduser())
    output.say(json, f"Settings: {path}")
    output.write_json(json, "written", {"path": str(path), "count": None, "of": "settings", "notes": []})
