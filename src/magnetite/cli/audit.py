"""`magnetite audit`: score an exam, run the probes, write the report."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from magnetite.cli import flags


@flags.spread
def command(
    data: Annotated[
        str | None, typer.Argument(metavar="DATA", help="See `magnetite describe`; or set it in --config.")
    ] = None,
    model: flags.Model = None,
    systems: flags.Systems = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings; flags override it.")] = None,
    split: flags.Split = None,
    probes: Annotated[
        str | None,
        typer.Option(metavar="PROBE,…", help="Any of accuracy, shortcuts, following, magnets; all by default."),
    ] = None,
    set_: flags.Set = None,
    calibrate_on: Annotated[
        str | None,
        typer.Option(
            metavar="SPLIT|PATH|…",
            help="Fit temperatures on dev, test or train of the data, or on other data; 'card' uses those that "
            "systems store, 'off' none.  \\[default: card]",
        ),
    ] = None,
    calibrate_limit: flags.CalibrateLimit = None,
    output: flags.Output = None,
    overwrite: flags.Overwrite = False,
    dry_run: flags.DryRun = False,
    **shared: Unpack[flags.Scoring],
) -> None:
    """Audit an exam: which questions need no passage, which options attract a model whatever the passage says.

    Example: magnetite audit RACE.tar.gz --split test --limit 300
    """
    from magnetite.auditing import audit_settings, read_assignments, read_systems, split_names
    from magnetite.cli.running import audit_or_price

    settings = audit_settings(
        config,
        data=data,
        model=model,
        systems=read_systems(systems) if systems else None,
        split=split,
        probes=split_names(probes) if probes is not None else None,
        probe_settings=read_assignments(set_) if set_ else None,
        calibrate_on=calibrate_on,
        calibrate_limit=calibrate_limit,
        output=output,
        overwrite=overwrite or None,
        **flags.settings_of(shared),
    )
    audit_or_price(settings, dry_run=dry_run)
