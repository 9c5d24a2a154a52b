"""Attention over sequences laid end to end, and over a context that many of them share, under one softmax.

Sequences are not padded: those of one length that stand side by side form a run, and a run is one call of PyTorch's
kernel on a view. On CUDA in 16 bits one call of its variable-length kernel takes all runs.
A context and a sequence's own tokens are attended to apart, and merged by the logarithms of the two softmax
denominators, which is exact: no copy of the context is made for a sequence.
What this file leaves out: what is attended to, and why (`joint`, `prefix_states`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import groupby

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

State = tuple[Tensor, Tensor]  # a context's keys and values in one layer, (heads, tokens, width of a head)
Mixed = tuple[Tensor, Tensor]  # what was read, (queries, heads, width), and its log denominator, (queries, heads)


@dataclass(frozen=True)
class Sequences:
    """Say how many tokens each of the sequences has that are laid end to end."""

    lengths: tuple[int, ...]

    @cached_property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """Return (sequences, tokens of each) for every run of neighbours of one length."""
        return tuple((len(list(run)), length) for length, run in groupby(self.lengths))

    @cached_property
    def starts(self) -> list[int]:
        """Return where each sequence starts."""
        return [0, *torch.tensor(self.lengths).cumsum(0).tolist()][:-1]

    def asking(self, query: Tensor) -> "Sequences":
        """Return the sequences of `query`: these, or one token of each."""
        return Sequences((1,) * len(self.lengths)) if len(query) < sum(self.lengths) else self

    def bounds(self, device: torch.device) -> Tensor:
        """Return where sequences start, and where the last one ends, (sequences + 1,)."""
        ends = torch.tensor(self.lengths, dtype=torch.int32).cumsum(0, dtype=torch.int32)
        return torch.cat([torch.zeros(1, dtype=torch.int32), ends]).to(device)


def attend(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences) -> Tensor:
    """Let each sequence's queries read its own tokens; returns what they read, flat, (queries, width).

    key, value: (tokens, heads, width of a head); query: the same, or one query for each sequence.
    """
    if _has_varlen(query):
        return _varlen(query, key, value, sequences.asking(query), sequences)[0].flatten(1)
    parts = [
        scaled_dot_product_attention(*run).transpose(1, 2).flatten(0, 1) for run in _runs(query, key, value, sequences)
    ]
    return (parts[0] if len(parts) == 1 else torch.cat(parts)).flatten(1)


def attend_behind(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences, before: Mixed | None) -> Tensor:
    """Let each sequence's queries read its own tokens besides what they read `before`, if anything; see `attend`."""
    if before is None:
        return attend(query, key, value, sequences)
    own = _to_own(query, key, value, sequences)
    share = torch.sigmoid(before[1] - own[1])[..., None].to(query.dtype)
    return torch.lerp(own[0], before[0], share).flatten(1)


def read_context(query: Tensor, context: State) -> Mixed:
    """Let each query, (queries, heads, width), read all of a context."""
    key, value = context
    if _has_varlen(query):
        all_at_once = Sequences((len(query),)), Sequences((key.shape[1],))
        return _varlen(query, key.transpose(0, 1), value.transpose(0, 1), *all_at_once)
    heads_first = query.transpose(0, 1)[None]
    if query.device.type == "cpu":
        mixed, log = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(heads_first, key[None], value[None])
        return mixed[0].transpose(0, 1), log[0].transpose(0, 1)
    mixed, log = _written_out(heads_first, key[None], value[None])
    return mixed[0].transpose(0, 1), log[0].transpose(0, 1)


def _to_own(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences) -> Mixed:
    if _has_varlen(query):
        return _varlen(query, key, value, sequences.asking(query), sequences)
    parts = [_written_out(*run) for run in _runs(query, key, value, sequences)]
    mixed, log = (torch.cat([part[i].transpose(1, 2).flatten(0, 1) for part in parts]) for i in (0, 1))
    return mixed, log


def _written_out(query: Tensor, key: Tensor, value: Tensor) -> Mixed:
    """Attend term by term, (sequences, heads, tokens, width); for short sequences as fast as a kernel."""
    logits = (query @ key.transpose(2, 3)).float() * query.shape[-1] ** -0.5
    log = logits.logsumexp(-1)
    return (logits - log[..., None]).exp().to(value.dtype) @ value, log


def _runs(query: Tensor, key: Tensor, value: Tensor, sequences: Sequences) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Cut flat query, key and value into runs, (sequences, heads, tokens, width) each, without copying."""
    one_query, asking, asked = len(query) < len(key), 0, 0
    for count, length in sequences.runs:
        queries = 1 if one_query else length
        yield (
            _heads_first(query[asking : asking + count * queries], queries),
            _heads_first(key[asked : asked + count * length], length),
            _heads_first(value[asked : asked + count * length], length),
        )
        asking, asked = asking + count * queries, asked + count * length


def _heads_first(flat: Tensor, tokens: int) -> Tensor:
    return flat.view(-1, tokens, *flat.shape[1:]).transpose(1, 2)


def _has_varlen(query: Tensor) -> bool:
    return query.is_cuda and query.dtype in (torch.bfloat16, torch.float16) and _torch_has_varlen()


@cache
def _torch_has_varlen() -> bool:
    return find_spec("torch.nn.attention.varlen") is not None  # since torch 2.9


def _varlen(query: Tensor, key: Tensor, value: Tensor, asking: Sequences, asked: Sequences) -> Mixed:
    """Attend by CUDA's variable-length kernel: sequence i of `asking` reads sequence i of `asked`."""
    from torch.nn.attention.varlen import AuxRequest, varlen_attn

    bounds = asking.bounds(query.device), asked.bounds(query.device)
    longest = max(asking.lengths), max(asked.lengths)
    mixed, log = varlen_attn(query, key, value, *bounds, *longest, return_aux=AuxRequest(lse=True))
    return mixed, log if log.shape == query.shape[:2] else log.T  # its order is not part of what PyTorch promises
