"""How alike two texts are: the cosine of their embeddings by the small encoder. It is no system, and answers nothing.

An embedding is the mean over a text's tokens of what all-MiniLM-L6-v2 makes of them (Reimers and Gurevych 2019).

    likeness([("a cat", "a kitten")])  # array([0.81]); None where the encoder is not installed
"""

from collections.abc import Sequence

import numpy as np

from magnetite.core.cells import ScoreArray
from magnetite.core.extras import MODELS, lacking
from magnetite.scorers.kind import quiet
from magnetite.scorers.packaged import SMALL_BASE, is_installed, small_base

BATCH = 32  # texts


def likeness(pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
    """Return how alike the texts of each pair are, (pairs,), 1 for the same text; None without the encoder."""
    if lacking(MODELS) or not is_installed(SMALL_BASE):
        return None
    vectors = embeddings([text for pair in pairs for text in pair])
    return np.array([vectors[first] @ vectors[second] for first, second in pairs], dtype=np.float64)


def embeddings(texts: Sequence[str]) -> dict[str, ScoreArray]:
    """Return a unit vector, (width,), of each text."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    folder, vectors = small_base(), dict[str, ScoreArray]()
    with quiet():
        tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    several = sorted(set(texts), key=lambda text: (len(text), text))  # a batch is padded to its longest
    with torch.inference_mode():
        for start in range(0, len(several), BATCH):
            some = several[start : start + BATCH]
            batch = tokenizer(some, padding=True, truncation=True, return_tensors="pt")
            mask = batch["attention_mask"].unsqueeze(-1)
            total = (model(**batch).last_hidden_state * mask).sum(1) / mask.sum(1)
            units = torch.nn.functional.normalize(total, dim=1).double().numpy()
            vectors |= dict(zip(some, units, strict=True))
    return vectors
