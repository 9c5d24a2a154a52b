"""`magnetite audit`: score an exam, run the experiments, write the report."""

from pathlib import Path
from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import AuditSettings


@flags.spread(
    (
        AuditSettings,
        *("model", "systems", "split", "experiments", "experiment_settings", "calibrate_on", "calibrate_limit"),
        *flags.OUTPUT,
        *flags.SCORING,
    )
)
def command(
    data: Annotated[
        str | None, typer.Argument(metavar="DATA", help="See `magnetite describe`; or set it in --config.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings; flags override it.")] = None,
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Audit an exam: which questions need no passage, which options attract a model whatever the passage says.

    Example: magnetite audit RACE.tar.gz --split test --limit 300
    """
    from magnetite.auditing import audit_settings
    from magnetite.cli.running import audit_or_price

    settings = audit_settings(config, data=data, **given)
    audit_or_price(settings, dry_run=dry_run, json=json)
