"""What a run keeps beside its findings, and where: data, exam, systems, settings; the store of scores; its folder."""

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, count
from pathlib import Path
from platform import python_version
from subprocess import DEVNULL, SubprocessError, check_output
from tempfile import gettempdir
from typing import Any

from examfiles.errors import StoreError, UsageError
from examfiles.files import is_bare
from examfiles.items import Dataset
from magnetite.core import VERSION
from magnetite.core.files import alone, writable
from magnetite.core.results import Run, run_from_json
from magnetite.core.scorer import HasPrecision, HasServer, Prompted
from magnetite.engine import Store
from magnetite.request import PROMPTING
from magnetite.running.data import parts_of, said_split
from magnetite.scorers.system import System

LIBRARIES = ("torch", "transformers", "polars", "scipy")
FINDINGS = "findings.json"
OFF = "off"  # what says, in place of a store, that scores are not kept

SHARED_SETTINGS = ("model", "systems", "mode", *PROMPTING)
"""The settings that tell one run from another, besides the data."""


def data_record(dataset: Dataset) -> dict[str, Any]:
    """Describe a dataset: where it comes from, its fingerprint, its counts."""
    return {
        "name": dataset.name,
        "split": dataset.split,
        "source": dataset.source,
        "format": dataset.format,
        "fingerprint": dataset.fingerprint,
        "items": len(dataset),
        "passages": len({item.passage_id for item in dataset if item.passage.strip()}),
        "answered": sum(item.answer is not None for item in dataset),
    }


def exam_record(dataset: Dataset) -> dict[str, Any]:
    """Write down the exam's texts: passages by id, and the items in order."""
    items = [
        {
            "id": item.id,
            "passage_id": item.passage_id,
            "level": item.level,
            "question": item.question,
            "options": list(item.options),
            "answer": item.answer,
        }
        for item in dataset
    ]
    return {"passages": {item.passage_id: item.passage for item in dataset}, "items": items}


def system_record(
    view: str, system: System, datasets: Sequence[Dataset], temperature: float | None = None
) -> dict[str, Any]:
    """Describe a system: its members, its fingerprint, the share of items whose passage it had to cut.

    `temperature` is the one its probabilities were divided by, None where they were not calibrated; "training", where
    it has a card, is what that says of how it was made. Of one that computes here, in which number format, whatever was
    asked for; of a language model, how it is asked and answers; of a server, what it said of itself in this run.
    """
    items = [item for dataset in datasets for item in dataset]
    record = {
        "view": view,
        "scorer": system.name,
        "members": len(system.members),
        "fingerprint": system.fingerprint,
        "temperature": temperature,
        "truncated": float(system.cut(view, items).mean()) if items else 0.0,
    }
    if isinstance(system.first, HasPrecision):
        record["precision"] = system.first.precision
    if isinstance(system.first, HasServer) and system.first.server_record:
        record["server"] = system.first.server_record
    if isinstance(system.first, Prompted):
        record |= system.first.prompt_record
    return record if system.training is None else {**record, "training": system.training}


def version_record() -> Mapping[str, str]:
    """Name the versions of what computes and is installed, and the commit of ours where it runs from a repository."""
    own = {"magnetite": VERSION + commit(Path(__file__).parents[5])}
    installed = {name: found for name in LIBRARIES if (found := _version(name))}
    return own | installed | {"python": python_version()}


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


@cache
def commit(repository: Path) -> str:
    """Return the commit of a repository as a version's local part, such as "+g42d448d"; "" where there is none.

    It ends in ".changed" where files that are tracked differ from the commit.
    """
    if not (repository / ".git").exists():
        return ""
    asked = (["rev-parse", "--short", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
    command = ["git", "--no-optional-locks", "-C", str(repository)]
    try:
        name, changes = (check_output([*command, *each], stderr=DEVNULL, text=True).strip() for each in asked)
    except (OSError, SubprocessError):
        return ""
    return f"+g{name}{'.changed' if changes else ''}"


def open_store(where: str | None) -> Store | None:
    """Open the store of scores: a folder, "off" for memory only, or by default one for this user.

    $MAGNETITE_STORE may say "off", too.
    """
    if (where or os.environ.get("MAGNETITE_STORE")) == OFF:
        return None
    return Store(Path(where).expanduser() if where else default_store())


def default_store() -> Path:
    """Return the user's store: $MAGNETITE_STORE, else the folder `magnetite/scores` in the user's cache.

    Where $MAGNETITE_STORE says "off", nothing is added to the latter.
    """
    if (chosen := os.environ.get("MAGNETITE_STORE")) and chosen != OFF:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("magnetite") / "scores"


def run_folder(data: str | None, output: str | None) -> Path:
    """Return the folder a run is written to: `output`, or a new one under `runs`, named by data and time.

    Where two begin in one second, the later one's name ends in a number.
    """
    if output:
        return Path(output)
    parts = parts_of(data or "data")
    name = "+".join(Path(said_split(part)[0]).name.split(".")[0] or "data" for part in parts)
    folder = Path("runs") / f"{name[:60]}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = chain([folder], (folder.with_name(f"{folder.name}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists())


def refuse_other_run(
    folder: Path,
    fingerprint: str,
    settings: Mapping[str, Any],
    *,
    overwrite: bool,
    same: tuple[str, ...] = SHARED_SETTINGS,
) -> None:
    """Raise UsageError where the folder holds another run, or files that are no run; a repeat replaces its own run.

    A run is the same where the data's fingerprint is, and the settings named by `same` (`mode` tells a search for
    magnets from an audit), and no experiment of it would be lost.
    """
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise UsageError(f"output '{folder}': '{there}' is a file. Name a folder, which may be new.")
    if not os.access(there, os.W_OK):
        raise StoreError(f"output '{folder}': '{there}' cannot be written to. Name another folder.")
    if overwrite or not folder.exists() or is_bare(folder):
        return
    if not (folder / FINDINGS).is_file():
        raise UsageError(
            f"output '{folder}' has files that are not a run's. Name a new folder, or add --overwrite to put the run "
            "next to them."
        )
    before = run_from_json((folder / FINDINGS).read_bytes(), folder / FINDINGS)
    agreeing = all(_plain(before.settings.get(name)) == _plain(settings.get(name)) for name in same)
    if before.dataset.get("fingerprint") != fingerprint or not agreeing:
        raise UsageError(
            f"output '{folder}' holds another run: {before.dataset.get('items')} questions of "
            f"{before.dataset.get('name')} with {_answered(before)}, of {before.started}. Name another folder, or "
            "replace it with --overwrite."
        )
    lost = [name for name in before.settings.get("experiments", ()) if name not in settings.get("experiments", ())]
    if lost:
        raise UsageError(
            f"output '{folder}' holds a run with more experiments, of {before.started}; {', '.join(lost)} would be "
            "lost. Ask for them too, name another folder, or replace it with --overwrite."
        )


@contextmanager
def only_writer(folder: Path | None) -> Iterator[None]:
    """Keep other processes of this user from writing a run into a folder, while the block lasts; None for no folder.

    The lock lies among temporary files, so that nothing stands beside a run; that of a killed process is released by
    the system. Raises UsageError where another has it.
    """
    if folder is None:
        yield
        return
    digest = hashlib.sha256(os.fsencode(folder.expanduser().resolve())).hexdigest()[:16]
    own = os.getuid() if hasattr(os, "getuid") else "run"  # elsewhere, each user has temporary files of their own
    with alone(Path(gettempdir()) / f"magnetite-{own}-{digest}") as free:
        if not free:
            raise UsageError(
                f"output '{folder}': another process is writing a run there. Wait until it ends, or name "
                "another folder."
            )
        yield


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _answered(run: Run) -> str:
    """Say what answered in a run."""
    if run.settings.get("models") is False:
        return "rules only"
    named = run.settings.get("systems")
    return ", ".join(f"{name}={folder}" for name, folder in named.items()) if named else str(run.settings.get("model"))


def refuse_file(path: Path, suffixes: Sequence[str], *, overwrite: bool) -> None:
    """Raise UsageError where a file may not be written: another ending, a folder, or one that is there already."""
    if path.suffix.lower() not in suffixes:
        raise UsageError(f"{path}: its name should end in {' or '.join(suffixes)}.")
    if path.is_dir():
        raise UsageError(f"{path}: is a folder. Name a file.")
    if path.exists() and not overwrite:
        raise UsageError(f"{path}: exists already. Name another file, or replace it: --overwrite.")


def make_parent(path: Path) -> None:
    """Make the folder that a file is to lie in. Raises StoreError where it cannot be made."""
    with writable(path):
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
