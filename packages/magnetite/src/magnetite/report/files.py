"""The run folder: report.html, findings.json, and one row per item as items.parquet and items.csv.

The findings are written first. Each file is written under a temporary name, flushed and renamed, so that a reader never
sees half of one.
Whether a folder may be written to is for the audit to decide.

Spreadsheets run a cell that begins like a formula. In items.csv every text that does so gets an apostrophe in front,
which a spreadsheet does not show, and so does a part of a text behind a semicolon, which separates cells in some
countries; items.parquet and findings.json hold the exact texts. items.csv begins with a
byte-order mark, without which Excel garbles every letter outside English.
"""

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import StoreError
from examfiles.files import disk_fault, sweep_parts, write_whole
from examfiles.items import letter
from magnetite.core.extras import extras_named
from magnetite.core.results import Column, Finding, Run, Table, Value, json_parts
from magnetite.report.html import html_report
from magnetite.report.tables import rows

if TYPE_CHECKING:
    import polars as pl

# OWASP, "CSV Injection": these beginnings make a formula of a cell, in full-width form too.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_run(run: Run, folder: str | Path) -> tuple[Path, ...]:
    """Write a run's four files into a folder, which is created if missing; return their paths, report first.

    Raises StoreError where a file cannot be written; an earlier run's files then stay whole.
    """
    folder = Path(folder)
    findings = write_findings(run, folder)
    frame = item_table(run).frame()
    contents = {
        "report.html": html_report(run).encode("utf-8", "replace"),
        "items.parquet": _bytes(frame.write_parquet),
        "items.csv": _bytes(lambda file: _harmless(frame).write_csv(file, include_bom=True)),
    }
    report, *tables = write_files(folder, contents)
    return report, findings, *tables


def write_findings(run: Run, folder: Path) -> Path:
    """Write a run's findings into a folder, before anything else: they say whose folder it is, and are the result.

    Raises StoreError where they cannot be written.
    """
    # A lone surrogate is not valid UTF-8, but its escape is valid JSON.
    parts = (part.encode("utf-8", "backslashreplace") for part in json_parts(run))
    (path,) = write_files(folder, {"findings.json": parts})
    return path


def write_files(folder: Path, contents: Mapping[str, bytes | Iterable[bytes]]) -> tuple[Path, ...]:
    """Write files into a run's folder, without what killed processes left there. Raises StoreError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep_parts(folder)
        return tuple(write_whole(folder / name, data) for name, data in contents.items())
    except OSError as error:
        raise StoreError(
            f"run folder '{folder}': its files cannot be written ({disk_fault(error, folder)}). Name another folder."
        ) from error


def item_table(run: Run) -> Table:
    """Join the exam's texts and the per-item tables of all findings on the item's id, in the exam's order.

    Columns: id, passage_id, level, question, option_A and on, answer (a letter), then `<experiment>_<column>` for each
    finding, then passage. A column that only repeats one of the exam's is left out. Nothing is shortened.
    """
    items = run.exam["items"]
    width = max((len(item["options"]) for item in items), default=0)
    columns: dict[str, list[Value]] = {
        name: [item[name] for item in items] for name in ("id", "passage_id", "level", "question")
    }
    for index in range(width):
        texts = [item["options"][index] if index < len(item["options"]) else None for item in items]
        columns[f"option_{letter(index)}"] = texts
    columns["answer"] = [None if item["answer"] is None else letter(item["answer"]) for item in items]
    for finding in run.findings:
        columns |= _finding_columns(finding, columns)
    columns["passage"] = [run.exam["passages"].get(item["passage_id"]) for item in items]
    return Table("items", "Every question", tuple(Column(name, values) for name, values in columns.items()))


def question_frame(run: Run) -> "pl.DataFrame":
    """Return every question of a run as a polars frame; see `item_table`."""
    return item_table(run).frame()


def item_frame(table: Table) -> "pl.DataFrame":
    """Return a table as a polars frame; whole numbers and fractions in one column become fractions."""
    with extras_named("a data frame"):
        import polars as pl

    return pl.DataFrame({each.name: pl.Series(each.name, *_typed(list(each.values))) for each in table.columns})


def _finding_columns(finding: Finding, exam: Mapping[str, list[Value]]) -> dict[str, list[Value]]:
    if finding.items is None:
        return {}
    by_id = {str(row["id"]): row for row in rows(finding.items)}
    columns: dict[str, list[Value]] = {}
    for name in finding.items.names[1:]:
        values = [by_id.get(str(key), {}).get(name) for key in exam["id"]]
        if values != exam.get(name):
            columns[f"{finding.experiment}_{name}"] = values
    return columns


def _typed(values: list[Any]) -> tuple[list[Any], Any]:
    import polars as pl

    kinds = {type(value) for value in values if value is not None}
    if kinds <= {bool} and kinds:
        return values, pl.Boolean
    if kinds <= {int} and kinds:
        return values, pl.Int64
    if kinds <= {int, float} and kinds:
        return [None if value is None else float(value) for value in values], pl.Float64
    return [None if value is None else _storable(str(value)) for value in values], pl.String


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _harmless(frame: "pl.DataFrame") -> "pl.DataFrame":
    """Return a frame with an apostrophe before every text that a spreadsheet would run."""
    import polars as pl

    starts = "".join(FORMULA_STARTS).replace("-", r"\-")
    return frame.with_columns(pl.col(pl.String).str.replace_all(f"(^|;)([{starts}])", "${1}'${2}"))


def _bytes(write: Callable[[BytesIO], object]) -> bytes:
    buffer = BytesIO()
    write(buffer)
    return buffer.getvalue()
