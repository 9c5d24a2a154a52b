"""The papers, one command each: train or take systems, run every table and figure, and set the paper's beside ours.

A **paper** (`paper.Paper`) is a list of stages, exhibits and claims. A **stage** (`stages.Stage`) is a training or a
run with a folder of its own; it is finished, or goes on where it stopped. What it found may be kept in an **archive**
(`archive.Archive`), without texts, for another machine. An **exhibit** is a table or figure of the paper, made of what
finished stages left (`results.Results`) as a finding; so the whole is a run like any other, with `findings.json`,
`report.html` and a page in Markdown. A **claim** is what the paper says, tested on exhibits. A **configuration** (TOML,
in `configurations/PAPER/`) says with which systems, data and sizes.
"""

from magnetite.reproduce.paper import PAPERS
from magnetite.reproduce.run import planned, reproduce

__all__ = ["PAPERS", "planned", "reproduce"]
