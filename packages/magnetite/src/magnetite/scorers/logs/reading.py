"""Which files are logs, of which program, and what each knows of its questions."""

import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from examfiles.errors import DataError
from examfiles.files import regular
from examfiles.reasons import Reason
from magnetite.scorers.logs import helm, inspect_ai, lighteval, lm_eval, olmes, opencompass
from magnetite.scorers.logs.question import EXPECTED, LoggedQuestion, without_choices

NAMES = (  # of logs in a folder
    "*.eval",
    "[12]???-??-??T*_*_*.json",  # Inspect's, where it writes JSON
    "details_*.parquet",
    "scenario_state.json",
    f"*{olmes.PREDICTIONS}",
)
DEEPEST = 6  # folders inside a folder of logs: lighteval has details/ORGANISATION/MODEL/TIME/
NO_LOGS = ("config.json", "magnetite.json", "findings.json")  # what a model, a system and a run have

# What a file can end in that has another form than a log: other types, nesting, an archive that is damaged or locked.
_OTHERWISE = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


def is_log(model: str) -> bool:
    """Return whether a model's name is a log, or a folder of logs.

    Raises DataError where it is named like a log but is missing.
    """
    path = Path(model).expanduser()
    if path.suffix.lower() == ".eval" and not path.exists():
        raise DataError(f"{path}: there is no such log of Inspect.")
    if fnmatch(path.name, lm_eval.SAMPLES) and not path.exists():
        raise DataError(f"{path}: there is no such log of lm_eval.")
    if path.is_dir():
        return bool(logs_in(path))
    if path.suffix.lower() in {".eval", ".json"}:
        return path.is_file()
    if path.suffix.lower() == ".parquet":
        return path.is_file() and lighteval.is_details(path)
    return (
        path.suffix.lower() == ".jsonl"
        and path.is_file()
        and (olmes.is_predictions(path) or lm_eval.is_samples(path, named=fnmatch(path.name, lm_eval.SAMPLES)))
    )


def logs_in(folder: Path) -> list[Path]:
    """List the logs in a folder and in those inside it, by their names; none in a model's or a run's."""
    if not folder.is_dir() or any((folder / name).exists() for name in NO_LOGS):
        return []
    found, top = [], len(folder.parts)
    for place, inside, names in os.walk(folder):
        here = Path(place)
        if len(here.parts) - top >= DEEPEST:
            inside.clear()
        found += [
            here / name
            for name in names
            if any(fnmatch(name, pattern) for pattern in NAMES) or lm_eval.is_named_so(here / name)
        ]
        if here.parent.name == opencompass.FOLDER:
            found += [here / name for name in names if name.endswith(".json")]
    return sorted(found)


def read_logs(path: Path, only: Sequence[Path] | None = None) -> tuple[list[list[LoggedQuestion]], tuple[Reason, ...]]:
    """Read a log, or those of a folder: what each knows, and which are left out, because they are none of choices.

    `only`: these of the folder. Raises DataError where there is none.
    """
    if not path.is_dir():
        return [list(read_log(path))], ()
    read: list[list[LoggedQuestion]] = []
    refused: list[tuple[Path, DataError]] = []
    for log in logs_in(path) if only is None else only:
        try:
            answers = [replace(each, file=os.path.relpath(log, path)) for each in read_log(log)]
            if not any(each.options for each in answers):
                raise without_choices(log, len(answers))
            read.append(answers)
        except DataError as error:
            refused.append((log, error))
    if not read:
        raise refused[0][1] if refused else DataError(f"{path}: there is no log in this folder. {EXPECTED}")
    return read, tuple(
        Reason("note-log-left-out", {"file": str(log.relative_to(path)), "folder": path.name, "error": str(error)})
        for log, error in refused
    )


def read_log(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what a log knows of its questions, one of each time it was asked. Raises DataError."""
    try:
        yield from _read(path)
    except _OTHERWISE as error:
        raise DataError(f"{path}: cannot be read as a log ({error or type(error).__name__}). {EXPECTED}") from error


def _read(path: Path) -> Iterator[LoggedQuestion]:
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        return olmes.read_predictions(path) if olmes.is_predictions(path) else lm_eval.read_samples(path)
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix](path)
    raw = json.loads(regular(path).read_text("utf-8"))
    for is_one, read in ((helm.is_state, helm.read_state), (opencompass.is_predictions, opencompass.read_predictions)):
        if is_one(raw):
            return read(raw)
    return inspect_ai.read_listed(path, raw)


_BY_SUFFIX: Mapping[str, Callable[[Path], Iterator[LoggedQuestion]]] = {
    ".eval": inspect_ai.read_packed,
    ".parquet": lighteval.read_details,
}
