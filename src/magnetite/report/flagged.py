"""A checked exam's flags in words, with file and line, for terminals and machines."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from magnetite.core.results import Run
from magnetite.report.check.reading import FlagRow, dismissed_of, flags_of, left_of, table_rows
from magnetite.report.wording import Wording

EXPERIMENT = "check"
_NUMBERED_LINE = re.compile(r"^(.+?), line (\d+)")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the exam: its file as the exam was named, its line where that is known; `text` says both."""

    text: str
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class WordedFlag:
    """One flag in words. `item` is "" for the whole exam; `fingerprint` names it even after lines have moved.

    `reason` is the rule that leads the flags of its cause; `note` what was said when it was dismissed, None where it
    stands.
    """

    rule: str
    source: str
    severity: str
    item: str
    options: tuple[str, ...]
    place: Place
    title: str
    sentence: str
    advice: str
    fingerprint: str
    evidence: Mapping[str, Any] = field(hash=False)
    reason: str = ""
    note: str | None = None


def flagged(run: Run, words: Wording) -> tuple[WordedFlag, ...]:
    """Return every flag in words, those of the whole exam first, then question by question."""
    return _worded(run, words, [(flag, None) for flag in flags_of(run.finding(EXPERIMENT))])


def dismissed(run: Run, words: Wording) -> tuple[WordedFlag, ...]:
    """Return the flags that the exam's author dismissed, in words."""
    return _worded(run, words, dismissed_of(run.finding(EXPERIMENT)))


def _worded(run: Run, words: Wording, found: Sequence[tuple[FlagRow, str | None]]) -> tuple[WordedFlag, ...]:
    places = places_of(run)
    texts = {str(item["id"]): (item["question"], *item["options"]) for item in run.exam["items"]}
    counts: Counter[str] = Counter()
    flags = []
    for flag, note in found:
        base = _print(flag.rule, texts.get(flag.item, ()), flag.options)
        counts[base] += 1
        flags.append(
            WordedFlag(
                flag.rule,
                flag.source,
                flag.severity,
                flag.item,
                flag.options,
                places.get(flag.item, places[""]),
                words.title(flag.rule),
                words.sentence(flag.rule, flag.evidence),
                words.advice(flag.rule, flag.evidence),
                f"{base}:{counts[base]}",
                flag.evidence,
                flag.reason,
                note,
            )
        )
    return tuple(flags)


def places_of(run: Run) -> dict[str, Place]:
    """Return the place of every question by id, and the exam's own under ""."""
    source = str(run.dataset.get("source") or run.dataset.get("name") or "exam")
    rows = table_rows(run.finding(EXPERIMENT), "questions")
    return {"": Place(source, source)} | {str(row["id"]): place_in(str(row["place"] or ""), source) for row in rows}


def place_in(text: str, source: str) -> Place:
    """Read a place as file and line: a file in the folder of `source`, or `source` itself where it names none.

    >>> place_in("unit 3.gift, line 12 (question 4)", "bank/unit 3.gift")
    Place(text='unit 3.gift, line 12 (question 4)', file='bank/unit 3.gift', line=12)
    """
    match = _NUMBERED_LINE.match(text)
    file = match[1] if match else re.split(r", (?:row|item|question|story|instance) ", text)[0]
    line = int(match[2]) or None if match else None
    return Place(text or PurePath(source).name, str(PurePath(source).parent / file) if file else source, line)


def looks_of(run: Run) -> tuple[str, ...]:
    """Return the ids of the questions that deserve a second look, worst first."""
    return tuple(str(row["id"]) for row in table_rows(run.finding(EXPERIMENT), "looks"))


def by_item(flags: Sequence[WordedFlag]) -> dict[str, list[WordedFlag]]:
    """Group flags by item; "" stands for the whole exam."""
    groups: dict[str, list[WordedFlag]] = {}
    for flag in flags:
        groups.setdefault(flag.item, []).append(flag)
    return groups


def left_out(run: Run, words: Wording) -> Iterator[tuple[Place, str]]:
    """Yield the place of each question that was left out, and why."""
    source = str(run.dataset.get("source") or run.dataset.get("name") or "exam")
    for where, reason in left_of(run.finding(EXPERIMENT)):
        yield place_in(where, source), words.note(reason)


def _print(rule: str, texts: Sequence[str], options: Sequence[str]) -> str:
    """Return a hash of a flag's rule and texts, by which it is recognised after the file has changed above it."""
    digest = hashlib.blake2b(digest_size=12)
    for part in (rule, *texts, *options):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
