"""Un-answerable training as a finding: systems trained on changed questions, all tested on the same intact ones.

Table 3 of Si et al. (2019) for any test set: the accuracy of each training set as a mean over seeds, beside rules that
read nothing, with paired differences from full training.
"""

from collections.abc import Iterator, Sequence

from magnetite.core.cells import IntArray
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.choices import finite, number, passages_of
from magnetite.experiments.unanswerable.paper import TABLE_3, paper_set
from magnetite.experiments.unanswerable.reached import RULES, Above, Answered, Reached, above_rules, reached
from magnetite.experiments.unanswerable.words import notes_of, sentence
from magnetite.stats.intervals import Interval, share

NAME = "unanswerable"


def unanswerable_finding(
    dataset: Dataset,
    answered: Sequence[Answered],
    seeds: tuple[int, ...],
    *,
    notes: tuple[str, ...] = (),
    resamples: int = 2000,
    seed: int = 0,
) -> Finding:
    """Compare training sets, the full one first, on a test set all of whose answers are known.

    `notes` come from the training; they follow the finding's own.
    """
    items = dataset.items
    rows = reached(items, answered, resamples=resamples, seed=seed)
    whole = [row for row in rows if row.level == "all"]
    above = above_rules(items, answered, resamples=resamples, seed=seed)
    return Finding(
        NAME,
        "Un-answerable training",
        sentence(whole, above, len(seeds)),
        tuple(_numbers(whole, above)),
        (_table(dataset, rows, len(seeds)), _by_seed(answered, seeds, passages_of(items))),
        _item_rows(items, answered),
        {"seeds": list(seeds), "resamples": resamples, "seed": seed},
        (*notes_of(whole, len(seeds)), *notes),
    )


def _numbers(whole: Sequence[Reached], above: Above) -> Iterator[Number]:
    for row in whole:
        name = row.training
        yield number("accuracy" if name in above.by else "baseline", row.accuracy, group=name)
        if row.difference is not None:
            yield number("difference from full", row.difference, "points", name)
        if row.p is not None:
            yield Number("difference from full, p", row.p, n=row.accuracy.n, unit="p", group=name)
        if row.kept is not None:
            yield number("gain kept", row.kept, group=name)
        if name in above.by:
            yield number("above the best rule", above.by[name], "points", name)


def _table(dataset: Dataset, rows: Sequence[Reached], seeds: int) -> Table:
    """List what every training set reaches, beside the paper's value where the test set is one of the paper's."""
    sets = {row.level: paper_set(dataset, row.level) for row in rows}
    reported = [TABLE_3.get(sets[row.level] or "", {}).get(row.training) for row in rows]
    columns: dict[str, list[Value]] = {
        "training": [row.training for row in rows],
        "level": [row.level for row in rows],
        "accuracy": [row.accuracy.estimate for row in rows],
        "low": [finite(row.accuracy.low) for row in rows],
        "high": [finite(row.accuracy.high) for row in rows],
        "lowest": [row.seeds[0] if row.seeds else None for row in rows],
        "highest": [row.seeds[1] if row.seeds else None for row in rows],
        "difference": [_of(row.difference, "estimate") for row in rows],
        "difference_low": [_of(row.difference, "low") for row in rows],
        "difference_high": [_of(row.difference, "high") for row in rows],
        "p": [row.p for row in rows],
        "kept": [_of(row.kept, "estimate") for row in rows],
        "seeds": [None if row.training in ("random", *RULES) else seeds for row in rows],
        "n": [row.accuracy.n for row in rows],
        "reported_set": [sets[row.level] for row in rows],
        "reported": list(reported),
    }
    return Table("training_sets", "Accuracy by training set", columns, "training_sets")


def _by_seed(answered: Sequence[Answered], seeds: tuple[int, ...], passages: IntArray) -> Table:
    """List every trained system, with its accuracy on the test, on dev and on what it was trained on."""
    rows: list[tuple[Value, ...]] = []
    for each in answered:
        nobody: tuple[float | None, ...] = (None,) * len(seeds)
        for number_, right, trained, dev in zip(
            seeds, each.correct, each.trained or nobody, each.dev or nobody, strict=True
        ):
            found = share(right, passages)
            bounds = finite(found.low), finite(found.high)
            rows.append((each.training, number_, found.estimate, *bounds, found.n, dev, trained))
    names = ("training", "seed", "accuracy", "low", "high", "n", "accuracy_dev", "accuracy_training")
    columns = {name: [row[k] for row in rows] for k, name in enumerate(names)}
    return Table("by_seed", "Every system by itself", columns, "training_seeds")


def _item_rows(items: Sequence[Item], answered: Sequence[Answered]) -> Table:
    """List per item how many seeds of each training set answer it right."""
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        **{f"right_{each.training}": each.correct.sum(axis=0).tolist() for each in answered},
    }
    return Table("items", "Every question", columns)


def _of(interval: Interval | None, name: str) -> float | None:
    return None if interval is None else finite(getattr(interval, name))
