"""What candidates' answers say beside the flags: how hard questions were, how well they discriminate, who agrees.

What this file leaves out: computing any of it (the probe "responses"), and each option's share of the candidates, which
stands on the questions themselves (`questions`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding
from magnetite.report.check.questions import Question, number
from magnetite.report.check.reading import Row, rows_by_id
from magnetite.report.tables import MINUS, MISSING
from magnetite.report.wording import Wording


@dataclass(frozen=True, slots=True)
class Dot:
    """Hold one question of the plot, from 0 to 100: across, how likely a system is to be right; up, how many were."""

    across: float
    up: float
    title: str


@dataclass(frozen=True, slots=True)
class Hardness:
    """Hold one line of the table: the share who were right, its interval, and the corrected discrimination.

    `poor`: the discrimination is below zero, its whole interval where there is one.
    """

    question: Question
    n: str
    facility: str
    interval: str
    discrimination: str
    poor: bool


@dataclass(frozen=True, slots=True)
class Answers:
    """Hold what is known of candidates' answers; `notes` are the probe's caveats."""

    sentences: tuple[str, ...]
    lines: tuple[Hardness, ...]
    dots: tuple[Dot, ...]
    notes: tuple[str, ...]


def answers(finding: Finding | None, questions: Sequence[Question], words: Wording) -> Answers | None:
    """Arrange the probe's finding for reading, None where there are no candidates' answers."""
    if finding is None:
        return None
    rows = rows_by_id(finding, "facility")
    lines = tuple(_line(question, rows[question.id], words) for question in questions if question.id in rows)
    return Answers(tuple(_sentences(finding, words)), lines, tuple(_dots(questions, words)), finding.notes)


def _sentences(finding: Finding, words: Wording) -> list[str]:
    """Say each number that the language has a sentence for; others stay in findings.json."""
    said = []
    for each in finding.numbers:
        path = f"page.answers.{each.label.replace(' ', '-')}"
        if path in words.texts and not each.label.startswith("mean "):
            value = int(each.value) if each.unit == "count" else written(each.value, words)
            said.append(words.say(path, {"value": value, "view": each.group, "n": each.n}))
    return [*said, *_means(finding, words)]


def _means(finding: Finding, words: Wording) -> list[str]:
    """Compare the questions that deserve a second look with the others, where both have been averaged."""
    found = {(each.label, each.group): each.value for each in finding.numbers}
    said = []
    for label in ("mean facility", "mean discrimination"):
        pair = {"looks": found.get((label, "second look")), "others": found.get((label, "others"))}
        values = {name: value for name, value in pair.items() if value is not None}
        if len(values) == len(pair):
            shown = values if label == "mean facility" else {name: written(v, words) for name, v in values.items()}
            said.append(words.say(f"page.answers.{label.replace(' ', '-')}", shown))
    return said


def _line(question: Question, row: Row, words: Wording) -> Hardness:
    facility, low, high, told = (number(row.get(name)) for name in ("facility", "low", "high", "discrimination"))
    most = number(row.get("discrimination_high"))
    bounded = low is not None and high is not None
    return Hardness(
        question,
        MISSING if row.get("n") is None else str(row["n"]),
        MISSING if facility is None else words.say("page.share", {"share": facility}),
        words.say("page.interval", {"low": low, "high": high}) if bounded else "",
        MISSING if told is None else written(told, words),
        (most if most is not None else told or 0.0) < 0,
    )


def _dots(questions: Sequence[Question], words: Wording) -> list[Dot]:
    found = []
    for question in questions:
        known, up = question.values["given"], question.values["facility"]
        across = known if known is not None else question.values["without"]
        if across is not None and up is not None:
            said = words.say("page.answers.dot", {"id": question.id, "model": across, "candidates": up})
            found.append(Dot(round(100 * across, 1), round(100 * up, 1), said))
    return found


def written(value: float, words: Wording) -> str:
    """Write a number with two decimals, as the language does."""
    return f"{value:.2f}".replace("-", MINUS).replace(".", words.say("writing.point"))
