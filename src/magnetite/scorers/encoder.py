"""The encoder scorer: a Transformers multiple-choice model scores each option by itself.

Two attention layouts, one contract. Joint, in this file: every cell is a full pass, cells of similar length are
padded together. Prefix: a passage is encoded once for its questions, a question once for its options
(`prefix_encoder`).
What this file leaves out: loading weights (`loading`), ids and truncation (`encoding`).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, ScoreArray
from magnetite.core.scorer import Scorer, Sizes
from magnetite.scorers.encoding import Encoded, Encoding
from magnetite.scorers.joint import has_segments, joint_inputs
from magnetite.scorers.loading import Loaded, load
from magnetite.scorers.precision import choose_device, choose_dtype
from magnetite.scorers.prefix_encoder import PrefixEncoder


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
    chosen = choose_device(device)
    loaded = load(model, chosen, choose_dtype(dtype, chosen))
    choices = {name: value for name, value in (("keep", keep), ("blank", blank)) if value is not None}
    loaded = replace(loaded, template=replace(loaded.template, **choices))  # type: ignore[arg-type]
    return PrefixEncoder(loaded) if loaded.template.layout == "prefix" else JointEncoder(loaded)


class JointEncoder:
    """Score cells one full pass each; any architecture with a multiple-choice head that reads from the left."""

    listwise = False
    shares_context = False

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._encoding = Encoding(loaded.tokenizer, loaded.template)
        self._segments = has_segments(loaded.name, loaded.model, loaded.tokenizer)
        self.name, self.view = loaded.name, loaded.view
        self.fingerprint, self.tolerance = loaded.fingerprint, loaded.tolerance

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: the tokens of its sequence, and whether its passage is cut."""
        encoded = self._encode(cells)
        tokens = np.array([len(e.ids) for e in encoded], dtype=np.int64)
        return Sizes(tokens, np.array([e.truncated for e in encoded], dtype=np.bool_))

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells in one padded batch."""
        if len(cells) == 0:
            return np.zeros(0, dtype=np.float32)
        model = self._loaded.model
        inputs = joint_inputs(self._encode(cells), self._loaded.tokenizer.pad_token_id or 0, self._segments)
        logits: Tensor = model(**{name: part.to(model.device) for name, part in inputs.items()}).logits
        return logits.reshape(-1).float().cpu().numpy()

    def _encode(self, cells: Cells) -> list[Encoded]:
        pairs = zip(cells.rows, cells.columns, strict=True)
        return [self._encoding.joint(cells.contexts[row], cells.options[column]) for row, column in pairs]
