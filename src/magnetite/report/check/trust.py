"""How far the flags can be trusted, and what was not checked: omitted questions and rules not applied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding
from magnetite.report.check.questions import number
from magnetite.report.check.reading import gaps_of, left_of, place_in, table_rows
from magnetite.report.wording import Wording

SAID = ("answerable-without-passage", "answerable-from-options")  # rules of which it is said what luck explains
PLACES = ("page-trust-race", "page-trust-exam")  # where systems' accuracy was measured: columns of one table


@dataclass(frozen=True, slots=True)
class SystemAccuracy:
    """How often systems are right: the places where it was measured, and a line for every system; `guessing` as well.

    A line is the system in words, and for each place the share and its interval, "" where there is none.
    """

    places: tuple[str, ...]
    lines: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    guessing: float = 0.0


@dataclass(frozen=True, slots=True)
class Missing:
    """A reason why rules were not applied, their titles, and the questions concerned: () is the whole exam."""

    reason: str
    rules: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Omission:
    """A part of the file that was not read as a question: its place, and why."""

    where: str
    reason: str


def measured(finding: Finding, words: Wording) -> SystemAccuracy:
    """Return how often each system is right, where that was measured; without systems there are no lines."""
    rows = [row for row in table_rows(finding, "trust") if row["text"] in PLACES]
    places = [place for place in PLACES if any(row["text"] == place for row in rows)]
    values = {(str(row["name"]), str(row["text"])): number(row["value"]) for row in rows}
    lines = [
        (_system(name, words), tuple(_share(finding, words, name, place, values) for place in places))
        for name in dict.fromkeys(str(row["name"]) for row in rows)
    ]
    keys = table_rows(finding, "keys")  # behind A, chance puts as many right answers as guessing finds
    guessing = (number(keys[0]["expected"]) or 0.0) / sum(number(row["right"]) or 0.0 for row in keys) if keys else 0.0
    return SystemAccuracy(tuple(words.say(place) for place in places), tuple(lines), guessing)


def _system(view: str, words: Wording) -> str:
    return words.say(f"view-{view}") if f"view-{view}" in words.codes else view


def _share(
    finding: Finding, words: Wording, name: str, place: str, values: Mapping[tuple[str, str], float | None]
) -> tuple[str, str]:
    value = values.get((name, place))
    if value is None:
        return words.say("page-trust-not-measured"), ""
    accuracy = next((each for each in finding.numbers if each.label == "accuracy" and each.group == name), None)
    bounded = place == PLACES[-1] and accuracy is not None and accuracy.low is not None and accuracy.high is not None
    bounded = bounded and accuracy is not None and (accuracy.low, accuracy.high) != (0, 1)  # one passage says nothing
    interval = words.say("page-interval", {"low": accuracy.low, "high": accuracy.high}) if bounded and accuracy else ""
    return words.say("page-share", {"share": value}), interval


def trust(finding: Finding, words: Wording) -> Iterator[str]:
    """Yield a sentence for how the model that reads stands on this exam, and for how many flags luck explains."""
    for row in table_rows(finding, "trust"):
        if (path := str(row["text"])) not in PLACES and row["value"] is not None and path in words.codes:
            yield words.say(path, {"value": row["value"]})
    for row in table_rows(finding, "luck"):
        if row["rule"] in SAID and row["right"]:
            luck, low, high = (round(number(row[name]) or 0.0) for name in ("luck", "luck_low", "luck_high"))
            much = "none" if not luck else "all" if luck >= (number(row["right"]) or 0) else "some"
            values = {**row, "luck": luck, "low": low, "high": high, "much": much}
            yield words.say(f"page-luck-{row['verdict']}", values)


def left_out(finding: Finding, words: Wording, file: str = "") -> tuple[Omission, ...]:
    """Return the questions of the exam's file that were left out, in its order."""
    return tuple(Omission(words.place(place_in(file, where)), words.note(reason)) for where, reason in left_of(finding))


def missing(finding: Finding, words: Wording) -> tuple[Missing, ...]:
    """Return why rules were not applied: rules with the same reason and the same questions are grouped."""
    rules: dict[tuple[str, str], list[str]] = {}
    for gap in gaps_of(finding):
        items = rules.setdefault((words.reason(gap.reason, gap.evidence), gap.rule), [])
        items += [gap.item] if gap.item else []
    return tuple(_grouped(rules, words))


def _grouped(rules: Mapping[tuple[str, str], Sequence[str]], words: Wording) -> list[Missing]:
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (reason, rule), items in rules.items():
        groups.setdefault((reason, tuple(items)), []).append(words.title(rule))
    return [Missing(reason, tuple(titles), items) for (reason, items), titles in groups.items()]
