"""`magnetite train`: fine-tune a system, and show each step on standard error."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import options, output
from magnetite.cli.runs import perform_and_say, typed
from magnetite.commands.train import TRAIN

if TYPE_CHECKING:
    from magnetite.train import Step


def _train(
    preset: Annotated[str, typer.Option(help=TRAIN.flags["preset"].help)] = "small",
    json: output.Json = None,
    **values: Any,
) -> None:
    given = {"preset": preset, **options.given(TRAIN.flags, values)}
    perform_and_say(TRAIN, given, json, progress=lambda seed, step: _show(f"seed {seed}", step))


train = typed(TRAIN, _train)


def _show(what: str, step: "Step") -> None:
    where = f"{what}  step {step.number:,} of {step.of:,}"
    text = f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}"
    output.aside().print(text, markup=False, highlight=False)
