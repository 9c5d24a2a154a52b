"""A passage without one of its sentences, or without a span that the data names.

STARC (Berzak et al. 2020) marks in each passage the critical span, which the answer rests on: a question that is still
answered without it does not test the passage.
"""

from dataclasses import replace

from magnetite.core.items import Item
from magnetite.views.text import sentences

Span = tuple[int, int]  # characters of the passage: from, to


def sentence_spans(passage: str) -> tuple[Span, ...]:
    """Return where each sentence of a passage stands.

    >>> [("It rains. Bo stays in.")[start:end] for start, end in sentence_spans("It rains. Bo stays in.")]
    ['It rains.', 'Bo stays in.']
    """
    spans, at = [], 0
    for sentence in sentences(passage):
        at = passage.index(sentence, at)
        spans.append((at, at + len(sentence)))
        at += len(sentence)
    return tuple(spans)


def named_span(item: Item, name: str) -> Span | None:
    """Return where the text stands that an item's metadata has under a name; None where it has none, or not so."""
    text = item.metadata.get(name)
    start = item.passage.find(text) if isinstance(text, str) and text.strip() else -1
    return None if start < 0 else (start, start + len(str(text)))


def without(item: Item, span: Span) -> Item:
    """Take a span away from an item's passage.

    >>> without(Item("q", "p", "It rains. Bo stays in.", "Why?", ("a", "b")), (0, 9)).passage
    'Bo stays in.'
    """
    start, end = span
    parts = (item.passage[:start].rstrip(" "), item.passage[end:].lstrip(" "))
    return replace(item, passage=" ".join(part for part in parts if part))
