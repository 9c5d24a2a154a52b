"""`magnetite check`: which questions of an exam to look at again, and why, before anyone sits it."""

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from examfiles.errors import UsageError, unknown_name
from examfiles.files import write_whole
from magnetite.cli import options, output
from magnetite.cli.runs import print_costs, progress_bars, typed
from magnetite.commands.check import CHECK, CheckSettings, asks_nobody, described_rules, flag_settings
from magnetite.core.errors import FLAGS_FOUND
from magnetite.core.extras import MODELS, require
from magnetite.core.files import writable
from magnetite.core.results import Run
from magnetite.core.setting import changed
from magnetite.core.severity import SEVERITIES, is_severity, severity_of
from magnetite.request import Asking, Writing, name_of

if TYPE_CHECKING:
    from examfiles.wording import Wording
    from magnetite.experiments.flags import FlagSettings


def _run(
    write_settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a settings file with every rule, and stop.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="SEVERITY|RULE,…",
            help="Exit with 6 if there is a flag of this severity (fatal, serious, worth-a-thought, remark) or worse, "
            "or of this rule; or for second-look, left-out.",
        ),
    ] = None,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the flags as JSON; - is standard output.")
    ] = None,
    sarif: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the flags as SARIF 2.1.0; - is standard output.")
    ] = None,
    junit: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the flags as JUnit XML; - is standard output.")
    ] = None,
    dry_run: options.DryRun = False,
    **values: Any,
) -> None:
    if write_settings is not None:
        from magnetite.experiments.flags import write_default_settings

        write_default_settings(write_settings.expanduser())
        output.say(json, f"Settings: {write_settings}")
        output.write_json(json, "written", {"path": str(write_settings), "count": None, "of": "settings", "notes": []})
        return
    request: CheckSettings = CHECK.settings_from(options.given(CHECK.flags, values))
    failing = read_fail_on(fail_on, request, flag_settings(request))
    if dry_run:
        print_costs(CHECK.priced, CHECK.prepare(request).costs(), json)
        return
    paths = {"json": json, "sarif": sarif, "junit": junit}
    for kind, path in paths.items():
        output.refuse_unwritable(path, kind)
    printed = [kind for kind, path in paths.items() if path == output.STANDARD_OUTPUT]
    if len(printed) > 1:
        raise UsageError(
            f"--{printed[0]} - and --{printed[1]} -: standard output takes one. Name a file for the other."
        )
    run = _check(request, output.STANDARD_OUTPUT if printed else None)
    _end(run, request, {kind: path for kind, path in paths.items() if path}, failing, fail_on)


command = typed(CHECK, _run)


def _check(request: CheckSettings, json: str | None) -> "Run":
    """Check with a progress bar, and print the run and the path of its report."""
    from dataclasses import replace

    from magnetite.core.scorer import Prompted
    from magnetite.report.terminal import terminal_check
    from magnetite.report.wording import wording
    from magnetite.running.record import run_folder

    folder = run_folder(name_of(request.exam), request.writing.output)
    words = wording(request.language)
    ready = CHECK.prepare(changed(request, {"output": str(folder)}))
    if any(isinstance(member, Prompted) for seat in ready.seats.values() for member in seat.system.members):
        # A language model takes minutes, the rules a second.
        alone = replace(request, models=False, judge=None, judge_labels=None, asking=Asking(), writing=Writing())
        rules = CHECK.prepare(alone).perform()
        output.aside().print(words.say("command-rules-first"), style="bold")
        terminal_check(rules, words, output.aside(wrap=True))
    with progress_bars() as watch:
        run = ready.perform(command=shlex.join(["magnetite", *sys.argv[1:]]), watch=watch)
    terminal_check(run, words, output.words(json, wrap=True))
    output.say(json, words.say("command-report", {"path": folder / "report.html"}))
    return run


def _end(run: "Run", request: CheckSettings, paths: dict[str, str], failing: "FailOn", fail_on: str | None) -> None:
    """Write the files for machines, and exit with `FLAGS_FOUND` where --fail-on finds something."""
    from magnetite.report.wording import wording

    words, console = wording(request.language), output.aside()
    for kind in [kind for kind, path in paths.items() if path == output.STANDARD_OUTPUT]:
        output.write_text(paths.pop(kind), output_text(run, kind, failing, request.language))
    write_outputs(run, paths, failing, request.language)
    for line in never_asked(run, failing, words):
        console.print(line, markup=False, highlight=False)
    if count := failures(run, failing, words):
        text = words.say("command-failed", {"asked": fail_on, "failing": count})
        console.print(text, markup=False, highlight=False)
        raise typer.Exit(FLAGS_FOUND)


SECOND_LOOK, LEFT_OUT = "second-look", "left-out"
KINDS = ("json", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class FailOn:
    """What makes a check fail: severities, rules, any question worth a second look, any left-out question."""

    severities: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    second_look: bool = False
    left_out: bool = False


def read_fail_on(text: str | None, settings: CheckSettings, flags: "FlagSettings") -> FailOn:
    """Read `SEVERITY|RULE[,…]`; a severity stands for itself and all worse ones.

    Raises UsageError for a name that does not exist, and for a rule that would never be asked.

    >>> from magnetite.experiments.flags import default_settings
    >>> sorted(read_fail_on("worth-a-thought,left-out", CheckSettings(), default_settings()).severities)
    ['fatal', 'serious', 'worth-a-thought']
    """
    from magnetite.experiments.flags import RULES

    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if text is not None and not names:
        raise UsageError(
            "--fail-on is empty; expected a severity (serious, worth-a-thought, remark), rules, second-look, left-out."
        )
    severities: set[str] = set()
    rules = set()
    for name in names:
        if is_severity(name):
            severities |= set(SEVERITIES[: SEVERITIES.index(severity_of(name)) + 1])
        elif name in RULES:
            _require_asked(name, settings, flags)
            rules.add(name)
        elif name not in (SECOND_LOOK, LEFT_OUT):
            raise unknown_name("--fail-on", name, [*SEVERITIES, SECOND_LOOK, LEFT_OUT, *RULES])
    return FailOn(frozenset(severities), frozenset(rules), SECOND_LOOK in names, LEFT_OUT in names)


def failing_flags(run: "Run", fail_on: FailOn, words: "Wording") -> frozenset[str]:
    """Return the fingerprints of the flags that make the check fail."""
    from magnetite.report.flagged import flagged, looks_of

    looks = set(looks_of(run)) if fail_on.second_look else set()
    return frozenset(
        flag.fingerprint
        for flag in flagged(run, words)
        if flag.severity in fail_on.severities or flag.rule in fail_on.rules or flag.item in looks
    )


def failures(run: "Run", fail_on: FailOn, words: "Wording") -> int:
    """Count what makes the check fail: flags, and left-out questions where they count."""
    from magnetite.report.flagged import left_out

    left = sum(1 for _ in left_out(run, words)) if fail_on.left_out else 0
    return len(failing_flags(run, fail_on, words)) + left


def never_asked(run: "Run", fail_on: FailOn, words: "Wording") -> list[str]:
    """Say which rules of `fail_on` could not be asked about the exam as a whole, and so cannot make the check fail."""
    from magnetite.report.check.reading import gaps_of
    from magnetite.report.flagged import EXPERIMENT
    from magnetite.report.wording import gap_reason

    return [
        words.say("command-not-asked-named", {"rule": gap.rule, "reason": gap_reason(words, gap.reason, gap.evidence)})
        for gap in gaps_of(run.finding(EXPERIMENT))
        if not gap.item and gap.rule in fail_on.rules
    ]


def write_outputs(
    run: "Run",
    paths: Mapping[str, str | Path],
    fail_on: FailOn = FailOn(),
    language: str = "en",
) -> tuple[Path, ...]:
    """Write the files named by kind ("json", "sarif", "junit"); what is there is replaced, whole or not at all.

    In JUnit XML the flags of `fail_on` are failures; without it, those of questions that deserve a second look.
    Raises UsageError for another kind, StoreError where a file cannot be written.
    """
    return tuple(
        _write(Path(path).expanduser(), output_text(run, kind, fail_on, language)) for kind, path in paths.items()
    )


def output_text(run: "Run", kind: str, fail_on: FailOn = FailOn(), language: str = "en") -> str:
    """Return a file of a kind ("json", "sarif", "junit") as text, as `write_outputs` writes it. Raises UsageError."""
    from magnetite.report.flagged import junit_text, listing_text, sarif_text
    from magnetite.report.wording import wording

    words = wording(language)
    named = fail_on != FailOn()
    failing = failing_flags(run, fail_on if named else FailOn(second_look=True), words)
    if kind not in KINDS:
        raise unknown_name("file", kind, list(KINDS))
    if kind == "json":
        return listing_text(run, words, failing if named else frozenset())
    return sarif_text(run, words, described_rules()) if kind == "sarif" else junit_text(run, words, failing)


def _require_asked(name: str, settings: CheckSettings, flags: "FlagSettings") -> None:
    from magnetite.experiments.flags import RULES

    if not flags.rules[name].enabled:
        raise UsageError(f"--fail-on {name}: the settings switch this rule off, so it could never fail. Leave it out.")
    if RULES[name].source == "model" and not settings.models:
        raise UsageError(
            f"--fail-on {name}: this rule needs a model, and --no-models asks none. Leave one of them out."
        )
    if RULES[name].source == "model" and asks_nobody(settings):
        require(MODELS, f"--fail-on {name}")


def _write(path: Path, text: str) -> Path:
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return write_whole(path, text.encode("utf-8", "backslashreplace"))
