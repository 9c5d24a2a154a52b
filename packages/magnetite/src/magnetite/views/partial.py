"""Partial views: an item with its passage, its question, or both taken away.

The systems trained and tested on such inputs are the shortcut systems of Liusie et al. (2022), Figure 3.
Letters name what is left: question, options, context (the passage and what was added to it).

A passage may also lose a sentence, or a span that the data names, such as STARC's critical span, which the answer rests
on (Berzak et al. 2020): a question that is still answered without it does not test the passage.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Item
from magnetite.views.text import sentences

View = Callable[[Item], Item]
Span = tuple[int, int]  # characters of the passage: from, to


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


VIEWS = MappingProxyType({"O": options_only, "QO": without_passage, "CO": without_question, "QOC": whole})


def view(name: str) -> View:
    """Return the view with this name. Raises UsageError, with the known names, where there is none.

    >>> from examfiles.items import Item
    >>> view("QO")(Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"))).passage
    ''
    """
    try:
        return VIEWS[name]
    except KeyError:
        raise unknown_name("view", name, list(VIEWS)) from None


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, from the poorest input to the richest. Raises UsageError for an unknown one.

    >>> in_order(["QOC", "O", "QOC"])
    ('O', 'QOC')
    """
    distinct = set(names)
    for name in sorted(distinct):
        view(name)
    return tuple(name for name in VIEWS if name in distinct)


def richest(names: Iterable[str]) -> str:
    """Return the name of the view that leaves the most input. Raises UsageError where there is none to choose from."""
    ordered = in_order(names)
    if not ordered:
        raise UsageError(f"no view was given; expected at least one of {', '.join(VIEWS)}. Give one with --views.")
    return ordered[-1]


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
