"""The tables of un-readable attacks: accuracy under each, the controls, what length alone answers, and the texts."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.results import Table, Value
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import finite, levels_of, passages_of
from magnetite.experiments.unreadable.effects import Bootstrap, Effect, effects
from magnetite.experiments.unreadable.reading import (
    NO_ATTACK,
    Reading,
    Trial,
    answer_lengths,
    by_length,
    length_change,
    mean_degree,
)
from magnetite.stats.intervals import share
from magnetite.stats.paired import difference, holm, mcnemar
from magnetite.views.unreadable import ATTACKS, CONTROLS, controls_of

ALL = "all"
Row = dict[str, Value]


def columns_of(rows: Sequence[Row]) -> dict[str, list[Value]]:
    """Turn rows with the same names into columns; no columns without rows."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def measured(
    trial: Trial, readings: Mapping[str, Reading], names: Sequence[str], bootstrap: Bootstrap
) -> dict[tuple[str, str], dict[str, Effect]]:
    """Measure attacks by system and level; p values are corrected over those of one system and level."""
    return {
        (system, level): effects(trial, reading, names, rows, bootstrap)
        for system, reading in readings.items()
        for level, rows in levels_of(trial.items).items()
    }


def role(control: str) -> str:
    """Describe in a few words how a control differs from the attacks it stands beside.

    >>> role("AddSent2Opt"), role("Other2Opt-Shuffle")
    ('the same, not shuffled', 'a sentence of another passage')
    """
    way = {**ATTACKS, **CONTROLS}[control]
    if way.neutral:
        return "neutral words, as many"
    return "a sentence of another passage" if way.source == "other" else "the same, not shuffled"


def attacks_table(trial: Trial, measurements: Mapping[tuple[str, str], Mapping[str, Effect]]) -> Table:
    """List every attack by system and level (Table 2): `low` and `high` bound the difference."""
    levels, guess = levels_of(trial.items), chance(trial.items)
    rows: list[Row] = [
        {
            "system": system,
            "attack": name,
            "level": level,
            **_effect(effect),
            "chance": float(guess[levels[level]].mean()),
        }
        for (system, level), by_name in measurements.items()
        for name, effect in by_name.items()
    ]
    return Table("attacks", "Accuracy under each attack", columns_of(rows), "unreadable_attacks")


def controls_table(trial: Trial, readings: Mapping[str, Reading], bootstrap: Bootstrap) -> Table:
    """List every control beside its attack: what is right under each, and by how much the attack leaves less.

    `low` and `high` bound the accuracy under the control; `gap` is the attack's minus the control's.
    """
    rows = [row for name, reading in readings.items() for row in _controls(trial, name, reading, bootstrap)]
    return Table("controls", "The attacks beside their controls", columns_of(rows), "unreadable_controls")


def lengths_table(trial: Trial) -> Table:
    """List what always taking the longest or the shortest option gets right, under each attack and control."""
    rows = [_lengths(trial, name) for name in (NO_ATTACK, *trial.attacked)]
    return Table("lengths", "What the length of options gives away", columns_of(rows), "unreadable_lengths")


def texts_table(trial: Trial) -> Table:
    """List what each attack consists of: ShuffleDegree, texts below the threshold, and what it left unchanged."""
    rows: list[Row] = []
    for name, attacked in trial.attacked.items():
        degree, sequences = mean_degree(trial, name)
        grown = length_change(trial, name)
        rows.append(
            {
                "attack": name,
                "shuffle_degree": finite(degree),
                "sequences": sequences,
                "below": sum(each.below for each in attacked),
                "unchanged": sum(not each.changed for each in attacked),
                "equal": sum(each.equal for each in attacked),
                "stands": sum(each.stands for each in attacked),
                "length_change": finite(float(np.nanmean(grown))) if np.isfinite(grown).any() else None,
                "n": len(attacked),
            }
        )
    return Table("texts", "What the attacks consist of", columns_of(rows), "unreadable_texts")


def truncated_table(readings: Mapping[str, Reading]) -> Table:
    """List the share of items whose passage a system had to cut, as they are and under each attack and control."""
    rows: list[Row] = [
        {"system": system, "attack": name, "truncated": float(cut.mean()), "n": len(cut)}
        for system, reading in readings.items()
        for name, cut in reading.truncated.items()
    ]
    return Table("truncated", "Passages cut to fit", columns_of(rows), "unreadable_truncated")


def _effect(effect: Effect) -> Row:
    return {
        "before": effect.before.estimate,
        "before_low": effect.before.low,
        "before_high": effect.before.high,
        "after": effect.after.estimate,
        "after_low": effect.after.low,
        "after_high": effect.after.high,
        "difference": effect.difference.estimate,
        "low": finite(effect.difference.low),
        "high": finite(effect.difference.high),
        "relative": finite(effect.relative.estimate),
        "relative_low": finite(effect.relative.low),
        "relative_high": finite(effect.relative.high),
        "p": effect.p,
        "caught": effect.caught,
        "otherwise": max(0.0, 1 - effect.after.estimate - effect.caught),
        "n": effect.after.n,
    }


def _controls(trial: Trial, system: str, reading: Reading, bootstrap: Bootstrap) -> Iterator[Row]:
    pairs = [(name, control) for name in trial.attacks for control in controls_of(name) if control in trial.attacked]
    tests = [mcnemar(_right(reading, name), _right(reading, control)).p for name, control in pairs]
    passages = passages_of(trial.items)
    for (name, control), p in zip(pairs, holm(np.array(tests)).tolist(), strict=True):
        attack, beside = _right(reading, name), _right(reading, control)
        gap = difference(attack, beside, passages, resamples=bootstrap.resamples, seed=bootstrap.seed)
        under, after = share(attack, passages), share(beside, passages)
        yield {
            "system": system,
            "attack": name,
            "control": control,
            "role": role(control),
            "before": float(reading.before.correct.mean()),
            "attacked": under.estimate,
            "attacked_low": under.low,
            "attacked_high": under.high,
            "after": after.estimate,
            "low": after.low,
            "high": after.high,
            "gap": gap.estimate,
            "gap_low": finite(gap.low),
            "gap_high": finite(gap.high),
            "p": p,
            "n": after.n,
        }


def _lengths(trial: Trial, name: str) -> Row:
    items = trial.under(name)
    row: Row = {"attack": name}
    for rule in ("longest", "shortest"):
        interval = by_length(items, longest=rule == "longest")
        row |= {rule: interval.estimate, f"{rule}_low": interval.low, f"{rule}_high": interval.high}
    return {
        **row,
        "chance": float(chance(items).mean()),
        "key_words": float(answer_lengths(items).mean()),
        "n": len(items),
    }


def _right(reading: Reading, name: str) -> BoolArray:
    return reading.after[name].correct
