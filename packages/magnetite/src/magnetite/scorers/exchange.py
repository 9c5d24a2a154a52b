"""Files of cells for a system outside and of its scores, and the keys in both.

    key,view,passage,question,option,added      CSV, JSONL or Parquet, one row a cell, and NAME.header beside it
    hi,lo,score                                 Parquet: imported scores by the two halves of the key

A row's passage includes what a view added to its end, and `added` repeats that part: a system that cuts long passages
must not cut it. Cells for a system that is shown all options at once have one more column, `shown`: those options in
their order, as a JSON list; the score is the one that the system gives the option in this list. `view` names all the
ways in which a run asks for the cell. The header, in JSON, describes what the cells are for and has a digest of their
keys, which shows whether a file lost rows.
"""

import codecs
import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from examfiles.errors import DataError
from examfiles.files import regular, whole_file
from magnetite.core import VERSION
from magnetite.core.cells import Cells, Context, IntArray, KeyArray, ScoreArray
from magnetite.core.files import os_errors, panics, writable

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".jsonl", ".csv", ".parquet")
COLUMNS = ("key", "view", "passage", "question", "option", "added")
SHOWN_COLUMN = "shown"
LISTWISE = "listwise"  # among a header's settings, where cells show all options
FORMAT = 1
_META = "magnetite"
_KEY = re.compile(r"[0-9a-f]{32}")
_THOUSANDS = r"^\s*[-+]?[1-9]\d{0,2}(\.\d{3})+\s*$"
_SCORES = {"hi", "lo", "score"}


@dataclass(frozen=True, slots=True)
class Header:
    """What a file of cells is for.

    `run` names a command, or several; `data` describes the dataset, above all by its fingerprint; `command` is how it
    was typed, without a model. `cells` counts the cells, `keys` is a digest of their keys in any order.
    """

    run: str
    data: Mapping[str, Any]
    settings: Mapping[str, Any]
    command: str = ""
    cells: int = 0
    keys: str = ""
    version: str = VERSION

    def about(self) -> str:
        """Describe in words what the cells are for.

        >>> Header("audit", {"name": "RACE", "split": "test", "items": 20}, {}).about()
        'audit of RACE test, 20 questions'
        """
        named = " ".join(str(part) for part in (self.data.get("name"), self.data.get("split")) if part)
        return f"{self.run} of {named}, {self.data.get('items', 0):,} questions"


def header_path(path: Path) -> Path:
    """Name the header of a file of cells."""
    return path.with_name(f"{path.name}.header")


def hex_keys(keys: KeyArray) -> list[str]:
    """Write keys, (cells, 2), as 32 hexadecimal digits each.

    >>> hex_keys(np.array([[1, 255]], dtype=np.uint64))
    ['000000000000000100000000000000ff']
    """
    text = keys.astype(">u8").tobytes().hex()
    return [text[start : start + 32] for start in range(0, len(text), 32)]


def is_key(text: object) -> bool:
    """Return whether something is a key as `hex_keys` writes it."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def key_array(keys: Sequence[str]) -> KeyArray:
    """Read keys back, (cells, 2)."""
    return np.frombuffer(bytes.fromhex("".join(keys)), dtype=">u8").reshape(-1, 2).astype(np.uint64)


def text_keys(passages: Sequence[str], questions: Sequence[str], options: Sequence[str]) -> KeyArray:
    """Return the keys of cells given as texts, (cells, 2), each passage with all that was added to it."""
    contexts, rows = _numbered(list(zip(passages, questions, strict=True)))
    texts, columns = _numbered(options)
    return Cells(tuple(Context(*pair) for pair in contexts), tuple(texts), rows, columns).keys()


def cells_frame(parts: Sequence[tuple[str, Cells]]) -> "pl.DataFrame":
    """Make rows of cells, every cell once, with the names of all parts that ask for it, in the order of the parts."""
    import polars as pl

    contexts = [context for _, cells in parts for context in cells.contexts]
    options = [option for _, cells in parts for option in cells.options]
    frames, rows, columns = [], 0, 0
    for name, cells in parts:
        keys = cells.keys()
        index = {"context": cells.rows + rows, "place": cells.columns + columns}
        frames.append(pl.DataFrame({"hi": keys[:, 0], "lo": keys[:, 1], **index}).with_columns(view=pl.lit(name)))
        rows, columns = rows + len(cells.contexts), columns + len(cells.options)
    once = (
        pl.concat(frames)
        .group_by("hi", "lo", maintain_order=True)
        .agg(pl.col("view").unique(maintain_order=True).str.join(", "), pl.col("context", "place").first())
    )
    shown = [json.dumps(context.shown, ensure_ascii=False) for context in contexts]
    return pl.DataFrame(
        {
            "key": pl.Series(hex_keys(once.select("hi", "lo").to_numpy()), dtype=pl.String),
            "view": once["view"],
            "passage": _gathered([context.text for context in contexts], once["context"]),
            "question": _gathered([context.question for context in contexts], once["context"]),
            "option": _gathered(options, once["place"]),
            "added": _gathered([context.added for context in contexts], once["context"]),
            **({SHOWN_COLUMN: _gathered(shown, once["context"])} if any(context.shown for context in contexts) else {}),
        }
    )


def write_cells(path: Path, frame: "pl.DataFrame", header: Header) -> Header:
    """Write rows of cells, and their header beside them; return the header with the cells counted.

    Raises StoreError where they cannot be written.
    """
    whole = replace(header, cells=len(frame), keys=keys_digest(frame["key"].to_list()))
    text = json.dumps({"format": FORMAT, **asdict(whole)}, ensure_ascii=False, indent=2)
    # The header first: who is killed between the two has no cells yet, and writes both again.
    replaced(header_path(path), lambda file: file.write(f"{text}\n".encode()))
    write_table(path, frame)
    return whole


def read_header(path: Path) -> Header:
    """Read the header of a file of cells. Raises DataError where it is missing or is not one."""
    place = header_path(path)
    try:
        raw = json.loads(regular(place).read_text("utf-8"))
    except FileNotFoundError as error:
        raise DataError(
            f"{path}: its header {place.name} is not next to it, so the purpose of its cells is unknown. Put it "
            "there, or export again."
        ) from error
    except (OSError, ValueError) as error:
        raise DataError(f"{place}: cannot be read as the header of {path.name} ({error}). Export again.") from error
    return _header(raw, str(place))


def read_cells(
    path: Path, columns: Sequence[str] | None = None, *, only: Collection[str] | None = None
) -> "pl.DataFrame":
    """Read some columns of a file of cells, or all, of all cells or only those with certain keys, in the file's order.

    Raises DataError where they are missing.
    """
    import polars as pl

    scan: dict[str, Callable[[], pl.LazyFrame]] = {
        ".csv": lambda: pl.scan_csv(path, infer_schema=False).fill_null(""),  # in CSV, null is an empty text
        ".jsonl": lambda: pl.scan_ndjson(path),
        ".parquet": lambda: pl.scan_parquet(path),
    }
    try:
        rows = scan[path.suffix.lower()]()
        selection = rows if only is None else rows.filter(pl.col("key").is_in(list(only)))
        with panics():
            listed = (SHOWN_COLUMN,) if SHOWN_COLUMN in rows.collect_schema().names() else ()
            return selection.select((*COLUMNS, *listed) if columns is None else columns).collect()
    except KeyError as error:
        raise DataError(
            f"{path}: is not a file of cells; expected one that ends in {' or '.join(SUFFIXES)}."
        ) from error
    except (OSError, pl.exceptions.PolarsError) as error:
        raise DataError(
            f"{path}: cannot be read as cells ({str(error).splitlines()[0]}). Expected what `magnetite export` wrote."
        ) from error


def keys_digest(keys: Sequence[str]) -> str:
    """Return a digest of keys that does not depend on their order."""
    return hashlib.blake2b("".join(sorted(keys)).encode(), digest_size=16).hexdigest()


def write_scores(path: Path, keys: KeyArray, scores: ScoreArray, header: Header) -> None:
    """Write imported scores as Parquet, with the header of their export. Raises StoreError."""
    import polars as pl

    frame = pl.DataFrame({"hi": keys[:, 0], "lo": keys[:, 1], "score": scores})
    about = json.dumps({"format": FORMAT, **asdict(header)})
    replaced(path, lambda file: frame.write_parquet(file, statistics=False, metadata={_META: about}))


def read_scores(path: Path) -> tuple[KeyArray, ScoreArray, Header] | None:
    """Read imported scores; None where the file is something else. Raises DataError for a damaged one."""
    import polars as pl

    if path.suffix.lower() != ".parquet":
        return None
    try:
        with panics():
            if set(pl.read_parquet_schema(path)) != _SCORES:
                return None
            raw = json.loads(pl.read_parquet_metadata(path).get(_META, "null"))
            frame = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({str(error).splitlines()[0]}). Import the scores again.") from error
    keys = frame.select(pl.col("hi", "lo").cast(pl.UInt64)).to_numpy(order="c")
    return keys, frame["score"].cast(pl.Float64).to_numpy(), _header(raw, str(path))


@panics()
def read_csv(path: Path) -> "pl.DataFrame":
    """Read a table of texts as a spreadsheet program saves it: commas, semicolons or tabs, in UTF-8 or UTF-16.

    Beside semicolons a score may have a decimal comma. Every value stays a text. Raises OSError, polars' errors,
    UnicodeDecodeError, and DataError where a score may be read in two ways: 1.234 is a thousand where commas are
    decimal.
    """
    import polars as pl

    with path.open("rb") as file:
        first = file.readline()
    wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    data = path.read_bytes().decode("utf-16").encode() if wide else None
    heading = first if data is None else data.partition(b"\n")[0]
    separator = max(",;\t", key=lambda each: heading.count(each.encode()))
    table = pl.read_csv(path if data is None else data, separator=separator, infer_schema=False)
    if separator == ";" and "score" in table.columns:
        _refuse_thousands(path, table["score"])
        return table.with_columns(pl.col("score").str.replace(",", ".", literal=True))
    return table


def _refuse_thousands(path: Path, scores: "pl.Series") -> None:
    """Raise DataError where the points of scores may stand between thousands, and no score shows otherwise."""
    import polars as pl

    dotted = scores.filter(scores.str.contains(".", literal=True).fill_null(value=False))
    grouped = dotted.str.contains(_THOUSANDS)
    commas = bool(scores.str.contains(",", literal=True).any())
    if len(dotted) and (commas or bool(grouped.all())):
        row = int(pl.arg_where(scores == dotted[0], eager=True)[0]) + 1
        other = "others have a decimal comma" if commas else "no other score shows which"
        raise DataError(
            f"{path}: the score of row {row} is {dotted[0]}, which may have decimals or thousands behind its point, "
            f"and {other}. Write scores with a decimal comma, or separate columns with commas and write decimal points."
        )


@panics()
def read_table(path: Path) -> "pl.DataFrame":
    """Read a table of the kind that its name says, as `read_csv` reads CSV. Raises as `read_csv` does, ValueError."""
    import polars as pl

    read: dict[str, Callable[[Path], pl.DataFrame]] = {  # the first rows do not show what types the others have
        ".csv": read_csv,
        ".jsonl": partial(pl.read_ndjson, infer_schema_length=None),
        ".parquet": pl.read_parquet,
    }
    return read[path.suffix.lower()](path)


def write_table(path: Path, frame: "pl.DataFrame") -> None:
    """Write a table of the kind that its name says. Raises StoreError where it cannot be written."""
    write: dict[str, Callable[[IO[bytes]], object]] = {
        ".csv": lambda file: frame.write_csv(file, quote_style="non_numeric"),
        ".jsonl": frame.write_ndjson,
        ".parquet": frame.write_parquet,
    }
    replaced(path, write[path.suffix.lower()])


def replaced(path: Path, write: Callable[[IO[bytes]], object], advice: str = "Name another place.") -> None:
    """Write a file whole or not at all. Raises StoreError, with what to do, where it cannot be written.

    `write` is given the open file: polars takes no path that is not UTF-8. What it says of a disk is an error of its
    own.
    """
    with writable(path, advice), whole_file(path) as part, part.open("wb") as file, os_errors():
        write(file)


def _header(raw: Any, where: str) -> Header:
    names = {field.name for field in fields(Header)}
    if isinstance(raw, dict) and "probe" in raw:  # as earlier versions called it
        raw["run"] = raw.pop("probe")
    if not isinstance(raw, dict) or not names <= raw.keys():
        raise DataError(f"{where}: is not what `magnetite export` writes. Export and import again.")
    if raw.get("format") != FORMAT:
        raise DataError(
            f"{where}: has the format {raw.get('format')}; this version of Magnetite reads {FORMAT}. Export again."
        )
    return Header(**{name: raw[name] for name in names})


def _gathered(texts: Sequence[str], index: "pl.Series") -> "pl.Series":
    import polars as pl

    return pl.Series(texts, dtype=pl.String).gather(index)


def _numbered(values: Sequence[Any]) -> tuple[list[Any], IntArray]:
    numbers: dict[Any, int] = {}
    index = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)
    return list(numbers), index
