"""What commands say, for programs: a run, a finding and their parts as JSON, of the form that `schema.json` describes.

Texts and tables are those of the page, numbers are whole; of an exam neither texts nor rows by question, which the
run's folder has. What is not finite is null.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from examfiles.reasons import Reason
from magnetite.core import VERSION
from magnetite.core.results import Finding, Number, Run, Table, words
from magnetite.report.looks import in_order
from magnetite.report.tables import heading
from magnetite.report.wording import notes_of

FORMAT = 1
_LONG_SETTINGS = ("training", "template")  # of a system: long, and in the run's folder


def schema() -> dict[str, Any]:
    """Return the JSON schema of all documents."""
    text = files("magnetite.report").joinpath("schema.json").read_text("utf-8")
    return dict(json.loads(text))


def document(kind: str, content: Mapping[str, Any]) -> str:
    """Return a document of a kind as JSON text, on one line."""
    whole = {"format": FORMAT, "kind": kind, "magnetite": VERSION, **content}
    return json_text(_finite(whole))


def json_text(content: object, indent: int | None = None) -> str:
    """Return JSON that is readable in every language, and that no terminal obeys."""
    text = json.dumps(content, ensure_ascii=False, indent=indent)
    return re.sub(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def run_content(run: Run, folder: Path | None = None) -> dict[str, Any]:
    """Return a run without its exam's texts, with the folder that has them."""
    return {
        "folder": None if folder is None else str(folder),
        "command": run.command,
        "started": run.started,
        "dataset": dict(run.dataset),
        "systems": [
            {name: value for name, value in each.items() if name not in _LONG_SETTINGS} for each in run.systems
        ],
        "settings": dict(run.settings),
        "findings": [finding_content(finding) for finding in in_order(run.findings)],
        "notes": note_contents(run.notes),
        "cost": dict(run.cost),
        "versions": dict(run.versions),
    }


def finding_content(finding: Finding) -> dict[str, Any]:
    """Return a finding without its rows by question."""
    return {
        "experiment": finding.experiment,
        "title": words(finding.title),
        "sentence": finding.sentence,
        "numbers": [_number(number) for number in finding.numbers],
        "tables": [_table(table) for table in finding.tables],
        "settings": dict(finding.settings),
        "notes": note_contents(finding.notes),
    }


def note_contents(notes: Iterable[str | Reason]) -> list[dict[str, Any]]:
    """Return notes as texts, with the codes by which programs tell them."""
    given = list(notes)
    return [
        {"code": note.code if isinstance(note, Reason) else None, "text": text}
        for note, text in zip(given, [text for note in given for text in notes_of([note])], strict=True)
    ]


def _number(number: Number) -> dict[str, Any]:
    names = ("label", "group", "value", "low", "high", "n", "unit")
    return {name: getattr(number, name) for name in names}


def _table(table: Table) -> dict[str, Any]:
    columns = [
        {"name": each.name, "heading": heading(each), "unit": each.unit, "values": list(each.values)}
        for each in table.columns
    ]
    return {"name": table.name, "title": words(table.title), "kind": table.kind, "columns": columns}


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return value if isinstance(value, str | int | None) else str(value)
