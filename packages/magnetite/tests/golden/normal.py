"""What is normalised away: the one place that says which parts of an output may differ from run to run.

Times, dates, speeds, versions, hosts, folders, and the random links of participants. Values in JSON keep their type,
so that a normalised findings.json is still one that can be opened.
"""

import json
import re
from pathlib import Path
from typing import Any

import magnetite

STORE = "store.json"
REPOSITORY = Path(magnetite.__file__).parents[4]

# Places in JSON, by their path, and what stands there instead.
PLACES: tuple[tuple[str, Any], ...] = (
    (r"(^|.*/)started$", "2000-01-01T00:00:00+00:00"),
    (r"(^|.*/)(made|created|written|time)$", "2000-01-01T00:00:00+00:00"),
    (r"(^|.*/)seconds$", 0.0),
    (r"(^|.*/)versions/[^/]+$", "0"),
    (r"(^|.*/)(magnetite|python|host|machine)$", "0"),
    (r".*/driver/(version|semanticVersion)$", "0"),
    (r"participants/(token|consented_at|finished_at)$", "-"),
    (r"answers/(answered_at)$", "-"),
    (r"shown/(first_at|last_at)$", "-"),
    (r"(changes|deletions|looks)/at$", "-"),
    (r"study/(registered|ended)$", "-"),
    (r"(^|.*/)registration$", "-"),
    (r"(^|.*/)notes/values/print$", "-"),
    (r"study/organiser$", "-"),
)
# Pieces of text, whatever the file.
TEXTS: tuple[tuple[str, str], ...] = (
    (r"\x1b\[[0-9;?]*[A-Za-z]", ""),  # colours
    (r"\r\n?", "\n"),
    (r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.]\d+)?( ?UTC|Z|[+-]\d\d:\d\d)?", "2000-01-01T00:00:00+00:00"),
    (r"\b20\d\d-\d\d-\d\d\b", "2000-01-01"),
    (
        r"\b\d\d?\.? (Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[a-z]*\.? 20\d\d,? \d\d:\d\d\b",
        "1 Jan 2000 00:00",
    ),
    (r"(?<=SHA-256 )[0-9a-f]{64}\b", "-"),  # of a study's page, which has its date
    (r"\b\d{8}-\d{6}\b", "20000101-000000"),
    (r"(?<=http://127\.0\.0\.1:)\d+", "8000"),
    (r"(?<=/p/)[\w-]{16,}", "TOKEN"),
    (r"\bview_[0-9a-f]{16}", "view_HASH"),  # of a chart, which hashes its data to the last digit
    (r"(?<=/organiser/)[\w-]{16,}", "TOKEN"),
    (r"\b\d{20}-[0-9a-f]{8}-[0-9a-f]{16}\b", "SHARD"),
    (r"\b[\d.,]+ (seconds|Sekunden)\b", r"# \1"),
    (r"\b\d+ (s|min)\b", r"# \1"),
    (r"(?m)^(magnetite|torch|transformers|polars|scipy|python)\n\d+\.[\w.+]+$", r"\1\n0"),
    (r"\bpython -m \S*magnetite\b", "magnetite"),
    (
        r"\b(Magnetite|magnetite|torch|transformers|polars|scipy|[Pp]ython)( |==|: )\d+(\.(dev)?\d+)+(\+\w+(\.\w+)*)?",
        r"\1\g<2>0",
    ),
)
PROGRESS = re.compile(r"(.*?) +[━╸╺ ]{5,} +([\d,]+/[\d,]+ cells) .*")


def normal(name: str, text: str, folder: Path, *, figures: str) -> str:
    """Return a file's text without what may differ; of weights', without figures too (see `Case`)."""
    for place, shown in ((folder, "<here>"), (REPOSITORY, "<repository>")):
        text = text.replace(str(place.resolve()), shown).replace(str(place), shown)
    if is_json(name):
        document = _placed(json.loads(text), "")
        if name == STORE and figures == "fixed":
            document = [{key: entry[key] for key in entry if key not in {"values", "first"}} for entry in document]
        elif figures != "exact":
            document = outline(document)
        return json.dumps(document, ensure_ascii=False, indent=1)
    text = "\n".join(_line(line) for line in _texts(text).split("\n"))
    return text if figures == "exact" else _outlined(text)


def _line(line: str) -> str:
    match = PROGRESS.fullmatch(line) if "━" in line else None
    return f"[progress] {match[1]}: {match[2]}" if match else line.rstrip()


def is_json(name: str) -> bool:
    """Say whether a file holds one JSON document."""
    return name.endswith((".json", ".sarif", ".header", ".provenance"))


def outline(value: Any) -> Any:
    """Return a document with the kind of each value in its place; of a list of values, their kinds and number."""
    if isinstance(value, dict) and {"name", "heading", "unit", "values"} == value.keys():
        return {**value, "values": outline(value["values"])}  # a column is found by its name
    if isinstance(value, dict):
        return {key: outline(entry) for key, entry in value.items()}
    if isinstance(value, list):
        if any(isinstance(entry, dict | list) for entry in value):
            return [outline(entry) for entry in value]
        return f"{len(value)} of {', '.join(sorted({_kind(entry) for entry in value}))}"
    return _kind(value)


def _outlined(text: str) -> str:
    """Put a sign in the place of every figure and digest."""
    return re.sub(r"[-−+]?\d[\d.,]*%?", "#", re.sub(r"\b[0-9a-f]{16}\b", "DIGEST", text))


def _kind(value: Any) -> str:
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def _placed(value: Any, path: str) -> Any:
    for pattern, replacement in PLACES:
        if value is not None and not isinstance(value, dict) and re.fullmatch(pattern, path):
            return replacement
    if isinstance(value, dict):
        return {key: _placed(entry, f"{path}/{key}".lstrip("/")) for key, entry in value.items()}
    if isinstance(value, list):
        return [_placed(entry, path) if isinstance(entry, dict | list) else _plain(entry) for entry in value]
    return _plain(value)


def _plain(value: Any) -> Any:
    return _texts(value) if isinstance(value, str) else value


def _texts(text: str) -> str:
    for pattern, replacement in TEXTS:
        text = re.sub(pattern, replacement, text)
    return text
