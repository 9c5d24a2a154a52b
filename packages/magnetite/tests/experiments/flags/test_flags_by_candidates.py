"""Flags from candidates' answers: what is flagged stands out from all questions of an exam, not from one alone."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from examfiles.items import Item
from magnetite.experiments.candidates import ItemAnswers, OptionAnswers, analysed
from magnetite.experiments.flags import RULES, Exam
from magnetite.inputs.responses import Responses
from magnetite.stats.intervals import Interval

RULES_OF_CANDIDATES = [rule for rule in RULES.values() if rule.source == "candidates"]
SERIOUS = [rule for rule in RULES_OF_CANDIDATES if rule.severity in ("fatal", "serious")]


def sat(seed, *, candidates=60, questions=40, guessed=12, wrong=0):
    """Draw an exam: the first questions pure guessing, then wrong keys, the most popular wrong option, then sound."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=candidates)
    items, chosen = [], np.empty((candidates, questions), dtype=np.int64)
    for n in range(questions):
        middle = random.normal(-0.4, 1)
        knows = random.random(candidates) < (n >= guessed) / (1 + np.exp(middle - ability))
        chosen[:, n] = np.where(knows, 0, random.integers(4, size=candidates))
        popular = int(np.bincount(chosen[:, n], minlength=4)[1:].argmax()) + 1
        key = popular if guessed <= n < guessed + wrong else 0
        items.append(Item(f"q{n}", f"p{n}", "A text.", f"Question {n}?", ("a", "b", "c", "d"), key))
    answers = analysed(items, Responses(tuple(item.id for item in items), chosen)).by_id
    return Exam(tuple(items), answers=answers), {item.id for item in items[guessed : guessed + wrong]}


def test_a_sound_exam_has_a_serious_or_fatal_flag_of_candidates_in_at_most_five_of_a_hundred_exams():
    exams = (sat(seed)[0] for seed in range(200))
    assert sum(any(rule.find(exam) for rule in SERIOUS) for exam in exams) <= 10


@pytest.mark.parametrize(("candidates", "least"), [(60, 0.15), (200, 0.75)])
def test_planted_wrong_keys_are_found_by_enough_candidates(candidates, least):
    found = 0
    for seed in range(10):
        exam, planted = sat(seed, candidates=candidates, wrong=3)
        found += len(planted & {flag.item for rule in SERIOUS for flag in rule.find(exam)})
    assert found >= least * 30


QUESTION = Item("q0", "p0", "A text.", "Which?", ("a", "b", "c", "d"), 0)


def answered(*, right=0.5, discrimination=(0.3, 0.1, 0.5), b=(0.1, -0.1, 0.3), counts=(30, 10, 10, 10), many=1):
    """Return an exam of so many questions, all answered alike by sixty candidates."""
    none = Interval(-0.1, -0.3, 0.1, 60)
    options = [OptionAnswers(count, count / 60, none) for count in counts]
    options[1] = replace(options[1], correlation=Interval(*b, 60))
    low, high = (max(0.0, right - 0.1), min(1.0, right + 0.1))
    own = ItemAnswers(60, 60, Interval(right, low, high, 60), Interval(*discrimination, 60), tuple(options))
    items = tuple(replace(QUESTION, id=f"q{n}", passage_id=f"p{n}") for n in range(many))
    return Exam(items, answers={item.id: own for item in items})


def names(exam):
    return {flag.rule for rule in RULES_OF_CANDIDATES for flag in rule.find(exam)}


@pytest.mark.parametrize(
    ("rule", "clear", "unclear"),
    [
        ("worse-than-guessing", {"right": 0.1}, {"right": 0.2}),
        ("negative-discrimination", {"discrimination": (-0.5, -0.7, -0.2)}, {"discrimination": (-0.2, -0.4, 0.01)}),
        ("low-discrimination", {"discrimination": (-0.1, -0.3, 0.15)}, {"discrimination": (0.1, -0.1, 0.3)}),
        (
            "wrong-option-draws-the-best",
            {"b": (0.5, 0.2, 0.7), "counts": (10, 30, 10, 10)},
            {"b": (0.2, -0.01, 0.4), "counts": (10, 30, 10, 10)},
        ),
    ],
)
def test_a_flag_needs_the_end_of_the_interval_and_not_the_estimate(rule, clear, unclear):
    assert rule in names(answered(**clear))
    assert rule not in names(answered(**unclear))


@pytest.mark.parametrize("many", [1, 40])
def test_a_flag_shows_the_interval_that_it_goes_by_and_that_of_forty_questions_is_wider(many):
    exam = answered(right=0.1, discrimination=(-0.6, -0.75, -0.4), many=many)
    [worse, *_] = RULES["worse-than-guessing"].find(answered(right=0.02, many=many))
    assert worse.evidence["right_high"] < worse.evidence["guessing"]
    assert worse.evidence["together"] == many
    [below, *_] = RULES["negative-discrimination"].find(exam)
    assert below.evidence["high"] < 0
    assert (below.evidence["high"] > -0.35) == (many > 1)


def test_what_stands_out_by_itself_does_not_stand_out_from_forty_questions():
    alone = {"discrimination": (-0.3, -0.5, -0.05)}
    assert "negative-discrimination" in names(answered(**alone))
    assert "negative-discrimination" not in names(answered(**alone, many=40))


def test_a_wrong_option_that_fewer_choose_than_the_key_is_not_said_to_draw_the_best():
    assert "wrong-option-draws-the-best" not in names(answered(b=(0.5, 0.2, 0.7), counts=(31, 29, 0, 0)))
    assert "wrong-option-draws-the-best" in names(answered(b=(0.5, 0.2, 0.7), counts=(29, 31, 0, 0)))


def sound(seed, *, members=100, questions=30):
    """Draw a sound exam, sat by two groups of different ability: every question tells apart, wrong options fall."""
    random = np.random.default_rng([seed, members])
    labels = np.repeat(["north", "south"], members)
    ability = random.normal(size=2 * members) - 0.5 * (labels == "south")
    items = [Item(f"q{n}", f"p{n}", "A text.", f"Question {n}?", ("a", "b", "c", "d"), 0) for n in range(questions)]
    middle = random.normal(-0.4, 0.8, questions)
    knows = random.random((2 * members, questions)) < 1 / (1 + np.exp(-1.3 * (ability[:, None] - middle)))
    chosen = np.where(knows, 0, random.integers(4, size=knows.shape))
    given = Responses(tuple(item.id for item in items), chosen, groups=tuple(labels.tolist()))
    return Exam(tuple(items), answers=analysed(items, given).by_id)


def test_each_rule_about_candidates_flags_at_most_one_in_twenty_sound_exams_and_all_together_few():
    exams, flagged = 80, Counter()
    for seed in range(exams):
        exam = sound(seed)
        raised = {rule.name for rule in RULES_OF_CANDIDATES if rule.find(exam)} - {"option-nobody-chooses"}
        flagged.update([*raised, *(["any"] if raised else [])])
    assert all(flagged[rule.name] <= 8 for rule in RULES_OF_CANDIDATES)  # 5% of 80, and two standard deviations
    assert flagged["any"] <= 12
