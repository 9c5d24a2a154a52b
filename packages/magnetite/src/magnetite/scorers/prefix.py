"""The prefix layout: passage, question and option in this order; each part sees itself and the parts before it.

One masked pass over packed rows serves training and questions with few options:

    scores = packed_scores(stack, pack(rows, pad))

For many options of one question, the context's keys and values are kept, and each option is a short suffix behind them:

    states = extend(stack, extend(stack, None, passage), question)
    scores = option_scores(stack, states, suffixes)

These three are for encoders; `decoder` has their like for decoders, and a scorer takes either as a `PrefixModel`.

Nothing here is approximate: the README of this folder explains what is computed once, what is left out, and why that is
exact.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.scorers.attention import Read, Sequences, State, attend_behind, read_context, read_parts, whole
from magnetite.scorers.device import Passes
from magnetite.scorers.encoding import Encoding, Ids, Prefix, room_for
from magnetite.scorers.loading import Loaded, reduced, refuse_written
from magnetite.scorers.stack import Distances, Stack, need_stack

FEW_TOKENS = 256  # a question with at most this many tokens of options shares a pass with others
ROW_TOKENS = 512  # questions behind one passage in one row: each attends over the whole row
PASS_TOKENS = 8192  # tokens of one packed pass at most, padding included


@dataclass(frozen=True, slots=True)
class PrefixQuestion:
    """A question's ids (empty where a view has none) and those of its options."""

    ids: Ids
    options: tuple[Ids, ...]

    @property
    def tokens(self) -> int:
        """Count the tokens of the question and all its options."""
        return len(self.ids) + sum(map(len, self.options))


@dataclass(frozen=True, slots=True)
class PrefixRow:
    """A passage's ids and the questions about it."""

    passage: Ids
    questions: tuple[PrefixQuestion, ...]

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
    ends: Tensor  # (rows, most options): column of each option's last token, likewise

    def to(self, device: Any) -> "Packed":
        """Move the batch to a device."""
        parts = (self.ids, self.positions, self.questions, self.options, self.pooled, self.ends)
        return Packed(*(part.to(device) for part in parts))

    def row(self, number: int) -> "Packed":
        """Return a batch of one row alone, without padding."""
        tokens, options = int((self.questions[number] >= 0).sum()), int((self.pooled[number] >= 0).sum())
        parts = (self.ids, self.positions, self.questions, self.options)
        own = [part[number : number + 1, :tokens] for part in parts]
        return Packed(*own, *(part[number : number + 1, :options] for part in (self.pooled, self.ends)))


def pack(rows: Sequence[PrefixRow], pad: int) -> Packed:
    """Lay out rows for one masked pass; padding stands on the right."""
    parts = zip(*map(_lay_out, rows), strict=True)
    return Packed(*(_padded(part, fill) for part, fill in zip(parts, (pad, 0, -1, 0, -1, -1), strict=True)))


def _lay_out(row: PrefixRow) -> tuple[list[int], ...]:
    """Return a row's ids, positions, question numbers, option numbers, and its options' first and last columns."""
    start = len(row.passage)
    ids, positions = list(row.passage), list(range(start))
    questions, options, pooled, ends = [0] * start, [0] * start, [], []
    for number, question in enumerate(row.questions, start=1):
        for option, part in enumerate((question.ids, *question.options)):
            if option:
                pooled.append(len(ids))
            before = start + (len(question.ids) if option else 0)
            ids += part
            positions += range(before, before + len(part))
            questions += [number] * len(part)
            options += [option] * len(part)
            if option:
                ends.append(len(ids) - 1)
    return ids, positions, questions, options, pooled, ends


def _padded(lists: Sequence[Sequence[int]], fill: int) -> Tensor:
    width = max(map(len, lists))
    return torch.tensor([[*values, *[fill] * (width - len(values))] for values in lists])


def packed_scores(stack: Stack, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable.

    Products run on the tokens end to end, without padding. Attention pads them to rows; on a CPU, where nothing learns,
    it takes one row after the other and copies none.
    """
    there = batch.questions >= 0
    hidden = stack.embed(batch.ids[there][None], batch.positions[there][None], (batch.options[there] > 0).long()[None])
    if hidden.device.type == "cpu" and not torch.is_grad_enabled():
        return _row_by_row(stack, batch, hidden)
    mask, pooled = _mask(batch, stack.distances), batch.pooled >= 0
    *layers, last = stack.layers
    for layer in layers:
        query, key, value = _in_rows(layer.project(hidden), there)
        mask = mask.to(query.dtype) if _learns(query) and mask.dtype != torch.bool else mask
        hidden = layer.finish(_attend(query, key, value, mask)[there], hidden)
    rows = torch.arange(len(pooled), device=pooled.device)[:, None]
    columns = batch.pooled.clamp(min=0)
    asking = hidden[_pooled(batch)]  # of the last layer, only the options' own [CLS] are read
    key, value = _in_rows(last.keys_values(hidden), there)
    (query,) = _in_rows(last.query(asking)[None], pooled)
    mixed = _attend(query, key, value, mask[rows, :, columns].transpose(1, 2))[pooled]
    return stack.head(last.finish(mixed, asking))


def _row_by_row(stack: Stack, batch: Packed, hidden: Tensor) -> Tensor:
    """Score every option, (options,), of embedded tokens end to end, (tokens, width)."""
    reads, of_options = _reads(stack, batch)
    hidden = stack.filled(hidden)
    *layers, last = stack.layers
    for layer in layers:
        query, key, value = layer.project(hidden)
        hidden = layer.finish(read_parts(query, key, value, reads), hidden)
    key, value = last.keys_values(hidden)
    asking = hidden[_pooled(batch)]
    return stack.head(last.finish(read_parts(last.query(asking), key, value, of_options), asking))


def _reads(stack: Stack, batch: Packed) -> tuple[list[Read], list[Read]]:
    """Return what attention reads, for all tokens and for the options' own [CLS].

    A passage reads itself, without a mask; what follows it reads the whole row.
    """
    reads, of_options = [], []
    start = first = 0
    for row in map(batch.row, range(len(batch.ids))):
        (positions,), (columns,), passage = row.positions, row.pooled, int((row.questions == 0).sum())
        unseen, near = ~visible(row)[:, None, passage:], None
        added = torch.zeros_like(unseen, dtype=stack.dtype).masked_fill_(unseen, -torch.inf)
        if stack.distances is not None:
            apart = stack.distances(positions, torch.arange(int(positions.max()) + 1))[None]
            near, behind = apart[:, :, :passage, :passage], apart[:, :, passage:]
            added = torch.cat([behind[..., :passage], behind[..., positions[passage:]]], -1).add_(added)
        end, options = start + len(positions), first + len(columns)
        tokens, own = slice(start, end), slice(start, start + passage)
        added, near = whole(added), None if near is None else whole(near)
        reads += [Read(own, own, near), Read(slice(own.stop, end), tokens, added)]
        of_options.append(Read(slice(first, options), tokens, added[:, :, columns - passage]))
        start, first = end, options
    return reads, of_options


def _pooled(batch: Packed) -> Tensor:
    """Return where each option's own [CLS] stands among the tokens end to end, (options,)."""
    there = batch.questions >= 0
    flat = there.flatten().cumsum(0).view(there.shape) - 1
    return flat.gather(1, batch.pooled.clamp(min=0))[batch.pooled >= 0]


def _mask(batch: Packed, distances: Distances | None) -> Tensor:
    """Return which token sees which, (rows, 1 or heads, tokens, tokens); as logits where distance adds to them."""
    sees = visible(batch)[:, None]
    if distances is None:
        return sees
    return distances(batch.positions, batch.positions).masked_fill(~sees, -torch.inf)


def visible(batch: Packed) -> Tensor:
    """Return which token (row) may see which (column), (rows, tokens, tokens).

    Padding sees the passage, so that no row is empty.
    """
    question, option = batch.questions, batch.options
    same_question = question[:, None, :] == question[:, :, None]
    same_option = (option[:, None, :] == 0) | (option[:, None, :] == option[:, :, None])
    return (question[:, None, :] == 0) | (same_question & same_option)


def _in_rows(flat: Tensor, there: Tensor) -> Tensor:
    """Pad (parts, tokens, heads, width) to rows, (parts, rows, heads, tokens of a row, width)."""
    parts, _, heads, width = flat.shape
    padded = flat.new_zeros(parts, there.numel(), heads, width)
    padded = padded.index_copy(1, there.flatten().nonzero()[:, 0], flat)
    return padded.view(parts, *there.shape, heads, width).transpose(2, 3)


def _attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    """Return what queries read, (rows, queries, width).

    Where they learn on a CPU in 16 bits, product by product: PyTorch's kernel takes up to three times as long.
    """
    if _learns(query):
        logits = (query * query.shape[-1] ** -0.5) @ key.transpose(2, 3)
        logits = logits.masked_fill(~mask, -torch.inf) if mask.dtype == torch.bool else logits + mask
        mixed: Tensor = logits.softmax(-1).to(value.dtype) @ value
        return mixed.transpose(1, 2).flatten(2)
    added = mask if mask.dtype == torch.bool or query.device.type == "cpu" else mask.to(query.dtype)
    return scaled_dot_product_attention(query, key, value, attn_mask=added).transpose(1, 2).flatten(2)


def _learns(query: Tensor) -> bool:
    """Say whether queries learn, on a CPU in 16 bits."""
    return query.requires_grad and query.device.type == "cpu" and query.dtype != torch.float32


def extend(stack: Stack, states: list[State] | None, ids: Ids) -> list[State]:
    """Encode ids behind `states` (None: nothing before) and return every layer's keys and values of both."""
    if states is not None and not ids:
        return states
    start = 0 if states is None else states[0][0].shape[1]
    tokens = torch.tensor([ids], device=stack.device)
    positions = torch.arange(start, start + len(ids), device=stack.device)
    hidden = stack.filled(stack.embed(tokens, positions[None], torch.zeros_like(tokens)))
    own, extended = Sequences((len(ids),)), []
    biases = own.biases(stack.distances, stack.device)
    before_bias = _before_bias(stack, positions, start) if start else None
    for number, layer in enumerate(stack.layers):
        query, key, value = layer.project(hidden)
        state = None if states is None else states[number]
        extended.append(_behind(state, (key[: len(ids)].transpose(0, 1), value[: len(ids)].transpose(0, 1))))
        if number + 1 < len(stack.layers):  # the last layer's output for the context is never read
            before = None if state is None else read_context(query, state, before_bias)
            hidden = layer.finish(attend_behind(query, key, value, own, before, biases=biases), hidden)
    return extended


def option_scores(stack: Stack, states: list[State], suffixes: Sequence[Ids]) -> Tensor:
    """Score suffixes after one context, (suffixes,); neighbours of one length are computed together."""
    sequences, start = Sequences(tuple(map(len, suffixes))), states[0][0].shape[1]
    tokens, positions = _flat(suffixes, start)
    # In the first layer a token has not met its option yet: its query, key, value and what it reads from the context
    # depend on its id and position alone, and are computed once for all options.
    pairs, where = np.unique(np.stack([tokens, positions]), axis=1, return_inverse=True)
    ids, places = torch.from_numpy(pairs).to(stack.device)
    same = stack.filled(torch.from_numpy(where.reshape(-1)).to(stack.device))
    hidden = stack.embed(ids[None], places[None], torch.ones_like(ids[None]))
    firsts = torch.tensor(sequences.starts, device=stack.device)
    biases, before_bias = sequences.biases(stack.distances, stack.device), _before_bias(stack, places, start)
    hidden = stack.filled(hidden)
    *layers, last = stack.layers
    for number, layer in enumerate(layers):
        query, key, value = layer.project(hidden)
        mixed, log = read_context(query, states[number], before_bias)
        if number == 0:
            query, key, value, hidden, mixed, log = (each[same] for each in (query, key, value, hidden, mixed, log))
            before_bias = None if before_bias is None else before_bias[:, same]
        hidden = layer.finish(attend_behind(query, key, value, sequences, (mixed, log), biases=biases), hidden)
    key, value = last.keys_values(hidden)
    asking = hidden[firsts]  # only the pooled position of the last layer is read
    query = last.query(asking)
    before = read_context(query, states[-1], None if before_bias is None else before_bias[:, firsts])
    return stack.head(last.finish(attend_behind(query, key, value, sequences, before, biases=biases), asking))


def _before_bias(stack: Stack, places: Tensor, start: int) -> Tensor | None:
    """Return what distance adds where tokens at `places` read the context before `start`, (heads, tokens, start)."""
    if stack.distances is None:
        return None
    return whole(stack.distances(stack.filled(places), torch.arange(start, device=stack.device)))


def _behind(state: State | None, own: State) -> State:
    if state is None:
        return own[0].contiguous(), own[1].contiguous()
    return torch.cat([state[0], own[0]], 1), torch.cat([state[1], own[1]], 1)


def _flat(suffixes: Sequence[Ids], start: int) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.concatenate([np.asarray(suffix) for suffix in suffixes])
    positions = np.concatenate([np.arange(start, start + len(suffix)) for suffix in suffixes])
    return tokens, positions


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The cells of one context that share an encoding of it: their positions and their options' ids."""

    prefix: Prefix
    cells: IntArray  # (cells,)
    suffixes: list[Ids]

    @property
    def few(self) -> bool:
        return sum(map(len, self.suffixes)) <= FEW_TOKENS

    @property
    def question(self) -> PrefixQuestion:
        return PrefixQuestion(self.prefix.question, tuple(self.suffixes))


@dataclass(frozen=True, slots=True, eq=False)
class PrefixModel:
    """How a model reads the prefix layout: packed rows in one pass, or options behind kept keys and values.

    `extend` and `options` see these states alone. `tokens`: how many options' tokens a pass may have (None: the usual).
    """

    packed: Callable[[Packed], Tensor]  # -> (options,)
    extend: Callable[[list[State] | None, Ids], list[State]]
    options: Callable[[list[State], Sequence[Ids]], Tensor]  # -> (options,)
    tokens: int | None = None


def as_encoder(loaded: Loaded) -> PrefixModel:
    """Return an encoder as a model of the prefix layout. Raises ModelError for a family that is no stack."""
    stack = need_stack(loaded.name, loaded.model)
    return PrefixModel(partial(packed_scores, stack), partial(extend, stack), partial(option_scores, stack))


class PrefixScorer:
    """A scorer of options as short suffixes of a passage and a question that are encoded once.

    Questions with few options share one masked pass; for many options the context's keys and values are stored.
    """

    listwise = False
    shares_context = True

    def __init__(self, loaded: Loaded, as_prefix: Callable[[Loaded], PrefixModel] = as_encoder) -> None:
        self._loaded, self._as_prefix = loaded, as_prefix
        self._latest: tuple[Ids, list[State]] | None = None
        self.name, self.view = loaded.name, loaded.view
        self.fingerprint, self.precision, self.tolerance = loaded.fingerprint, loaded.precision, loaded.tolerance

    @cached_property
    def encoding(self) -> Encoding:
        """Return what turns its cells into ids."""
        return Encoding(self._loaded.tokenizer, self._loaded.template)

    @cached_property
    def _model(self) -> PrefixModel:
        return self._as_prefix(self._loaded)

    @cached_property
    def _passes(self) -> Passes:
        return Passes(self._loaded.model, self._model.tokens)

    @property
    def batch_tokens(self) -> int:
        """Return how many tokens to hand over at once."""
        return self._passes.batch_tokens

    @property
    def config(self) -> Any:
        """Return the model's configuration."""
        return self._loaded.model.config

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self.name, self._loaded.again)

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: its own suffix; question and passage count for the first cell that has them."""
        tokens, truncated = np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        passages: set[Ids] = set()
        for group in self._groups(cells):
            tokens[group.cells] = [len(suffix) for suffix in group.suffixes]
            tokens[group.cells[0]] += len(group.prefix.question)
            if group.prefix.passage not in passages:
                tokens[group.cells[0]] += len(group.prefix.passage)
                passages.add(group.prefix.passage)
            truncated[group.cells] = group.prefix.truncated
        return Sizes(tokens, truncated)

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells: those of questions with few options together, those of the others context by context."""
        scores = np.zeros(len(cells), dtype=np.float32)
        few: list[_Group] = []
        for group in self._groups(cells):
            if group.few:
                few.append(group)
                continue
            scores[group.cells] = self._many(group)
        for rows in _passes(few, min(PASS_TOKENS, self._passes.tokens)):
            pad = self._loaded.tokenizer.pad_token_id or 0  # decoders' tokenizers may have none; nothing sees it
            batch = pack([row for row, _ in rows], pad).to(self._loaded.model.device)
            values = self._model.packed(batch).float().cpu().numpy()
            scores[np.concatenate([cells for _, cells in rows])] = values
        refuse_written(self.name, self._loaded.files)
        return scores

    def _groups(self, cells: Cells) -> Iterable[_Group]:
        """Group the cells by context, and by the room that question and option take: see `encoding.room_for`."""
        suffixes = {column: self.encoding.prefix_option(cells.options[column]) for column in np.unique(cells.columns)}
        order = np.argsort(cells.rows, kind="stable")
        starts = np.flatnonzero(np.diff(cells.rows[order], prepend=-1))
        for of_context in np.split(order, starts[1:]) if len(order) else []:
            context = cells.contexts[cells.rows[of_context[0]]]
            columns = cells.columns[of_context]
            question = self.encoding.prefix_question(context)
            rooms = np.array([room_for(len(question) + len(suffixes[column])) for column in columns])
            for room in np.unique(rooms):
                group = of_context[rooms == room]
                here = cells.columns[group]
                longest = max(here, key=lambda column: len(suffixes[column]))
                prefix = self.encoding.prefix(context, cells.options[longest])
                yield _Group(prefix, group, [suffixes[column] for column in here])

    def _states(self, prefix: Prefix) -> list[State]:
        if self._latest is None or self._latest[0] != prefix.passage:
            self._latest = (prefix.passage, self._model.extend(None, prefix.passage))
        return self._model.extend(self._latest[1], prefix.question)

    def _many(self, group: _Group) -> ScoreArray:
        """Score a context's options, those of one length side by side."""
        states, lengths = self._states(group.prefix), np.array([len(suffix) for suffix in group.suffixes])

        def score(part: IntArray) -> Tensor:
            return self._model.options(states, [group.suffixes[i] for i in part])

        return self._passes.run(np.argsort(-lengths, kind="stable"), lengths, score)


def _passes(few: Sequence[_Group], most: int) -> Iterable[list[tuple[PrefixRow, IntArray]]]:
    """Put questions of one passage into rows, and rows of like length into passes of at most so many tokens."""
    rows: list[tuple[PrefixRow, IntArray]] = []
    for passage, of_passage in groupby(sorted(few, key=lambda a: a.prefix.passage), key=lambda a: a.prefix.passage):
        for part in _cut(list(of_passage)):
            questions = PrefixRow(passage, tuple(group.question for group in part))
            rows.append((questions, np.concatenate([group.cells for group in part])))
    rows.sort(key=lambda row: row[0].tokens)
    batch: list[tuple[PrefixRow, IntArray]] = []
    for row in rows:
        if batch and (len(batch) + 1) * row[0].tokens > most:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _cut(groups: Sequence[_Group]) -> Iterable[list[_Group]]:
    """Cut the questions of one passage into rows of a bounded size; a longer question gets a row of its own."""
    part: list[_Group] = []
    for each in groups:
        if part and sum(other.question.tokens for other in part) + each.question.tokens > ROW_TOKENS:
            yield part
            part = []
        part.append(each)
    if part:
        yield part
