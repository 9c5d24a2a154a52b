"""What training reads: questions as token ids in either layout, in batches of similar length.

Prefix: an example is a passage with the questions asked about it, so that the passage is read once for all of them.
Joint: an example is one question, a sequence for each of its options. Items may differ in their number of options.
Batches are drawn afresh each epoch from (seed, epoch).
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

import torch
from torch import Tensor

from examfiles.errors import DataError
from examfiles.items import Item
from magnetite.core.cells import own_context
from magnetite.scorers.encoder import joint_inputs
from magnetite.scorers.encoding import Encoded, Encoding, Ids
from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack

ROW_QUESTIONS = 8  # attention is computed over the whole row, so a passage with more questions takes several
SPAN = 16  # batches sorted by length together: little padding, and still nearly random batches


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """What is encoded together, a row or one question's sequences, and the answers."""

    encoded: PrefixRow | tuple[Encoded, ...]
    answers: tuple[int, ...]
    counts: tuple[int, ...]  # options of each question
    tokens: int


@dataclass(slots=True)
class Batches:
    """Lists of examples' indices, as PyTorch's loaders expect of a batch sampler.

    Every example comes once an epoch. `redraw` gives an epoch's examples, as many as before, where they change with it.
    Each of `world` processes takes its share of the same batches; the first are repeated where they cannot be divided
    evenly, so that no process waits for another.
    """

    examples: list[TrainingExample]
    size: int
    seed: int
    rank: int = 0
    world: int = 1
    epoch: int = field(default=0)
    redraw: Callable[[int], Sequence[TrainingExample]] | None = None

    def begin(self, epoch: int) -> None:
        """Start an epoch (from 0): its order, and its examples, which replace the others in the list."""
        if self.redraw is not None and epoch != self.epoch:
            self.examples[:] = self.redraw(epoch)
        self.epoch = epoch

    def __iter__(self) -> Iterator[list[int]]:
        order = batches(self.examples, self.size, self.seed, self.epoch)
        share = [order[i % len(order)] for i in range(len(self) * self.world)]
        yield from share[self.rank :: self.world]

    def __len__(self) -> int:
        return ceil(len(self.examples) / together(self.examples, self.size) / self.world)


def encode_items(
    items: Sequence[Item], encoding: Encoding, room: Mapping[str, Sequence[str]] | None = None, *, apart: bool = False
) -> list[TrainingExample]:
    """Encode items (already under their view) in the encoding's layout.

    `room`: by item id, options of other epochs, for which a passage that is read once leaves room too, so that the
    passage is the same in all epochs. `apart`: passages with different ids are read separately even if their texts are
    equal, so that there are equally many rows in all epochs where each shuffles them. Raises DataError where an answer
    is missing.
    """
    missing = [item.id for item in items if item.answer is None]
    if missing:
        raise DataError(
            f"{len(missing)} of the {len(items)} questions to train on have no answer, '{missing[0]}' the first; "
            "training needs one for each. Add the answers, or leave those questions out of the file."
        )
    if encoding.template.layout == "joint":
        return _sequences(items, encoding)
    return _rows(items, encoding, room or {}, apart)


def batches(examples: Sequence[TrainingExample], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Return every example's index once, about `size` questions at a time, in an order fixed by (seed, epoch).

    Every epoch has equally many batches, ceil(examples / together).
    """
    draw = random.Random(f"{seed}/{epoch}")
    order = list(range(len(examples)))
    draw.shuffle(order)
    each = together(examples, size)
    groups = [
        batch
        for span in _cut(order, each * SPAN)
        for batch in _cut(sorted(span, key=lambda index: examples[index].tokens), each)
    ]
    draw.shuffle(groups)
    return groups


def together(examples: Sequence[TrainingExample], size: int) -> int:
    """Return how many examples make about `size` questions, at least one."""
    return max(1, round(size * len(examples) / sum(len(example.answers) for example in examples)))


def in_order(examples: Sequence[TrainingExample], size: int) -> list[list[int]]:
    """Return every example's index once, shortest first, about `size` questions at a time: for evaluation."""
    return _cut(sorted(range(len(examples)), key=lambda index: examples[index].tokens), together(examples, size))


def collate(examples: Sequence[TrainingExample], pad: int, marks: str | None) -> dict[str, Tensor]:
    """Make one batch of tensors: the model's inputs, `counts` of options and `labels`, (questions,) both."""
    targets = {
        "counts": torch.tensor([count for example in examples for count in example.counts]),
        "labels": torch.tensor([answer for example in examples for answer in example.answers]),
    }
    if isinstance(examples[0].encoded, PrefixRow):
        batch = pack([example.encoded for example in examples], pad)  # type: ignore[misc]
        return {"input_ids": batch.ids, **{name: getattr(batch, name) for name in PACKED}, **targets}
    sequences = [sequence for example in examples for sequence in example.encoded]  # type: ignore[union-attr]
    return {**joint_inputs(sequences, pad, marks), **targets}


def tokens_in(batch: Mapping[str, Tensor]) -> Tensor:
    """Count the tokens of a batch, without padding."""
    return (batch["questions"] >= 0 if "questions" in batch else batch["attention_mask"]).sum()


PACKED = ("positions", "questions", "options", "pooled", "ends")  # the parts of a packed batch that keep their names


def _rows(
    items: Sequence[Item], encoding: Encoding, room: Mapping[str, Sequence[str]], apart: bool
) -> list[TrainingExample]:
    rows: dict[tuple[str, Ids, int], list[tuple[PrefixQuestion, int]]] = {}
    of_passage: dict[tuple[str, Ids], int] = {}
    for item in items:
        passage, question = _question(item, encoding, room.get(item.id, ()))
        key = (item.passage_id if apart else "", passage)
        number = of_passage[key] = of_passage.get(key, -1) + 1
        together = ROW_QUESTIONS if item.passage or item.added else 1
        rows.setdefault((*key, number // together), []).append((question, _answer(item)))
    return [
        _row(PrefixRow(passage, tuple(q for q, _ in questions)), [a for _, a in questions])
        for (_, passage, _), questions in rows.items()
    ]


def _row(row: PrefixRow, answers: Sequence[int]) -> TrainingExample:
    return TrainingExample(row, tuple(answers), tuple(len(question.options) for question in row.questions), row.tokens)


def _question(item: Item, encoding: Encoding, room: Sequence[str]) -> tuple[Ids, PrefixQuestion]:
    options = tuple(encoding.prefix_option(option) for option in item.options)
    longest = max((*item.options, *room), key=lambda option: len(encoding.prefix_option(option)))
    prefix = encoding.prefix(own_context(item), longest)
    return prefix.passage, PrefixQuestion(prefix.question, options)


def _sequences(items: Sequence[Item], encoding: Encoding) -> list[TrainingExample]:
    examples = []
    for item in items:
        context = own_context(item)
        encoded = tuple(encoding.joint(context, option) for option in item.options)
        tokens = len(encoded) * max(len(sequence.ids) for sequence in encoded)
        examples.append(TrainingExample(encoded, (_answer(item),), (len(encoded),), tokens))
    return examples


def _answer(item: Item) -> int:
    assert item.answer is not None  # encode_items checked
    return item.answer


def _cut(order: Sequence[int], size: int) -> list[list[int]]:
    return [list(order[start : start + size]) for start in range(0, len(order), size)]
