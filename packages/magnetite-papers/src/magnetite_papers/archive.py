"""An archive: what finished stages found, a file each, without the exams' texts and without weights.

A page is made of what its stages found, and a stage may take hours. Of its archive a page is made again in minutes, by
other rules or with one reader more, on a machine that has the data and nothing else.

The data may not be passed on, so a text of theirs stands there as its hash, and is put back from the data when it is
read. Tables of single questions, of which no exhibit is made, are left out: they show texts that an attack has changed.
"""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from examfiles import read_splits
from examfiles.errors import DataError
from examfiles.files import write_whole
from magnetite.scorers.system import BUNDLED
from magnetite_papers.stages import Stage, Workplace, difference_to

ENDING = ".json.gz"
HASHED = re.compile(r"text:[0-9a-f]{16}")
QUOTED = re.compile("“([^”]+)”")
HASHED_FIELDS = ("question", "options")  # of an item, hashed as one
OF_A_MACHINE = {"dataset": {}, "settings": {}, "cost": {}, "command": ""}  # of a run; no exhibit reads them


@dataclass(frozen=True, slots=True)
class ArchivedStage:
    """What is kept of a stage: its record, the number formats it scored and trained in, and its files' content."""

    record: Mapping[str, Any]
    precisions: list[str]
    trained_in: list[str]
    files: Mapping[str, Any]


@dataclass(slots=True)
class Archive:
    """What stages found, in a folder; `bench` says where the data lie, whose texts are read once, when needed."""

    folder: Path
    bench: Workplace
    _entries: dict[str, ArchivedStage] = field(default_factory=dict)
    _texts: dict[str, Any] = field(default_factory=dict)

    def __contains__(self, stage: Stage) -> bool:
        """Say whether all that exhibits read of a stage is kept, and of this one, told what it is told now."""
        alike = self._path(stage).is_file() and not self.difference(stage)
        return alike and set(stage.files) <= set(self.entry(stage).files)

    def difference(self, stage: Stage) -> str:
        """Say what the stage that is kept was told otherwise; "" where nothing, or where none is kept."""
        return difference_to(self.entry(stage).record, stage) if self._path(stage).is_file() else ""

    def entry(self, stage: Stage) -> ArchivedStage:
        """Return what is kept of a stage, texts as their hashes. Raises DataError for a file that is none of ours."""
        if stage.name not in self._entries:
            path = self._path(stage)
            try:
                entry = ArchivedStage(**json.loads(gzip.decompress(path.read_bytes())))
                entry.record["settings"], entry.record["finished"], entry.files.keys()  # what all of ours have
            except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise DataError(f"{path}: not a file of an archive ({error}). Delete it to run the stage.") from error
            self._entries[stage.name] = entry
        return self._entries[stage.name]

    def file(self, stage: Stage, name: str) -> Any:
        """Return the content of a stage's file, its texts put back. Raises DataError where the data lack one."""
        try:
            return with_texts(self.entry(stage).files[name], self._known())
        except KeyError as error:
            raise DataError(
                f"{self._path(stage)}: the data lack a text that it was made of ({error}). Use the same release of "
                f"{', '.join(self.bench.names)}, or delete the file to run the stage."
            ) from error

    def keep(self, stage: Stage, entry: ArchivedStage) -> None:
        """Keep what a finished stage found, in the place of what was kept of it, unless that is the same.

        Raises DataError where it has an exam that is not among the data, whose texts would stand there.
        """
        if stage in self and self.entry(stage).record == entry.record:
            return
        known, folders = self._known(), list(_folders(self.bench))
        for name in (item["id"] for content in entry.files.values() for item in _strangers(content, known)):
            raise DataError(
                f"stage '{stage.name}': question '{name}' is not in {', '.join(self.bench.names)}, so the archive "
                "would have to contain its text. Add its data under [data], or leave out --archive."
            )
        files = {name: without_texts(content, known, folders) for name, content in entry.files.items()}
        self._entries[stage.name] = ArchivedStage(entry.record, entry.precisions, entry.trained_in, files)
        self.folder.mkdir(parents=True, exist_ok=True)
        content = json.dumps(asdict(self._entries[stage.name]), ensure_ascii=False, separators=(",", ":"))
        write_whole(self._path(stage), gzip.compress(content.encode(), mtime=0))

    def _known(self) -> dict[str, Any]:
        self._texts = self._texts or {hash_of(text): text for text in _texts(self.bench)}
        return self._texts

    def _path(self, stage: Stage) -> Path:
        return self.folder / f"{stage.name.replace('/', '-')}{ENDING}"


def without_texts(content: Any, known: Mapping[str, Any], folders: Sequence[Path] = ()) -> Any:
    """Return a file's content with the hash of each known text in its place, and of folders the names alone.

    A text is looked for by itself, behind "system: " and between “quotation marks”, as groups and sentences have it.
    """

    def hashed(text: str) -> str:
        return key if (key := hash_of(text)) in known else text

    def without(text: str) -> str:
        if (whole := hashed(text)) != text:
            return whole
        system, colon, rest = text.partition(": ")
        text = QUOTED.sub(lambda each: f"“{hashed(each[1])}”", system + colon + hashed(rest))
        for folder in folders:
            text = text.replace(str(folder), folder.name)
        return text

    content = json.loads(json.dumps(content))
    for item in _items(content):
        item["asked"] = hash_of([item.pop(name) for name in HASHED_FIELDS])
    if findings := _findings(content):
        content |= OF_A_MACHINE
    for finding in findings:
        finding["tables"] = [each for each in finding["tables"] if each["columns"][0]["name"] != "id"]
    return _changed(content, without)


def with_texts(content: Any, known: Mapping[str, Any]) -> Any:
    """Return what `without_texts` was given, but for the folders and what no exhibit reads. Raises KeyError."""
    content = _changed(content, lambda text: HASHED.sub(lambda each: str(known[each[0]]), text))
    for item in _items(content):
        item.update(zip(HASHED_FIELDS, known[item.pop("asked")], strict=True))
    return content


def hash_of(text: str | list[Any]) -> str:
    """Return what stands in an archive for a text, or for a question and its options.

    >>> hash_of("None of the above"), hash_of(["Who?", ["I.", "You."]])
    ('text:d34be6bb5b4addf0', 'asked:d4363dc851c3bd13')
    """
    kind = "text" if isinstance(text, str) else "asked"
    return f"{kind}:{sha256(json.dumps(text).encode()).hexdigest()[:16]}"


def _texts(bench: Workplace) -> Iterator[str | list[Any]]:
    """Yield the texts of all data that are there: passages, questions and options of two words or more."""
    for name in bench.names:
        if bench.has(name):
            for dataset in read_splits(bench.source(name)):
                for item in dataset:
                    yield [item.question, list(item.options)]
                    yield from filter(_is_text, (item.passage, item.question, *item.options))


def _strangers(content: Any, known: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the items of a run whose texts are not known."""
    passages = content["exam"]["passages"] if _findings(content) else {}
    for item in _items(content):
        passage = passages[item["passage_id"]]
        if hash_of([item[name] for name in HASHED_FIELDS]) not in known or (
            _is_text(passage) and hash_of(passage) not in known
        ):
            yield item


def _is_text(text: str) -> bool:
    """Say whether a text has two words or more; one word is nobody's."""
    return " " in text.strip()


def _folders(bench: Workplace) -> Iterator[Path]:
    """Yield the folders that a run may name, the longest names first where one lies in another."""
    every = {place for folder in (bench.folder, bench.data, BUNDLED) if folder for place in (folder, folder.resolve())}
    yield from sorted((place for place in every if place.is_absolute()), key=lambda place: -len(str(place)))


def _items(content: Any) -> list[dict[str, Any]]:
    return content["exam"]["items"] if _findings(content) else []


def _findings(content: Any) -> list[dict[str, Any]]:
    """Return the findings of a run; none of another file."""
    return content["findings"] if isinstance(content, dict) and "findings" in content else []


def _changed(content: Any, change: Callable[[str], str]) -> Any:
    """Return JSON with every text in it changed, keys included."""
    if isinstance(content, str):
        return change(content)
    if isinstance(content, list):
        return [_changed(each, change) for each in content]
    if isinstance(content, dict):
        return {change(key): _changed(each, change) for key, each in content.items()}
    return content
