"""What training reads: passages with their questions as token ids, in batches of similar length.

A row is a passage with the questions asked about it, so that the passage is read once for all of them; a view without
a passage has a row for each question. Batches are drawn afresh each epoch from (seed, epoch).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from magnetite.core.cells import Context
from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.scorers.encoding import Encoding, Ids
from magnetite.scorers.prefix import Question, Row

ROW_QUESTIONS = 8  # attention is computed over the whole row, so a passage with more questions takes several
SPAN = 16  # batches sorted by length together: little padding, and still nearly random batches


@dataclass(frozen=True, slots=True)
class Example:
    """Hold a row and its questions' answers."""

    row: Row
    answers: tuple[int, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the row."""
        return self.row.tokens


def encode_items(items: Sequence[Item], encoding: Encoding) -> list[Example]:
    """Encode items (already under their view) for training. Raises DataError where an answer is missing."""
    rows: dict[tuple[Ids, int], list[tuple[Question, int]]] = {}
    of_passage: dict[Ids, int] = {}
    for item in items:
        passage, question, answer = _encode(item, encoding)
        number = of_passage[passage] = of_passage.get(passage, -1) + 1
        together = ROW_QUESTIONS if item.passage else 1
        rows.setdefault((passage, number // together), []).append((question, answer))
    return [
        Example(Row(passage, tuple(question for question, _ in asked)), tuple(answer for _, answer in asked))
        for (passage, _), asked in rows.items()
    ]


def batches(examples: Sequence[Example], size: int, seed: int, epoch: int) -> Iterator[list[int]]:
    """Yield every example's index once, about `size` questions at a time, in an order fixed by (seed, epoch)."""
    draw = random.Random(f"{seed}/{epoch}")
    order = list(range(len(examples)))
    draw.shuffle(order)
    groups = [
        batch
        for span in _cut(order, examples, size * SPAN)
        for batch in _cut(sorted(span, key=lambda index: examples[index].tokens), examples, size)
    ]
    draw.shuffle(groups)
    yield from groups


def _cut(order: Sequence[int], examples: Sequence[Example], size: int) -> list[list[int]]:
    """Cut examples into parts of `size` questions; one that overlaps the end belongs to the part it begins in."""
    parts: list[list[int]] = []
    asked = size
    for index in order:
        if asked >= size:
            parts.append([])
            asked = 0
        parts[-1].append(index)
        asked += len(examples[index].answers)
    return parts


def _encode(item: Item, encoding: Encoding) -> tuple[Ids, Question, int]:
    if item.answer is None:
        raise DataError(f"item '{item.id}' has no answer; training needs one for every item.")
    options = tuple(encoding.prefix_option(option) for option in item.options)
    longest = max(zip(options, item.options, strict=True), key=lambda pair: len(pair[0]))[1]
    prefix = encoding.prefix(Context(item.passage, item.question), longest)
    return prefix.passage, Question(prefix.question, options), item.answer
