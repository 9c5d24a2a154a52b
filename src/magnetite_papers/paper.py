"""What a paper is: stages, exhibits, and what it claims; and the papers there are."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.registry import Registry
from magnetite.core.results import Finding, Heading, UnmeasuredError, table
from magnetite.report.tables import MINUS
from magnetite_papers.compared import Compared
from magnetite_papers.configuration import Configuration
from magnetite_papers.results import Results
from magnetite_papers.stages import Stage

PAPERS = Registry(
    "paper",
    "magnetite.papers",
    {
        "lin2021": "magnetite_papers.lin2021:LIN",
        "si2019": "magnetite_papers.si2019:SI",
        "liusie2022": "magnetite_papers.liusie2022:LIUSIE",
    },
)
CLAIMS = "claims"
NONE_COMPARED: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One table or figure of a paper, or several that are made of the same stages.

    `finding` makes it of finished stages: the paper's figures beside ours, in tables, and a sentence. `partial`: it
    can be made of any of them, and shows what there is.
    """

    name: str
    title: str
    needs: tuple[str, ...]
    finding: Callable[[Results], Finding]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim holds here (None: undecided), and what was found.

    `reason`: why it does not hold, as far as that was tested, with figures; of a claim that fails without one the page
    says that no reason is known. `note`: what else is to be known. `tested`: False where nothing was asked that could
    tell.
    """

    holds: bool | None
    found: str
    reason: str = ""
    note: str = ""
    tested: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper claims, in our words and with its figure, the exhibits that it is tested on, and the test.

    `figure`: the one that it is about, if it stands with the others beside ours, where two readers may give a reason.
    """

    says: str
    needs: tuple[str, ...]
    test: Callable[[Mapping[str, Finding]], Verdict]
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: citation, folder of configurations, class of their settings, and its stages, exhibits and claims.

    `rule`: when a claim holds, for the page. `compared`: the paper's figures beside ours, of a configuration's
    findings. `left_out`: its tables and figures that report no result.
    """

    name: str
    citation: str
    configurations: Path
    settings: type
    stages: Callable[[Any], Sequence[Stage]]
    exhibits: Callable[[Any], Sequence[Exhibit]]
    claims: tuple[Claim, ...]
    rule: str = ""
    compared: Callable[[Any, Mapping[str, Finding]], Iterator[Compared]] | None = None
    left_out: str = ""


def claims_finding(
    claims: Sequence[Claim],
    findings: Mapping[str, Finding],
    rule: str = "",
    *,
    kept: Collection[str] = (),
    reasons: Mapping[str, str] = NONE_COMPARED,
) -> Finding:
    """Test the claims whose exhibits are there, and say how many hold, and by which rule.

    `kept`: exhibits of an earlier page, which may lack what a claim is told by today. `reasons`: why figures differ.
    """
    tested = [
        (claim, _tested(claim, findings, kept)) for claim in claims if all(name in findings for name in claim.needs)
    ]
    rows = [
        (
            _verdict(verdict),
            claim.says,
            with_minus(verdict.found),
            with_minus(_remarks(verdict, reasons.get(claim.figure, ""))),
        )
        for claim, verdict in tested
    ]
    asked = [verdict for _, verdict in tested if verdict.tested]
    held = sum(verdict.holds is True for verdict in asked)
    open_ = sum(verdict.holds is None for verdict in asked)
    unasked, waiting = len(tested) - len(asked), len(claims) - len(tested)
    failed = len(asked) - held - open_
    sentence = f"Of {len(asked)} claims tested, {held} {'holds' if held == 1 else 'hold'} here, {failed} "
    sentence += f"{'does' if failed == 1 else 'do'} not"
    sentence += f", and {open_} {'is' if open_ == 1 else 'are'} undecided." if open_ else "."
    sentence += f" {unasked} could not be tested." if unasked else ""
    sentence += f" {waiting} {'waits' if waiting == 1 else 'wait'} for exhibits that were not run." if waiting else ""
    headings = (Heading("verdict"), Heading("paper", "the paper"), Heading("here"), Heading("remarks"))
    shown = table(CLAIMS, "Claim by claim", headings, rows, CLAIMS)
    sentence += f" {rule}" if rule else ""
    sentence += " Intervals are 95% each, with no correction for their number: of many, a few are clear by chance."
    return Finding(CLAIMS, "What the paper claims", sentence, tables=(shown,) if rows else ())


def with_minus(text: str) -> str:
    """Write the sign of negative numbers as a minus sign; hyphens between letters or digits stay.

    >>> with_minus("seed-0 of AddSent2Opt-Shuffle: -0.4 points (-1.9 to +1.0)")
    'seed-0 of AddSent2Opt-Shuffle: −0.4 points (−1.9 to +1.0)'
    """
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text)


def _tested(claim: Claim, findings: Mapping[str, Finding], kept: Collection[str]) -> Verdict:
    try:
        return claim.test(findings)
    except KeyError as error:
        if set(claim.needs) & set(kept):
            return Verdict(None, "an exhibit of an earlier page lacks what it is told by", tested=False)
        if not isinstance(error, UnmeasuredError):
            raise  # else a configuration of somebody's own asks fewer readers, views or exams
        return Verdict(None, "not measured with this configuration", tested=False)


def _verdict(verdict: Verdict) -> str:
    if not verdict.tested:
        return "not tested"
    return {True: "holds here", False: "does not hold here", None: "undecided"}[verdict.holds]


def _remarks(verdict: Verdict, told: str) -> str:
    """Return the note and the reason; `told`: the one that two readers give, if they do."""
    reason = verdict.reason
    if verdict.holds is False and not reason:
        reason = told or "No reason is known."
    return f"{verdict.note} {reason}".strip()


def reasons_of(figures: Sequence[Compared], settings: Configuration) -> dict[str, str]:
    """Say of the figures that differ from the paper's for what two readers differ in, that they do."""
    why = {each.figure: each.why(settings.differ_in) for each in figures}
    return {
        figure: f"{settings.larger} is clearly nearer to it than {settings.smaller}: they differ in {reason}."
        for figure, reason in why.items()
        if reason == settings.differ_in
    }
