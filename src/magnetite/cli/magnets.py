"""`magnetite magnets`: options that attract a system whatever the passage says, and what they do to its accuracy."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.request import AuditSettings, SearchSettings


@flags.spread(
    (
        Magnets,
        *(
            "search",
            "mode",
            "top",
            "screen_passages",
            "confirm_share",
            "pool_size",
            "series_at_most",
            "select_on",
            "replace",
        ),
        *("above", "error", "worth"),
    ),
    (SearchSettings, "pool_passages", "pool_splits", "pool", "members", "validate"),
    (AuditSettings, *flags.OUTPUT, *flags.SCORING),
)
def command(
    data: flags.Data,
    model: flags.Models = None,
    split: Annotated[
        str | None, typer.Option(help="The split whose questions are asked.  \\[default: test, or the only one]")
    ] = None,
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Screen a pool of irrelevant options, find the magnets, and attack with them.

    Example: magnetite magnets RACE.tar.gz --model bundled --mode race
    """
    from magnetite.auditing import costs, magnets, prepare_magnets, run_folder
    from magnetite.cli.running import print_costs, run_and_show

    models, folder = model or ["bundled"], run_folder(data, given.pop("output"))
    if dry_run:
        return print_costs("this search", costs(prepare_magnets(data, models, split=split, **given)), json)
    request = {**given, "split": split, "output": str(folder)}
    return run_and_show(
        folder, lambda command, watch: magnets(data, models, command=command, watch=watch, **request), json
    )
