"""The joint layout's batches: every cell a full sequence, padded on the right.

What this file leaves out: how a cell becomes ids (`encoding`), and the scorer (`encoder`).
"""

from collections.abc import Sequence
from inspect import signature
from typing import Any

import torch
from torch import Tensor

from magnetite.core.errors import ModelError
from magnetite.scorers.encoding import Encoded


def joint_inputs(encoded: Sequence[Encoded], pad: int, segments: bool) -> dict[str, Tensor]:
    """Pad to the longest on the right, (cells, 1, tokens): one choice an item, so options never mix."""
    width = max(len(e.ids) for e in encoded)
    ids = torch.full((len(encoded), 1, width), pad)
    mask, kinds = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, e in enumerate(encoded):
        ids[row, 0, : len(e.ids)] = torch.tensor(e.ids)
        mask[row, 0, : len(e.ids)] = 1
        kinds[row, 0, e.first_segment if e.first_segment else width : len(e.ids)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask}
    return {**inputs, "token_type_ids": kinds} if segments else inputs


def has_segments(name: str, model: Any, tokenizer: Any) -> bool:
    """Say whether question and option are segment 1. Raises ModelError for a family laid out in another way.

    They are where the model has two segments and its tokenizer's pairs are marked so: BERT, ELECTRA and ALBERT (whose
    tokenizer in Transformers 5 keeps them to itself unless asked), not RoBERTa, DeBERTa or ModernBERT.
    """
    kinds = tokenizer("a", "b", return_token_type_ids=True)["token_type_ids"]
    takes = signature(model.forward).parameters
    # XLNet pads on the left and reads its last token, Funnel has a segment 2, FNet mixes padding into every token.
    if tokenizer.padding_side == "left" or set(kinds) - {0, 1} or "attention_mask" not in takes:
        raise ModelError(
            f"model '{name}': {model.config.model_type} lays out its input in a way Magnetite does not "
            "know. Use a model of the BERT, ALBERT, RoBERTa, ELECTRA, DeBERTa or ModernBERT families."
        )
    return "token_type_ids" in takes and getattr(model.config, "type_vocab_size", 0) > 1 and 1 in kinds
