"""The experiments: which cells each needs, and what their scores show."""

from magnetite.experiments.describe import describe
from magnetite.experiments.registry import EXPERIMENTS, experiment_named

__all__ = ["EXPERIMENTS", "describe", "experiment_named"]
