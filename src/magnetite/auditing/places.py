"""Where an audit keeps things: the store of scores, and the folder of a run, which must not be another run's."""

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.joined import parts_of, said_split
from magnetite.core.errors import StoreError, UsageError
from magnetite.core.results import Run, run_from_json
from magnetite.engine import Store

FINDINGS = "findings.json"


def open_store(where: str | None) -> Store | None:
    """Open the store of scores: a folder, "off" for memory only, or by default one for this user."""
    if where == "off":
        return None
    return Store(Path(where).expanduser() if where else default_store())


def default_store() -> Path:
    """Return the user's store: $MAGNETITE_STORE, else the folder `magnetite/scores` in the user's cache."""
    if chosen := os.environ.get("MAGNETITE_STORE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("magnetite") / "scores"


def run_folder(data: str | None, output: str | None) -> Path:
    """Return the folder a run is written to: `output`, or a new one under `runs`, named by data and time."""
    if output:
        return Path(output)
    parts = parts_of(data or "data")
    name = "+".join(Path(said_split(part)[0]).name.split(".")[0] or "data" for part in parts)
    return Path("runs") / f"{name[:60]}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def refuse_other_run(
    folder: Path,
    fingerprint: str,
    settings: Mapping[str, Any],
    *,
    overwrite: bool,
    same: tuple[str, ...] = ("model", "systems", "mode"),
) -> None:
    """Raise UsageError where the folder holds another run, or files that are no run; a repeat replaces its own run.

    A run is the same where the data's fingerprint is, and the settings named by `same` (`mode` tells a search for
    magnets from an audit).
    """
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise UsageError(f"output '{folder}': '{there}' is a file. Name a folder, which may be new.")
    if not os.access(there, os.W_OK):
        raise StoreError(f"output '{folder}': '{there}' cannot be written to. Name another folder.")
    if overwrite or not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / FINDINGS).is_file():
        raise UsageError(
            f"output '{folder}' has files that are not a run's. Name a new folder, or add --overwrite to put the run "
            "beside them."
        )
    before = run_from_json((folder / FINDINGS).read_text("utf-8"), folder / FINDINGS)
    agreeing = all(_plain(before.settings.get(name)) == _plain(settings.get(name)) for name in same)
    if before.dataset.get("fingerprint") != fingerprint or not agreeing:
        raise UsageError(
            f"output '{folder}' holds another run: {before.dataset.get('items')} questions of "
            f"{before.dataset.get('name')} with {_answered(before)}, of {before.started}. Name another folder, or "
            "replace it with --overwrite."
        )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _answered(run: Run) -> str:
    """Say what answered in a run."""
    named = run.settings.get("systems")
    return ", ".join(f"{name}={folder}" for name, folder in named.items()) if named else str(run.settings.get("model"))
