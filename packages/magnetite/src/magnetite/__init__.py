"""Audit multiple-choice reading comprehension: does the exam measure reading, and does the model read?

magnetite.read(path, split=None, format=None)    a dataset, of files or of rows in memory: it has a length and items
magnetite.describe(dataset or path)              its statistics, without a model; for a path, of all splits
magnetite.audit(data, model)                     the experiments' findings
magnetite.check(exam)                            which questions of an exam deserve a second look, and why
magnetite.runs(folder)                           one page over many runs
magnetite.score(data, model)                     the raw scores
magnetite.shortcuts(data, systems)               what can be answered with part of the question missing
magnetite.magnets(data, models)                  options that attract a system whatever the passage says
magnetite.order(data, model)                     whether the answer depends on the order of the options
magnetite.unreadable(data, models)               what shuffled text that nobody can read does to a system
magnetite.unreadable_trace(data, item, models)   one question under such an attack, token by token
magnetite.items(exam, logs)                      a benchmark audited by the systems that took it
magnetite.overlap(exam, data)                    what of an exam stands in other data
magnetite.transfer(data, systems)                what systems trained on one dataset get right on others
magnetite.convert(data, to)                      the questions in another format, or under an attack
magnetite.export_cells(run, data, to)            the cells that a run needs, to be scored by a system elsewhere
magnetite.import_scores(scores)                  a system made of scores that were computed elsewhere
magnetite_papers.reproduce(paper, data)          a paper's tables and figures, compared with ours
magnetite_papers.unanswerable(data, output)      what systems learn from questions that nobody could answer
magnetite.train_system(data, output, view=…)     fine-tune a system for a view
magnetite.load(folder)                           a run that was written to a folder
magnetite.scorer                                 a decorator that makes a scorer of a function
magnetite.progress()                             progress bars, in a terminal or a notebook
magnetite.testing.check_scorer(scorer)           whether your own scorer keeps the contract
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from examfiles.errors import nearest
from magnetite.core import VERSION

# How long a thread that waits for the others keeps its core. The default, some milliseconds, costs minutes if
# another program has one of the cores. GNU's OpenMP reads this when PyTorch is imported, so it is set before.
os.environ.setdefault("GOMP_SPINCOUNT", "3000")

__version__ = VERSION
__all__ = [
    "audit",
    "check",
    "convert",
    "describe",
    "export_cells",
    "import_scores",
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

_HOMES = {
    "audit": "magnetite.commands.audit",
    "check": "magnetite.commands.check",
    "convert": "magnetite.commands.convert",
    "describe": "magnetite.experiments.description",
    "export_cells": "magnetite.commands.export",
    "import_scores": "magnetite.commands.import_",
    "items": "magnetite.commands.items",
    "load": "magnetite.core.results",
    "magnets": "magnetite.commands.magnets",
    "order": "magnetite.commands.order",
    "overlap": "magnetite.commands.overlap",
    "progress": "magnetite.report.progress",
    "read": "examfiles",
    "runs": "magnetite.commands.runs",
    "score": "magnetite.commands.score",
    "scorer": "magnetite.scorers.function",
    "shortcuts": "magnetite.commands.shortcuts",
    "train_system": "magnetite.commands.train",
    "transfer": "magnetite.commands.transfer",
    "unreadable": "magnetite.commands.unreadable",
    "unreadable_trace": "magnetite.commands.unreadable",
}

if TYPE_CHECKING:
    from examfiles import read
    from magnetite.commands.audit import audit
    from magnetite.commands.check import check
    from magnetite.commands.convert import convert
    from magnetite.commands.export import export_cells
    from magnetite.commands.import_ import import_scores
    from magnetite.commands.items import items
    from magnetite.commands.magnets import magnets
    from magnetite.commands.order import order
    from magnetite.commands.overlap import overlap
    from magnetite.commands.runs import runs
    from magnetite.commands.score import score
    from magnetite.commands.shortcuts import shortcuts
    from magnetite.commands.train import train_system
    from magnetite.commands.transfer import transfer
    from magnetite.commands.unreadable import unreadable, unreadable_trace
    from magnetite.core.results import load
    from magnetite.experiments.description import describe
    from magnetite.report.progress import progress
    from magnetite.scorers.function import scorer


def __getattr__(name: str) -> Any:
    """Import a function when it is first used, so that importing Magnetite stays light."""
    if name == "testing":
        return import_module("magnetite.testing")
    if name not in _HOMES:
        raise AttributeError(f"module 'magnetite' has no attribute '{name}'.{nearest(name, _HOMES)}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted([*__all__, "__version__"])
