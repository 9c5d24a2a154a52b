"""Training of systems, with a card that records it: what commands that train are made of, ours and others'.

`train` writes a system's folder; `Recipe` holds its numbers, `preset` those of a paper, `Change` what is done to the
questions. `is_trained` tells a finished folder; `is_main` and `wait_for_all` are for processes that train together.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite.train.changes import Change
    from magnetite.train.fit import sample_items, train
    from magnetite.train.model import base_name
    from magnetite.train.recipe import Recipe, preset, refuse_unfit
    from magnetite.train.saving import is_main, is_trained, read_request, wait_for_all
    from magnetite.train.trainer import Step

_HOMES = {
    "Change": "changes",
    "Recipe": "recipe",
    "Step": "trainer",
    "base_name": "model",
    "is_main": "saving",
    "is_trained": "saving",
    "preset": "recipe",
    "read_request": "saving",
    "refuse_unfit": "recipe",
    "sample_items": "fit",
    "train": "fit",
    "wait_for_all": "saving",
}
__all__ = [
    "Change",
    "Recipe",
    "Step",
    "base_name",
    "is_main",
    "is_trained",
    "preset",
    "read_request",
    "refuse_unfit",
    "sample_items",
    "train",
    "wait_for_all",
]


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: a recipe's fields are flags, and must be had without torch."""
    if name not in _HOMES:
        raise AttributeError(f"module 'magnetite.train' has no attribute '{name}'")
    if _HOMES[name] in {"fit", "trainer"}:
        from magnetite.scorers.kind import peft

        peft()  # before Transformers' trainer imports it, and with it bitsandbytes, which would fetch code
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
