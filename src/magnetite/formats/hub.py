"""Hub data: a table read straight from `hf://datasets/OWNER/NAME/FILE` by polars.

Paths may have the patterns that polars allows (`…/test-*.parquet`).
"""

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from magnetite.core.errors import DataError, UsageError
from magnetite.formats.columns import ColumnNames
from magnetite.formats.format import Document, Outcome
from magnetite.formats.rows import Rows, frame_rows
from magnetite.formats.tabular import read_table

PREFIX = "hf://"


def is_hub_path(path: object) -> bool:
    """Return whether a path names a file on the hub."""
    return str(path).startswith(PREFIX)


def read_hub(path: str, names: ColumnNames | None = None) -> Iterator[Outcome]:
    """Read a table from the hub. Raises UsageError for a kind of file polars cannot stream, DataError on failure."""
    yield from read_table(_rows(path), Document(PurePosixPath(path).name, path, b""), names)


def _rows(path: str) -> Rows:
    import polars as pl

    readers: dict[str, Callable[[str], pl.LazyFrame]] = {
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
        raise DataError(
            f"{path}: cannot be read from the hub ({str(error).splitlines()[0]}). Check the path and the network, or "
            "download the file and give its path."
        ) from error
