"""Findings: what an experiment answers, as numbers with intervals, tables and sentences; JSON both ways.

A finding holds everything a report shows, so that a report loads no model and computes nothing.
A notebook shows a run, a finding and a table as the report does, and draws them: what does so is found by name
(`DISPLAYS`), because reports stand on this floor. Tables and a run's questions are polars frames in one call, and
pandas's through it: `.frame().to_pandas()`, with pandas and pyarrow installed.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from examfiles.errors import DataError, nearest
from examfiles.files import disk_fault, regular
from examfiles.reasons import Reason, reason_of
from examfiles.registry import Registry
from magnetite.core.setting import ALIASES, present
from magnetite.core.shapes import Each, check_shape, schema_of

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1  # of findings.json, as its JSON Schema names it
Value = str | int | float | bool | None
Text = str | Reason
"""What people read: words as they are, or a reason, whose words are found where somebody reads them."""


class UnmeasuredError(KeyError):
    """A finding that a run does not have; a number or a table that a finding does not have."""

    def __str__(self) -> str:
        return str(self.args[0])  # as it is: a KeyError shows its key in quotes


@dataclass(frozen=True, slots=True)
class Number:
    """One measured number: `low` and `high` bound its interval, None without one; `n` is what it is over.

    `unit`: "share" (0 to 1, shown as per cent; "fine share" with two decimals), "points" (a difference of shares),
    "gap" (a distance of shares, such as a mean error: points without a sign), "change" (a difference relative to the
    value before), "options", "bits", "nats", "score", "temperature", "p", "count".
    `group`: what the number is about when a label repeats (a view, a level, an option); "" for all.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    n: int | None = None
    unit: str = "share"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: `heading` is what a reader sees above it ("": the name), `unit` that of its numbers.

    Units are those of `Number`, and "correlation", "degree" (a ShuffleDegree), "words", "margin" (a difference of
    scores), "system" (one's name), and "" for texts and truths.
    """

    name: str
    values: Sequence[Value]
    heading: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a column, before there are values: see `Column`."""

    name: str
    text: str = ""
    unit: str = ""

    def over(self, values: Iterable[Value]) -> Column:
        """Return the column of these values."""
        return Column(self.name, list(values), self.text, self.unit)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of equal length; `kind` tells a report how to show it ("table" or a figure's name)."""

    name: str
    title: Text
    columns: tuple[Column, ...]
    kind: str = "table"

    def __post_init__(self) -> None:
        lengths = {column.name: len(column.values) for column in self.columns}
        if len(lengths) < len(self.columns):
            raise DataError(f"table '{self.name}': two columns have one name: {', '.join(self.names)}.")
        if len(set(lengths.values())) > 1:
            raise DataError(f"table '{self.name}': columns differ in length: {lengths}.")

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def __contains__(self, name: str) -> bool:
        return any(column.name == name for column in self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the columns' names."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Return the column with this name. Raises KeyError where there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"table '{self.name}' has no column '{name}', only {', '.join(self.names)}")

    def values(self, name: str) -> Sequence[Value]:
        """Return the values of the column with this name. Raises KeyError where there is none."""
        return self.column(name).values

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows by their columns' names.

        >>> table("t", "T", (Heading("id"), Heading("n")), [("q1", 1), ("q2", 3)]).rows()
        [{'id': 'q1', 'n': 1}, {'id': 'q2', 'n': 3}]
        """
        every, names = zip(*(column.values for column in self.columns), strict=True), self.names
        return [dict(zip(names, row, strict=True)) for row in every]

    def frame(self) -> "pl.DataFrame":
        """Return the table as a polars frame; whole numbers and fractions in one column become fractions.

        >>> table("t", "T", (Heading("id"), Heading("n")), [("q1", 1), ("q2", None)]).frame().to_dict(as_series=False)
        {'id': ['q1', 'q2'], 'n': [1, None]}
        """
        return cast("pl.DataFrame", DISPLAYS["frame"](self))

    def __repr__(self) -> str:
        return f"Table {self.name!r}: {words(self.title)}; {len(self)} rows of {', '.join(self.names)}"

    def _repr_html_(self) -> str:
        return shown(self)


def table(
    name: str,
    title: Text,
    headings: Sequence[Heading],
    rows: Iterable[Mapping[str, Value] | Sequence[Value]],
    kind: str = "table",
) -> Table:
    """Make a table of rows: each by the columns' names, or in the order of the headings."""
    lines = [[row[heading.name] for heading in headings] if isinstance(row, Mapping) else row for row in rows]
    for line in lines:
        if len(line) != len(headings):
            raise DataError(f"table '{name}': a row has {len(line)} values for {len(headings)} columns: {line}.")
    columns = (heading.over(line[place] for line in lines) for place, heading in enumerate(headings))
    return Table(name, title, tuple(columns), kind)


def _lacking(what: str, name: str, known: Sequence[str]) -> str:
    there = list(dict.fromkeys(known))
    return f"no {what} '{name}', only {', '.join(there) or 'none'}.{nearest(name, there)}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One experiment's answer.

    `answer` says it in a sentence or two; `numbers` are its headline figures; `tables` what figures and tables show;
    `items` one row per item, first column "id"; `notes` are caveats a reader must see.
    """

    experiment: str
    title: Text
    answer: Text
    numbers: tuple[Number, ...] = ()
    tables: tuple[Table, ...] = ()
    items: Table | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()

    @property
    def sentence(self) -> str:
        """Return the answer in English."""
        return words(self.answer)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return the notes in English."""
        return tuple(map(words, self.notes))

    def number(self, label: str, group: str = "") -> Number:
        """Return the number with this label and group. Raises UnmeasuredError where there is none."""
        for number in self.numbers:
            if (number.label, number.group) == (label, group):
                return number
        groups = [each.group for each in self.numbers if each.label == label]
        if groups:
            named = ", ".join(f"'{each}'" for each in groups)
            raise UnmeasuredError(f"{self.experiment}: no number '{label}' for group '{group}', only for {named}.")
        raise UnmeasuredError(f"{self.experiment}: {_lacking('number', label, [each.label for each in self.numbers])}")

    def table(self, name: str) -> Table:
        """Return the table with this name. Raises UnmeasuredError where there is none."""
        for table in self.tables:
            if table.name == name:
                return table
        raise UnmeasuredError(f"{self.experiment}: {_lacking('table', name, [each.name for each in self.tables])}")

    def plot(self) -> dict[str, Any]:
        """Return the figures that the report shows, as Altair charts by their names."""
        return cast("dict[str, Any]", DISPLAYS["plot"](self))

    def __repr__(self) -> str:
        parts = [f"{len(self.numbers)} numbers", f"tables {', '.join(each.name for each in self.tables) or 'none'}"]
        return f"Finding {self.experiment!r}: {self.sentence}\n({'; '.join(parts)})"

    def _repr_html_(self) -> str:
        return shown(self)


@dataclass(frozen=True, slots=True)
class Run:
    """One audit: what was audited, with which settings and systems, what was found, and what it cost.

    `dataset`: name, split, source, fingerprint, items, answered. `exam`: the texts a report shows, "passages" by id
    and "items" (id, passage_id, level, question, options, answer as an index or None). `systems`: one mapping per
    view with view, scorer, fingerprint, truncated (share of items). `cost`: cells, scored, stored, seconds. `notes`:
    what a reader must know of data and systems.
    """

    dataset: Mapping[str, Any]
    exam: Mapping[str, Any]
    systems: tuple[Mapping[str, Any], ...]
    settings: Mapping[str, Any]
    findings: tuple[Finding, ...]
    cost: Mapping[str, Any]
    versions: Mapping[str, str]
    command: str
    started: str
    notes: tuple[Reason, ...] = ()

    def finding(self, experiment: str) -> Finding:
        """Return an experiment's finding. Raises UnmeasuredError where it did not run."""
        for finding in self.findings:
            if finding.experiment == experiment:
                return finding
        known = [finding.experiment for finding in self.findings]
        raise UnmeasuredError(f"this run: {_lacking('finding of the experiment', experiment, known)}")

    def frame(self) -> "pl.DataFrame":
        """Return every question, with what each finding says of it, as a polars frame: `items.parquet`."""
        return cast("pl.DataFrame", DISPLAYS["items"](self))

    def save(self, folder: str | Path) -> Path:
        """Write the run's folder, as `output` does, and return the path of its report; `magnetite.load` reads it.

        Raises StoreError where it cannot be written.
        """
        report: Path = DISPLAYS["save"](self, folder)[0]
        return report

    def __repr__(self) -> str:
        count, found = self.dataset.get("items"), ", ".join(each.experiment for each in self.findings) or "nothing"
        return f"Run on {self.dataset.get('name')}, {count} questions, of {self.started}: {found}"

    def _repr_html_(self) -> str:
        return shown(self)


DISPLAYS = Registry(
    "display",
    "magnetite.displays",
    {
        "html": "magnetite.report.notebook:html",
        "frame": "magnetite.report.files:item_frame",
        "items": "magnetite.report.files:question_frame",
        "plot": "magnetite.report.looks:charts",
        "save": "magnetite.report.files:write_run",
        "words": "magnetite.report.wording:text_of",
    },
)


def words(text: Text) -> str:
    """Return in English what people read."""
    return text if isinstance(text, str) else str(DISPLAYS["words"](text))


def shown(part: Run | Finding | Table) -> str:
    """Return a part of a run as HTML, as a notebook shows it."""
    return str(DISPLAYS["html"](part))


def run_to_json(run: Run) -> str:
    """Return a run as JSON text; numbers that are not finite become null."""
    return "".join(json_parts(run))


def json_parts(run: Run) -> Iterator[str]:
    """Yield the parts of what `run_to_json` returns: that of a large exam need not be in memory as a whole."""
    whole = {"schema": SCHEMA_VERSION, **_finite(_plain(run))}
    return json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(whole)


def load(folder: str | Path) -> Run:
    """Read the run that a folder holds, or its findings.json. Raises DataError where there is none that can be read."""
    path = Path(folder).expanduser()
    path = path / "findings.json" if path.is_dir() else path
    try:
        return run_from_json(regular(path).read_bytes(), path)
    except OSError as error:
        raise DataError(
            f"{path}: cannot be read ({disk_fault(error, path)}). Name the folder of a run, which has a findings.json."
        ) from error


_TEXT, _NUMBER = (str, None), (int, float, None)
_VALUE = (str, int, float, bool, list, dict, None)  # of a table: lists, and reasons, too
_COLUMN = {"name": str, "values": [_VALUE], "heading": str, "unit": str}
_TABLE = {"name": str, "title": str, "kind": str, "columns": [_COLUMN]}
_REASON = {"code": str, "values": dict}
_MEASURED = {
    "label": str,
    "value": _NUMBER,
    "low": _NUMBER,
    "high": _NUMBER,
    "n": (int, None),
    "unit": str,
    "group": str,
}
_FINDING = {
    "experiment": str,
    "title": str,
    "sentence": str,
    "numbers": [_MEASURED],
    "tables": [dict],
    "items": (dict, None),
    "settings": dict,
    "notes": list,
}
_ITEM = {
    "id": str,
    "passage_id": str,
    "level": _TEXT,
    "question": str,
    "options": [str],
    "answer": (int, None),
}
_RUN = {
    "schema?": int,
    "dataset": {
        **{f"{name}?": _TEXT for name in ("name", "split", "source", "fingerprint", "format")},
        **{f"{name}?": int for name in ("items", "answered", "passages")},
    },
    "exam": {"passages?": Each(str), "items?": [_ITEM]},
    "systems": [{"view": str, "scorer?": str, "name?": str, "fingerprint?": str}],
    "findings": [dict],
    "settings": dict,
    "cost": Each(_NUMBER),
    "versions": Each(str),
    "command": str,
    "started": str,
    "notes": list,
}

_WHOLE = (
    "Other names may stand beside those named here; a reader passes over them. Beyond this form: an item's passage_id "
    "is one of the passages, its answer the place of one of its options, from 0; the columns of a table have equally "
    "many values, and names of their own; the first column of a finding's items is id, of texts."
)


def findings_schema() -> dict[str, Any]:
    """Return the JSON Schema of findings.json: the shapes that its reader checks, which later versions keep.

    It is in the package as core/findings.schema.json. Its number, the file's "schema", changes where a program that
    reads what it names would have to change; more may be added under the same number. Files without a number are older.
    """
    text = {"anyOf": [{"type": "string"}, schema_of(_REASON)]}
    table, finding, run = map(schema_of, (_TABLE, _FINDING, _RUN))
    table["properties"] |= {"reason": text}
    finding["properties"] |= {
        "tables": {"type": "array", "items": table},
        "items": {"anyOf": [table, {"type": "null"}]},
        "notes": {"type": "array", "items": text},
        "reason": text,
        "answer": text,
    }
    run["properties"] |= {
        "schema": {"const": SCHEMA_VERSION},
        "findings": {"type": "array", "items": finding},
        "notes": {"type": "array", "items": text},
    }
    about = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:magnetite:findings:{SCHEMA_VERSION}",
        "title": "A run of Magnetite: findings.json",
        "description": _WHOLE,
    }
    return {**about, **run}


def _exam(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exam of a run. Raises ValueError for an item whose passage or right option is not there."""
    exam = {"passages": {}, "items": [], **raw}
    for item in exam["items"]:
        if item["passage_id"] not in exam["passages"]:
            raise ValueError(f"item '{item['id']}': there is no passage '{item['passage_id']}'")
        if item["answer"] is not None and not 0 <= item["answer"] < len(item["options"]):
            raise ValueError(f"item '{item['id']}': the answer {item['answer']} is none of its options")
    return exam


def run_from_json(text: str | bytes, where: str | Path = "findings.json") -> Run:
    """Read a run back, of this version or any before. Raises DataError where the text is none, or of a later schema."""
    try:
        raw = json.loads(text if isinstance(text, str) else text.decode("utf-8"))
        number = raw.get("schema", SCHEMA_VERSION)
        if type(number) is not int or number <= SCHEMA_VERSION:
            return _run(raw)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DataError) as error:
        raise DataError(
            f"{where}: this is not a Magnetite run ({error}); expected the findings.json of a run folder. "
            "Run the command again, with --overwrite in the same folder; stored scores are not computed again."
        ) from error
    raise DataError(
        f"{where}: its schema {number} is newer than {SCHEMA_VERSION}, the last that this version reads. Upgrade "
        "Magnetite, or run the command again, with --overwrite in the same folder."
    )


def _run(raw: dict[str, Any]) -> Run:
    check_shape(raw, _RUN, "the run")
    raw["findings"] = tuple(_finding(_with_present_names(entry)) for entry in raw["findings"])
    raw["systems"], raw["notes"] = tuple(raw["systems"]), tuple(map(reason_of, raw["notes"]))
    raw |= {"settings": _with_present_names(raw["settings"]), "exam": _exam(raw["exam"])}
    return Run(**_known(Run, raw))


def _known(kind: type, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return of what JSON kept what this version has a field for: a later one may have added names."""
    names = {each.name for each in fields(kind)}
    return {name: value for name, value in raw.items() if name in names}


def _with_present_names(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Give present names to what an earlier version named otherwise; what has one already keeps its value."""
    return {present(name): value for name, value in raw.items() if name not in ALIASES or present(name) not in raw}


def _finding(raw: dict[str, Any]) -> Finding:
    check_shape(raw, _FINDING, f"finding '{raw.get('experiment')}'")
    measured = [_known(Number, each) for each in raw["numbers"]]
    numbers = tuple(Number(**{**n, "value": math.nan if n["value"] is None else n["value"]}) for n in measured)
    raw |= {"numbers": numbers, "tables": tuple(map(_table, raw["tables"])), "notes": tuple(map(_note, raw["notes"]))}
    raw["title"] = _said(raw.pop("reason", raw["title"]), raw["title"])
    sentence = raw.pop("sentence")
    raw["answer"] = _said(raw.pop("answer", sentence), sentence)
    raw["items"] = None if raw["items"] is None else _items(raw["items"])
    return Finding(**_known(Finding, raw))


def _note(raw: Any) -> Text:
    return _said(raw, raw.get("text", "") if isinstance(raw, Mapping) else "")


def _said(raw: Any, english: str) -> Text:
    """Return words as they are, and a reason; of one that today's words cannot say, the English that it was kept with.

    Another version wrote it, whose message had another name or other values.
    """
    if isinstance(raw, str):
        return raw
    reason = reason_of(raw)
    try:
        words(reason)
    except DataError:
        return english or reason
    return reason


def _items(raw: dict[str, Any]) -> Table:
    items = _table(raw)
    if items.names[:1] != ("id",):
        raise ValueError(f"table 'items': its first column is {(*items.names, 'missing')[0]}; expected id")
    check_shape(items.values("id"), [str], "table 'items', id")
    return items


def _table(raw: dict[str, Any]) -> Table:
    if isinstance(raw.get("columns"), dict):  # until 22 November 2026: neither headings nor units
        raw |= {"columns": [asdict(Heading(name).over(values)) for name, values in raw["columns"].items()]}
    check_shape(raw, _TABLE, f"table '{raw.get('name')}'")
    columns = tuple(Column(**_known(Column, column)) for column in raw["columns"])
    title = _said(raw.pop("reason", raw["title"]), raw["title"])
    return Table(**_known(Table, {**raw, "title": title, "columns": columns}))


def _plain(run: Run) -> dict[str, Any]:
    """Return a run as what JSON holds. A reason of a finding has its English beside it, for programs of others."""
    plain = asdict(run)
    for raw, finding in zip(plain["findings"], run.findings, strict=True):
        notes = zip(raw["notes"], finding.remarks, strict=True)
        raw["notes"] = [note if isinstance(note, str) else {"text": text, **note} for note, text in notes]
        titled: tuple[Table | Finding, ...] = (*finding.tables, finding)
        for each, shown in zip((*raw["tables"], raw), titled, strict=True):
            if not isinstance(shown.title, str):
                each |= {"title": words(shown.title), "reason": each["title"]}
        answer = raw.pop("answer")
        rest = {name: raw.pop(name) for name in ("numbers", "tables", "items", "settings", "notes")}
        raw |= {"sentence": finding.sentence, **({} if isinstance(answer, str) else {"answer": answer}), **rest}
    return plain


def _finite(value: Any) -> Any:
    """Return a value without numbers that are not finite; a mapping is changed itself, part by part."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        for key, entry in value.items():
            value[key] = _finite(entry)
        return value
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return value
