"""Marking: what is said to candidates after they answer, and what a wrong option is worth, kept as metadata of an item.

feedback                 what is said in any case
feedback_a, feedback_b   what is said of an option
credit                   percent of the full mark by option, "100, 50, 0", where a wrong one has some
"""

import re
from collections.abc import Mapping, Sequence

from magnetite.core.items import Item, letter

GENERAL, CREDIT = "feedback", "credit"
MARKS: Mapping[str, str] = {GENERAL: "feedback", CREDIT: "partial credit"}
"""What metadata of marking is, by the name before the option's letter."""
_PERCENT = re.compile(r"-?\d{1,3}(?:\.\d{1,5})?")


def said_after(feedback: Sequence[str], general: str, worths: Sequence[float]) -> dict[str, str]:
    """Return the metadata of feedback and partial credit; `worths` are shares of the full mark by option.

    >>> said_after(("Yes.", ""), "", (1.0, 0.5))
    {'feedback_a': 'Yes.', 'credit': '100, 50'}
    """
    texts = {f"feedback_{letter(place).lower()}": text.strip() for place, text in enumerate(feedback)}
    metadata = {name: text for name, text in {GENERAL: general.strip(), **texts}.items() if text}
    right = max(range(len(worths)), key=worths.__getitem__, default=0)
    if any(worth for place, worth in enumerate(worths) if place != right):
        metadata[CREDIT] = ", ".join(f"{worth * 100:.5f}".rstrip("0").rstrip(".") for worth in worths)
    return metadata


def feedbacks(item: Item) -> list[str]:
    """Return what is said of each option, an empty text for nothing."""
    names = (f"feedback_{letter(place).lower()}" for place in range(len(item.options)))
    return [item.metadata.get(name, "") for name in names]


def percents(item: Item) -> list[str]:
    """Return what each wrong option is worth in percent of the full mark, an empty text for nothing."""
    parts = item.metadata.get(CREDIT, "").split(", ")
    if len(parts) != len(item.options) or not all(map(_PERCENT.fullmatch, parts)):
        return [""] * len(item.options)
    return ["" if place == item.answer or part in {"0", "-0"} else part for place, part in enumerate(parts)]


def marking_of(item: Item) -> dict[str, str]:
    """Return the metadata of marking as a format with a place for it gives it back."""
    worths = [
        float(place == item.answer) if not part else float(part) / 100 for place, part in enumerate(percents(item))
    ]
    return said_after(feedbacks(item), item.metadata.get(GENERAL, ""), worths)
