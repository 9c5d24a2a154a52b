"""Train one system in the prefix layout: LoRA on a BERT encoder, cross-entropy over each item's options.

A step is one batch of items, cut into micro-batches of similar length; the learning rate rises linearly over the
first tenth of the steps and falls linearly to zero. Same seed, same machine: same weights.
What this file leaves out: the joint layout, resuming, many devices.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from magnetite.core.errors import ModelError
from magnetite.scorers.prefix import pack, packed_scores
from magnetite.train.data import Example, batches


@dataclass(frozen=True, slots=True)
class Recipe:
    """Name every number that training depends on; it is kept in the training card."""

    epochs: int = 1
    batch: int = 32
    learning_rate: float = 5e-4
    warmup: float = 0.1
    weight_decay: float = 0.01
    clip: float = 1.0
    rank: int = 32
    seed: int = 0
    micro_tokens: int = 6144


@dataclass(frozen=True, slots=True)
class Step:
    """Report one step: where training stands, the mean loss since the last report, and tokens read so far."""

    number: int
    of: int
    loss: float
    correct: float
    tokens: int


def add_adapters(model: Any, recipe: Recipe) -> Any:
    """Put LoRA adapters of the recipe's rank on every linear layer, and leave the scoring head fully trained."""
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(recipe.seed)
    config = LoraConfig(
        r=recipe.rank,
        lora_alpha=recipe.rank,
        lora_dropout=0.0,
        target_modules=["query", "key", "value", "dense"],
        modules_to_save=["classifier"],
    )
    return get_peft_model(model, config)


def fit(model: Any, examples: Sequence[Example], recipe: Recipe, report: Callable[[Step], None]) -> None:
    """Train the model's free weights in place. Raises ModelError where the loss stops being a number."""
    random.seed(recipe.seed)
    torch.manual_seed(recipe.seed)
    model.train()
    free = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(free, lr=recipe.learning_rate, weight_decay=recipe.weight_decay)
    steps = math.ceil(len(examples) / recipe.batch) * recipe.epochs
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, steps, recipe.warmup))
    number = tokens = 0
    for epoch in range(recipe.epochs):
        for batch in batches(examples, recipe.batch, recipe.seed, epoch):
            loss, correct = _accumulate(model, batch, recipe)
            number += 1
            tokens += sum(example.tokens for example in batch)
            if not math.isfinite(loss):
                raise ModelError(
                    f"training: the loss is {loss} at step {number} of {steps}, expected a number; nothing was saved. "
                    f"Lower the learning rate (now {recipe.learning_rate:g}) and train again."
                )
            torch.nn.utils.clip_grad_norm_(free, recipe.clip)
            optimiser.step()
            schedule.step()
            optimiser.zero_grad(set_to_none=True)
            report(Step(number, steps, loss, correct / len(batch), tokens))
    model.eval()


def _accumulate(model: Any, batch: Sequence[Example], recipe: Recipe) -> tuple[float, int]:
    """Add up the gradients of one batch, a micro-batch at a time; return its mean loss and how many it got right."""
    total, correct = 0.0, 0
    for part in _micro_batches(batch, recipe.micro_tokens):
        logits = _logits(model, part)
        answers = torch.tensor([example.answer for example in part], device=logits.device)
        loss = cross_entropy(logits, answers, reduction="sum") / len(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        total += float(loss.detach())
        correct += int((logits.argmax(dim=1) == answers).sum())
    return total, correct


def _micro_batches(batch: Sequence[Example], tokens: int) -> list[list[Example]]:
    parts: list[list[Example]] = [[]]
    for example in sorted(batch, key=lambda example: example.tokens):
        if parts[-1] and (len(parts[-1]) + 1) * example.tokens > tokens:
            parts.append([])
        parts[-1].append(example)
    return parts


def _logits(model: Any, part: Sequence[Example]) -> Tensor:
    """Score a micro-batch, (items, most options), minus infinity where an item has fewer."""
    bare = model.base_model.model if hasattr(model, "base_model") and hasattr(model, "peft_config") else model
    packed = pack([e.context for e in part], [e.options for e in part], pad=0)
    flat = packed_scores(bare, packed)
    counts = [len(example.options) for example in part]
    logits = flat.new_full((len(part), max(counts)), -math.inf)
    return torch.stack(
        [torch.cat([scores, row[len(scores) :]]) for scores, row in zip(torch.split(flat, counts), logits, strict=True)]
    )


def _rate(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(steps * warmup))
    return (step + 1) / rising if step < rising else max(0.0, (steps - step) / max(1, steps - rising))
