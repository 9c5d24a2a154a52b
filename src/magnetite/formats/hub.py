"""Data sets on the hub that are named without a file: `hf://datasets/OWNER/NAME`, or with a configuration behind it.

The hub keeps every data set as Parquet too, in a branch of its own: CONFIGURATION/SPLIT/0000.parquet and on. Which
there are is asked; what is read is a pattern, by polars.
"""

from pathlib import PurePosixPath

from magnetite.core.errors import DataError, UsageError
from magnetite.formats.detect import canonical
from magnetite.formats.tables.rows import HUB

BRANCH = "refs/convert/parquet"
_PLACE = "@~parquet"  # the same branch, in a path
_ALL = ("default", "all")  # configurations that hold the whole data set


def is_id(path: str) -> bool:
    """Return whether a path on the hub names a data set, with a configuration or without, and no file.

    >>> is_id("hf://datasets/ann/exams"), is_id("hf://datasets/ann/exams/data/test.csv")
    (True, False)
    """
    parts = path.removeprefix(HUB).rstrip("/").split("/")
    return parts[0] == "datasets" and len(parts) in {3, 4} and not PurePosixPath(parts[-1]).suffix


def files_of(path: str, split: str | None) -> tuple[str, str]:
    """Return the pattern of the files of one split of a data set, and the split's name.

    Raises UsageError where a configuration or a split has to be named, or does not exist; DataError where the hub
    cannot be asked.
    """
    _, owner, name, *rest = path.removeprefix(HUB).rstrip("/").split("/")
    there = _configurations(f"{owner}/{name}", path)
    whole = [each for each in _ALL if each in there] or list(there)
    chosen = rest[0] if rest else whole[0] if len(there) == 1 or whole[0] in _ALL else None
    known = ", ".join(there)
    if chosen is None:
        raise UsageError(f"{path}: has the configurations {known}; name one: {path.rstrip('/')}/{next(iter(there))}.")
    if chosen not in there:
        raise UsageError(f"{path}: has no configuration '{chosen}', only {known}.")
    by_name = {canonical(each): each for each in there[chosen]}
    wanted = canonical(split) if split else next(iter(by_name)) if len(by_name) == 1 else None
    if wanted is None:
        raise UsageError(f"{path}: holds the splits {', '.join(by_name)}; name one: --split {list(by_name)[-1]}.")
    if wanted not in by_name:
        raise UsageError(f"{path}: no split '{wanted}'; it has {', '.join(by_name)}.")
    return f"{HUB}datasets/{owner}/{name}{_PLACE}/{chosen}/{by_name[wanted]}/*.parquet", wanted


def _configurations(name: str, path: str) -> dict[str, list[str]]:
    """Ask the hub for the splits of each configuration."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    try:
        names = HfApi().list_repo_files(name, repo_type="dataset", revision=BRANCH)
    except (HfHubHTTPError, OfflineModeIsEnabled, OSError, ValueError) as error:
        raise DataError(
            f"{path}: the hub cannot be asked for its files ({str(error).splitlines()[0]}). Check the name and the "
            "network; or download the data set, and give its folder."
        ) from error
    configurations: dict[str, list[str]] = {}
    for parts in (PurePosixPath(each).parts for each in names if each.endswith(".parquet")):
        if len(parts) == 3 and parts[1] not in configurations.setdefault(parts[0], []):
            configurations[parts[0]].append(parts[1])
    if not configurations:
        raise DataError(f"{path}: the hub has no tables of this data set. Name a file in it: {path.rstrip('/')}/FILE.")
    return configurations
