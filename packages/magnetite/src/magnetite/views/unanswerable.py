"""Un-answerable views: the words of the passage, the question or both shuffled, or the texts removed.

Si et al. (2019, §4) train on such questions, which nobody could answer, and test on the original ones.
A shuffled text has every word and mark of the text once (`words`), a space between; a text of one word stays as it is.
Every order is as likely as any other, the old one too, which in a question of two or three words may come up.
A passage's order is drawn from the seed and the passage's id, so that its questions share one text and an encoder that
reads a passage once for all of them still can; a question's from the seed and the item's id; both from the epoch too,
where one is given. Neither the order of the items nor the number of processes changes a draw.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from examfiles.errors import unknown_name
from examfiles.items import Item
from magnetite.views.partial import options_only, without_passage, without_question
from magnetite.views.registry import ItemChange
from magnetite.views.text import words

FULL = "Full"  # the questions as they are, beside these views of them
START = "Untrained"  # what every training starts from


def shuffle_words(text: str, key: str) -> str:
    """Put the words and marks of a text into an order that `key` draws.

    >>> shuffle_words("She didn't go.", "a key")
    "n't She did go ."
    """
    tokens = words(text)
    if len(tokens) < 2:
        return text
    random.Random(key).shuffle(tokens)
    return " ".join(tokens)


def _shuffled(*, passage: bool = False, question: bool = False) -> Callable[[str], ItemChange]:
    def with_key(key: str) -> ItemChange:
        def change(item: Item) -> Item:
            new_passage, new_question = item.passage, item.question
            if passage:
                new_passage = shuffle_words(new_passage, f"{key}/passage/{item.passage_id}")
            if question:
                new_question = shuffle_words(new_question, f"{key}/question/{item.id}")
            return replace(item, passage=new_passage, question=new_question)

        return change

    return with_key


def _removed(change: ItemChange) -> Callable[[str], ItemChange]:
    return lambda _key: change


SHUFFLES = MappingProxyType(
    {
        "P-Shuffle": _shuffled(passage=True),
        "Q-Shuffle": _shuffled(question=True),
        "PQ-Shuffle": _shuffled(passage=True, question=True),
        "P-Remove": _removed(without_passage),
        "Q-Remove": _removed(without_question),
        "PQ-Remove": _removed(options_only),
    }
)


def view(name: str, seed: int = 0, epoch: int | None = None) -> ItemChange:
    """Return the un-answerable view of this name, in any case; options and answer stay as they are.

    `epoch`: makes a fresh draw for each epoch; None keeps the one draw of the seed. Raises UsageError where there is no
    such view.

    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0)
    >>> view("P-Shuffle")(item).passage, view("PQ-Remove")(item).question
    ('a cat has . Ann', '')
    """
    return SHUFFLES[shuffle_name(name)](str(seed) if epoch is None else f"{seed}/{epoch}")


def shuffle_name(text: str) -> str:
    """Return the name as `SHUFFLES` has it, from any case. Raises UsageError, with the nearest name, where none fits.

    >>> shuffle_name("pq-shuffle")
    'PQ-Shuffle'
    """
    names = {name.lower(): name for name in SHUFFLES}
    if text.lower() not in names:
        raise unknown_name("un-answerable view", text, list(SHUFFLES))
    return names[text.lower()]


def is_drawn(name: str) -> bool:
    """Return whether a view draws anything: shuffles do, removals do not."""
    return shuffle_name(name).endswith("-Shuffle")
