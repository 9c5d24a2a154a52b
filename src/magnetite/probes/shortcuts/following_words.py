"""What the following probe says in plain words: its sentence and its caveats.

What this file leaves out: the comparisons themselves (`shortcuts.following_result`).
"""

from collections.abc import Mapping

from magnetite.probes.choices import Choices, general_notes, tie_notes
from magnetite.probes.shortcuts.following_result import Comparisons
from magnetite.probes.wording import INTERVALS, between, calibration_note, counted, percent
from magnetite.stats.agreement import SharedErrors

UNTOLD = (
    "Whether the system follows what it would choose without the passage cannot be told: that takes a system for the "
    "view without the passage (QO) and one for the whole question (QOC)."
)
RANDOM = (
    "With a random passage, each question is given the text of another passage of this exam, all questions of a "
    "passage the same one. A right answer then comes from guessing, from what the system knows, or from hints in the "
    "wording."
)
CHANCE = (
    "Expected is what independent systems of the same accuracy would show: both right, or both wrong on the same of "
    "the wrong options, each as likely. Wrong options are made to attract, some more than others, and systems that "
    "read alike err alike; so agreement beyond that shows common errors, not by itself a shortcut."
)
ONE_PASSAGE = "All questions have the same passage, so no other could be put in its place."


def sentence(found: Comparisons) -> str:
    """Say how far the full system follows the one without the passage, and what another passage does to it."""
    parts = (_agreement(found), _random(found))
    return " ".join(part for part in parts if part)


def notes(chosen: Mapping[str, Choices], temperatures: Mapping[str, float], calibrated_on: str) -> tuple[str, ...]:
    """Return the caveats a reader must see."""
    said = [INTERVALS, RANDOM if "random" in chosen else ONE_PASSAGE]
    if chosen["QOC"].labelled.any():
        said.insert(0, CHANCE)
    said.append(calibration_note(["QOC"], temperatures, calibrated_on))
    shown = {"QO": "QO", "random": "QOC with a random passage"}
    ties = (note for name, view in shown.items() if name in chosen for note in tie_notes(chosen[name], view))
    return (*said, *general_notes(chosen["QOC"]), *ties)


def _agreement(found: Comparisons) -> str:
    same = found.agrees.observed
    if found.errors is None:
        return (
            f"With the passage the system chooses as without it on {percent(same.estimate)} of "
            f"{counted(same.n, 'question')} ({between(same)}); no answer is known, so chance cannot be told."
        )
    followed = found.errors.observed
    if not followed.n:
        return "Without the passage the system makes no error, so there is none that it could follow with the passage."
    return (
        f"On the {counted(followed.n, 'question')} that are answered wrong without the passage, the full system takes "
        f"the same wrong option on {percent(followed.estimate)} ({between(followed)}); errors spread evenly would do "
        f"so on {percent(found.errors.expected)}{_verdict(found.errors)}."
    )


def _verdict(errors: SharedErrors) -> str:
    if errors.excess.low > 0:
        return ", so it shares errors with a system that cannot have read"
    if errors.excess.high < 0:
        return ", so it does so less often than chance would have it"
    return ", so nothing shows that it follows the shortcut"


def _random(found: Comparisons) -> str:
    if found.keeps is None:
        return ""
    kept = (
        f"Given a random passage in place of its own, it keeps its choice on {percent(found.keeps.observed.estimate)}"
    )
    if found.right is None:
        return f"{kept}."
    guess = f"guessing gets {percent(found.guess)}"
    if found.right.low > found.guess:
        return f"{kept} and is still right on {percent(found.right.estimate)}, where {guess}: those need no reading."
    return f"{kept} and is right on {percent(found.right.estimate)}, where {guess}."
