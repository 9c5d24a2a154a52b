"""Log-probabilities of the ends of token sequences under a causal model, what sequences share computed once.

    passage ─┬─ question 1 ─┬─ option a          a token stands behind its sequence's tokens alone, so those of the
             │              └─ option b          same tokens in front have the same keys and values: sequences are
             └─ question 2 ─┬─ option c          laid out as the tree of their beginnings, each token once, at its
                            └─ option d          own position, and a mask lets it see its ancestors only

The sum that a sequence gets is that of the plain forward pass over it alone; floating-point sums come out in another
order. Equal beginnings are found in the ids themselves, so nothing is assumed of tokenizers or templates.

Sequences are taken in sorted order, so many tokens at a time. The keys and values along the last sequence of a pass are
kept, and the next pass begins behind what it shares with it: a context's options may fill many passes, and the context
is computed once.
"""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.scorers.attention import State
from magnetite.scorers.device import Passes
from magnetite.scorers.encoding import Ids
from magnetite.scorers.llama import EightBits, Llama, is_llama
from magnetite.scorers.loading import first_line, reach

# Tokens of a pass, by the model's width d: with n of them, attention costs about n / 6d of the products of a layer, so
# that tokens of other sequences, which a mask only hides, add a sixth where n is d. Fewer than the least leave a
# processor idle.
LEAST_TOKENS, MOST_TOKENS = 512, 4096
LLAMA_TOKENS = 2048  # of a pass of `llama`'s, which leaves out what a mask hides
LONGEST = 8192  # tokens; a mask of a longer sequence takes too much memory, and the library's own needs none
# By how much sums over ten made-up tokens may differ between the two ways. Where tokens are rounded to eight bits, the
# last digit of one may decide to which.
TRIAL = {"torch.float32": 1e-3, "torch.bfloat16": 1.0, "torch.float16": 0.1}
TRIAL_OF_EIGHT_BITS = 2.0

log = logging.getLogger(__name__)
_tried: WeakKeyDictionary[Any, tuple[Llama | None, bool]] = WeakKeyDictionary()  # by model: see `Likelihoods._ways`


@dataclass(frozen=True, slots=True)
class Continuation:
    """A token sequence of which the tokens from `start` on are scored; `start` is at least 1."""

    ids: Ids
    start: int


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Sequences laid out once each token, behind a path of tokens whose keys and values are there already.

    `paths` has a column for each token of a sequence: columns count the path first.
    """

    ids: Tensor  # (tokens,)
    positions: Tensor  # (tokens,)
    sees: Tensor  # (tokens, path + tokens)
    paths: tuple[IntArray, ...]


def shared(first: Ids, second: Ids) -> int:
    """Count the tokens that two sequences begin with alike.

    >>> shared((5, 6, 7), (5, 6, 8, 9))
    2
    """
    count = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        count += 1
    return count


def own_tokens(sequences: Sequence[Ids]) -> tuple[IntArray, IntArray]:
    """Return an order of sequences, and how many tokens each adds to those before it in that order, at least one.

    What begins alike is together at every length, and what comes first is first: the tree of their beginnings, each
    branch in the order of its first sequence. So the last branch is the one that sequences still to come may share.

    >>> [each.tolist() for each in own_tokens([(1, 2, 4), (7,), (1, 2, 3)])]
    [[0, 2, 1], [3, 1, 1]]
    """
    alike = sorted(range(len(sequences)), key=lambda place: sequences[place])
    shares = np.array([0, *(shared(sequences[a], sequences[b]) for a, b in pairwise(alike))], dtype=np.int64)
    order: list[int] = []
    left = [(0, len(alike))] if alike else []  # branches still to be laid out, the next one last
    while left:
        start, end = left.pop()
        inner = shares[start + 1 : end]
        if not len(inner):
            order.append(alike[start])
            continue
        cuts = [start, *(start + 1 + np.flatnonzero(inner == inner.min())).tolist(), end]
        left += sorted(pairwise(cuts), key=lambda branch: min(alike[slice(*branch)]), reverse=True)
    own = np.ones(len(sequences), dtype=np.int64)
    before: Ids = ()
    for place in order:
        own[place] = max(1, len(sequences[place]) - shared(before, sequences[place]))
        before = sequences[place]
    return np.array(order, dtype=np.int64), own


def lay_out(sequences: Sequence[Ids], path: Ids = ()) -> Tree:
    """Lay sequences, in the order of `own_tokens`, out as a tree behind `path`; only what begins like it sees it."""
    before = len(path)
    ids: list[int] = []
    positions: list[int] = []
    paths, blocks = [], []
    last, columns = path, np.arange(before)
    for sequence in sequences:
        same = shared(last, sequence)
        new = np.arange(before + len(ids), before + len(ids) + len(sequence) - same)
        last, columns = sequence, np.concatenate([columns[:same], new])
        ids += sequence[same:]
        positions += range(same, len(sequence))
        paths.append(columns)
        blocks.append((new - before, columns))
    sees = np.zeros((len(ids), before + len(ids)), dtype=np.bool_)
    for new, columns in blocks:
        sees[np.ix_(new, columns)] = np.tri(len(new), len(columns), len(columns) - len(new), dtype=np.bool_)
    return Tree(torch.tensor(ids), torch.tensor(positions), torch.from_numpy(sees), tuple(paths))


def added(sees: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what a mask adds to attention's logits: nothing where a token is seen, else the least number."""
    mask = torch.zeros(sees.shape, dtype=dtype, device=sees.device)
    return mask.masked_fill_(~sees, torch.finfo(dtype).min)


class Likelihoods:
    """A causal model that gives continuations their log-probabilities; remembers the keys and values of one sequence.

    Models that take neither a mask of our own nor positions (ALiBi, state spaces) run sequence beside sequence, padded.
    Llama and its kin run in a forward pass of our own on a CPU (`llama`).
    Raises ModelError for a model, called `name`, that asks for more than text or whose tokens see what follows them.
    """

    def __init__(self, name: str, model: Any) -> None:
        self._model, self._llama = model, None
        text = model.config.get_text_config()
        rounds = any(isinstance(module, EightBits) for module in model.modules())
        self._reach, self._off = reach(text, LONGEST), (TRIAL_OF_EIGHT_BITS if rounds else TRIAL[str(model.dtype)])
        self._keeps = "logits_to_keep" in signature(model.forward).parameters
        self._latest: tuple[Ids, list[State]] = ((), [])
        made_up = tuple(np.random.default_rng(0).integers(0, text.vocab_size, 60).tolist())
        self._need_causal(name, made_up)
        if model not in _tried:  # systems on one base differ in thin adapters, and it is tried for all of them
            _tried[model] = self._ways(name, made_up)
        self._llama, self.is_fast = _tried[model]
        usual = int(np.clip(text.hidden_size, LEAST_TOKENS, MOST_TOKENS))
        self.passes = Passes(model, LLAMA_TOKENS if self._llama else usual)

    @torch.inference_mode()
    def sums(self, continuations: Sequence[Continuation]) -> ScoreArray:
        """Return the sum of log p(token | all tokens before it) over each continuation's scored tokens, (many,)."""
        lengths = np.array([len(each.ids) for each in continuations], dtype=np.int64)
        fast = self.is_fast & (lengths <= self._reach)
        sums = np.zeros(len(continuations), dtype=np.float32)
        sums[fast] = self._together([each for each, here in zip(continuations, fast, strict=True) if here])
        sums[~fast] = self._apart([each for each, here in zip(continuations, fast, strict=True) if not here])
        return sums

    def _together(self, continuations: Sequence[Continuation]) -> ScoreArray:
        path, _ = self._latest  # first comes what shares most with it
        order, own = own_tokens([path, *(each.ids for each in continuations)])
        order, own = order[order > 0] - 1, own[1:]
        return self.passes.run(order, own, lambda part: self._share([continuations[i] for i in part]))

    def _apart(self, continuations: Sequence[Continuation]) -> ScoreArray:
        lengths = np.array([len(each.ids) for each in continuations], dtype=np.int64)
        order = np.argsort(-lengths, kind="stable")
        return self.passes.run(order, lengths, lambda part: self._pad([continuations[i] for i in part]))

    def _share(self, continuations: Sequence[Continuation]) -> Tensor:
        """Score neighbours in one pass, (many,), behind what the first shares with the latest sequence."""
        path, states = self._latest
        # The token before the first that is scored is read again, since it is its logits that are wanted.
        shares = [(shared(path, each.ids), each.start - 1) for each in continuations]
        before = min([shares[0][0], *(parent for share, parent in shares if parent < share)])
        # No score reads what follows a sequence's last token.
        tree = lay_out([each.ids[:-1] for each in continuations], path[:before])
        steps = _steps(continuations, tree.paths)
        nodes, parents = np.unique(steps.parents - before, return_inverse=True)
        kept = [(key[:, :before], value[:, :before]) for key, value in states] if before else []
        logs, states = self._read(tree, kept, torch.from_numpy(nodes), torch.from_numpy(parents), steps.targets)
        columns = torch.from_numpy(tree.paths[-1]).to(self._model.device)
        self._latest = (continuations[-1].ids[:-1], [(key[:, columns], value[:, columns]) for key, value in states])
        return _summed(logs, steps, len(continuations))

    def _read(
        self, tree: Tree, kept: list[State], nodes: Tensor, places: Tensor, targets: Tensor
    ) -> tuple[Tensor, list[State]]:
        """Read a tree behind kept states; return log p(target) after the node at each place, and all states."""
        if self._llama:
            hidden, states = self._llama(tree.ids, tree.positions, tree.sees, kept, nodes)
            return self._llama.log_probabilities(hidden, places, targets), states
        from transformers import DynamicCache

        output = self._run(
            nodes,
            input_ids=tree.ids[None],
            position_ids=tree.positions[None],
            attention_mask=added(tree.sees, self._model.dtype)[None, None],
            past_key_values=DynamicCache([(key[None], value[None]) for key, value in kept] or None),
            use_cache=True,
        )
        states = [(layer.keys[0], layer.values[0]) for layer in output.past_key_values.layers]
        return _log_probabilities(output.logits[0], places, targets), states

    def _pad(self, continuations: Sequence[Continuation]) -> Tensor:
        """Score continuations in one pass of the library's own, (many,), padded on the right to the longest."""
        width = max(len(each.ids) for each in continuations) - 1
        ids = torch.zeros(len(continuations), width, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, each in enumerate(continuations):
            ids[row, : len(each.ids) - 1] = torch.tensor(each.ids[:-1])
            mask[row, : len(each.ids) - 1] = 1
        steps = _steps(continuations, [np.arange(len(each.ids) - 1) for each in continuations])
        first = int(steps.parents.min())
        output = self._run(torch.arange(first, width), input_ids=ids, attention_mask=mask, use_cache=False)
        places = torch.from_numpy(steps.of * (width - first) + steps.parents - first)
        return _summed(
            _log_probabilities(output.logits.flatten(0, 1), places, steps.targets), steps, len(continuations)
        )

    def _run(self, positions: Tensor, **inputs: Any) -> Any:
        """Run the model; the logits are those of these positions."""
        device = self._model.device
        inputs = {name: each.to(device) if isinstance(each, Tensor) else each for name, each in inputs.items()}
        if self._keeps:
            return self._model(**inputs, logits_to_keep=positions.to(device))
        output = self._model(**inputs)
        output.logits = output.logits[:, positions.to(device)]
        return output

    def _ways(self, name: str, ids: Ids) -> tuple[Llama | None, bool]:
        """Return our own forward pass, if its scores are the library's, and whether sequences may share tokens."""
        self._llama = Llama(self._model) if is_llama(self._model) else None
        is_fast = self._try(ids)
        if self._llama and not is_fast:
            log.warning(
                "model '%s': our own forward pass does not give the scores of its library's, which is used", name
            )
            self._llama, self._latest = None, ((), [])
            is_fast = self._try(ids)
        self._latest = ((), [])
        return self._llama, is_fast

    @torch.inference_mode()
    def _need_causal(self, name: str, ids: Ids) -> None:
        """Raise ModelError unless tokens have the same probabilities whatever follows them."""
        steps = _steps([Continuation(ids[:11], 1)], [np.arange(10)])
        several = torch.tensor([ids[:30], ids[:11] + ids[30:49]])
        try:
            output = self._run(torch.arange(10), input_ids=several, use_cache=False)
        except (TypeError, ValueError) as error:  # a family may need a picture, or a language, each in its own way
            raise ModelError(
                f"model '{name}' cannot be asked with text only: {first_line(error)} Name another model."
            ) from error
        places = torch.from_numpy(steps.parents)
        sums = [float(_log_probabilities(each, places, steps.targets).sum()) for each in output.logits]
        if not all(map(math.isfinite, sums)):
            raise ModelError(
                f"model '{name}' gives probabilities that are no numbers ({sums[0]}): its weights are damaged, or too "
                "large for the number format. Get the model again, or try --dtype float32."
            )
        if not abs(sums[0] - sums[1]) <= self._off:
            raise ModelError(
                f"model '{name}' lets a token see those that follow it, so it has no probability of what comes next. "
                "Name a causal language model."
            )

    def _try(self, ids: Ids) -> bool:
        """Say whether the model gives a few made-up sequences the same sums as a tree and one by one."""
        trials = [Continuation(ids[:20] + ids[k : k + 9], 18 + k % 3) for k in (20, 30, 40)]
        trials += [Continuation(ids[:10] + ids[50:55], 9)]
        with torch.inference_mode():
            apart = self._pad(trials).float()
            try:
                # Two passes, the second behind keys and values of the first; sorted, as `sums` does.
                shared = torch.cat([self._share(part) for part in (trials[:2], trials[2:])]).float()
            except Exception as error:  # a family may take neither mask nor positions, each in its own way
                log.info("%s takes no mask of ours: %s", type(self._model).__name__, error)
                return False
        off = float((shared - apart).abs().max())
        return bool(off <= self._off)


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """All tokens that are scored: each stands behind a parent's column, and belongs to a continuation."""

    parents: IntArray  # (tokens,)
    targets: Tensor  # (tokens,)
    of: IntArray  # (tokens,)


def _steps(continuations: Sequence[Continuation], paths: Sequence[IntArray]) -> _Steps:
    parents = [path[each.start - 1 :] for each, path in zip(continuations, paths, strict=True)]
    return _Steps(
        np.concatenate(parents),
        torch.tensor([token for each in continuations for token in each.ids[each.start :]]),
        np.repeat(np.arange(len(continuations)), [len(part) for part in parents]),
    )


def _log_probabilities(logits: Tensor, places: Tensor, targets: Tensor) -> Tensor:
    """Return log p(target), (targets,), each after the token whose logits stand at its place."""
    logits, places = logits.float(), places.to(logits.device)
    return logits[places, targets.to(logits.device)] - logits.logsumexp(-1)[places]


def _summed(logs: Tensor, steps: _Steps, count: int) -> Tensor:
    """Sum the scored tokens' log-probabilities, (tokens,), over each continuation, (count,)."""
    sums = torch.zeros(count, device=logs.device, dtype=torch.float32)
    return sums.index_add_(0, torch.from_numpy(steps.of).to(logs.device), logs)
