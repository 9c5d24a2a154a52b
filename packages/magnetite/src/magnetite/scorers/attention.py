"""Attention over sequences laid end to end, and over a context that many of them share, under one softmax.

Sequences are not padded: those of one length that stand side by side form a run, and a run is one call of PyTorch's
kernel on a view. On CUDA in 16 bits one call of its variable-length kernel takes all runs.
A context and a sequence's own tokens are attended to separately, and merged by the logarithms of the two softmax
denominators, which is exact: no sequence needs a copy of the context.
Where a family adds a bias to attention's logits (`stack.Distances`), the caller passes one for each run.
On a CPU in bfloat16 attention is two products and a softmax (`products`), since PyTorch's kernel multiplies in 32 bits
there, unless the CPU has AMX.
Tokens behind the last sequence fill a pass up (`stack.filled`): they read nothing, and nothing reads them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.util import find_spec
from itertools import groupby

import torch
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from magnetite.scorers.device import has_tiles

State = tuple[Tensor, Tensor]  # a context's keys and values in one layer, (heads, tokens, width of a head)
Mixed = tuple[Tensor, Tensor]  # what was read, (queries, heads, width), and its log denominator, (queries, heads)
Biases = Sequence[Tensor] | None  # one for each run of sequences, (heads, queries, keys)


@dataclass(frozen=True, slots=True)
class Read:
    """Which queries read which keys, as slices of tokens end to end, and what is added to their logits.

    `added`: (1, 1 or heads, queries, keys).
    """

    asking: slice
    asked: slice
    added: Tensor | None = None


LOGITS = 2**20  # at once in `products`, 2 MiB: they stay near the processor
WHOLE = 16  # keys that PyTorch's kernel for CPUs takes at once; each that is left over costs as much as they do
TOGETHER = 32  # tokens of short sequences in one block: with a mask between them, that takes half the time
KEYS_BETWEEN_READS = 16  # keys from one whose share is read to the next, in `_shares`


@dataclass(frozen=True)
class Sequences:
    """Sequences laid end to end, by their numbers of tokens."""

    lengths: tuple[int, ...]

    @cached_property
    def runs(self) -> tuple[tuple[int, int, int], ...]:
        """Return (blocks, tokens of a sequence, sequences of a block) for runs of neighbours of one length.

        A block has one sequence, or several short ones that a mask keeps apart.
        """
        runs = []
        for length, run in groupby(self.lengths):
            count, together = len(list(run)), max(1, TOGETHER // length)
            blocks, left = divmod(count, together)
            runs += [(blocks, length, together)] if blocks else []
            runs += [(1, length, left)] if left else []
        return tuple(runs)

    @cached_property
    def starts(self) -> list[int]:
        """Return where each sequence starts."""
        return [0, *torch.tensor(self.lengths).cumsum(0).tolist()][:-1]

    def asking(self, query: Tensor) -> "Sequences":
        """Return the sequences of `query`: these, or one token of each."""
        return Sequences((1,) * len(self.lengths)) if len(query) < sum(self.lengths) else self

    def biases(
        self, distances: Callable[[Tensor, Tensor], Tensor] | None, device: torch.device, apart: int = 0
    ) -> Biases:
        """Return what distance adds to the logits of each run; None where nothing is added.

        `apart`: tokens that are left out between a sequence's first token and its second.
        """
        if distances is None:
            return None
        biases = {}
        for _, length, together in self.runs:
            places = torch.arange(length, device=device)
            places[1:] += apart
            if (length, together) not in biases:
                biases[length, together] = whole(_side_by_side(distances(places, places), together))
        return [biases[length, together] for _, length, together in self.runs]

    def bounds(self, device: torch.device) -> Tensor:
        """Return where sequences start, and where the last one ends, (sequences + 1,)."""
        ends = torch.tensor(self.lengths, dtype=torch.int32).cumsum(0, dtype=torch.int32)
        return torch.cat([torch.zeros(1, dtype=torch.int32), ends]).to(device)


def attend(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences, biases: Biases = None) -> Tensor:
    """Let each sequence's queries read its own tokens; returns what they read, flat, (queries, width).

    key, value: (tokens, heads, width of a head); query: the same, or one query for each sequence, its first token's.
    """
    if _has_varlen(query) and biases is None:
        return _varlen(query, key, value, sequences.asking(query), sequences)[0].flatten(1)
    mixed = [_mixed(*run, bias) for run, bias in _runs(query, key, value, sequences, biases)]
    return _flat(mixed, len(query)).flatten(1)


def read_parts(query: Tensor, key: Tensor, value: Tensor, reads: Sequence[Read]) -> Tensor:
    """Let queries, (queries, heads, width of a head), read parts of the tokens; returns what they read, flat."""
    mixed = query.new_zeros(query.shape)
    for read in reads:
        asking, keys, values = (
            part.transpose(0, 1)[None] for part in (query[read.asking], key[read.asked], value[read.asked])
        )
        mixed[read.asking] = _mixed(asking, keys, values, read.added)[0].transpose(0, 1)
    return mixed.flatten(1)


def whole(bias: Tensor) -> Tensor:
    """Return a bias, (…, keys), for whole vectors of keys on a CPU: nothing reads those behind the last one."""
    return pad(bias, (0, -bias.shape[-1] % WHOLE), value=-torch.inf) if bias.device.type == "cpu" else bias


def _padded(key: Tensor, value: Tensor, bias: Tensor | None) -> tuple[Tensor, Tensor, Tensor | None]:
    """Return keys and values, (sequences, heads, keys, width), as wide as the bias, and on a CPU as whole vectors."""
    if bias is None and not by_products(key) and key.device.type == "cpu" and key.shape[2] % WHOLE:
        bias = whole(key.new_zeros(1, 1, 1, key.shape[2]))
    lacking = 0 if bias is None else bias.shape[-1] - key.shape[2]
    key, value = (pad(part, (0, 0, 0, lacking)) if lacking else part for part in (key, value))
    return key, value, bias


def _mixed(query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None) -> Tensor:
    key, value, bias = _padded(key, value, bias)
    if by_products(query):
        return products(query, key, value, bias)[0]
    return scaled_dot_product_attention(query, key, value, attn_mask=bias)


def attend_behind(
    query: Tensor, key: Tensor, value: Tensor, sequences: Sequences, before: Mixed | None, *, biases: Biases = None
) -> Tensor:
    """Let each sequence's queries read its own tokens, beside what they read `before`, if anything; see `attend`."""
    if before is None:
        return attend(query, key, value, sequences, biases)
    own = _to_own(query, key, value, sequences, biases)
    share = torch.sigmoid(before[1] - own[1])[..., None].to(query.dtype)
    return torch.lerp(own[0], before[0], share).flatten(1)


def read_context(query: Tensor, context: State, bias: Tensor | None = None) -> Mixed:
    """Let each query, (queries, heads, width), read all of a context; `bias`: (heads, queries, tokens) for logits."""
    key, value = context
    if _has_varlen(query) and bias is None:
        all_at_once = Sequences((len(query),)), Sequences((key.shape[1],))
        return _varlen(query, key.transpose(0, 1), value.transpose(0, 1), *all_at_once)
    heads_first = query.transpose(0, 1)[None]
    mixed, log = _merged(heads_first, key[None], value[None], None if bias is None else bias[None])
    return mixed[0].transpose(0, 1), log[0].transpose(0, 1)


def by_products(query: Tensor) -> bool:
    """Say whether attention is computed product by product: on a CPU in bfloat16, where its kernel is slow."""
    return query.device.type == "cpu" and query.dtype == torch.bfloat16 and not has_tiles()


def products(
    query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None = None, *, merged: bool = False
) -> tuple[Tensor, Tensor]:
    """Attend by two products and a softmax, (sequences, heads, tokens, width); not differentiable.

    `bias`: added to logits, (sequences or 1, heads or 1, queries, keys), in any format: where autocast computes, it is
    a weight's. Returns what queries read, and with `merged` the logarithms of the softmax denominators, (sequences,
    heads, queries).
    Logits are rounded to query's format, once, as every other result is; the softmax adds in 32 bits.
    """
    count, heads, queries, width = query.shape
    keys, scale = key.shape[2], width**-0.5
    mixed = query.new_empty(count, queries, heads, width).transpose(1, 2)
    logs = torch.empty(count if merged else 0, heads, queries)
    at_once, block = max(1, LOGITS // (heads * queries * keys)), max(1, min(queries, LOGITS // (heads * keys)))
    room = query.new_empty(min(count, at_once) * heads * block * keys)
    for first in range(0, count, at_once):
        some = slice(first, min(first + at_once, count))
        turned, read = key[some].transpose(2, 3).flatten(0, 1), value[some].flatten(0, 1)
        for start in range(0, queries, block):
            part = slice(start, start + block)
            asking = query[some, :, part].flatten(0, 1)
            shape = len(asking), asking.shape[1], keys
            logits = room[: shape[0] * shape[1] * keys].view(shape)
            if bias is None:
                torch.baddbmm(logits, asking, turned, beta=0, alpha=scale, out=logits)
            else:
                added = bias[some if len(bias) > 1 else slice(None), :, part]
                added = added.to(logits.dtype).expand(len(asking) // heads, heads, *shape[1:]).reshape(shape)
                torch.baddbmm(added, asking, turned, alpha=scale, out=logits)
            log = _shares(logits) if merged else None
            torch.softmax(logits, -1, out=logits)
            if log is not None:
                logs[some, :, part] = log(logits).view(-1, heads, shape[1])
            mixed[some, :, part] = (logits @ read).view(-1, heads, shape[1], width)
    return mixed, logs


def _shares(logits: Tensor) -> Callable[[Tensor], Tensor]:
    """Return what reads a softmax's log denominators, (…, queries), off the shares that it makes of these logits.

    A share is exp(logit - log denominator). Of every few keys, the one with the largest logit is asked: in bfloat16 its
    share is within a four-hundredth, which is less than the rounding of logits. No sum of all is needed.
    """
    apart = KEYS_BETWEEN_READS if logits.shape[-1] > 2 * KEYS_BETWEEN_READS else 1
    highest, at = logits[..., ::apart].max(-1, keepdim=True)
    highest = highest.float()

    def denominators(shares: Tensor) -> Tensor:
        share = shares[..., ::apart].gather(-1, at).float().clamp_min(torch.finfo(torch.float32).tiny)
        return (highest - share.log())[..., 0]

    return denominators


def _to_own(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences, biases: Biases) -> Mixed:
    if _has_varlen(query) and biases is None:
        return _varlen(query, key, value, sequences.asking(query), sequences)
    parts = [_merged(*run, bias) for run, bias in _runs(query, key, value, sequences, biases)]
    mixed, log = (_flat([part[i] for part in parts], len(query)) for i in (0, 1))
    return mixed, log


def _flat(parts: Sequence[Tensor], tokens: int) -> Tensor:
    """Lay parts, (sequences, heads, tokens, …), end to end, (tokens, heads, …), with zeros up to so many tokens."""
    flat = [part.transpose(1, 2).flatten(0, 1) for part in parts]
    lacking = tokens - sum(map(len, flat))
    if lacking:
        flat.append(flat[0].new_zeros(lacking, *flat[0].shape[1:]))
    return flat[0] if len(flat) == 1 else torch.cat(flat)


def _merged(query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None) -> Mixed:
    """Attend, (sequences, heads, tokens, width), with the logarithms of the denominators."""
    key, value, bias = _padded(key, value, bias)
    if by_products(query):
        return products(query, key, value, bias, merged=True)
    if query.device.type == "cpu":
        if bias is not None:
            bias = bias.expand(-1, -1, query.shape[2], -1)
        read: Mixed = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(query, key, value, attn_mask=bias)
        return read
    return _written_out(query, key, value, bias)


def _written_out(query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None) -> Mixed:
    """Attend term by term, (sequences, heads, tokens, width); for short sequences as fast as a kernel."""
    logits = (query @ key.transpose(2, 3)).float() * query.shape[-1] ** -0.5
    if bias is not None:
        logits += bias
    log = logits.logsumexp(-1)
    return (logits - log[..., None]).exp().to(value.dtype) @ value, log


def _runs(
    query: Tensor, key: Tensor, value: Tensor, sequences: Sequences, biases: Biases
) -> Iterator[tuple[tuple[Tensor, Tensor, Tensor], Tensor | None]]:
    """Cut flat query, key and value into runs, (sequences, heads, tokens, width), without copying; and their biases."""
    one_query, query_start, key_start = len(query) < len(key), 0, 0
    for number, (count, length, together) in enumerate(sequences.runs):
        queries, keys = together if one_query else together * length, together * length
        run = (
            _heads_first(query[query_start : query_start + count * queries], queries),
            _heads_first(key[key_start : key_start + count * keys], keys),
            _heads_first(value[key_start : key_start + count * keys], keys),
        )
        bias = _mask(length, together, query.dtype, query.device) if biases is None else biases[number]
        yield run, None if bias is None else bias[None, :, :: length if one_query else 1]
        query_start, key_start = query_start + count * queries, key_start + count * keys


@lru_cache(maxsize=100)
def _mask(length: int, together: int, dtype: torch.dtype, device: torch.device) -> Tensor | None:
    """Return what keeps the sequences of a block apart; None where it has one."""
    alone = torch.zeros(1, length, length, dtype=dtype, device=device)
    return None if together == 1 else whole(_side_by_side(alone, together))


def _side_by_side(bias: Tensor, count: int) -> Tensor:
    """Return a bias, (heads, tokens, tokens), for several sequences, which do not see each other."""
    heads, tokens, _ = bias.shape
    together = bias.new_full((heads, count, tokens, count, tokens), -torch.inf)
    together.diagonal(dim1=1, dim2=3).copy_(bias[..., None])
    return together.view(heads, count * tokens, count * tokens)


def _heads_first(flat: Tensor, tokens: int) -> Tensor:
    return flat.view(-1, tokens, *flat.shape[1:]).transpose(1, 2)


def _has_varlen(query: Tensor) -> bool:
    return query.is_cuda and query.dtype in (torch.bfloat16, torch.float16) and _torch_has_varlen()


@cache
def _torch_has_varlen() -> bool:
    return find_spec("torch.nn.attention.varlen") is not None  # since torch 2.9


def _varlen(query: Tensor, key: Tensor, value: Tensor, asking: Sequences, keys: Sequences) -> Mixed:
    """Attend by CUDA's variable-length kernel: sequence i of `asking` reads sequence i of `keys`."""
    from torch.nn.attention.varlen import AuxRequest, varlen_attn

    bounds = asking.bounds(query.device), keys.bounds(query.device)
    longest = max(asking.lengths), max(keys.lengths)
    mixed, log = varlen_attn(query, key, value, *bounds, *longest, return_aux=AuxRequest(lse=True))
    return mixed, log if log.shape == query.shape[:2] else log.T  # PyTorch does not promise its order
