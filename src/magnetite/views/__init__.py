"""Change items in pure, named ways."""

from magnetite.views.named import VIEWS, View, in_order, richest, view

__all__ = ["VIEWS", "View", "in_order", "richest", "view"]
