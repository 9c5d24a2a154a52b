"""The papers, one command each: train or take systems, run every table and figure, and set the paper's beside ours.

A **paper** (`paper.Paper`) is a list of stages, exhibits and claims. A **stage** (`stages.Stage`) is a training or a
run with a folder of its own; it is finished, or goes on where it stopped. What it found may be kept in an **archive**
(`archive.Archive`), without texts, for another machine. An **exhibit** is a table or figure of the paper, made of what
finished stages left (`results.Results`) as a finding; so the whole is a run like any other, with `findings.json`,
`report.html` and a page in Markdown. A **claim** is what the paper says, tested on exhibits. A **configuration** (TOML,
in `configurations/PAPER/`) says with which systems, data and sizes.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite_papers.paper import PAPERS
    from magnetite_papers.run import planned, reproduce
    from magnetite_papers.training_table.command import unanswerable

__all__ = ["PAPERS", "planned", "reproduce", "unanswerable"]
_HOMES = {"PAPERS": "paper", "planned": "run", "reproduce": "run", "unanswerable": "training_table.command"}


def __getattr__(name: str) -> Any:
    """Import a function when it is first used, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
