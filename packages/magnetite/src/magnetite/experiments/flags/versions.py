"""Versions of an exam: the same questions with their options in another order, and keys that fit.

Options stay in their order where it says something: numbers and ranges, letters and numerals that combine others,
true and false, and where the question or an option names a letter. “All of the above” stays in its place, and the
others move around it. The order of passages and questions stays: questions follow their text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from examfiles.items import Dataset, Item, letter
from examfiles.pictures import lines_of, placed_pictures
from magnetite.experiments.flags.options import combining, position

_LETTER = re.compile(r"\b(?:option|answer|choice|statement|sentence|paragraph)s?\s+\(?[A-Ha-h]\b")
_OPTION_LETTER = re.compile(r"\b[A-H]\b|\b[b-h]\b")
_TRUTH = re.compile(r"\W*(?:true|false|yes|no|not given|right|wrong|richtig|falsch|wahr|ja|nein)\W*", re.IGNORECASE)


def versions_of(dataset: Dataset, count: int, seed: int, word: str = "version") -> list[Dataset]:
    """Return versions of an exam: the first as it is, the others with the options of each question in a drawn order.

    `word`: what their titles have before the number.
    """
    named = [replace(dataset, name=f"{dataset.name}, {word} {number}") for number in range(1, count + 1)]
    return [
        each.with_items([shuffled(item, Random(f"{seed} {number} {item.id}")) for item in each]) if number > 1 else each
        for number, each in enumerate(named, start=1)
    ]


def movable(item: Item) -> list[int]:
    """Return the options that may change places; none where there are fewer than two.

    >>> movable(Item("q", "p", "", "When?", ("in 1990", "in 1991", "in 1992")))
    []
    >>> movable(Item("q", "p", "", "Who came?", ("Ann", "Bo", "All of the above")))
    [0, 1]
    """
    options, fixed = item.options, set(combining(item))
    numbers = [position(option) is not None for option in options]
    ordered = sum(numbers) >= max(2, len(options) - 1 - len(fixed)) or all(map(_TRUTH.fullmatch, options))
    named = any(_OPTION_LETTER.search(options[at]) for at in fixed) or any(
        map(_LETTER.search, (item.question, *options))
    )
    if ordered or named or len(fixed) > 1:
        return []
    free = [at for at in range(len(options)) if at not in fixed]
    return free if len(free) > 1 else []


def shuffled(item: Item, random: Random) -> Item:
    """Return an item with its options in another order, where they have none of their own."""
    free = movable(item)
    drawn = random.sample(free, len(free))
    while free and drawn == free:
        drawn = random.sample(free, len(free))
    moved = dict(zip(free, drawn, strict=True))
    return reordered(item, [moved.get(at, at) for at in range(len(item.options))])


def reordered(item: Item, order: Sequence[int]) -> Item:
    """Return an item whose options stand in `order` (their old places), with all that is said of each by letter."""
    new = {letter(old): letter(at) for at, old in enumerate(order)}
    metadata = {_renamed(name, new): value for name, value in item.metadata.items()}
    credit = metadata.get("credit", "").split(", ")
    if len(credit) == len(order):
        metadata["credit"] = ", ".join(credit[old] for old in order)
    if "formatting" in metadata:
        lines = (line.partition(" ") for line in metadata["formatting"].split("\n"))
        moved = [f"{new.get(place, place)} {rest}" for place, _, rest in lines]
        metadata["formatting"] = "\n".join(sorted(moved, key=lambda line: _place(line, order)))
    if "pictures" in metadata:
        metadata["pictures"] = _pictures(item, order)
    answer = None if item.answer is None else list(order).index(item.answer)
    options = tuple(item.options[old] for old in order)
    return replace(item, options=options, answer=answer, metadata=metadata)


def _renamed(name: str, new: dict[str, str]) -> str:
    start, _, last = name.rpartition("_")
    return f"feedback_{new[last.upper()].lower()}" if start == "feedback" and last.upper() in new else name


def _place(line: str, order: Sequence[int]) -> int:
    """Return the place of the text that a line of formatting is of."""
    name = line.partition(" ")[0]
    return ("passage", "question", *map(letter, range(len(order)))).index(name)


def _pictures(item: Item, order: Sequence[int]) -> str:
    """Return the pictures of an item in the order of its texts."""
    passage, question, *options = placed_pictures(item)
    kept = [*passage, *question, *(each for old in order for each in options[old])]
    return lines_of(kept)
