"""A system that is only a file of scores, whatever scored the cells, and wherever.

    passage,question,option,score        CSV, JSONL or Parquet, one row a cell
    key,score                            the same, as `magnetite score` writes it beside other columns
    what `magnetite import` wrote        Parquet, scores by key

What was imported for a system that is shown all options at once is list-wise too; a table of texts never is. Cells are
looked up by their key; those of a table by their exact texts, a passage with what a view added to it. Cells
that the file lacks are written beside it, ready to be scored. Where it has several scores of a cell, of several
members (column `member`, as `magnetite score` writes an ensemble's), it is as many scorers.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from examfiles.errors import DataError
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, IntArray, KeyArray, ScoreArray
from magnetite.core.errors import LackingScoresError, of_scores
from magnetite.core.scorer import LARGEST_SCORE, Sizes, one_each
from magnetite.scorers.exchange import (
    LISTWISE,
    Header,
    cells_frame,
    is_key,
    key_array,
    read_scores,
    read_table,
    text_keys,
    write_cells,
    write_table,
)

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".csv", ".jsonl", ".parquet")
TEXTS = ("passage", "question", "option")
COLUMNS = (*TEXTS, "score")
VIEW, MEMBER = "view", "member"


@dataclass(frozen=True, slots=True, eq=False)
class ScoreRows:
    """The rows of a file of scores: keys, (rows, 2), and scores, (rows,); the header of what was imported.

    `by_key`: whether the file has keys. `members`: whose rows these are, told apart by `member`, (rows,), in which -1
    is everybody's; without it they are one's.
    """

    keys: KeyArray
    scores: ScoreArray
    header: Header | None = None
    by_key: bool = True
    members: tuple[str, ...] = ("",)
    member: IntArray | None = None

    def by_member(self) -> "list[ScoreRows]":
        """Return each member's rows."""
        if self.member is None:
            return [self]
        own = [(self.member == number) | (self.member < 0) for number in range(len(self.members))]
        return [
            ScoreRows(self.keys[here], self.scores[here], self.header, self.by_key, (name,))
            for name, here in zip(self.members, own, strict=True)
        ]


class Recorded:
    """A scorer that looks its scores up in a file, or in some of its rows.

    Raises DataError for a file that cannot be read as one.
    """

    shares_context = False
    tolerance = 0.0

    def __init__(self, path: Path, rows: ScoreRows | None = None) -> None:
        self._path = path
        rows = _read(path) if rows is None else rows
        keys, scores, self._header, self._by_key = rows.keys, rows.scores, rows.header, rows.by_key
        self.listwise = self._header is not None and bool(self._header.settings.get(LISTWISE))
        order = _order(path, keys, scores)
        self._keys, self._scores = keys[order], scores[order]
        self._all_cells: Cells | None = None
        self._lacked: list[Cells] = []
        self.name = " ".join([path.name, *rows.members]).rstrip()
        self.fingerprint = f"recorded {hashlib.sha256(self._keys.tobytes() + self._scores.tobytes()).hexdigest()[:32]}"

    @property
    def only_chooses(self) -> bool:
        """Return whether all its scores are 0 or 1, which say what was chosen, not how likely the others were."""
        return bool(np.isin(self._scores, (0, 1)).all())

    def remarks(self) -> tuple[Reason, ...]:
        """Return what a reader of the scores must know."""
        return (Reason("note-scores-choices", {"file": self.name}),) if self.only_chooses else ()

    def sizes(self, cells: Cells) -> Sizes:
        """Count every cell as one: nothing is read, and nothing cut."""
        self._all_cells = cells  # the engine measures all cells first, so that all missing ones can be reported at once
        return one_each(cells)

    def knows(self, cells: Cells) -> BoolArray:
        """Say of which cells the file has a score, (cells,)."""
        return self._find(cells) >= 0

    def require(self, *parts: Cells) -> None:
        """Raise DataError where the file lacks any of these cells, and write all missing ones beside it."""
        missing = [cells.take(~self.knows(cells)) for cells in parts]
        if any(map(len, missing)):
            self._refuse(missing, sum(map(len, parts)))

    def score(self, cells: Cells) -> ScoreArray:
        """Look up the cells' scores. Raises DataError where one is missing, and writes all missing ones beside it."""
        at = self._find(cells)
        if (at < 0).any():
            self.require(*([] if self._all_cells is None else [self._all_cells]))
            self.require(cells)
        return self._scores[at]

    def _find(self, cells: Cells) -> IntArray:
        """Return the place of each cell, (cells,), -1 where it is missing."""
        at = self._at(cells.keys())
        if (at < 0).any() and any(context.added for context in cells.contexts):
            contexts = tuple(replace(context, passage=context.text, added="") for context in cells.contexts)
            at = np.where(at < 0, self._at(replace(cells, contexts=contexts).keys()), at)
        return at

    def _at(self, keys: KeyArray) -> IntArray:
        if not len(self._keys):
            return np.full(len(keys), -1)
        at = np.searchsorted(self._keys[:, 0], keys[:, 0])
        inside = np.minimum(at, len(self._keys) - 1)
        same = (self._keys[inside] == keys).all(axis=1)
        return np.where(same, inside, -1)

    def _refuse(self, missing: Sequence[Cells], total: int) -> None:
        some = next(cells for cells in missing if len(cells))
        question, option = some.contexts[some.rows[0]].question, some.options[some.columns[0]]
        self._lacked += missing  # all that was ever lacking is listed, for the file is one
        beside, advice = self._listed()
        lacking = sum(map(len, missing))
        raise LackingScoresError(
            f"{self._path}: {of_scores(lacking, total)} asked of it, the first of the option "
            f"'{option[:70]}' for the question '{question[:70]}'. {advice}",
            lacking=lacking,
            asked=total,
            beside=beside,
        )

    def _listed(self) -> tuple[Path, str]:
        """Write the missing cells beside the file; return where, and what to do with them."""
        rows = cells_frame([("missing", cells) for cells in self._lacked])
        if self._header is None:
            beside = self._path.with_name(f"{self._path.stem}-missing{self._path.suffix}")
            columns = ("key", *TEXTS) if self._by_key else TEXTS
            once = rows.select(columns).unique(columns[:1] if self._by_key else None, maintain_order=True)
            write_table(beside, once)
            return beside, (
                f"They are listed in {beside}: score them, and add their rows, with a score each, to {self._path.name}."
            )
        beside = self._path.with_name(f"{self._path.stem}-missing.jsonl")
        write_cells(beside, rows, self._header)
        return beside, (
            f"It was imported for: {self._header.about()}. If this run is a different one (data, split, limit, seed, "
            f"settings), export that. Otherwise score the cells of {beside} too, and add them: magnetite import SCORED "
            f"--cells {beside} --add-to {self._path}."
        )


def recorded(path: Path) -> list[Recorded]:
    """Read a file of scores: a scorer, or one for each of several members. Raises DataError."""
    return [Recorded(path, rows) for rows in _read(path).by_member()]


def is_recorded(model: str) -> bool:
    """Return whether a model's name is a file of scores. Raises DataError where it is named like one but is missing."""
    path = Path(model).expanduser()
    if path.suffix.lower() not in SUFFIXES or path.is_dir():
        return False
    if not path.is_file():
        raise DataError(f"{path}: there is no such file. Name a file of scores: {_WANTED}.")
    return True


def _read(path: Path) -> ScoreRows:
    import polars as pl

    try:
        if (imported := read_scores(path)) is not None:
            return ScoreRows(*imported)
        table = _table(path)
    except (OSError, pl.exceptions.PolarsError, ValueError) as error:
        raise DataError(
            f"{path}: cannot be read ({str(error).splitlines()[0]}). It may be cut off or hold NaN. Expected {_WANTED}"
            f"{', or a log such as samples_….jsonl of lm_eval' if path.suffix.lower() == '.jsonl' else ''}."
        ) from error
    by_key = "key" in table.columns
    keys = key_array(table["key"].to_list()) if by_key else text_keys(*(table[name].to_list() for name in TEXTS))
    rows = ScoreRows(keys, table["score"].to_numpy().astype(np.float64), by_key=by_key)
    several = MEMBER in table.columns and len(np.unique(keys, axis=0)) < len(keys)
    return _told_apart(path, table, rows) if several else rows


def _told_apart(path: Path, table: "pl.DataFrame", rows: ScoreRows) -> ScoreRows:
    """Number the members of each view, by name; a view's only one is part of every system of several.

    Raises DataError where one view has several and another has more.
    """
    import polars as pl

    told = table.select(MEMBER, pl.col(VIEW) if VIEW in table.columns else pl.lit("").alias(VIEW))
    by_view = dict(told.group_by(VIEW, maintain_order=True).agg(pl.col(MEMBER).unique().sort()).iter_rows())
    names = max(by_view.values(), key=len)
    for view, few in by_view.items():
        if len(few) not in {1, len(names)}:
            raise DataError(
                f"{path}: has {len(few)} members under {view} and {len(names)} elsewhere; expected as many under every "
                "view, or one. Leave the rows of some out, or give each view a file of its own (--systems)."
            )
    if len(names) == 1:
        return rows
    number = told.select(pl.col(MEMBER).rank("dense").over(VIEW).cast(pl.Int64) - 1).to_series()
    alone = told[VIEW].is_in([view for view, each in by_view.items() if len(each) == 1])
    return replace(rows, members=tuple(names), member=np.where(alone.to_numpy(), -1, number.to_numpy()))


def _table(path: Path) -> "pl.DataFrame":
    import polars as pl

    table = read_table(path)
    score = pl.col("score").cast(pl.Float64, strict=False)
    whose = [pl.col(name).cast(pl.String).fill_null("") for name in (VIEW, MEMBER) if name in table.columns]
    if {"key", "score"} <= {*table.columns} and all(map(is_key, table["key"])):
        return _checked(path, table.select("key", score, *whose))
    if missing := [name for name in COLUMNS if name not in table.columns]:
        raise DataError(
            f"{path}: has no column {', '.join(missing)}, only {', '.join(table.columns)}. Expected {_WANTED}."
        )
    texts = [pl.col(name).cast(pl.String).fill_null("") for name in TEXTS]
    return _checked(path, table.select(*texts, score, *whose))


def _checked(path: Path, table: "pl.DataFrame") -> "pl.DataFrame":
    scores = table["score"].fill_null(float("nan")).to_numpy()
    if not len(scores):
        raise DataError(f"{path}: has no score. Expected {_WANTED}.")
    if not (finite := np.abs(scores) <= LARGEST_SCORE).all():
        row = int(np.flatnonzero(~finite)[0])
        found = "missing, or no number" if np.isnan(scores[row]) else f"{scores[row]:g}"
        raise DataError(
            f"{path}: the score of row {row + 1} is {found}; expected a finite number, of at most {LARGEST_SCORE:.1e}. "
            "Give every row one."
        )
    return table


_WANTED = "a table with the columns passage, question, option and score"


def _order(path: Path, keys: KeyArray, scores: ScoreArray) -> IntArray:
    """Return the order of keys. Raises DataError where one cell has two scores; the same score twice is one."""
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    again: BoolArray = (keys[order][1:] == keys[order][:-1]).all(axis=1) & (scores[order][1:] != scores[order][:-1])
    if again.any():
        at = int(np.flatnonzero(again)[0])
        first, second = sorted((int(order[at]), int(order[at + 1])))
        raise DataError(
            f"{path}: rows {first + 1} and {second + 1} give one option of one question two scores, {scores[first]:g} "
            f"and {scores[second]:g}. Keep one of them, or say whose they are in a column {MEMBER}."
        )
    return order
