"""`magnetite convert`: a dataset in another format, and under a view if one is named."""

import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.commands.audit import AuditSettings


@flags.spread((AuditSettings, "seed", "limit", "split", "columns", "skip_bad", "fill_down"))
def command(
    data: flags.Data,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to write, or for race a folder or .tar.gz.")],
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="The format to write.  \\[default: by FILE's ending]"),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Change the items: O, QO, CO, P-Shuffle, …, or an attack such as AddSent2Opt."
        ),
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(min=0, help="With an attack: shuffle again until this ShuffleDegree.")
    ] = None,
    sentence: Annotated[
        str | None, typer.Option(help="With an attack: one sentence for each distractor, or question.")
    ] = None,
    tries: Annotated[int | None, typer.Option(min=1, help="With an attack: orders drawn for each text.")] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Read the data as this format.  \\[default: detected]")
    ] = None,
    passage: Annotated[
        str | None, typer.Option(metavar="FILE", help="A passage for all questions that have none.")
    ] = None,
    lose: Annotated[bool, typer.Option("--lose", help="Write even if the format cannot hold everything.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
    json: output.Json = None,
    **given: Any,
) -> None:
    """Write a dataset in another format; stop before writing if that format cannot hold everything.

    Example: magnetite convert RACE.tar.gz --split test --view addsent2opt-shuffle --seed 7 --to attacked.jsonl
    """
    from magnetite.commands.convert import convert

    result = convert(
        data,
        to,
        format=format_,
        view=view,
        read_as=from_,
        passage=passage,
        lose=lose,
        overwrite=overwrite,
        command=shlex.join(["magnetite", *sys.argv[1:]]),
        threshold=threshold,
        sentence=sentence,
        tries=tries,
        **{name: value for name, value in given.items() if value is not None},
    )
    count = len(result.dataset)
    lost = [f"Lost: {line}" for line in result.lost] + [f"Changed: {line}" for line in result.renamed]
    note = [f"Changes made: {result.provenance}"] if result.provenance else []
    output.say(json, f"{count:,} question{'' if count == 1 else 's'}: {result.path}", *lost, *result.notes, *note)
    content = {"path": str(result.path), "count": count, "of": "questions", "notes": list(result.notes)}
    provenance = None if result.provenance is None else str(result.provenance)
    output.write_json(
        json,
        "written",
        {**content, "lost": list(result.lost), "changed": list(result.renamed), "provenance": provenance},
    )
