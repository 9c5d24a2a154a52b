"""`magnetite import`: scores that an outside system gave to exported cells, checked and made into a system."""

from pathlib import Path
from typing import Annotated

import typer

from magnetite.cli import output


def command(
    scores: Annotated[
        list[Path],
        typer.Argument(metavar="SCORES", help="Files of rows with a key and a score: .jsonl, .csv or .parquet."),
    ],
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The .parquet file to write; then --model FILE in any run.")
    ] = None,
    cells: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The exported file.  \\[default: the only such file beside SCORES]"),
    ] = None,
    add_to: Annotated[
        Path | None, typer.Option("--add-to", metavar="FILE", help="Scores imported before, to add these to.")
    ] = None,
    json: output.Json = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
) -> None:
    """Check the scores of exported cells, every cell once, and make them a system that needs no model.

    Example: magnetite import scored.jsonl --to scores.parquet
    """
    from magnetite.commands.import_ import import_scores

    result = import_scores(list(scores), to, cells=cells, add_to=add_to, overwrite=overwrite)
    lines = [f"{result.scores:,} scores, for {result.header.about()}: {result.path}", *result.notes]
    if result.header.command:
        flag = "--systems outside=" if result.header.probe == "transfer" else "--model "
        lines.append(f"Now: {result.header.command} {flag}{result.path}")
    output.say(json, *lines)
    content = {"path": str(result.path), "count": result.scores, "of": "scores", "notes": list(result.notes)}
    output.write_json(json, "written", content)
