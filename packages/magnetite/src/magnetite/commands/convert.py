"""Convert: a dataset in another format, and, where one is named, under a view; and a note of what was done to it.

    O, QO, CO, QOC                              (Liusie et al. 2022)
    P-Shuffle, Q-Shuffle, PQ-Shuffle, …         (Si et al. 2019, Section 4)
    AddSent2Opt-Shuffle, …, and controls        (Si et al. 2019, Section 3)

Beside what is not the data as it was (a view changed it, the format lost something, items were skipped) stands
NAME.provenance, JSON: where the data comes from, with fingerprint; the view and its settings; the ids of items to
which something happened; what was lost. Written data in any format stays free of it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.files import write_whole
from examfiles.items import Dataset
from examfiles.reasons import counted
from magnetite.core import VERSION
from magnetite.core.files import writable
from magnetite.core.setting import part, setting
from magnetite.request import DATA, Reading
from magnetite.running.command import Action, ActionResult, Command, action
from magnetite.views import SHUFFLES, VIEWS
from magnetite.views import view as partial_view
from magnetite.views.unanswerable import is_drawn
from magnetite.views.unanswerable import view as shuffled_view
from magnetite.views.unreadable import WAYS, AttackSettings, attack

if TYPE_CHECKING:
    from examfiles import Writer
    from examfiles.losses import Losses

TABLES = ("jsonl", "csv", "parquet")  # what holds metadata
ORIGINAL = "original_passage_id"
MOST_VERSIONS = 26
ABSENT = "questions have no passage; `magnetite check` and `convert` read them, and so can other programs"
_ELSEWHERE = {"note-columns", "note-columns-kept"}  # notes on reading that say what the result shows
_ATTACK_NOTES = {
    "unchanged": "stay as they are: there was nothing to put into them",
    "below": "have a text in which no order reaches the threshold of ShuffleDegree; they have the best there is",
    "stands": "have a distractor that stands whole in what was shuffled into their passage",
    "equal": "have a wrong option with the answer's words in their order",
}


@dataclass(frozen=True, slots=True)
class ConvertSettings:
    """Every setting of a conversion."""

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    to: str = setting("", "The file to write, or for race a folder or .tar.gz.", metavar="FILE", required=True)
    format: str | None = setting(None, "The format to write.", metavar="NAME", otherwise="by FILE's ending")
    view: str | None = setting(
        None, "Change the items: O, QO, CO, P-Shuffle, …, or an attack such as AddSent2Opt.", metavar="NAME"
    )
    threshold: float | None = setting(None, "(with an attack) Shuffle again until this ShuffleDegree.", least=0)
    sentence: str | None = setting(None, "(with an attack) One sentence per distractor, or per question.")
    tries: int | None = setting(None, "(with an attack) Number of orders drawn for each text.", least=1)
    naive: bool | None = None
    read_as: str | None = setting(
        None, "Read the data as this format.", metavar="NAME", option="--from", otherwise="detected"
    )
    passage: str | None = setting(None, "A passage for all questions that have none.", metavar="FILE")
    versions: int | None = setting(
        None, "Write this many versions, FILE-1, FILE-2, …: the options in other orders, drawn by seed.", least=2
    )
    language: str = setting("en", "(of an exam to print) Language of its headings: en or de.")
    lose: bool = setting(False, "Write even if the format cannot store everything.")
    overwrite: bool = setting(False, "Replace an existing file or folder.")
    reading: Reading = part(Reading, "format")


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written: where, which items, what was lost, what is to be said, and where the note is, if any.

    `renamed`: which ids changed, which loses nothing. `versions`: each version where several were written.
    """

    path: Path
    dataset: Dataset
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Path | None = None
    renamed: tuple[str, ...] = ()
    versions: tuple["Converted", ...] = ()


def _write_all(settings: ConvertSettings, *, command: str = "") -> Converted:
    """Write the file, or several versions, none where one of their files is there already."""
    from examfiles import writer_of

    if settings.versions is None:
        return _convert(settings, command=command)
    path, count = Path(settings.to).expanduser(), settings.versions
    if count > MOST_VERSIONS:
        raise UsageError(f"--versions {count}: expected {MOST_VERSIONS} at most.")
    if writer_of(path, settings.format).folder is not None:
        raise UsageError(f"{path}: versions are files, and this format is a folder. Choose one of one file.")
    paths = [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, count + 1)]
    for each in paths:
        if each.exists() and not settings.overwrite:
            raise UsageError(f"{each}: exists already. Choose another path, or replace it: --overwrite.")
    each_as = (replace(settings, to=str(each)) for each in paths)
    written = tuple(_convert(one, command=command, version=at) for at, one in enumerate(each_as))
    return replace(written[0], versions=written)


def _convert(settings: ConvertSettings, *, command: str = "", version: int | None = None) -> Converted:
    from examfiles import write, writer_of
    from examfiles.decoding import passage_text
    from examfiles.exams import whole
    from examfiles.losses import Losses
    from examfiles.reading import LACKING
    from magnetite.report.wording import notes_of
    from magnetite.running.data import limit_items, load_joined, reading_notes

    data, view, reading = settings.data, settings.view, settings.reading
    if data is None or not settings.to:
        raise UsageError("convert needs data, and the file to write. Name both: --to FILE.")
    if isinstance(data, Dataset) and (reading.split or settings.read_as or reading.columns or settings.passage):
        raise UsageError("split, read_as, columns and passage say how a path is read; this is a Dataset, already read.")
    path = Path(settings.to).expanduser()
    writer = writer_of(path, settings.format)
    words = _words(settings.language, writer)
    how = {**reading.how, "format": settings.read_as, "passage": passage_text(settings.passage)}
    read = load_joined(data, reading.split, passage_needed=view is not None, pictures=view is None, **how)
    given = limit_items(read, reading.limit, reading.seed)
    given, kept = (given, ()) if version is None else _version(given, version, reading.seed, words["version"])
    own = {name: getattr(settings, name) for name in ("threshold", "sentence", "tries", "naive")}
    attacking = {name: value for name, value in own.items() if value is not None}
    in_folder = given if writer.folder else None
    split = f".{in_folder.split}" if in_folder is not None and in_folder.split else ""
    note = path.with_name(f"{path.name}{split}.provenance")
    if note.exists() and not settings.overwrite and not _is_note(note):
        raise UsageError(
            f"{note}: exists already, and is no note of Magnetite's. Name another file, or replace it: --overwrite."
        )
    changed = Viewed(given, "") if view is None else viewed(given, view, seed=reading.seed, **attacking)
    if view is None and attacking:
        raise UsageError(f"{', '.join(attacking)}: belong to attacks, and no view is named. Name one: --view NAME.")
    meant = _own_passages(changed.dataset) if writer.name in TABLES else changed.dataset
    is_changed = bool(changed.view or given.skipped)
    how_written = {"format": writer.name, "limit": reading.limit, "command": command}

    losses = Losses()

    def keep_note(found: "Losses") -> None:
        """Write the note, or remove one of what is replaced: first, so that a kill leaves no data without."""
        nonlocal losses
        losses = found
        told = (*losses.lost, *losses.changed)
        if is_changed or told:
            record = _record(given, changed, meant, told, how_written)
            with writable(note, "Nothing was written."):
                write_whole(note, (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode())
        else:
            note.unlink(missing_ok=True)

    told = write(
        meant, path, settings.format, overwrite=settings.overwrite, lose=settings.lose, first=keep_note, words=words
    )
    empty = sum(not whole(item).passage.strip() for item in meant)
    notes = (
        *kept,
        *changed.notes,
        *notes_of(note for note in reading_notes(given) if note.code not in {*_ELSEWHERE, LACKING}),
        *([f"{empty:,} of {len(meant):,} {ABSENT}."] if empty else []),
    )
    if not (is_changed or told):
        return Converted(path, meant, notes=notes)
    return Converted(path, meant, losses.lost, notes, note, losses.changed)


def _version(given: Dataset, version: int, seed: int, word: str) -> tuple[Dataset, tuple[str, ...]]:
    """Return a version of an exam, counted from 0, and how many of its questions are as they were."""
    from magnetite.experiments.flags.versions import movable, versions_of

    fixed = sum(not movable(item) for item in given) if version else 0
    note = f"{fixed:,} of {len(given):,} questions keep the order of their options, which says something."
    return versions_of(given, version + 1, seed, word)[version], (note,) if fixed else ()


def _words(language: str, writer: "Writer") -> dict[str, str]:
    """Return what is printed around an exam, by the English words. Raises UsageError where nothing is printed."""
    from examfiles.readers.office.paper import printed_words
    from magnetite.report.wording import label, speaking

    if language != "en" and not writer.printed:
        raise UsageError(f"language {language}: {writer.title} has no headings. Leave it out.")
    with speaking(language) as words:
        return {**printed_words(words), "version": label("version")}


@dataclass(frozen=True, slots=True)
class Viewed:
    """A dataset under a view, the view's name and settings, what it did to the items, and what is to be said."""

    dataset: Dataset
    view: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    items: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def view_names() -> tuple[str, ...]:
    """Return the names of all views that a conversion puts items under: those of systems, shuffles and attacks."""
    return (*VIEWS, *SHUFFLES, *WAYS)


def view_named(text: str) -> str:
    """Return the name of a view as it is written, whatever the case it comes in. Raises UsageError for none.

    >>> view_named("addsent2opt-shuffle"), view_named("p-shuffle"), view_named("qo")
    ('AddSent2Opt-Shuffle', 'P-Shuffle', 'QO')
    """
    known = {name.casefold(): name for name in view_names()}
    if text.casefold() not in known:
        raise unknown_name("view", text, list(view_names()))
    return known[text.casefold()]


def viewed(dataset: Dataset, view: str, *, seed: int = 0, **attacking: Any) -> Viewed:
    """Put a dataset under a view. `attacking`: threshold, sentence, tries and naive, which attacks take.

    Items without a known answer are left out of an attack, which has to know the option not to change.
    Raises UsageError for a view that does not exist, and for settings it does not take; DataError where no item has an
    answer.
    """
    name = view_named(view)
    if name in WAYS:
        return _attacked(dataset, name, AttackSettings(**attacking, seed=seed))
    if attacking:
        raise UsageError(f"{', '.join(attacking)}: belong to attacks, and {name} is none. Leave them out.")
    change = partial_view(name) if name in VIEWS else shuffled_view(name, seed)
    settings = {"seed": seed} if name in SHUFFLES and is_drawn(name) else {}
    return Viewed(dataset.with_items([change(item) for item in dataset]), name, settings)


def _own_passages(dataset: Dataset) -> Dataset:
    """Give questions of one passage that have different texts now passages of their own, and keep the old id."""
    from examfiles.exams import kept_apart, several_texts, whole

    shared = several_texts(map(whole, dataset))
    new = kept_apart([whole(item) for item in dataset])
    return dataset.with_items(
        [
            replace(item, passage_id=apart.passage_id, metadata={**item.metadata, ORIGINAL: item.passage_id})
            if item.passage_id in shared
            else item
            for item, apart in zip(dataset, new, strict=True)
        ]
    )


def _record(
    given: Dataset, changed: Viewed, meant: Dataset, lost: tuple[str, ...], more: Mapping[str, Any]
) -> dict[str, Any]:
    from magnetite.report.wording import skipped_lines
    from magnetite.running.record import data_record

    return {
        "magnetite": VERSION,
        **more,
        "source": data_record(given),
        "skipped": list(skipped_lines(given.skipped)),
        "view": changed.view or None,
        "settings": dict(changed.settings),
        "items": dict(changed.items),
        "lost": list(lost),
        "written": {"items": len(meant), "fingerprint": meant.fingerprint},
    }


def _is_note(path: Path) -> bool:
    """Say whether a file is a note that a conversion wrote, which has no data where the conversion was killed."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and "magnetite" in found


def _attacked(dataset: Dataset, name: str, settings: AttackSettings) -> Viewed:
    labelled = [item for item in dataset if item.answer is not None]
    unlabelled = [item.id for item in dataset if item.answer is None]
    if not labelled:
        raise DataError(
            f"{dataset.source or dataset.name}: none of the {len(dataset):,} questions has a known answer, and an "
            "attack has to know which option not to change. Name a split with answers."
        )
    results = attack(labelled, name, settings)
    notes = [f"{len(unlabelled):,} questions without a known answer were left out."] if unlabelled else []
    counts = {
        "unchanged": [each.item.id for each in results if not each.changed],
        "below": [each.item.id for each in results if each.below],
        "stands": [each.item.id for each in results if each.stands],
        "equal": [each.item.id for each in results if each.equal],
    }
    notes += [
        f"{len(ids):,} of {len(results):,} questions {_ATTACK_NOTES[what]}." for what, ids in counts.items() if ids
    ]
    items = {**counts, "without an answer": unlabelled}
    return Viewed(dataset.with_items([each.item for each in results]), name, asdict(settings), items, tuple(notes))


def _said(result: Converted) -> ActionResult:
    count, lines = len(result.dataset), list[str]()
    for one in result.versions or (result,):
        lines += [f"{counted(count, 'question')}: {one.path}"]
        lines += [*(f"Lost: {each}" for each in one.lost), *(f"Changed: {each}" for each in one.renamed)]
        lines += one.notes
        lines += [f"Changes made: {one.provenance}"] if one.provenance else []
    provenance = None if result.provenance is None else str(result.provenance)
    more = {"lost": list(result.lost), "changed": list(result.renamed), "provenance": provenance}
    return ActionResult(result.path, count, "questions", tuple(lines), result.notes, more)


CONVERT: Command[ConvertSettings, Action] = Command(
    "convert",
    ConvertSettings,
    action(_write_all),
    ("data", "to"),
    "",
    """Write a dataset in another format; stop before writing if that format cannot store everything.

    Example: magnetite convert RACE.tar.gz --split test --view addsent2opt-shuffle --seed 7 --to attacked.jsonl
    """,
    watched=(),
    says=_said,
)
