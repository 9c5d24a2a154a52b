"""The questions under every un-readable attack and control, what a system chose there, and which answers turned.

Si et al. (2019), Section 3. A trial is scored in one go: the items as they are, then under each attack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from examfiles.items import Item, letter
from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.headings import (
    ANSWER,
    ATTACK,
    CHANCE,
    CHOSEN_AFTER,
    COUNT,
    EXPECTED,
    HIGH,
    ID,
    LOW,
    SHARE,
    SYSTEM,
    N,
)
from magnetite.core.results import Heading, Table, Value, table
from magnetite.experiments.choices import (
    Choices,
    answer_probability,
    baseline,
    chance,
    passages_of,
    read_choices,
)
from magnetite.experiments.findings import bounded, finite, letters
from magnetite.stats.intervals import share
from magnetite.stats.ragged import FloatArray, row_starts, row_sums, row_take
from magnetite.views.baselines import longest, shortest
from magnetite.views.text import length
from magnetite.views.unreadable import Attacked, AttackSettings, attack, controls_of

NO_ATTACK = "no attack"
Row = dict[str, Value]
BY_SCORE, BY_LETTER = "rank by score before", "letter"
LENGTHS = (
    Heading("attack", "attack or control"),
    Heading("longest", "longest option right", "share"),
    Heading("longest_low", unit="share"),
    Heading("longest_high", unit="share"),
    Heading("shortest", "shortest option right", "share"),
    Heading("shortest_low", unit="share"),
    Heading("shortest_high", unit="share"),
    CHANCE,
    Heading("key_words", "words of the answer", "words"),
    N,
)
TEXTS = (
    ATTACK,
    Heading("shuffle_degree", "mean ShuffleDegree", "degree"),
    Heading("sequences", "texts shuffled", "count"),
    Heading("below", "questions below the threshold", "count"),
    Heading("unchanged", "questions with nothing to change", "count"),
    Heading("equal", "questions with a second right answer", "count"),
    Heading("stands", "questions whose passage now says a wrong option", "count"),
    Heading("length_change", "growth of wrong options", "change"),
    N,
)
FLIPS = (
    ID,
    SYSTEM,
    ATTACK,
    Heading("probability_before", "probability of the key before", "share"),
    Heading("probability_after", "probability of the key after", "share"),
    ANSWER,
    CHOSEN_AFTER,
)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Labelled items, and what each attack and each control makes of them, by its name."""

    items: tuple[Item, ...]
    attacks: tuple[str, ...]
    attacked: Mapping[str, tuple[Attacked, ...]]

    @property
    def controls(self) -> tuple[str, ...]:
        """Return the names of what was tried besides the attacks."""
        return tuple(name for name in self.attacked if name not in self.attacks)

    @property
    def shown(self) -> tuple[Item, ...]:
        """Return what is to be scored: the items as they are, then all of them under each attack and control."""
        return (*self.items, *(each.item for changed in self.attacked.values() for each in changed))

    def under(self, name: str) -> tuple[Item, ...]:
        """Return the items under one attack or control, or as they are under `NO_ATTACK`."""
        return self.items if name == NO_ATTACK else tuple(each.item for each in self.attacked[name])

    def targets(self, name: str) -> BoolArray:
        """Return which options an attack speaks for, (cells,): wrong ones.

        They are those whose text it changed, or all where it put words of theirs into the passage.
        """
        pairs = zip(self.items, self.attacked[name], strict=True)
        return np.array([target for item, each in pairs for target in _targets(item, each.item)], dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class TrialChoices:
    """What one system chose: before, after each attack and control, and where it had to cut a passage.

    `truncated` is by name, `NO_ATTACK` among them, (items,) each. `temperature` is what its scores are divided by
    before they become probabilities, None for a system that is not calibrated; without `graded` scores there are none.
    """

    before: Choices
    after: Mapping[str, Choices]
    truncated: Mapping[str, BoolArray]
    temperature: float | None = None
    graded: bool = True


def tried(items: Sequence[Item], attacks: Sequence[str], settings: AttackSettings, *, controls: bool = True) -> Trial:
    """Attack every labelled item with each of these attacks, and with their controls; leave out the others."""
    labelled = tuple(item for item in items if item.answer is not None)
    beside = [control for name in attacks for control in controls_of(name)] if controls else []
    names = dict.fromkeys([*attacks, *beside])
    return Trial(labelled, tuple(attacks), {name: tuple(attack(labelled, name, settings)) for name in names})


def read_trial(
    trial: Trial,
    scores: ScoreArray,
    truncated: BoolArray,
    temperature: float | None = None,
    *,
    graded: bool = True,
) -> TrialChoices:
    """Read a system's scores of `core.cells.own_cells` of the items shown, and whether each of these was cut.

    `scores` is (conditions · cells,), `truncated` (conditions · items,); an attack never changes how many options an
    item has.
    """
    by_name = scores.reshape(len(trial.attacked) + 1, -1)
    cut = truncated.reshape(len(trial.attacked) + 1, -1)
    names = (NO_ATTACK, *trial.attacked)
    chosen = [read_choices(trial.items, row) for row in by_name]
    after, truncations = dict(zip(trial.attacked, chosen[1:], strict=True)), dict(zip(names, cut, strict=True))
    return TrialChoices(chosen[0], after, truncations, temperature, graded)


def caught(trial: Trial, reading: TrialChoices, name: str) -> FloatArray:
    """Return the share of each item's choice that options have which the attack speaks for, (items,)."""
    return row_sums(trial.targets(name) * reading.after[name].shares, option_counts(trial.items))


def was_caught(trial: Trial, reading: TrialChoices, name: str) -> BoolArray:
    """Return on which items an option that the attack speaks for was chosen, (items,), ties settled by lot."""
    counts, chosen = option_counts(trial.items), reading.after[name].chosen
    targets = row_take(trial.targets(name).astype(np.float64), counts, np.maximum(chosen, 0))
    return np.asarray((targets > 0) & (chosen >= 0))


def length_change(trial: Trial, name: str) -> FloatArray:
    """Return by what share the wrong options of each item grew together, in words, (items,); NaN where they had none.

    0.5 is half as long again; an attack on the passage leaves options as they are.
    """
    return np.array([_grown(item, each.item) for item, each in zip(trial.items, trial.attacked[name], strict=True)])


def answer_lengths(items: Sequence[Item]) -> FloatArray:
    """Return the length of each item's right option in words and punctuation marks, (items,)."""
    return np.array([length(item.options[item.answer or 0]) for item in items], dtype=np.float64)


def largest_degrees(trial: Trial, name: str) -> FloatArray:
    """Return each item's largest ShuffleDegree, (items,) (Figure 8); NaN where nothing was shuffled."""
    return np.array([max(_degrees(each), default=np.nan) for each in trial.attacked[name]], dtype=np.float64)


def mean_degree(trial: Trial, name: str) -> tuple[float, int]:
    """Return the mean ShuffleDegree of all shuffled sequences, NaN for none, and how many they are."""
    degrees = [degree for each in trial.attacked[name] for degree in _degrees(each)]
    return (float(np.mean(degrees)) if degrees else np.nan), len(degrees)


def _targets(item: Item, changed: Item) -> Iterator[bool]:
    passage = (item.passage, item.added) != (changed.passage, changed.added)
    for place, (before, after) in enumerate(zip(item.options, changed.options, strict=True)):
        yield place != item.answer and (passage or before != after)


def _grown(item: Item, changed: Item) -> float:
    wrong = [place for place in range(len(item.options)) if place != item.answer]
    before, after = (sum(length(one.options[place]) for place in wrong) for one in (item, changed))
    return after / before - 1 if before else np.nan


def _degrees(attacked: Attacked) -> list[float]:
    return [degree for degree in attacked.degrees if degree is not None]


def lengths_table(trial: Trial) -> Table:
    """List what always taking the longest or the shortest option gets right, under each attack and control."""
    rows = [_lengths(trial, name) for name in (NO_ATTACK, *trial.attacked)]
    return table("lengths", "What the length of options gives away", LENGTHS, rows, "unreadable_lengths")


def texts_table(trial: Trial) -> Table:
    """List what each attack consists of: ShuffleDegree, texts below the threshold, and what it left unchanged."""
    rows: list[tuple[Value, ...]] = []
    for name, attacked in trial.attacked.items():
        degree, sequences = mean_degree(trial, name)
        grown = length_change(trial, name)
        change = finite(float(np.nanmean(grown))) if np.isfinite(grown).any() else None
        flaws = [(each.below, not each.changed, each.equal, each.stands) for each in attacked]
        rows.append((name, finite(degree), sequences, *map(sum, zip(*flaws, strict=True)), change, len(attacked)))
    return table("texts", "What the attacks consist of", TEXTS, rows, "unreadable_texts")


def truncated_table(readings: Mapping[str, TrialChoices]) -> Table:
    """List the share of items whose passage a system had to cut, as they are and under each attack and control."""
    rows = [
        (system, name, float(cut.mean()), len(cut))
        for system, reading in readings.items()
        for name, cut in reading.truncated.items()
    ]
    headings = (SYSTEM, ATTACK, Heading("truncated", unit="share"), N)
    return table("truncated", "Passages cut to fit", headings, rows, "unreadable_truncated")


def _lengths(trial: Trial, name: str) -> tuple[Value, ...]:
    items = trial.under(name)
    long, short = (
        bounded(share(baseline(items, measure).correct, passages_of(items))) for measure in (longest, shortest)
    )
    key_words = float(answer_lengths(items).mean())
    return name, *long, *short, float(chance(items).mean()), key_words, len(items)


def lost(reading: TrialChoices, name: str) -> BoolArray:
    """Return which items an attack turns from right to wrong, (items,)."""
    return np.asarray(reading.before.settled & ~reading.after[name].settled)


def flips_table(trial: Trial, readings: Mapping[str, TrialChoices], listed: int) -> Table:
    """List right answers that attacks turned, at most `listed` of each system and attack, the surest before first.

    Only those of systems whose scores are graded: of others nobody knows how sure they were.
    """
    flips = [
        flip
        for system, reading in readings.items()
        for name in (trial.attacks if reading.graded else ())
        for flip in _flips(system, reading, name)[:listed]
    ]
    flips.sort(key=lambda flip: (-(flip.before or 0.0), flip.row))
    rows = [_flip_row(trial, flip) for flip in flips]
    return table("flips", "Right answers that attacks turned", FLIPS, rows, "flips")


def examples_table(trial: Trial, readings: Mapping[str, TrialChoices]) -> Table:
    """List a question for each system and attack, with all that was put into it: the surest not yet shown, if known."""
    width = int(option_counts(trial.items).max())
    shown: set[int] = set()
    rows: list[Row] = []
    for system, reading in readings.items():
        for name in trial.attacks:
            flip = next((flip for flip in _flips(system, reading, name) if flip.row not in shown), None)
            if flip is not None:
                shown.add(flip.row)
                rows.append({**_flip_row(trial, flip), **_texts(trial, flip, width)})
    options = (Heading(f"attacked_{letter(place)}") for place in range(width))
    headings = (*FLIPS, Heading("added", "added to the passage"), *options)
    return table("examples", "Questions before and after", headings, rows, "unreadable_examples")


def caught_table(trial: Trial, readings: Mapping[str, TrialChoices]) -> Table:
    """List which attacked options took right answers: by their rank before the attack, where known, and by letter.

    `expected` is the share if all wrong options of a question attracted alike.
    """
    rows = [
        row
        for system, reading in readings.items()
        for name in trial.attacks
        for row in _caught_by(trial, system, reading, name)
    ]
    headings = (SYSTEM, ATTACK, Heading("by"), Heading("distractor"), COUNT, SHARE, LOW, HIGH, EXPECTED, N)
    return table("caught_by", "Which wrong option caught the system", headings, rows, "caught_by")


def item_rows(trial: Trial, readings: Mapping[str, TrialChoices]) -> Table:
    """List per item what each system chose without an attack and under each."""
    columns = [ID.over(item.id for item in trial.items)]
    for system, reading in readings.items():
        whose = f"{system}: " if len(readings) > 1 else ""
        columns.append(Heading(f"{whose}chosen without an attack").over(letters(reading.before.chosen)))
        columns += [
            Heading(f"{whose}chosen under {name}").over(letters(reading.after[name].chosen)) for name in trial.attacks
        ]
    return Table("items", "Every question", tuple(columns))


def added_text(item: Item, changed: Item) -> str:
    """Return what an attack appended to the passage, wherever it put it; "" for nothing."""
    return changed.added or changed.passage.removeprefix(item.passage).strip()


@dataclass(frozen=True, slots=True)
class _Flip:
    """One right answer that an attack turned: the item's row, what is chosen now, the key's probabilities, if known."""

    system: str
    attack: str
    row: int
    chosen: int
    before: float | None
    after: float | None


def _flips(system: str, reading: TrialChoices, name: str) -> list[_Flip]:
    """Return the right answers that an attack turned, the surest before first, where that is known."""
    temperature, after = reading.temperature or 1.0, reading.after[name]
    rows = np.flatnonzero(lost(reading, name))
    if not reading.graded:
        return [_Flip(system, name, row, int(after.chosen[row]), None, None) for row in rows.tolist()]
    sure = answer_probability(reading.before, temperature)
    still = answer_probability(after, temperature)
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
        "chosen_after": letter(flip.chosen) or None,
    }


def _texts(trial: Trial, flip: _Flip, width: int) -> Row:
    item, changed = trial.items[flip.row], trial.attacked[flip.attack][flip.row].item
    new = [after if after != before else None for before, after in zip(item.options, changed.options, strict=True)]
    new += [None] * (width - len(new))
    return {
        "added": added_text(item, changed) or None,
        **{f"attacked_{letter(place)}": text for place, text in enumerate(new)},
    }


def _caught_by(trial: Trial, system: str, reading: TrialChoices, name: str) -> Iterator[tuple[Value, ...]]:
    rows = lost(reading, name) & was_caught(trial, reading, name)
    if not rows.any():
        return
    passages, chosen = passages_of(trial.items)[rows], reading.after[name].chosen
    others = (option_counts(trial.items) - 1)[rows]
    answers = reading.before.answers[rows]
    ranks = _wrong_ranks(reading.before, chosen)[rows]
    if others.max() > 1 and reading.graded:
        for rank in range(1, int(others.max()) + 1):
            even = np.where(rank <= others, 1 / others, 0.0)
            yield system, name, BY_SCORE, str(rank), *_share_row(ranks == rank, passages, even)
    for place in range(int(others.max()) + 1):
        even = np.where((place <= others) & (place != answers), 1 / others, 0.0)
        yield system, name, BY_LETTER, letter(place), *_share_row(chosen[rows] == place, passages, even)


def _share_row(hits: BoolArray, passages: IntArray, even: FloatArray) -> tuple[Value, ...]:
    interval = share(hits, passages)
    return int(hits.sum()), *bounded(interval), float(even.mean()), interval.n


def _wrong_ranks(choices: Choices, chosen: IntArray) -> IntArray:
    """Return the rank of the option `chosen`, (items,), among its item's wrong ones: 1 had the highest score."""
    ranks = np.zeros(len(chosen), dtype=np.int64)
    for row, start in enumerate(row_starts(choices.counts).tolist()):
        own = choices.scores[start : start + int(choices.counts[row])]
        order = [int(k) for k in np.argsort(-own, kind="stable") if k != choices.answers[row]]
        ranks[row] = order.index(int(chosen[row])) + 1 if int(chosen[row]) in order else 0
    return ranks
