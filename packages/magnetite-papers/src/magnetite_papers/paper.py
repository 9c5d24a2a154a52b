"""What a paper is: stages, exhibits, and what it claims; and the papers there are."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from examfiles.reasons import counted
from examfiles.registry import Registry
from magnetite.core.results import Finding, Heading, UnmeasuredError, table
from magnetite.report.tables import MINUS
from magnetite_papers.compared import FigureComparison
from magnetite_papers.configuration import Configuration
from magnetite_papers.decided import MANY_QUESTIONS, Held, joint
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
    "A claim is tested on every reader that was asked. The one with the most questions decides; of several with as "
    "many, {main} does if it is one of them, else all of them must agree. A reader with fewer questions stands in the "
    "remarks, with their number. A claim holds if the effect has the paper's direction and its interval excludes zero, "
    "or the limit that the claim names; if the interval includes it, the claim is undecided. The size of the effect "
    "may differ."
)
WORDS = {True: "holds here", False: "does not hold here", None: "undecided"}
MULTIPLE = "Each interval is 95%, without a correction for multiple tests: a few of many exclude zero by chance."
SIGNS = {"holds here": "✓", "does not hold here": "✗", "undecided": "?", "not tested": "–"}
RULE_TITLE = "How a claim is tested"
NONE_COMPARED: Mapping[str, str] = {}


Beyond = Callable[[Mapping[str, Finding], Sequence[FigureComparison]], Iterator[str]]


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
class Outcome:
    """What came of the test of a claim: whether it holds by each reader (None: undecided), and the figures of each.

    `by`: of a claim about no reader by itself there is one verdict, named "". `found`: figures, by the same names, and
    under "" those that are of none. `asked`: the questions of each reader, where they are known. `joined`: the verdicts
    are of parts (pairs, seeds, sets), all of which must agree. `reason`: why it does not hold by a reader, as far as
    that was tested, with figures; where one that decides fails without, the page says that no reason is known. `note`:
    what else is to be known. `tested`: False where nothing was asked that could tell.
    """

    by: Mapping[str, Held]
    found: Mapping[str, str]
    asked: Mapping[str, int] = field(default_factory=dict)
    joined: bool = False
    reason: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    tested: bool = True

    def deciding(self, main: str = "") -> tuple[str, ...]:
        """Name the readers that decide: those asked most, and of these `main` by itself, if it is one."""
        if self.joined:
            return tuple(self.by)
        most = max((self.asked.get(name, 0) for name in self.by), default=0)
        first = tuple(name for name in self.by if self.asked.get(name, 0) == most)
        return (main,) if main in first else first

    def holds(self, main: str = "") -> Held:
        """Say whether the claim holds by the readers that decide."""
        return joint(self.by[name] for name in self.deciding(main))

    def peers(self, main: str = "") -> tuple[str, ...]:
        """Name the readers that tested it on as many questions as those that decide, or on `MANY`; none of parts."""
        if self.joined:
            return ()
        least = min([MANY_QUESTIONS, *(self.asked.get(name, 0) for name in self.deciding(main))])
        return tuple(name for name in self.by if self.asked.get(name, 0) >= least)


def untested(found: str, note: str = "") -> Outcome:
    """Return the outcome of a claim that nothing here can test."""
    return Outcome({}, {"": found}, note=note, tested=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper claims, in our words and with its figure, the exhibits that it is tested on, and the test.

    `figure`: the one that it is about, if it stands with the others beside ours, where two readers may give a reason.
    """

    says: str
    needs: tuple[str, ...]
    test: Callable[[Mapping[str, Finding]], Outcome]
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: citation, folder of configurations, class of their settings, and its stages, exhibits and claims.

    `terms`: what the claims' words mean, for the page. `compared`: the paper's figures beside ours, of a
    configuration's findings. `left_out`: its tables and figures that report no result. `beyond`: sentences on what the
    exhibits measure and the paper does not, of the findings that are there and of the figures beside the paper's.
    """

    name: str
    citation: str
    configurations: Path
    settings: type
    stages: Callable[[Any], Sequence[Stage]]
    exhibits: Callable[[Any], Sequence[Exhibit]]
    claims: tuple[Claim, ...]
    terms: str = ""
    compared: Callable[[Any, Mapping[str, Finding]], Iterator[FigureComparison]] | None = None
    left_out: str = ""
    beyond: Beyond | None = None


def claims_finding(
    claims: Sequence[Claim],
    findings: Mapping[str, Finding],
    main: str = "",
    *,
    beyond: Iterable[str] = (),
    kept: Collection[str] = (),
    reasons: Mapping[str, str] = NONE_COMPARED,
) -> Finding:
    """Test the claims whose exhibits are there, and say how many hold, and how many of them by every reader.

    `beyond`: sentences on what the paper does not measure. `kept`: exhibits of an earlier page, which may lack what a
    claim is told by today. `reasons`: why figures differ.
    """
    tested = [
        (claim, _tested(claim, findings, kept)) for claim in claims if all(name in findings for name in claim.needs)
    ]
    rows = [
        (
            WORDS[outcome.holds(main)] if outcome.tested else "not tested",
            claim.says,
            with_minus(_here(outcome, main)),
            with_minus(_remarks(outcome, main, reasons.get(claim.figure, ""))),
        )
        for claim, outcome in tested
    ]
    sentence = " ".join(_counted([outcome for _, outcome in tested], len(claims) - len(tested), main))
    headings = (Heading("verdict"), Heading("paper", "the paper"), Heading("here"), Heading("remarks"))
    shown = table(CLAIMS, "Claim by claim", headings, rows, CLAIMS)
    more = [f"Beyond the paper: {' '.join(told)}"] if (told := list(beyond)) else []
    return Finding(CLAIMS, "What the paper claims", "\n\n".join([sentence, *more]), tables=(shown,) if rows else ())


def rule_finding(main: str = "", terms: str = "") -> Finding:
    """Say when a claim holds; `main`: the reader that decides where several can, `terms`: the meaning of words."""
    told = [RULE.format(main=main or "the main reader"), terms, MULTIPLE]
    return Finding("rule", RULE_TITLE, " ".join(filter(None, told)))


def _counted(outcomes: Sequence[Outcome], waiting: int, main: str) -> Iterator[str]:
    """Yield how many claims hold, and how many of those that several readers tested hold by each of them."""
    asked = [outcome for outcome in outcomes if outcome.tested]
    held, failed, open_ = (sum(each.holds(main) is kind for each in asked) for kind in (True, False, None))
    told = f"Of {counted(len(asked), 'claim')} tested, {held} {'holds' if held == 1 else 'hold'} here, {failed} "
    told += f"{'does' if failed == 1 else 'do'} not"
    yield told + (f", and {open_} {'is' if open_ == 1 else 'are'} undecided." if open_ else ".")
    several = [each for each in asked if len(each.peers(main)) > 1]
    if several:
        by_each = sum(joint(each.by[name] for name in each.peers(main)) is True for each in several)
        yield (
            f"{len(several)} {'was' if len(several) == 1 else 'were'} tested on several readers with as many questions "
            f"or at least {MANY_QUESTIONS:,}; of these, {by_each} "
            f"{'holds' if by_each == 1 else 'hold'} by each of them."
        )
    if unasked := len(outcomes) - len(asked):
        yield f"{unasked} could not be tested."
    if waiting:
        yield f"{waiting} {'needs' if waiting == 1 else 'need'} exhibits that were not run."


def with_minus(text: str) -> str:
    """Write the sign of negative numbers as a minus sign; hyphens between letters or digits stay.

    >>> with_minus("seed-0 of AddSent2Opt-Shuffle: -0.4 points (-1.9 to +1.0)")
    'seed-0 of AddSent2Opt-Shuffle: −0.4 points (−1.9 to +1.0)'
    """
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text)


def _tested(claim: Claim, findings: Mapping[str, Finding], kept: Collection[str]) -> Outcome:
    try:
        return claim.test(findings)
    except KeyError as error:
        if set(claim.needs) & set(kept):
            return untested("an exhibit kept from an earlier page lacks the numbers")
        if not isinstance(error, UnmeasuredError):
            raise  # else a configuration of somebody's own asks fewer readers, views or exams
        return untested("not measured with this configuration")


def _here(outcome: Outcome, main: str) -> str:
    """Return the figures of the readers that decide, and those of none."""
    names = dict.fromkeys(["", *outcome.deciding(main)])
    return "; ".join(_figures(outcome, name) for name in names if outcome.found.get(name))


def _figures(outcome: Outcome, name: str) -> str:
    return f"{name} {outcome.found[name]}" if name else outcome.found[name]


def _remarks(outcome: Outcome, main: str, told: str) -> str:
    """Return what the other readers say, the note and the reason; `told`: the one that two readers give, if they do."""
    if not outcome.tested:
        return outcome.note
    holds = outcome.holds(main)
    reason = " ".join(filter(None, (outcome.reason.get(name) for name in dict.fromkeys(["", *outcome.deciding(main)]))))
    others = "; ".join(
        _other(outcome, name, main, with_reason=not reason) for name in outcome.by if name not in outcome.deciding(main)
    )
    if holds is False and not reason:
        reason = told or "No reason is known."
    if holds is None and not reason and not outcome.note:
        reason = "An interval includes the limit."
    return " ".join(filter(None, [f"Other readers: {others}." if others else "", outcome.note, reason]))


def _other(outcome: Outcome, name: str, main: str, *, with_reason: bool) -> str:
    """Return what a reader says that does not decide: how many questions it was asked, if fewer, and its figures.

    `with_reason`: and why it fails, unless the reader that decides fails for one.
    """
    many, most = (outcome.asked.get(each, 0) for each in (name, outcome.deciding(main)[0]))
    asked = f" ({counted(many, 'question')})" if many != most else ""
    figures, reason = outcome.found.get(name), outcome.reason.get(name) if with_reason else ""
    told = f"{name}{asked}: {WORDS[outcome.by[name]]}{f', {figures}' if figures else ''}"
    return f"{told}. {reason.removesuffix('.')}" if reason else told


def reasons_of(figures: Sequence[FigureComparison], settings: Configuration) -> dict[str, str]:
    """Say of the figures that differ from the paper's for what two readers differ in, that they do."""
    why = f"{settings.larger} is clearly closer to it than {settings.smaller}; the two differ in {settings.differ_in}."
    return {each.figure: why for each in figures if each.comes_nearer and not each.reason}
