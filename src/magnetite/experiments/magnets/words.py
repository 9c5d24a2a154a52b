"""The magnets probe in plain words: its sentence and its caveats."""

from collections.abc import Sequence

import numpy as np

from magnetite.core.items import Item
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import general_notes
from magnetite.experiments.magnets.result import Result, holding_up
from magnetite.experiments.sentences import counted, percent, quoted

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


_REPLACED = {
    "random": "drawn by the seed",
    "strongest": "the one with the highest score",
    "weakest": "the one with the lowest score",
}
