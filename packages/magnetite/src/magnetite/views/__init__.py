"""Views: pure, named changes of items."""

from magnetite.views.partial import VIEWS, View, in_order, richest, view
from magnetite.views.unanswerable import SHUFFLES

__all__ = ["SHUFFLES", "VIEWS", "View", "in_order", "richest", "view"]
