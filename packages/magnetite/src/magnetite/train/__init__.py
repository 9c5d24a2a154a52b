"""Training of systems, with a card that records it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite.train.fit import sample_items, train
    from magnetite.train.recipe import Recipe
    from magnetite.train.trainer import Step

__all__ = ["Recipe", "Step", "sample_items", "train"]
_HOMES = {"Recipe": "recipe", "Step": "trainer", "sample_items": "fit", "train": "fit"}


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: a recipe's fields are flags, and must be had without torch."""
    if name not in _HOMES:
        raise AttributeError(f"module 'magnetite.train' has no attribute '{name}'")
    if name != "Recipe":
        from magnetite.scorers.kind import peft

        peft()  # before Transformers' trainer imports it, and with it bitsandbytes, which would fetch code
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
