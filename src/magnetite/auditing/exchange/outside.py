"""Bring your own scores: cells written down for a system outside, and its scores taken in as a system.

    export_cells("unreadable", data, "cells.jsonl")            what the probe asks for
    (score every row, in any framework: key and score)
    import_scores("scored.jsonl", "scores.parquet")            checked, cell by cell
    unreadable(data, "scores.parquet")                         or any other run that was exported

What this file leaves out: which cells a run needs (`exchange.cells`), and what can be wrong with scores
(`exchange.scores`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.auditing.exchange.cells import needed_cells
from magnetite.auditing.exchange.scores import checked_scores, read_outside
from magnetite.auditing.record import data_record
from magnetite.core.cells import KeyArray, ScoreArray
from magnetite.core.errors import DataError, StoreError, UsageError
from magnetite.core.items import Dataset
from magnetite.scorers.exchange import (
    SUFFIXES,
    Header,
    cells_frame,
    hex_keys,
    keys_digest,
    read_cells,
    read_header,
    read_scores,
    write_cells,
    write_scores,
)

SCORES_SUFFIX = ".parquet"


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Hold imported scores: keys, (cells, 2), scores, (cells,), and what they were exported for."""

    keys: KeyArray
    scores: ScoreArray
    header: Header


@dataclass(frozen=True, slots=True)
class Exported:
    """Say what was written: where, how many cells, what for, and what a user must know."""

    path: Path
    header: Header
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """Say what was taken in: where it stands, how many scores it holds, what for, and what a user must know."""

    path: Path
    scores: int
    header: Header
    notes: tuple[str, ...]


def export_cells(
    probe: str,
    data: str | Path | Dataset | None,
    to: str | Path,
    *,
    overwrite: bool = False,
    command: str = "",
    **given: Any,
) -> Exported:
    """Write the cells that a run asks for, one row a cell, every cell once, and a header beside them.

    `probe`: audit, shortcuts, magnets or unreadable. `to`: a .jsonl, .csv or .parquet file. `given`: whatever else the
    run's function takes, but a model. The same must be given when it is run on the scores.
    Raises UsageError, DataError or StoreError.

    >>> import magnetite, tempfile
    >>> from magnetite.auditing import export_cells
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export_cells("audit", "sample", f"{folder}/cells.jsonl", probes=("accuracy",), limit=20).header.cells
    79
    """
    path = Path(to).expanduser()
    _check_place(path, SUFFIXES, overwrite=overwrite)
    needed = needed_cells(probe, data, given)
    _make_parent(path)
    settings: dict[str, Any] = {name: _plain(value) for name, value in needed.settings.items()}
    header = Header(probe, data_record(needed.dataset), settings, command)
    return Exported(path, write_cells(path, cells_frame(needed.parts), header), needed.notes)


def import_scores(
    scores: str | Path | Sequence[str | Path],
    to: str | Path | None = None,
    *,
    cells: str | Path | None = None,
    add_to: str | Path | None = None,
    overwrite: bool = False,
) -> Imported:
    """Check scores of exported cells, and write them as a system: a Parquet file that any run takes as its model.

    `scores`: one or several JSONL, CSV or Parquet files of rows with a `key` and a `score`, in any order; instead of
    the key, or beside it, may stand passage, question and option as they were exported. `cells`: the exported file; by
    default the only one that lies beside the scores. `add_to`: scores imported before, to which these are added.
    Raises UsageError, StoreError, and DataError, which says how many rows are wrong and which, where a cell has no
    score or two different ones, a score is no finite number, or a row belongs to no cell; nothing is written then, but
    for a list of the cells that lack a score.
    """
    given = [Path(each).expanduser() for each in ([scores] if isinstance(scores, str | Path) else scores)]
    if not given:
        raise UsageError("no file of scores was named; expected at least one.")
    path = _target(to, add_to, overwrite=overwrite)
    before = None if add_to is None else _before(Path(add_to).expanduser())
    source = _source(cells, given)
    header = _checked_header(source)
    keys, values, notes = checked_scores(read_outside(given), source, header)
    new = Scores(keys, values, header)
    kept = new if before is None else _joined(before, new, path)
    _make_parent(path)
    write_scores(path, kept.keys, kept.scores, kept.header)
    return Imported(path, len(kept.keys), kept.header, notes)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _check_place(path: Path, suffixes: Sequence[str], *, overwrite: bool) -> None:
    if path.suffix.lower() not in suffixes:
        raise UsageError(f"{path}: its name should end in {' or '.join(suffixes)}.")
    if path.is_dir():
        raise UsageError(f"{path}: is a folder. Name a file.")
    if path.exists() and not overwrite:
        raise UsageError(f"{path}: exists already. Name another file, or replace it: overwrite=True (--overwrite).")


def _make_parent(path: Path) -> None:
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error}). Name another place.") from error


def _target(to: str | Path | None, add_to: str | Path | None, *, overwrite: bool) -> Path:
    if to is None and add_to is None:
        raise UsageError("it is not said where the scores are to go. Name a .parquet file: to='…' (--to …).")
    if to is None or (add_to is not None and Path(to) == Path(add_to)):
        return Path(str(add_to)).expanduser()
    path = Path(to).expanduser()
    _check_place(path, (SCORES_SUFFIX,), overwrite=overwrite)
    return path


def _before(path: Path) -> Scores:
    if not path.is_file():
        raise DataError(f"{path}: there is no such file of imported scores to add to.")
    found = read_scores(path)
    if found is None:
        raise DataError(f"{path}: was not written by `magnetite import`, so nothing can be added to it.")
    return Scores(*found)


def _source(cells: str | Path | None, scores: Sequence[Path]) -> Path:
    """Find the exported file: the one named, or the only one beside the scores."""
    if cells is not None:
        return Path(cells).expanduser()
    folders = dict.fromkeys(path.absolute().parent for path in scores)
    found = sorted(place.with_suffix("") for folder in folders for place in folder.glob("*.header"))
    if len(found) != 1:
        where = ", ".join(str(folder) for folder in folders)
        what = f"{len(found)} exported files lie in {where}" if found else f"no exported file lies in {where}"
        raise UsageError(f"{what}, so it is not known which cells these scores are of. Name the file: --cells FILE.")
    return found[0]


def _checked_header(path: Path) -> Header:
    """Read the header of an exported file, and check that the file still has the cells it tells of."""
    if not path.is_file():
        raise DataError(f"{path}: there is no such file of cells. Name what `magnetite export` wrote.")
    header = read_header(path)
    keys = read_cells(path, ["key"])["key"].to_list()
    if len(keys) != header.cells or keys_digest([key or "" for key in keys]) != header.keys:
        raise DataError(
            f"{path}: holds {len(keys):,} cells, which are not the {header.cells:,} that its header tells of "
            f"({header.about()}). The file was changed or cut off, or the header is another file's. Export again."
        )
    return header


def _joined(before: Scores, new: Scores, path: Path) -> Scores:
    """Join scores imported before with new ones. Raises DataError where they contradict, or are of other data."""
    if before.header.data.get("fingerprint") != new.header.data.get("fingerprint"):
        raise DataError(
            f"{path}: holds scores for {before.header.about()}, and the new ones are for {new.header.about()}: other "
            "data. Import these into a file of their own."
        )
    keys, scores = np.concatenate([before.keys, new.keys]), np.concatenate([before.scores, new.scores])
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    keys, scores = keys[order], scores[order]
    same = (keys[1:] == keys[:-1]).all(axis=1)
    if other := int(np.count_nonzero(same & (scores[1:] != scores[:-1]))):
        raise DataError(
            f"{path}: {other:,} of the {len(new.keys):,} cells have another score there already. Import all scores of "
            "one system again, into a new file."
        )
    kept = np.concatenate([[True], ~same])
    probes = ", ".join(dict.fromkeys([*before.header.probe.split(", "), new.header.probe]))
    header = replace(before.header, probe=probes, cells=int(kept.sum()), keys=keys_digest(hex_keys(keys[kept])))
    return Scores(keys[kept], scores[kept], header)
