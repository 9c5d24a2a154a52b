"""`magnetite score`: the raw scores, for people who want only those."""

from pathlib import Path
from typing import Annotated, Any

import typer

from examfiles.errors import UsageError
from magnetite.cli import options
from magnetite.cli import output as output_
from magnetite.cli.runs import progress_bars, typed
from magnetite.commands.score import SCORE
from magnetite.core.files import panics


def _run(
    output: Annotated[Path, typer.Option(help="The file to write: .parquet or .csv.")] = Path("scores.parquet"),
    json: output_.Json = None,
    **values: Any,
) -> None:
    if output.suffix.lower() not in {".parquet", ".csv"}:
        raise UsageError(
            f"output '{output}' ends in neither .parquet nor .csv, so its format is unknown. Name a file that does."
        )
    output_.refuse_unwritable(json)
    _refuse_others(output)
    with progress_bars() as watch:
        frame = SCORE.ready(options.given(SCORE.flags, values)).perform(watch=watch)
    from magnetite.running.record import make_parent
    from magnetite.scorers.exchange import replaced

    make_parent(output)
    write = frame.write_parquet if output.suffix.lower() == ".parquet" else frame.write_csv
    replaced(output, write, "The scores are kept in the store.")
    output_.say(json, f"{len(frame):,} scores: {output}")
    output_.write_json(json, "written", {"path": str(output), "count": len(frame), "of": "scores", "notes": []})


command = typed(SCORE, _run)


def _refuse_others(output: Path) -> None:
    """Raise UsageError where the file is there and holds something else than scores: an exam, say."""
    if not output.is_file() or not output.stat().st_size:
        return
    import polars as pl

    scan = pl.scan_parquet if output.suffix.lower() == ".parquet" else pl.scan_csv
    try:
        with panics():
            columns = set(scan(output).collect_schema().names())
    except (pl.exceptions.PolarsError, OSError):
        columns = set()
    if not {"view", "member", "text", "score"} <= columns:
        raise UsageError(f"output '{output}' is there and holds no scores, so it is not replaced. Name another file.")
