"""Partial views: an item with its passage, its question, or both taken away.

The systems trained and tested on such inputs are the shortcut systems of Liusie et al. (2022), Figure 3.
Letters name what is left: question, options, context (the passage and what was added to it).

A passage may also lose a sentence, or a span that the data names, such as STARC's critical span, which the answer rests
on (Berzak et al. 2020): a question that is still answered without it does not test the passage. Or only some sentences
are kept, or some turns of a dialogue.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from examfiles.items import Item
from magnetite.views.registry import View
from magnetite.views.text import sentences

Span = tuple[int, int]  # characters of the passage: from, to
_SPEAKER = re.compile(r"[^\W\d_][^:\n]{0,30}:\s*\S")  # how a turn begins: "W: ", "Prof. Hill: "
_PLACES = re.compile(r"\[\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\]")  # as JSON writes a list


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


OPTIONS_ONLY = View("O", options_only, passage=False, question=False)
WITHOUT_PASSAGE = View("QO", without_passage, passage=False)
WITHOUT_QUESTION = View("CO", without_question, question=False)
WHOLE = View("QOC", whole)


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


def turn_spans(passage: str) -> tuple[Span, ...]:
    r"""Return where each turn of a dialogue stands: its lines, if there are several and each begins with a speaker.

    None of a passage that is not a dialogue.

    >>> turn_spans("W: Is it raining?\nM: It is.")
    ((0, 17), (18, 27))
    >>> turn_spans("It rains.\nNote: take a coat.")
    ()
    """
    turns = [(line.start(), line.end()) for line in re.finditer(r"\S[^\n]*(?<=\S)", passage)]
    spoken = all(_SPEAKER.match(passage, start, end) for start, end in turns)
    return tuple(turns) if spoken and len(turns) > 1 else ()


def named_span(item: Item, name: str) -> Span | None:
    """Return where a span stands that an item's metadata names: by its text, or by its characters, "[from, to]".

    None where it names none, or one that is not in the passage.

    >>> marked = Item("q", "p", "It rains.", "Why?", ("a", "b"), metadata={"text": "rains", "places": "[3, 8]"})
    >>> named_span(marked, "text"), named_span(marked, "places"), named_span(marked, "other")
    ((3, 8), (3, 8), None)
    """
    text = item.metadata.get(name)
    if not isinstance(text, str) or not text.strip():
        return None
    if (start := item.passage.find(text)) >= 0:
        return start, start + len(text)
    if not (places := _PLACES.fullmatch(text.strip())):
        return None
    start, end = map(int, places.groups())
    return (start, end) if start < end <= len(item.passage) else None


def without(item: Item, span: Span) -> Item:
    """Take a span away from an item's passage.

    >>> without(Item("q", "p", "It rains. Bo stays in.", "Why?", ("a", "b")), (0, 9)).passage
    'Bo stays in.'
    """
    start, end = span
    parts = (item.passage[:start].rstrip(" "), item.passage[end:].lstrip(" "))
    return replace(item, passage=" ".join(part for part in parts if part))


def only(item: Item, spans: Sequence[Span]) -> Item:
    """Keep only some spans of an item's passage, in the order of the passage, one space or line break between them.

    >>> only(Item("q", "p", "It rains. Bo stays in. Ann sings.", "Why?", ("a", "b")), [(23, 33), (0, 9)]).passage
    'It rains. Ann sings.'
    """
    kept = sorted(spans)
    breaks = ["\n" if "\n" in item.passage[end:start] else " " for (_, end), (start, _) in pairwise(kept)]
    texts = [item.passage[start:end] for start, end in kept]
    return replace(item, passage="".join(part for pair in zip(texts, [*breaks, ""], strict=True) for part in pair))
