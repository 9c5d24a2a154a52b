"""The recipe: every number that training depends on, kept in the training card.

Its fields are flags, so nothing heavy is imported here.
"""

from dataclasses import dataclass, fields
from typing import Literal, get_args, get_origin

from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.core.setting import setting

PRESETS = "the preset's"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Every number that training depends on.

    `batch` is in questions a step; `micro` in questions a pass of one device (None: the batch, divided among the
    devices). `warmup` is a share of the steps. `dropout` None keeps the base's own. `lora_rank` 0 trains all weights.
    `train`: "all" (adapters and head, or all weights), "head" (only the final linear layer, on the unchanged base:
    Lin et al. 2021, Appendix B.3) or "none" (that layer at random); with the latter two `lora_rank` is 0.
    `evaluations` is how often during training the dev questions are answered and a checkpoint is kept; `patience` stops
    after this many of them without a lower loss. Raises UsageError for a value that makes no sense.
    """

    layout: Literal["prefix", "joint"] = setting("prefix", "prefix or joint layout: see the manual.", otherwise=PRESETS)
    epochs: float = setting(1.0, "Passes over the questions.", otherwise=PRESETS)
    batch: int = setting(32, "Number of questions per step.", least=1, otherwise=PRESETS)
    micro: int | None = setting(None, "Number of questions at a time on a device; fewer if memory runs out.", least=1)
    learning_rate: float = setting(5e-4, "The highest learning rate.", otherwise=PRESETS)
    warmup: float = 0.1
    schedule: Literal["linear", "cosine", "constant"] = "linear"
    weight_decay: float = 0.01
    adam_beta2: float = 0.999
    adam_epsilon: float = 1e-8
    clip: float = 1.0
    dropout: float | None = setting(0.0, "Rate of every dropout.", otherwise=PRESETS)
    lora_rank: int = setting(
        32, "Rank of LoRA adapters; 0 trains all weights.", least=0, flag="--lora", otherwise=PRESETS
    )
    max_tokens: int = setting(512, "Cut passages to fit this many tokens while training.", otherwise=PRESETS)
    keep: Literal["start", "end"] = "start"
    blank: Literal["keep", "fill"] = "keep"
    train: Literal["all", "head", "none"] = setting(
        "all", "What to train: all; head (only the final linear layer); or none (that layer stays random)."
    )
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = setting("auto", "What forward passes compute in.")
    evaluations: int = setting(10, "Evaluations on dev, and checkpoints, in total.", least=1, otherwise=PRESETS)
    patience: int | None = setting(None, "Stop after this many evaluations on dev without a lower loss.", least=1)
    seed: int = setting(0, "The first seed.", least=0, otherwise="the preset's, or 0")

    def __post_init__(self) -> None:
        _refuse_unknown(self)
        if self.train != "all":  # no adapters are made, and the card records that
            object.__setattr__(self, "lora_rank", 0)
        least = {"batch": 1, "micro": 1, "lora_rank": 0, "max_tokens": 8, "evaluations": 1, "patience": 1, "seed": 0}
        for name, low in least.items():
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < low):
                raise UsageError(f"{name} is {value!r}; expected a whole number of at least {low}.")
        for name, high in {"warmup": 1.0, "dropout": 1.0, "weight_decay": 10.0, "adam_beta2": 1.0}.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= high:
                raise UsageError(f"{name} is {value!r}; expected a number from 0 to {high:g}.")
        if not 0 <= self.clip < float("inf"):
            raise UsageError(f"clip is {self.clip!r}; expected a number, 0 for no clipping.")
        for name in ("epochs", "learning_rate", "adam_epsilon"):
            if not 0 < getattr(self, name) < float("inf"):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected a number above 0.")


def refuse_unfit(recipe: Recipe, dataset: Dataset, dev: Dataset | None) -> None:
    """Raise UsageError where a recipe does not fit the questions: too few, or none to evaluate on."""
    if recipe.train != "none" and len(dataset) < recipe.batch:
        raise UsageError(
            f"dataset '{dataset.name}' has {len(dataset)} items, fewer than one batch of {recipe.batch}. Add items, or "
            "choose a smaller --batch."
        )
    if recipe.patience and dev is None:
        raise UsageError("patience needs dev questions to evaluate on. Add --dev, or leave --patience out.")


def _refuse_unknown(recipe: Recipe) -> None:
    for name, known in choices().items():
        if (value := getattr(recipe, name)) not in known:
            raise unknown_name(name, str(value), list(known))


def choices() -> dict[str, tuple[str, ...]]:
    """Return the names that each setting of a recipe may have, of those that have names.

    >>> choices()["layout"]
    ('prefix', 'joint')
    """
    return {each.name: get_args(each.type) for each in fields(Recipe) if get_origin(each.type) is Literal}
