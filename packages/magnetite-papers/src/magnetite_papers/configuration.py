"""Configurations: with which systems, data and sizes a paper is reproduced; a documented TOML file each.

A file's keys are the fields of the paper's settings. Those of our papers are `configurations/PAPER/SCALE.toml`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from examfiles.errors import UsageError, unknown_name
from magnetite.core.files import read_toml

FOLDER = Path(__file__).parent / "configurations"
S = TypeVar("S", bound="Configuration")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """What the settings of all papers share.

    `data`: where each data set lies, under the folder that the command names, or anywhere ("hf://…"). `systems`: by
    name, what is asked: `model` (as `--model`), or `preset` and the other settings of a training. `seed`: of every
    draw. `larger`: the reader that is set beside the paper figure by figure; `smaller`: another one, to see whether
    what differs is size, there and where a claim fails; `differ_in` says in what they differ. "": none is.
    """

    title: str
    note: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    systems: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: int = 0
    smaller: str = ""
    larger: str = ""
    differ_in: str = "size"

    @property
    def main_reader(self) -> str:
        """Return the reader that claims are tested on."""
        return self.larger


def scales(folder: Path) -> list[str]:
    """Name the configurations in a paper's folder."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def place(folder: Path, scale: str) -> Path:
    """Return the file of a paper's configuration: one of its own by its scale, or a user's, by itself or in a folder.

    Raises UsageError where there is none.
    """
    if scale.endswith(".toml"):
        return Path(scale).expanduser()
    if scale in scales(folder):
        return folder / f"{scale}.toml"
    if (users := Path(scale).expanduser()).is_dir():
        return users / f"{folder.name}.toml"
    own = ["a file that ends in .toml", f"a folder with {folder.name}.toml"]
    raise unknown_name("scale", scale, [*scales(folder), *own])


def read_configuration(path: Path, kind: type[S]) -> S:
    """Read a configuration. Raises UsageError for a file that is not there or not TOML, and for keys and values."""
    raw = read_toml(path, "there is no such configuration.", "not a configuration")
    known = {each.name: each for each in fields(kind)}
    for name in raw:
        if name not in known:
            raise UsageError(f"{path}: {unknown_name('key', name, sorted(known))}")
    for name, each in known.items():
        if name not in raw and each.default is MISSING and each.default_factory is MISSING:
            raise UsageError(f"{path}: {name} is missing.")
    try:
        return kind(**{name: _frozen(value) for name, value in raw.items()})
    except (TypeError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
