"""What sentences, notes and flags claim is what an interval's end says, and not what its estimate says."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnetite
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason
from magnetite.core.results import Number
from magnetite.experiments.candidates import analysed
from magnetite.experiments.choices import passages_of
from magnetite.experiments.flags import RULES, Exam
from magnetite.inputs.responses import Responses
from magnetite.stats.correlation import correlation
from magnetite.stats.together import share_together
from tests.laws.figures import audit, laws, system
from tests.strategies import exams

QUICK = {"store": "off"}


def codes(text: Any) -> set[str]:
    """Return the codes of a reason and of those within it."""
    if isinstance(text, Reason):
        return {text.code} | set().union(*map(codes, text.values.values()))
    return set().union(*map(codes, text)) if isinstance(text, list | tuple) else set()


def reason(text: Any, code: str) -> Reason | None:
    """Return the reason of a code within another."""
    if isinstance(text, Reason):
        found = (reason(each, code) for each in text.values.values())
        return text if text.code == code else next((each for each in found if each), None)
    found = (reason(each, code) for each in text) if isinstance(text, list | tuple) else ()
    return next((each for each in found if each), None)


def side(low: float | None, high: float | None, p: float = 0.0) -> str:
    """Return which side of 0 an interval and an exact test of a difference allow to name."""
    if low is None or high is None or p >= 0.05:
        return "neither"
    return "above" if low > 0 else "below" if high < 0 else "neither"


def allowed(gap: Number, p: Number) -> set[str]:
    """Return the verdicts that a difference and its exact test allow."""
    named = side(gap.low, gap.high, p.value)
    return {"level", "open"} if named == "neither" else {named}


@laws(12)
@given(exams(least=5), st.sampled_from([0.0, 1.0, 2.0]))
def test_above_or_below_the_longest_option_is_said_where_the_interval_leaves_out_zero(
    exam: Dataset, knows: float
) -> None:
    run = magnetite.audit(exam, system(knows=knows), experiments=("accuracy",), **QUICK)
    found = run.finding("accuracy")
    gap, p = found.number("above longest"), found.number("above longest, McNemar p")
    told = reason(found.answer, "accuracy-beside-longest")
    if told is None:
        assert reason(found.answer, "too-few")
    else:
        assert told.values["side"] in allowed(gap, p)


@laws(8)
@given(exams(least=6, most=9))
def test_what_shortcuts_say_of_question_and_passage_is_what_their_intervals_and_tests_say(exam: Dataset) -> None:
    found = audit(exam, experiments=("shortcuts",)).finding("shortcuts")
    for part in ("passage", "question"):
        gap, p = found.number(f"{part} adds"), found.number(f"{part} adds, McNemar p")
        told = reason(found.answer, f"shortcuts-{part}-adds")
        if told is None:
            assert reason(found.answer, "too-few")
        else:
            assert told.values["verdict"] in allowed(gap, p)


@laws(12)
@given(exams(least=6, most=9), st.sampled_from([0.0, 2.0]))
def test_below_guessing_under_an_attack_is_said_by_the_upper_end(exam: Dataset, knows: float) -> None:
    attacks = ("AddSent2Opt-Shuffle", "AddSent2Pas-Shuffle")
    run = magnetite.unreadable(exam, [system(knows=knows)], attacks=attacks, controls=False, **QUICK)
    found = run.finding("unreadable")
    told = reason(found.answer, "unreadable-harm")
    if told is None:
        assert codes(found.answer) & {"unreadable-none-right", "unreadable-few"}
        return
    [row] = [
        row for row in found.table("attacks").rows() if (row["attack"], row["level"]) == (told.values["attack"], "all")
    ]
    assert (told.values["below"] == "below") == (row["after_high"] < row["chance"])


@laws(12)
@given(exams(least=2, most=5))
def test_length_gives_the_key_away_where_the_lower_end_is_above_guessing(exam: Dataset) -> None:
    attacks = ("AddSent2Opt", "AddSent2Opt-Shuffle")
    found = magnetite.unreadable(exam, [system()], attacks=attacks, **QUICK).finding("unreadable")
    lengths = {row["attack"]: row for row in found.table("lengths").rows()}
    notes = {note.values["rule"]: note for note in found.notes if note.code == "unreadable-note-length"}
    plain = lengths["no attack"]
    for rule in ("shortest", "longest"):
        expected = [name for name in attacks if lengths[name][f"{rule}_low"] > max(plain["chance"], plain[rule])]
        parts = notes[rule].values["attacks"].values["parts"] if rule in notes else []
        assert {part.values["attack"] for part in parts} == set(expected)


@laws()
@given(exams(least=6, most=9))
def test_correlations_over_questions_allow_for_passages(exam: Dataset) -> None:
    name = "AddSent2Opt-Shuffle"
    run = magnetite.unreadable(exam, [system()], attacks=(name,), controls=False, **QUICK)
    found, items = run.finding("unreadable_analysis"), [item for item in exam if item.answer is not None]
    chosen = run.finding("unreadable").items
    keys = [item.answer_letter for item in items]
    before, after = (
        np.array([one == key for one, key in zip(chosen.values(column), keys, strict=True)], dtype=float)
        for column in ("chosen without an attack", f"chosen under {name}")
    )
    rows = [row for row in found.table("correlations").rows() if row["over"] == "questions"]
    for row in rows:
        if row["with"] == "length of the answer":
            sizes = np.array([len(item.options[item.answer or 0].split()) for item in items], dtype=float)
            own = correlation(sizes, after - before, "pearson", passages_of(items))
            assert row["pearson"] is None or row["pearson"] == pytest.approx(own.estimate)
            assert row["pearson_low"] == (None if np.isnan(own.low) else pytest.approx(own.low))


@laws(12)
@given(st.integers(0, 2**32 - 1), st.floats(0.1, 0.5))
def test_fewer_right_than_guessing_is_flagged_where_the_upper_end_is_below_it(seed: int, ease: float) -> None:
    random = np.random.default_rng(seed)
    items = tuple(
        Item(f"q{n}", f"p{n}", "A text.", f"What is {n}?", tuple("abcde"[: 2 + n % 4]), n % 2) for n in range(30)
    )
    keys = np.array([item.answer for item in items])
    chosen = np.where(random.random((60, 30)) < ease, keys, 1 - keys)
    found = analysed(items, Responses(tuple(item.id for item in items), chosen), seed=0)
    exam = Exam(items, {}, answers=found.by_id)
    rule = RULES["worse-than-guessing"]
    flagged = {name for name, _ in rule.look(exam, range(30), rule.limits({}))}
    expected = {
        item.id for item in items if share_together(found.by_id[item.id].facility, 30).high < 1 / len(item.options)
    }
    assert flagged == expected
    estimates = {item.id for item in items if found.by_id[item.id].facility.estimate < 1 / len(item.options)}
    assert expected <= estimates
