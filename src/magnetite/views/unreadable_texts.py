"""What an un-readable attack puts into an item: a sentence, the answer, question and distractors, or neutral words.

A sentence is drawn for (seed, item, option), not for the attack: `Sent2Opt-Shuffle`, `AddSent2Opt-Shuffle` and
`AddSent2Opt` differ only in what they do with it (Si et al. 2019, Figure 3), and their controls too.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Literal

from magnetite.core.items import Item
from magnetite.views.sentences import sentences
from magnetite.views.shuffle import dice
from magnetite.views.words import words

Source = Literal["asked", "sentence", "answer", "other"]

# Function words that say nothing for or against what stands before them.
NEUTRAL = (
    "as it is and as it was and as it may be for this one or for that one and so on with the one and with the other"
)


class Texts:
    """The texts that are put into items; remembers the sentences of the passages it has seen."""

    def __init__(self, items: Sequence[Item], *, seed: int, per_question: bool) -> None:
        self._seed, self._per_question = seed, per_question
        self._known: dict[str, list[str]] = {}
        self._items = items
        self._passages: list[str] | None = None

    def text(self, source: Source, item: Item, option: int = 0) -> str:
        """Return the text for one distractor (the passage: option 0), "" where the item has none.

        "asked" is the question and all distractors, "other" a sentence of another passage among the items given.
        """
        if source == "asked":
            return joined(item.question, *(item.options[index] for index in distractors(item)))
        if source == "answer":
            return "" if item.answer is None else item.options[item.answer]
        drawn = 0 if self._per_question else option
        return self._other(item, drawn) if source == "other" else self._own(item, drawn)

    def _own(self, item: Item, option: int) -> str:
        choices = self._sentences(item.passage)
        luck = dice(self._seed, item.id, "sentence", option)
        return choices[int(luck.random() * len(choices))] if choices else ""

    def _other(self, item: Item, option: int) -> str:
        """Draw a passage, evenly among those with another text, then one of its sentences, evenly."""
        if self._passages is None:  # sorted, so that the order of the items changes nothing
            self._passages = sorted(text for text in {i.passage for i in self._items} if self._sentences(text))
        others = len(self._passages) - bool(self._sentences(item.passage))
        if others < 1:
            return ""
        luck = dice(self._seed, item.id, "other", option)
        drawn = int(luck.random() * others)
        own = bisect_left(self._passages, item.passage) if others < len(self._passages) else others
        choices = self._sentences(self._passages[drawn + (drawn >= own)])
        return choices[int(luck.random() * len(choices))]

    def _sentences(self, passage: str) -> list[str]:
        """Return a passage's sentences, without those that have no letter or digit."""
        if passage not in self._known:
            self._known[passage] = [text for text in sentences(passage) if any(map(str.isalnum, text))]
        return self._known[passage]


def distractors(item: Item) -> list[int]:
    """Return the indices of all options but the answer; an option that equals the answer's text is among them."""
    return [index for index in range(len(item.options)) if index != item.answer]


def joined(*texts: str) -> str:
    """Join by spaces the texts that hold more than white space."""
    return " ".join(text for text in texts if text.strip())


def lengthened(distractor: str, count: int) -> str:
    """Return the distractor followed by neutral function words, `count` words in all; never shorter than it is.

    >>> lengthened("she likes cooking", 8)
    'she likes cooking as it is and as'
    """
    lacking = max(0, count - len(words(distractor)))
    return joined(distractor, " ".join(islice(cycle(NEUTRAL.split()), lacking)))
