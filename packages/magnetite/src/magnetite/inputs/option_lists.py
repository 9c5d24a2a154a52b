"""Lists of options: the result of a search or your own texts, read from JSONL, CSV or plain text, written as JSONL.

JSONL: one object per line with the key `option`, and perhaps `interference`, `series`, `origins`. CSV: a column
`option`, or a single column of any name; the first line is the header. Plain text: one option per line.

A file named .places says where options stand instead of what they say: a line for each, with the dataset, the split,
the question's id and the option's letter, as `RACE test high1956-4 A`. So a list can be passed on without the texts,
and is read with the data that has them. Empty lines and those that begin with # are left out. The lists of `LISTS`,
known by their names, are such files.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

from examfiles.decoding import decode, first_json
from examfiles.errors import DataError, StoreError, UsageError
from examfiles.files import disk_fault, write_whole
from examfiles.format import Sample, checked_text, kind_of, take
from examfiles.items import Dataset, Item, LeftOut, letter
from examfiles.readers.tables import Rows, TableRow, csv_rows, json_rows, parquet_rows
from examfiles.sources import files, open_source

OPTION = "option"
_JSON, _CSV, _PARQUET = {".jsonl", ".ndjson", ".json"}, {".csv", ".tsv"}, {".parquet"}
_TRUTH = {"true": True, "false": False}
_PLACES = ".places"
LISTS = {path.stem: path for path in sorted((Path(__file__).parent.parent / "bundled" / "options").glob("*.places"))}
Splits = Callable[[str], Dataset]
"""What reads a split of the data by its name."""


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


def read_options(name: str | Path, splits: Splits | None = None) -> tuple[ListedOption, ...]:
    """Read a list of options, in its order, each as it is written there, repeated ones included.

    `name`: a file, or one of `LISTS`, unless there is a file of that name. Files named .jsonl, .json, .csv, .tsv or
    .parquet are read as such, and .places with `splits`, from which the options come; any other as JSONL where it
    begins with an object, else as plain text, whose lines lose white space at both ends.
    Raises DataError, with the line, for a file that is absent, empty or not UTF-8, an option that is empty or missing,
    an interference that is no number, and a place at which the data has no option.
    """
    path = Path(name).expanduser()
    if str(name) in LISTS and not path.exists():
        path = LISTS[str(name)]
    if path.suffix.lower() == _PLACES:
        return tuple(_placed(path, splits or _no_data))
    rows = _rows(path)
    if rows.blank:
        raise DataError(f"{rows.where}: {rows.blank} row(s) are empty; expected an option in each. Remove them.")
    if not rows.rows:
        raise DataError(f"{rows.where}: the file holds no option; expected one or more.")
    is_csv = Path(rows.where).suffix.lower() in _CSV
    column = rows.columns[0] if len(rows.columns) == 1 and is_csv else OPTION
    return tuple(_listed(row, column) for row in rows.rows if not isinstance(row, LeftOut))


def _placed(path: Path, splits: Splits) -> Iterator[ListedOption]:
    """Yield the options that stand at the places of a list."""
    name = path.stem if path in LISTS.values() else str(path)
    lines = [line.strip() for line in decode(_bytes(path), str(path)).splitlines()]
    places = [(f"{name}, line {n}", line) for n, line in enumerate(lines, 1) if line and not line.startswith("#")]
    if not places:
        raise DataError(f"{name}: the file names no place; expected one per line, such as {_PLACE}.")

    @cache
    def by_id(split: str) -> tuple[Dataset, dict[str, Item]]:
        dataset = splits(split)
        return dataset, {item.id: item for item in dataset}

    for where, line in places:
        dataset, split, question, letter_ = _parts(where, line)
        try:
            held, items = by_id(split)
        except UsageError as error:
            raise DataError(f"{where}: {line} cannot be looked up. {error} {_instead(dataset)}") from error
        item = items.get(question) or items.get(f"{dataset}/{question}")  # as where several sources are joined
        if item is None:
            there = f"{held.name} {held.split or ''}".strip()
            raise DataError(f"{where}: {line} is not in {there}, which has no such question. {_instead(dataset)}")
        letters = [letter(index) for index in range(len(item.options))]
        if letter_ not in letters:
            raise DataError(f"{where}: {line}: the question's options are A to {letters[-1]}; found '{letter_}'.")
        yield ListedOption(item.options[letters.index(letter_)], origins=(item.id,))


def _parts(where: str, line: str) -> tuple[str, str, str, str]:
    """Cut a place into dataset, split, question and letter; a question's id may have blanks in it."""
    parts = line.split(maxsplit=2)
    ends = parts[-1].rsplit(maxsplit=1)
    if len(parts) < 3 or len(ends) < 2:
        raise DataError(f"{where}: found '{line}'; expected dataset, split, question and letter, such as {_PLACE}.")
    return parts[0], parts[1], ends[0], ends[1]


def _instead(name: str) -> str:
    return f"Give data that holds this split of {name}; or the options' texts, one per line, in a file of your own."


def _no_data(split: str) -> Dataset:
    raise UsageError(f"There is no data to read the split '{split}' from.")


def write_options(path: Path, rows: Iterable[ListedOption]) -> None:
    """Write options as JSONL, without what is not known; `read_options` gives the same back.

    Raises StoreError where the file cannot be written.
    """
    entries = ({name: value for name, value in asdict(row).items() if value not in (None, ())} for row in rows)
    try:
        write_whole(Path(path), "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in entries).encode())
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({disk_fault(error, path)}). Name another file.") from error


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


_PLACE = "RACE test high1956-4 A"
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
