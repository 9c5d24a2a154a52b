"""What a paper is: stages, exhibits, and what it claims; and the papers there are."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
RULE = (
    "Claims are tested on the main reader, {main}. A claim holds if the effect has the paper's direction and its "
    "interval excludes zero, or the limit that the claim names; if the interval includes it, the claim is undecided. "
    "The size of the effect may differ. The remarks give the other readers; if the main one was not asked, all that "
    "were must agree."
)
WORDS = {True: "holds here", False: "does not hold here", None: "undecided"}
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
    """Whether a claim holds by each reader (None: undecided), and what was found.

    `by`: of a claim about no reader by itself there is one verdict, named "". `reason`: why it does not hold, as far as
    that was tested, with figures; of a claim that fails without one the page says that no reason is known. `note`: what
    else is to be known. `tested`: False where nothing was asked that could tell.
    """

    by: Mapping[str, bool | None]
    found: str
    reason: str = ""
    note: str = ""
    tested: bool = True

    def holds(self, main: str = "") -> bool | None:
        """Say whether the claim holds by the main reader; by all, where that one was not asked."""
        return self.by[main] if main in self.by else joint(self.by.values())

    @property
    def holds_by_every(self) -> bool | None:
        """Say whether it holds by every reader."""
        return joint(self.by.values())


def joint(verdicts: Iterable[bool | None]) -> bool | None:
    """Return whether all hold: None where one is undecided and none fails, or where there is none."""
    every = list(verdicts)
    return False if False in every else None if None in every or not every else True


def untested(found: str, note: str = "") -> Verdict:
    """Return the verdict of a claim that nothing here can test."""
    return Verdict({}, found, note=note, tested=False)


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

    `terms`: what the claims' words mean, for the page. `compared`: the paper's figures beside ours, of a
    configuration's findings. `left_out`: its tables and figures that report no result.
    """

    name: str
    citation: str
    configurations: Path
    settings: type
    stages: Callable[[Any], Sequence[Stage]]
    exhibits: Callable[[Any], Sequence[Exhibit]]
    claims: tuple[Claim, ...]
    terms: str = ""
    compared: Callable[[Any, Mapping[str, Finding]], Iterator[Compared]] | None = None
    left_out: str = ""


def claims_finding(
    claims: Sequence[Claim],
    findings: Mapping[str, Finding],
    main: str = "",
    terms: str = "",
    *,
    kept: Collection[str] = (),
    reasons: Mapping[str, str] = NONE_COMPARED,
) -> Finding:
    """Test the claims whose exhibits are there, and say how many hold by the main reader, and how many by every one.

    `kept`: exhibits of an earlier page, which may lack what a claim is told by today. `reasons`: why figures differ.
    """
    tested = [
        (claim, _tested(claim, findings, kept)) for claim in claims if all(name in findings for name in claim.needs)
    ]
    rows = [
        (
            WORDS[verdict.holds(main)] if verdict.tested else "not tested",
            claim.says,
            with_minus(verdict.found),
            with_minus(_remarks(verdict, main, reasons.get(claim.figure, ""))),
        )
        for claim, verdict in tested
    ]
    asked = [verdict for _, verdict in tested if verdict.tested]
    held = sum(verdict.holds(main) is True for verdict in asked)
    open_ = sum(verdict.holds(main) is None for verdict in asked)
    by_every = sum(verdict.holds_by_every is True for verdict in asked)
    unasked, waiting = len(tested) - len(asked), len(claims) - len(tested)
    failed = len(asked) - held - open_
    sentence = f"Of {len(asked)} claims tested, {held} {'holds' if held == 1 else 'hold'} here, {failed} "
    sentence += f"{'does' if failed == 1 else 'do'} not"
    sentence += f", and {open_} {'is' if open_ == 1 else 'are'} undecided." if open_ else "."
    sentence += f" {by_every} {'holds' if by_every == 1 else 'hold'} for every reader that was asked."
    sentence += f" {unasked} could not be tested." if unasked else ""
    sentence += f" {waiting} {'needs' if waiting == 1 else 'need'} exhibits that were not run." if waiting else ""
    headings = (Heading("verdict"), Heading("paper", "the paper"), Heading("here"), Heading("remarks"))
    shown = table(CLAIMS, "Claim by claim", headings, rows, CLAIMS)
    sentence += f" {RULE.format(main=main or 'the reader')}{f' {terms}' if terms else ''}"
    sentence += " Each interval is 95%, without a correction for multiple tests: a few of many exclude zero by chance."
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
            return untested("an exhibit kept from an earlier page lacks the numbers")
        if not isinstance(error, UnmeasuredError):
            raise  # else a configuration of somebody's own asks fewer readers, views or exams
        return untested("not measured with this configuration")


def _remarks(verdict: Verdict, main: str, told: str) -> str:
    """Return who says otherwise, the note and the reason; `told`: the one that two readers give, if they do."""
    holds, reason = verdict.holds(main), verdict.reason
    others = [f"{name}: {WORDS[by]}" for name, by in verdict.by.items() if main in verdict.by and by is not holds]
    if holds is False and not reason:
        reason = told or "No reason is known."
    if holds is None and not reason and not verdict.note:
        reason = "An interval includes the limit."
    return " ".join(filter(None, [f"Other verdicts: {'; '.join(others)}." if others else "", verdict.note, reason]))


def reasons_of(figures: Sequence[Compared], settings: Configuration) -> dict[str, str]:
    """Say of the figures that differ from the paper's for what two readers differ in, that they do."""
    why = f"{settings.larger} is clearly closer to it than {settings.smaller}; the two differ in {settings.differ_in}."
    return {each.figure: why for each in figures if each.comes_nearer and not each.reason}
