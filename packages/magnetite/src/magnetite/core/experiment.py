"""The experiment protocol: a function of an exam and a panel of systems, and all that it may ask of the world.

    @dataclass(frozen=True, slots=True)
    class Accuracy:                                   # its fields are its settings
        def run(self, exam, panel):
            own = own_cells(exam.items)
            scores = panel.score("QOC", own, "own")   # it may ask again after it has seen an answer
            return (Finding(…),)

An experiment never sees the store, the engine, torch, a file or another experiment. Who runs it decides what `score`
does: score and store (a run), count and answer with placeholders (a dry run), write the cells down (an export), or look
the answers up (`magnetite.testing`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from examfiles.items import Dataset, Item
from magnetite.core.cells import BoolArray, Cells, ScoreArray
from magnetite.core.results import Finding

Members = Literal["all", "first"] | int


@dataclass(frozen=True, slots=True)
class PanelSystem:
    """One system of a panel, as an experiment knows it: what it reads, and how it answers.

    `listwise`: a score depends on the other options shown. `members`: of an ensemble several, else one. `training`:
    what its card says of how it was made and what was measured of it. `stands_for`: the system of which this one is a
    cheaper stand-in. `graded`: its scores say how likely each option is to it, not only which one it chose.
    """

    name: str
    view: str
    listwise: bool = False
    members: int = 1
    fingerprint: str = ""
    training: Mapping[str, Any] = field(default_factory=dict, hash=False)
    stands_for: str = ""
    graded: bool = True


class Panel(Protocol):
    """The systems that an experiment may ask, by name."""

    @property
    def panelists(self) -> Mapping[str, PanelSystem]:
        """Return the systems by name, in the order they are reported in."""

    def score(
        self, name: str, cells: Cells, label: str, members: Members = "all", *, rotate: bool = True
    ) -> ScoreArray:
        """Return a system's scores, (cells,) in the order asked for; the contexts are already under its view.

        A list-wise system's are means over the rotations that its user chose, unless `rotate` is False: then it is
        shown the options in the order of the cells alone.

        `label` says in a few words what is scored. `members`: whose scores of an ensemble. "all": the log of the mean
        of the members' softmax over each context's cells, which must then be the item's whole own options; of a single
        member its plain scores. "first": the first member's plain scores, for cells that cross options and items. A
        number: the plain scores of that member, counted from 0.
        """

    def temperature(self, name: str) -> float | None:
        """Return what a system's scores are divided by before they become probabilities; None: not calibrated."""

    def calibrated_on(self) -> str:
        """Return in words what the temperatures were fitted on; "" where there are none."""

    def cut(self, name: str, items: Sequence[Item]) -> BoolArray:
        """Say of which items a system had to cut the passage, (items,); they are put under its view here."""

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Return how alike two texts are, (pairs,), 1 for the same, whatever the systems; None: it is not known."""


class Experiment(Protocol):
    """One experiment; implementations are frozen dataclasses whose fields are their settings.

    `run` is pure but for what the panel is asked: same exam, settings and answers, same findings.
    """

    @property
    def name(self) -> str:
        """Return the experiment's name, as on the command line."""

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the panel, and return the findings.

        Raises UsageError where the settings do not fit the exam or the panel.
        """


@runtime_checkable
class HearsVerdicts(Protocol):
    """An experiment that also asks what judges each option by itself, of the model that is shown the options only."""

    @property
    def verdicts(self) -> str:
        """Return the name of its seat."""
