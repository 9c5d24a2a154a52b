r"""GIFT, written: a description for every passage, a block for every question, all text as [plain].

An id is in a comment, `// [id:…]`, as Moodle exports it; a passage's reach ends with a `$CATEGORY:` line. Line
breaks are \n, so a question is one line except for its options. A question with emphasised words is written as [html].
"""

import html
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from magnetite.core.items import Dataset, Item
from magnetite.formats.exams.gift import FORMAT, TOP
from magnetite.formats.exams.writing import (
    EMPHASISED,
    Holding,
    emphasis,
    losses,
    pieces,
    read_again,
    ready,
    refuse_unholdable,
)
from magnetite.formats.format import Document
from magnetite.formats.writer import Writer

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\:#={}~"} | {"\n": "\\n"})


def _id_ok(name: str) -> bool:
    return bool(name) and name == name.strip() and not set(name) & set("[\n") and "\\]" not in name and name[-1] != "\\"


HOLDING = Holding(frozenset({"title", "category", "tags", "type", EMPHASISED}), id_ok=_id_ok)


def held(dataset: Dataset) -> Dataset:
    """Return the dataset as GIFT holds it."""
    return dataset.with_items([_tidy(item) for item in ready(dataset, HOLDING)])


def _tidy(item: Item) -> Item:
    """Drop metadata that would be read back differently: some tags, categories, titles and types."""
    metadata = dict(item.metadata)
    tags = tags_of(item)
    one_line = {
        name: " ".join(metadata.get(name, "").split()) == metadata.get(name, "") for name in ("title", "category")
    }
    if metadata.get("category") in TOP or not one_line["category"]:
        metadata.pop("category", None)
    if not one_line["title"] or "::" in metadata.get("title", "") or metadata.get("title", "").endswith(":"):
        metadata.pop("title", None)
    if ", ".join(tags) != metadata.get("tags", "") or any(set(tag) & set("[]\n\\") for tag in tags):
        metadata.pop("tags", None)
    if not is_truth(item):
        metadata.pop("type", None)
    if EMPHASISED in metadata and not html_holds(item.question):
        metadata.pop(EMPHASISED)
    return replace(item, metadata=metadata)


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no GIFT reader would give back."""
    refuse_unholdable(dataset, "GIFT")
    return {"": "".join(f"{block}\n\n" for block in _blocks(held(dataset))).encode()}


def _blocks(dataset: Dataset) -> Iterator[str]:
    category, passage = "", ("", "")
    for item in dataset:
        own = item.metadata.get("category", "")
        if own != category or (passage[1] and not item.passage):
            yield f"$CATEGORY: {_escaped(own) or TOP[0]}"
            category, passage = own, ("", "")
        if item.passage and (item.passage_id, item.passage) != passage:
            passage = (item.passage_id, item.passage)
            yield f"// [id:{_bracketed(item.passage_id)}]\n[plain]{_escaped(item.passage)}"
        yield _question(item)


def _question(item: Item) -> str:
    marks = " ".join([f"[id:{_bracketed(item.id)}]", *(f"[tag:{tag}]" for tag in tags_of(item))])
    title = item.metadata.get("title", "")
    head = f"// {marks}\n" + (f"::{_escaped(title)}::" if title else "")
    parts = emphasis(item) if EMPHASISED in item.metadata else []
    stem = f"[html]{_escaped(html_of(item.question, parts))}" if parts else f"[plain]{_escaped(item.question)}"
    if "type" in item.metadata:
        return f"{head}{stem}{{{'TRUE' if item.answer == 0 else 'FALSE'}}}"
    options = "\n".join(
        f"{'=' if place == item.answer else '~'}[plain]{_escaped(option)}" for place, option in enumerate(item.options)
    )
    return f"{head}{stem}{{\n{options}\n}}"


def is_truth(item: Item) -> bool:
    """Return whether an item is written as a true-false question."""
    return item.metadata.get("type") == "true-false" and item.options == ("True", "False")


def tags_of(item: Item) -> list[str]:
    """Return the tags that an item's metadata lists."""
    return [tag.strip() for tag in item.metadata.get("tags", "").split(",") if tag.strip()]


def _escaped(text: str) -> str:
    return text.translate(_SPECIAL)


def _bracketed(name: str) -> str:
    return name.replace("]", "\\]")


def html_of(text: str, parts: list[str]) -> str:
    """Return a text as HTML with these parts of it in bold."""
    return "".join(
        f"<strong>{_inline(one)}</strong>" if strong else _inline(one) for one, strong in pieces(text, parts)
    )


def _inline(text: str) -> str:
    return html.escape(text, quote=False).replace("\n", "<br>")


def html_holds(text: str) -> bool:
    """Return whether HTML preserves a text: only single spaces, none at the end of a line."""
    return text == "\n".join(" ".join(line.split()) for line in text.split("\n"))


def _read_back(path: Path) -> Dataset:
    return read_again(path, FORMAT, Document(path.name, str(path), path.read_bytes()))


GIFT = Writer(
    "gift",
    "Moodle GIFT",
    (".gift",),
    lambda dataset: losses(dataset, HOLDING, held(dataset)),
    write,
    held=held,
    read_back=_read_back,
)
