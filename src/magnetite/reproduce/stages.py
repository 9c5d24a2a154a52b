"""Stages: the trainings and runs that a reproduction is made of, each in a folder of its own, each resumable.

What a stage was told, when, on what and for how long stands in a file beside the folders, so that a stage is not taken
for another, and a page can say what it cost.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.record import FINDINGS, version_record
from magnetite.auditing.systems.system import BUNDLED
from magnetite.auditing.training import train_system
from magnetite.auditing.unanswerable.run import is_trained
from magnetite.core.errors import UsageError
from magnetite.core.files import write_whole
from magnetite.core.results import Run, run_from_json
from magnetite.request import TrainingData
from magnetite.scorers.loading import CARD

RECORDS = "stages"
SYSTEMS = "systems"


@dataclass(frozen=True, slots=True)
class Size:
    """What a stage costs, counted: cells and their tokens, tokens read in training (each epoch), and steps of it.

    `at_once`: tokens that a training passes over at a time, at most. `model`: what is asked or trained, as
    `price.weights_of` knows it. `whole`: all of its weights are trained.
    """

    cells: int = 0
    tokens: float = 0.0
    training_tokens: float = 0.0
    updates: int = 0
    at_once: int = 0
    model: str = ""
    whole: bool = False


NOTHING = Size()


@dataclass(frozen=True, slots=True)
class Bench:
    """Where stages work: the reproduction's folder, the folder of data sets, and what scoring and training are told.

    `names`: where each data set lies, under `data`, or anywhere where `data` is None. `computing`: device, dtype,
    store and batch_tokens, those that were given.
    """

    folder: Path
    data: Path | None
    names: Mapping[str, str]
    computing: Mapping[str, Any] = field(default_factory=dict)
    watch: Watch = silent
    say: Callable[[str], None] = lambda _text: None

    def source(self, name: str) -> str:
        """Return the path of a data set, or of several, as a command takes them: "RACE@test+RACE-C".

        What a stage made is named by its path in the folder. Raises UsageError where the configuration or the disk has
        none.
        """
        return "+".join(self._place(part) for part in name.split("+"))

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
            raise UsageError(f"{there}: there is no {name}. Put it there, or name its place under [data] of a copy.")
        return str(there)

    def trained(self, name: str) -> str:
        """Return the folder of a system that a stage trains."""
        return str(self.folder / SYSTEMS / name)


@dataclass(frozen=True, slots=True)
class Stage:
    """One training or run: what it is told (`settings`), how it is done, and how one sees that it is finished."""

    name: str
    about: str
    settings: Mapping[str, Any]
    work: Callable[[Bench, Path], object]
    finished: Callable[[Path], bool]
    size: Size = NOTHING
    needs: tuple[str, ...] = ()


def run_stage(
    name: str,
    about: str,
    call: Callable[..., Run],
    arguments: Callable[[Bench], tuple[Any, ...]],
    *,
    size: Size = NOTHING,
    needs: tuple[str, ...] = (),
    **settings: Any,
) -> Stage:
    """Make the stage of a command's function: its positional `arguments`, and its settings by name."""

    def work(bench: Bench, folder: Path) -> None:
        call(
            *arguments(bench), output=str(folder), overwrite=True, watch=bench.watch, **{**bench.computing, **settings}
        )

    return Stage(name, about, settings, work, lambda folder: (folder / FINDINGS).is_file(), size, needs)


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

    def work(bench: Bench, folder: Path) -> None:
        def show(seed: int, step: Any) -> None:
            bench.say(f"{name}, seed {seed}  step {step.number:,} of {step.of:,}  {step.split}  loss {step.loss:.4f}")

        told = dict(settings) | {key: str(bench.folder / path) for key, path in (paths or {}).items()}
        if init is not None:
            places = (Path(bench.trained(init)), BUNDLED / init)
            told["init"] = next((str(place) for place in places if (place / CARD).is_file()), init)
        given = {key: bench.computing[key] for key in ("device", "dtype") if key in bench.computing}
        told = {**given, **told}
        train_system(TrainingData(bench.source(data), **questions), folder, progress=show, **told)

    told = {**settings, **dict(questions), "data": data, "init": init, **(paths or {})}
    return Stage(f"{SYSTEMS}/{name}", about, told, work, is_trained, size, needs)


def made_stage(
    name: str,
    about: str,
    make: Callable[[Bench, Path], object],
    file: str,
    *,
    needs: tuple[str, ...] = (),
    **settings: Any,
) -> Stage:
    """Make the stage that writes files, cheaply, of what other stages left; `file` is the last of them."""

    def work(bench: Bench, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        make(bench, folder)

    return Stage(name, about, settings, work, lambda folder: (folder / file).is_file(), needs=needs)


def is_done(stage: Stage, bench: Bench) -> bool:
    """Say whether a stage is finished. Raises UsageError where what lies in its folder was told something else."""
    record = _read(bench, stage)
    if record is not None and (before := record["settings"]) != (now := _plain(stage.settings)):
        name = next(key for key in {**before, **now} if before.get(key) != now.get(key))
        raise UsageError(
            f"{bench.folder / stage.name}: was made with {name} = {before.get(name)!r}, now {now.get(name)!r}. Name "
            f"another folder (--output), or remove {bench.folder / stage.name} and {_path(bench, stage)}."
        )
    return record is not None and "finished" in record and stage.finished(bench.folder / stage.name)


def do(stage: Stage, bench: Bench) -> None:
    """Do a stage, or go on with it, and write down what it was told and took. Raises what it raises.

    Of one that was killed when its work was done, but not yet written down, the work is not done again.
    """
    from magnetite.scorers.device import describe_machine

    record = _read(bench, stage) or {"settings": _plain(stage.settings), "seconds": 0.0, "sittings": 0}
    with _alone(_path(bench, stage)):
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


@dataclass(slots=True)
class Results:
    """What finished stages left: runs, cards of systems, and what each took; read once."""

    bench: Bench
    stages: Mapping[str, Stage]
    _runs: dict[str, Run] = field(default_factory=dict)

    def has(self, names: tuple[str, ...]) -> bool:
        """Say whether all of these stages are finished."""
        return all(is_done(self.stages[name], self.bench) for name in names)

    def run(self, name: str) -> Run:
        """Return the run of a stage."""
        if name not in self._runs:
            path = self.bench.folder / name / FINDINGS
            self._runs[name] = run_from_json(path.read_text("utf-8"), path)
        return self._runs[name]

    def precisions(self, name: str) -> list[str]:
        """Return the number formats that a stage's systems scored in; none of a stage that scores nothing."""
        systems = self.run(name).systems if (self.bench.folder / name / FINDINGS).is_file() else ()
        return sorted({system["precision"] for system in systems if "precision" in system})

    def trained_in(self, name: str) -> list[str]:
        """Return the number formats that a stage trained systems in; none of a stage that trains none."""
        cards = [json.loads(path.read_text("utf-8")) for path in (self.bench.folder / name).rglob(CARD)]
        return sorted({card["precision"] for card in cards if card.get("precision")})

    def card(self, name: str) -> dict[str, Any]:
        """Return the card of a system that a stage trained."""
        card: dict[str, Any] = json.loads((self.bench.folder / SYSTEMS / name / CARD).read_text("utf-8"))
        return card

    def record(self, name: str) -> dict[str, Any]:
        """Return what is written down of a stage: settings, seconds, sittings, versions; {} of one not begun."""
        return _read(self.bench, self.stages[name]) or {}


def _path(bench: Bench, stage: Stage) -> Path:
    return bench.folder / RECORDS / f"{stage.name.replace('/', '-')}.json"


def _read(bench: Bench, stage: Stage) -> dict[str, Any] | None:
    path = _path(bench, stage)
    if not path.is_file():
        return None
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record


def _write(bench: Bench, stage: Stage, record: Mapping[str, Any]) -> None:
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
                f"{path}: another process works on this stage. Let it, or do other exhibits: --only."
            ) from error
        yield
