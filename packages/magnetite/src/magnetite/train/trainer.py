"""Train one model on Transformers' Trainer: cross-entropy over each question's options, of whatever number.

Ours are the batches, the loss and the evaluation; optimiser, schedule, precision, checkpoints, resuming and many
devices are Transformers' and Accelerate's, so `torchrun` and `accelerate launch` work unchanged.
"""

import json
import math
import os
import shutil
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import (
    EarlyStoppingCallback,
    PreTrainedModel,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.trainer_callback import ExportableState

from examfiles.errors import StoreError, UsageError
from magnetite.core.errors import ModelError
from magnetite.core.files import os_errors
from magnetite.scorers.device import choose_device, has_bfloat16
from magnetite.scorers.kind import quiet
from magnetite.scorers.loading import ignore_peft_warnings
from magnetite.train.data import Batches, TrainingExample, collate, in_order, tokens_in
from magnetite.train.model import Start
from magnetite.train.recipe import Recipe

Redraw = Callable[[int], Sequence[TrainingExample]]
STATE = "trainer_state.json"
CPU_TOKENS = 1024  # of a pass in training
REPORT_EVERY = 20  # steps between two points of the learning curve
FULL_DISK = ("No space left", "PytorchStreamWriter failed")  # how PyTorch says that a disk is full


@dataclass(frozen=True, slots=True)
class Step:
    """A point of training: the mean loss and accuracy on the questions since the last report, or on dev.

    `tokens` are those this process has read, without padding (and without those that an interrupted training read
    after its last checkpoint, and then again).
    """

    number: int
    of: int
    loss: float
    correct: float
    tokens: int
    split: Literal["train", "dev"] = "train"


@dataclass(frozen=True, slots=True)
class Fitted:
    """How training went: its curve, the step whose weights were kept, and whether it stopped early.

    `precision`: the number format that it computed in; None of a training that trained nothing.
    """

    curve: tuple[Step, ...]
    kept: int
    stopped: bool
    precision: str | None = None


def fit(
    start: Start,
    examples: list[TrainingExample],
    dev: Sequence[TrainingExample],
    recipe: Recipe,
    work: Path,
    *,
    redraw: Redraw | None = None,
    device: str = "auto",
    report: Callable[[Step], None] = lambda _: None,
) -> Fitted:
    """Train the model's free weights in place, in steps whose checkpoints are kept in `work` until the end.

    Starts from the last whole checkpoint in `work`, if there is one. With `dev` the weights with the least loss
    there are kept, else the last. `examples` are those of the first epoch; where `redraw` gives those of another,
    equally many with equally many questions, they replace them in the list. Raises ModelError where the loss stops
    being a number, StoreError for a full disk.
    """
    arguments = arguments_of(recipe, work, examples, bool(dev), device)
    watcher = _Watcher(report, quiet=not arguments.should_save)
    stoppers = [EarlyStoppingCallback(recipe.patience)] if recipe.patience and dev else []
    with quiet(), warnings.catch_warnings():
        ignore_peft_warnings()
        trainer = _Trainer(start, (examples, redraw, dev), recipe, arguments, [watcher, *stoppers])
        trainer.remove_callback(PrinterCallback)
        _run(trainer, work)
    curve = curve_of(trainer.state.log_history, trainer.state.max_steps)
    best = trainer.state.best_global_step if dev and trainer.state.best_global_step else trainer.state.global_step
    precision = "bfloat16" if arguments.bf16 else "float16" if arguments.fp16 else "float32"
    return Fitted(curve, best, trainer.state.global_step < trainer.state.max_steps, precision)


def last_checkpoint(work: Path) -> Path | None:
    """Return the last whole checkpoint; one without a readable state, which is written last, is incomplete."""
    whole = [(int(path.name.split("-")[1]), path) for path in work.glob("checkpoint-*") if _is_whole(path)]
    return max(whole)[1] if whole else None


class _Trainer(Trainer):  # type: ignore[misc]
    """Transformers' Trainer with our batches, loss and evaluation; subclassing is how it is meant to be changed."""

    def __init__(
        self,
        start: Start,
        examples: tuple[list[TrainingExample], Redraw | None, Sequence[TrainingExample]],
        recipe: Recipe,
        arguments: TrainingArguments,
        callbacks: Sequence[TrainerCallback],
    ) -> None:
        train, redraw, dev = examples
        self._pad, self._marks = start.tokenizer.pad_token_id or 0, start.marks
        self._micro = micro_batch(recipe, arguments.world_size, train, arguments.device.type)
        share = (arguments.process_index, arguments.world_size)
        self._batches = Batches(train, self._micro, recipe.seed, *share, redraw=redraw)
        self.control: Any
        super().__init__(
            model=start.model,
            args=arguments,
            data_collator=self._collate,
            train_dataset=train,  # the same list that the batches change from epoch to epoch
            eval_dataset=list(dev) or None,
            callbacks=[_Epoch(self._batches), _Unreported(), *callbacks],
        )
        self.model_accepts_loss_kwargs = True  # count the questions of a step, however many passes it takes
        self.loss_is_scaled_for_ga = True
        self.can_return_loss = True

    def get_train_dataloader(self) -> DataLoader[TrainingExample]:
        """Return our batches; each process takes its own share of them."""
        return DataLoader(self.train_dataset, batch_sampler=self._batches, collate_fn=self._collate)

    def compute_loss(
        self, model: Any, inputs: dict[str, Tensor], return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        """Return the cross-entropy, summed over questions and divided by those of the whole step."""
        del return_outputs
        summed, right, total = self._losses(model, inputs)
        if not math.isfinite(float(summed.detach())):
            raise _LossError(float(summed.detach()))
        loss = summed / num_items_in_batch * self.args.world_size
        self._unreported.passes.append(torch.stack([right, total, tokens_in(inputs), loss.detach()]))
        return loss

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """Answer the dev questions: loss and accuracy over all of them, on however many processes."""
        groups = in_order(self.eval_dataset, self._micro)[self.args.process_index :: self.args.world_size]
        sums = torch.zeros(3, dtype=torch.float64, device=self.args.device)
        self.model.eval()
        for group in groups:
            batch = self._prepare_inputs(self._collate([self.eval_dataset[index] for index in group]))
            with torch.no_grad(), self.compute_loss_context_manager():
                sums += torch.stack(self._losses(self.model, batch)).double()
        loss, right, total = self.accelerator.reduce(sums, "sum").tolist()
        metrics = {"eval_loss": loss / total, "eval_accuracy": right / total}
        self.log(metrics)
        self.control = self.callback_handler.on_evaluate(self.args, self.state, self.control, metrics)
        return metrics

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add the accuracy and the tokens of the passes since the last report."""
        read = next((int(entry["tokens"]) for entry in reversed(self.state.log_history) if "tokens" in entry), 0)
        if "loss" in logs and self._unreported.passes:
            reported = next((int(entry["step"]) for entry in reversed(self.state.log_history) if "loss" in entry), 0)
            right, total, tokens, loss = self._unreported.take(logs["loss"], reported, self.state.global_step)
            read += int(tokens)
            logs = {**logs, "accuracy": right / total, "loss": loss}
        super().log({**logs, "tokens": read}, start_time)

    @property
    def _unreported(self) -> "_Unreported":
        return next(each for each in self.callback_handler.callbacks if isinstance(each, _Unreported))

    def _losses(self, model: Any, inputs: Mapping[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        tensors = {name: part for name, part in inputs.items() if name not in ("counts", "labels")}
        scores = model(**tensors).logits.reshape(-1).float()
        rows = list(torch.split(scores, inputs["counts"].tolist()))
        logits = pad_sequence(rows, batch_first=True, padding_value=-math.inf)  # (questions, most options)
        labels = inputs["labels"]
        right = (logits.argmax(dim=1) == labels).sum()
        return cross_entropy(logits, labels, reduction="sum"), right, torch.tensor(len(labels), device=right.device)

    def _collate(self, examples: Sequence[TrainingExample]) -> dict[str, Tensor]:
        return collate(examples, self._pad, self._marks)

    def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:
        """Save the weights of a checkpoint; by default PEFT would ask the hub about embeddings."""
        if self.args.should_save:
            model = self.accelerator.unwrap_model(self.model)
            more = {} if isinstance(model, PreTrainedModel) else {"save_embedding_layers": False}
            model.save_pretrained(output_dir, state_dict=state_dict, **more)


class _LossError(Exception):
    """A loss that is not a number, raised out of the Trainer."""


class _Epoch(TrainerCallback):  # type: ignore[misc]
    """Tell the batches which epoch it is."""

    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def on_epoch_begin(self, _arguments: Any, state: Any, _control: Any, **_: Any) -> None:
        self._batches.begin(int(state.epoch or 0))


class _Unreported(TrainerCallback, ExportableState):  # type: ignore[misc]
    """What was read since the last report: right, total, tokens and loss of every pass.

    A checkpoint keeps their sums, so that a training that goes on from it reports what one without a break would.
    """

    def __init__(self) -> None:
        self.passes: list[Tensor] = []
        self.earlier = [0.0] * 4  # before the checkpoint that training went on from
        self.begun = 0  # the step of that checkpoint

    def on_train_begin(self, _arguments: Any, state: Any, _control: Any, **_: Any) -> None:
        self.begun = state.global_step

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint keeps."""
        return {"args": {}, "attributes": {"earlier": self._sums()}}

    def take(self, loss: float, reported: int, step: int) -> list[float]:
        """Return the sums of right, total and tokens, and the mean loss, since the step `reported`, and forget them.

        `loss` is the Trainer's mean, which knows no step before the checkpoint.
        """
        right, total, tokens, _ = self._sums()
        since = step - max(reported, self.begun)
        mean = (loss * since + self.earlier[3]) / (step - reported) if self.begun > reported else loss
        self.passes.clear()
        self.earlier = [0.0] * 4
        return [right, total, tokens, mean]

    def _sums(self) -> list[float]:
        passes = torch.stack(self.passes).double().sum(0).tolist() if self.passes else [0.0] * 4
        return [one + other for one, other in zip(self.earlier, passes, strict=True)]


class _Watcher(TrainerCallback):  # type: ignore[misc]
    """Report each point of the learning curve."""

    def __init__(self, report: Callable[[Step], None], *, quiet: bool) -> None:
        self._report, self._quiet = report, quiet

    def on_step_end(self, _arguments: Any, state: Any, control: Any, **_: Any) -> Any:
        control.should_log |= state.global_step == state.max_steps  # the last steps are part of the curve as well
        return control

    def on_log(self, _arguments: Any, state: Any, _control: Any, logs: Mapping[str, float], **_: Any) -> None:
        if not self._quiet and (point := point_of({**logs, "step": state.global_step}, state.max_steps)):
            self._report(point)


def _run(trainer: _Trainer, work: Path) -> None:
    checkpoint = last_checkpoint(work)
    for path in work.glob("checkpoint-*"):
        if not _is_whole(path) and trainer.args.should_save:
            shutil.rmtree(path)
    try:
        with os_errors():
            trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    except _LossError as error:
        last = last_checkpoint(work)
        good = f"the checkpoint of step {last.name.split('-')[1]} is kept in {work}" if last else "nothing was saved"
        raise ModelError(
            f"training: the loss is {error} at step {trainer.state.global_step + 1} of {trainer.state.max_steps}, "
            f"expected a number; {good}. Train again with a lower learning rate (now {trainer.args.learning_rate:g}), "
            "into another folder: this one continues with its own settings."
        ) from error
    except (OSError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not any(text in str(error) for text in FULL_DISK):
            raise
        last = last_checkpoint(work)
        step = int(last.name.split("-")[1]) if last else 0
        raise StoreError(
            f"{work}: the checkpoint of step {trainer.state.global_step} cannot be written ({error}). "
            f"Free space, then run the same command: it continues from step {step}."
        ) from error


def _is_whole(checkpoint: Path) -> bool:
    try:
        json.loads((checkpoint / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return True


def arguments_of(
    recipe: Recipe, work: Path, examples: list[TrainingExample], has_dev: bool, device: str
) -> TrainingArguments:
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
        metric_for_best_model="loss" if has_dev else None,  # steadier than accuracy on a few hundred questions
        greater_is_better=False if has_dev else None,
        restore_callback_states_from_checkpoint=True,  # else patience would start again after an interruption
        remove_unused_columns=False,
        label_names=["labels"],
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        ddp_find_unused_parameters=False,
    )


def micro_batch(recipe: Recipe, world: int, examples: Sequence[TrainingExample], device: str) -> int:
    """Return how many questions go through one device at a time: what the recipe says, or the batch divided.

    On a CPU no more than some 1,024 tokens: products of that size run at its peak, and a longer pass leaves its caches.
    """
    whole = max(1, -(-recipe.batch // world))
    if recipe.micro is not None or device != "cpu":
        return whole if recipe.micro is None else recipe.micro
    tokens, questions = sum(e.tokens for e in examples), sum(len(e.answers) for e in examples)
    return min(whole, max(1, round(CPU_TOKENS * questions / tokens)))


def curve_of(history: Sequence[Mapping[str, float]], steps: int) -> tuple[Step, ...]:
    """Return the points of a Trainer's log history."""
    return tuple(point for entry in history if (point := point_of(entry, steps)))


def point_of(logs: Mapping[str, float], steps: int) -> Step | None:
    """Return the point that one entry of the log makes, None where it makes none."""
    number, tokens = int(logs["step"]), int(logs.get("tokens", 0))
    if "eval_loss" in logs:
        return Step(number, steps, logs["eval_loss"], logs["eval_accuracy"], tokens, "dev")
    if "loss" in logs and "accuracy" in logs:
        return Step(number, steps, logs["loss"], logs["accuracy"], tokens)
    return None
