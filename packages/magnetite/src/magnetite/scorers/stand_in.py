"""A cheap stand-in for a joint system: the same weights, with the passage kept from seeing question and option.

Then its keys and values are the same for all questions and options, and are computed once; a cell costs the tokens of
question and option instead of the whole sequence. The first token, whose last state is read, sees everything as before.
Its number is not the system's score, and is never used as one: it only shows which cells are worth asking the system
for (`running.driver`). Systems of the prefix layout need none.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from examfiles.items import gathered
from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.scorers.attention import Sequences, State, attend_behind, read_context, whole
from magnetite.scorers.device import Passes
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Encoded, Ids
from magnetite.scorers.prefix import extend
from magnetite.scorers.stack import Stack


class StandIn:
    """A scorer like a joint encoder whose passage sees only itself."""

    listwise = False
    shares_context = True

    def __init__(self, scorer: JointEncoder, stack: Stack, passes: Passes) -> None:
        self._stack, self._passes, self._scorer = stack, passes, scorer
        self.name = f"stand-in for {scorer.name}"
        self.fingerprint = f"stand-in {scorer.fingerprint}"
        self.tolerance, self.batch_tokens = scorer.tolerance, scorer.batch_tokens
        self._latest: tuple[Ids, list[State]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return stand_in, (self._scorer,)

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: question and option; a context's passage counts on its first cell."""
        encoded = self._encoded(cells)
        _, first = np.unique(cells.rows, return_index=True)
        tokens = np.array([len(e.ids) - e.first_segment + 1 for e in encoded], dtype=np.int64)
        tokens[first] += np.array([encoded[cell].first_segment for cell in first], dtype=np.int64)
        return Sizes(tokens, np.array([e.truncated for e in encoded], dtype=np.bool_))

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, passage by passage."""
        encoded, scores = self._encoded(cells), np.zeros(len(cells), dtype=np.float32)
        groups = gathered((e.ids[: e.first_segment], cell) for cell, e in enumerate(encoded))
        for before, of_passage in groups.items():
            scores[of_passage] = self._behind(before, [encoded[cell] for cell in of_passage])
        return scores

    def _encoded(self, cells: Cells) -> list[Encoded]:
        return self._scorer.encoded(cells)

    def _behind(self, before: Ids, encoded: Sequence[Encoded]) -> ScoreArray:
        states, lengths = self._states(before), np.array([len(e.ids) - e.first_segment + 1 for e in encoded])

        def score(part: IntArray) -> Tensor:
            return self._pass(states, [encoded[i] for i in part], len(before))

        return self._passes.run(np.argsort(-lengths, kind="stable"), lengths, score)

    def _states(self, before: Ids) -> list[State]:
        """Return the passage's keys and values, without those of the first token, of which every cell has its own."""
        if self._latest is None or self._latest[0] != before:
            states = extend(self._stack, None, before) if before else []
            self._latest = before, [(key[:, 1:].contiguous(), value[:, 1:].contiguous()) for key, value in states]
        return self._latest[1]

    def _pass(self, states: list[State], encoded: Sequence[Encoded], passage: int) -> Tensor:
        """Score cells behind one passage of `passage` tokens, including its first one, which is a cell's own."""
        sequences = Sequences(tuple(len(e.ids) - e.first_segment + bool(e.first_segment) for e in encoded))
        hidden = self._stack.filled(torch.cat([self._embedded(e) for e in encoded]))
        left_out = max(0, passage - 1)
        biases = sequences.biases(self._stack.distances, self._stack.device, left_out)
        before_bias = self._before_bias(sequences, left_out) if states else None
        firsts = torch.tensor(sequences.starts, device=hidden.device)
        *layers, last = self._stack.layers
        for number, layer in enumerate(layers):
            query, key, value = layer.project(hidden)
            before = read_context(query, states[number], before_bias) if states else None
            hidden = layer.finish(attend_behind(query, key, value, sequences, before, biases=biases), hidden)
        key, value = last.keys_values(hidden)
        asking, query = hidden[firsts], last.query(hidden[firsts])
        first_bias = None if before_bias is None else before_bias[:, firsts]
        before = read_context(query, states[-1], first_bias) if states else None
        return self._stack.head(last.finish(attend_behind(query, key, value, sequences, before, biases=biases), asking))

    def _before_bias(self, sequences: Sequences, left_out: int) -> Tensor | None:
        """Return what distance adds where cells read the passage, (heads, tokens, passage's tokens but the first)."""
        if self._stack.distances is None:
            return None
        device = self._stack.device
        places = torch.cat([torch.arange(length, device=device) for length in sequences.lengths])
        places = self._stack.filled(torch.where(places > 0, places + left_out, places))
        return whole(self._stack.distances(places, torch.arange(1, left_out + 1, device=device)))

    def _embedded(self, e: Encoded) -> Tensor:
        """Embed a whole sequence, since families count positions differently; keep what is behind the passage."""
        ids = torch.tensor([e.ids], device=self._stack.device)
        segments = torch.zeros_like(ids)
        if self._scorer.marks:
            segments[0, e.first_segment or len(e.ids) :] = 1
        hidden = self._stack.embed(ids, None, segments)
        return hidden if not e.first_segment else torch.cat([hidden[:1], hidden[e.first_segment :]])


def stand_in(scorer: object) -> StandIn | None:
    """Return the stand-in of a scorer; None where it is not a joint encoder or has no stack."""
    if not isinstance(scorer, JointEncoder) or scorer.stack is None:
        return None
    return StandIn(scorer, scorer.stack, scorer.passes)
