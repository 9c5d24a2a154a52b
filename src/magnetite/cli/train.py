"""`magnetite train`: fine-tune a system for one view, by a preset."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.cli.runs import perform_and_say, typed
from magnetite.commands.train import TRAIN

if TYPE_CHECKING:
    from magnetite.train import Step


def _run(
    preset: Annotated[str, typer.Option(help=TRAIN.flags["preset"].help)] = "small",
    json: output.Json = None,
    **values: Any,
) -> None:
    perform_and_say(TRAIN, {"preset": preset, **flags.given(TRAIN.flags, values)}, json, progress=_show)


command = typed(TRAIN, _run)


def _show(seed: int, step: "Step") -> None:
    where = f"seed {seed}  step {step.number:,} of {step.of:,}"
    text = f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}"
    output.aside().print(text, markup=False, highlight=False)
