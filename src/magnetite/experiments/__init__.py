"""The experiments: which cells each needs, and what their scores show."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite.experiments.description import describe
    from magnetite.experiments.registry import BY_DEFAULT, EXPERIMENTS, WITHOUT_PASSAGES, experiment_named

__all__ = ["BY_DEFAULT", "EXPERIMENTS", "WITHOUT_PASSAGES", "describe", "experiment_named"]


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: settings of an experiment are flags, and must stay light."""
    if name not in __all__:
        raise AttributeError(f"module 'magnetite.experiments' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{'description' if name == 'describe' else 'registry'}"), name)
