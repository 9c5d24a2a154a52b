"""A system that is only a file of scores: whatever scored the cells, wherever, answers here by what it wrote down.

    passage,question,option,score        CSV, JSONL or Parquet, one row a cell

Texts are looked up as they are, to the letter. Cells that the file lacks are written beside it, ready to be scored.
What this file leaves out: scores that depend on the other options, which a file of cells cannot tell.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magnetite.core.cells import BoolArray, Cells, Context, IntArray, KeyArray, ScoreArray
from magnetite.core.errors import DataError, StoreError
from magnetite.core.scorer import Sizes

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".csv", ".jsonl", ".parquet")
TEXTS = ("passage", "question", "option")
COLUMNS = (*TEXTS, "score")


class Recorded:
    """Answer with the scores of a file. Raises DataError for a file that cannot be read as one."""

    listwise = False
    shares_context = False
    tolerance = 0.0

    def __init__(self, path: Path) -> None:
        self._path = path
        table = _read(path)
        keys, scores = _keys(table), table["score"].to_numpy().astype(np.float32)
        _refuse_contradictions(path, keys, scores)
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        self._keys, self._scores = keys[order], scores[order]
        self.name = path.name
        self.fingerprint = f"recorded {hashlib.sha256(self._keys.tobytes() + self._scores.tobytes()).hexdigest()[:32]}"

    def sizes(self, cells: Cells) -> Sizes:
        """Count nothing. Raises DataError where the file lacks a cell, and writes those it lacks beside it."""
        self.require(cells)
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def require(self, *asked: Cells) -> None:
        """Raise DataError where the file lacks any cell of these, and write those it lacks beside it, all at once."""
        lacking = [cells.take(self._find(cells.keys()) < 0) for cells in asked]
        if any(map(len, lacking)):
            self._refuse(lacking, sum(map(len, asked)))

    def score(self, cells: Cells) -> ScoreArray:
        """Look the cells' scores up."""
        at = self._find(cells.keys())
        if (at < 0).any():
            self._refuse([cells.take(at < 0)], len(cells))
        return self._scores[at]

    def _find(self, keys: KeyArray) -> IntArray:
        """Return where each key, (keys, 2), stands, -1 where it does not."""
        at = np.searchsorted(self._keys[:, 0], keys[:, 0])
        inside = np.minimum(at, len(self._keys) - 1)
        same = (self._keys[inside] == keys).all(axis=1)
        return np.where(same, inside, -1)

    def _refuse(self, lacking: Sequence[Cells], asked: int) -> None:
        beside = self._path.with_name(f"{self._path.stem}-missing{self._path.suffix}")
        _write(lacking, beside)
        some = next(cells for cells in lacking if len(cells))
        question, option = some.contexts[some.rows[0]].question, some.options[some.columns[0]]
        raise DataError(
            f"{self._path}: lacks {sum(map(len, lacking)):,} of the {asked:,} scores asked for, the first of the "
            f"option '{option[:70]}' for the question '{question[:70]}'. They are listed in {beside}: score them, and "
            f"add their rows, with a score each, to {self._path.name}."
        )


def is_recorded(model: str) -> bool:
    """Say whether what names a model is a file of scores. Raises DataError where it is named like one and not there."""
    path = Path(model).expanduser()
    if path.suffix.lower() not in SUFFIXES or path.is_dir():
        return False
    if not path.is_file():
        raise DataError(f"{path}: there is no such file. Name a file of scores: {_EXPECTED}.")
    return True


def _read(path: Path) -> "pl.DataFrame":
    import polars as pl

    read: dict[str, Callable[..., pl.DataFrame]] = {
        ".csv": pl.read_csv,
        ".jsonl": pl.read_ndjson,
        ".parquet": pl.read_parquet,
    }
    try:
        table = read[path.suffix.lower()](path)
    except (OSError, pl.exceptions.PolarsError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({str(error).splitlines()[0]}). Expected {_EXPECTED}.") from error
    if lacking := [name for name in COLUMNS if name not in table.columns]:
        raise DataError(
            f"{path}: has no column {', '.join(lacking)}, only {', '.join(table.columns)}. Expected {_EXPECTED}."
        )
    texts = [pl.col(name).cast(pl.String).fill_null("") for name in TEXTS]
    table = table.select(*texts, pl.col("score").cast(pl.Float64, strict=False))
    return _checked(path, table)


def _checked(path: Path, table: "pl.DataFrame") -> "pl.DataFrame":
    scores = table["score"].fill_null(float("nan")).to_numpy()
    if not len(scores):
        raise DataError(f"{path}: holds no score. Expected {_EXPECTED}.")
    if not np.isfinite(scores).all():
        row = int(np.flatnonzero(~np.isfinite(scores))[0])
        raise DataError(f"{path}: the score of row {row + 1} is not a finite number. Give every row one.")
    return table


_EXPECTED = "a table with the columns passage, question, option and score"


def _keys(table: "pl.DataFrame") -> KeyArray:
    contexts, rows = _numbered(list(zip(table["passage"], table["question"], strict=True)))
    options, columns = _numbered(table["option"].to_list())
    return Cells(tuple(Context(*texts) for texts in contexts), tuple(options), rows, columns).keys()


def _numbered(values: Sequence[Any]) -> tuple[list[Any], IntArray]:
    numbers: dict[Any, int] = {}
    found = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)
    return list(numbers), found


def _refuse_contradictions(path: Path, keys: KeyArray, scores: ScoreArray) -> None:
    """Raise DataError where one cell has two scores; the same score twice is one."""
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    again: BoolArray = (keys[order][1:] == keys[order][:-1]).all(axis=1) & (scores[order][1:] != scores[order][:-1])
    if again.any():
        at = int(np.flatnonzero(again)[0])
        first, second = sorted((int(order[at]), int(order[at + 1])))
        raise DataError(
            f"{path}: rows {first + 1} and {second + 1} give one option of one question two scores, {scores[first]:g} "
            f"and {scores[second]:g}. Keep one of them."
        )


def _write(lacking: Sequence[Cells], path: Path) -> None:
    import polars as pl

    texts = [
        (cells.contexts[row].passage, cells.contexts[row].question, cells.options[column])
        for cells in lacking
        for row, column in zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
    ]
    table = pl.DataFrame(dict(zip(TEXTS, map(list, zip(*texts, strict=True)), strict=True)))
    table = table.unique(maintain_order=True)
    write: dict[str, Callable[[Path], object]] = {
        ".csv": table.write_csv,
        ".jsonl": table.write_ndjson,
        ".parquet": table.write_parquet,
    }
    try:
        write[path.suffix.lower()](path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error}). Free space, or move the scores elsewhere.") from error
