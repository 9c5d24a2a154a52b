"""Partial views: an item with its passage, its question, or both taken away.

The systems trained and tested on such inputs are the shortcut systems of Liusie et al. (2022), Figure 3.
Letters name what is left: question, options, context (the passage and what was added to it).
"""

from dataclasses import replace

from magnetite.core.items import Item


def options_only(item: Item) -> Item:
    """Keep only the options (view O)."""
    return replace(item, passage="", question="", added="")


def without_passage(item: Item) -> Item:
    """Keep the question and the options (view QO)."""
    return replace(item, passage="", added="")


def without_question(item: Item) -> Item:
    """Keep the options and the passage (view CO)."""
    return replace(item, question="")


def whole(item: Item) -> Item:
    """Keep everything (view QOC)."""
    return item
