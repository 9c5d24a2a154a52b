"""Views: pure, named changes of items."""

from magnetite.views.named import VIEWS, View, in_order, richest, view
from magnetite.views.shuffled import SHUFFLES

__all__ = ["SHUFFLES", "VIEWS", "View", "in_order", "richest", "view"]
