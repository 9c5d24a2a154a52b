"""Flags that an author has looked at and dismissed, each with a note: a file in TOML, read at every check.

    [[dismissed]]
    question = "q7"
    rule = "longest-key"
    note = "The definition needs its length."
    text = "6f1c2a90b3d4"      # optional: the dismissal ends when question or options change

A dismissed rule takes the signs of its cause along. Without a question, a rule about the exam as a whole is dismissed.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Item
from magnetite.core.files import read_toml
from magnetite.experiments.flags.find import reasons
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.rule import Flag

_KEYS = ("question", "rule", "note", "text")


@dataclass(frozen=True, slots=True)
class Dismissal:
    """A rule that is not to speak of a question, by id, or of the whole exam (""), and why.

    `text` names the wording that was judged, "" for any.
    """

    question: str
    rule: str
    note: str = ""
    text: str = ""


def read_dismissals(path: str | Path) -> tuple[Dismissal, ...]:
    """Read a file of dismissals. Raises UsageError, which names file and entry, where it is not as described above."""
    absent = "there is no such file of dismissed flags."
    raw = read_toml(Path(path).expanduser(), absent, "the dismissed flags cannot be read")
    entries = raw.get("dismissed", [])
    if set(raw) - {"dismissed"} or not isinstance(entries, list):
        raise UsageError(f"{path}: expected [[dismissed]] before each entry, with question, rule and note below it.")
    return tuple(_dismissal(entry, f"{path}, entry {number}") for number, entry in enumerate(entries, 1))


def dismissals_text(dismissals: Sequence[Dismissal]) -> str:
    """Return the file that `read_dismissals` reads."""
    head = "# Flags that were looked at and dismissed: magnetite check EXAM --dismissed FILE\n"
    entries = (
        "\n[[dismissed]]\n"
        + "".join(
            f"{key} = {json.dumps(getattr(each, key), ensure_ascii=False)}\n" for key in _KEYS if getattr(each, key)
        )
        for each in dismissals
    )
    return head + "".join(entries)


def text_print(item: Item) -> str:
    """Return what names a question's wording: it changes with the question, the options and the key."""
    digest = hashlib.blake2b(digest_size=6)
    for part in (item.question, *item.options, item.answer_letter or ""):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


def apart(
    flags: Sequence[Flag], items: Sequence[Item], dismissals: Sequence[Dismissal]
) -> tuple[tuple[Flag, ...], tuple[tuple[Flag, Dismissal], ...]]:
    """Part the flags that stand from those that are dismissed, each with its dismissal."""
    texts = {item.id: text_print(item) for item in items} if dismissals else {}
    by_place = {
        (each.question, each.rule): each for each in dismissals if each.text in ("", texts.get(each.question, ""))
    }
    if not by_place:
        return tuple(flags), ()
    dismissed: dict[int, Dismissal] = {}
    for name in {flag.item for flag in flags}:
        for reason in reasons([flag for flag in flags if flag.item == name]):
            whole = by_place.get((name, reason[0].rule))
            for flag in reason:
                if found := whole or by_place.get((name, flag.rule)):
                    dismissed[id(flag)] = found
    return (
        tuple(flag for flag in flags if id(flag) not in dismissed),
        tuple((flag, dismissed[id(flag)]) for flag in flags if id(flag) in dismissed),
    )


def _dismissal(entry: Any, where: str) -> Dismissal:
    if not isinstance(entry, Mapping):
        raise UsageError(f"{where}: {entry!r} is no entry; expected [[dismissed]] and, below it, question, rule, note.")
    for key, value in entry.items():
        if key not in _KEYS:
            raise UsageError(f"{where}: {unknown_name('word', key, list(_KEYS))}")
        if not isinstance(value, str):
            raise UsageError(f"{where}: {key} is {value!r}; expected a text in quotation marks.")
    if not entry.get("rule"):
        raise UsageError(f'{where}: names no rule. Add one, as in rule = "longest-key".')
    if entry["rule"] not in RULES:
        raise UsageError(f"{where}: {unknown_name('rule', entry['rule'], list(RULES))}")
    return Dismissal(**{key: entry.get(key, "") for key in _KEYS})
