"""A check's run read by question: flags with their evidence, probabilities by option, ranks."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from magnetite.core.errors import DataError
from magnetite.core.results import Finding, Run, Value
from magnetite.report.tables import rows

SEVERITIES = ("high", "medium", "low")  # worst first, as the rules name them
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class FlagRow:
    """One row of the table of flags; `item` is empty for a flag about the whole exam."""

    rule: str
    source: str
    severity: str
    item: str
    evidence: Mapping[str, Any] = field(hash=False)


def flags_by_item(finding: Finding) -> dict[str, list[FlagRow]]:
    """Return the flags of every item that has one, worst first, by id; "" stands for the whole exam."""
    flags: dict[str, list[FlagRow]] = {}
    for row in table_rows(finding, "flags"):
        rule, item = str(row["rule"]), str(row["id"] or "")
        flag = FlagRow(rule, str(row["source"]), str(row["severity"]), item, evidence(rule, row["evidence"]))
        flags.setdefault(item, []).append(flag)
    return flags


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


def finding_of(run: Run, probe: str) -> Finding | None:
    """Return a probe's finding, None where the probe did not run."""
    return next((finding for finding in run.findings if finding.probe == probe), None)


def evidence(rule: str, text: Value) -> dict[str, Any]:
    """Read a row's evidence. Raises DataError where it is not a JSON object.

    Direction control characters are removed from quoted texts: one could reverse the sentence around it.
    """
    try:
        values = json.loads(str(text)) if text else {}
    except ValueError as error:
        raise DataError(
            f"findings, rule '{rule}': its evidence is not valid JSON ({error}). Run the check again."
        ) from error
    if not isinstance(values, dict):
        raise DataError(f"findings, rule '{rule}': its evidence is not a JSON object. Run the check again.")
    return {name: _harmless(value) for name, value in values.items()}


def _harmless(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_harmless(each) for each in value)
    return _BIDI_CONTROLS.sub("", value) if isinstance(value, str) else value
