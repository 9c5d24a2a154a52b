"""What un-readable attacks do to single questions: which flip, which wrong option caught the system, and examples."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, option_counts
from magnetite.core.items import Item, letter
from magnetite.core.results import Table, Value
from magnetite.experiments.choices import Choices, answer_probability, letters, passages_of
from magnetite.experiments.unreadable.reading import Reading, Trial, caught
from magnetite.experiments.unreadable.tables import Row, columns_of
from magnetite.stats.intervals import share
from magnetite.stats.ragged import FloatArray, row_starts

BY_SCORE, BY_LETTER = "rank by score before", "letter"


def lost(reading: Reading, name: str) -> BoolArray:
    """Return which items an attack turns from right to wrong, (items,)."""
    return np.asarray(reading.before.correct & ~reading.after[name].correct)


def flips_table(trial: Trial, readings: Mapping[str, Reading], listed: int) -> Table:
    """List right answers that attacks turned, at most `listed` of each system and attack, the surest before first."""
    flips = [
        flip
        for system, reading in readings.items()
        for name in trial.attacks
        for flip in _flips(system, reading, name)[:listed]
    ]
    flips.sort(key=lambda flip: (-flip.before, flip.row))
    rows = [_flip_row(trial, flip) for flip in flips]
    return Table("flips", "Right answers that attacks turned", columns_of(rows), "flips")


def examples_table(trial: Trial, readings: Mapping[str, Reading]) -> Table:
    """List a question for each system and attack, with all that was put into it: the surest not yet shown."""
    width = int(option_counts(trial.items).max())
    shown: set[int] = set()
    rows: list[Row] = []
    for system, reading in readings.items():
        for name in trial.attacks:
            flip = next((flip for flip in _flips(system, reading, name) if flip.row not in shown), None)
            if flip is not None:
                shown.add(flip.row)
                rows.append({**_flip_row(trial, flip), **_texts(trial, flip, width)})
    return Table("examples", "Questions before and after", columns_of(rows), "unreadable_examples")


def caught_table(trial: Trial, readings: Mapping[str, Reading]) -> Table:
    """List which attacked options took right answers: by their rank before the attack, and by letter.

    `expected` is the share if all wrong options of a question attracted alike.
    """
    rows = [
        row
        for system, reading in readings.items()
        for name in trial.attacks
        for row in _caught_by(trial, system, reading, name)
    ]
    return Table("caught_by", "Which wrong option caught the system", columns_of(rows), "caught_by")


def item_rows(trial: Trial, readings: Mapping[str, Reading]) -> Table:
    """List per item what each system chose without an attack and under each."""
    columns: dict[str, list[Value]] = {"id": [item.id for item in trial.items]}
    for system, reading in readings.items():
        whose = f"{system}: " if len(readings) > 1 else ""
        columns[f"{whose}chosen without an attack"] = letters(reading.before.chosen)
        columns |= {f"{whose}chosen under {name}": letters(reading.after[name].chosen) for name in trial.attacks}
    return Table("items", "Every question", columns)


def added_text(item: Item, changed: Item) -> str:
    """Return what an attack appended to the passage, wherever it put it; "" for nothing."""
    return changed.added or changed.passage.removeprefix(item.passage).strip()


@dataclass(frozen=True, slots=True)
class _Flip:
    """One right answer that an attack turned: the item's row, what is chosen now, the key's probabilities."""

    system: str
    attack: str
    row: int
    chosen: int
    before: float
    after: float


def _flips(system: str, reading: Reading, name: str) -> list[_Flip]:
    """Return the right answers that an attack turned, the surest before first."""
    temperature, after = reading.temperature or 1.0, reading.after[name]
    sure = answer_probability(reading.before, temperature)
    still = answer_probability(after, temperature)
    rows = np.flatnonzero(lost(reading, name))
    return [
        _Flip(system, name, row, int(after.chosen[row]), float(sure[row]), float(still[row]))
        for row in rows[np.argsort(-sure[rows], kind="stable")].tolist()
    ]


def _flip_row(trial: Trial, flip: _Flip) -> Row:
    item = trial.items[flip.row]
    return {
        "id": item.id,
        "system": flip.system,
        "attack": flip.attack,
        "probability_before": flip.before,
        "probability_after": flip.after,
        "answer": item.answer_letter,
        "chosen_after": letter(flip.chosen),
    }


def _texts(trial: Trial, flip: _Flip, width: int) -> Row:
    item, changed = trial.items[flip.row], trial.attacked[flip.attack][flip.row].item
    new = [after if after != before else None for before, after in zip(item.options, changed.options, strict=True)]
    new += [None] * (width - len(new))
    return {
        "added": added_text(item, changed) or None,
        **{f"attacked_{letter(place)}": text for place, text in enumerate(new)},
    }


def _caught_by(trial: Trial, system: str, reading: Reading, name: str) -> Iterator[Row]:
    rows = lost(reading, name) & caught(trial, reading, name)
    if not rows.any():
        return
    passages, chosen = passages_of(trial.items)[rows], reading.after[name].chosen
    others = (option_counts(trial.items) - 1)[rows]
    answers = reading.before.answers[rows]
    ranks = _wrong_ranks(reading.before, chosen)[rows]
    common: Row = {"system": system, "attack": name}
    if others.max() > 1:
        for rank in range(1, int(others.max()) + 1):
            even = np.where(rank <= others, 1 / others, 0.0)
            yield {**common, "by": BY_SCORE, "distractor": str(rank), **_share_row(ranks == rank, passages, even)}
    for place in range(int(others.max()) + 1):
        even = np.where((place <= others) & (place != answers), 1 / others, 0.0)
        yield {
            **common,
            "by": BY_LETTER,
            "distractor": letter(place),
            **_share_row(chosen[rows] == place, passages, even),
        }


def _share_row(hits: BoolArray, passages: IntArray, even: FloatArray) -> Row:
    interval = share(hits, passages)
    return {
        "count": int(hits.sum()),
        "share": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "expected": float(even.mean()),
        "n": interval.n,
    }


def _wrong_ranks(choices: Choices, chosen: IntArray) -> IntArray:
    """Return the rank of the option `chosen`, (items,), among its item's wrong ones: 1 had the highest score."""
    ranks = np.zeros(len(chosen), dtype=np.int64)
    for row, start in enumerate(row_starts(choices.counts).tolist()):
        own = choices.scores[start : start + int(choices.counts[row])]
        order = [int(k) for k in np.argsort(-own, kind="stable") if k != choices.answers[row]]
        ranks[row] = order.index(int(chosen[row])) + 1 if int(chosen[row]) in order else 0
    return ranks
