"""The one finding of magnets in an audit: numbers, tables, sentence and caveats."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.items import Item, letter
from magnetite.core.results import Table, Value
from magnetite.experiments.choices import Choices, chance, general_notes
from magnetite.experiments.findings import counted, finite, known, letters, percent, quoted
from magnetite.experiments.magnets.attack import Attack, Outcomes
from magnetite.experiments.magnets.screen import Screen, ranked
from magnetite.stats.intervals import Intervals

SIGNIFICANT = 0.05
ORIGINS = 3  # ids that an option's origins name at most
GUESSING = (
    "A system that scores at random would rank an irrelevant option first on {share} of the questions; what marks a "
    "magnet is standing out from the other options of the pool."
)
CONSTRAINT = (
    "An option is never tried on a question of a passage it occurs under, compared without regard to case, spaces and "
    "a final full stop; such questions are left out of its count."
)
ATTACK = (
    "The attack replaces one wrong option ({replaced}) and nothing else; a magnet counts as chosen only where it "
    "scores strictly above all options that stay. p-values are exact McNemar, corrected over the attacks (Holm), and "
    "take questions as independent; the intervals allow for questions of one passage being alike."
)
_REPLACED = {
    "random": "drawn by the seed",
    "strongest": "the one with the highest score",
    "weakest": "the one with the lowest score",
}


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a finding is made of: `top` are columns of the screen, and the attacks stand in their order."""

    choices: Choices
    screen: Screen
    search: BoolArray  # (items,)
    top: list[int]
    outcomes: Outcomes
    attacks: list[Attack]
    confirmed: list[Attack]  # the same on the items that were kept from the search
    every: Outcomes  # of the whole pool


def holding_up(result: Result) -> list[int]:
    """Return the places in the top list that hold magnets, judged on the items kept from the search if there are any.

    A magnet's interference is above the pool's average beyond its interval and, where answers are known, swapping
    it in lowers accuracy beyond chance.
    """
    confirmed = not result.search.all()
    scores = result.screen.part(~result.search) if confirmed else result.screen.interference
    attacks = result.confirmed if confirmed else result.attacks
    average = float(np.nanmean(scores.estimate))
    labelled = bool(result.choices.labelled.any())
    return [
        place
        for place, k in enumerate(result.top)
        if scores.n[k] and scores.low[k] > average and (not labelled or _lowers(attacks[place]))
    ]


def _lowers(attack: Attack) -> bool:
    return attack.n > 0 and attack.p < SIGNIFICANT and attack.difference.estimate < 0


def interference_table(screen: Screen) -> Table:
    """List every option with its interference score, strongest first: the curve of Lin et al. (2021), Figure 2."""
    order, scores = ranked(screen, screen.interference), screen.interference
    columns: dict[str, list[Value]] = {
        "rank": list(range(1, len(order) + 1)),
        "option": [screen.pool.options[k] for k in order],
        "interference": scores.estimate[order].tolist(),
        "low": scores.low[order].tolist(),
        "high": scores.high[order].tolist(),
        "n": scores.n[order].tolist(),
        "wins": screen.wins.sum(axis=0)[order].tolist(),
        "series": screen.series[order].tolist(),
        "origins": [_origins(screen.pool.origins[k]) for k in order],
    }
    return Table(
        "interference", "How often each irrelevant option beats all of a question's own", columns, "interference_curve"
    )


def attacks_table(screen: Screen, top: Sequence[int], attacks: Sequence[Attack]) -> Table:
    """List the attacks in the order of the search: accuracy before and after, and what was chosen instead."""
    columns: dict[str, list[Value]] = {
        "option": [screen.pool.options[k] for k in top],
        "series": screen.series[list(top)].tolist(),
        "interference": screen.interference.estimate[list(top)].tolist(),
        "before": [finite(a.before) for a in attacks],
        "after": [finite(a.after.estimate) for a in attacks],
        "difference": [finite(a.difference.estimate) for a in attacks],
        "low": [finite(a.difference.low) for a in attacks],
        "high": [finite(a.difference.high) for a in attacks],
        "p": [a.p if a.n else None for a in attacks],
        "caught": [finite(a.caught) for a in attacks],
        "stable": [finite(a.stable) for a in attacks],
        "n": [a.n for a in attacks],
    }
    return Table("attacks", "Accuracy when one wrong option is replaced", columns, "attacks")


def confirmation_table(
    screen: Screen, top: Sequence[int], search: Intervals, confirm: Intervals, attacks: Sequence[Attack]
) -> Table:
    """List the attacking options with their interference on the search and on the passages kept from it.

    `low`, `high` and `n` belong to `interference_confirm`; `before`, `after` and `p` are the attack's there.
    """
    bounds = [confirm[k] for k in top]
    columns: dict[str, list[Value]] = {
        "option": [screen.pool.options[k] for k in top],
        "interference_screen": [finite(search[k].estimate) for k in top],
        "interference_confirm": [finite(b.estimate) for b in bounds],
        "low": [b.low if b.n else None for b in bounds],
        "high": [b.high if b.n else None for b in bounds],
        "n": [b.n for b in bounds],
        "before": [finite(a.before) for a in attacks],
        "after": [finite(a.after.estimate) for a in attacks],
        "p": [a.p if a.n else None for a in attacks],
    }
    return Table("confirmation", "The strongest options on passages the search had not seen", columns)


def item_rows(items: Sequence[Item], choices: Choices, screen: Screen, outcomes: Outcomes) -> Table:
    """List per item how many options beat its own, and what is chosen before and after the first of the attacks."""
    nearest = screen.scores.argmax(axis=1)
    beaten = screen.wins.sum(axis=1)
    on = outcomes.on[:, 0]
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        "beaten_by": beaten.tolist(),
        "tried": screen.pool.allowed.sum(axis=1).tolist(),
        "strongest": [screen.pool.options[k] if b else None for k, b in zip(nearest, beaten, strict=True)],
        "chosen_before": letters(choices.chosen),
        "correct_before": known(choices.correct, choices.labelled),
        "chosen_after": _chosen_after(outcomes, on),
        "correct_after": known(outcomes.stable[:, 0], on),
    }
    return Table("items", "Every question", columns)


def _chosen_after(outcomes: Outcomes, on: BoolArray) -> list[Value]:
    after = np.where(outcomes.caught[:, 0], -1, outcomes.chosen).tolist()
    named = ["magnet" if index < 0 else letter(index) for index in after]
    return [name if made else None for name, made in zip(named, on.tolist(), strict=True)]


def _origins(ids: Sequence[str]) -> str:
    if not ids:
        return "given"
    return "; ".join([*ids[:ORIGINS], *(["..."] if len(ids) > ORIGINS else [])])


def unsearchable(items: Sequence[Item]) -> str:
    """Explain why there is no irrelevant option to try in this exam, and what to do."""
    single = len({item.passage_id for item in items}) == 1
    why = "this exam has only one" if single else "here every option occurs under every passage"
    return (
        f"Magnets cannot be searched for here: options of other passages are needed, and {why}. Audit more passages, "
        """or give a pool: --set 'magnets.pool=["All of the above","None of these"]'."""
    )


def sentence(result: Result, confirm_share: float) -> str:
    """Summarise whether options held up as magnets, with the strongest that did (or else the first) as the example.

    Without passages kept from the search nothing can hold up: then options only stand out.
    """
    places, tried = holding_up(result), len(result.top)
    held, where = "held up as magnets", " on passages the search had not seen"
    if result.search.all():
        few = ": there are too few" if confirm_share else ""
        held, where = "stand out", f" (not confirmed on other passages{few})"
    if not places:
        opening = f"None of the {tried} strongest irrelevant options {held}{where}. The first of them,"
        return f"{opening} {_scored(result, 0)}."
    return (
        f"Irrelevant options attract the system: {len(places)} of the {tried} strongest {held}{where}. "
        f"The first of them, {_scored(result, places[0])}{_harm(result, places[0])}."
    )


def _scored(result: Result, place: int) -> str:
    k, screen = result.top[place], result.screen
    own, average = screen.interference[k], float(np.nanmean(screen.interference.estimate))
    return (
        f"{quoted(screen.pool.options[k])}, scores above all of a question's own options on "
        f"{percent(own.estimate)} of {counted(own.n, 'question')} (an average option of the pool: {percent(average)})"
    )


def _harm(result: Result, place: int) -> str:
    attack = result.attacks[place]
    if not attack.n or attack.difference.estimate >= 0:
        return ""
    return (
        f"; in the place of one wrong option it takes accuracy from {percent(attack.before)} to "
        f"{percent(attack.after.estimate)}"
    )


def notes(items: Sequence[Item], result: Result, view_name: str, replace: str) -> tuple[str, ...]:
    """Return what a reader must know to read the numbers right."""
    guess = float((1 / (1 + 1 / chance(items))).mean())
    lines = [
        GUESSING.format(share=percent(guess)),
        CONSTRAINT,
        ATTACK.format(replaced=_REPLACED[replace]),
        _confirmation_note(result),
        *general_notes(result.choices),
    ]
    untried = int((result.screen.interference.n == 0).sum())
    if untried:
        lines.append(f"{counted(untried, 'option')} of the pool occurred under every passage and could not be tried.")
    if view_name != "QOC":
        lines.append(f"The system saw the view {view_name}: there is no system here that reads the whole question.")
    return tuple(lines)


def _confirmation_note(result: Result) -> str:
    if result.search.all():
        return (
            "The strongest options were chosen and measured on the same questions, so their scores flatter "
            "them; there were too few passages, or confirm_share was 0, to measure them on others."
        )
    return (
        f"The attacking options were chosen on {counted(int(result.search.sum()), 'question')} and measured again on "
        f"{int((~result.search).sum()):,} of other passages (table “confirmation”); the other tables are over all."
    )
