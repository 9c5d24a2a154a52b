"""Corrections: the keys and passages that a file lacks and its author supplied on the page, and the exam they make."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from magnetite.auditing.check.reading import ReadExam
from magnetite.core.items import Dataset, Item
from magnetite.formats.format import content_id
from magnetite.web.wording import say

LACKING = "question(s) have no passage"  # the reader's own note, which a supplied passage makes untrue


@dataclass(frozen=True, slots=True)
class Passage:
    """A supplied passage, and the ids of the questions it is for."""

    text: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corrections:
    """The keys of questions that had none, by id, and passages for questions that had none."""

    keys: Mapping[str, int] = field(default_factory=dict, hash=False)
    passages: tuple[Passage, ...] = ()

    def to_json(self) -> str:
        """Return the corrections as JSON."""
        return json.dumps(asdict(self), ensure_ascii=True)


def read_corrections(text: str) -> Corrections:
    """Read corrections from JSON; an empty text holds none."""
    raw = json.loads(text or "{}")
    passages = tuple(Passage(each["text"], tuple(each["questions"])) for each in raw.get("passages", ()))
    return Corrections(raw.get("keys", {}), passages)


def keyless(read: ReadExam) -> dict[str, Item]:
    """Return the questions of a file that have no key, by id in the file's order, those left out for that included."""
    left = {each.item.id: each.item for each in read.left if each.item is not None}
    items = left | {item.id: item for item in read.dataset if item.answer is None}
    return {item.id: item for item in _in_order(list(items.values()), read)}


def passageless(read: ReadExam) -> list[str]:
    """Return the ids of the questions that have no passage."""
    return [item.id for item in read.dataset if not item.passage.strip()]


def corrected(read: ReadExam, corrections: Corrections) -> ReadExam:
    """Return the exam with its corrections; a question left out for want of a key returns to its place."""
    lacking = keyless(read)
    keys = {name: key for name, key in corrections.keys.items() if name in lacking}
    returned = [lacking[each.item.id] for each in read.left if each.item and each.item.id in keys]
    passages = {name: passage.text for passage in reversed(corrections.passages) for name in passage.questions}
    items = [_supplied(item, keys, passages) for item in _in_order([*read.dataset, *returned], read)]
    left = tuple(each for each in read.left if each.item is None or each.item.id not in keys)
    dataset = read.dataset.with_items(items)
    return replace(read, dataset=_noted(dataset, read.dataset, len(keys)), left=left)


def _supplied(item: Item, keys: Mapping[str, int], passages: Mapping[str, str]) -> Item:
    """Return an item with its key and passage; what does not fit it (from another file) is ignored."""
    key, text = keys.get(item.id), passages.get(item.id)
    if key is not None and key < len(item.options):
        item = replace(item, answer=key)
    if text is not None and not item.passage.strip():
        item = replace(item, passage=text, passage_id=content_id(text))
    return item


def _noted(dataset: Dataset, before: Dataset, keys: int) -> Dataset:
    """Return the dataset with notes on what was supplied, and without those that say it is missing."""
    passages = sum(now.passage != "" for now in dataset) - sum(item.passage != "" for item in before)
    notes = [note for note in dataset.notes if not (passages and LACKING in note)]
    notes += [say("corrected-keys", n=keys)] if keys else []
    notes += [say("corrected-passages", n=passages)] if passages else []
    return replace(dataset, notes=tuple(notes))


def _in_order(items: Sequence[Item], read: ReadExam) -> list[Item]:
    """Return items in the file's order; those whose place is not known follow the others."""
    places = {name: place for place, name in enumerate(read.places)}
    return sorted(items, key=lambda item: places.get(item.id, len(places)))
