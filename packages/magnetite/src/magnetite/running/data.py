"""Read what DATA names: one source, several joined into one, as RACE++ is RACE and RACE-C, or several to compare.

    RACE.tar.gz                     one source
    RACE.tar.gz+RACE-C.csv@test     two, joined; the second names no split, so the user says which it is
    sample                          the bundled exam

A path that exists is taken as it stands, whatever signs are in its name; only what is left is cut at "+" and "@".
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from examfiles import read, read_splits, splits
from examfiles.errors import DataError, UsageError
from examfiles.exam import near
from examfiles.items import Dataset, Item, LeftOut, content_id
from examfiles.readers.tables import is_hub_path
from examfiles.reasons import Reason
from examfiles.sources import data_path, sample_exam
from examfiles.split_names import SPLITS, canonical, split_of
from magnetite.experiments.asking import has_passages
from magnetite.request import Asking, Reading, no_data
from magnetite.scorers.prompts import Shots, draw_shots

TEST = "test"
SAMPLE_FORMAT = "tabular"
JOINS = "+"
SAYS = "@"
REPEATED = "note-repeated"
Part = str | Path | Dataset
_PLACES = ("where", "first")  # values of notes


def source_name(data: str | Path | Dataset) -> str:
    """Return what a run calls its data: where it lies, or the name of a dataset."""
    return data.name if isinstance(data, Dataset) else str(data)


def reading_notes(dataset: Dataset) -> tuple[Reason, ...]:
    """Return what a reader must know of how a dataset was read: its notes, what was skipped, and what repeats."""
    skipped = (replace(each, where=near(dataset.source, each.where)) for each in dataset.skipped)
    said = any(note.code == REPEATED for note in dataset.notes)
    return (*near_notes(dataset), *map(skipped_note, skipped), *(() if said else _repeated(dataset.items)))


def near_notes(dataset: Dataset) -> tuple[Reason, ...]:
    """Return a dataset's notes, with the places in them as `near` gives them."""

    def told(name: str, value: Any) -> Any:
        return near(dataset.source, value) if name in _PLACES and isinstance(value, str) else value

    return tuple(replace(note, values={n: told(n, v) for n, v in note.values.items()}) for note in dataset.notes)


def skipped_note(left: LeftOut) -> Reason:
    """Return the note that a part of a file was left out."""
    if not left.where:
        return Reason("note-left-unplaced", {"reason": left.reason})
    return Reason("note-left-broken" if left.broken else "note-left", {"where": left.where, "reason": left.reason})


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
    path, at, split = str(part).rpartition(SAYS)
    if at and path and canonical(split) in SPLITS and not Path(part).expanduser().exists():
        return path, canonical(split)
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

    `split` is read of every part, except a dataset, which is what it is; `passages` are `read`'s passage,
    passage_needed, fill_down and pictures. Of a single part all stays as it was read.
    Of several, ids and passage ids get the part's name in front; a passage that an earlier part has keeps that
    part's id, so that intervals know it for the same; levels stay, and a part without levels gets its name as one.
    Raises DataError or UsageError where a part cannot be read, has not the split, or is given twice.
    """
    given = [data] if isinstance(data, str | Path | Dataset) else list(data)
    parts = [part for each in given for part in (parts_of(each) if isinstance(each, str | Path) else (each,))]
    if not parts:
        raise UsageError("no data was named; expected at least one path.")
    if strangers := [part for part in parts if not isinstance(part, str | Dataset)]:
        raise no_data(strangers[0])
    how = {"format": format, "columns": columns, "skip_bad": skip_bad, **passages}
    read_parts = [
        part if isinstance(part, Dataset) else _read(part, split, how, alone=len(parts) == 1) for part in parts
    ]
    return read_parts[0] if len(parts) == 1 else join(read_parts)


def load_exam(data: Part | Sequence[Part], split: str | None = None, **how: Any) -> Dataset:
    """Read as `load_joined` does; and questions none of which has a passage, each as if it had one of its own.

    Raises what `load_joined` raises where some have a passage and others have not.
    """
    [exam] = _or_without_passages(lambda **more: [load_joined(data, split, **how, **more)])
    return exam


def _or_without_passages(load: Callable[..., list[Dataset]]) -> list[Dataset]:
    try:
        return load()
    except DataError:
        try:
            bare = load(passage_needed=False)
        except (DataError, UsageError):
            bare = []
        if not bare or any(map(has_passages, bare)):
            raise
        return [_apart(each) for each in bare]


def _apart(bare: Dataset) -> Dataset:
    """Let each question without a passage be by itself, since the empty text is nothing that they share."""
    nothing = content_id("")
    items = [
        replace(item, passage_id=item.id) if item.passage_id.rpartition("/")[2] == nothing else item for item in bare
    ]
    return replace(bare.with_items(items), notes=(*bare.notes, Reason("note-no-passages")))


def load_datasets(data: str | Path, split: str | None = None, **how: Any) -> list[Dataset]:
    """Read every split there is, or the one named; of several joined sources, every split that all of them have.

    Questions none of which has a passage are read without.
    """
    return _or_without_passages(lambda **more: list(_load_datasets(data, split, **how, **more)))


def _load_datasets(data: str | Path, split: str | None = None, **how: Any) -> Iterable[Dataset]:
    parts = parts_of(data)
    if split is not None or any(said_split(part)[1] for part in parts):
        return [load_joined(data, split, **how)]
    if len(parts) == 1:
        return read_splits(data_path(parts[0]), **how)
    named = [{each.split for each in read_splits(data_path(part), **how)} for part in parts]
    both = [name for name in SPLITS if all(name in splits for splits in named)]
    return [load_joined(data, name, **how) for name in both or (None,)]


def join(parts: Sequence[Dataset]) -> Dataset:
    """Join datasets into one, as `load_joined` says. Raises DataError where one is given twice.

    >>> from examfiles.items import Dataset, Item, LeftOut
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
            *(note.of(name) for name, part in zip(names, parts, strict=True) for note in part.notes),
            *_repeated(items),
        ),
        {name: data for part in parts for name, data in part.pictures.items()},
    )


_READ: ContextVar[dict[str, Dataset] | None] = ContextVar("read", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Let `load_dataset` read what it is asked for again only once, until the context is left."""
    token = _READ.set({})
    try:
        yield
    finally:
        _READ.reset(token)


def load_dataset(data: str | Path | Dataset, reading: Reading) -> Dataset:
    """Return the dataset itself, or read it; "sample" is the bundled exam."""
    already, key = _READ.get(), f"{data!r} {reading!r}"
    if already is None or isinstance(data, Dataset):
        return _load_dataset(data, reading)
    if key not in already:
        already[key] = _load_dataset(data, reading)
    return already[key]


def _load_dataset(data: str | Path | Dataset, reading: Reading) -> Dataset:
    if isinstance(data, Dataset):
        if reading.split or reading.format or reading.columns:
            raise UsageError("split, format and columns say how a path is read; this is a Dataset, already read.")
        return data
    if not isinstance(data, str | Path):
        raise no_data(data)
    return load_exam(data, reading.split, **reading.how)


def load_test_split(data: str | Path | Dataset, split: str | None, reading: Reading) -> Dataset:
    """Read the split asked for; where none is, the test split, or the only one there is."""
    if isinstance(data, Dataset) or split is not None:
        return load_dataset(data, replace(reading, split=split))
    return _split_or_only(data, TEST, reading)


def split_reader(
    data: str | Path | Dataset, how: Mapping[str, Any], full: Dataset | None = None
) -> Callable[[str], Dataset]:
    """Return what reads a split of the data by its name; `full` is one that was read already.

    It raises UsageError for a split that is not there, DataError for one that cannot be read.
    """

    def read_split(name: str) -> Dataset:
        if full is not None and canonical(name) == full.split:
            return full
        if isinstance(data, Dataset):
            raise UsageError(f"{data.name}: no split '{name}'; it is a Dataset of the split '{data.split}'.")
        return load_joined(data, canonical(name), **how)

    return read_split


def exams(
    data: str | Path | Dataset | Sequence[str | Path | Dataset], split: str | None, reading: Reading
) -> dict[str, Dataset]:
    """Read every dataset, its labelled items alone, by a name that tells it from the others.

    `split` is what is read of a source that does not say its own ("PATH@SPLIT") and has several. Raises UsageError or
    DataError where one cannot be read, has no known answer, or is named twice.
    """
    sources = [data] if isinstance(data, str | Path | Dataset) else list(data)
    if not sources:
        raise UsageError("no data was named. Give at least one file or folder, or 'sample' for the bundled exam.")
    read = [_labelled(load_source(source, split, reading)) for source in sources]
    names = _headings(read)
    if len(set(names)) < len(names):
        again = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"data '{again}' is named twice. Name each once.")
    return {name: limit_items(dataset, reading.limit, reading.seed) for name, dataset in zip(names, read, strict=True)}


def split_notes(datasets: Mapping[str, Dataset], split: str) -> Iterator[Reason]:
    """Say which datasets are of another split than the one asked for."""
    other = [
        f"{name} ({data.split or 'no split'})" for name, data in datasets.items() if data.split != canonical(split)
    ]
    if other and split:
        yield Reason("note-other-split", {"split": split, "others": ", ".join(other)})


def limit_items(dataset: Dataset, limit: int | None, seed: int) -> Dataset:
    """Draw whole passages at random until there are `limit` items; the last passage drawn may be cut short.

    Drawing passages, as Lin et al. 2021 (§4.1) do, keeps questions that share a text together. The items keep the
    dataset's order. Raises DataError for a dataset without items.
    """
    if len(dataset) == 0:
        raise DataError(f"dataset '{dataset.name}' has no items, so there is nothing to audit.")
    if limit is None or limit >= len(dataset):
        return dataset
    passages = list(dict.fromkeys(item.passage_id for item in dataset))
    random.Random(seed).shuffle(passages)
    rank = {passage: number for number, passage in enumerate(passages)}
    order = sorted(range(len(dataset)), key=lambda index: (rank[dataset[index].passage_id], index))
    return dataset.with_items([dataset[index] for index in sorted(order[:limit])])


def _read(part: str, split: str | None, how: Mapping[str, Any], *, alone: bool) -> Dataset:
    path, own = said_split(part)
    if data_path(path) == sample_exam():  # no other format has to be tried
        how = {**how, "format": how["format"] or SAMPLE_FORMAT}
    if own and split and canonical(split) != own:
        raise UsageError(
            f"{part}: says that it is '{own}', but the split '{canonical(split)}' is asked for. Leave one of them out."
        )
    if own and not _names_a_split(path, how["format"]):
        return replace(read(data_path(path), **how), split=own)
    try:
        return read(data_path(path), split=own or split, **how)
    except UsageError as error:
        if alone or not split or own or _names_a_split(path, how["format"]):
            raise
        raise UsageError(
            f"{path}: names no split, so it is unknown whether its questions are for '{canonical(split)}'. "
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
                f"{part.source or part.name}: has the same questions as {first.source or first.name}, so each would "
                "count twice. Join a part once."
            )


def _repeated(items: Sequence[Item]) -> tuple[Reason, ...]:
    """Say how many questions stand in a dataset more than once, text for text."""
    texts = {(item.passage, item.question, item.options) for item in items}
    again = len(items) - len(texts)
    return (Reason(REPEATED, {"again": again, "questions": len(items)}),) if again else ()


def _one_of(names: Sequence[str | None]) -> str | None:
    return "+".join(dict.fromkeys(name for name in names if name)) or None


def _exists(path: str) -> bool:
    path = said_split(path.strip())[0]
    try:
        return Path(path).expanduser().exists()
    except OSError:  # a text too long for a path
        return False


def _split_or_only(source: str | Path, split: str | None, reading: Reading) -> Dataset:
    """Read a split of a source, or the only one it has."""
    how = reading.how
    try:
        return load_exam(source, split, **how)
    except UsageError as error:
        try:
            return load_exam(source, **how)
        except UsageError:
            raise error from None


def load_source(source: str | Path | Dataset, split: str | None, reading: Reading) -> Dataset:
    """Read one source: the split it says itself, else the one asked for, else the only one it has.

    A Dataset is what it is. Raises UsageError where none of these is there, DataError for what cannot be read.
    """
    if isinstance(source, Dataset):
        return source
    named = any(said_split(part)[1] for part in parts_of(source))
    return _split_or_only(source, None if named else split, reading)


def _labelled(dataset: Dataset) -> Dataset:
    items = [item for item in dataset if item.answer is not None]
    if not items:
        path, split = dataset.source or dataset.name, dataset.split or "data"
        raise DataError(
            f"{path}: none of the {len(dataset):,} questions ({split}) has a known answer, so accuracy cannot be "
            f"computed. Name a split with answers, as in {path}@dev, or leave it out."
        )
    unknown = len(dataset) - len(items)
    note = Reason("note-no-answer", {"unknown": unknown, "questions": len(dataset)})
    return replace(dataset.with_items(items), notes=(*dataset.notes, *((note,) if unknown else ())))


def _headings(datasets: Sequence[Dataset]) -> list[str]:
    """Name datasets as columns, with their splits where a name stands for several."""
    names = [dataset.name for dataset in datasets]
    return [
        f"{name} {dataset.split}" if names.count(name) > 1 and dataset.split else name
        for name, dataset in zip(names, datasets, strict=True)
    ]


TRAIN = "train"


def computing_with(asking: Asking, shots: Shots | None) -> dict[str, Any]:
    """Return what a scorer is told besides the model, with the examples, where there are any."""
    return {**asking.computing, "shots": shots} if shots else asking.computing


def drawn_shots(asking: Asking, reading: Reading, *exams: Dataset) -> Shots | None:
    """Draw the examples that `asking` wants, of passages that no exam asks about; None where they ask for none.

    They come from `shots_from`, its train split where it has several, or else from the exam's own train split. Raises
    UsageError where neither can be had, DataError where there are too few.
    """
    if not asking.shots:
        if asking.shots_from is not None:
            raise UsageError(
                f"shots-from '{asking.shots_from}': names where examples come from, but not how many are shown. Add "
                "--shots, as in --shots 5, or leave it out."
            )
        return None
    examples = _named(asking, reading) if asking.shots_from is not None else _train_split(asking, reading, exams)
    return draw_shots(examples, asking.shots, reading.seed, [item for exam in exams for item in exam])


def _named(asking: Asking, reading: Reading) -> Dataset:
    try:
        return load_source(str(asking.shots_from), TRAIN, reading)
    except (UsageError, DataError) as error:
        raise type(error)(f"shots-from '{asking.shots_from}': {error}") from error


def _train_split(asking: Asking, reading: Reading, exams: tuple[Dataset, ...]) -> Dataset:
    advice = "Name the data that they come from: --shots-from PATH."
    if len(exams) != 1:
        raise UsageError(
            f"shots {asking.shots}: several datasets are asked, so it is unknown whose train split examples come "
            f"from. {advice}"
        )
    [exam] = exams
    if TRAIN in map(canonical, (exam.split or "").split("+")):
        raise UsageError(
            f"shots {asking.shots}: examples come from the train split, but that is what is asked. {advice}"
        )
    if exam.source is None:
        raise UsageError(
            f"shots {asking.shots}: examples come from the train split, but '{exam.name}' is a Dataset that names no "
            f"file to read it from. {advice}"
        )
    try:
        return load_exam(exam.source, TRAIN, **reading.how)
    except (UsageError, DataError) as error:
        text = str(error).removesuffix(" Leave split out.")
        raise type(error)(
            f"shots {asking.shots}: examples come from the data's train split, which cannot be read: {text} {advice}"
        ) from error
