"""`magnetite transfer`: let systems trained on one dataset answer the others."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import AuditSettings


@flags.spread((AuditSettings, *flags.OUTPUT, *flags.SCORING))
def command(
    data: Annotated[list[str], typer.Argument(metavar="DATA...", help="Each as in audit; PATH@dev names its split.")],
    systems: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FOLDER,…",
            help="For the name of each training set, a folder with a system for each view.  \\[default: bundled]",
        ),
    ] = None,
    split: Annotated[str, typer.Option(help="The split of every DATA that names none and has several.")] = "test",
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Test systems on data they were not trained on: every system, under every view it has, on every DATA.

    Example: magnetite transfer RACE.tar.gz DREAM CosmosQA --systems RACE=systems/race,DREAM=systems/dream
    """
    from magnetite.auditing import read_systems, run_folder, transfer, transfer_costs
    from magnetite.cli.running import print_costs, run_and_show

    request = {**given, "systems": read_systems(systems) if systems else None, "split": split}
    if dry_run:
        return print_costs("this comparison", transfer_costs(data, **request), json)
    folder = run_folder("transfer", given["output"])
    request["output"] = str(folder)
    return run_and_show(folder, lambda command, watch: transfer(data, command=command, watch=watch, **request), json)
