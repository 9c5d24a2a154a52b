"""The encoder scorer: a Transformers multiple-choice model scores each option by itself.

Two attention layouts, one contract. Joint: every cell is a full pass, cells of similar length are padded together.
Prefix: a context is encoded once, however many options follow it (`prefix`).
What this file leaves out: loading weights (`loading`), ids and truncation (`encoding`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Scorer, Sizes
from magnetite.scorers.encoding import Encoded, Encoding, Ids, option_room
from magnetite.scorers.loading import Loaded, load
from magnetite.scorers.precision import choose_device, choose_dtype
from magnetite.scorers.prefix import State, context_states, option_scores, refuse_other_architectures

# Absolute, on logits, between different batches; measured in docs/results/precision.md.
TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 0.15, torch.float16: 0.02}
SUFFIX_TOKENS = 2048  # attention weights of one chunk of options stay under about 50 MB


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
    """Score cells one full pass each; any architecture with a multiple-choice head that reads from the left.

    Segments are used where the model has two of them and its tokenizer's pairs are marked so: BERT, ELECTRA and
    ALBERT (whose tokenizer in Transformers 5 keeps them to itself unless asked), not RoBERTa, DeBERTa or ModernBERT.
    """

    listwise = False
    shares_context = False

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._encoding = Encoding(loaded.tokenizer, loaded.template)
        self._segments = _has_segments(loaded)
        self.name, self.view = loaded.name, loaded.view

    @cached_property
    def fingerprint(self) -> str:
        """Return weights, precision and template."""
        return _fingerprint(self._loaded)

    @property
    def tolerance(self) -> float:
        """Return the tolerance of the number format."""
        return TOLERANCE[self._loaded.model.dtype]

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
        inputs = {k: v.to(model.device) for k, v in self._inputs(self._encode(cells)).items()}
        logits: Tensor = model(**inputs).logits
        return logits.reshape(-1).float().cpu().numpy()

    def _encode(self, cells: Cells) -> list[Encoded]:
        pairs = zip(cells.rows, cells.columns, strict=True)
        return [self._encoding.joint(cells.contexts[row], cells.options[column]) for row, column in pairs]

    def _inputs(self, encoded: Sequence[Encoded]) -> dict[str, Tensor]:
        """Pad to the longest on the right, (cells, 1, tokens): one choice an item, so options never mix."""
        width = max(len(e.ids) for e in encoded)
        ids = torch.full((len(encoded), 1, width), self._loaded.tokenizer.pad_token_id or 0)
        mask, segments = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, e in enumerate(encoded):
            ids[row, 0, : len(e.ids)] = torch.tensor(e.ids)
            mask[row, 0, : len(e.ids)] = 1
            segments[row, 0, e.first_segment if e.first_segment else width : len(e.ids)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask}
        return {**inputs, "token_type_ids": segments} if self._segments else inputs


class PrefixEncoder:
    """Score options as short suffixes of a context that is encoded once (BERT architecture)."""

    listwise = False
    shares_context = True

    def __init__(self, loaded: Loaded) -> None:
        refuse_other_architectures(loaded.name, loaded.model.config)
        self._loaded = loaded
        self._encoding = Encoding(loaded.tokenizer, loaded.template)
        self._latest: tuple[Ids, list[State]] | None = None
        self.name, self.view = loaded.name, loaded.view

    @cached_property
    def fingerprint(self) -> str:
        """Return weights, precision and template."""
        return _fingerprint(self._loaded)

    @property
    def tolerance(self) -> float:
        """Return the tolerance of the number format."""
        return TOLERANCE[self._loaded.model.dtype]

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: its own suffix, and on the first cell of a context the context's tokens too."""
        tokens, truncated = np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        for context, group, suffixes in self._groups(cells):
            tokens[group] = [len(suffix) for suffix in suffixes]
            tokens[group[0]] += len(context.ids)
            truncated[group] = context.truncated
        return Sizes(tokens, truncated)

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, context by context."""
        scores = np.zeros(len(cells), dtype=np.float32)
        for context, group, suffixes in self._groups(cells):
            states = self._states(context.ids)
            for chunk in _chunks(suffixes):
                scores[group[chunk]] = self._score_chunk(states, [suffixes[i] for i in chunk])
        return scores

    def _groups(self, cells: Cells) -> Iterable[tuple[Encoded, Any, list[Ids]]]:
        """Yield each encoded context with the positions and suffixes of its cells.

        A context is encoded with room for its options; a far longer option meets its own, shorter encoding of it.
        """
        suffixes = {column: self._encoding.prefix_option(cells.options[column]) for column in np.unique(cells.columns)}
        rooms = {column: option_room(len(suffix)) for column, suffix in suffixes.items()}
        order = np.argsort(cells.rows, kind="stable")
        starts = np.flatnonzero(np.diff(cells.rows[order], prepend=-1))
        for of_context in np.split(order, starts[1:]) if len(order) else []:
            context = cells.contexts[cells.rows[of_context[0]]]
            cell_rooms = np.array([rooms[column] for column in cells.columns[of_context]])
            for room in np.unique(cell_rooms):
                group = of_context[cell_rooms == room]
                columns = cells.columns[group]
                longest = max(columns, key=lambda column: len(suffixes[column]))
                encoded = self._encoding.prefix_context(context, cells.options[longest])
                yield encoded, group, [suffixes[column] for column in columns]

    def _states(self, ids: Ids) -> list[State]:
        if self._latest is None or self._latest[0] != ids:
            self._latest = (ids, context_states(self._loaded.model, ids))
        return self._latest[1]

    def _score_chunk(self, states: list[State], suffixes: Sequence[Ids]) -> ScoreArray:
        model, width = self._loaded.model, max(map(len, suffixes))
        ids = torch.full((len(suffixes), width), self._loaded.tokenizer.pad_token_id)
        for row, suffix in enumerate(suffixes):
            ids[row, : len(suffix)] = torch.tensor(suffix)
        mask = None
        if min(map(len, suffixes)) < width:
            lengths = torch.tensor([len(suffix) for suffix in suffixes])
            outside = torch.arange(width)[None, :] >= lengths[:, None]
            mask = torch.zeros(ids.shape).masked_fill(outside, -torch.inf).to(model.device, model.dtype)
        return option_scores(model, states, ids.to(model.device), mask).float().cpu().numpy()


def _has_segments(loaded: Loaded) -> bool:
    """Say whether question and option are segment 1. Raises ModelError for a family laid out in another way."""
    kinds = loaded.tokenizer("a", "b", return_token_type_ids=True)["token_type_ids"]
    takes = signature(loaded.model.forward).parameters
    # XLNet pads on the left and reads its last token, Funnel has a segment 2, FNet mixes padding into every token.
    if loaded.tokenizer.padding_side == "left" or set(kinds) - {0, 1} or "attention_mask" not in takes:
        raise ModelError(
            f"model '{loaded.name}': {loaded.model.config.model_type} lays out its input in a way Magnetite does not "
            "know. Use a model of the BERT, ALBERT, RoBERTa, ELECTRA, DeBERTa or ModernBERT families."
        )
    return "token_type_ids" in takes and getattr(loaded.model.config, "type_vocab_size", 0) > 1 and 1 in kinds


def _chunks(suffixes: Sequence[Ids]) -> Iterable[list[int]]:
    """Cut suffixes, shortest first, into chunks of a bounded padded size."""
    chunk: list[int] = []
    for index in sorted(range(len(suffixes)), key=lambda i: len(suffixes[i])):
        if chunk and (len(chunk) + 1) * len(suffixes[index]) > SUFFIX_TOKENS:
            yield chunk
            chunk = []
        chunk.append(index)
    if chunk:
        yield chunk


def _fingerprint(loaded: Loaded) -> str:
    template = loaded.template
    precision = str(loaded.model.dtype).removeprefix("torch.")
    parts = (loaded.weights, precision, template.layout, str(template.max_tokens), template.keep, template.blank)
    return "encoder:" + ":".join(parts)
