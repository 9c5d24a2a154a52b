"""Un-answerable training as a finding: systems trained on changed questions, all tested on the same intact ones.

Table 3 of Si et al. (2019) for any test set: the accuracy of each training set as a mean over seeds, compared with
rules that read nothing, with paired differences from full training. A p-value flips the sign of the difference passage
by passage.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import ENDS, ID, LEVEL, P
from magnetite.core.results import Finding, Heading, Number, Table, Text, Value, table
from magnetite.experiments.choices import Measure, baseline, chance, levels_of, passages_of
from magnetite.experiments.findings import INTERVALS, estimate_columns, finite, number, span
from magnetite.stats.intervals import Interval, difference, holm, jackknife, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views.baselines import longest, shortest
from magnetite.views.unanswerable import FULL, START

FLIPS = 9999  # sign flips drawn for a p-value; all of them where there are fewer
RULES: Mapping[str, Measure] = {"longest": longest, "shortest": shortest}
NAME = "unanswerable"
LEAST = 0.005  # nats below the loss of guessing that a training has learned anything by
PAPER = "Si et al. (2019), Table 3, BERT-large"
TRAINING = Heading("training", "trained on")
RIGHT = Heading("accuracy", "right", "share")
_NAMES = ("longest", "Full", "P-Shuffle", "Q-Shuffle", "PQ-Shuffle", "P-Remove", "Q-Remove", "PQ-Remove")
_PER_CENT = {
    "MC160": (34.6, 74.7, 60.2, 70.8, 60.8, 38.7, 61.7, 31.8),
    "MC500": (35.0, 69.3, 50.8, 62.9, 49.2, 38.7, 59.5, 38.3),
    "RACE-M": (29.1, 75.6, 63.2, 72.7, 60.6, 48.1, 57.7, 41.9),
    "RACE-H": (29.2, 64.7, 56.6, 62.5, 55.0, 51.5, 57.8, 45.3),
    "MCScript": (55.0, 87.7, 86.5, 86.7, 83.3, 76.8, 84.5, 72.5),
    "MCScript2.0": (58.7, 83.9, 81.6, 83.6, 77.0, 73.6, 80.2, 68.1),
    "DREAM": (34.3, 62.8, 46.8, 50.5, 41.2, 41.9, 62.2, 41.5),
}
TABLE_3: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        name: MappingProxyType({row: round(value / 100, 3) for row, value in zip(_NAMES, values, strict=True)})
        for name, values in _PER_CENT.items()
    }
)
_BY_LEVEL = {"race": {"middle": "RACE-M", "high": "RACE-H"}, "mctest": {"mc160": "MC160", "mc500": "MC500"}}


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """What the systems of one training set answer right, (seeds, items).

    Of each seed, None if unknown: `trained` and `dev` are its accuracy on what it was trained on, at the end, and on
    dev; `gains`, what `learned` takes; `starts`, how often its training was begun.
    """

    training: str
    correct: FloatArray
    trained: tuple[float | None, ...] = ()
    dev: tuple[float | None, ...] = ()
    gains: tuple[float | None, ...] = ()
    starts: tuple[int | None, ...] = ()

    @property
    def mean(self) -> FloatArray:
        """Return the share of seeds that answer an item right, (items,)."""
        means: FloatArray = self.correct.mean(axis=0)
        return means


@dataclass(frozen=True, slots=True)
class Reached:
    """What one training set, or one rule, reaches on one level of the test.

    `seeds` are the lowest and highest accuracy of a single seed. `difference` is from full training; `p` belongs to it,
    corrected over the training sets, for the whole test only. `kept` is the share of full training's gain over guessing
    that is left, None where full training has no clear gain.
    """

    training: str
    level: str
    accuracy: Interval
    seeds: tuple[float, float] | None = None
    difference: Interval | None = None
    p: float | None = None
    kept: Interval | None = None


@dataclass(frozen=True, slots=True)
class Above:
    """The best rule that reads nothing ("guessing", or one of `RULES`), and how far above it each training set is."""

    rule: str
    by: Mapping[str, Interval]

    def clear(self, training: str) -> bool:
        """Return whether a training set is clearly above the rule."""
        return verdict(self.by[training]) == Verdict.ABOVE


def unanswerable_finding(
    dataset: Dataset,
    answered: Sequence[Answered],
    seeds: tuple[int, ...],
    *,
    start: Answered | None = None,
    notes: tuple[Text, ...] = (),
    seed: int = 0,
) -> Finding:
    """Compare training sets, the full one first, on a test set all of whose answers are known.

    `start`: what the systems get right before they are trained. `notes` come from the training; they follow the
    finding's own.
    """
    items = dataset.items
    rows = reached(items, answered, start=start, seed=seed)
    every = [*([start] if start else []), *answered]
    whole = [row for row in rows if row.level == "all"]
    above = _above_rules(items, answered)
    right = (Heading(f"right_{each.training}").over(each.correct.sum(axis=0).tolist()) for each in every)
    return Finding(
        NAME,
        "Un-answerable training",
        _answer(whole, above, len(seeds)),
        tuple(_numbers(whole, above)),
        (_table(dataset, rows, len(seeds)), _by_seed(every, seeds, passages_of(items))),
        Table("items", "Every question", (ID.over(item.id for item in items), *right)),
        {"seeds": list(seeds), "seed": seed},
        (*_notes_of(whole, len(seeds)), *_restarted(answered, seeds), *_failed(answered, seeds), *notes),
    )


def _numbers(whole: Sequence[Reached], above: Above) -> Iterator[Number]:
    for row in whole:
        name = row.training
        yield number("accuracy" if name in (START, *above.by) else "baseline", row.accuracy, group=name)
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
    *right, n = estimate_columns(RIGHT, (row.accuracy for row in rows))
    columns = (
        TRAINING.over(row.training for row in rows),
        LEVEL.over(row.level for row in rows),
        *right,
        Heading("lowest", "lowest seed", "share").over(row.seeds[0] if row.seeds else None for row in rows),
        Heading("highest", "highest seed", "share").over(row.seeds[1] if row.seeds else None for row in rows),
        Heading("difference", "against Full (points)", "points").over(_of(row.difference, "estimate") for row in rows),
        Heading("difference_low", "against Full from", "points").over(_of(row.difference, "low") for row in rows),
        Heading("difference_high", "against Full to", "points").over(_of(row.difference, "high") for row in rows),
        P.over(row.p for row in rows),
        *(
            Heading(f"kept{end}", f"gain over guessing kept{words}", "share").over(_of(row.kept, name) for row in rows)
            for end, words, name in (("", "", "estimate"), ("_low", ", from", "low"), ("_high", ", to", "high"))
        ),
        Heading("seeds", unit="count").over(None if row.training in ("random", *RULES) else seeds for row in rows),
        n,
        Heading("reported_set", "the paper's set").over(sets[row.level] for row in rows),
        Heading("reported", "right in the paper", "share").over(reported),
    )
    return Table("training_sets", "Accuracy by training set", columns, "training_sets")


def _by_seed(answered: Sequence[Answered], seeds: tuple[int, ...], passages: IntArray) -> Table:
    """List every trained system, with its accuracy on the test, on dev and on what it was trained on."""
    rows: list[tuple[Value, ...]] = []
    for each in answered:
        told = [values or (None,) * len(seeds) for values in (each.dev, each.trained, each.gains, each.starts)]
        for seed, right, *training in zip(seeds, each.correct, *told, strict=True):
            accuracy = share(right, passages)
            bounds = finite(accuracy.low), finite(accuracy.high)
            rows.append((each.training, seed, accuracy.estimate, *bounds, accuracy.n, *training))
    others = (
        Heading("accuracy_dev", "right on dev", "share"),
        Heading("accuracy_training", "right while training, at the end", "share"),
        Heading("gain_training", "loss below guessing's when the weights were kept (nats)", "score"),
        Heading("starts", "times begun", "count"),
    )
    headings = (TRAINING, Heading("seed"), RIGHT, *ENDS, *others)
    known = [place for place in range(len(headings)) if any(row[place] is not None for row in rows)]
    kept = [tuple(row[place] for place in known) for row in rows]
    return table("by_seed", "Every system by itself", [headings[place] for place in known], kept, "training_seeds")


def _of(interval: Interval | None, name: str) -> float | None:
    return None if interval is None else finite(getattr(interval, name))


def _answer(whole: Sequence[Reached], above: Above, seeds: int) -> Reason:
    """Summarise what full training reaches, what is lost without the sense, and what is left above the best rule.

    `whole` is about the whole test. Where full training itself is not clearly above that rule, the others are left out.
    """
    by_training = {row.training: row for row in whole}
    full = by_training[FULL].accuracy
    rules = {name: by_training[name].accuracy.estimate for name in ("random", *RULES)}
    values = {"full": full.estimate, "questions": many(full.n, "test-question"), "interval": span(full), "seeds": seeds}
    opening = [Reason("unanswerable-full", {**values, **rules})]
    if start := by_training.get(START):
        values = {"right": start.accuracy.estimate, "interval": span(start.accuracy)}
        opening.append(Reason("unanswerable-start", values))
    changed = [row for row in whole if row.difference is not None]
    if not above.clear(FULL):
        others = "nothing" if changed else "none"
        return sentences(*opening, Reason("unanswerable-not-clear", {"rule": above.rule, "others": others}))
    return sentences(*opening, *_changes(changed), *_above(changed, above))


def _notes_of(whole: Sequence[Reached], seeds: int) -> Iterator[Reason]:
    """Yield the caveats that go with any table of training sets."""
    compared = sum(row.p is not None for row in whole)
    yield INTERVALS
    yield Reason("unanswerable-note-seeds", {"seeds": seeds})
    if compared:
        yield Reason("unanswerable-note-test", {"comparisons": many(compared, "comparison")})
    yield Reason("unanswerable-note-tested")
    if compared:
        yield Reason("unanswerable-note-says")


def learned(gain: float) -> bool:
    """Say whether a training learned anything: its mean loss at the end is at least `LEAST` nats below guessing's.

    A fine-tuning that fails ends at the loss of guessing (Mosbach et al., 2021), which another seed often cures.

    >>> learned(0.1), learned(0.001)
    (True, False)
    """
    return gain >= LEAST


def _restarted(answered: Sequence[Answered], seeds: tuple[int, ...]) -> Iterator[Reason]:
    """Name the trainings that were begun more than once."""
    which = [
        Reason("unanswerable-restart", {"training": each.training, "seed": seed, "times": many(starts - 1, "time")})
        for each in answered
        for seed, starts in zip(seeds, each.starts, strict=False)
        if starts is not None and starts > 1
    ]
    if which:
        yield Reason("unanswerable-note-restarted", {"which": Reason("writing-semicolons", {"parts": which})})


def _failed(answered: Sequence[Answered], seeds: tuple[int, ...]) -> Iterator[Reason]:
    """Name the trainings that learned nothing of what they were trained on, where that is known."""
    which = [
        Reason("unanswerable-training", {"training": each.training, "seed": seed})
        for each in answered
        for seed, gain in zip(seeds, each.gains, strict=False)
        if gain is not None and not learned(gain)
    ]
    if which:
        yield Reason("unanswerable-note-failed", {"which": Reason("writing-semicolons", {"parts": which})})


def _changes(changed: Sequence[Reached]) -> Iterator[Reason]:
    """Sort the changed training sets by whether they clearly differ from the full one."""
    for group in ("loss", "better", "unclear"):
        if shown := [_shown(row) for row in changed if _group(row) == group]:
            yield Reason("unanswerable-changes", {"group": group, "sets": Reason("writing-commas", {"parts": shown})})


def _group(row: Reached) -> str:
    assert row.difference is not None  # changed training sets have one
    side = Verdict.OPEN if row.p is None else verdict(row.difference, p=row.p)
    return {Verdict.BELOW: "loss", Verdict.ABOVE: "better"}.get(side, "unclear")


def _shown(row: Reached) -> Reason:
    gap = row.difference
    assert gap is not None  # as above
    values = {"points": gap.estimate, "low": gap.low, "high": gap.high}
    return Reason("unanswerable-change", {"training": row.training, **values})


def _above(changed: Sequence[Reached], above: Above) -> Iterator[Reason]:
    """Yield which un-answerable training sets teach more than the best rule, and which do not."""
    taught = [row.training for row in changed if above.clear(row.training)]
    rest = [row.training for row in changed if not above.clear(row.training)]
    if taught:
        sets = Reason("writing-commas", {"parts": [Reason("unanswerable-set", {"training": name}) for name in taught]})
        yield Reason("unanswerable-taught", {"rule": above.rule, "sets": sets})
    if rest:
        yield Reason("unanswerable-not-taught", {"rule": above.rule, "sets": ", ".join(rest)})


@dataclass(frozen=True, slots=True, eq=False)
class _LevelItems:
    """One level of a test: its items, (items,), and their passages, chances of a guess and right answers by rule."""

    level: str
    mask: BoolArray
    passages: IntArray
    guess: FloatArray
    right: Mapping[str, FloatArray]  # by rule


def reached(
    items: Sequence[Item], answered: Sequence[Answered], *, start: Answered | None = None, seed: int
) -> list[Reached]:
    """Measure the rules, the start and every training set, the full one first, by level, the whole test first."""
    full, others = answered[0], answered[1:]
    tests = [sign_flips(each.mean - full.mean, passages_of(items), seed) for each in others]
    rows, p_values = [], dict(zip((each.training for each in others), holm(np.array(tests)).tolist(), strict=True))
    for part in _parts(items):
        guess = Interval(float(part.guess.mean()), np.nan, np.nan, len(part.guess))
        rules = [Reached(name, part.level, share(right, part.passages)) for name, right in part.right.items()]
        rows += [Reached("random", part.level, guess), *rules]
        if start is not None:
            rows.append(_untouched(start, part))
        for each in answered:
            p = p_values.get(each.training) if part.level == "all" else None
            rows.append(_trained(each, answered[0], part, p))
    return rows


def _above_rules(items: Sequence[Item], answered: Sequence[Answered]) -> Above:
    """Compare every training set with guessing or the rule that is right most often on the whole test."""
    right = {"guessing": chance(items)}
    right |= {name: baseline(items, rule).correct for name, rule in RULES.items()}
    best = max(right, key=lambda name: right[name].mean())
    passages = passages_of(items)
    return Above(best, {each.training: difference(each.mean, right[best], passages) for each in answered})


def _parts(items: Sequence[Item]) -> list[_LevelItems]:
    passages, guess = passages_of(items), chance(items)
    right = {name: baseline(items, rule).correct for name, rule in RULES.items()}
    return [
        _LevelItems(level, on, passages[on], guess[on], {name: each[on] for name, each in right.items()})
        for level, on in levels_of(items).items()
    ]


def _untouched(each: Answered, part: _LevelItems) -> Reached:
    """Return what systems reach that are compared with nothing: the full training set, and the start."""
    mine = each.correct[:, part.mask]
    alone = mine.mean(axis=1)
    spread = (float(alone.min()), float(alone.max())) if len(alone) > 1 else None
    return Reached(each.training, part.level, share(mine.mean(axis=0), part.passages), spread)


def _trained(each: Answered, full: Answered, part: _LevelItems, p: float | None) -> Reached:
    alone = _untouched(each, part)
    if each is full:
        return alone
    mine, whole, passages = each.correct[:, part.mask], full.correct[:, part.mask].mean(axis=0), part.passages
    gap = difference(mine.mean(axis=0), whole, passages)
    clear = verdict(difference(whole, part.guess, passages)) == Verdict.ABOVE
    left = kept(mine.mean(axis=0) - part.guess, whole - part.guess, passages) if clear else None
    return replace(alone, difference=gap, p=p, kept=left)


def sign_flips(gaps: FloatArray, passages: IntArray, seed: int = 0) -> float:
    """Test whether paired differences, (items,), have mean 0: the p-value, two-sided, of random signs by passage.

    The questions of a passage keep the same sign, so the test allows for their being alike; exact where there are
    fewer sign patterns than are drawn.

    >>> round(sign_flips(np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0]), np.arange(6)), 4)
    0.0312
    """
    from scipy.stats import permutation_test

    sums = np.bincount(passages, weights=gaps)

    def total(first: FloatArray, second: FloatArray, axis: int = -1) -> FloatArray:
        sums: FloatArray = (first - second).sum(axis=axis)
        return sums

    if len(sums) < 2:
        return 1.0
    settings: dict[str, Any] = {"permutation_type": "samples", "vectorized": True, "n_resamples": FLIPS, "batch": 500}
    test = permutation_test((sums, np.zeros(len(sums))), total, rng=np.random.default_rng(seed), **settings)
    return min(1.0, float(test.pvalue))


def kept(gain: FloatArray, full: FloatArray, passages: IntArray) -> Interval:
    """Estimate mean(gain) / mean(full) over the same items, (n,) each."""
    return jackknife(np.column_stack([gain, full]), passages, lambda means: means[:, :1] / means[:, 1:])[0]


def paper_set(dataset: Dataset, level: str) -> str | None:
    """Name which of the paper's seven sets a level of a dataset ("all": all of it) is, None where it is none.

    Format, level and the split that the paper tested on decide, and for MCScript's two the dataset's name.

    >>> from examfiles.items import Item
    >>> item = Item("1", "p", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0, "middle")
    >>> paper_set(Dataset("RACE", (item,), "test", format="race"), "all")
    'RACE-M'
    """
    name = _set_of(dataset, level)
    split = "dev" if name == "MCScript2.0" else "test"
    return name if dataset.split == split else None


def _set_of(dataset: Dataset, level: str) -> str | None:
    kind = dataset.format or ""
    if kind == "dream":
        return "DREAM" if level == "all" else None
    if kind == "mcscript":
        return ("MCScript2.0" if "2" in dataset.name else "MCScript") if level == "all" else None
    levels = {item.level for item in dataset}
    only = next(iter(levels)) if level == "all" and len(levels) == 1 else level
    return _BY_LEVEL.get(kind, {}).get(str(only))
