"""`magnetite unreadable`: attack questions with text that nobody can read, and see which systems fall for it."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import AuditSettings


@flags.spread((AuditSettings, *flags.OUTPUT, *flags.SCORING))
def command(
    data: flags.Data,
    model: flags.Models = None,
    split: Annotated[
        str | None, typer.Option(help="The split that is attacked.  \\[default: test, or the only one]")
    ] = None,
    attacks: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Some of the seven attacks.  \\[default: all of them]")
    ] = None,
    controls: Annotated[
        bool, typer.Option("--controls/--no-controls", help="Measure the controls of each attack, too.")
    ] = True,
    threshold: Annotated[
        float | None, typer.Option(min=0, help="Shuffle again until this ShuffleDegree, from 0 to below 1.")
    ] = None,
    sentence: Annotated[
        str | None,
        typer.Option(help="One sentence of the passage for each distractor, or question.  \\[default: distractor]"),
    ] = None,
    naive: Annotated[
        bool, typer.Option("--naive", help="Add text to the passage itself, where truncation can lose it.")
    ] = False,
    item: Annotated[str | None, typer.Option(metavar="ID", help="With --trace: the question.")] = None,
    attack: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --trace: the attack.  \\[default: AddSent2Opt-Shuffle]")
    ] = None,
    option: Annotated[
        str | None, typer.Option(metavar="LETTER", help="With --trace: let only this wrong option grow.")
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="One question: probabilities of its options, token by token.")
    ] = False,
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Attack a system with shuffled words that no reader would fall for, beside controls (Si et al. 2019).

    Example: magnetite unreadable RACE.tar.gz --model bundled --limit 500
    """
    from magnetite.auditing import costs, prepare_unreadable, run_folder, split_names, unreadable
    from magnetite.cli.running import print_costs, run_and_show

    request: dict[str, Any] = {
        "split": split,
        "controls": controls,
        "threshold": threshold,
        "sentence": sentence,
        "naive": naive,
        **given,
    }
    models, place = model or ["bundled"], request.pop("output")
    if trace:
        return _trace(data, models, item, attack or attacks, option, place, dry_run=dry_run, request=request, json=json)
    _refuse_trace_flags(item=item, attack=attack, option=option)
    request["attacks"] = split_names(attacks) if attacks is not None else None
    if dry_run:
        return print_costs("these attacks", costs(prepare_unreadable(data, models, **request)), json)
    folder = run_folder(data, place)
    request["output"] = str(folder)
    return run_and_show(
        folder, lambda command, watch: unreadable(data, models, command=command, watch=watch, **request), json
    )


def _trace(
    data: str,
    models: list[str],
    item: str | None,
    attack: str | None,
    option: str | None,
    place: str | None,
    *,
    dry_run: bool,
    request: dict[str, Any],
    json: str | None,
) -> None:
    """Show one question token by token."""
    from magnetite.auditing import run_folder, unreadable_trace
    from magnetite.cli.running import run_and_show
    from magnetite.core.errors import UsageError

    if item is None:
        raise UsageError("--trace needs one question: name it with --item; a run without --trace lists candidates.")
    if dry_run:
        raise UsageError("--trace scores a few dozen texts; leave --dry-run out.")
    folder = run_folder(data, place)
    chosen = {"attack": attack} if attack else {}
    request |= {"output": str(folder), "option": option, **chosen}
    run_and_show(
        folder,
        lambda command, watch: unreadable_trace(data, item, models, command=command, watch=watch, **request),
        json,
    )


def _refuse_trace_flags(**trace_flags: str | None) -> None:
    """Refuse the flags of a trace. Raises UsageError."""
    from magnetite.core.errors import UsageError

    for name, value in trace_flags.items():
        if value is not None:
            more = " For some of the attacks only, use --attacks." if name == "attack" else ""
            raise UsageError(f"--{name} '{value}' needs a single question: add --trace.{more}")
