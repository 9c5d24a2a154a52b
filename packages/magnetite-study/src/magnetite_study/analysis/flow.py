"""Who is analysed: how many were invited, took part, withdrew and were left out, as CONSORT counts them.

Schulz, Altman and Moher (2010), CONSORT 2010 statement, item 13. Whose answers are left out follows from rules that
were set when the study was made (`exclusions`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from examfiles.reasons import Reason
from magnetite.core.results import Heading, Table, table
from magnetite_study.answers import StudyAnswers, letters
from magnetite_study.database import Database
from magnetite_study.design import Design

FLOW = (Heading("stage"), Heading("n", "people", "count"))


@dataclass(frozen=True, slots=True)
class Flow:
    """Counts of people.

    `invited`: ever. `took_part`: agreed on a screen, or have an answer from paper. `withdrawn`: deleted with all their
    data. `excluded`: by each rule of the design, the first that applies to a participant.
    """

    invited: int
    took_part: int
    withdrawn: int
    excluded: Mapping[str, int]
    analysed: int

    @property
    def reason(self) -> Reason:
        """Return the counts as a sentence."""
        counts = {name: getattr(self, name) for name in ("invited", "took_part", "withdrawn", "analysed")}
        return Reason("people-flow", {**counts, "excluded": sum(self.excluded.values())})

    @property
    def table(self) -> Table:
        """Return the counts as a table, in the order of a flow diagram."""
        rows = [
            ("invited", self.invited),
            ("withdrawn, with all their data", self.withdrawn),
            ("took part", self.took_part),
            *((f"excluded: {name}", count) for name, count in self.excluded.items()),
            ("analysed", self.analysed),
        ]
        return table("study_flow", "From invited to analysed", FLOW, rows)


def alike(design: Design, answers: StudyAnswers) -> dict[int, float]:
    """Return by participant the share of all questions in which they marked their most frequent letter, as shown."""
    places = letters(design, answers)[0]
    numbers = np.unique(answers.participant).tolist()
    marked = {number: places[answers.participant == number] for number in numbers}
    return {number: float(np.bincount(each).max() / len(design.questions)) for number, each in marked.items()}


def excluded(design: Design, answers: StudyAnswers) -> dict[int, str]:
    """Return by participant the rule that leaves their answers out, the first that does.

    A median time is of the answers that have one; whoever has none is not left out for it.
    """
    rules, shares = design.exclusions, alike(design, answers) if design.exclusions.alike is not None else {}
    out: dict[int, str] = {}
    for number in np.unique(answers.participant).tolist():
        on = answers.participant == number
        timed = answers.seconds[on & ~np.isnan(answers.seconds)]
        if rules.complete and int(on.sum()) < len(design.questions):
            out[number] = "complete"
        elif rules.seconds is not None and len(timed) and float(np.median(timed)) < rules.seconds:
            out[number] = "seconds"
        elif rules.alike is not None and shares[number] >= rules.alike:
            out[number] = "alike"
    return out


def flow_of(database: Database, answers: StudyAnswers, out: Mapping[int, str], *, everyone: bool = False) -> Flow:
    """Count who takes part in a study; `out`: whose answers are left out, by the rule; of `everyone`, nobody's are."""
    people, withdrawn = database.participants(), len(database.deletions())
    counts = Counter(out.values())
    return Flow(
        len(people) + withdrawn,
        sum(each.consented_at is not None or each.answered > 0 for each in people),
        withdrawn,
        {} if everyone else {rule: counts[rule] for rule in database.design.exclusions.rules},
        len(set(answers.participant.tolist()) - set(out)),
    )
