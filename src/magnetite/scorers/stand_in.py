"""A cheap stand-in for a joint system: the same weights, with the passage kept from seeing question and option.

Then its keys and values are the same for all questions and options, and are computed once; a cell costs the tokens of
question and option instead of the whole sequence. The first token, whose last state is read, sees everything as ever.
What it says is another number than the system's score, and never stands for one: it only says which cells are worth
asking the system for (`auditing.magnet_scoring`).
What this file leaves out: systems of the prefix layout, which need none.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.scorers.attention import Sequences, State, attend_behind, read_context
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Encoded
from magnetite.scorers.frame import Ids
from magnetite.scorers.passes import Passes
from magnetite.scorers.prefix_states import extend
from magnetite.scorers.stack import Stack


class StandIn:
    """Score cells as a joint encoder would if its passage saw nothing but itself."""

    listwise = False
    shares_context = True

    def __init__(self, scorer: JointEncoder, stack: Stack, passes: Passes) -> None:
        self._stack, self._passes, self._scorer = stack, passes, scorer
        self.name = f"stand-in for {scorer.name}"
        self.fingerprint = f"stand-in {scorer.fingerprint}"
        self.tolerance, self.batch_tokens = scorer.tolerance, scorer.batch_tokens
        self._latest: tuple[Ids, list[State]] | None = None

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
        groups: dict[Ids, list[int]] = {}
        for cell, e in enumerate(encoded):
            groups.setdefault(e.ids[: e.first_segment], []).append(cell)
        for before, of_passage in groups.items():
            scores[of_passage] = self._behind(before, [encoded[cell] for cell in of_passage])
        return scores

    def _encoded(self, cells: Cells) -> list[Encoded]:
        return self._scorer.encoded(cells)

    def _behind(self, before: Ids, encoded: Sequence[Encoded]) -> ScoreArray:
        states, lengths = self._states(before), np.array([len(e.ids) - e.first_segment + 1 for e in encoded])

        def score(part: IntArray) -> Tensor:
            return self._pass(states, [encoded[i] for i in part])

        return self._passes.run(np.argsort(-lengths, kind="stable"), lengths, score)

    def _states(self, before: Ids) -> list[State]:
        """Return the passage's keys and values, without those of the first token, which every cell has its own of."""
        if self._latest is None or self._latest[0] != before:
            states = extend(self._stack, None, before) if before else []
            self._latest = before, [(key[:, 1:].contiguous(), value[:, 1:].contiguous()) for key, value in states]
        return self._latest[1]

    def _pass(self, states: list[State], encoded: Sequence[Encoded]) -> Tensor:
        sequences = Sequences(tuple(len(e.ids) - e.first_segment + bool(e.first_segment) for e in encoded))
        hidden = torch.cat([self._embedded(e) for e in encoded])
        *layers, last = self._stack.layers
        for number, layer in enumerate(layers):
            query, key, value = layer.project(hidden)
            before = read_context(query, states[number]) if states else None
            hidden = layer.finish(attend_behind(query, key, value, sequences, before), hidden)
        key, value = last.keys_values(hidden)
        asking = hidden[torch.tensor(sequences.starts, device=hidden.device)]
        query = last.query(asking)
        before = read_context(query, states[-1]) if states else None
        return self._stack.head(last.finish(attend_behind(query, key, value, sequences, before), asking))

    def _embedded(self, e: Encoded) -> Tensor:
        """Embed a whole sequence, as each family counts positions its own way; keep what is behind the passage."""
        ids = torch.tensor([e.ids], device=self._stack.device)
        segments = torch.zeros_like(ids)
        if self._scorer.segments:
            segments[0, e.first_segment or len(e.ids) :] = 1
        hidden = self._stack.embed(ids, None, segments)
        return hidden if not e.first_segment else torch.cat([hidden[:1], hidden[e.first_segment :]])


def stand_in(scorer: object) -> StandIn | None:
    """Return the stand-in of a scorer; None where it has none: no joint encoder, or of a family without a stack."""
    if not isinstance(scorer, JointEncoder) or scorer.stack is None:
        return None
    return StandIn(scorer, scorer.stack, scorer.passes)
