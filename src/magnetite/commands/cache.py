"""What Magnetite keeps in the user's cache: scores and unpacked weights. Listed, verified, and removed on request."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from magnetite.commands.record import default_store
from magnetite.core.errors import ModelError, UsageError
from magnetite.core.files import DAY
from magnetite.engine.upkeep import (
    DamagedShard,
    StoredScorer,
    damaged_shards,
    is_shard,
    remove_scorer,
    remove_shards,
    stored_scorers,
)
from magnetite.scorers.packaged import HeldWeights, held_weights, remove_weights, verify_weights


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept: the store's folder, its scorers, the latest first, and the weights that are on this disk."""

    store: Path
    scorers: Sequence[StoredScorer]
    weights: Sequence[HeldWeights]


@dataclass(frozen=True, slots=True)
class Pruning:
    """What is to be removed."""

    scorers: Sequence[StoredScorer] = ()
    damaged: Sequence[DamagedShard] = ()
    weights: Sequence[HeldWeights] = ()

    @property
    def size(self) -> int:
        """Add up the bytes that become free."""
        shards = sum(each.path.stat().st_size for each in self.damaged if each.path.exists())
        return shards + sum(each.size for each in self.scorers) + sum(each.size for each in self.weights)

    def __bool__(self) -> bool:
        return bool(self.scorers or self.damaged or self.weights)


def kept(store: Path | None = None) -> Kept:
    """List what is kept, without reading it; `store`: another folder of scores than the default. Raises StoreError."""
    folder = store.expanduser() if store else default_store()
    return Kept(folder, stored_scorers(folder), held_weights())


def plan_pruning(
    held: Kept,
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
        or ((scorers or older_than is not None) and _named(each, scorers) and (not older_than or each.changed < oldest))
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
    for scorer in pruning.scorers:
        remove_scorer(scorer)
    remove_shards([each.path for each in pruning.damaged])
    for each in pruning.weights:
        remove_weights(each)


def verify(held: Kept) -> Iterator[str]:
    """Read everything that is kept, and yield a sentence for each thing that is not what it should be."""
    for shard in damaged_shards(held.store):
        yield shard.reason
    for each in held.weights:
        if each.leftover:
            continue
        try:
            verify_weights(each.name)
        except ModelError as error:
            yield str(error)


def _named(scorer: StoredScorer, texts: Sequence[str]) -> bool:
    return not texts or any(text in scorer.fingerprint for text in texts)
