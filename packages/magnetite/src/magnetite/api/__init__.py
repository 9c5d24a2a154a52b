"""Magnetite from Python: a function for each command, and what they take and return.

    run = magnetite.audit("exam.csv", "small", limit=300, asking=Asking(device="cuda"))
    run.finding("accuracy").number("accuracy").value

**What everyone says is an argument; the rest is in a value.** A command's own settings are arguments of its function.
Of the settings that commands share, those that say which questions (`split`, `limit`, `seed`), who answers (`views`,
`store`, `workers`) and where the run is written (`output`, `overwrite`, `language`) are arguments everywhere. All
others are fields of `reading=Reading(…)` and `asking=Asking(…)`. What is left at its default says nothing, and what is
said twice must be the same (docs/decisions/060-front.md).

Nothing here is on the way of the command line, which makes the same settings of its flags.
"""

from examfiles.items import Dataset, Item
from magnetite.api.benchmarks import items, overlap, runs
from magnetite.api.exams import CheckReport, check, convert, describe, read
from magnetite.api.exchange import export_cells, export_suite, import_scores
from magnetite.api.inspect_hook import inspect_hook
from magnetite.api.models import audit, magnets, order, score, shortcuts, transfer, unreadable, unreadable_trace
from magnetite.api.training import RecipeSettings, train_system
from magnetite.core.results import Finding, Run, load
from magnetite.report.progress import progress
from magnetite.request import Asking, Reading, TrainingData
from magnetite.scorers.function import scorer

__all__ = [
    "Asking",
    "CheckReport",
    "Dataset",
    "Finding",
    "Item",
    "Reading",
    "RecipeSettings",
    "Run",
    "TrainingData",
    "audit",
    "check",
    "convert",
    "describe",
    "export_cells",
    "export_suite",
    "import_scores",
    "inspect_hook",
    "items",
    "load",
    "magnets",
    "order",
    "overlap",
    "progress",
    "read",
    "runs",
    "score",
    "scorer",
    "shortcuts",
    "train_system",
    "transfer",
    "unreadable",
    "unreadable_trace",
]
