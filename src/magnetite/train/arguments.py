"""A recipe as the arguments of Transformers' Trainer, for this machine and its number of processes."""

import math
import os
from collections.abc import Sequence
from pathlib import Path

from transformers import TrainingArguments

from magnetite.core.errors import UsageError
from magnetite.scorers.precision import choose_device, has_bfloat16
from magnetite.train.data import Batches, Example
from magnetite.train.recipe import Recipe

CPU_TOKENS = 1024  # of a pass in training
REPORT_EVERY = 20  # steps between two points of the learning curve


def arguments_of(recipe: Recipe, work: Path, examples: list[Example], has_dev: bool, device: str) -> TrainingArguments:
    """Turn a recipe into Trainer's arguments. Raises UsageError for a device or precision that is not available."""
    place = choose_device(device)
    dtype = recipe.dtype if recipe.dtype != "auto" else "bfloat16" if has_bfloat16(place) else "float32"
    if dtype == "float16" and place.type != "cuda":
        raise UsageError(
            f"dtype 'float16' cannot be used for training on '{place}'. Use 'auto', 'float32' or 'bfloat16'."
        )
    world = int(os.environ.get("WORLD_SIZE", "1"))
    micro = micro_batch(recipe, world, examples, place.type)
    accumulate = max(1, round(recipe.batch / (micro * world)))
    steps = math.ceil(math.ceil(len(Batches(examples, micro, 0, 0, world)) / accumulate) * recipe.epochs)
    every = max(1, math.ceil(steps / recipe.evaluations))
    return TrainingArguments(
        output_dir=str(work),
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=micro,
        gradient_accumulation_steps=accumulate,
        learning_rate=recipe.learning_rate,
        lr_scheduler_type="constant_with_warmup" if recipe.schedule == "constant" else recipe.schedule,
        warmup_steps=round(recipe.warmup * steps),
        weight_decay=recipe.weight_decay,
        adam_beta2=recipe.adam_beta2,
        adam_epsilon=recipe.adam_epsilon,
        max_grad_norm=recipe.clip,
        seed=recipe.seed,
        bf16=dtype == "bfloat16",
        fp16=dtype == "float16",
        use_cpu=place.type == "cpu",
        logging_steps=REPORT_EVERY,
        logging_nan_inf_filter=False,
        eval_strategy="steps" if has_dev else "no",
        eval_steps=every,
        save_strategy="steps",
        save_steps=every,
        save_total_limit=2,
        load_best_model_at_end=has_dev,
        metric_for_best_model="accuracy" if has_dev else None,
        greater_is_better=True if has_dev else None,
        restore_callback_states_from_checkpoint=True,  # else patience would start again after an interruption
        remove_unused_columns=False,
        label_names=["labels"],
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        ddp_find_unused_parameters=False,
    )


def micro_batch(recipe: Recipe, world: int, examples: Sequence[Example], device: str) -> int:
    """Return how many questions go through one device at a time: what the recipe says, or the batch divided.

    On a CPU no more than some 1,024 tokens: products of that size run at its peak, and a longer pass leaves its caches.
    """
    whole = max(1, -(-recipe.batch // world))
    if recipe.micro is not None or device != "cpu":
        return whole if recipe.micro is None else recipe.micro
    tokens, questions = sum(e.tokens for e in examples), sum(len(e.answers) for e in examples)
    return min(whole, max(1, round(CPU_TOKENS * questions / tokens)))
