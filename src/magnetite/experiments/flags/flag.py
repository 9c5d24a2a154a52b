"""Flags: what rules find in an exam, and what they could not check.

A flag holds numbers and texts, never sentences: `report.wording` puts them into words, in each language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Source = Literal["model", "rule"]
Severity = Literal["high", "medium", "low"]
Reason = Literal["switched-off", "views", "interference", "key", "passage", "language", "questions"]
Evidence = str | int | float | tuple[str, ...]

SOURCES: tuple[Source, ...] = ("model", "rule")
SEVERITIES: tuple[Severity, ...] = ("high", "medium", "low")  # worst first
REASONS: tuple[Reason, ...] = ("switched-off", "views", "interference", "key", "passage", "language", "questions")


@dataclass(frozen=True, slots=True)
class Flag:
    """One thing a rule found.

    `source` says whether a model's answers or the text alone show it. `item` is the item's id, empty for a flag about
    the whole exam; `options` are the options concerned, from 0. `evidence` has what its sentence shows, under the
    names that the rule declares.
    """

    rule: str
    source: Source
    severity: Severity
    item: str
    options: tuple[int, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))


@dataclass(frozen=True, slots=True)
class NotChecked:
    """The items a rule could not check, and why: ids, or () for the whole exam.

    `evidence` has what the reason's sentence shows: the views that are missing, the number of questions needed.
    """

    rule: str
    reason: Reason
    items: tuple[str, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))
