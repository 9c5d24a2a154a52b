"""Reasons and notes as codes with values; the words for them are found where a person reads, in that person's language.

Reason("left-many-right", {"right": 2, "options": "A, C"})
Reason("note-of", {"name": "RACE", "note": Reason("note-rows-blank", {"rows": 3})})    a value may be a reason
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so, or what a reader must know: a message's code, and the values that fill it in.

    Values are what JSON holds, or reasons in turn. A code that no language file has stands for itself: what a
    stranger's package says in words.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Tell reasons of one code apart, of which a file may have thousands."""
        plain = ((name, value) for name, value in self.values.items() if isinstance(value, str | int | float | Reason))
        return hash((self.code, frozenset(plain)))

    def of(self, name: str) -> "Reason":
        """Return the same of one of several datasets or models, by name."""
        return Reason("note-of", {"name": name, "note": self})


def reason_of(raw: object) -> Reason:
    """Return a reason of what JSON kept of it; words stand for themselves. Raises TypeError for anything else.

    >>> reason_of({"code": "note-rows-blank", "values": {"rows": 3}}).values["rows"], reason_of("As it is.").code
    (3, 'As it is.')
    """
    if isinstance(raw, str):
        return Reason(raw)
    if not is_reason(raw):
        raise TypeError(f"{raw!r} is not a note")
    return Reason(raw["code"], {name: _value(value) for name, value in raw["values"].items()})


def sentences(*parts: str | Reason) -> Reason:
    """Return several sentences, one behind the other; empty ones are left out."""
    return Reason("writing-sentences", {"parts": [part for part in parts if part]})


def many(things: int, noun: str = "question") -> Reason:
    """Return a number of things in words; each noun has a message of its own, `count-question`."""
    return Reason(f"count-{noun}", {"many": int(things)})


def _value(raw: Any) -> Any:
    if isinstance(raw, list):
        return [_value(each) for each in raw]
    return reason_of(raw) if is_reason(raw) else raw


def is_reason(raw: object) -> TypeGuard[Mapping[str, Any]]:
    """Say whether this is what JSON keeps of a reason; its English and more may stand beside it."""
    return (
        isinstance(raw, Mapping)
        and {"code", "values"} <= set(raw)
        and isinstance(raw["code"], str)
        and isinstance(raw["values"], Mapping)
    )


def counted(many: int, noun: str) -> str:
    """Write a number of things.

    >>> counted(1, "person"), counted(20, "answer"), counted(1200, "person")
    ('1 person', '20 answers', '1,200 people')
    """
    plural = {"person": "people"}.get(noun, f"{noun}s")
    return f"{many:,} {noun if many == 1 else plural}"
