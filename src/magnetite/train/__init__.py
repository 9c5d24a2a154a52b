"""Training of systems, with a card that records it."""

from magnetite.train.curve import Step
from magnetite.train.recipe import Recipe
from magnetite.train.train import sample_items, train

__all__ = ["Recipe", "Step", "sample_items", "train"]
