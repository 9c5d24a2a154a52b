"""The prefix layout: passage, question and option in this order, each part sees what stands before it and itself.

A passage sees no question and a question no option, so what is computed for them serves all that follow: a passage is
read once for all its questions, a question once for all its options. The factoring is exact.
`packed_scores` computes all parts in one masked pass (training, and items with few options); `prefix_states` computes
them apart (screens of thousands of options). Both give the same scores; a test says so.
What this file leaves out: architectures other than BERT's (`refuse_other_architectures`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from magnetite.core.errors import ModelError
from magnetite.scorers.frame import Ids


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question's ids (empty where a view has none) and those of its options."""

    ids: Ids
    options: tuple[Ids, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the question and all its options."""
        return len(self.ids) + sum(map(len, self.options))


@dataclass(frozen=True, slots=True)
class Row:
    """Hold a passage's ids and the questions that are asked about it."""

    passage: Ids
    questions: tuple[Question, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the passage and all that follows it."""
        return len(self.passage) + sum(question.tokens for question in self.questions)


@dataclass(frozen=True, slots=True)
class Packed:
    """Hold a batch of rows, each a passage with its questions and their options behind it."""

    ids: Tensor  # (rows, tokens)
    positions: Tensor  # (rows, tokens)
    questions: Tensor  # (rows, tokens): 0 passage, 1… the question, -1 padding
    options: Tensor  # (rows, tokens): 0 passage or question, 1… the option
    pooled: Tensor  # (rows, most options): column of each option's own [CLS], -1 where a row has fewer

    def to(self, device: Any) -> "Packed":
        """Move the batch to a device."""
        parts = (self.ids, self.positions, self.questions, self.options, self.pooled)
        return Packed(*(part.to(device) for part in parts))


def refuse_other_architectures(name: str, config: Any) -> None:
    """Raise ModelError where a model's configuration is not one that this file computes: BERT with two segments."""
    # Families that keep BERT's names but not its arithmetic exist (Megatron-BERT), hence not a look at attributes.
    plain = config.model_type == "bert" and not config.is_decoder
    if not plain or config.type_vocab_size < 2:
        what = "has one segment only" if plain else f"is {config.model_type}'s architecture"
        raise ModelError(
            f"model '{name}' {what}; the prefix layout is for BERT's, with two segments. "
            "Take another base, or use a model fine-tuned in the joint layout."
        )


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


def packed_scores(model: Any, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable."""
    bert = model.bert
    hidden = _embed(bert, batch.ids, batch.positions, (batch.options > 0).long())
    mask = _visible(batch)
    *layers, last = bert.encoder.layer
    for layer in layers:
        query, key, value = _heads(layer, hidden, hidden)
        hidden = _finish(layer, scaled_dot_product_attention(query, key, value, attn_mask=mask), hidden)
    asking, asking_mask = _pooled_only(hidden, mask, batch.pooled)
    query, key, value = _heads(last, asking, hidden)
    hidden = _finish(last, scaled_dot_product_attention(query, key, value, attn_mask=asking_mask), asking)
    return _score(model, hidden[batch.pooled >= 0])


def _visible(batch: Packed) -> Tensor:
    """Say which token sees which, (rows, 1, tokens, tokens); padding sees the passage, so no row is empty."""
    asked, option = batch.questions, batch.options
    same_question = asked[:, None, :] == asked[:, :, None]
    same_option = (option[:, None, :] == 0) | (option[:, None, :] == option[:, :, None])
    return ((asked[:, None, :] == 0) | (same_question & same_option))[:, None]


def _pooled_only(hidden: Tensor, mask: Tensor, pooled: Tensor) -> tuple[Tensor, Tensor]:
    """Take the positions whose last layer is read, (rows, options, width), and their rows of the mask."""
    rows = torch.arange(len(pooled), device=pooled.device)[:, None]
    columns = pooled.clamp(min=0)
    return hidden[rows, columns], mask[rows, 0, columns][:, None]


def _embed(bert: Any, ids: Tensor, positions: Tensor, segments: Tensor) -> Tensor:
    embedded: Tensor = bert.embeddings(input_ids=ids, position_ids=positions, token_type_ids=segments)
    return embedded


def _heads(layer: Any, asking: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Project `asking` to queries and `hidden` to keys and values, (rows, heads, tokens, width)."""
    attention = layer.attention.self
    shape = (hidden.shape[0], -1, attention.num_attention_heads, attention.attention_head_size)
    query, key, value = attention.query(asking), attention.key(hidden), attention.value(hidden)
    return query.view(shape).transpose(1, 2), key.view(shape).transpose(1, 2), value.view(shape).transpose(1, 2)


def _finish(layer: Any, mixed: Tensor, hidden: Tensor) -> Tensor:
    attended = layer.attention.output(mixed.transpose(1, 2).flatten(2), hidden)
    finished: Tensor = layer.output(layer.intermediate(attended), attended)
    return finished


def _score(model: Any, first: Tensor) -> Tensor:
    bert = model.bert
    scores: Tensor = model.classifier(bert.pooler.activation(bert.pooler.dense(first)))
    return scores.squeeze(-1)
