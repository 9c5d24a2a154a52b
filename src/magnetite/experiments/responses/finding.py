"""Responses: what candidates' answers show about each question, beside what systems make of it.

Facility, corrected discrimination and the table of options are those of classical item analysis (`stats.items`). The
correlations with the systems' probabilities are the exam's own check of the flags: does what tempts a system tempt
candidates?
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.items import Item, letter
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.flags import Exam
from magnetite.experiments.responses.file import BLANK, Responses
from magnetite.experiments.sentences import counted, percent
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import Interval, bootstrap_mean
from magnetite.stats.items import ItemStatistics, item_statistics, mean_rest_scores, rest_scores
from magnetite.stats.ragged import FloatArray

FEW = 30  # candidates below which a note calls discriminations rough
LOOKS, OTHERS = "second look", "others"
_CLEARLY = (
    "Answered by weaker candidates more often than by better ones: the key may be wrong, or the question misleads"
)


@dataclass(frozen=True, slots=True, eq=False)
class _Analysed:
    """The answered questions with a known key: their places in the exam, their answers, and their statistics."""

    items: tuple[Item, ...]
    places: tuple[int, ...]
    chosen: IntArray  # (candidates, items)
    rest: FloatArray  # (candidates, items)
    found: ItemStatistics


def responses_finding(exam: Exam, given: Responses, looks: Iterable[str] = (), *, seed: int = 0) -> Finding:
    """Analyse answers to an exam; `looks` are the ids of the questions that flags single out for a second look.

    Tables: `facility` (id, n, facility with low and high, discrimination with discrimination_low and _high, and by
    view p_VIEW of the key) and `distractors` (id, option, right, chosen: the share of candidates, n, rest: their mean
    rest score, by view p_VIEW; option "" is no answer) and `negative` (id: discrimination clearly below 0).
    Numbers: "facility correlation" with the probability of the key and "distractor correlation" of wrong options'
    shares with theirs (Pearson's; "rank correlation": Spearman's), grouped by view; mean facility and discrimination
    of the questions in `looks` and of the others. Questions without a known key are left out, and a note says so.
    """
    part = _analysed(exam, given, seed)
    numbers = (
        Number("candidates", len(given.candidates), unit="count"),
        Number("questions", len(part.items), unit="count"),
        *_correlations(exam, part),
        *_means(part, set(looks), seed),
    )
    return Finding(
        "responses",
        "What candidates' answers show",
        _sentence(given, part),
        tuple(number for number in numbers if not math.isnan(number.value)),
        (_facility(exam, part), _distractors(exam, part), _negative_table(part)),
        settings={"seed": seed},
        notes=_notes(exam, given, part),
    )


def _analysed(exam: Exam, given: Responses, seed: int) -> _Analysed:
    column = {name: place for place, name in enumerate(given.items)}
    places = tuple(p for p, item in enumerate(exam.items) if item.id in column and item.answer is not None)
    items = tuple(exam.items[place] for place in places)
    chosen = given.chosen[:, [column[item.id] for item in items]]
    keys = np.array([item.answer for item in items], dtype=np.int64)
    right = chosen == keys
    return _Analysed(items, places, chosen, rest_scores(right), item_statistics(right, seed=seed))


def _facility(exam: Exam, part: _Analysed) -> Table:
    facility, discrimination = part.found.facility, part.found.discrimination
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in part.items],
        "n": facility.n.tolist(),
        "facility": _known(facility.estimate),
        "low": _known(facility.low),
        "high": _known(facility.high),
        "discrimination": _known(discrimination.estimate),
        "discrimination_low": _known(discrimination.low),
        "discrimination_high": _known(discrimination.high),
    }
    for view in exam.probabilities:
        rows = [exam.scored(view, place) for place in part.places]
        columns[f"p_{view}"] = [row[_key(item)] if row else None for row, item in zip(rows, part.items, strict=True)]
    return Table("facility", "How easy each question is, and whether it tells good candidates from weak ones", columns)


def _distractors(exam: Exam, part: _Analysed) -> Table:
    rows: list[dict[str, Value]] = []
    for column, (item, place) in enumerate(zip(part.items, part.places, strict=True)):
        options = len(item.options)
        counts, means = mean_rest_scores(part.rest[:, column], part.chosen[:, column], options)
        for option in range(options + 1):
            named = option < options
            row: dict[str, Value] = {
                "id": item.id,
                "option": letter(option) if named else "",
                "right": option == item.answer if named else None,
                "chosen": float(counts[option] / len(part.chosen)),
                "n": int(counts[option]),
                "rest": _number(means[option]),
            }
            for view in exam.probabilities:
                scored = exam.scored(view, place)
                row[f"p_{view}"] = scored[option] if scored and named else None
            if named or counts[option]:
                rows.append(row)
    names = ["id", "option", "right", "chosen", "n", "rest", *(f"p_{view}" for view in exam.probabilities)]
    title = "Who chose what: share of candidates, and their mean score on the other questions"
    return Table("distractors", title, {name: [row[name] for row in rows] for name in names})


def _correlations(exam: Exam, part: _Analysed) -> Iterable[Number]:
    """Correlate facilities and wrong options' shares with each view's probabilities, options of a question together."""
    shares = [np.bincount(column[column != BLANK], minlength=1) / len(column) for column in part.chosen.T]
    for view in exam.probabilities:
        scored = [(n, exam.scored(view, place)) for n, place in enumerate(part.places) if exam.scored(view, place)]
        keys = np.array([row[_key(part.items[n])] for n, row in scored])
        yield from _both(
            "facility",
            view,
            np.array([part.found.facility.estimate[n] for n, _ in scored]),
            keys,
            None,
        )
        wrong = [
            (n, float(shares[n][option]) if option < len(shares[n]) else 0.0, p)
            for n, row in scored
            for option, p in enumerate(row)
            if option != part.items[n].answer
        ]
        yield from _both(
            "distractor",
            view,
            np.array([share for _, share, _ in wrong]),
            np.array([p for *_, p in wrong]),
            np.array([n for n, *_ in wrong], dtype=np.int64),
        )


def _both(label: str, view: str, x: FloatArray, y: FloatArray, clusters: IntArray | None) -> Iterable[Number]:
    for name, method in (("correlation", "pearson"), ("rank correlation", "spearman")):
        found = correlation(x.astype(np.float64), y.astype(np.float64), method, clusters)
        yield _as_number(f"{label} {name}", found, view, "score")


def _means(part: _Analysed, looks: set[str], seed: int) -> Iterable[Number]:
    """Average facility and discrimination over the questions that deserve a second look and over the others."""
    inside = np.array([item.id in looks for item in part.items], dtype=np.bool_)
    for group, mask in ((LOOKS, inside), (OTHERS, ~inside)):
        for label, intervals in (("facility", part.found.facility), ("discrimination", part.found.discrimination)):
            values = intervals.estimate[mask & np.isfinite(intervals.estimate)]
            if len(values):
                mean = bootstrap_mean(values, np.arange(len(values)), seed=seed)
                yield _as_number(f"mean {label}", mean, group, "share" if label == "facility" else "score")


def _as_number(label: str, found: Interval, group: str, unit: str) -> Number:
    return Number(label, found.estimate, _number(found.low), _number(found.high), found.n, unit, group)


def _sentence(given: Responses, part: _Analysed) -> str:
    begin = f"{counted(len(given.candidates), 'candidate')} answered {counted(len(part.items), 'question')}"
    if not part.items:
        return f"{begin} with a known key, so how well they did is unknown."
    facility = float(part.found.facility.estimate.mean())
    bad = _negative(part)
    told = f" {_CLEARLY}: {', '.join(bad[:10])}{', …' if len(bad) > 10 else ''}." if bad else ""
    return f"{begin}; on average {percent(facility)} of them are right.{told}"


def _negative(part: _Analysed) -> list[str]:
    """Name the questions whose discrimination is clearly below 0; none where candidates are few."""
    if len(part.chosen) < FEW:
        return []
    return [item.id for item, high in zip(part.items, part.found.discrimination.high, strict=True) if high < 0]


def _negative_table(part: _Analysed) -> Table:
    return Table("negative", "Questions that better candidates get wrong more often", {"id": _negative(part)})


def _notes(exam: Exam, given: Responses, part: _Analysed) -> tuple[str, ...]:
    unkeyed = [item.id for item in exam.items if item.id in set(given.items) and item.answer is None]
    notes = list(given.notes)
    if unkeyed:
        notes.append(
            f"Questions without a known key are not analysed: {', '.join(unkeyed[:5])}"
            f"{', …' if len(unkeyed) > 5 else ''}."
        )
    blank = int((part.chosen == BLANK).sum())
    if blank:
        notes.append(
            f"{counted(blank, 'answer')} {'is' if blank == 1 else 'are'} missing; a missing answer counts as not right."
        )
    if len(given.candidates) < FEW:
        notes.append(
            f"{counted(len(given.candidates), 'candidate')}: too few for discriminations that can be relied on."
        )
    return tuple(notes)


def _key(item: Item) -> int:
    if item.answer is None:
        raise ValueError(f"item '{item.id}' has no known key, and only those with one are analysed.")
    return item.answer


def _known(values: FloatArray) -> list[Value]:
    return [_number(value) for value in values]


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
