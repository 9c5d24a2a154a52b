"""The known probes by name, and how to make one from settings that a user wrote.

What this file leaves out: which probes an audit runs when none is named (`audit`).
"""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from magnetite.core.errors import unknown_name
from magnetite.core.probe import Probe
from magnetite.probes.accuracy import Accuracy
from magnetite.probes.magnets.probe import Magnets
from magnetite.probes.shortcuts.following import Following
from magnetite.probes.shortcuts.probe import Shortcuts

PROBES: Mapping[str, type[Accuracy] | type[Shortcuts] | type[Following] | type[Magnets]] = MappingProxyType(
    {"accuracy": Accuracy, "shortcuts": Shortcuts, "following": Following, "magnets": Magnets}
)


def probe(name: str, settings: Mapping[str, Any] | None = None) -> Probe:
    """Make a probe by its name. Raises UsageError for an unknown name or setting, with the known ones.

    >>> probe("accuracy", {"seed": 3})
    Accuracy(resamples=2000, seed=3, temperatures={}, calibrated_on='')
    """
    if name not in PROBES:
        raise unknown_name("probe", name, list(PROBES))
    kind = PROBES[name]
    known = [entry.name for entry in fields(kind)]
    for setting in settings or {}:
        if setting not in known:
            raise unknown_name(f"probe '{name}': setting", setting, known)
    return kind(**(settings or {}))
