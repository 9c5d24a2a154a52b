"""`magnetite shortcuts`: compare systems that read parts of a question, and measure what the passage is worth."""

from typing import Annotated, Unpack

import typer

from magnetite.cli import flags


@flags.spread
def command(
    data: flags.Data,
    systems: flags.Systems = None,
    model: flags.Model = None,
    split: flags.Split = None,
    calibrate_on: Annotated[
        str | None,
        typer.Option(
            metavar="SPLIT|PATH|…",
            help="Fit temperatures on dev, test or train of the data, or on other data; 'card' uses those that "
            "systems store, 'off' none.  \\[default: dev, or card where the data has no dev]",
        ),
    ] = None,
    calibrate_limit: flags.CalibrateLimit = None,
    set_: flags.Set = None,
    output: flags.Output = None,
    overwrite: flags.Overwrite = False,
    dry_run: flags.DryRun = False,
    **shared: Unpack[flags.Scoring],
) -> None:
    """Compare systems that read everything, no passage, no question, or options alone, calibrated, on an exam.

    Example: magnetite shortcuts RACE.tar.gz --split test --systems qoc=systems/qoc,qo=systems/qo
    """
    from magnetite.auditing import EITHER, SHORTCUTS, audit_settings, read_assignments, read_systems
    from magnetite.cli.running import audit_or_price

    settings = audit_settings(
        None,
        data=data,
        model=model,
        systems=read_systems(systems) if systems else None,
        split=split,
        probes=SHORTCUTS,
        probe_settings=read_assignments(set_) if set_ else None,
        calibrate_on=calibrate_on or EITHER,
        calibrate_limit=calibrate_limit,
        output=output,
        overwrite=overwrite or None,
        **flags.settings_of(shared),
    )
    audit_or_price(settings, dry_run=dry_run)
