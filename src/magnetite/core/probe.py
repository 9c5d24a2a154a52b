"""The probe protocol: an experiment says which cells it needs, and reads its finding from their scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from magnetite.core.cells import Cells, ScoreArray
from magnetite.core.items import Dataset
from magnetite.core.results import Finding


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """Ask for cells, to be scored by the system of one view. The contexts are already under that view.

    `members` says whose scores of a system with several (a deep ensemble) the probe receives. "all": the log of the
    mean of the members' softmax over each context's cells, which must then be the item's whole own options; of a
    single member its plain scores. "first": the first member's plain scores, for cells that cross options and items.
    """

    view: str
    cells: Cells
    members: Literal["all", "first"] = "all"


class Probe(Protocol):
    """Be one experiment; implementations are frozen dataclasses whose fields are their settings.

    `needs` and `finding` are pure: same dataset and settings, same cells; same scores, same finding.
    """

    @property
    def name(self) -> str:
        """Return the probe's name, as on the command line."""

    def needs(self, dataset: Dataset, views: tuple[str, ...]) -> Mapping[str, Need]:
        """Return the cells to be scored, by a name of the probe's own; `views` are those a system exists for.

        Raises UsageError where the settings do not fit the dataset or the views.
        """

    def finding(self, dataset: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray]) -> Finding:
        """Read the finding from the scores, aligned with `needs`."""
