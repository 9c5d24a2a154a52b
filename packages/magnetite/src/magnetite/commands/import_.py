"""Scores from outside, checked and taken in as a system: every cell once, each score finite, nothing not asked for.

Everything that is wrong is said at once, with how many rows it is wrong in, and the first of them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import DataError, UsageError
from magnetite.core.setting import setting
from magnetite.running.command import Action, ActionResult, Command, action

if TYPE_CHECKING:
    from magnetite.core.cells import KeyArray, ScoreArray
    from magnetite.scorers.exchange import Header

SCORES_SUFFIX = ".parquet"
TEXTS = ("passage", "question", "option")
MOST_ROWS = 5  # rows named of each kind of trouble
BLOCK = 20_000  # rows whose texts are held at a time
_WANTED = "a key and a score in each row"


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Every setting of an import."""

    scores: Any = setting((), "Files of rows with a key and a score: .jsonl, .csv or .parquet.", metavar="SCORES")
    to: str | None = setting(None, "The .parquet file to write; then --model FILE in any run.", metavar="FILE")
    cells: str | None = setting(
        None, "The exported file.", metavar="FILE", otherwise="the only such file in the folder of SCORES"
    )
    add_to: str | None = setting(None, "Previously imported scores to add these to.", metavar="FILE")
    overwrite: bool = setting(False, "Replace an existing file or folder.")


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Imported scores: keys, (cells, 2), scores, (cells,), and what they were exported for."""

    keys: "KeyArray"
    scores: "ScoreArray"
    header: "Header"


@dataclass(frozen=True, slots=True)
class Imported:
    """What was taken in: where it stands, how many scores it holds, what for, and what a user must know."""

    path: Path
    scores: int
    header: "Header"
    notes: tuple[str, ...]


def _import(settings: ImportSettings, *, command: str = "") -> Imported:
    from magnetite.running.record import make_parent
    from magnetite.scorers.exchange import write_scores

    del command
    scores = settings.scores
    given = [Path(each).expanduser() for each in ([scores] if isinstance(scores, str | Path) else scores)]
    if not given:
        raise UsageError("no file of scores was named; expected at least one.")
    path = _target(settings)
    before = None if settings.add_to is None else _before(Path(settings.add_to).expanduser())
    source = _source(settings.cells, given)
    header = _checked_header(source)
    keys, values, notes = checked_scores(read_outside(given), source, header)
    new = Scores(keys, values, header)
    kept = new if before is None else _joined(before, new, path)
    make_parent(path)
    write_scores(path, kept.keys, kept.scores, kept.header)
    return Imported(path, len(kept.keys), kept.header, notes)


@dataclass(frozen=True, slots=True)
class Row:
    """One row from outside: its place in words, and its values; a text in their stead says why there are none."""

    where: str
    values: Mapping[str, Any] | str


@dataclass(slots=True)
class Troubles:
    """What is wrong, by kind: in how many rows, and the first of them."""

    counts: dict[str, int] = field(default_factory=dict)
    first: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, where: str) -> None:
        """Add a row to a kind of trouble, which is worded to stand behind "rows"."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if self.counts[kind] <= MOST_ROWS:
            self.first.setdefault(kind, []).append(where)

    def sentences(self) -> list[str]:
        """Say what is wrong, a sentence for each kind."""
        return [self._sentence(kind, count) for kind, count in self.counts.items()]

    def _sentence(self, kind: str, count: int) -> str:
        more = ", …" if count > MOST_ROWS else ""
        return f"{count:,} row{'s' if count > 1 else ''} {kind}: {', '.join(self.first[kind])}{more}."


@dataclass(slots=True)
class Tally:
    """The scores found so far by key, each with its place; `seen` are the keys of all rows, bad ones too."""

    scores: dict[str, tuple[float, str]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    again: int = 0

    def take(self, key: str, score: float, where: str, troubles: Troubles) -> None:
        """Take a score; a second one for the same cell counts, if it is the same, or is trouble."""
        if key not in self.scores:
            self.scores[key] = (score, where)
            return
        first, place = self.scores[key]
        self.again += first == score
        if first != score:
            troubles.add("with another score for a cell than an earlier row", f"{where} ({first:g} in {place})")


def read_outside(paths: Sequence[Path]) -> Iterator[Row]:
    """Read rows of scores, file by file. Raises DataError for a file that is absent, empty, or no table at all."""
    from magnetite.scorers.exchange import SUFFIXES

    for path in paths:
        if path.suffix.lower() not in SUFFIXES:
            raise DataError(f"{path}: is not a file of scores; expected one that ends in {' or '.join(SUFFIXES)}.")
        if not path.is_file():
            raise DataError(f"{path}: there is no such file of scores.")
        if not path.stat().st_size:
            raise DataError(f"{path}: the file is empty; expected {_WANTED}.")
        yield from (_lines if path.suffix.lower() == ".jsonl" else _table)(path)


def checked_scores(
    rows: Iterable[Row], source: Path, header: "Header"
) -> "tuple[KeyArray, ScoreArray, tuple[str, ...]]":
    """Return keys, (cells, 2), scores, (cells,), and remarks, where each cell of the exported file has one score.

    Raises DataError otherwise; cells without any row are then listed in a file beside the exported one.
    """
    import numpy as np

    from magnetite.scorers.exchange import key_array, read_cells

    keys = read_cells(source, ["key"])["key"].to_list()
    wanted, troubles, tally = set(keys), Troubles(), Tally()
    for row, key in _keyed(iter(rows), wanted, troubles):
        tally.seen.add(key)
        if (score := _score(row, troubles)) is not None:
            tally.take(key, score, row.where, troubles)
    lacking = [key for key in keys if key not in tally.seen]
    if sentences := [*troubles.sentences(), *_strangers(tally, troubles, header), *_lacking(lacking, keys, source)]:
        raise DataError(f"these scores cannot be imported. {' '.join(sentences)} Nothing was imported.")
    values = np.array([tally.scores[key][0] for key in keys], dtype=np.float64)
    remarks = (f"Rows that repeat a cell with the same score: {tally.again:,}.",) if tally.again else ()
    return key_array(keys), values, remarks


def _target(settings: ImportSettings) -> Path:
    from magnetite.running.record import refuse_file

    if settings.to is None and settings.add_to is None:
        raise UsageError("it is not said where the scores are to go. Name a .parquet file: to='…' (--to …).")
    if settings.to is None or settings.to == settings.add_to:
        return Path(str(settings.add_to)).expanduser()
    path = Path(settings.to).expanduser()
    refuse_file(path, (SCORES_SUFFIX,), overwrite=settings.overwrite)
    return path


def _before(path: Path) -> Scores:
    from magnetite.scorers.exchange import read_scores

    if not path.is_file():
        raise DataError(f"{path}: there is no such file of imported scores to add to.")
    parts = read_scores(path)
    if parts is None:
        raise DataError(f"{path}: was not written by `magnetite import`, so nothing can be added to it.")
    return Scores(*parts)


def _source(cells: str | Path | None, scores: Sequence[Path]) -> Path:
    """Find the exported file: the one named, or the only one beside the scores."""
    if cells is not None:
        return Path(cells).expanduser()
    folders = dict.fromkeys(path.absolute().parent for path in scores)
    files = sorted(place.with_suffix("") for folder in folders for place in folder.glob("*.header"))
    if len(files) != 1:
        where = ", ".join(str(folder) for folder in folders)
        what = f"{len(files)} exported files lie in {where}" if files else f"no exported file lies in {where}"
        raise UsageError(f"{what}, so it is not known which cells these scores are of. Name the file: --cells FILE.")
    return files[0]


def _checked_header(path: Path) -> "Header":
    """Read the header of an exported file, and check that the file still has the cells it tells of."""
    from magnetite.scorers.exchange import keys_digest, read_cells, read_header

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
    import numpy as np

    from magnetite.scorers.exchange import LISTWISE, hex_keys, keys_digest

    if before.header.data.get("fingerprint") != new.header.data.get("fingerprint"):
        raise DataError(
            f"{path}: holds scores for {before.header.about()}, and the new ones are for {new.header.about()}: other "
            "data. Import these into a file of their own."
        )
    if bool(before.header.settings.get(LISTWISE)) != bool(new.header.settings.get(LISTWISE)):
        raise DataError(
            f"{path}: has scores of options that were shown together, and the new ones were shown one at a time, "
            "or the reverse. Import these into a file of their own."
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
    runs = ", ".join(dict.fromkeys([*before.header.run.split(", "), new.header.run]))
    header = replace(before.header, run=runs, cells=int(kept.sum()), keys=keys_digest(hex_keys(keys[kept])))
    return Scores(keys[kept], scores[kept], header)


def _lines(path: Path) -> Iterator[Row]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                yield Row(f"{path.name} line {number}", _object(line))


def _object(line: bytes) -> Mapping[str, Any] | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "that cannot be read as JSON" if line.endswith(b"\n") else "that breaks off before its end"
    return value if isinstance(value, dict) else "that is no JSON object"


def _table(path: Path) -> Iterator[Row]:
    import polars as pl

    from magnetite.scorers.exchange import read_table

    csv = path.suffix.lower() == ".csv"
    try:
        table = read_table(path)
    except (OSError, UnicodeDecodeError, pl.exceptions.PolarsError) as error:
        raise DataError(f"{path}: cannot be read ({str(error).splitlines()[0]}). Expected {_WANTED}.") from error
    if "score" not in table.columns:
        raise DataError(f"{path}: has no column score, only {', '.join(table.columns)}. Expected {_WANTED}.")
    if csv:
        table = table.with_columns(pl.all().exclude("score").fill_null(""))
    for number, values in enumerate(table.iter_rows(named=True), start=1):
        yield Row(f"{path.name} row {number}", {**values, "score": _parsed(values["score"])} if csv else values)


def _parsed(text: str | None) -> float | str | None:
    """Read a CSV's number; anything else stays a text."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _score(row: Row, troubles: Troubles) -> float | None:
    """Return a row's score; None where it is unusable."""
    from magnetite.core.scorer import LARGEST_SCORE

    value = row.values.get("score") if not isinstance(row.values, str) else None
    if value is None:
        troubles.add("without a score", row.where)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        troubles.add("with a score that is no number", row.where)
    elif not abs(value) <= LARGEST_SCORE:  # neither is NaN
        troubles.add("with a score that is not finite", row.where)
    else:
        return float(value)
    return None


def _keyed(rows: Iterator[Row], wanted: set[str], troubles: Troubles) -> Iterator[tuple[Row, str]]:
    """Give rows with the key of their cell, block by block; those without one that was asked for are trouble."""
    while block := list(islice(rows, BLOCK)):
        for row, by_texts in zip(block, _keys_of_texts(block), strict=True):
            key = _key(row, by_texts, wanted, troubles)
            if key is not None:
                yield row, key


def _key(row: Row, by_texts: tuple[str, ...], wanted: set[str], troubles: Troubles) -> str | None:
    from magnetite.scorers.exchange import is_key

    if isinstance(row.values, str):
        troubles.add(row.values, row.where)
        return None
    key = row.values.get("key") or next((key for key in by_texts if key in wanted), None)
    if key is None and not by_texts:
        troubles.add("with neither a key nor passage, question and option", row.where)
    elif key is not None and not is_key(key):
        troubles.add("with a key that is none", row.where)
    elif key is None or key not in wanted:
        troubles.add("of a cell that was not exported", row.where)
    elif by_texts and key not in by_texts:
        troubles.add("with other texts than were exported under their key", row.where)
    else:
        return str(key)
    return None


def _keys_of_texts(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the keys of the cells whose texts stand in each row; none where they do not.

    Two are possible where a view added text: that of the passage apart from it, and that of both as one.
    """
    import numpy as np

    from magnetite.core.cells import Cells, Context
    from magnetite.scorers.exchange import hex_keys

    texts = [_texts(row) for row in rows]
    whole = [place for place, row_texts in enumerate(texts) if row_texts]
    index = np.arange(len(whole), dtype=np.int64)
    options = tuple(texts[place][2] for place in whole)
    shown = {place: _shown(rows[place]) for place in whole}
    apart = [replace(Context(*_apart(*texts[place])), shown=shown[place]) for place in whole]
    as_one = [Context(texts[place][0], texts[place][1], shown[place]) for place in whole]
    keys = [hex_keys(Cells(tuple(contexts), options, index, index).keys()) for contexts in (apart, as_one)]
    by_place = dict(zip(whole, zip(*keys, strict=True), strict=True))
    return [by_place.get(place, ()) for place in range(len(rows))]


def _texts(row: Row) -> tuple[str, ...]:
    """Return a row's passage, question, option and what was added to the passage; nothing where they are not there."""
    if isinstance(row.values, str) or not all(isinstance(row.values.get(name), str) for name in TEXTS):
        return ()
    return (*(row.values[name] for name in TEXTS), str(row.values.get("added") or ""))


def _shown(row: Row) -> tuple[str, ...]:
    """Return the options that a row shows; none where it shows none, or no list of texts."""
    from magnetite.scorers.exchange import SHOWN_COLUMN

    text = "" if isinstance(row.values, str) else row.values.get(SHOWN_COLUMN)
    try:
        options = json.loads(str(text or "[]"))
    except ValueError:
        return ()
    return tuple(map(str, options)) if isinstance(options, list) else ()


def _apart(passage: str, question: str, _option: str, added: str) -> tuple[str, str, tuple[str, ...], str]:
    """Return what a context is made of, with what a view added taken off the end of the passage.

    >>> _apart("Ann sat. sat Bo .", "Who?", "Bo", "sat Bo .")
    ('Ann sat.', 'Who?', (), 'sat Bo .')
    """
    if not added or not passage.endswith(added):
        return passage, question, (), ""
    return passage[: -len(added)].removesuffix(" "), question, (), added


def _strangers(tally: Tally, troubles: Troubles, header: "Header") -> list[str]:
    """Say where the scores seem to come from another export altogether."""
    if tally.seen or "of a cell that was not exported" not in troubles.counts:
        return []
    return [f"None is of the cells that were exported for {header.about()}; name the file they are of: --cells FILE."]


def _lacking(lacking: Sequence[str], keys: Sequence[str], source: Path) -> list[str]:
    """List cells without a row in a file, and say so; nothing where there is none, or no cell has one."""
    from magnetite.scorers.exchange import read_cells, replaced

    if not lacking:
        return []
    counted = f"{len(lacking):,} of the {len(keys):,} cells have no score"
    if len(lacking) == len(keys):
        return [f"{counted}."]
    rows = read_cells(source, only=lacking)
    beside = source.with_name(f"{source.stem}-missing.jsonl")
    replaced(beside, rows.write_ndjson)
    first = rows.row(0, named=True)
    named = f"the first the option '{first['option'][:70]}' of the question '{first['question'][:70]}'"
    return [f"{counted}, {named}. They are listed in {beside}: score them, and import both files of scores together."]


def _said(result: Imported) -> ActionResult:
    lines = [f"{result.scores:,} scores, for {result.header.about()}: {result.path}", *result.notes]
    if result.header.command:
        flag = "--systems outside=" if result.header.run == "transfer" else "--model "
        lines.append(f"Now: {result.header.command} {flag}{result.path}")
    return ActionResult(result.path, result.scores, "scores", tuple(lines), result.notes)


IMPORT: Command[ImportSettings, Action] = Command(
    "import",
    ImportSettings,
    action(_import),
    ("scores", "to"),
    "",
    """Check the scores of exported cells, one for each cell, and make them a system that needs no model.

    Example: magnetite import scored.jsonl --to scores.parquet
    """,
    watched=(),
    says=_said,
    needs="audit",
)
