"""The prefix layout: passage, question and option in this order; each part sees itself and the parts before it.

A passage sees no question and a question no option, so what is computed for them serves all that follow: a passage is
read once for all its questions, a question once for all its options. The factoring is exact.
`packed_scores` computes all parts in one masked pass (training, and items with few options); `prefix_states` computes
them apart (screens of thousands of options). Both give the same scores, as a test checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from magnetite.scorers.frame import Ids
from magnetite.scorers.stack import Distances, Stack


@dataclass(frozen=True, slots=True)
class Question:
    """A question's ids (empty where a view has none) and those of its options."""

    ids: Ids
    options: tuple[Ids, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the question and all its options."""
        return len(self.ids) + sum(map(len, self.options))


@dataclass(frozen=True, slots=True)
class Row:
    """A passage's ids and the questions about it."""

    passage: Ids
    questions: tuple[Question, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the passage and all that follows it."""
        return len(self.passage) + sum(question.tokens for question in self.questions)


@dataclass(frozen=True, slots=True)
class Packed:
    """A batch of rows, each a passage followed by its questions and their options."""

    ids: Tensor  # (rows, tokens)
    positions: Tensor  # (rows, tokens)
    questions: Tensor  # (rows, tokens): 0 passage, 1… the question, -1 padding
    options: Tensor  # (rows, tokens): 0 passage or question, 1… the option
    pooled: Tensor  # (rows, most options): column of each option's own [CLS], -1 where a row has fewer

    def to(self, device: Any) -> "Packed":
        """Move the batch to a device."""
        parts = (self.ids, self.positions, self.questions, self.options, self.pooled)
        return Packed(*(part.to(device) for part in parts))


def pack(rows: Sequence[Row], pad: int) -> Packed:
    """Lay out rows for one masked pass; padding stands on the right."""
    ids, positions, questions, options, pooled = zip(*map(_lay_out, rows), strict=True)
    return Packed(
        _padded(ids, pad), _padded(positions, 0), _padded(questions, -1), _padded(options, 0), _padded(pooled, -1)
    )


def _lay_out(row: Row) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """Return a row's ids, positions, question numbers, option numbers, and the columns of its options' [CLS]."""
    start = len(row.passage)
    ids, positions = list(row.passage), list(range(start))
    questions, options, pooled = [0] * start, [0] * start, []
    for number, question in enumerate(row.questions, start=1):
        for option, part in enumerate((question.ids, *question.options)):
            if option:
                pooled.append(len(ids))
            before = start + (len(question.ids) if option else 0)
            ids += part
            positions += range(before, before + len(part))
            questions += [number] * len(part)
            options += [option] * len(part)
    return ids, positions, questions, options, pooled


def _padded(lists: Sequence[Sequence[int]], fill: int) -> Tensor:
    width = max(map(len, lists))
    return torch.tensor([[*values, *[fill] * (width - len(values))] for values in lists])


def packed_scores(stack: Stack, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable.

    Products run on the tokens end to end, without padding; only attention pads them to rows.
    """
    there = batch.questions >= 0
    hidden = stack.embed(batch.ids[there][None], batch.positions[there][None], (batch.options[there] > 0).long()[None])
    mask, pooled = _mask(batch, stack.distances), batch.pooled >= 0
    *layers, last = stack.layers
    for layer in layers:
        query, key, value = _in_rows(layer.project(hidden), there)
        hidden = layer.finish(_attend(query, key, value, mask)[there], hidden)
    rows = torch.arange(len(pooled), device=pooled.device)[:, None]
    columns = batch.pooled.clamp(min=0)
    flat = there.flatten().cumsum(0).view(there.shape) - 1  # where each token lies end to end
    asking = hidden[flat[rows, columns][pooled]]  # of the last layer, only the options' own [CLS] are read
    key, value = _in_rows(last.keys_values(hidden), there)
    (query,) = _in_rows(last.query(asking)[None], pooled)
    mixed = _attend(query, key, value, mask[rows, :, columns].transpose(1, 2))[pooled]
    return stack.head(last.finish(mixed, asking))


def _mask(batch: Packed, distances: Distances | None) -> Tensor:
    """Return which token sees which, (rows, 1 or heads, tokens, tokens); as logits where distance adds to them.

    Padding sees the passage, so that no row of the mask is empty.
    """
    question, option = batch.questions, batch.options
    same_question = question[:, None, :] == question[:, :, None]
    same_option = (option[:, None, :] == 0) | (option[:, None, :] == option[:, :, None])
    sees = ((question[:, None, :] == 0) | (same_question & same_option))[:, None]
    if distances is None:
        return sees
    return distances(batch.positions, batch.positions).masked_fill(~sees, -torch.inf)


def _in_rows(flat: Tensor, there: Tensor) -> Tensor:
    """Pad (parts, tokens, heads, width) to rows, (parts, rows, heads, tokens of a row, width)."""
    parts, _, heads, width = flat.shape
    padded = flat.new_zeros(parts, there.numel(), heads, width)
    padded = padded.index_copy(1, there.flatten().nonzero()[:, 0], flat)
    return padded.view(parts, *there.shape, heads, width).transpose(2, 3)


def _attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    """Return what queries read, (rows, queries, width)."""
    logits = mask if mask.dtype == torch.bool else mask.to(query.dtype)
    return scaled_dot_product_attention(query, key, value, attn_mask=logits).transpose(1, 2).flatten(2)
