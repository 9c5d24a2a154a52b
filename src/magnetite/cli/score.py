"""`magnetite score`: the raw scores, for people who want only those."""

from pathlib import Path
from typing import Annotated

import typer

from magnetite.cli import flags


def command(
    data: flags.Data,
    model: flags.Model = None,
    output: Annotated[Path, typer.Option(help="The file to write: .parquet or .csv.")] = Path("scores.parquet"),
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    limit: flags.Limit = None,
    seed: flags.Seed = None,
    views: flags.Views = None,
    store: flags.Store = None,
    dtype: flags.Dtype = None,
    device: flags.Device = None,
    keep: flags.Keep = None,
    blank: flags.Blank = None,
    batch_tokens: flags.BatchTokens = None,
    skip_bad: flags.SkipBad = False,
) -> None:
    """Score every option of every question under every view, one row an option.

    Example: magnetite score DREAM/test.json --output dream.parquet
    """
    from rich.console import Console

    from magnetite.auditing import score, split_names
    from magnetite.cli.watching import progress_bars
    from magnetite.core.errors import StoreError, UsageError

    if output.suffix.lower() not in {".parquet", ".csv"}:
        raise UsageError(f"output '{output}' ends in neither .parquet nor .csv, so its format is unknown.")
    with progress_bars() as watch:
        frame = score(
            data,
            model or "bundled",
            watch=watch,
            split=split,
            format=format_,
            columns=flags.read_columns(columns),
            limit=limit,
            seed=seed,
            views=split_names(views) if views is not None else None,
            store=store,
            dtype=dtype,
            device=device,
            keep=keep,
            blank=blank,
            batch_tokens=batch_tokens,
            skip_bad=skip_bad or None,
        )
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(output) if output.suffix.lower() == ".parquet" else frame.write_csv(output)
    except OSError as error:
        raise StoreError(f"output '{output}' cannot be written ({error}). The scores are kept in the store.") from error
    Console().print(f"{len(frame):,} scores: {output}", markup=False, highlight=False)
