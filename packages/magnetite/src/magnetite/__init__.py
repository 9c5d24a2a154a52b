"""Audit multiple-choice reading comprehension: does the exam measure reading, and does the model read?

read(path)                             a dataset, of files or of rows in memory: it has a length and items
describe(dataset or path)              its statistics, without a model; for a path, of all splits
check(exam)                            which questions of an exam deserve a second look, and why
convert(data, to)                      the questions in another format, or under an attack
audit(data, model)                     the experiments' findings
score(data, model)                     the raw scores
shortcuts(data, systems)               what can be answered with part of the question missing
magnets(data, models)                  options that attract a system whatever the passage says
order(data, model)                     whether the answer depends on the order of the options
unreadable(data, models)               what shuffled text that nobody can read does to a system
unreadable_trace(data, item, models)   one question under such an attack, token by token
transfer(data, systems)                what systems trained on one dataset get right on others
items(exam, logs)                      a benchmark audited by the systems that took it
overlap(exam, data)                    what of an exam stands in other data
runs(folders), load(folder)            one page over many runs; a run that was written to a folder
train_system(data, output, view=…)     fine-tune a system for a view
export_cells(run, data, to)            the cells that a run needs, to be scored by a system elsewhere
export_suite(runs, data, to, program)  the same as tasks of lm-evaluation-harness or Inspect
import_scores(scores)                  a system made of scores that were computed elsewhere
inspect_hook(audit)                    an audit after every run of Inspect, from its logs
scorer, progress()                     a decorator that makes a scorer of a function; progress bars

`magnetite.api` says how their settings are given. `magnetite.testing` has `check_scorer` and `check_experiment`,
`magnetite_papers` has `reproduce` and `unanswerable`.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

from magnetite.core import VERSION

# How long a thread that waits for the others keeps its core. The default, some milliseconds, costs minutes if
# another program has one of the cores. GNU's OpenMP reads this when PyTorch is imported, so it is set before.
os.environ.setdefault("GOMP_SPINCOUNT", "3000")

__version__ = VERSION

if TYPE_CHECKING:
    from magnetite import testing as testing
    from magnetite.api import *  # noqa: F403
    from magnetite.api import __all__ as __all__
else:  # else a type checker takes any name for one that is made here

    def __getattr__(name: str) -> object:
        """Import the functions when the first of them is used, so that importing Magnetite stays light."""
        if name == "testing":
            return import_module("magnetite.testing")
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module 'magnetite' has no attribute '{name}'")
        api = import_module("magnetite.api")
        if name != "__all__" and name not in api.__all__:
            from examfiles.errors import nearest

            raise AttributeError(f"module 'magnetite' has no attribute '{name}'.{nearest(name, api.__all__)}")
        return getattr(api, name)

    def __dir__() -> list[str]:
        """List the public names, imported or not."""
        return sorted([*import_module("magnetite.api").__all__, "__version__", "testing"])
