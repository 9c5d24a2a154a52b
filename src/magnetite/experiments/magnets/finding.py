"""The one finding of magnets in an audit: numbers, tables, sentence and caveats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.headings import (
    AFTER,
    BEFORE,
    CAUGHT,
    CHOSEN_AFTER,
    CHOSEN_BEFORE,
    DIFFERENCE,
    HIGH,
    ID,
    INTERFERENCE,
    LOW,
    OPTION,
    SERIES,
    N,
    P,
)
from magnetite.core.items import Item
from magnetite.core.results import Finding, Heading, Number, Table
from magnetite.experiments.asking import has_passages
from magnetite.experiments.choices import Choices, chance, general_notes
from magnetite.experiments.findings import counted, finite, known, letters, number, percent, quoted
from magnetite.experiments.magnets.attack import Attack, Outcomes, SystemAttacked
from magnetite.experiments.magnets.screen import (
    Screen,
    Screens,
    interference_table,
    list_notes,
    mean_interference,
    ordered,
)
from magnetite.stats.intervals import share

NAME = "magnets"
TITLE = "Magnet options"
SIGNIFICANT = 0.05
NO_PASSAGES = (
    "an option of another passage cannot be right, but these questions have no passages, and an option of another "
    "question may be. Give options that can be right nowhere: "
    """--set 'magnets.pool=["All of the above","None of these"]'."""
)
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
class MagnetResult:
    """What the finding is made of: the screen of one system, the strongest options, and the attacks with them.

    `top` are columns of the screen, and `attacks` stand in their order; `confirmed` are the same attacks on the items
    that were kept from the search.
    """

    screens: Screens
    search: BoolArray  # (items,)
    top: list[int]
    attacked: SystemAttacked  # by every option of the pool
    attacks: list[Attack]
    confirmed: list[Attack]

    @property
    def screen(self) -> Screen:
        """Return the system's screen."""
        return self.screens.first

    @property
    def choices(self) -> Choices:
        """Return what the system chose of the items' own options."""
        return self.attacked.choices

    @property
    def outcomes(self) -> Outcomes:
        """Return what attacks with the whole pool did."""
        return self.attacked.swaps[0]


def magnets_finding(result: MagnetResult, view_name: str, *, settings: Mapping[str, Any]) -> Finding:
    """Report the screen, the attacks with the strongest options, and whether both hold on other passages.

    `settings` are those of the experiment, by name.
    """
    items = result.screens.items
    return Finding(
        probe=NAME,
        title=TITLE,
        sentence=_sentence(result, settings["confirm_share"]),
        numbers=tuple(_numbers(result, settings["resamples"], settings["seed"])),
        tables=(
            interference_table(result.screens, "interference_curve", wins=True),
            _attacks_table(result),
            *_confirmation(result),
        ),
        items=_item_rows(items, result),
        settings=settings,
        notes=_notes(items, result, view_name, settings["replace"]),
    )


def unswappable_finding(*, settings: Mapping[str, Any]) -> Finding:
    """Report why no option can be tried on a system that is shown all options at once."""
    return Finding(
        NAME,
        TITLE,
        "Magnets cannot be searched for here: the system is shown all options at once, so an irrelevant option has to "
        "take the place of a wrong one, and no answer is known that tells which are wrong.",
        settings=settings,
    )


def unsearchable_finding(items: Sequence[Item], *, settings: Mapping[str, Any]) -> Finding:
    """Report why there is no irrelevant option to try in this exam, and what to do."""
    single = len({item.passage_id for item in items}) == 1
    if not has_passages(items):
        return Finding(NAME, TITLE, f"Magnets cannot be searched for here: {NO_PASSAGES}", settings=settings)
    why = "this exam has only one" if single else "here every option occurs under every passage"
    return Finding(
        NAME,
        TITLE,
        f"Magnets cannot be searched for here: options of other passages are needed, and {why}. Audit more passages, "
        """or give a pool: --set 'magnets.pool=["All of the above","None of these"]'.""",
        settings=settings,
    )


def _holding_up(result: MagnetResult) -> list[int]:
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


def _numbers(result: MagnetResult, resamples: int, seed: int) -> Iterator[Number]:
    choices, screen, on = result.choices, result.screen, result.choices.labelled
    options = screen.pool.options
    if on.any():
        yield number("accuracy before", share(choices.correct[on], screen.passages[on]))
        for k, attack in zip(result.top, result.attacks, strict=True):
            if attack.n:
                yield number("accuracy after", attack.after, group=options[k])
        if made := int(result.outcomes.on.sum()):  # what the strongest compare with
            yield Number("accuracy after, average option", float(result.outcomes.stable.sum() / made))
    first = ordered(screen.interference.estimate, options)[0]
    yield number("mean interference", mean_interference(screen, resamples, seed))
    yield number("strongest interference", screen.interference[first], group=options[first])
    yield Number("pool", len(options), unit="count")
    lists = 1 if screen.lists is None else choices.counts  # a list costs a cell for each of its options
    yield Number("cells screened", int((screen.pool.allowed.sum(axis=1) * lists).sum()), unit="count")


def _attacks_table(result: MagnetResult) -> Table:
    """List the attacks in the order of the search: accuracy before and after, and what was chosen instead."""
    screen, top, attacks = result.screen, result.top, result.attacks
    columns = (
        OPTION.over(screen.pool.options[k] for k in top),
        SERIES.over(screen.series[top].tolist()),
        INTERFERENCE.over(screen.interference.estimate[top].tolist()),
        BEFORE.over(finite(a.before) for a in attacks),
        AFTER.over(finite(a.after.estimate) for a in attacks),
        DIFFERENCE.over(finite(a.difference.estimate) for a in attacks),
        Heading("low", LOW.text, "points").over(finite(a.difference.low) for a in attacks),
        Heading("high", HIGH.text, "points").over(finite(a.difference.high) for a in attacks),
        P.over(a.p if a.n else None for a in attacks),
        CAUGHT.over(finite(a.caught) for a in attacks),
        Heading("stable", "answer unchanged", "share").over(finite(a.after.estimate) for a in attacks),
        N.over(a.n for a in attacks),
    )
    return Table("attacks", "Accuracy when one wrong option is replaced", columns, "attacks")


def _confirmation(result: MagnetResult) -> tuple[Table, ...]:
    """List the attacking options with their interference on the search and on the passages kept from it, if any.

    `low`, `high` and `n` belong to `interference_confirm`; `before`, `after` and `p` are the attack's there.
    """
    if result.search.all():
        return ()
    screen, top, attacks = result.screen, result.top, result.confirmed
    search, confirm = screen.part(result.search), screen.part(~result.search)
    bounds = [confirm[k] for k in top]
    columns = (
        OPTION.over(screen.pool.options[k] for k in top),
        Heading("interference_screen", "T while searching", "share").over(finite(search[k].estimate) for k in top),
        Heading("interference_confirm", "T on fresh questions", "share").over(finite(b.estimate) for b in bounds),
        LOW.over(b.low if b.n else None for b in bounds),
        HIGH.over(b.high if b.n else None for b in bounds),
        N.over(b.n for b in bounds),
        BEFORE.over(finite(a.before) for a in attacks),
        AFTER.over(finite(a.after.estimate) for a in attacks),
        P.over(a.p if a.n else None for a in attacks),
    )
    return (Table("confirmation", "The strongest options on passages the search had not seen", columns),)


def _item_rows(items: Sequence[Item], result: MagnetResult) -> Table:
    """List per item how many options beat its own, and what is chosen before and after the first of the attacks."""
    screen, choices, outcomes, first = result.screen, result.choices, result.outcomes, result.top[0]
    nearest, beaten, on = screen.scores.argmax(axis=1), screen.wins.sum(axis=1), outcomes.on[:, first]
    chosen_after = [
        ("magnet" if taken else own) if made else None
        for taken, own, made in zip(outcomes.caught[:, first], letters(outcomes.chosen[:, first]), on, strict=True)
    ]
    strongest = (screen.pool.options[k] if b else None for k, b in zip(nearest, beaten, strict=True))
    right_before, right_after = known(choices.correct, choices.labelled), known(outcomes.stable[:, first], on)
    columns = (
        ID.over(item.id for item in items),
        Heading("beaten_by", "irrelevant options that beat it", "count").over(beaten.tolist()),
        Heading("tried", "irrelevant options tried", "count").over(screen.pool.allowed.sum(axis=1).tolist()),
        Heading("strongest", "strongest irrelevant option").over(strongest),
        CHOSEN_BEFORE.over(letters(choices.chosen)),
        Heading("correct_before", "right before the attack").over(right_before),
        CHOSEN_AFTER.over(chosen_after),
        Heading("correct_after", "right after the attack").over(right_after),
    )
    return Table("items", "Every question", columns)


def _sentence(result: MagnetResult, confirm_share: float) -> str:
    """Summarise whether options held up as magnets, with the strongest that did (or else the first) as the example.

    Without passages kept from the search nothing can hold up: then options only stand out.
    """
    places, tried = _holding_up(result), len(result.top)
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


def _scored(result: MagnetResult, place: int) -> str:
    k, screen = result.top[place], result.screen
    own, average = screen.interference[k], float(np.nanmean(screen.interference.estimate))
    beaten = "the options that stay" if screen.lists is not None else "a question's own options"
    return (
        f"{quoted(screen.pool.options[k])}, scores above all of {beaten} on "
        f"{percent(own.estimate)} of {counted(own.n, 'question')} (an average option of the pool: {percent(average)})"
    )


def _harm(result: MagnetResult, place: int) -> str:
    attack = result.attacks[place]
    if not attack.n or attack.difference.estimate >= 0:
        return ""
    return (
        f"; in the place of one wrong option it takes accuracy from {percent(attack.before)} to "
        f"{percent(attack.after.estimate)}"
    )


def _notes(items: Sequence[Item], result: MagnetResult, view_name: str, replace: str) -> tuple[str, ...]:
    """Return what a reader must know to read the numbers right."""
    listed = result.screen.lists is not None
    guess = float((1 / ((0 if listed else 1) + 1 / chance(items))).mean())
    lines = [
        GUESSING.format(share=percent(guess)),
        *list_notes(result.screens),
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


def _confirmation_note(result: MagnetResult) -> str:
    if result.search.all():
        return (
            "The strongest options were chosen and measured on the same questions, so their scores flatter "
            "them; there were too few passages, or confirm_share was 0, to measure them on others."
        )
    return (
        f"The attacking options were chosen on {counted(int(result.search.sum()), 'question')} and measured again on "
        f"{int((~result.search).sum()):,} of other passages (table “confirmation”); the other tables are over all."
    )
