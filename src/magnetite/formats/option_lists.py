"""Lists of options: the result of a search or your own texts, read from JSONL, CSV or plain text, written as JSONL.

JSONL: one object per line with the key `option`, and perhaps `interference`, `series`, `origins`. CSV: a column
`option`, or a single column of any name; the first line is the header. Plain text: one option per line.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from magnetite.core.errors import DataError, StoreError
from magnetite.formats.decoding import decode, first_json
from magnetite.formats.format import Sample, checked_text, kind_of, take
from magnetite.formats.rows import Rows, TableRow, csv_rows, json_rows, parquet_rows
from magnetite.formats.sources import files, open_source

OPTION = "option"
_JSON, _CSV, _PARQUET = {".jsonl", ".ndjson", ".json"}, {".csv", ".tsv"}, {".parquet"}
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class ListedOption:
    """An option with what its file says about it.

    `interference`: T_k, the share of questions whose own options it beats (Lin et al. 2021, §3.1). `series`: whether it
    belongs to the option-combination series. `origins`: the ids of the items it comes from. None, or empty, where the
    file does not say.
    """

    option: str
    interference: float | None = None
    series: bool | None = None
    origins: tuple[str, ...] = ()


def read_options(path: Path) -> tuple[ListedOption, ...]:
    """Read a list of options, in the order of the file, each as it is written there, repeated ones included.

    Files named .jsonl, .json, .csv, .tsv or .parquet are read as such; any other as JSONL where it begins with an
    object, else as plain text, whose lines lose white space at both ends.
    Raises DataError, with the line, for a file that is absent, empty or not UTF-8, an option that is empty or missing,
    and an interference that is no number.
    """
    rows = _rows(Path(path).expanduser())
    if rows.blank:
        raise DataError(f"{rows.where}: {rows.blank} row(s) are empty; expected an option in each. Remove them.")
    if not rows.rows:
        raise DataError(f"{rows.where}: the file holds no option; expected one or more.")
    is_csv = Path(rows.where).suffix.lower() in _CSV
    column = rows.columns[0] if len(rows.columns) == 1 and is_csv else OPTION
    return tuple(_listed(row, column) for row in rows.rows)


def write_options(path: Path, rows: Iterable[ListedOption]) -> None:
    """Write options as JSONL, without what is not known; `read_options` gives the same back.

    Raises StoreError where the file cannot be written.
    """
    entries = ({name: value for name, value in asdict(row).items() if value not in (None, ())} for row in rows)
    try:
        Path(path).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in entries), "utf-8")
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error}). Name another file.") from error


def _rows(path: Path) -> Rows:
    where, suffix = str(path), path.suffix.lower()
    data = _bytes(path)
    if suffix in _PARQUET:
        return parquet_rows(data, where)
    text = decode(data, where)
    if suffix in _CSV:
        return csv_rows(text, where)
    first = first_json(Sample(path.name, data).text)
    if suffix in _JSON or (first is not None and isinstance(first[1], dict)):
        return json_rows(text, where)
    lines = enumerate(text.rstrip().split("\n"), start=1)
    return Rows(where, (OPTION,), tuple(TableRow(f"{where}, line {n}", {OPTION: line.strip()}) for n, line in lines))


def _bytes(path: Path) -> bytes:
    if path.is_file() and not path.stat().st_size:
        raise DataError(f"{path}: the file is empty; expected options, one per line.")
    source = open_source(path)
    if source.kind != "file":
        raise DataError(f"{path}: found {_KINDS[source.kind]}; expected one file of options, one per line.")
    data = next(files(source)).read(None)
    if not data.strip():
        raise DataError(f"{path}: the file is empty; expected options, one per line.")
    return data


_KINDS = {"folder": "a folder", "tar": "an archive", "zip": "an archive"}


def _listed(row: TableRow | DataError, column: str) -> ListedOption:
    if isinstance(row, DataError):
        raise row
    try:
        return ListedOption(
            _option(take(row.values, column)),
            _number(row.values.get("interference")),
            _truth(row.values.get("series")),
            _origins(row.values.get("origins")),
        )
    except DataError as error:
        raise DataError(f"{row.where}: {error}") from error


def _option(value: Any) -> str:
    text = checked_text("" if value is None else value, "option")
    if not text.strip():
        raise DataError("the option is empty; expected a text. Remove the line, or fill it in.")
    return text


def _number(value: Any) -> float | None:
    """Read a number, also from a CSV's text. A truth value is refused: to Python, true is 1."""
    if value is None:
        return None
    try:
        number = float("nan" if isinstance(value, bool) else value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise DataError(f"the interference is {kind_of(value)}; expected a number such as 0.95, or nothing.")
    return number


def _truth(value: Any) -> bool | None:
    truth = _TRUTH.get(value.lower()) if isinstance(value, str) else value
    if truth is None and value is None:
        return None
    if not isinstance(truth, bool):
        raise DataError(f"series is {kind_of(value)}; expected true or false, or nothing.")
    return truth


def _origins(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    origins = [value] if isinstance(value, str) else value
    if not isinstance(origins, list | tuple):
        raise DataError(f"the origins are {kind_of(value)}; expected a list of item ids.")
    return tuple(checked_text(origin, "origin") for origin in origins)
