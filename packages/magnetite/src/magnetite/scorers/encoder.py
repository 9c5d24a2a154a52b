"""The encoder scorer: a Transformers multiple-choice model scores each option by itself.

Two attention layouts, one contract. Joint, in this file: every cell is a full sequence. `joint_scores` runs sequences
laid end to end through a `Stack`; `joint_inputs` pads them for a library's own forward pass (training, and families a
`Stack` does not describe). Prefix (`prefix`): a passage is encoded once for its questions, a question once for its
options.

A decoder reads in the prefix layout, by Transformers' own forward pass with a mask and positions that say what meets
what. A linear layer (`score`, in Transformers' `ForSequenceClassification`) reads the last token of each option. Every
score is that of the plain causal forward pass over passage, question and option alone; `decoder` tries that on made-up
tokens when a model is loaded.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Scorer, Sizes
from magnetite.scorers.attention import Sequences, State, attend
from magnetite.scorers.device import Passes, choose_device, choose_dtype
from magnetite.scorers.encoding import Encoded, Encoding, Ids
from magnetite.scorers.loading import Loaded, is_decoder, load, reach, reduced, refuse_written, reloading
from magnetite.scorers.prefix import (
    Packed,
    PrefixModel,
    PrefixQuestion,
    PrefixRow,
    PrefixScorer,
    as_encoder,
    pack,
    visible,
)
from magnetite.scorers.stack import Stack, stack_of
from magnetite.scorers.tree import LEAST_TOKENS, MOST_TOKENS, TRIAL, added, lay_out

log = logging.getLogger(__name__)
GLOBAL = "global_attention_mask"
# Whoever asks for a scorer that another still holds gets that one, whose weights may have been read.
_in_use: WeakValueDictionary[tuple[str, str, str], Scorer] = WeakValueDictionary()


def encoder(
    model: str | Path,
    *,
    device: str = "auto",
    dtype: str = "auto",
    keep: str | None = None,
    blank: str | None = None,
) -> Scorer:
    """Make an encoder scorer of a trained system's folder, a Transformers folder or a hub id.

    Its weights are read when it is first asked for a score (`loading`). `keep` ("start" or "end" of a passage that must
    be cut) and `blank` ("keep" or "fill" a cloze blank) override the model's template. Raises ModelError where it
    cannot be loaded, UsageError for a choice that does not exist.
    """
    target = choose_device(device)
    loaded = load(model, target, choose_dtype(dtype, target))
    choices = {name: value for name, value in (("keep", keep), ("blank", blank)) if value is not None}
    again = reloading(encoder, model, device, loaded.dtype, keep=keep, blank=blank)
    loaded = replace(loaded, template=replace(loaded.template, **choices), again=again)  # type: ignore[arg-type]
    scorer = JointEncoder(loaded) if loaded.template.layout == "joint" else PrefixScorer(loaded, as_prefix)
    return _in_use.setdefault((str(model), str(target), scorer.fingerprint), scorer)


def as_prefix(loaded: Loaded) -> PrefixModel:
    """Return an encoder or a decoder as a model of the prefix layout. Raises ModelError where it cannot read that."""
    return decoder(loaded.name, loaded.model) if is_decoder(loaded.model) else as_encoder(loaded)


class JointEncoder:
    """A scorer of the joint layout, one full pass a cell; any multiple-choice architecture that reads from the left.

    Families that a `Stack` describes run without padding; others use the library's own forward pass.
    """

    listwise = False
    shares_context = False

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self.name, self.view = loaded.name, loaded.view
        self.fingerprint, self.precision, self.tolerance = loaded.fingerprint, loaded.precision, loaded.tolerance
        if loaded.outline is not None:  # a family laid out in another way is refused before anything is scored
            marks_of(loaded.name, loaded.outline, loaded.tokenizer)

    @cached_property
    def encoding(self) -> Encoding:
        """Return what turns its cells into ids."""
        return Encoding(self._loaded.tokenizer, self._loaded.template)

    @cached_property
    def marks(self) -> str | None:
        """Return the input that marks question and option. Raises ModelError for a family laid out in another way."""
        return marks_of(self.name, self._loaded.model, self._loaded.tokenizer)

    @cached_property
    def stack(self) -> Stack | None:
        """Return the model as a stack, None where it is of a family without a fast path."""
        stack = stack_of(self._loaded.model)
        if stack is None:
            family = self.config.model_type
            log.info("%s: %s has no fast path; batches are sorted by length and padded.", self.name, family)
        return stack

    @cached_property
    def passes(self) -> Passes:
        """Return its forward passes, of a bounded number of tokens."""
        return Passes(self._loaded.model)

    @property
    def is_fast(self) -> bool:
        """Say whether it runs without padding."""
        return self.stack is not None

    @property
    def batch_tokens(self) -> int:
        """Return how many tokens to hand over at once."""
        return self.passes.batch_tokens

    @property
    def config(self) -> Any:
        """Return the model's configuration."""
        return self._loaded.model.config

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self.name, self._loaded.again)

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: the tokens of its sequence, and whether its passage is cut."""
        tokens, truncated = np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        for cell, encoded in enumerate(self._each(cells)):
            tokens[cell], truncated[cell] = len(encoded.ids), encoded.truncated
        return Sizes(tokens, truncated)

    def encoded(self, cells: Cells) -> list[Encoded]:
        """Turn cells into ids."""
        return list(self._each(cells))

    def _each(self, cells: Cells) -> Iterator[Encoded]:
        """Turn one cell after the other into ids: those of three million are gigabytes."""
        self._tokenise(cells)
        for row, column in zip(cells.rows.tolist(), cells.columns.tolist(), strict=True):
            yield self.encoding.joint(cells.contexts[row], cells.options[column])

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, those of one length and one context side by side."""
        encoded = self.encoded(cells)
        lengths = np.array([len(e.ids) for e in encoded], dtype=np.int64)
        order = np.lexsort((cells.rows, -lengths))
        window = np.max(getattr(self.config, "attention_window", 1))  # Longformer pads to whole windows
        scores = self.passes.run(
            order, -(-lengths // window) * window, lambda part: self._pass([encoded[i] for i in part], cells.rows[part])
        )
        refuse_written(self.name, self._loaded.files)
        return scores

    def _pass(self, encoded: Sequence[Encoded], rows: IntArray) -> Tensor:
        if self.stack is not None:
            return joint_scores(self.stack, flatten(encoded, rows, segments=self.marks is not None))
        model = self._loaded.model
        inputs = joint_inputs(encoded, self._loaded.tokenizer.pad_token_id or 0, self.marks)
        logits: Tensor = model(**{name: part.to(model.device) for name, part in inputs.items()}).logits
        return logits.reshape(-1)

    def _tokenise(self, cells: Cells) -> None:
        contexts = [text for context in cells.contexts for text in self.encoding.texts(context)]
        self.encoding.remember([*contexts, *((self.encoding.lead or "") + option for option in cells.options)])


@dataclass(frozen=True, slots=True)
class Flat:
    """Sequences laid end to end; those of one length stand side by side."""

    ids: Tensor  # (tokens,)
    segments: Tensor  # (tokens,)
    sequences: Sequences
    distinct: Tensor  # (distinct,): places of tokens that the first layer must compute
    same: Tensor  # (tokens,): which of the distinct ones each token equals

    def to(self, device: torch.device) -> "Flat":
        """Move the batch to a device, without waiting for it."""
        parts = [self.ids, self.segments, self.distinct, self.same]
        if device.type == "cuda":
            parts = [part.pin_memory().to(device, non_blocking=True) for part in parts]
        ids, segments, distinct, same = (part.to(device) for part in parts)
        return Flat(ids, segments, self.sequences, distinct, same)


def flatten(encoded: Sequence[Encoded], rows: IntArray, *, segments: bool) -> Flat:
    """Lay sequences end to end, (cells,); `rows` names the context of each.

    In the first layer no token has met another, so tokens of the context are the same in all its cells.
    """
    lengths = np.array([len(e.ids) for e in encoded])
    starts = np.cumsum(lengths) - lengths
    places, kinds = np.arange(lengths.sum()), np.zeros(lengths.sum(), dtype=np.int64)
    first: dict[tuple[int, int], int] = {}
    for cell, (e, row, start) in enumerate(zip(encoded, rows.tolist(), starts.tolist(), strict=True)):
        if segments:
            kinds[start + (e.first_segment or len(e.ids)) : start + len(e.ids)] = 1
        leader = first.setdefault((row, e.first_segment), cell)
        shared = min(e.of_context, encoded[leader].of_context)
        places[start : start + shared] = np.arange(starts[leader], starts[leader] + shared)
    ids = np.fromiter(chain.from_iterable(e.ids for e in encoded), np.int64, len(places))
    distinct, same = np.unique(places, return_inverse=True)
    return Flat(
        torch.from_numpy(ids),
        torch.from_numpy(kinds),
        Sequences(tuple(lengths.tolist())),
        torch.from_numpy(distinct),
        torch.from_numpy(same),
    )


def joint_scores(stack: Stack, batch: Flat) -> Tensor:
    """Score sequences, (cells,): each token sees its whole sequence, and the first one's last state is read."""
    sequences, batch = batch.sequences, batch.to(stack.device)
    hidden = stack.filled(_embed(stack, batch))
    biases = sequences.biases(stack.distances, stack.device)
    *layers, last = stack.layers
    for number, layer in enumerate(layers):
        if number == 0:
            query, key, value = layer.project(hidden[batch.distinct])[:, stack.filled(batch.same)]
        else:
            query, key, value = layer.project(hidden)
        hidden = layer.finish(attend(query, key, value, sequences, biases), hidden)
    key, value = last.keys_values(hidden)
    asking = hidden[torch.tensor(sequences.starts, device=hidden.device)]  # the other positions are never read
    return stack.head(last.finish(attend(last.query(asking), key, value, sequences, biases), asking))


def _embed(stack: Stack, batch: Flat) -> Tensor:
    """Embed run by run, so that each family counts positions in its own way."""
    parts, start = [], 0
    for blocks, length, together in batch.sequences.runs:
        count = blocks * together
        run = slice(start, start + count * length)
        ids, segments = (part[run].view(count, length) for part in (batch.ids, batch.segments))
        parts.append(stack.embed(ids, None, segments))
        start = run.stop
    return torch.cat(parts)


def joint_inputs(encoded: Sequence[Encoded], pad: int, marks: str | None) -> dict[str, Tensor]:
    """Pad to the longest on the right, (cells, 1, tokens): one choice an item, so options never mix.

    `marks`: as of `marks_of`. Without a passage, all tokens are of segment 0, and all have global attention.
    """
    width = max(len(e.ids) for e in encoded)
    ids = torch.full((len(encoded), 1, width), pad)
    mask, kinds = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, e in enumerate(encoded):
        ids[row, 0, : len(e.ids)] = torch.tensor(e.ids)
        mask[row, 0, : len(e.ids)] = 1
        kinds[row, 0, e.first_segment or (0 if marks == GLOBAL else width) : len(e.ids)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask}
    return {**inputs, marks: kinds} if marks else inputs


def marks_of(name: str, model: Any, tokenizer: Any) -> str | None:
    """Return the input that marks question and option; None: none does. Raises ModelError for another kind of layout.

    Segments do where the model has two and its tokenizer marks pairs with them: BERT, ELECTRA and ALBERT (whose
    tokenizer in Transformers 5 keeps them to itself unless asked), not RoBERTa, DeBERTa or ModernBERT. Longformer's
    global attention does, which the library would place by counting separators: it stops where there is no passage.
    """
    kinds = tokenizer("a", "b", return_token_type_ids=True)["token_type_ids"]
    takes = signature(model.forward).parameters
    # XLNet pads on the left and reads its last token, Funnel has a segment 2, FNet mixes padding into every token, and
    # an ELECTRA head may be set to read all positions, including padding.
    elsewhere = tokenizer.padding_side == "left" or getattr(model.config, "summary_type", "first") != "first"
    if elsewhere or set(kinds) - {0, 1} or "attention_mask" not in takes:
        raise ModelError(
            f"model '{name}': {model.config.model_type} lays out its input in a way Magnetite does not "
            "know. Use a model of the BERT, ALBERT, RoBERTa, ELECTRA, DeBERTa or ModernBERT families."
        )
    if GLOBAL in takes:
        return GLOBAL
    two = "token_type_ids" in takes and getattr(model.config, "type_vocab_size", 0) > 1 and 1 in kinds
    return "token_type_ids" if two else None


def decoder(name: str, model: Any) -> PrefixModel:
    """Return a decoder as a model of the prefix layout. Raises ModelError for a family that takes no mask of ours."""
    need_decoder(name, model)
    tokens = int(np.clip(model.config.get_text_config().hidden_size, LEAST_TOKENS, MOST_TOKENS))
    return PrefixModel(
        partial(decoder_scores, model), partial(extend_decoder, model), partial(decoder_option_scores, model), tokens
    )


def need_decoder(name: str, model: Any) -> None:
    """Raise ModelError where packed rows of made-up tokens do not have the scores of plain forward passes."""
    if not reach(model.config.get_text_config(), 1):
        raise _unfit(name, model)
    first, second, third, fourth = (
        np.random.default_rng(0).integers(0, model.config.get_text_config().vocab_size, (4, 5)).tolist()
    )
    row = PrefixRow(tuple(first), (PrefixQuestion(tuple(second), (tuple(third), tuple(fourth))),))
    alone = [[*first, *second, *option] for option in (third, fourth)]
    try:
        with torch.inference_mode():
            together = decoder_scores(model, pack([row], 0).to(model.device))
            hidden = model.base_model(torch.tensor(alone, device=model.device), use_cache=False).last_hidden_state
            off = float((model.score(hidden[:, -1])[:, 0] - together).abs().max())
    except Exception as error:  # a family may take neither mask nor positions, each in its own way
        raise _unfit(name, model) from error
    if not off <= TRIAL[str(model.dtype)]:
        raise _unfit(name, model)


def _unfit(name: str, model: Any) -> ModelError:
    return ModelError(
        f"model '{name}' is a decoder of the architecture {model.config.model_type}, which does not let Magnetite say "
        "which token sees which, so its context cannot be shared by all options. Use a decoder with rotary or learned "
        "positions (Llama, Qwen, Mistral, GPT-2, GPT-NeoX, ...), or an encoder."
    )


def decoder_scores(model: Any, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable."""
    sees = visible(batch).tril()  # a row is laid out in the order of reading
    output = model.base_model(
        input_ids=batch.ids,
        position_ids=batch.positions,
        attention_mask=added(sees, model.dtype)[:, None],
        use_cache=False,
    )
    there = batch.ends >= 0
    rows = torch.arange(len(there), device=there.device)[:, None]
    scores: Tensor = model.score(output.last_hidden_state[rows, batch.ends.clamp(min=0)][there])
    return scores.squeeze(-1)


def extend_decoder(model: Any, states: list[State] | None, ids: Ids) -> list[State]:
    """Read ids behind `states` (None: nothing before); return every layer's keys and values of both."""
    if states is not None and not ids:
        return states
    start = _length(states)
    positions = torch.arange(start, start + len(ids), device=model.device)[None]
    output = _behind(model, states, torch.tensor([ids], device=model.device), positions, None)
    return [(layer.keys, layer.values) for layer in output.past_key_values.layers]


def decoder_option_scores(model: Any, states: list[State], suffixes: Sequence[Ids]) -> Tensor:
    """Score suffixes after one context, (suffixes,): a tree behind its keys and values, equal beginnings laid once."""
    path = (0,) * _length(states)  # the context's tokens, of which only the number counts
    order = sorted(range(len(suffixes)), key=lambda place: suffixes[place])
    tree = lay_out([path + suffixes[place] for place in order], path)
    ids, positions, sees = (part.to(model.device) for part in (tree.ids, tree.positions, tree.sees))
    output = _behind(model, states, ids[None], positions[None], added(sees, model.dtype)[None, None])
    ends = torch.tensor([columns[-1] - len(path) for columns in tree.paths])
    places = torch.empty_like(ends).index_copy_(0, torch.tensor(order), ends).to(model.device)
    scores: Tensor = model.score(output.last_hidden_state[0, places])
    return scores.squeeze(-1)


def _length(states: list[State] | None) -> int:
    return 0 if states is None else states[0][0].shape[2]


def _behind(model: Any, states: list[State] | None, ids: Tensor, positions: Tensor, mask: Tensor | None) -> Any:
    from transformers import DynamicCache

    cache = DynamicCache(states)
    return model.base_model(
        input_ids=ids, position_ids=positions, attention_mask=mask, past_key_values=cache, use_cache=True
    )
