"""What candidates' answers say beside the flags: how hard questions were, how well they discriminate, who agrees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from examfiles.wording import Wording
from magnetite.core.results import Finding
from magnetite.core.severity import SEVERITIES
from magnetite.report.check.questions import ScoreChart, ShownQuestion, number, score_chart
from magnetite.report.check.reading import Row, rows_by_id, table_rows
from magnetite.report.tables import MISSING
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
    zero, with its whole interval if it has one. `working`: how many wrong options work. `flagged` is the worst severity
    of flags from answers, "" without.
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
    working: str
    flagged: str


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A question that is easier for a group than for others who score alike, with ETS's class, B or C."""

    question: ShownQuestion
    favoured: str
    difference: str
    interval: str
    size: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of candidates' answers; `notes` are its caveats. Flagged `lines` come first.

    `without`: whether the table has the reliability without each question; `curves`: whether questions have charts.
    `working`: whether it is known which wrong options work. `groups` are the questions that differ between groups.
    """

    sentences: tuple[str, ...]
    lines: tuple[Hardness, ...]
    dots: tuple[Dot, ...]
    scores: ScoreChart | None
    without: bool
    working: bool
    curves: bool
    groups: tuple[GroupLine, ...]
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
        any(row.get("wrong_options") for row in rows.values()),
        any(question.curves for question in questions),
        tuple(_group_lines(finding, questions, words)),
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
        yield words.say("page-standard-error", {"error": known["standard error"].value, **_within(finding)})
    if errors := _by_score(finding):
        yield words.say("page-errors", errors)
    for name, told in facts_of(finding):
        yield words.say(f"page-{name}", told)
        if name == "decisions" and "near the cut" in known:
            near = {"error": known["error at the cut"].value, "near": int(known["near the cut"].value)}
            yield words.say("page-near-cut", near)


def _within(finding: Finding) -> dict[str, float | str]:
    """Return how many score within a standard error of their true score, and whether that is two in three."""
    share = next((each for each in finding.numbers if each.label == "within one error"), None)
    sides = [str(row["two_in_three"]) for row in table_rows(finding, "reliability") if row.get("two_in_three")]
    if share is None or share.low is None or share.high is None or not sides:
        return {"two-in-three": "none"}
    return {"two-in-three": sides[0], "within": share.value, "low": share.low, "high": share.high}


def _by_score(finding: Finding) -> dict[str, float]:
    """Return the smallest and the largest standard error of a score that somebody has, {} where they are alike."""
    rows = [row for row in table_rows(finding, "scores") if row["candidates"] and row.get("error") is not None]
    errors = sorted((float(str(row["error"])), int(str(row["score"]))) for row in rows)
    if len({f"{error:.1f}" for error, _ in errors}) < 2:
        return {}
    (least, least_at), (most, most_at) = errors[0], errors[-1]
    return {"least": least, "least-at": least_at, "most": most, "most-at": most_at}


Values = dict[str, float | str]


def facts_of(finding: Finding) -> Iterator[tuple[str, Values]]:
    """Yield what is known of decisions, wrong options and groups: the name of a sentence, and its values."""
    known = {(each.label, each.group): each for each in finding.numbers}
    counts = {group: int(each.value) for (label, group), each in known.items() if label == "wrong options by kind"}
    alike = known.get(("decision consistency", ""))
    if alike is not None and alike.low is not None and alike.high is not None:
        names = ("cut", "passing", "consistency by chance", "decision accuracy", "passed wrongly", "failed wrongly")
        cut, passing, chance, accuracy, passed, failed = (known[name, ""].value for name in names)
        shares: Values = {
            "passing": passing,
            "chance": chance,
            "accuracy": accuracy,
            "passed": passed,
            "failed": failed,
        }
        ends: Values = {"consistency": alike.value, "low": alike.low, "high": alike.high}
        yield "decisions", {"cut": cut, "questions": int(known["questions", ""].value), **shares, **ends}
    if counts:
        yield "distractors", {"wrong": int(known["wrong options", ""].value), **counts}
    beside = {str(row["group"]): row for row in reversed(table_rows(finding, "groups"))}
    for group, row in sorted(beside.items()):
        others = "one" if row["others"] else "rest"
        large, noticed = (int(known[f"class {size}", group].value) for size in "CB")
        asked, least = known["class A", group].n or 0, known["least difference", group].value
        sizes: Values = {"members": int(str(row["members"])), "rest": int(str(row["rest"])), "questions": asked}
        named: Values = {"group": group, "others": others, "beside": str(row["others"])}
        yield "groups", {**named, **sizes, "large": large, "noticed": noticed, "least": least}


def _group_lines(finding: Finding, questions: Sequence[ShownQuestion], words: Wording) -> Iterator[GroupLine]:
    """Yield the questions of class B or C, the largest difference first."""
    shown = {question.id: question for question in questions}
    rows = [row for row in table_rows(finding, "groups") if row["size"] in ("B", "C")]
    for row in sorted(rows, key=lambda row: -abs(float(str(row["difference"])))):
        difference, low, high = (float(str(row[name])) for name in ("difference", "low_all", "high_all"))
        other = str(row["others"]) or words.say("page-groups-others")
        yield GroupLine(
            shown[str(row["id"])],
            str(row["group"]) if difference > 0 else other,
            written(difference, words),
            words.say("page-groups-interval", {"low": low, "high": high}),
            str(row["size"]),
        )


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
        _working(row, words),
        min((each.severity for each in question.reasons if each.source == "candidates"), key=_place, default=""),
    )


def _working(row: Row, words: Wording) -> str:
    """Return how many wrong options work, of how many, and of how many it is open."""
    if not row.get("wrong_options"):
        return MISSING
    values = {"works": row["working"], "wrong": row["wrong_options"], "open": row["open"]}
    return words.say("page-working", values)


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
    return words.say("writing-decimals", {"value": value})
