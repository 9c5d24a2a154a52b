"""DREAM (Sun et al. 2019): a JSON list of [turns, questions, id]; the passage is the turns, one per line.

Where the annotation of question types lies beside a split (`annotation/annotator1_dev.txt`), each annotator's type
goes to the metadata. Answers are the text of the right option.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from examfiles.decoding import decode, first_json, parse_json
from examfiles.format import (
    Document,
    Format,
    Outcome,
    Sample,
    fault,
    kind_of,
    make_item,
    outcome,
    take,
    unused_passage,
)
from examfiles.items import Item
from examfiles.readers.tables.answers import text_index

_SHAPE = "expected [turns, questions, id]"


def sniff(sample: Sample) -> bool:
    """Recognise it by its first entry: a list of turns, a list of questions, an id."""
    first = first_json(sample.text)
    if not first or not first[0] or not _is_dialogue(first[1]):
        return False
    return all(isinstance(question, dict) and "choice" in question for question in first[1][1])


def companions(name: str) -> tuple[str, ...]:
    """Name the annotation of a split."""
    path = PurePosixPath(name)
    return tuple(str(path.parent / "annotation" / f"annotator{who}_{path.stem}.txt") for who in (1, 2))


def read(document: Document) -> Iterator[Outcome]:
    """Read one split."""
    dialogues = parse_json(decode(document.data, document.where), document.where, document.limits)
    if not isinstance(dialogues, list):
        raise fault(document.where, f"found {kind_of(dialogues)}; expected a list of dialogues.")
    types = _types(document)
    for place, dialogue in enumerate(dialogues, start=1):
        where = f"{document.where}, dialogue {place}"
        if _is_dialogue(dialogue):
            yield from _questions(dialogue, where, types)
        else:
            yield fault(where, f"found {kind_of(dialogue)}; {_SHAPE}.")


def _questions(dialogue: list[Any], where: str, types: dict[tuple[str, int], dict[str, str]]) -> Iterator[Outcome]:
    turns, questions, name = dialogue
    if not questions:
        yield unused_passage(where)
    for place, raw in enumerate(questions, start=1):

        def make(place: int = place, raw: Any = raw) -> Item:
            return make_item(
                id=f"{name}-{place}",
                passage_id=name,
                passage="\n".join(turns),
                question=take(raw, "question"),
                options=take(raw, "choice"),
                answer=partial(text_index, raw.get("answer")),
                metadata=types.get((name, place), {}),
            )

        yield outcome(f"{where}, question {place}", make)


def _types(document: Document) -> dict[tuple[str, int], dict[str, str]]:
    """Return the annotated types by (dialogue, question): lines of dialogueID, questionIndex, type."""
    types: dict[tuple[str, int], dict[str, str]] = {}
    for name, data in document.beside.items():
        annotator = PurePosixPath(name).stem.split("_")[0]
        for line in decode(data, name).split("\n")[1:]:
            columns = line.rstrip("\r").split("\t")
            if len(columns) == 3 and columns[1].isdecimal() and len(columns[1]) < 10:
                types.setdefault((columns[0], int(columns[1])), {})[f"type_{annotator}"] = columns[2]
    return types


def _is_dialogue(raw: Any) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) == 3
        and isinstance(raw[0], list)
        and all(isinstance(turn, str) for turn in raw[0])
        and isinstance(raw[1], list)
        and isinstance(raw[2], str)
    )


FORMAT = Format("dream", "DREAM", (".json",), sniff, read, companions, (".txt",))
