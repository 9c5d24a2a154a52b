"""The encoder scorer: a Transformers multiple-choice model scores each option by itself.

Two attention layouts, one contract. Joint, in this file: every cell is a full pass. Prefix: a passage is encoded once
for its questions, a question once for its options (`prefix_encoder`).
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.scorer import Scorer, Sizes
from magnetite.scorers.encoding import Encoded, Encoding
from magnetite.scorers.joint import flatten, has_segments, joint_inputs, joint_scores
from magnetite.scorers.loading import Loaded, load
from magnetite.scorers.passes import Passes
from magnetite.scorers.precision import choose_device, choose_dtype
from magnetite.scorers.prefix_encoder import PrefixEncoder
from magnetite.scorers.stack import stack_of

log = logging.getLogger(__name__)


def encoder(
    model: str | Path,
    *,
    device: str = "auto",
    dtype: str = "auto",
    keep: str | None = None,
    blank: str | None = None,
) -> Scorer:
    """Load an encoder scorer from a trained system's folder, a Transformers folder or a hub id.

    `keep` ("start" or "end" of a passage that must be cut) and `blank` ("keep" or "fill" a cloze blank) override the
    model's template. Raises ModelError where it cannot be loaded, UsageError for a choice that does not exist.
    """
    target = choose_device(device)
    loaded = load(model, target, choose_dtype(dtype, target))
    choices = {name: value for name, value in (("keep", keep), ("blank", blank)) if value is not None}
    loaded = replace(loaded, template=replace(loaded.template, **choices))  # type: ignore[arg-type]
    return PrefixEncoder(loaded) if loaded.template.layout == "prefix" else JointEncoder(loaded)


class JointEncoder:
    """A scorer of the joint layout, one full pass a cell; any multiple-choice architecture that reads from the left.

    Families that a `Stack` describes run without padding; others use the library's own forward pass.
    """

    listwise = False
    shares_context = False

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self.encoding = Encoding(loaded.tokenizer, loaded.template)
        self.segments = has_segments(loaded.name, loaded.model, loaded.tokenizer)
        self.stack = stack_of(loaded.model)
        self.passes = Passes(loaded.model)
        self.name, self.view = loaded.name, loaded.view
        self.fingerprint, self.tolerance = loaded.fingerprint, loaded.tolerance
        self.batch_tokens = self.passes.batch_tokens
        self.config = loaded.model.config
        self.is_fast = self.stack is not None
        if not self.is_fast:
            family = loaded.model.config.model_type
            log.info("%s: %s has no fast path; batches are sorted by length and padded.", loaded.name, family)

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: the tokens of its sequence, and whether its passage is cut."""
        tokens, truncated = np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        for cell, encoded in enumerate(self.encoded(cells)):
            tokens[cell], truncated[cell] = len(encoded.ids), encoded.truncated
        return Sizes(tokens, truncated)

    def encoded(self, cells: Cells) -> list[Encoded]:
        """Turn cells into ids."""
        self._tokenise(cells)
        pairs = zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
        return [self.encoding.joint(cells.contexts[row], cells.options[column]) for row, column in pairs]

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, those of one length and one context side by side."""
        encoded = self.encoded(cells)
        lengths = np.array([len(e.ids) for e in encoded], dtype=np.int64)
        order = np.lexsort((cells.rows, -lengths))
        return self.passes.run(order, lengths, lambda part: self._pass([encoded[i] for i in part], cells.rows[part]))

    def _pass(self, encoded: Sequence[Encoded], rows: IntArray) -> Tensor:
        if self.stack is not None:
            return joint_scores(self.stack, flatten(encoded, rows, self.segments))
        model = self._loaded.model
        inputs = joint_inputs(encoded, self._loaded.tokenizer.pad_token_id or 0, self.segments)
        logits: Tensor = model(**{name: part.to(model.device) for name, part in inputs.items()}).logits
        return logits.reshape(-1)

    def _tokenise(self, cells: Cells) -> None:
        contexts = [text for context in cells.contexts for text in self.encoding.texts(context)]
        self.encoding.remember([*contexts, *((self.encoding.lead or "") + option for option in cells.options)])
