"""Stages: the trainings and runs that a reproduction is made of, each in a folder of its own, each resumable.

What a stage was told, when, on what and for how long stands in a file beside the folders, so that a stage is not taken
for another, and a page can say what it cost.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import magnetite
from examfiles import splits
from examfiles.errors import UsageError
from examfiles.files import write_whole
from examfiles.items import gathered
from magnetite.core.results import Run
from magnetite.request import Asking, TrainingData
from magnetite.running.panels import Watch, silent
from magnetite.running.record import FINDINGS, version_record
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED
from magnetite.train import is_trained

RECORDS = "stages"
SYSTEMS = "systems"


@dataclass(frozen=True, slots=True)
class Size:
    """What a stage costs, counted: cells and their tokens, tokens read in training (each epoch), and steps of it.

    `at_once`: tokens that a training passes over at a time, at most. `model`: what is asked or trained, as
    `price.weights_of` knows it. `whole`: all of its weights are trained. `systems`: how many of them are kept.
    """

    cells: int = 0
    tokens: float = 0.0
    training_tokens: float = 0.0
    updates: int = 0
    at_once: int = 0
    model: str = ""
    whole: bool = False
    systems: int = 0


NOTHING = Size()


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where stages work: the reproduction's folder, the folder of data sets, and what scoring and training are told.

    `names`: where each data set lies, under `data`, or anywhere where `data` is None. `computing`: device, dtype,
    store and batch_tokens, those that were given. The splits of a data set are looked up once.
    """

    folder: Path
    data: Path | None
    names: Mapping[str, str]
    computing: Mapping[str, Any] = field(default_factory=dict)
    watch: Watch = silent
    say: Callable[[str], None] = lambda _text: None
    _splits: dict[Path, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def asking(self) -> Asking:
        """Return how systems are asked."""
        return Asking(**self.computing)

    def source(self, name: str) -> str:
        """Return the path of a data set, or of several, as a command takes them: "RACE@test+RACE-C".

        What a stage made is named by its path in the folder. Raises UsageError where the configuration or the disk has
        none.
        """
        return "+".join(self._place(part) for part in name.split("+"))

    def lacking(self, stages: Iterable["Stage"]) -> dict[str, list[str]]:
        """Say what is not there that stages read, a data set or a split of one, and name these stages."""
        return gathered(
            (missing, stage.name) for stage in stages for part in stage.reads if (missing := self._missing(part))
        )

    def _missing(self, part: str) -> str:
        name, _, split = part.partition("@")
        path = self.names.get(name, "")
        there = (self.data or Path()) / path
        if not path or "://" in path:
            return ""
        if not there.exists():
            return f"{there} does not exist"
        if split and there not in self._splits:
            self._splits[there] = tuple(splits(there))
        known = self._splits.get(there, ())
        return (
            f"{there} has no split '{split}'; it has {', '.join(known) or 'one without a name'}"
            if split and split not in known
            else ""
        )

    def _place(self, part: str) -> str:
        name, at, split = part.partition("@")
        if name not in self.names and (made := self.folder / name).exists():
            return f"{made}{at}{split}"
        return f"{self._named(name)}{at}{split}"

    def _named(self, name: str) -> str:
        if name not in self.names:
            raise UsageError(f"the configuration names no data '{name}'. Add it under [data].")
        path = self.names[name]
        if "://" in path or self.data is None:
            return path
        there = self.data / path
        if not there.exists():
            raise UsageError(f"{there}: {name} was not found. Put it there, or give its place under [data] in a copy.")
        return str(there)

    def has(self, name: str) -> bool:
        """Say whether a data set is where the configuration says, or on the hub, which is not asked."""
        return self.data is None or "://" in self.names[name] or (self.data / self.names[name]).exists()

    def trained(self, name: str) -> str:
        """Return the folder of a system that a stage trains."""
        return str(self.folder / SYSTEMS / name)


def has_findings(folder: Path) -> bool:
    """Say whether a run was written to a folder."""
    return (folder / FINDINGS).is_file()


@dataclass(frozen=True, slots=True)
class Stage:
    """One training or run: what it is told (`settings`), how it is done, and how one sees that it is finished.

    `files`: what exhibits read of it, in JSON. `reads`: the data that it needs, by name, as "RACE" or "RACE@test".
    """

    name: str
    about: str
    settings: Mapping[str, Any]
    work: Callable[[Workplace, Path], object]
    finished: Callable[[Path], bool] = has_findings
    size: Size = NOTHING
    needs: tuple[str, ...] = ()
    files: tuple[str, ...] = (FINDINGS,)
    reads: tuple[str, ...] = ()


def reads_of(spec: str, split: str = "") -> tuple[str, ...]:
    """Return what a text such as "RACE@test+RACE-C" reads: of parts without a split, `split`; none that stages make.

    >>> reads_of("RACE@test+RACE-C", "train"), reads_of("folds/cosmos/1.jsonl")
    (('RACE@test', 'RACE-C@train'), ())
    """
    parts = [part for part in spec.split("+") if "/" not in part]
    return tuple(part if "@" in part or not split else f"{part}@{split}" for part in parts)


def run_stage(
    name: str,
    about: str,
    call: Callable[..., Run],
    arguments: Callable[[Workplace], tuple[Any, ...]],
    *,
    size: Size = NOTHING,
    needs: tuple[str, ...] = (),
    reads: tuple[str, ...] = (),
    **settings: Any,
) -> Stage:
    """Make the stage of a command's function: its positional `arguments`, and its settings by name."""

    def work(bench: Workplace, folder: Path) -> None:
        call(
            *arguments(bench),
            output=str(folder),
            overwrite=True,
            watch=bench.watch,
            asking=bench.asking,
            **settings,
        )

    return Stage(name, about, settings, work, size=size, needs=needs, reads=reads)


def training_stage(
    name: str,
    about: str,
    data: str,
    *,
    questions: Mapping[str, Any],
    size: Size = NOTHING,
    needs: tuple[str, ...] = (),
    init: str | None = None,
    paths: Mapping[str, str] | None = None,
    **settings: Any,
) -> Stage:
    """Make the stage that trains `systems/NAME` on the questions of a data set.

    `questions`: the fields of `TrainingData`. `init`: the system that it starts from: one that a stage trains, a
    bundled one ("base/qo"), or a folder. `paths`: settings that are files in the reproduction's folder, such as lists
    of options.
    """

    def work(bench: Workplace, folder: Path) -> None:
        def show(seed: int, step: Any) -> None:
            bench.say(f"{name}, seed {seed}  step {step.number:,} of {step.of:,}  {step.split}  loss {step.loss:.4f}")

        told = dict(settings) | {key: str(bench.folder / path) for key, path in (paths or {}).items()}
        if init is not None:
            places = (Path(bench.trained(init)), BUNDLED / init)
            told["init"] = next((str(place) for place in places if (place / CARD).is_file()), init)
        given = {key: bench.computing[key] for key in ("device", "dtype") if key in bench.computing}
        told = {**given, **told}
        magnetite.train_system(TrainingData(bench.source(data), **questions), folder, progress=show, **told)

    told = {**settings, **dict(questions), "data": data, "init": init, **(paths or {})}
    reads = reads_of(data, questions.get("split") or "train")
    return Stage(f"{SYSTEMS}/{name}", about, told, work, is_trained, size, needs, files=(), reads=reads)


def made_stage(
    name: str,
    about: str,
    make: Callable[[Workplace, Path], object],
    file: str,
    *,
    files: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    reads: tuple[str, ...] = (),
    **settings: Any,
) -> Stage:
    """Make the stage that writes files; `file` is the last of them, and `files` are those that exhibits read."""

    def work(bench: Workplace, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        make(bench, folder)

    return Stage(
        name, about, settings, work, lambda folder: (folder / file).is_file(), needs=needs, files=files, reads=reads
    )


def with_needs(names: Iterable[str], stages: Mapping[str, Stage]) -> set[str]:
    """Return stages with those that they need, and that these need."""
    waiting, wanted = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += stages[name].needs
    return wanted


def is_done(stage: Stage, bench: Workplace) -> bool:
    """Say whether a stage is finished. Raises UsageError if its folder was made with other settings."""
    record = record_of(stage, bench)
    if record and (difference := difference_to(record, stage)):
        raise UsageError(
            f"{bench.folder / stage.name}: was made with {difference}. Choose another folder (--output), or delete "
            f"{bench.folder / stage.name} and {_path(bench, stage)}."
        )
    return "finished" in record and stage.finished(bench.folder / stage.name)


def difference_to(record: Mapping[str, Any], stage: Stage) -> str:
    """Return the first setting that differs from the stage's record, with both values; "" if none does."""
    before, now = record["settings"], _plain(stage.settings)
    names = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return f"{names[0]} = {before.get(names[0])!r}, now {now.get(names[0])!r}" if names else ""


def record_of(stage: Stage, bench: Workplace) -> dict[str, Any]:
    """Return what is written down of a stage: settings, seconds, sittings, versions; {} of one not begun."""
    path = _path(bench, stage)
    record: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return record


def do(stage: Stage, bench: Workplace) -> None:
    """Do a stage, or go on with it, and write down what it was told and took. Raises what it raises.

    Of one that was killed when its work was done, but not yet written down, the work is not done again.
    """
    from magnetite.scorers.device import describe_machine

    with _alone(_path(bench, stage)):
        record = record_of(stage, bench) or {"settings": _plain(stage.settings), "seconds": 0.0, "sittings": 0}
        record["sittings"] += 1
        _write(bench, stage, record)
        began = time.monotonic()
        if not (record["sittings"] > 1 and stage.finished(bench.folder / stage.name)):
            stage.work(bench, bench.folder / stage.name)
        record["seconds"] = round(record["seconds"] + time.monotonic() - began, 1)
        machine = describe_machine(bench.computing.get("device", "auto"))
        record |= {"finished": datetime.now(UTC).isoformat(timespec="seconds"), "machine": machine}
        record["versions"] = dict(version_record())
        _write(bench, stage, record)


def _path(bench: Workplace, stage: Stage) -> Path:
    return bench.folder / RECORDS / f"{stage.name.replace('/', '-')}.json"


def _write(bench: Workplace, stage: Stage, record: Mapping[str, Any]) -> None:
    write_whole(_path(bench, stage), (json.dumps(record, indent=1) + "\n").encode())


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep another process from the same stage; another may do another stage of the same reproduction."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    with (path.parent / f".{path.stem}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise UsageError(
                f"{path}: another process is running this stage. Wait for it, or choose other exhibits with --only."
            ) from error
        yield
