"""What training reads: items as token ids, in batches of similar length.

Batches are drawn afresh each epoch from (seed, epoch); an item that has no known answer is an error, because
training on it would be a guess.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from magnetite.core.cells import Context
from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.scorers.encoding import Encoding, Ids


@dataclass(frozen=True, slots=True)
class Example:
    """Hold one item of the prefix layout as ids."""

    context: Ids
    options: tuple[Ids, ...]
    answer: int

    @property
    def tokens(self) -> int:
        """Return the tokens of the context and all its options."""
        return len(self.context) + sum(map(len, self.options))


def encode_items(items: Sequence[Item], encoding: Encoding) -> list[Example]:
    """Encode items (already under their view) for training. Raises DataError where an answer is missing."""
    return [_encode(item, encoding) for item in items]


def batches(examples: Sequence[Example], size: int, seed: int, epoch: int) -> Iterator[list[Example]]:
    """Yield every example once, `size` at a time, similar lengths together, in an order fixed by (seed, epoch)."""
    draw = random.Random(f"{seed}/{epoch}")
    order = list(examples)
    draw.shuffle(order)
    span = size * 16  # sorted within spans: little padding, and still nearly random batches
    groups = []
    for start in range(0, len(order), span):
        block = sorted(order[start : start + span], key=lambda example: example.tokens)
        groups += [block[i : i + size] for i in range(0, len(block), size)]
    draw.shuffle(groups)
    yield from groups


def _encode(item: Item, encoding: Encoding) -> Example:
    if item.answer is None:
        raise DataError(f"item '{item.id}' has no answer; training needs one for every item.")
    options = tuple(encoding.prefix_option(option) for option in item.options)
    longest = max(zip(options, item.options, strict=True), key=lambda pair: len(pair[0]))[1]
    context = encoding.prefix_context(Context(item.passage, item.question), longest)
    return Example(context.ids, options, item.answer)
