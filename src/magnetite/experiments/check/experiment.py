"""The check of an exam: which questions deserve a second look before anyone sits them, and why.

Systems answer under O, QO and QOC; questions without a passage are not scored under QOC. Systems that see all options
at once fit as well: only a question's own options are scored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset, Item
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding
from magnetite.experiments.asking import own_scores
from magnetite.experiments.candidates import analysed
from magnetite.experiments.check.responses import responses_finding
from magnetite.experiments.flags import Dismissal, Exam, FlagSettings, exam_of
from magnetite.experiments.flags.finding import check_finding, reads
from magnetite.experiments.flags.lists import LISTED, unmoved_tables
from magnetite.experiments.span.experiment import CriticalSpan
from magnetite.formats.responses import Responses


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Applies systems and rules to every question, and analyses candidates' answers, if there are any.

    `places`: the place of each question in its file, by id. `left`: the place of each part left out, and the reason.
    `dismissed`: flags that the author has dismissed. `listed`: the length of the lists. `span`: whether the system that
    reads is asked without each sentence, too.
    """

    flags: FlagSettings
    places: Mapping[str, str]
    left: Sequence[tuple[str, Reason]] = ()
    responses: Responses | None = None
    seed: int = 0
    dismissed: Sequence[Dismissal] = ()
    listed: int = LISTED
    span: bool = False

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return "check"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system of each view, then every rule."""
        answered = answered_exam(exam, panel)
        found = None if self.responses is None else analysed(exam.items, self.responses, seed=self.seed)
        if found is not None:
            answered = replace(answered, answers=found.by_id)
        flagged = check_finding(
            answered,
            self.flags,
            panel.panelists,
            places=self.places,
            left=self.left,
            dismissals=self.dismissed,
            listed=self.listed,
        )
        if self.span and reads(flagged):
            [critical] = CriticalSpan(self.listed, self.seed).run(exam, panel)
            flagged = replace(flagged, tables=(*flagged.tables, *unmoved_tables(exam.items, critical)))
        if self.responses is None or found is None:
            return (flagged,)
        looks = [str(name) for name in flagged.table("looks").values("id")]
        return flagged, responses_finding(answered, self.responses, found, looks, seed=self.seed)


def answered_exam(exam: Dataset, panel: Panel) -> Exam:
    """Ask the system of each view for its calibrated probabilities of every question it can be asked."""
    rows = {}
    for name, known in panel.panelists.items():
        places = asked_under(known.view, exam.items)
        asked = tuple(exam[place] for place in places)
        scores = own_scores(panel, name, asked, name)
        temperature = panel.temperature(name)
        heat = {} if temperature is None else {known.view: temperature}
        by_place = dict(zip(places, exam_of(asked, {known.view: scores}, heat).probabilities[known.view], strict=True))
        rows[known.view] = tuple(by_place.get(place, ()) for place in range(len(exam)))
    return Exam(exam.items, rows)


def asked_under(view: str, items: Sequence[Item]) -> list[int]:
    """Return which items are asked under a view, by place: all, or those that have what the view shows."""
    return [place for place, item in enumerate(items) if "C" not in view or item.passage.strip()]


def views_of_exam(exam: Dataset, views: Sequence[str]) -> tuple[str, ...]:
    """Return the views under which at least one question can be asked."""
    return tuple(view for view in views if asked_under(view, exam.items))
