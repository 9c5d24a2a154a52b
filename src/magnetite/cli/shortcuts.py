"""`magnetite shortcuts`: compare systems that read parts of a question, and measure what the passage is worth."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import AuditSettings


@flags.spread(
    (
        AuditSettings,
        *("systems", "model", "split", "calibrate_limit", "experiment_settings"),
        *flags.OUTPUT,
        *flags.SCORING,
    )
)
def command(
    data: flags.Data,
    calibrate_on: Annotated[
        str | None,
        typer.Option(
            metavar="SPLIT|PATH|…",
            help="Fit temperatures on dev, test or train of the data, or on other data; 'card' uses those that "
            "systems store, 'off' none.  \\[default: dev, or card where the data has no dev]",
        ),
    ] = None,
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """Compare systems that read everything, no passage, no question, or options alone, calibrated, on an exam.

    Example: magnetite shortcuts RACE.tar.gz --split test --systems qoc=systems/qoc,qo=systems/qo
    """
    from magnetite.auditing import EITHER, SHORTCUTS, audit_settings
    from magnetite.cli.running import audit_or_price

    settings = audit_settings(None, data=data, experiments=SHORTCUTS, calibrate_on=calibrate_on or EITHER, **given)
    audit_or_price(settings, dry_run=dry_run, json=json)
