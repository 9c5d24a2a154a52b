"""The scorers that a name makes by itself, without a folder: ours, and those of other packages.

Each is a function of keyword arguments that returns a scorer: `seed`, and whatever else a user says of how models
compute and are asked (`device`, `dtype`, `keep`, `blank`, `scoring`, `prompt`, `shots`); what it has no use for, it
ignores.
"""

from examfiles.registry import Registry

SCORERS = Registry(
    "model",
    "magnetite.scorers",
    {
        "random": "magnetite.scorers.baselines:random_baseline",
        "longest": "magnetite.scorers.baselines:longest_baseline",
        "overlap": "magnetite.scorers.baselines:overlap_baseline",
    },
)
