"""`magnetite magnets`: options that attract a system whatever the passage says, and what they do to its accuracy."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags
from magnetite.request import AuditSettings


@flags.spread((AuditSettings, *flags.OUTPUT, *flags.SCORING))
def command(
    data: flags.Data,
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL", help="As in audit; give it several times to compare.  \\[default: bundled]"),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="The split whose questions are asked.  \\[default: test, or the only one]")
    ] = None,
    mode: Annotated[
        str | None, typer.Option(help="full, or race: only the cells that the strongest need.  \\[default: full]")
    ] = None,
    top: Annotated[int | None, typer.Option(min=1, help="Magnets to find and to attack with.  \\[default: 20]")] = None,
    screen_passages: Annotated[
        int | None, typer.Option(min=1, help="Screen the questions of this many passages.  \\[default: 100]")
    ] = None,
    pool_passages: Annotated[
        int | None, typer.Option(min=1, help="Draw options from this many passages of each split.  \\[default: 300]")
    ] = None,
    pool_splits: Annotated[
        str | None, typer.Option(metavar="SPLIT,…", help="Splits to draw options from.  \\[default: test,train]")
    ] = None,
    pool: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Options of your own: JSONL, CSV, or a text file with one a line."),
    ] = None,
    pool_limit: Annotated[int | None, typer.Option(min=1, help="Try only this many options of the pool.")] = None,
    series_at_most: Annotated[
        int | None, typer.Option(min=0, help="Option combinations among the magnets, at most.  \\[default: 3]")
    ] = None,
    replace: Annotated[
        str | None,
        typer.Option(
            help="The wrong option that is replaced: random, strongest, weakest, or each.  \\[default: random]"
        ),
    ] = None,
    above: Annotated[
        float | None, typer.Option(help="In a race, find also every option with at least this interference.")
    ] = None,
    error: Annotated[
        float | None, typer.Option(help="Probability that a race misses any of the top.  \\[default: 0.05]")
    ] = None,
    worth: Annotated[
        float | None,
        typer.Option(help="In a race, options of this interference or less are not ranked.  \\[default: 0.05]"),
    ] = None,
    members: Annotated[
        str | None, typer.Option(help="Members of an ensemble: first, or all, each as a system.  \\[default: first]")
    ] = None,
    validate: Annotated[
        bool, typer.Option("--validate/--no-validate", help="Try the magnets on every question of the split.")
    ] = True,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Screen a pool of irrelevant options, find the magnets, and attack with them.

    Example: magnetite magnets RACE.tar.gz --model bundled --mode race
    """
    from magnetite.auditing import magnet_costs, magnets, run_folder, split_names
    from magnetite.cli.running import print_costs, run_and_show

    folder = run_folder(data, given.pop("output"))
    request = {
        "split": split,
        "mode": mode,
        "top": top,
        "screen_passages": screen_passages,
        "pool_passages": pool_passages,
        "pool_splits": split_names(pool_splits) if pool_splits is not None else None,
        "pool": pool,
        "pool_limit": pool_limit,
        "series_at_most": series_at_most,
        "replace": replace,
        "above": above,
        "error": error,
        "worth": worth,
        "members": members,
        "validate": validate,
        **given,
    }
    models = model or ["bundled"]
    if dry_run:
        return print_costs("this search", magnet_costs(data, models, **request))
    request["output"] = str(folder)
    return run_and_show(folder, lambda command, watch: magnets(data, models, command=command, watch=watch, **request))
