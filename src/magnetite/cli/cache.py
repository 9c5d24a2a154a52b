"""`magnetite cache`: list, verify and prune what is kept: scores, and unpacked weights."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magnetite.commands.cache import Kept, Pruning

app = typer.Typer(help="List, verify and prune what is kept: scores, and unpacked weights.", no_args_is_help=True)

Store = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Another folder of scores.  \\[default: $MAGNETITE_STORE, or your cache]"),
]


@app.command("list")
def list_kept(store: Store = None, json: output.Json = None) -> None:
    """List the scorers whose scores are kept, the latest first, and the weights on this disk.

    Example: magnetite cache list
    """
    from datetime import datetime

    from rich.table import Table
    from rich.text import Text

    from magnetite.commands.cache import kept
    from magnetite.core.files import size_text

    held = kept(store)
    if held.scorers:
        table = Table("scorer", "scores", "shards", "size", "last added to")
        table.columns[0].overflow = "fold"
        for each in held.scorers:
            added = f"{datetime.fromtimestamp(each.changed).astimezone():%Y-%m-%d}"
            name = Text(each.fingerprint)
            table.add_row(name, f"{each.scores:,}", f"{each.shards:,}", size_text(each.size), added)
        output.words(json).print(table)
    size = size_text(sum(each.size for each in held.scorers))
    output.say(json, f"Scores: {size} of {_count(len(held.scorers), 'scorer')} in {held.store}")
    for weights in held.weights:
        how = (
            "left half unpacked, in" if weights.leftover else "unpacked, in" if weights.unpacked else "in its package,"
        )
        output.say(json, f"Weights: {weights.name}, {size_text(weights.size)}, {how} {weights.place}")
    output.write_json(json, "cache", {"store": str(held.store), **_content(held)})


@app.command("verify")
def verify_kept(store: Store = None, json: output.Json = None) -> None:
    """Read every score and every weight file that is kept; exit with 5 where one is not what was written.

    Example: magnetite cache verify
    """
    from magnetite.commands.cache import kept, verify
    from magnetite.core.errors import StoreError

    held = kept(store)
    problems = []
    for problem in verify(held):
        problems.append(problem)
        output.say(json, problem)
    output.write_json(json, "cache", {"store": str(held.store), **_content(held), "problems": problems})
    if problems:
        raise StoreError(
            f"{_count(len(problems), 'problem')} found. Remove damaged shards with: magnetite cache prune --damaged. "
            "Their scores are computed again when they are needed."
        )
    shards, scores = (sum(getattr(each, name) for each in held.scorers) for name in ("shards", "scores"))
    output.say(
        json,
        f"All is as it was written: {scores:,} scores in {_count(shards, 'shard')}, and the weights of "
        f"{', '.join(each.name for each in held.weights if not each.leftover) or 'no package'}.",
    )


@app.command("prune")
def prune_kept(
    older_than: Annotated[
        int | None,
        typer.Option(min=0, metavar="DAYS", help="Scores of scorers to which nothing was added for so long."),
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Scores of scorers with this text in their name; may be repeated."),
    ] = None,
    damaged: Annotated[
        bool,
        typer.Option("--damaged", help="Shards that verify complains of, and weights that were left half unpacked."),
    ] = False,
    weights: Annotated[
        bool, typer.Option("--weights", help="Unpacked weights; their packages stay, and are unpacked when needed.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="All scores and unpacked weights.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be removed; remove nothing.")] = False,
    store: Store = None,
    json: output.Json = None,
) -> None:
    """Remove scores, damaged shards or unpacked weights, after showing which and asking.

    Removed scores are computed again when they are needed; what a server answered has to be asked, and paid for, again.
    Example: magnetite cache prune --older-than 90
    """
    import sys

    from magnetite.commands.cache import kept, plan_pruning, prune
    from magnetite.core.errors import UsageError
    from magnetite.core.files import size_text

    if everything and (older_than is not None or scorer):
        raise UsageError("cache prune: --all removes everything; leave it out, or leave --older-than and --scorer out.")
    held = kept(store)
    pruning = plan_pruning(
        held,
        everything=everything,
        scorers=scorer or (),
        older_than=older_than,
        damaged=damaged,
        weights=weights,
    )
    output.say(json, *_lines(pruning))
    if pruning and not dry_run and not yes and not sys.stdin.isatty():
        raise UsageError("cache prune: nothing was removed, since nobody can be asked here. Add --yes.")
    size = pruning.size
    question = f"Remove this, {size_text(size)}?"
    removed = bool(pruning) and not dry_run and (yes or typer.confirm(question, err=json == output.STANDARD_OUTPUT))
    if removed:
        prune(pruning)
        output.say(json, f"Removed: {size_text(size)}.")
    about = {"damaged": [each.reason for each in pruning.damaged], "size": size, "removed": removed}
    output.write_json(json, "cache", {"store": str(held.store), **_content(pruning), **about})


def _lines(pruning: "Pruning") -> "Iterator[str]":
    for scorer in pruning.scorers:
        yield f"{scorer.fingerprint}: {scorer.scores:,} scores"
    for shard in pruning.damaged:
        yield shard.reason
    for weights in pruning.weights:
        yield f"{weights.name}: {'half ' if weights.leftover else ''}unpacked weights in {weights.place}"
    if not pruning:
        yield "There is nothing to remove."


def _content(held: "Kept | Pruning") -> dict[str, Any]:
    """Return scorers and weights as JSON has them; times are seconds since 1970, sizes bytes."""
    scorers = [
        {"scorer": each.fingerprint} | {name: getattr(each, name) for name in ("scores", "shards", "size", "changed")}
        for each in held.scorers
    ]
    names = ("name", "size", "unpacked", "leftover", "place")
    weights = [{name: getattr(each, name) for name in names} for each in held.weights]
    return {"scorers": scorers, "weights": weights}


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
