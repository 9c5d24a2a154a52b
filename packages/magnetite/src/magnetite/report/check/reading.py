"""A check's finding read back: flags with their evidence, gaps, what was left out, rows by question and option."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from examfiles.errors import DataError
from examfiles.items import LeftOut, gathered
from examfiles.reasons import Reason
from magnetite.core.results import Finding, Run, Value
from magnetite.core.severity import severity_of
from magnetite.report.tables import each_row, rows

_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class FlagRow:
    """One flag of a finding; `item` is empty for a flag about the whole exam, `options` are letters.

    `reason` is the rule that leads the flags of its cause, its own where it leads or stands alone. `right` is the share
    of such flags that are right, with the ends of its interval; None where it was not measured.
    """

    rule: str
    source: str
    severity: str
    item: str
    options: tuple[str, ...]
    evidence: Mapping[str, Any] = field(hash=False)
    reason: str
    right: tuple[float, float | None, float | None] | None = None


@dataclass(frozen=True, slots=True)
class GapRow:
    """A rule that could not look at a question, or with an empty `item` at the exam, and why."""

    rule: str
    item: str
    reason: str
    evidence: Mapping[str, Any] = field(hash=False)


def flags_of(finding: Finding) -> list[FlagRow]:
    """Return the flags of a check: of the whole exam first, then question by question, worst first."""
    return [_flag(row) for row in _typed_rows(finding, "flags", "options", "evidence")]


def dismissed_of(finding: Finding) -> list[tuple[FlagRow, str]]:
    """Return the flags that the exam's author dismissed, each with the author's note."""
    rows = _typed_rows(finding, "dismissed", "options", "evidence")
    return [(_flag(row), str(row["note"] or "")) for row in rows]


def _flag(row: Mapping[str, Any]) -> FlagRow:
    options, evidence = tuple(row["options"]), _completed(shown(row["evidence"]))
    reason = row.get("reason") or row["rule"]  # runs of earlier versions have no reasons
    severity = severity_of(str(row["severity"]))  # runs of earlier versions have other names
    right = row.get("right")  # nor does anybody say there how often such flags are right
    share = None if right is None else (right, row["right_low"], row["right_high"])
    return FlagRow(row["rule"], row["source"], severity, row["id"] or "", options, evidence, reason, share)


def _completed(evidence: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add what runs of earlier versions lack of candidates' answers: their intervals were of one question alone."""
    if "candidates" not in evidence or "together" in evidence:
        return evidence
    from scipy.stats import binomtest

    candidates = int(evidence["candidates"])
    low, high = binomtest(round(evidence.get("right", 0.0) * candidates), candidates).proportion_ci(method="wilson")
    return {**evidence, "together": 1, "right_low": float(low), "right_high": float(high)}


def by_reason(flags: Iterable[FlagRow]) -> list[tuple[FlagRow, ...]]:
    """Group the flags of one question by their reason, the leading flag of each first."""
    groups = gathered((flag.reason, flag) for flag in flags)
    return [tuple(sorted(group, key=lambda flag: flag.rule != flag.reason)) for group in groups.values()]


def flags_by_item(finding: Finding) -> dict[str, list[FlagRow]]:
    """Return the flags of every item that has one, worst first, by id; "" stands for the whole exam."""
    return gathered((flag.item, flag) for flag in flags_of(finding))


def gaps_of(finding: Finding) -> Iterator[GapRow]:
    """Yield what could not be checked."""
    for row in _typed_rows(finding, "not_checked", "evidence"):
        yield GapRow(row["rule"], row["id"] or "", row["reason"], shown(row["evidence"]))


def left_of(finding: Finding) -> list[LeftOut]:
    """Return the parts of the exam's file that were left out; those of earlier versions count no questions."""
    rows = _typed_rows(finding, "left_out", "values")
    return [
        LeftOut(str(row["where"] or ""), Reason(row["reason"], shown(row["values"])), questions=row.get("questions", 0))
        for row in rows
    ]


def not_read(finding: Finding) -> int:
    """Return how many questions of the exam's file were not read."""
    return sum(left.questions for left in left_of(finding))


def _typed_rows(finding: Finding, name: str, *typed: str) -> Iterator[dict[str, Any]]:
    """Yield rows of which some columns hold lists and objects. Raises DataError where they hold text."""
    for row in (row for table in finding.tables if table.name == name for row in each_row(table)):
        for column in typed:
            if isinstance(row.get(column, ""), str):
                raise DataError(
                    f"findings, table '{name}': the column '{column}' is not as this version writes it. Run the check "
                    "again."
                )
        yield row


def table_rows(finding: Finding | None, name: str) -> list[dict[str, Value]]:
    """Return the rows of a finding's table, none where there is no such table."""
    tables = finding.tables if finding else ()
    return next((rows(table) for table in tables if table.name == name), [])


def rows_by_id(finding: Finding | None, name: str) -> dict[str, dict[str, Value]]:
    """Return the rows of a table with one row per item, by the item's id."""
    return {str(row["id"]): row for row in table_rows(finding, name)}


def options_by_id(finding: Finding | None, name: str) -> dict[str, dict[str, Row]]:
    """Return the rows of a table with one row per option, by the item's id and the option's letter."""
    options: dict[str, dict[str, Row]] = {}
    for row in table_rows(finding, name):
        options.setdefault(str(row["id"]), {})[str(row["option"])] = row
    return options


def place_in(file: str, place: str) -> str:
    """Return a place with its file's name alone: the page is passed on, and the folder is nobody else's business.

    >>> place_in("/home/ann/exam.xml", "/home/ann/exam.xml, question 3"), place_in("", "line 2")
    ('exam.xml, question 3', 'line 2')
    """
    return PurePath(file).name + place.removeprefix(file) if file and place.startswith(file) else place


def finding_of(run: Run, name: str) -> Finding | None:
    """Return an experiment's finding, None where it did not run."""
    return next((finding for finding in run.findings if finding.experiment == name), None)


def shown(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as a sentence may show them.

    Direction control characters are removed from quoted texts: one could reverse the sentence around it.
    """
    return {name: _harmless(value) for name, value in values.items()}


def _harmless(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_harmless(each) for each in value)
    return _BIDI_CONTROLS.sub("", value) if isinstance(value, str) else value
