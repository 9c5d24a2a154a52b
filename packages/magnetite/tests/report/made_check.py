"""Runs of checked exams, made up: planted flaws, texts that try to break a page, and probabilities of no model.

Flags, second looks and what is not checked are the real rules' own; only the probabilities are invented.
"""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from examfiles.items import Item, LeftOut, letter
from examfiles.reasons import Reason
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.experiments.flags import (
    RULES,
    SEVERITIES,
    Exam,
    Flag,
    NotChecked,
    doubts,
    find_flags,
    not_checked,
    second_look,
    settings_from,
)
from magnetite.experiments.flags.dismissals import Dismissal, apart
from magnetite.experiments.flags.finding import (
    dismissed_table,
    flags_table,
    keys_table,
    left_table,
    not_checked_table,
    options_table,
    passages_table,
    reasons_table,
)
from magnetite.experiments.flags.lists import strong_table, weak_table
from magnetite.experiments.flags.worth import Count
from tests.tables import columns_of

VIEWS = ("O", "QO", "QOC")
HOSTILE = (
    "<script>window.injected = 1</script>",
    "</script><script>window.injected = 2</script><!-- ",
    '"><img src=x onerror="window.injected = 3">',
    "</style></title></textarea><svg onload='window.injected = 4'>",
    "&lt;b&gt; &amp; &#x27; &nbsp; stays as it is written",
    "\u202edesrever si siht\u202c \u2067 and an isolate that nobody closes",
    "{{ 7 * 7 }} {% raw %} ${window.injected = 5}",
    "ما هو الجواب الصحيح؟",
    "unbreakable" * 60,
    "a line separator \u2028 and 🧲",
    "javascript:window.injected=6",
    '" onmouseover="window.injected = 7" x="',
)
_SUBJECTS = ("the harbour master", "the baker", "the night train", "the old school", "the neighbour", "the lake")
_VERBS = ("closed early on Sunday", "kept every letter", "needed new paint", "lost the second key", "sold the boat")


def made_items(questions: int = 40, hostile: bool = True) -> list[Item]:
    """Return questions on passages of four, some with planted flaws, the first dozen with hostile texts."""
    draw = random.Random(3)
    items = [_item(index, draw) for index in range(questions)]
    if hostile:
        items[: len(HOSTILE)] = [_hostile(item, text) for item, text in zip(items, HOSTILE, strict=False)]
    return items


def _item(index: int, draw: random.Random) -> Item:
    passage = f"text-{index // 4:02d}"
    text = " ".join(f"{draw.choice(_SUBJECTS).capitalize()} {draw.choice(_VERBS)}." for _ in range(20))
    verbs = draw.sample(_VERBS, 4)
    options = [f"It {verb}." for verb in verbs]
    question = f"What does the writer say about {draw.choice(_SUBJECTS)} in part {index}?"
    answer: int | None = draw.randrange(4)
    if index % 9 == 4 and answer is not None:
        options[answer] = f"It {verbs[answer]}, although nobody in the whole town had expected that at all."
    if index % 9 == 7:
        options[3] = "All of the above."
    if index % 11 == 6:
        question = f"Which of these is not true of {draw.choice(_SUBJECTS)}, according to the writer of part {index}?"
    if index == 13:
        answer = None
    return Item(f"q{index + 1}", passage, f"Part {passage}. {text}", question, tuple(options), answer, "B1")


def _hostile(item: Item, text: str) -> Item:
    place = int(item.id[1:]) % 4
    options = tuple(text if at == place else option for at, option in enumerate(item.options))
    return Item(
        item.id, item.passage_id, f"{text} {item.passage}", f"{item.question} {text}", options, item.answer, text
    )


def made_probabilities(items: Sequence[Item]) -> dict[str, list[tuple[float, ...]]]:
    """Return, by view, probabilities that favour the key the more, the more a view shows."""
    draw = random.Random(5)
    return {view: [_row(item, draw, sure) for item in items] for view, sure in zip(VIEWS, (0.4, 0.9, 1.6), strict=True)}


def _row(item: Item, draw: random.Random, sure: float) -> tuple[float, ...]:
    raw = [draw.gauss(0, 0.9) + (sure if at == item.answer else 0) for at in range(len(item.options))]
    total = sum(math.exp(value) for value in raw)
    return tuple(math.exp(value) / total for value in raw)


WORTH = {name: Count(80, 100, 1, 100) for name, rule in RULES.items() if rule.source == "model"}
EVERY_FLAG = settings_from({"luck": {"rate": 1}}, "made")  # whatever luck explains: the page is to show flags of models


def made_check(
    items: Sequence[Item] | None = None,
    probabilities: Mapping[str, Sequence[tuple[float, ...]]] | None = None,
    *,
    responses: bool = False,
    flags: Sequence[Flag] | None = None,
    left_out: Sequence[tuple[str, str]] = (("exam.xml, question 7", "it is an essay question"),),
    name: str = "Reading <b>exam</b>",
    dismissals: Sequence[Dismissal] = (),
    verdicts: Sequence[tuple[float, ...]] = (),
) -> Run:
    """Return the run of a check of these items, of `made_items` where none are given; `flags` take the rules' place."""
    items = made_items() if items is None else list(items)
    given = made_probabilities(items) if probabilities is None else dict(probabilities)
    exam = Exam(tuple(items), {view: tuple(rows) for view, rows in given.items()}, verdicts=tuple(verdicts))
    found = find_flags(exam, EVERY_FLAG, worth=WORTH) if flags is None else tuple(flags)
    finding = check_finding(exam, found, not_checked(exam), left_out, dismissals)
    return Run(
        dataset={"name": name, "format": "moodle-xml", "source": "/home/ann/exam.xml", "items": len(items)},
        exam=_texts(items),
        systems=tuple(
            {"view": view, "scorer": "bundled", "fingerprint": f"f-{view}", "truncated": 0.0} for view in given
        ),
        settings={"language": "en"},
        findings=(finding, responses_finding(items, given)) if responses else (finding,),
        cost={"cells": 0, "scored": 0, "stored": 0, "seconds": 1.0},
        versions={"magnetite": "0.1.0"},
        command="magnetite check exam.xml",
        started="2026-10-02T09:14:00+00:00",
        notes=(Reason("The file is read as Moodle XML."),),
    )


def _texts(items: Sequence[Item]) -> dict[str, Any]:
    names = ("id", "passage_id", "level", "question", "answer")
    rows = [{name: getattr(item, name) for name in names} | {"options": list(item.options)} for item in items]
    return {"passages": {item.passage_id: item.passage for item in items}, "items": rows}


def check_finding(
    exam: Exam,
    found: Sequence[Flag],
    gaps: Sequence[NotChecked],
    left_out: Sequence[tuple[str, str]] = (),
    dismissals: Sequence[Dismissal] = (),
) -> Finding:
    """Return the finding of a check, in the tables that the page reads."""
    flags, dismissed = apart(found, exam.items, dismissals)
    looks, likely = second_look(flags), doubts(flags)
    worst = {key: min((f.severity for f in flags if f.item == key), key=SEVERITIES.index) for key in looks}
    tables = (
        flags_table(flags),
        dismissed_table(dismissed),
        reasons_table(flags),
        keys_table(exam),
        passages_table(exam),
        _table(
            "looks",
            ("id", "doubt", "severity", "rank"),
            [(key, likely[key], worst[key], rank) for rank, key in enumerate(looks, 1)],
        ),
        options_table(exam),
        _table("questions", ("id", "place", "checked", "information"), _places(exam)),
        strong_table(exam),
        weak_table(exam),
        not_checked_table(gaps),
        left_table([LeftOut(where, Reason(reason)) for where, reason in left_out]),
        _table("trust", ("name", "value", "text"), _trust(exam)),
    )
    counts = (("questions", len(exam.items)), ("second look", len(looks)), ("left out", len(left_out)))
    numbers = [Number(label, count, unit="count") for label, count in counts]
    numbers += [Number("accuracy", 0.43, 0.33, 0.53, len(exam.items), group="QOC")] if exam.probabilities else []
    sentence = f"{len(looks)} of {len(exam.items)} questions deserve a second look."
    return Finding("check", "Check", sentence, tuple(numbers), tables)


def _table(name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    return Table(name, name, columns_of({column: [row[at] for row in rows] for at, column in enumerate(columns)}))


def _places(exam: Exam) -> list[tuple[Any, ...]]:
    bits = {"QO", "QOC"} <= set(exam.probabilities)
    return [
        (item.id, f"/home/ann/exam.xml, question {at}", True, (at % 7) / 10 - 0.2 if bits else None)
        for at, item in enumerate(exam.items, 1)
    ]


def _trust(exam: Exam) -> list[tuple[Any, ...]]:
    views = [view for view in ("QO", "QOC") if view in exam.probabilities]
    rows: list[tuple[Any, ...]] = [(view, 0.41, "page-trust-race") for view in views]
    rows += [("QOC", 0.43, "page-trust-exam")] if views else []
    return [*rows, ("", 0.05, "page-trust-worth")]


WRONG_BY_KIND = {"works": 31, "rare": 12, "rises": 1, "open": 16}


def _groups(ids: Sequence[str]) -> Table:
    """Return comparisons of a group with all others: one question of class C, one of class B, the others of A."""
    sizes = [("C", -2.9), ("B", 1.2), *[("A", 0.3)] * len(ids)]
    rows = [
        (name, "north", "", 60, 60, d, d - 0.6, d + 0.6, d - 1.1, d + 1.1, size)
        for name, (size, d) in zip(ids, sizes, strict=False)
    ]
    counts = ("members", "rest", "difference", "low", "high", "low_all", "high_all", "size")
    return _table("groups", ("id", "group", "others", *counts), rows)


def responses_finding(items: Sequence[Item], probabilities: Mapping[str, Sequence[tuple[float, ...]]]) -> Finding:
    """Return the finding about candidates' answers: invented shares that follow the systems loosely."""
    draw = random.Random(9)
    facility, chosen, curves = [], [], []
    for index, item in enumerate(items):
        rows = probabilities.get("QOC")
        base = rows[index] if rows else tuple(1 / len(item.options) for _ in item.options)
        shares = [0.5 * share + 0.5 * draw.random() for share in base]
        shares = [share / sum(shares) for share in shares]
        kinds = ("works", "rare", "rises", "open")
        working = [None if at == item.answer else kinds[(index + at) % 4] for at in range(len(shares))]
        chosen += [(item.id, letter(at), share, draw.gauss(10, 2), working[at]) for at, share in enumerate(shares)]
        curves += [
            (item.id, group, letter(at), 40, min(1.0, share * (0.7 + 0.2 * group)))
            for group in (1, 2, 3)
            for at, share in enumerate(shares)
        ]
        if item.answer is not None:
            right = shares[item.answer]
            ends = (max(0.0, right - 0.08), min(1.0, right + 0.08))
            linked = draw.uniform(-0.15, 0.5)
            words = ("medium", "fair", "weak", "good")
            answered = 120 - index % 3
            linked = (linked, linked - 0.15, linked + 0.15)
            counts = (len(shares) - 1, working.count("works"), working.count("open"))
            facility.append((item.id, 120, answered, right, *ends, *linked, *words, 0.7, *counts))
    tables = (
        _table(
            "facility",
            (
                *("id", "n", "answered", "facility", "low", "high"),
                *("discrimination", "discrimination_low", "discrimination_high"),
                *("ease", "band", "band_low", "band_high", "alpha_without"),
                *("wrong_options", "working", "open"),
            ),
            facility,
        ),
        _table("distractors", ("id", "option", "chosen", "rest_score", "working"), chosen),
        _table("curves", ("id", "group", "option", "n", "share"), curves),
        _table(
            "scores",
            ("score", "candidates", "error"),
            [(at, max(0, 12 - abs(at - 20)), 1 + at / 20) for at in range(len(facility) + 1)],
        ),
        _table(
            "reliability", ("band", "band_low", "band_high", "two_in_three"), [("moderate", "low", "high", "level")]
        ),
        _groups([row[0] for row in facility]),
    )
    numbers = (
        Number("candidates", 120, unit="count"),
        Number("questions", len(facility), unit="count"),
        Number("mean score", 20.0, n=120, unit="score"),
        Number("standard deviation", 5.2, n=120, unit="score"),
        Number("reliability", 0.74, 0.66, 0.8, 120, "correlation"),
        Number("standard error", 2.65, n=120, unit="score"),
        Number("facility correlation", 0.31, 0.1, 0.5, unit="score", group="QOC"),
        Number("distractor correlation", 0.27, 0.05, 0.46, unit="score", group="QO"),
        Number("within one error", 0.69, 0.68, 0.7, 120),
        Number("cut", 12.0, unit="score"),
        Number("passing", 0.71, 0.62, 0.78, 120),
        Number("decision consistency", 0.84, 0.8, 0.88, 120),
        Number("consistency by chance", 0.59, 0.55, 0.63, 120),
        Number("decision accuracy", 0.89, 0.86, 0.92, 120),
        Number("passed wrongly", 0.06, 0.05, 0.07, 120),
        Number("failed wrongly", 0.05, 0.04, 0.06, 120),
        Number("error at the cut", 2.7, n=120, unit="score"),
        Number("near the cut", 31, n=120, unit="count"),
        Number("wrong options", 60, unit="count"),
        *(Number("wrong options by kind", n, unit="count", group=kind) for kind, n in WRONG_BY_KIND.items()),
        *(
            Number(f"class {size}", n, n=9, unit="count", group="north")
            for size, n in zip("ABC", (7, 1, 1), strict=True)
        ),
        Number("least difference", 2.4, n=9, unit="score", group="north"),
        Number("mean facility", 0.44, 0.35, 0.53, unit="share", group="second look"),
        Number("mean facility", 0.38, 0.33, 0.43, unit="share", group="others"),
        Number("mean discrimination", 0.11, 0.02, 0.2, unit="score", group="second look"),
        Number("mean discrimination", 0.24, 0.2, 0.28, unit="score", group="others"),
    )
    return Finding("responses", "Responses", "120 candidates answered.", numbers, tables)
