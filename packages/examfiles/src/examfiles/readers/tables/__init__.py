"""Tables: the rows of CSV, TSV, JSON, JSONL, Parquet and Arrow files, each row with its place.

Blank CSV cells are None, as are Parquet nulls. Arrow is what `datasets` saves to disk. A table on the hub
(`hf://datasets/OWNER/NAME/FILE`) is read by polars, whose patterns its path may have (`…/test-*.parquet`); of a data
set that is named without a file (`hf://datasets/OWNER/NAME`), the hub's own Parquet files.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isnan
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from examfiles.decoding import RepeatedMemberError, decode, only_once, parse_json
from examfiles.errors import DataError, UsageError
from examfiles.extras import extra
from examfiles.format import Sample, fault, kind_of, unfenced
from examfiles.items import LETTERS, LeftOut
from examfiles.lengths import words
from examfiles.limits import COLUMNS, EXAM, Limits, Meter, check_columns, dataset_limits
from examfiles.split_names import canonical

if TYPE_CHECKING:
    from _csv import Reader

    import polars as pl

PARQUET = b"PAR1"
ARROW = b"\xff\xff\xff\xff"  # each message of a stream begins like this, and its end is a message of no bytes
HUB = "hf://"
POLARS = "polars"
"""The package that reads and writes Parquet and Arrow, which is not always installed."""
HEADER = 2**20
"""Characters that tell which sign separates the fields of a CSV file."""
# The module's own 131,072 characters are fewer than a long passage has. It has one limit for all threads and files, so
# it is raised once and never lowered: another thread may be reading.
csv.field_size_limit(2**31 - 1)
Names = Callable[[Sequence[str]], bool]
"""What says of a record whether it names columns."""
_SIGN = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?(?=\r?\n)", re.IGNORECASE)
_PASSAGE = 20  # words of a text that is no question
_POINTS = re.compile(r"\d{1,3}(?:[.,]\d{1,2})?")  # what a question is worth
_ASKING = ("?", ":", "_", "\u2026", "...", "\uff1f")
_ABOVE = 20  # rows of a table in which its columns are named, at the latest
DEPTH = 16  # of structures in each other; a footer has four
_ROW_GROUPS, _COLUMN_LIST, _COLUMN_META, _VALUES, _UNPACKED = 4, 1, 3, 5, 6  # numbers of fields
_BRANCH = "refs/convert/parquet"
_PLACE = "@~parquet"  # the same branch, in a path
_ALL = ("default", "all")  # configurations that hold the whole data set


@dataclass(frozen=True, slots=True)
class TableRow:
    """The values of one row by column, and its place."""

    where: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: its columns in order, its rows, a broken one as its error, one of another kind with why it is left out.

    `blank`: how many blank ones were dropped.

    `named`: whether the table names its columns itself. `titles`: the texts above those names. `looks`: how cells are
    set off, by row's place and column.
    """

    where: str
    columns: tuple[str, ...]
    rows: tuple[TableRow | DataError | LeftOut, ...]
    blank: int = 0
    named: bool = True
    titles: tuple[str, ...] = ()
    looks: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    @property
    def good(self) -> list[TableRow]:
        """Return the rows that could be read."""
        return [row for row in self.rows if isinstance(row, TableRow)]


def read_rows(
    data: bytes, where: str, most: int | None = None, limits: Limits | None = None, *, names: Names | None = None
) -> Rows:
    """Read a table of the kind that its content shows; of more than `most` rows only the first `most`.

    `names`: what says of a record whether it names columns, where others may stand above it.

    Raises DataError where it is broken as a whole.
    """
    if data.startswith(PARQUET):
        return parquet_rows(data, where, most, limits)
    if data.startswith(ARROW):
        return arrow_rows(data, where, most, limits)
    text = unfenced(decode(data, where))
    if text.lstrip()[:1] in {"[", "{"}:
        return json_rows(text, where, most, limits)
    return record_rows(csv_records(text.lstrip("\n"), where, most, limits), where, most, names=names)


def csv_header(sample: Sample) -> list[str]:
    """Return the columns that a file's first line would name if it were CSV; of too many, one too many."""
    try:
        return next(filter(None, _reader(sample.text)), [])[: COLUMNS + 1]
    except csv.Error:
        return []


def csv_rows(text: str, where: str, most: int | None = None, limits: Limits | None = None) -> Rows:
    """Read CSV; the separator, comma, semicolon or tab, is the one that splits the header into most parts."""
    return record_rows(csv_records(text.lstrip("\n"), where, most, limits), where, most)


def csv_records(
    text: str, where: str, most: int | None = None, limits: Limits | None = None, *, sign: str = ""
) -> list[tuple[str, list[str]]]:
    """Return the records of CSV, each the texts of its fields and its place; of more than `most` rows the first.

    `sign`: what separates fields, where it is known.
    """
    reader = _reader(text, sign)
    try:
        all_records = _counted(_records(reader), where, limits or dataset_limits())
        records = list(islice(all_records, None if most is None else most + 1))
    except csv.Error as error:
        raise fault(
            where,
            f"the CSV is invalid in the record that ends at line {reader.line_num} ({error}); a quote may "
            "be open or stray.",
        ) from error
    return [(f"{where}, line {line}", fields) for line, fields in records]


def record_rows(
    records: Sequence[tuple[str, list[str]]], where: str, most: int | None = None, *, names: Names | None = None
) -> Rows:
    """Make a table of records, each the texts of its fields and its place; the first names the columns.

    Records of a single text above one of several, and of as many fields, are titles; so is what stands above the first
    of which `names` says that it names columns.
    Without such a header it is read where the shape of its columns says what they are (`_by_shape`).
    """
    check_columns(where, max((len(fields) for _, fields in records[:_ABOVE]), default=0))
    several = [at for at, (_, fields) in enumerate(records[:_ABOVE]) if sum(map(bool, map(str.strip, fields))) > 1]
    begin = next((at for at in several if names and names(records[at][1])), next(iter(several), 0))
    begin = begin if len({len(fields) for _, fields in records[: begin + 1]}) == 1 else 0  # as a sheet writes them
    titles = tuple(" ".join(filter(str.strip, fields)).strip() for _, fields in records[:begin])
    records = _without_empty(records[begin:])
    first = records[0][1] if records else []
    alike = [fields for _, fields in records if len(fields) == len(first) and any(map(str.strip, fields))]
    shape = _by_shape([[text.strip() for text in fields] for fields in alike])
    header, named = shape or distinct(first), not shape
    body = [_csv_row(fields, header, place) for place, fields in records[named:][:most]]
    rows = tuple(row for row in body if row is not None)
    return Rows(
        where, tuple(header), rows, blank=len(body) - len(rows), named=named, titles=tuple(filter(None, titles))
    )


def json_rows(text: str, where: str, most: int | None = None, limits: Limits | None = None) -> Rows:
    """Read a JSON list of objects, or one JSON object per line; an object spread over lines is a table of one row."""
    if text.lstrip().startswith("["):
        entries = enumerate(parse_json(text, where, limits)[:most], start=1)
        return _object_rows((_object_row(f"{where}, item {place}", entry) for place, entry in entries), where)
    (limits or dataset_limits()).check_values(where, sum(map(text.count, ",[{")))
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) > 1 and not _ends_as_json(lines[0][1]):
        return _object_rows([_object_row(where, parse_json(text, where, limits))], where)
    return _object_rows((_json_line(f"{where}, line {number}", line) for number, line in lines[:most]), where)


def parquet_rows(data: bytes, where: str, most: int | None = None, limits: Limits | None = None) -> Rows:
    """Read Parquet. Raises DataError where it unpacks to more than `limits`, by default those of a data set."""
    pl = extra(POLARS, "A Parquet file")
    limits = limits or dataset_limits()
    try:
        values, unpacked = parquet_size(data)
        Meter(where, limits).check(unpacked)
        if values > limits.values:
            raise fault(where, f"the table says that it has {values:,} values; expected at most {limits.values:,}.")
        return frame_rows(pl.read_parquet(io.BytesIO(data), n_rows=most), where, limits)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError, OverflowError) as error:
        raise fault(where, f"the Parquet cannot be read ({error}). The file may be cut off.") from error


def arrow_rows(data: bytes, where: str, most: int | None = None, limits: Limits | None = None) -> Rows:
    """Read an Arrow stream. Raises DataError in an exam: how much a stream unpacks to stands nowhere in it."""
    pl = extra(POLARS, "An Arrow file")
    limits = limits or dataset_limits()
    if limits == EXAM:
        raise fault(where, "Arrow files are read as data sets only. Save the table as Parquet or CSV.")
    if not data.endswith(ARROW + bytes(4)):
        raise fault(where, "the Arrow stream has no end. The file may be cut off.")
    try:
        return frame_rows(pl.read_ipc_stream(io.BytesIO(data), n_rows=most), where, limits)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError, OverflowError) as error:
        raise fault(where, f"the Arrow stream cannot be read ({error}). The file may be cut off.") from error


def frame_rows(frame: "pl.DataFrame", where: str, limits: Limits | None = None) -> Rows:
    """Read the rows of a data frame. Raises DataError where they hold more than `limits`, ValueError for odd values.

    A text that the frame holds once, for many rows, is a text of its own in each of them.
    """
    check_columns(where, frame.width)
    meter = Meter(where, limits or dataset_limits())
    rows = []
    for number, values in enumerate(frame.iter_rows(named=True), start=1):
        meter.take(sum(len(value) for value in values.values() if isinstance(value, str)))
        rows.append(TableRow(f"{where}, row {number}", values))
    return Rows(where, tuple(frame.columns), tuple(rows))


def rows_in_memory(table: object, where: str) -> Rows:
    """Return rows that a program holds: objects by column, or a table of polars, pandas, Arrow or `datasets`.

    Raises UsageError for anything else, DataError for a row that is no object.
    """
    if to_dicts := getattr(table, "to_dicts", None) or getattr(table, "to_pylist", None):
        entries = to_dicts()
    elif hasattr(table, "iloc"):  # pandas; it has row numbers of its own
        entries = table.to_dict("records")  # type: ignore[attr-defined]
    elif isinstance(table, Iterable) and not isinstance(table, str | bytes | Mapping):
        entries = table
    else:
        raise UsageError(
            f"the data is of type {type(table).__name__}; expected a path, or rows: a list of objects such as "
            f"{_EXAMPLE}, or a table of polars, pandas or Arrow. If it has several splits, name one: data['test']."
        )
    named = ((f"{where}, row {place}", entry) for place, entry in enumerate(entries, start=1))
    return _object_rows((_object_row(place, _plain(entry)) for place, entry in named), where)


_EXAMPLE = '{"passage": …, "question": …, "options": […], "answer": "B"}'


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: arrays as lists, numbers of NumPy as Python's, NaN as nothing."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and isnan(value) else value


def is_hub_path(path: object) -> bool:
    """Return whether a path names a file on the hub."""
    return str(path).startswith(HUB)


def hub_rows(path: str) -> Rows:
    """Read a table from the hub. Raises UsageError for a kind of file polars cannot stream, DataError on failure."""
    pl = extra(POLARS, "A table on the hub")
    readers: dict[str, Callable[[str], Any]] = {
        ".parquet": pl.scan_parquet,
        ".jsonl": pl.scan_ndjson,
        ".ndjson": pl.scan_ndjson,
        ".csv": lambda p: pl.scan_csv(p, infer_schema=False),
        ".tsv": lambda p: pl.scan_csv(p, infer_schema=False, separator="\t"),
    }
    reader = readers.get(PurePosixPath(path).suffix)
    if reader is None:
        raise UsageError(
            f"{path}: expected the path of a file that ends in {', '.join(readers)}; patterns are allowed."
        )
    try:
        return frame_rows(reader(path).collect(), path)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise fault(
            path,
            f"cannot be read from the hub ({str(error).splitlines()[0]}). Check the path and the network, or "
            "download the file and give its path.",
        ) from error


def _records(reader: "Reader") -> Iterator[tuple[int, list[str]]]:
    """Yield each record's first line, counted from 1, and its fields; a line without any field yields nothing."""
    start = reader.line_num + 1
    for fields in reader:
        if fields:
            yield start, fields
        start = reader.line_num + 1


def _counted(records: Iterable[tuple[int, list[str]]], where: str, limits: Limits) -> Iterator[tuple[int, list[str]]]:
    """Yield records, and refuse what has more fields than `limits`."""
    count = 0
    for record in records:
        count += len(record[1])
        limits.check_values(where, count)
        yield record


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names of columns with numbers where several have one; one without a name is called by its place.

    >>> distinct(["Title", "Choice", "Choice", "Choice", "", "Note", "Key", "Note"])
    ['Title', 'Choice 1', 'Choice 2', 'Choice 3', 'column 5', 'Note', 'Key', 'Note 2']
    """
    result = [name if name.strip() else f"column {place}" for place, name in enumerate(names, start=1)]
    for name in [name for name, count in Counter(result).items() if count > 1]:
        places = [at for at, each in enumerate(result) if each == name]
        series = len(places) > 2 and places[-1] - places[0] + 1 == len(places)
        for number, at in enumerate(places[not series :], start=1 + (not series)):
            result[at] = f"{name} {number}"
            while result.count(result[at]) > 1:
                result[at] += "'"
    return result


def _by_shape(rows: Sequence[Sequence[str]]) -> list[str]:
    """Name the columns of rows that are all questions: perhaps a number and a passage, then question, options and key.

    The key is a letter, a number from 1 or the text of an option, at the end; a text may follow the question instead.
    Numbers behind a key that is a letter or a text are points. None where the first row could name columns, or one
    could be something else.

    >>> _by_shape([["1", "Who sat?", "Ann", "Bo", "B"], ["2", "Who ran?", "Jo", "Al", "A"]])
    ['id', 'question', 'A', 'B', 'answer']
    """
    columns, lead = list(zip(*rows, strict=True)), list[str]()
    if len(rows) < 2 or "question" in map(str.lower, rows[0]):
        return []
    if all(map(str.isdecimal, columns[0])) and len(set(columns[0])) == len(rows):
        lead.append("id")
    asking = columns[len(lead) + 1 :][:1]
    if asking and all(text.endswith(_ASKING) for text in asking[0]):
        long = [words(text) >= _PASSAGE for text in columns[len(lead)]]
        if any(long) and not all(long):
            return []
        lead += ["passage"] * all(long)
    inner = columns[len(lead) + 1 :]
    behind = 0  # columns of numbers at the end, such as points
    while behind < len(inner) and all(map(_POINTS.fullmatch, inner[-1 - behind])):
        behind += 1
    shapes = {each: names for each in range(behind + 1) if (names := _key_shape(inner[: len(inner) - each], each > 0))}
    if not shapes:
        return []
    more = max(shapes)
    texts = zip(*inner[: len(inner) - more], strict=True)
    if more and all(key in own for key, own in zip(inner[-1], texts, strict=True)):
        return []  # the numbers at the end may be the texts of the right options
    return [*lead, "question", *shapes[more], *distinct(["points", *[""] * more])[:more]]


def _key_shape(inner: Sequence[Sequence[str]], scored: bool) -> list[str]:
    """Name columns that are the options and the key; none for others. `scored`: numbers stand behind them."""
    count = len(inner) - 1
    letters, places = LETTERS[: max(count, 0)], list(map(str, range(1, count + 1)))
    for at, options in ((-1, inner[:-1]), (0, inner[1:])):
        if count < 2:
            break
        pairs = list(zip(inner[at], zip(*options, strict=True), strict=True))
        as_text = all(key and key in texts for key, texts in pairs)
        as_place = not scored and all(key in places and key not in texts for key, texts in pairs)
        if as_text or ((at or scored) and all(key in letters for key, _ in pairs)) or (at and as_place):
            names = [f"option {place}" for place in places] if as_place else [*letters]
            return [*names, "answer"] if at else ["answer", *names]
    return []


def _without_empty(records: Sequence[tuple[str, list[str]]]) -> Sequence[tuple[str, list[str]]]:
    """Return records without the columns that have no name and no text, as spreadsheets leave behind."""
    first = records[0][1] if records else []
    unnamed = [at for at, name in enumerate(first) if not name.strip()]
    empty = {at for at in unnamed if not any(fields[at].strip() for _, fields in records if at < len(fields))}
    if not empty:
        return records
    return [(where, [text for at, text in enumerate(fields) if at not in empty]) for where, fields in records]


def _csv_row(fields: list[str], header: list[str], where: str) -> TableRow | DataError | None:
    """Make a row, None of one whose fields are all empty."""
    if not any(field.strip() for field in fields):
        return None
    if len(fields) == len(header):
        return TableRow(where, {name: field or None for name, field in zip(header, fields, strict=True)})
    text = f"found {len(fields)} field{'s'[len(fields) == 1 :]}; expected {len(header)}, as in the first line."
    return fault(where, text, "left-fields", fields=len(fields), expected=len(header))


def _reader(text: str, sign: str = "") -> "Reader":
    """Read CSV separated by `sign`, by what a first line `sep=;` says, or by what cuts the header into most parts."""
    if first := _SIGN.match(text):
        sign, text = sign or first[1], text[first.end() :]  # the line stays, empty

    def fields(delimiter: str) -> int:  # not strict: a wrong separator breaks quoted fields, and then simply loses
        return len(next(csv.reader(io.StringIO(text[:HEADER], newline=""), delimiter=delimiter), []))

    return csv.reader(io.StringIO(text, newline=""), delimiter=sign or max(",;\t", key=fields), strict=True)


def _ends_as_json(line: str) -> bool:
    """Return whether a line could be an object whole, a broken one perhaps: one goes on that ends with these signs."""
    return not line.rstrip().endswith(("{", "[", ",", ":"))


def _json_line(where: str, line: str) -> TableRow | DataError:
    try:
        return _object_row(where, json.loads(line, object_pairs_hook=only_once))
    except RepeatedMemberError as error:
        return error.fault(where)
    except (ValueError, RecursionError) as error:
        return fault(where, f"the JSON is invalid ({error}); expected one object per line.")


def _object_row(where: str, value: Any) -> TableRow | DataError:
    return (
        TableRow(where, value)
        if isinstance(value, dict)
        else fault(where, f"found {kind_of(value)}; expected an object.")
    )


def _object_rows(rows: Iterable[TableRow | DataError], where: str) -> Rows:
    rows = tuple(rows)
    columns = dict.fromkeys(name for row in rows if isinstance(row, TableRow) for name in row.values)
    check_columns(where, len(columns))
    return Rows(where, tuple(columns), rows)


def parquet_size(data: bytes) -> tuple[int, int]:
    """Return how many values a file says it holds in all columns, and their bytes once decompressed.

    Raises ValueError where the footer cannot be read.
    """
    try:
        footer = data[-8 - int.from_bytes(data[-8:-4], "little") : -8]
        groups = _Thrift(footer).structure()[_ROW_GROUPS]
        columns = [column[_COLUMN_META] for group in groups for column in group[_COLUMN_LIST]]
        return sum(column[_VALUES] for column in columns), sum(column[_UNPACKED] for column in columns)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError("its footer is damaged") from error


class _Thrift:
    """Reads Thrift's compact protocol: a structure becomes a dictionary of its fields by number, without texts."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at, self._depth = data, 0, 0
        self._readers: dict[int, Callable[[], Any]] = {
            **dict.fromkeys((4, 5, 6), self._integer),
            3: self._byte,
            7: lambda: self._skip(8),
            8: lambda: self._skip(self._varint()),
            **dict.fromkeys((9, 10), self._list),
            12: self.structure,
        }

    def structure(self) -> dict[int, Any]:
        """Read a structure."""
        self._depth += 1
        if self._depth > DEPTH:
            raise ValueError("its footer is nested too deeply")
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) != 0:
            number = number + (head >> 4) if head >> 4 else self._integer()
            kind = head & 15
            fields[number] = kind == 1 if kind in (1, 2) else self._readers[kind]()
        self._depth -= 1
        return fields

    def _list(self) -> list[Any]:
        head = self._byte()
        size, kind = head >> 4, head & 15
        read = self._byte if kind in (1, 2) else self._readers[kind]
        return [read() for _ in range(self._varint() if size == 15 else size)]

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _skip(self, size: int) -> None:
        self._at += size

    def _integer(self) -> int:
        number = self._varint()
        return (number >> 1) ^ -(number & 1)

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number
            if shift > 70:
                raise ValueError("its footer is damaged")


def is_hub_id(path: str) -> bool:
    """Return whether a path on the hub names a data set, with a configuration or without, and no file.

    >>> is_hub_id("hf://datasets/ann/exams"), is_hub_id("hf://datasets/ann/exams/data/test.csv")
    (True, False)
    """
    parts = path.removeprefix(HUB).rstrip("/").split("/")
    return parts[0] == "datasets" and len(parts) in {3, 4} and not PurePosixPath(parts[-1]).suffix


def hub_files(path: str, split: str | None) -> tuple[str, str]:
    """Return the pattern of the files of one split of a data set, and the split's name.

    Raises UsageError where a configuration or a split has to be named, or does not exist; DataError where the hub
    cannot be asked.
    """
    _, owner, name, *rest = path.removeprefix(HUB).rstrip("/").split("/")
    there = _configurations(f"{owner}/{name}", path)
    whole = [each for each in _ALL if each in there] or list(there)
    chosen = rest[0] if rest else whole[0] if len(there) == 1 or whole[0] in _ALL else None
    known = ", ".join(there)
    if chosen is None:
        raise UsageError(f"{path}: has the configurations {known}; name one: {path.rstrip('/')}/{next(iter(there))}.")
    if chosen not in there:
        raise UsageError(f"{path}: has no configuration '{chosen}', only {known}.")
    by_name = {canonical(each): each for each in there[chosen]}
    wanted = canonical(split) if split else next(iter(by_name)) if len(by_name) == 1 else None
    if wanted is None:
        raise UsageError(f"{path}: has the splits {', '.join(by_name)}; name one: --split {list(by_name)[-1]}.")
    if wanted not in by_name:
        raise UsageError(f"{path}: no split '{wanted}'; it has {', '.join(by_name)}.")
    return f"{HUB}datasets/{owner}/{name}{_PLACE}/{chosen}/{by_name[wanted]}/*.parquet", wanted


def _configurations(name: str, path: str) -> dict[str, list[str]]:
    """Ask the hub for the splits of each configuration."""
    extra("huggingface_hub", "A data set on the hub")
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    try:
        names = HfApi().list_repo_files(name, repo_type="dataset", revision=_BRANCH)
    except (HfHubHTTPError, OfflineModeIsEnabled, OSError, ValueError) as error:
        raise DataError(
            f"{path}: the hub cannot be asked for its files ({str(error).splitlines()[0]}). Check the name and the "
            "network; or download the data set, and give its folder."
        ) from error
    configurations: dict[str, list[str]] = {}
    for parts in (PurePosixPath(each).parts for each in names if each.endswith(".parquet")):
        if len(parts) == 3 and parts[1] not in configurations.setdefault(parts[0], []):
            configurations[parts[0]].append(parts[1])
    if not configurations:
        raise DataError(f"{path}: the hub has no tables of this data set. Name a file in it: {path.rstrip('/')}/FILE.")
    return configurations
