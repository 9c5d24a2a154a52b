"""Training of systems, with a card that records it."""

from magnetite.train.recipe import Recipe
from magnetite.train.train import sample_items, train
from magnetite.train.trainer import Step

__all__ = ["Recipe", "Step", "sample_items", "train"]
