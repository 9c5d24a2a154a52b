"""`magnetite score`: the raw scores, for people who want only those."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from magnetite.cli import flags


@flags.spread
def command(
    data: flags.Data,
    model: flags.Model = None,
    systems: flags.Systems = None,
    output: Annotated[Path, typer.Option(help="The file to write: .parquet or .csv.")] = Path("scores.parquet"),
    split: flags.Split = None,
    **shared: Unpack[flags.Scoring],
) -> None:
    """Score every option of every question under every view, one row for each option and member of a system.

    Example: magnetite score DREAM/test.json --output dream.parquet
    """
    from rich.console import Console

    from magnetite.auditing import read_systems, score
    from magnetite.cli.running import progress_bars
    from magnetite.core.errors import StoreError, UsageError

    if output.suffix.lower() not in {".parquet", ".csv"}:
        raise UsageError(
            f"output '{output}' ends in neither .parquet nor .csv, so its format is unknown. Name a file that does."
        )
    views = read_systems(systems) if systems else None
    with progress_bars() as watch:
        frame = score(data, model, watch=watch, systems=views, split=split, **flags.settings_of(shared))
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(output) if output.suffix.lower() == ".parquet" else frame.write_csv(output)
    except OSError as error:
        raise StoreError(f"output '{output}' cannot be written ({error}). The scores are kept in the store.") from error
    Console().print(f"{len(frame):,} scores: {output}", markup=False, highlight=False)
