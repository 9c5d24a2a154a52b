"""The known experiments by name, and how to make one from settings that a user wrote."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from magnetite.core.errors import unknown_name
from magnetite.core.experiment import Experiment
from magnetite.core.registry import Registry

PROBES = Registry(
    "probe",
    "magnetite.experiments",
    {
        "accuracy": "magnetite.probes.accuracy:Accuracy",
        "shortcuts": "magnetite.probes.shortcuts.probe:Shortcuts",
        "following": "magnetite.probes.shortcuts.following:Following",
        "magnets": "magnetite.probes.magnets.probe:Magnets",
    },
)


def probe(name: str, settings: Mapping[str, Any] | None = None) -> Experiment:
    """Make a probe by its name. Raises UsageError for an unknown name or setting, with the known ones.

    >>> probe("accuracy", {"seed": 3})
    Accuracy(resamples=2000, seed=3, temperatures={}, calibrated_on='')
    """
    kind = PROBES[name]
    known = [entry.name for entry in fields(kind)]
    for setting in settings or {}:
        if setting not in known:
            raise unknown_name(f"probe '{name}': setting", setting, known)
    made: Experiment = kind(**(settings or {}))
    return made
