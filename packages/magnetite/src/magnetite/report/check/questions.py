"""A question as the page shows it: its text, its options with bars, the reasons to look at it again; and its ranks.

A bar shows how attractive an option is: to a system that has not seen the passage, to one that has, to one that saw the
options alone (where a flag rests on that), and to candidates, where their answers are known. Questions can be listed as
in the exam, worst first, or by a measured value.

Small charts show which option candidates chose, by groups of candidates, and how scores are distributed. A chart is
lines in a box of 100 by 60, drawn by a template. An option is told by the letter at the end of its line and by how the
line is dashed, not by colour alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from examfiles.items import gathered, letter
from examfiles.wording import Wording
from magnetite.core.results import Finding, Run, Value
from magnetite.core.severity import SEVERITIES
from magnetite.report.check.reading import (
    FlagRow,
    Row,
    by_reason,
    finding_of,
    flags_by_item,
    options_by_id,
    place_in,
    rows_by_id,
    table_rows,
)
from magnetite.report.wording import rule_advice, rule_sentence, rule_title, worth_words

WITHOUT, GIVEN = ("QO", "O"), ("QOC", "CO")  # the views that stand for each, the better one first
ALONE_RULE = "answerable-from-options"
HEIGHT = 60.0
_LETTER_DISTANCE = 7.0  # how far letters at the ends of lines must stand from each other
_MOST_BARS = 45  # bars of a distribution; of more scores, some share a bar


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of an option: whose choice it is, a share from 0 to 100, and the share as text."""

    kind: str
    label: str
    width: float
    text: str


@dataclass(frozen=True, slots=True)
class ShownOption:
    """One option; `right` marks the key."""

    letter: str
    text: str
    right: bool
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """One reason in words: the flag that leads, and the `signs` of the same cause; `source_words` says who found it.

    `severity` is the worst of them, `severities` are all of theirs; `worth_words` says how often such flags are right.
    """

    rule: str
    severity: str
    severity_words: str
    worth_words: str
    source: str
    source_words: str
    title: str
    sentence: str
    advice: str
    signs: tuple["ShownFlag", ...] = ()
    severities: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that found it."""
        return (self.rule, *(sign.rule for sign in self.signs))

    @property
    def sources(self) -> tuple[str, ...]:
        """Return who found it: a model, a rule, or both."""
        return tuple(dict.fromkeys((self.source, *(sign.source for sign in self.signs))))


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One option's line: its letter, its path, where its letter stands; `dash` is the number of its pattern."""

    letter: str
    right: bool
    path: str
    ends: float
    dash: int


@dataclass(frozen=True, slots=True)
class OptionCurves:
    """Who chose what, by groups from the weakest candidates to the strongest; `alt` says the same in words."""

    lines: tuple[CurveLine, ...]
    alt: str


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """One question as the page shows it.

    `kind`: "look" (deserves a second look), "remark" (flags that weigh less), "clean", or "unchecked". `severity` is
    its worst flag's, "" where it has none. `passage` is the passage's number on the page, from 1. `chance` is what
    guessing gives an option, from 0 to 100; `curves` who chose what. `values` are what questions are sorted by, None
    where not known.
    """

    anchor: str
    id: str
    place: str
    level: str
    text: str
    choices: tuple[ShownOption, ...]
    keyed: bool
    passage: int | None
    reasons: tuple[ShownFlag, ...]
    kind: str
    severity: str
    chance: float
    facts: tuple[str, ...]
    curves: OptionCurves | None
    values: Mapping[str, float | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Source:
    """What questions are made of, by the item's id, and the name of the exam's file."""

    words: Wording
    file: str
    flags: Mapping[str, Sequence[FlagRow]]
    looks: Mapping[str, Row]
    rows: Mapping[str, Row]
    options: Mapping[str, Mapping[str, Row]]
    facility: Mapping[str, Row]
    chosen: Mapping[str, Mapping[str, Row]]
    curves: Mapping[str, Sequence[Row]]
    passages: Mapping[str, int]


def questions(run: Run, finding: Finding, words: Wording, passages: Mapping[str, int]) -> tuple[ShownQuestion, ...]:
    """Return every question of the exam, in its order."""
    responses = finding_of(run, "responses")
    source = Source(
        words,
        str(run.dataset.get("source") or ""),
        flags_by_item(finding),
        rows_by_id(finding, "looks"),
        rows_by_id(finding, "questions"),
        options_by_id(finding, "options"),
        rows_by_id(responses, "facility"),
        options_by_id(responses, "distractors"),
        curve_rows(responses),
        passages,
    )
    return tuple(_question(source, item, number) for number, item in enumerate(run.exam["items"], 1))


def shown_reasons(words: Wording, flags: Sequence[FlagRow]) -> tuple[ShownFlag, ...]:
    """Return the reasons of one question, or of the exam, in words: flags of one cause are one."""
    return tuple(_reason(words, group[0], group[1:]) for group in by_reason(flags))


def _reason(words: Wording, flag: FlagRow, signs: Sequence[FlagRow] = ()) -> ShownFlag:
    severity = min((each.severity for each in (flag, *signs)), key=SEVERITIES.index)
    known = [each.right for each in (flag, *signs) if each.severity == severity and each.right is not None]
    return ShownFlag(
        flag.rule,
        severity,
        words.say(f"severity-{severity}"),
        worth_words(words, severity, max(known, default=None)),
        flag.source,
        words.say(f"source-{flag.source}"),
        rule_title(words, flag.rule),
        rule_sentence(words, flag.rule, flag.evidence),
        rule_advice(words, flag.rule, flag.evidence),
        tuple(_reason(words, sign) for sign in signs),
        tuple(dict.fromkeys(each.severity for each in (flag, *signs))),
    )


def _question(source: Source, item: Mapping[str, Any], number: int) -> ShownQuestion:
    key, row, words = str(item["id"]), source.rows.get(str(item["id"]), {}), source.words
    flags = source.flags.get(key, ())
    values = _values(source, item, row)
    known = {name: value for name, value in values.items() if value is not None}
    parts = [("key-both", ("without", "given")), ("key-without", ("without",)), ("key-given", ("given",))]
    part = next(((path, names) for path, names in parts if set(names) <= set(known)), None)
    facts = [words.say(f"page-fact-{part[0]}", {name: known[name] for name in part[1]})] if part else []
    if "facility" in known:
        facts.append(words.say("page-fact-facility", {"share": known["facility"]}))
    if "discrimination" in known:
        facts.append(words.say("page-fact-discrimination", {"value": known["discrimination"]}))
    if working := _working(source.chosen.get(key, {}), words):
        facts.append(working)
    return ShownQuestion(
        anchor=f"q-{number}",
        id=key,
        place=words.place(place_in(source.file, str(row.get("place") or ""))),
        level=str(item.get("level") or ""),
        text=str(item["question"]),
        choices=tuple(_choices(source, item, any(flag.rule == ALONE_RULE for flag in flags))),
        keyed=item["answer"] is not None,
        passage=source.passages.get(str(item["passage_id"])),
        reasons=shown_reasons(words, flags),
        kind=_kind(key in source.looks, bool(flags), row.get("checked") is not False),
        severity=min((flag.severity for flag in flags), key=SEVERITIES.index, default=""),
        chance=100 / len(item["options"]),
        facts=tuple(facts),
        curves=option_curves(
            source.curves.get(key, ()), "" if item["answer"] is None else letter(item["answer"]), words
        ),
        values=values,
    )


def _working(options: Mapping[str, Row], words: Wording) -> str:
    """Say which wrong options work, and name those that do not; "" where it is not known who chose what."""
    by_kind = gathered((str(row["working"]), name) for name, row in options.items() if row.get("working"))
    if not by_kind:
        return ""
    named = {kind: by_kind.get(kind, []) for kind in ("rare", "rises", "open")}
    values = {"works": len(by_kind.get("works", [])), "wrong": sum(map(len, by_kind.values())), **named}
    return words.say("page-fact-working", values)


def _kind(look: bool, flagged: bool, checked: bool) -> str:
    if look:
        return "look"
    if flagged:
        return "remark"
    return "clean" if checked else "unchecked"


def _choices(source: Source, item: Mapping[str, Any], alone: bool) -> list[ShownOption]:
    rows, chosen = source.options.get(str(item["id"]), {}), source.chosen.get(str(item["id"]), {})
    names = [letter(index) for index in range(len(item["options"]))]
    return [
        ShownOption(
            name,
            str(text),
            item["answer"] == index,
            tuple(_bars(source.words, rows.get(name, {}), chosen.get(name, {}), alone)),
        )
        for index, (name, text) in enumerate(zip(names, item["options"], strict=True))
    ]


def _bars(words: Wording, row: Row, chosen: Row, alone: bool) -> list[Bar]:
    shares = [
        ("alone", row.get("p_O") if alone and row.get("p_QO") is not None else None),
        ("without", probability(row, WITHOUT)),
        ("given", probability(row, GIVEN)),
        ("supported", row.get("supported")),
        ("candidates", number(chosen.get("chosen"))),
    ]
    return [
        Bar(kind, words.say(f"page-bar-{kind}"), round(100 * share, 1), words.say("page-share", {"share": share}))
        for kind, value in shares
        if (share := number(value)) is not None
    ]


def probability(row: Row, views: Sequence[str]) -> float | None:
    """Return an option's probability under the first of the views that has one."""
    return next((share for view in views if (share := number(row.get(f"p_{view}"))) is not None), None)


def number(value: Value) -> float | None:
    """Return a value as a number, None where it is none."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _values(source: Source, item: Mapping[str, Any], row: Row) -> dict[str, float | None]:
    """Return what questions are sorted by and what their line says."""
    answer, key = item["answer"], str(item["id"])
    option = {} if answer is None else source.options.get(key, {}).get(letter(answer), {})
    return {
        "without": probability(option, WITHOUT),
        "given": probability(option, GIVEN),
        "information": number(row.get("information")),
        "facility": number(source.facility.get(key, {}).get("facility")),
        "discrimination": number(source.facility.get(key, {}).get("discrimination")),
    }


_LAST = float("inf")
# What questions can be sorted by besides their place, the smallest number first.
_BY: Mapping[str, Callable[[ShownQuestion], float | None]] = {
    "without": lambda question: None if (own := question.values["without"]) is None else -own,
    "information": lambda question: question.values["information"],
    "hardest": lambda question: question.values["facility"],
    "weakest": lambda question: question.values["discrimination"],
}


def ranks(questions: Sequence[ShownQuestion], looks: Mapping[str, int]) -> dict[str, list[int]]:
    """Return, for every order that this exam allows, each question's place in it; equals keep the exam's order."""
    orders = {"worst": _places([_badness(question, looks) for question in questions])}
    for name, value in _BY.items():
        values = list(map(value, questions))
        if any(each is not None for each in values):
            orders[name] = _places([_LAST if each is None else each for each in values])
    return orders


def _badness(question: ShownQuestion, looks: Mapping[str, int]) -> tuple[float, ...]:
    """Return a key that sorts second looks by their rank, and the rest by their flags of each severity."""
    each = [reason.severity for reason in question.reasons]
    return (looks.get(question.id, _LAST), *(-each.count(severity) for severity in SEVERITIES))


def _places(values: Sequence[object]) -> list[int]:
    order = sorted(range(len(values)), key=lambda index: values[index])  # type: ignore[arg-type, return-value]
    places = [0] * len(values)
    for place, index in enumerate(order):
        places[index] = place
    return places


@dataclass(frozen=True, slots=True)
class ScoreBar:
    """One bar of a distribution: its place and height, from 0 to 100, and what it says."""

    x: float
    width: float
    height: float
    title: str


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """How many candidates have which score: bars, the highest score, and the most candidates in a bar."""

    bars: tuple[ScoreBar, ...]
    top: int
    most: int


def curve_rows(finding: Finding | None) -> dict[str, list[Row]]:
    """Return the rows of the table `curves` by the item's id."""
    return gathered((str(row["id"]), row) for row in table_rows(finding, "curves"))


def option_curves(rows: Sequence[Row], right: str, words: Wording) -> OptionCurves | None:
    """Return a question's curves, None where there are fewer than two groups; `right` is the key's letter."""
    shares: dict[str, dict[int, float]] = {}
    for row in rows:
        shares.setdefault(str(row["option"]), {})[int(str(row["group"]))] = float(str(row["share"]))
    groups = sorted({group for each in shares.values() for group in each})
    if len(groups) < 2:
        return None
    points = {
        name: [(100 * at / (len(groups) - 1), HEIGHT * (1 - each[group])) for at, group in enumerate(groups)]
        for name, each in shares.items()
    }
    ends = _spread({name: each[-1][1] for name, each in points.items()})
    lines = tuple(
        CurveLine(name, name == right, "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in each), ends[name], at % 4)
        for at, (name, each) in enumerate(points.items())
    )
    texts = " ".join(_said(name, [each[group] for group in groups], words) for name, each in shares.items())
    return OptionCurves(lines, words.say("page-curve-alt", {"groups": len(groups), "texts": texts}))


def _said(name: str, shares: Sequence[float], words: Wording) -> str:
    texts = ", ".join(words.say("page-share", {"share": share}) for share in shares)
    return words.say("page-curve-option", {"option": name, "shares": texts})


def _spread(places: Mapping[str, float]) -> dict[str, float]:
    """Move letters apart that would cover each other, in the order of their lines' ends, within the box."""
    order = sorted(places, key=lambda name: places[name])
    spread: dict[str, float] = {}
    least = 0.0
    for name in order:
        spread[name] = least = max(places[name], least)
        least += _LETTER_DISTANCE
    most = HEIGHT
    for name in reversed(order):
        spread[name] = most = min(spread[name], most)
        most -= _LETTER_DISTANCE
    return spread


def score_chart(finding: Finding, words: Wording) -> ScoreChart | None:
    """Return the distribution of scores, None where scores cannot be compared."""
    counts = [int(str(row["candidates"])) for row in table_rows(finding, "scores")]
    if not any(counts):
        return None
    step = -(-len(counts) // _MOST_BARS)
    sums = [sum(counts[at : at + step]) for at in range(0, len(counts), step)]
    bars = tuple(_score_bars(sums, step, len(counts) - 1, words))
    return ScoreChart(bars, len(counts) - 1, max(sums))


def _score_bars(sums: Sequence[int], step: int, top: int, words: Wording) -> Iterator[ScoreBar]:
    width = 100 / len(sums)
    for at, count in enumerate(sums):
        score = at * step if step == 1 else f"{at * step}–{min(top, (at + 1) * step - 1)}"
        title = words.say("page-scores-bar", {"score": score, "candidates": count})
        yield ScoreBar(at * width, 0.8 * width, HEIGHT * count / max(sums), title)
