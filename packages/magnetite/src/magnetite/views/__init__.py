"""Views: pure, named changes of items."""

from magnetite.views.registry import VIEWS, View, in_order, richest, shows_passage, view, view_name
from magnetite.views.unanswerable import SHUFFLES

__all__ = ["SHUFFLES", "VIEWS", "View", "in_order", "richest", "shows_passage", "view", "view_name"]
