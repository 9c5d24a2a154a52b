"""What candidates' answers say beside the flags: how hard questions were, how well they discriminate, who agrees."""

from collections.abc import Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding
from magnetite.report.check.questions import ShownQuestion, number
from magnetite.report.check.reading import Row, rows_by_id
from magnetite.report.tables import MINUS, MISSING
from magnetite.report.wording import Wording, notes_of


@dataclass(frozen=True, slots=True)
class Dot:
    """One question of the plot, from 0 to 100: across, how likely a system is to be right; up, how many people were."""

    across: float
    up: float
    title: str


@dataclass(frozen=True, slots=True)
class Hardness:
    """One line of the table: the share who were right, its interval, and the corrected discrimination.

    `poor`: the discrimination is below zero, with its whole interval if it has one.
    """

    question: ShownQuestion
    n: str
    facility: str
    interval: str
    discrimination: str
    poor: bool


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of candidates' answers; `notes` are the probe's caveats."""

    sentences: tuple[str, ...]
    lines: tuple[Hardness, ...]
    dots: tuple[Dot, ...]
    notes: tuple[str, ...]


def answers(finding: Finding | None, questions: Sequence[ShownQuestion], words: Wording) -> Answers | None:
    """Return the probe's finding as the page shows it, None where there are no candidates' answers."""
    if finding is None:
        return None
    rows = rows_by_id(finding, "facility")
    lines = tuple(_line(question, rows[question.id], words) for question in questions if question.id in rows)
    return Answers(
        tuple(_sentences(finding, words)),
        lines,
        tuple(_dots(questions, words)),
        notes_of(finding.notes, words.language),
    )


def _sentences(finding: Finding, words: Wording) -> list[str]:
    """Return a sentence for each number that the language has one for; the others are in findings.json only."""
    sentences = []
    for each in finding.numbers:
        path = f"page-answers-{each.label.replace(' ', '-')}"
        if path in words.codes and not each.label.startswith("mean "):
            value = int(each.value) if each.unit == "count" else written(each.value, words)
            sentences.append(words.say(path, {"value": value, "view": each.group, "n": each.n}))
    return [*sentences, *_means(finding, words)]


def _means(finding: Finding, words: Wording) -> list[str]:
    """Return sentences that compare questions that deserve a second look with the others, where both have means."""
    means = {(each.label, each.group): each.value for each in finding.numbers}
    sentences = []
    for label in ("mean facility", "mean discrimination"):
        pair = {"looks": means.get((label, "second look")), "others": means.get((label, "others"))}
        values = {name: value for name, value in pair.items() if value is not None}
        if len(values) == len(pair):
            texts = values if label == "mean facility" else {name: written(v, words) for name, v in values.items()}
            sentences.append(words.say(f"page-answers-{label.replace(' ', '-')}", texts))
    return sentences


def _line(question: ShownQuestion, row: Row, words: Wording) -> Hardness:
    facility, low, high = (number(row.get(name)) for name in ("facility", "low", "high"))
    discrimination, most = (number(row.get(name)) for name in ("discrimination", "discrimination_high"))
    bounded = low is not None and high is not None
    return Hardness(
        question,
        MISSING if row.get("n") is None else str(row["n"]),
        MISSING if facility is None else words.say("page-share", {"share": facility}),
        words.say("page-interval", {"low": low, "high": high}) if bounded else "",
        MISSING if discrimination is None else written(discrimination, words),
        (most if most is not None else discrimination or 0.0) < 0,
    )


def _dots(questions: Sequence[ShownQuestion], words: Wording) -> list[Dot]:
    dots = []
    for question in questions:
        known, up = question.values["given"], question.values["facility"]
        across = known if known is not None else question.values["without"]
        if across is not None and up is not None:
            title = words.say("page-answers-dot", {"id": question.id, "model": across, "candidates": up})
            dots.append(Dot(round(100 * across, 1), round(100 * up, 1), title))
    return dots


def written(value: float, words: Wording) -> str:
    """Write a number with two decimals, as the language does."""
    return words.say("writing-decimals", {"value": value}).replace("-", MINUS)
