"""The following probe in plain words: its sentence and its caveats."""

from collections.abc import Mapping

from magnetite.experiments.choices import Choices, general_notes, tie_notes
from magnetite.experiments.sentences import INTERVALS, between, calibration_note, counted, percent
from magnetite.experiments.shortcuts.following_result import Comparisons
from magnetite.stats.agreement import SharedErrors

UNTOLD = (
    "Whether the system follows what it would choose without the passage is unknown: that takes a system for the "
    "view without the passage (QO) and one for the whole question (QOC)."
)
RANDOM = (
    "With a random passage, each question gets the text of another passage of this exam, all questions of a "
    "passage the same one. A right answer then comes from guessing, from what the system knows, or from hints in the "
    "wording."
)
CHANCE = (
    "The expected share is that of independent systems of the same accuracy: both right, or both wrong with the same "
    "wrong option, all equally likely. Wrong options are made to attract, some more than others, and systems that "
    "read alike err alike; so agreement beyond that shows common errors, not by itself a shortcut."
)
ONE_PASSAGE = "All questions have the same passage, so there is no other to put in its place."


def sentence(result: Comparisons) -> str:
    """Summarise how far the full system follows the one without the passage, and what another passage changes."""
    parts = (_agreement(result), _random(result))
    return " ".join(part for part in parts if part)


def notes(chosen: Mapping[str, Choices], temperatures: Mapping[str, float], calibrated_on: str) -> tuple[str, ...]:
    """Return the caveats a reader must see."""
    lines = [INTERVALS, RANDOM if "random" in chosen else ONE_PASSAGE]
    if chosen["QOC"].labelled.any():
        lines.insert(0, CHANCE)
    lines.append(calibration_note(["QOC"], temperatures, calibrated_on))
    places = {"QO": "QO", "random": "QOC with a random passage"}
    ties = (note for name, view in places.items() if name in chosen for note in tie_notes(chosen[name], view))
    return (*lines, *general_notes(chosen["QOC"]), *ties)


def _agreement(result: Comparisons) -> str:
    same = result.agrees.observed
    if result.errors is None:
        return (
            f"With the passage the system chooses as without it on {percent(same.estimate)} of "
            f"{counted(same.n, 'question')} ({between(same)}); no answer is known, so chance agreement is unknown."
        )
    shared = result.errors.observed
    if not shared.n:
        return "Without the passage the system makes no error, so there is none to follow with the passage."
    return (
        f"On the {counted(shared.n, 'question')} that are answered wrong without the passage, the full system takes "
        f"the same wrong option on {percent(shared.estimate)} ({between(shared)}); errors spread evenly would do "
        f"so on {percent(result.errors.expected)}{_verdict(result.errors)}."
    )


def _verdict(errors: SharedErrors) -> str:
    if errors.excess.low > 0:
        return ", so it shares errors with a system that cannot have read"
    if errors.excess.high < 0:
        return ", so it does so less often than chance"
    return ", so nothing shows that it follows the shortcut"


def _random(result: Comparisons) -> str:
    if result.keeps is None:
        return ""
    opening = (
        f"Given a random passage in place of its own, it keeps its choice on {percent(result.keeps.observed.estimate)}"
    )
    if result.right is None:
        return f"{opening}."
    guess = f"guessing gets {percent(result.guess)}"
    if result.right.low > result.guess:
        return (
            f"{opening} and is still right on {percent(result.right.estimate)}, where {guess}: those need no reading."
        )
    return f"{opening} and is right on {percent(result.right.estimate)}, where {guess}."
