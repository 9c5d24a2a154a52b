"""`magnetite cache`: list, verify and prune what is kept: scores, and unpacked weights."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from magnetite.auditing.cache import Pruning

app = typer.Typer(help="List, verify and prune what is kept: scores, and unpacked weights.", no_args_is_help=True)

Store = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Another folder of scores.  \\[default: $MAGNETITE_STORE, or your cache]"),
]


@app.command("list")
def list_kept(store: Store = None) -> None:
    """List the scorers whose scores are kept, the latest first, and the weights on this disk.

    Example: magnetite cache list
    """
    from datetime import datetime

    from rich.table import Table

    from magnetite.auditing.cache import kept
    from magnetite.doctor import size_text

    held, console = kept(store), _console()
    if held.scorers:
        table = Table("scorer", "scores", "shards", "size", "last added to")
        table.columns[0].overflow = "fold"
        for each in held.scorers:
            added = f"{datetime.fromtimestamp(each.changed).astimezone():%Y-%m-%d}"
            table.add_row(each.fingerprint, f"{each.scores:,}", f"{each.shards:,}", size_text(each.size), added)
        console.print(table)
    size = size_text(sum(each.size for each in held.scorers))
    console.print(f"Scores: {size} of {_count(len(held.scorers), 'scorer')} in {held.store}")
    for weights in held.weights:
        how = "unpacked, in" if weights.unpacked else "in its package,"
        console.print(f"Weights: {weights.name}, {size_text(weights.size)}, {how} {weights.place}")


@app.command("verify")
def verify_kept(store: Store = None) -> None:
    """Read every score and every weight file that is kept; exit with 5 where one is not what was written.

    Example: magnetite cache verify
    """
    from magnetite.auditing.cache import kept, verify
    from magnetite.core.errors import StoreError

    held, console = kept(store), _console()
    problems = 0
    for problem in verify(held):
        problems += 1
        console.print(problem)
    if problems:
        raise StoreError(
            f"{_count(problems, 'problem')} found. Remove damaged shards with: magnetite cache prune --damaged. Their "
            "scores are computed again when they are needed."
        )
    shards, scores = (sum(getattr(each, name) for each in held.scorers) for name in ("shards", "scores"))
    console.print(
        f"All is as it was written: {scores:,} scores in {_count(shards, 'shard')}, and the weights of "
        f"{', '.join(each.name for each in held.weights) or 'no package'}."
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
    damaged: Annotated[bool, typer.Option("--damaged", help="Shards that verify complains of.")] = False,
    weights: Annotated[
        bool, typer.Option("--weights", help="Unpacked weights; their packages stay, and are unpacked when needed.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="All scores and unpacked weights.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be removed; remove nothing.")] = False,
    store: Store = None,
) -> None:
    """Remove scores, damaged shards or unpacked weights, after showing which and asking.

    Removed scores are computed again when they are needed; what a server answered has to be asked, and paid for, again.
    Example: magnetite cache prune --older-than 90
    """
    import sys

    from magnetite.auditing.cache import kept, plan_pruning, prune
    from magnetite.core.errors import UsageError
    from magnetite.doctor import size_text

    pruning = plan_pruning(
        kept(store),
        everything=everything,
        scorers=scorer or (),
        older_than=older_than,
        damaged=damaged,
        weights=weights,
    )
    console = _console()
    _show(pruning, console)
    if not pruning or dry_run:
        return
    if not yes and not sys.stdin.isatty():
        raise UsageError("cache prune: nothing was removed, since nobody can be asked here. Add --yes.")
    size = size_text(pruning.size)
    if yes or typer.confirm(f"Remove this, {size}?"):
        prune(pruning)
        console.print(f"Removed: {size}.")


def _show(pruning: "Pruning", console: "Console") -> None:
    for scorer in pruning.scorers:
        console.print(f"{scorer.fingerprint}: {scorer.scores:,} scores")
    for shard in pruning.damaged:
        console.print(shard.reason)
    for weights in pruning.weights:
        console.print(f"{weights.name}: unpacked weights in {weights.place}")
    if not pruning:
        console.print("There is nothing to remove.")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _console() -> "Console":
    from rich.console import Console

    return Console(soft_wrap=True, markup=False, highlight=False)
