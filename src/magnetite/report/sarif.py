"""Flags as SARIF 2.1.0 (OASIS, 2020), which code hosts show beside the lines of a file.

Severity high is the level "error", medium "warning", low "note". Every flag carries a partial fingerprint that does not
depend on lines, so that a host recognises it after an edit elsewhere. Questions that were left out are notifications of
the tool.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from magnetite.core.results import Run
from magnetite.report.flagged import Place, WordedFlag, flagged, left_out
from magnetite.report.wording import Wording

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note"}
FINGERPRINT = "magnetiteFlag/v1"


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """A rule for its reader: what it sees, its source, its severity, and who finds it (model or rule)."""

    sees: str
    citation: str
    severity: str
    source: str


def sarif_text(run: Run, words: Wording, rules: Mapping[str, RuleDescription]) -> str:
    """Return a checked exam's flags as a SARIF log of one run; `rules` are all that could have raised one, by name."""
    names = list(rules)
    tool = {
        "name": "magnetite",
        "version": str(run.versions.get("magnetite", "")),
        "rules": [_rule(name, rules[name], words) for name in names],
    }
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": tool},
                "columnKind": "unicodeCodePoints",
                "language": words.language,
                "invocations": [_invocation(run, words)],
                "results": [_result(flag, names.index(flag.rule)) for flag in flagged(run, words)],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _rule(name: str, rule: RuleDescription, words: Wording) -> dict[str, Any]:
    source = words.say(f"source-{rule.source}")
    return {
        "id": name,
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": words.title(name)},
        "fullDescription": {"text": f"{rule.sees[:1].upper()}{rule.sees[1:]}."},
        "help": {"text": f"{words.title(name)} ({source}). {rule.citation}."},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"tags": [rule.source, rule.severity]},
    }


def _result(flag: WordedFlag, index: int) -> dict[str, Any]:
    begin = f"{flag.item}: " if flag.item else ""
    return {
        "ruleId": flag.rule,
        "ruleIndex": index,
        "level": LEVELS[flag.severity],
        "message": {"text": f"{begin}{flag.title}. {flag.sentence} {flag.advice}"},
        "locations": [_location(flag.place, flag.item)],
        "partialFingerprints": {FINGERPRINT: flag.fingerprint},
        "properties": {"question": flag.item, "options": list(flag.options), "evidence": dict(flag.evidence)},
    }


def _location(place: Place, item: str = "") -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(place.file)}}
    if place.line:
        physical["region"] = {"startLine": place.line}
    location: dict[str, Any] = {"physicalLocation": physical}
    return {**location, "logicalLocations": [{"name": item, "kind": "member"}]} if item else location


def uri(file: str) -> str:
    """Return a file's path as a URI reference; relative paths stay relative, as hosts want them.

    >>> uri("bank/unit 3.gift"), uri("/tmp/a.gift")
    ('bank/unit%203.gift', 'file:///tmp/a.gift')
    """
    path = PurePath(file)
    # A name in another encoding has lone surrogates, which no URI can hold unquoted.
    quoted = quote(path.as_posix().encode("utf-8", "surrogatepass"))
    return f"file://{'' if quoted.startswith('/') else '/'}{quoted}" if path.is_absolute() else quoted


def _invocation(run: Run, words: Wording) -> dict[str, Any]:
    notes = [
        {"level": "warning", "message": {"text": f"Left out: {reason}"}, "locations": [_location(place)]}
        for place, reason in left_out(run, words)
    ]
    invocation: dict[str, Any] = {"executionSuccessful": True, "startTimeUtc": run.started.replace("+00:00", "Z")}
    if run.command:
        invocation["commandLine"] = run.command
    return {**invocation, "toolExecutionNotifications": notes}
