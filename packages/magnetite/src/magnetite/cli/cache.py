"""`magnetite cache`: list, verify and prune what is kept: scores, and unpacked weights."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from examfiles.errors import StoreError, UsageError
from examfiles.files import DAY, size_text
from examfiles.reasons import counted
from magnetite.cli import output
from magnetite.core.errors import ModelError

if TYPE_CHECKING:
    from magnetite.engine.upkeep import DamagedShard, StoredScorer
    from magnetite.scorers.packaged import HeldWeights

app = typer.Typer(help="List, verify and prune stored scores and unpacked weights.", no_args_is_help=True)

Store = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Another folder of scores.  \\[default: $MAGNETITE_STORE, or your cache]"),
]


@app.command("list")
def list_kept(store: Store = None, json: output.Json = None) -> None:
    """List the scorers with stored scores, the latest first, and the weights on this disk.

    Example: magnetite cache list
    """
    from datetime import datetime

    from rich.table import Table
    from rich.text import Text

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
    output.say(json, f"Scores: {size} of {counted(len(held.scorers), 'scorer')} in {held.store}")
    for weights in held.weights:
        how = (
            "left half unpacked, in" if weights.leftover else "unpacked, in" if weights.unpacked else "in its package,"
        )
        output.say(json, f"Weights: {weights.name}, {size_text(weights.size)}, {how} {weights.place}")
    output.write_json(json, "cache", {"store": str(held.store), **_content(held)})


@app.command("verify")
def verify_kept(store: Store = None, json: output.Json = None) -> None:
    """Read every stored score and weight file; exit with 5 if one is not what was written.

    Example: magnetite cache verify
    """
    held = kept(store)
    problems = []
    for problem in verify(held):
        problems.append(problem)
        output.say(json, problem)
    output.write_json(json, "cache", {"store": str(held.store), **_content(held), "problems": problems})
    if problems:
        raise StoreError(
            f"{counted(len(problems), 'problem')} found. Remove damaged shards with: magnetite cache prune --damaged. "
            "Their scores are computed again when they are needed."
        )
    shards, scores = (sum(getattr(each, name) for each in held.scorers) for name in ("shards", "scores"))
    output.say(
        json,
        f"All is as it was written: {scores:,} scores in {counted(shards, 'shard')}, and the weights of "
        f"{', '.join(each.name for each in held.weights if not each.leftover) or 'no package'}.",
    )


@app.command("prune")
def prune_kept(
    older_than: Annotated[
        int | None,
        typer.Option(min=0, metavar="DAYS", help="Scores of scorers that have gained no new score for DAYS days."),
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Scores of scorers with this text in their name; may be repeated."),
    ] = None,
    damaged: Annotated[
        bool, typer.Option("--damaged", help="Shards that verify reports as damaged, and half-unpacked weights.")
    ] = False,
    weights: Annotated[
        bool, typer.Option("--weights", help="Unpacked weights; their packages stay, and are unpacked when needed.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="All scores and unpacked weights.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be removed; remove nothing.")] = False,
    store: Store = None,
    json: output.Json = None,
) -> None:
    """Remove scores, damaged shards or unpacked weights, after listing them and asking.

    Removed scores are computed again when they are needed; what a server answered has to be asked, and paid for, again.
    Example: magnetite cache prune --older-than 90
    """
    if everything and (older_than is not None or scorer):
        raise UsageError("cache prune: --all removes everything; leave it out, or leave --older-than and --scorer out.")
    held = kept(store)
    pruning = plan_pruning(
        held, everything=everything, scorers=scorer or (), older_than=older_than, damaged=damaged, weights=weights
    )
    output.say(json, *_lines(pruning))
    if pruning and not dry_run and not yes and not sys.stdin.isatty():
        raise UsageError("cache prune: nothing was removed, because no one can be asked here. Add --yes.")
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


def _content(held: "CacheContent | Pruning") -> dict[str, Any]:
    """Return scorers and weights as JSON has them; times are seconds since 1970, sizes bytes."""
    scorers = [
        {"scorer": each.fingerprint} | {name: getattr(each, name) for name in ("scores", "shards", "size", "changed")}
        for each in held.scorers
    ]
    names = ("name", "size", "unpacked", "leftover", "place")
    weights = [{name: getattr(each, name) for name in names} for each in held.weights]
    return {"scorers": scorers, "weights": weights}


@dataclass(frozen=True, slots=True)
class CacheContent:
    """What is kept: the store's folder, its scorers, the latest first, and the weights that are on this disk."""

    store: Path
    scorers: "Sequence[StoredScorer]"
    weights: "Sequence[HeldWeights]"


@dataclass(frozen=True, slots=True)
class Pruning:
    """What is to be removed."""

    scorers: "Sequence[StoredScorer]" = ()
    damaged: "Sequence[DamagedShard]" = ()
    weights: "Sequence[HeldWeights]" = ()

    @property
    def size(self) -> int:
        """Add up the bytes that become free."""
        shards = sum(each.path.stat().st_size for each in self.damaged if each.path.exists())
        return shards + sum(each.size for each in self.scorers) + sum(each.size for each in self.weights)

    def __bool__(self) -> bool:
        return bool(self.scorers or self.damaged or self.weights)


def kept(store: Path | None = None) -> CacheContent:
    """List what is kept, without reading it; `store`: another folder of scores than the default. Raises StoreError."""
    from magnetite.engine.upkeep import stored_scorers
    from magnetite.running.record import default_store
    from magnetite.scorers.packaged import held_weights

    folder = store.expanduser() if store else default_store()
    return CacheContent(folder, stored_scorers(folder), held_weights())


def plan_pruning(
    held: CacheContent,
    *,
    everything: bool = False,
    scorers: Sequence[str] = (),
    older_than: int | None = None,
    damaged: bool = False,
    weights: bool = False,
) -> Pruning:
    """Choose what is to go: scorers whose name contains one of these texts, and to which nothing was added for so many
    days; damaged shards, and weights that were left half unpacked; unpacked weights, these too; or everything.

    Raises UsageError where nothing is chosen, or a text is in no scorer's name.
    """  # noqa: D205 - the sentence is a list
    from magnetite.engine.upkeep import damaged_shards, is_shard

    if not (everything or scorers or older_than is not None or damaged or weights):
        raise UsageError(
            "cache prune: what is to go was not said. Choose --older-than DAYS, --scorer TEXT, --damaged, --weights or "
            "--all; --dry-run shows what each would remove."
        )
    for text in scorers:
        if not any(text in each.fingerprint for each in held.scorers):
            raise UsageError(
                f"--scorer '{text}': no scorer of {held.store} has this in its name. See them: cache list."
            )
    oldest = time.time() - (older_than or 0) * DAY
    chosen = [
        each
        for each in held.scorers
        if everything
        or (
            (scorers or older_than is not None)
            and (not scorers or any(text in each.fingerprint for text in scorers))
            and (not older_than or each.changed < oldest)
        )
    ]
    unpacked = [
        each for each in held.weights if each.unpacked and (weights or everything or (damaged and each.leftover))
    ]
    gone = {each.folder for each in chosen}
    suspects = damaged_shards(held.store) if damaged else ()
    torn = [each for each in suspects if is_shard(each.path) and each.path.parent not in gone]
    return Pruning(chosen, torn, unpacked)


def prune(pruning: Pruning) -> None:
    """Remove what was chosen. Raises StoreError for what cannot be removed."""
    from magnetite.engine.upkeep import remove_scorer, remove_shards
    from magnetite.scorers.packaged import remove_weights

    for scorer in pruning.scorers:
        remove_scorer(scorer)
    remove_shards([each.path for each in pruning.damaged])
    for each in pruning.weights:
        remove_weights(each)


def verify(held: CacheContent) -> Iterator[str]:
    """Read everything that is kept, and yield a sentence for each thing that is not what it should be."""
    from magnetite.engine.upkeep import damaged_shards
    from magnetite.scorers.packaged import verify_weights

    for shard in damaged_shards(held.store):
        yield shard.reason
    for each in held.weights:
        if each.leftover:
            continue
        try:
            verify_weights(each.name)
        except ModelError as error:
            yield str(error)
