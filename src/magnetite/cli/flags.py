"""The flags that several commands share, each defined once."""

from typing import Annotated

import typer

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA", help="A file, folder or archive of questions; an hf:// path; or 'sample', the bundled exam."
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="'bundled' (default); a folder of trained systems; a Transformers folder or hub id with a multiple-choice "
        "head; random, longest or overlap; or 'file.py:function'.",
    ),
]
Split = Annotated[str | None, typer.Option(help="train, dev or test, where the data has several.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Read the data as race, mctest, dream, mcscript, cosmosqa, reclor or tabular instead of detecting it.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAME=COLUMN,…",
        help="Columns of a table: passage=text,question=stem,options=A+B+C,…; "
        "first=1 says that numbered answers count from 1.",
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Look at this many questions, drawn as whole passages by seed.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of every random choice.  \\[default: 0]")]
Views = Annotated[str | None, typer.Option(metavar="VIEW,…", help="Any of O, QO, CO, QOC; all there are by default.")]
SkipBad = Annotated[
    bool, typer.Option("--skip-bad", help="Leave out items that cannot be read, and list them, instead of stopping.")
]
Store = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Where scores are kept; 'off' keeps none.  \\[default: your cache]")
]
Dtype = Annotated[str | None, typer.Option(help="auto, float32, bfloat16 or float16.")]
Device = Annotated[str | None, typer.Option(help="auto, cpu, cuda, cuda:1, mps.")]
Keep = Annotated[str | None, typer.Option(help="Which end of a passage stays where it must be cut: start or end.")]
Blank = Annotated[
    str | None, typer.Option(help="A cloze blank: keep it and append the option, or fill it with the option.")
]
BatchTokens = Annotated[int | None, typer.Option(min=1, help="Tokens scored at a time; lower it if memory runs out.")]


def read_columns(text: str | None) -> dict[str, str] | None:
    """Read `passage=text,question=stem` into a mapping. Raises UsageError for a part without '='."""
    from magnetite.core.errors import UsageError

    if text is None:
        return None
    columns = {}
    for part in text.split(","):
        name, equals, column = part.partition("=")
        if not equals or not name.strip() or not column.strip():
            raise UsageError(f"--columns: '{part}' is not NAME=COLUMN, as in passage=text,question=stem.")
        columns[name.strip()] = column.strip()
    return columns
