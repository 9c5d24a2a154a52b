"""Read what DATA names: one source, or several joined into one dataset, as RACE++ is RACE and RACE-C.

    RACE.tar.gz                     one source
    RACE.tar.gz+RACE-C.csv@test     two, joined; the second names no split, so it is said which it is
    sample                          the bundled exam

A path that exists is taken as it stands, whatever signs are in its name; only what is left is cut at "+" and "@".
What this file leaves out: reading a source (`magnetite.formats`), and choosing among its items (`select`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from magnetite.core.errors import DataError, UsageError
from magnetite.core.items import Dataset, Item
from magnetite.formats import read, read_splits, splits
from magnetite.formats.detect import SPLITS, canonical, split_of
from magnetite.formats.rows import is_hub_path

SAMPLE = "sample"
JOINS = "+"
SAYS = "@"
Part = str | Path | Dataset


def sample_exam() -> Path:
    """Return where the bundled sample exam lies."""
    return Path(__file__).parent.parent / "bundled" / "sample-exam.jsonl"


def data_path(data: str | Path) -> str | Path:
    """Return where data lies; "sample" is the bundled exam, unless there is a file of that name."""
    return sample_exam() if str(data) == SAMPLE and not Path(SAMPLE).exists() else data


def parts_of(data: str | Path) -> tuple[str, ...]:
    """Cut `data` into the sources it joins; a "+" that belongs to the name of an existing path stays.

    >>> parts_of("RACE.tar.gz+RACE-C.csv@test")
    ('RACE.tar.gz', 'RACE-C.csv@test')
    """
    if isinstance(data, Path):
        return (str(data),)
    pieces = data.split(JOINS)
    parts = []
    while pieces:
        whole = next((n for n in range(len(pieces), 1, -1) if _exists(JOINS.join(pieces[:n]))), 1)
        parts.append(JOINS.join(pieces[:whole]).strip())
        pieces = pieces[whole:]
    if "" in parts:
        raise UsageError(f"data '{data}': there is nothing on one side of a '{JOINS}'. Expected PATH{JOINS}PATH.")
    return tuple(parts)


def said_split(part: str | Path) -> tuple[str, str | None]:
    """Take "@SPLIT" off a path: the path, and the split it says, None for none.

    >>> said_split("RACE-C.csv@val"), said_split("me@home.csv")
    (('RACE-C.csv', 'dev'), ('me@home.csv', None))
    """
    path, at, said = str(part).rpartition(SAYS)
    if at and path and canonical(said) in SPLITS and not Path(part).expanduser().exists():
        return path, canonical(said)
    return str(part), None


def load_joined(
    data: Part | Sequence[Part],
    split: str | None = None,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: Mapping[str, str] | None = None,
    skip_bad: bool = False,
    **passages: Any,
) -> Dataset:
    """Read one source, or several joined: a text with "+", or a sequence of paths and datasets.

    `split` is read of every part, except a dataset, which is what it is; `passages` are `read`'s passage and
    passage_needed. Of a single part all stays as it was read.
    Of several, ids and passage ids get the part's name in front; a passage that an earlier part has keeps that
    part's id, so that intervals know it for the same; levels stay, and a part without levels gets its name as one.
    Raises DataError or UsageError where a part cannot be read, has not the split, or is given twice.
    """
    given = [data] if isinstance(data, str | Path | Dataset) else list(data)
    parts = [part for each in given for part in (parts_of(each) if isinstance(each, str | Path) else (each,))]
    if not parts:
        raise UsageError("no data was named; expected at least one path.")
    how = {"format": format, "columns": columns, "skip_bad": skip_bad, **passages}
    read_parts = [
        part if isinstance(part, Dataset) else _read(part, split, how, alone=len(parts) == 1) for part in parts
    ]
    return read_parts[0] if len(parts) == 1 else join(read_parts)


def load_datasets(data: str | Path, split: str | None = None, **how: Any) -> list[Dataset]:
    """Read every split there is, or the one named; of several joined sources, every split that all of them have."""
    parts = parts_of(data)
    if split is not None or any(said_split(part)[1] for part in parts):
        return [load_joined(data, split, **how)]
    if len(parts) == 1:
        return read_splits(data_path(parts[0]), **how)
    named = [{each.split for each in read_splits(data_path(part), **how)} for part in parts]
    both = [name for name in SPLITS if all(name in found for found in named)]
    return [load_joined(data, name, **how) for name in both or (None,)]


def join(parts: Sequence[Dataset]) -> Dataset:
    """Join datasets into one, as `load_joined` says. Raises DataError where one is given twice.

    >>> from magnetite.core.items import Dataset, Item
    >>> def exam(name, *ids):
    ...     return Dataset(name, tuple(Item(id, "p", f"Passage of {name}.", "Who?", ("a", "b")) for id in ids))
    >>> [item.id for item in join([exam("RACE", "1", "2"), exam("RACE-C", "1")])]
    ['RACE/1', 'RACE/2', 'RACE-C/1']
    """
    _refuse_twins(parts)
    names = _names(parts)
    passages: dict[str, str] = {}
    items: list[Item] = []
    for name, part in zip(names, parts, strict=True):
        levels = any(item.level for item in part)
        own: dict[str, str] = {}
        for item in part:
            passage = passages.get(item.passage) or f"{name}/{item.passage_id}"
            if item.passage:
                own.setdefault(item.passage, passage)
            level = item.level if levels else name
            items.append(replace(item, id=f"{name}/{item.id}", passage_id=passage, level=level))
        passages = {**own, **passages}
    return Dataset(
        "+".join(names),
        tuple(items),
        _one_of([part.split for part in parts]),
        "+".join(part.source or part.name for part in parts),
        _one_of([part.format for part in parts]),
        tuple(
            replace(left, where=f"{name}: {left.where}")
            for name, part in zip(names, parts, strict=True)
            for left in part.skipped
        ),
        (
            *(f"{name}: {note}" for name, part in zip(names, parts, strict=True) for note in part.notes),
            *_repeated(items),
        ),
    )


def _read(part: str, split: str | None, how: Mapping[str, Any], *, alone: bool) -> Dataset:
    path, said = said_split(part)
    if said and split and canonical(split) != said:
        raise UsageError(
            f"{part}: says that it is '{said}', but the split '{canonical(split)}' is asked for. Leave one of them out."
        )
    if said and not _names_a_split(path, how["format"]):
        return replace(read(data_path(path), **how), split=said)
    try:
        return read(data_path(path), split=said or split, **how)
    except UsageError as error:
        if alone or not split or said or _names_a_split(path, how["format"]):
            raise
        raise UsageError(
            f"{path}: names no split, so it cannot be told whether its questions are for '{canonical(split)}'. "
            f"If they are, say so: {part}{SAYS}{canonical(split)}."
        ) from error


def _names_a_split(path: str, format_: str | None) -> bool:
    if is_hub_path(path):
        return split_of(PurePosixPath(path).name) is not None
    return bool(splits(data_path(path), format_))


def _names(parts: Sequence[Dataset]) -> list[str]:
    """Name the parts, each differently: by the dataset, its split where names repeat, a number where that repeats.

    >>> _names([Dataset("RACE", (), "dev"), Dataset("RACE", (), "test"), Dataset("DREAM", ())])
    ['RACE-dev', 'RACE-test', 'DREAM']
    """
    names = [part.name for part in parts]
    fuller = [f"{part.name}-{part.split}" if names.count(part.name) > 1 and part.split else part.name for part in parts]
    return [
        name if fuller.count(name) == 1 else f"{name}-{fuller[: number + 1].count(name)}"
        for number, name in enumerate(fuller)
    ]


def _refuse_twins(parts: Sequence[Dataset]) -> None:
    seen: dict[str, Dataset] = {}
    for part in parts:
        first = seen.setdefault(part.fingerprint, part)
        if first is not part or sum(other is part for other in parts) > 1:
            raise DataError(
                f"{part.source or part.name}: holds the same questions as {first.source or first.name}, so each would "
                "count twice. Join a part once."
            )


def _repeated(items: Sequence[Item]) -> tuple[str, ...]:
    """Say how many questions stand in the joined dataset more than once, text for text."""
    texts = {(item.passage, item.question, item.options) for item in items}
    again = len(items) - len(texts)
    return (f"{again:,} of {len(items):,} questions repeat another one, text for text.",) if again else ()


def _one_of(names: Sequence[str | None]) -> str | None:
    return "+".join(dict.fromkeys(name for name in names if name)) or None


def _exists(path: str) -> bool:
    path = said_split(path.strip())[0]
    try:
        return Path(path).expanduser().exists()
    except OSError:  # a text too long for a path
        return False
