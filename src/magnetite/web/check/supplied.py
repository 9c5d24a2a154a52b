"""What a form on the page supplies, checked: keys, and a passage for some of the questions that have none."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from magnetite.auditing.check.reading import ReadExam
from magnetite.core.errors import UsageError
from magnetite.web.check.corrections import Corrections, Passage, corrected, keyless, passageless
from magnetite.web.wording import say

KEY = "key:"  # before a question's id, in the name of its field
NONE = "none"


def with_keys(read: ReadExam, corrections: Corrections, form: Mapping[str, Any]) -> Corrections:
    """Return corrections with the keys of a form, each of which replaces an earlier one.

    Raises UsageError for an option that a question does not have.
    """
    keys = dict(corrections.keys)
    for name, item in keyless(read).items():
        value = str(form.get(f"{KEY}{name}", ""))
        if value == NONE:
            keys.pop(name, None)
        elif value:
            if not value.isascii() or not value.isdecimal() or int(value) >= len(item.options):
                raise UsageError(say("exam-no-option", id=name))
            keys[name] = int(value)
    return replace(corrections, keys=keys)


def with_passage(read: ReadExam, corrections: Corrections, text: str, first: str, last: str) -> Corrections:
    """Return corrections with a passage for the questions without one from id `first` to id `last`.

    Raises UsageError for an empty text, and for questions that do not lack one.
    """
    text = text.replace("\r\n", "\n").strip()
    lacking = passageless(corrected(read, corrections))
    if not text:
        raise UsageError(say("exam-empty-passage"))
    if first not in lacking or last not in lacking:
        raise UsageError(say("exam-not-lacking"))
    ends = sorted((lacking.index(first), lacking.index(last)))
    questions = tuple(lacking[ends[0] : ends[1] + 1])
    return replace(corrections, passages=(*corrections.passages, Passage(text, questions)))


def without_passage(corrections: Corrections, number: str) -> Corrections:
    """Return corrections without the passage of this number, from 0. Raises UsageError where there is none."""
    places = [str(place) for place in range(len(corrections.passages))]
    if number not in places:
        raise UsageError(say("exam-not-lacking"))
    place = places.index(number)
    return replace(corrections, passages=corrections.passages[:place] + corrections.passages[place + 1 :])
