"""The known experiments and their looks by name, and how to make an experiment from settings that a user wrote."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from examfiles.errors import unknown_name
from examfiles.registry import Registry
from magnetite.core.experiment import Experiment

EXPERIMENTS = Registry(
    "experiment",
    "magnetite.experiments",
    {
        "accuracy": "magnetite.experiments.accuracy.experiment:Accuracy",
        "shortcuts": "magnetite.experiments.shortcuts.experiment:Shortcuts",
        "following": "magnetite.experiments.following.experiment:Following",
        "magnets": "magnetite.experiments.magnets.experiment:Magnets",
        "order": "magnetite.experiments.order.experiment:Order",
        "span": "magnetite.experiments.span.experiment:CriticalSpan",
        "marked": "magnetite.experiments.marked.experiment:MarkedSpans",
        "informativity": "magnetite.experiments.informativity.experiment:Informativity",
        "extent": "magnetite.experiments.extent.experiment:Extent",
        "distractors": "magnetite.experiments.distractors.experiment:Distractors",
        "uncertainty": "magnetite.experiments.uncertainty.experiment:Uncertainty",
        "options": "magnetite.experiments.options.experiment:OptionsOnly",
    },
)
_LOOKS = (
    "accuracy shortcuts recurring following order span marked informativity extent "
    "distractors uncertainty options magnets unreadable transfer items overlap"
)
LOOKS = Registry(  # in reading order
    "look",
    "magnetite.looks",
    {name: f"magnetite.experiments.{name}.look:LOOK" for name in _LOOKS.split()}
    | {"training": "magnetite.train.look:LOOK"},
)
BY_DEFAULT = (
    "accuracy",
    "shortcuts",
    "following",
    "magnets",
)  # of an audit; the others cost a scoring for each order or sentence

WITHOUT_PASSAGES = ("accuracy", "shortcuts")  # of an audit of questions that have none


SMALL: Mapping[str, Mapping[str, Any]] = {  # settings of an audit, where an experiment's defaults are a paper's
    "magnets": {"screen_passages": None, "pool_size": 100, "top": 10}
}


def experiment_named(name: str, settings: Mapping[str, Any] | None = None, seed: int = 0) -> Experiment:
    """Make an audit's experiment by its name; `seed` goes to one that draws, as its setting of that name.

    Raises UsageError for an unknown name or setting, with the known ones.

    >>> experiment_named("following", {"calibrated_on": "dev"}, seed=3)
    Following(seed=3, temperatures={}, calibrated_on='dev')
    """
    kind = EXPERIMENTS[name]
    known = [entry.name for entry in fields(kind) if entry.metadata.get("setting", True)]
    for setting in settings or {}:
        if setting not in known:
            raise unknown_name(f"experiment '{name}': setting", setting, known)
    drawing = {"seed": seed} if "seed" in known else {}
    made: Experiment = kind(**{**SMALL.get(name, {}), **drawing, **(settings or {})})
    return made
