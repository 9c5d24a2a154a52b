"""Aiken, written: a question on one line, its options by letter, the key.

Aiken has no place for a passage, an id or a second line, and no letter after Z.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from magnetite.core.items import Dataset, letter
from magnetite.formats.exams.aiken import FORMAT, reads_as_stem
from magnetite.formats.exams.writing import Holding, losses, read_again, ready, refuse_unholdable
from magnetite.formats.format import Document, content_id
from magnetite.formats.writer import Writer, refuse, sentence


def _one_line(text: str) -> str:
    return " ".join(text.split())


HOLDING = Holding(frozenset(), text=_one_line, id_ok=lambda _name: True)


def lacks(dataset: Dataset) -> list[str]:
    """Return what Aiken cannot hold of a dataset, one sentence each."""
    return [
        *sentence(list(dataset), "an id", "Aiken has none: they are numbered when read"),
        *sentence([item for item in dataset if item.passage.strip()], "a passage", "it is left out"),
        *losses(dataset, HOLDING, dataset.with_items(ready(dataset, HOLDING))),
    ]


def held(dataset: Dataset) -> Dataset:
    """Return the dataset as Aiken holds it, numbered as `aiken.txt` would be."""
    items = ready(dataset, HOLDING)
    return dataset.with_items(
        [
            replace(item, id=f"aiken-{number}", passage="", passage_id=content_id(""))
            for number, item in enumerate(items, start=1)
        ]
    )


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no Aiken reader would give back."""
    refuse_unholdable(dataset, "Aiken")
    refuse([item for item in dataset if len(item.options) > 26], "Aiken", "more than 26 options", "Choose GIFT.")
    items = held(dataset).items
    refuse(
        [item for item in items if not reads_as_stem(item.question)],
        "Aiken",
        "a question that begins like a key",
        "Choose GIFT.",
    )
    blocks = (
        "\n".join(
            [
                item.question,
                *(f"{letter(place)}. {option}" for place, option in enumerate(item.options)),
                f"ANSWER: {item.answer_letter}",
            ]
        )
        for item in items
    )
    return {"": "".join(f"{block}\n\n" for block in blocks).encode()}


def _read_back(path: Path) -> Dataset:
    return read_again(path, FORMAT, Document("aiken.txt", str(path), path.read_bytes()))


AIKEN = Writer("aiken", "Aiken", (".txt", ".aiken"), lacks, write, held=held, read_back=_read_back)
