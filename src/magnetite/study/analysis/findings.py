"""All findings of a study, in reading order."""

from magnetite.core.errors import DataError
from magnetite.core.results import Finding
from magnetite.study.analysis.attacked import attack_finding
from magnetite.study.analysis.magnets import magnet_finding
from magnetite.study.analysis.no_passage import no_passage_finding
from magnetite.study.analysis.taking_part import taking_part_finding
from magnetite.study.answers import Answers
from magnetite.study.design import Design


def study_findings(design: Design, answers: Answers) -> tuple[Finding, ...]:
    """Return every finding of a study. Raises DataError where there is no answer yet."""
    if not len(answers):
        raise DataError(
            f"study '{design.name}' has no answers yet. Collect them with magnetite study serve, or from paper with "
            "magnetite study import."
        )
    about = taking_part_finding(design, answers)
    if design.kind == "no-passage":
        return no_passage_finding(design, answers), about
    return attack_finding(design, answers), magnet_finding(design, answers), about
