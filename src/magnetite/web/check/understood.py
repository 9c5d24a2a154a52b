"""What the page shows of an exam before it is checked: what was read, what is missing, what was left out and why."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from magnetite.auditing.check.reading import ReadExam, read_exam
from magnetite.core.items import Item, Left, letter
from magnetite.core.reasons import Reason
from magnetite.formats import FORMATS
from magnetite.web.check.corrections import LACKING, Corrections, corrected, keyless, passageless
from magnetite.web.wording import words

SHOWN = 300  # questions on the page; all of them are checked


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as the page shows it."""

    letter: str
    text: str
    right: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the page shows it; `place` is its place in the file, `reason` why it was left out, if it was."""

    id: str
    place: str
    text: str
    choices: tuple[Choice, ...]
    reason: str = ""

    @property
    def keyed(self) -> bool:
        """Return whether the question has a key."""
        return any(choice.right for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Section:
    """A passage with its questions, in the exam's order; an empty passage is none."""

    passage: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """An exam as the page shows it; of a very long one, `sections` are the beginning and `more` counts the rest.

    `keyless`: questions whose key the file lacks, with the keys supplied; `passageless`: those without a passage.
    """

    format: str
    questions: int
    passages: int
    keys: int
    sections: tuple[Section, ...]
    more: int
    keyless: tuple[Question, ...]
    passageless: tuple[Question, ...]
    left: tuple[tuple[str, str], ...]  # places and reasons
    notes: tuple[str, ...]

    @property
    def lacking(self) -> bool:
        """Return whether a key or a passage is still missing."""
        return bool(self.passageless) or not all(question.keyed for question in self.keyless)


@lru_cache(maxsize=4)
def read_upload(path: Path) -> ReadExam:
    """Read an uploaded file as `magnetite check` reads it; places name the file alone. An upload never changes.

    Raises UsageError or DataError where nothing can be read.
    """
    read = read_exam(path, keys_needed=False)  # the page asks for the keys
    places = {name: _alone(where, path) for name, where in read.places.items()}
    left = tuple(_left_alone(each, path) for each in read.left)
    notes = tuple(_alone(note, path) for note in read.dataset.notes)
    skipped = tuple(_left_alone(each, path) for each in read.dataset.skipped)
    return ReadExam(replace(read.dataset, source=path.name, notes=notes, skipped=skipped), places, left)


def understood(read: ReadExam, corrections: Corrections) -> Understood:
    """Return an exam, with its corrections, as the page shows it."""
    now = corrected(read, corrections)
    left_out = words().left_out
    reasons = {each.item.id: left_out(each.reason) for each in read.left if each.item}
    items = {item.id: item for item in now.dataset}
    lacking = [items.get(name, item) for name, item in keyless(read).items()]
    bare = set(passageless(now))
    format_ = FORMATS.get(now.dataset.format or "")
    return Understood(
        format=format_.title if format_ else "",
        questions=len(now.dataset),
        passages=len({item.passage for item in now.dataset if item.passage.strip()}),
        keys=sum(item.answer is not None for item in now.dataset),
        sections=tuple(_sections(now.dataset.items[:SHOWN], now)),
        more=max(0, len(now.dataset) - SHOWN),
        keyless=tuple(replace(_question(item, now), reason=reasons.get(item.id, "")) for item in lacking),
        passageless=tuple(_question(item, now) for item in now.dataset if item.id in bare),
        left=tuple((each.where, left_out(each.reason)) for each in now.left if each.item is None),
        notes=tuple(note for note in now.dataset.notes if LACKING not in note),  # the page says it, and asks
    )


def _sections(items: Sequence[Item], read: ReadExam) -> Iterator[Section]:
    for passage, members in groupby(items, key=lambda item: item.passage.strip()):
        yield Section(passage, tuple(_question(item, read) for item in members))


def _question(item: Item, read: ReadExam) -> Question:
    choices = (Choice(letter(place), text, place == item.answer) for place, text in enumerate(item.options))
    return Question(item.id, read.places.get(item.id, ""), item.question, tuple(choices))


def _left_alone(left: Left, path: Path) -> Left:
    """Return what was left out, its texts without the file's folder."""
    values = {
        name: _alone(value, path) if isinstance(value, str) else value for name, value in left.reason.values.items()
    }
    return replace(left, where=_alone(left.where, path), reason=Reason(left.reason.code, values))


def _alone(text: str, path: Path) -> str:
    """Return a message that names files without their folder."""
    return text.replace(f"{path.parent}{os.sep}", "")
