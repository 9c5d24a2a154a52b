"""What candidates' answers say beside the flags: how hard questions were, how well they discriminate, who agrees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from examfiles.wording import Wording
from magnetite.core.results import Finding
from magnetite.core.severity import SEVERITIES
from magnetite.report.check.questions import ScoreChart, ShownQuestion, number, score_chart
from magnetite.report.check.reading import Row, rows_by_id, table_rows
from magnetite.report.tables import MINUS, MISSING
from magnetite.report.wording import notes_of


@dataclass(frozen=True, slots=True)
class Dot:
    """One question of the plot, from 0 to 100: across, how likely a system is to be right; up, how many people were."""

    across: float
    up: float
    title: str


@dataclass(frozen=True, slots=True)
class Hardness:
    """One line of the table: the share who were right, and the corrected discrimination, each with interval and word.

    `n` says how many answered; `without` is the reliability without the question. `poor`: the discrimination is below
    zero, with its whole interval if it has one. `flagged` is the worst severity of flags from answers, "" without.
    """

    question: ShownQuestion
    n: str
    facility: str
    interval: str
    ease: str
    discrimination: str
    bounds: str
    band: str
    without: str
    poor: bool
    flagged: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of candidates' answers; `notes` are its caveats. Flagged `lines` come first.

    `without`: whether the table has the reliability without each question; `curves`: whether questions have charts.
    """

    sentences: tuple[str, ...]
    lines: tuple[Hardness, ...]
    dots: tuple[Dot, ...]
    scores: ScoreChart | None
    without: bool
    curves: bool
    notes: tuple[str, ...]


def answers(finding: Finding | None, questions: Sequence[ShownQuestion], words: Wording) -> Answers | None:
    """Return the finding as the page shows it, None where there are no candidates' answers."""
    if finding is None:
        return None
    rows = rows_by_id(finding, "facility")
    lines = [_line(question, rows[question.id], words) for question in questions if question.id in rows]
    return Answers(
        tuple(_sentences(finding, words)),
        tuple(sorted(lines, key=lambda line: _place(line.flagged))),
        tuple(_dots(questions, words)),
        score_chart(finding, words),
        any(number(row.get("alpha_without")) is not None for row in rows.values()),
        any(question.curves for question in questions),
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
    return [*sentences[:1], *_of_scores(finding, words), *sentences[1:], *_means(finding, words)]


def _of_scores(finding: Finding, words: Wording) -> Iterator[str]:
    """Yield how scores are distributed, and how far they can be relied on."""
    known = {each.label: each for each in finding.numbers}
    if {"mean score", "standard deviation"} <= known.keys():
        mean, deviation = known["mean score"].value, known["standard deviation"].value
        values = {"mean": mean, "deviation": deviation, "questions": int(known["questions"].value)}
        yield words.say("page-scores-sentence", values)
    if relied := reliability_of(finding):
        yield words.say("page-reliability", relied)
        (row,) = table_rows(finding, "reliability")
        if row["band_low"] != row["band"]:
            yield words.say("page-reliability-unsure", {"low": relied["least"], "band": row["band_low"]})
    if "standard error" in known:
        yield words.say("page-standard-error", {"error": known["standard error"].value})


def reliability_of(finding: Finding) -> dict[str, float | str]:
    """Return the reliability as its sentences show it, nothing where there is none; `least` may be the lower one's."""
    known = {each.label: each for each in finding.numbers}
    alpha, passages = known.get("reliability"), known.get("reliability over passages")
    bands = [str(row["band"]) for row in table_rows(finding, "reliability")]
    if alpha is None or alpha.low is None or alpha.high is None or not bands:
        return {}
    values: dict[str, float | str] = {"alpha": alpha.value, "low": alpha.low, "high": alpha.high, "band": bands[0]}
    if passages is None or passages.low is None or passages.high is None:
        return {**values, "over": "none", "least": alpha.low}
    beside = {"passages": passages.value, "passages-low": passages.low, "passages-high": passages.high}
    least = min((alpha, passages), key=lambda each: each.value).low or 0.0
    return {**values, **beside, "over": "passages", "least": least}


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
    discrimination, least, most = (number(row.get(f"discrimination{end}")) for end in ("", "_low", "_high"))
    without = number(row.get("alpha_without"))
    bounded = low is not None and high is not None
    return Hardness(
        question,
        _answered(row, words),
        MISSING if facility is None else words.say("page-share", {"share": facility}),
        words.say("page-interval", {"low": low, "high": high}) if bounded else "",
        words.say(f"ease-{row['ease']}") if row.get("ease") else "",
        MISSING if discrimination is None else written(discrimination, words),
        "" if least is None or most is None else words.say("page-answers-bounds", {"low": least, "high": most}),
        _band(row, words),
        MISSING if without is None else written(without, words),
        (most if most is not None else discrimination or 0.0) < 0,
        min((each.severity for each in question.reasons if each.source == "candidates"), key=_place, default=""),
    )


def _place(severity: str) -> int:
    return SEVERITIES.index(severity) if severity else len(SEVERITIES)


def _answered(row: Row, words: Wording) -> str:
    """Return how many answered, and of how many where some did not."""
    answered, asked = row.get("answered"), row.get("n")
    if answered is None or answered == asked:
        return MISSING if asked is None else str(asked)
    return words.say("page-answers-answered", {"answered": answered, "asked": asked})


def _band(row: Row, words: Wording) -> str:
    """Return a discrimination in a word, and how far chance may move it."""
    band, *ends = (row.get(name) for name in ("band", "band_low", "band_high"))
    if not band:
        return ""
    said = words.say(f"band-{band}")
    if None in ends or set(ends) == {band}:
        return said
    low, high = (words.say(f"band-{end}") for end in ends)
    return words.say("page-answers-band", {"band": said, "low": low, "high": high})


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
