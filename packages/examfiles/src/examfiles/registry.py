"""Registries: scorers, experiments and formats by name, ours and those of other packages, imported when first used.

A package adds one of its own by an entry point (in its `pyproject.toml`), and touches nothing of ours:

    [project.entry-points."magnetite.experiments"]
    first-option = "my_package.first_option:FirstOption"
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from examfiles.errors import UsageError, unknown_name


@dataclass(frozen=True)
class Registry(Mapping[str, Any]):
    """What there is of one kind, by name: ours, "module:attribute" each, in order, then those of entry points.

    Raises UsageError for a name that does not exist, that two packages give, or whose module cannot be imported.
    """

    kind: str  # for people: "experiment"
    group: str  # of the entry points: "magnetite.experiments"
    ours: Mapping[str, str] = field(hash=False)

    def __getitem__(self, name: str) -> Any:
        """Import what has this name."""
        if name in self.ours:
            module, _, attribute = self.ours[name].partition(":")
            return getattr(import_module(module), attribute)
        if name not in self._theirs:
            raise unknown_name(self.kind, name, list(self))
        entry = self._theirs[name]
        try:
            return entry.load()
        except Exception as error:  # a stranger's module may raise anything
            raise UsageError(
                f"{self.kind} '{name}' of the package {_package(entry)} cannot be imported: "
                f"{type(error).__name__}: {error}. Repair or remove that package."
            ) from error

    def __contains__(self, name: object) -> bool:
        """Say whether there is one of this name, without importing it."""
        return name in self.ours or name in self._theirs

    def __iter__(self) -> Iterator[str]:
        """Yield the names, ours first."""
        yield from self.ours
        yield from self._theirs

    def __len__(self) -> int:
        return len(self.ours) + len(self._theirs)

    @cached_property
    def _theirs(self) -> dict[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for entry in sorted(entry_points(group=self.group), key=lambda entry: entry.name):
            other = "Magnetite" if entry.name in self.ours else None
            if entry.name in found and found[entry.name].value != entry.value:
                other = _package(found[entry.name])
            if other:
                raise UsageError(
                    f"{self.kind} '{entry.name}': both {other} and the package {_package(entry)} have one of that "
                    "name. Remove one of them, or rename its entry point."
                )
            found[entry.name] = entry
        return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value
