"""What answers show: shares, differences, magnets, agreement and time, by hand where it can be counted by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError
from magnetite.core.results import Run, run_from_json, run_to_json
from magnetite.stats.intervals import wilson
from magnetite.stats.verdict import FEWEST_PASSAGES
from magnetite_study.analysis import study_findings
from magnetite_study.answers import answers_of
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, items, magnets, no_passage, with_a_model, with_and_without
from tests.tables import values_of

LEAST = "smallest difference that such a study finds 4 times in 5"


def answered(design, choose, people=None, seconds=30.0):
    """Answer every booklet: `choose` says the option, in the item's own order, from number, shown and question."""
    rows = []
    for number in range(1, (people or design.participants) + 1):
        for shown in design.booklet(number):
            chosen = choose(number, shown, design.question(shown.id))
            if chosen is not None:
                rows.append((number, shown.position, shown.id, chosen, seconds, "web", 0.0))
    return answers_of(design, rows)


def wrong(question, *, but=None):
    return next(k for k in range(4) if k not in (question.answer, but))


def finding(design, answers, name):
    return next(each for each in study_findings(design, answers) if each.experiment == name)


def test_accuracy_of_original_and_attacked_questions_and_their_difference_are_counted():
    design = attack(participants=8)

    def choose(number, shown, question):
        return wrong(question) if shown.condition == "attacked" and number % 4 == 0 else question.answer

    result = finding(design, answered(design, choose), "study_attack")
    assert result.number("accuracy", "people, original").value == 1.0
    assert result.number("accuracy", "people, attacked").value == 0.75
    gap = result.number("attacked minus original", "people")
    assert gap.value == pytest.approx(-0.25)
    assert gap.low < gap.value < gap.high
    assert "8 people gave 160 answers" in result.sentence
    assert "100% of the answers to original questions were right, and 75% of those to attacked" in result.sentence


def test_what_would_be_found_counts_passages_as_its_interval_does():
    design = attack(participants=12, items=items(20, passages=4))

    def choose(number, shown, question):
        return wrong(question) if (number + shown.position) % 3 else question.answer

    result = finding(design, answered(design, choose), "study_attack")
    gap, least = result.number("attacked minus original", "people"), result.number(LEAST)
    # Student's t with 3 degrees of freedom: 3.182 for 95%, 0.978 for 4 times in 5
    assert least.value == pytest.approx((gap.high - gap.low) / 2 * (1 + 0.978 / 3.182), rel=1e-3)


def test_the_models_stand_beside_people_on_the_same_questions():
    result = finding(with_a_model(attack()), answered(attack(), lambda n, s, q: q.answer), "study_attack")
    assert result.number("accuracy", "model, original").value == 1.0
    assert result.number("accuracy", "model, attacked").value == 0.05, "of twenty magnets it withstands one"
    table = result.table("study_accuracy")
    assert table.values("who") == ["people", "people", "model", "model"]


DESIGNS = st.sampled_from(
    [
        (attack, {}),
        (attack, {"assignment": "fixed"}),
        (attack, {"magnets": magnets(2)}),
        (attack, {"items": items(20, passages=4)}),
        (no_passage, {}),
        (with_and_without, {}),
        (with_and_without, {"items": items(9, passages=1)}),
    ]
)
POPULATIONS = st.builds(
    Population,
    ability=st.floats(-2, 4),
    susceptibility=st.sampled_from([0.0, 0.3, 1.0]),
    finishing=st.sampled_from([0.3, 0.8, 1.0]),
)
RANGES = {"share": (0, 1), "points": (-1, 1), "change": (-1, math.inf), "score": (-math.inf, 1), "count": (0, math.inf)}
"""What a number of each unit lies between, and its bounds with it."""


def bounded(found):
    """Yield every estimate of a finding that has bounds, with its unit: numbers, and tables' rows."""
    for number in found.numbers:
        yield number.unit, number.value, number.low, number.high
    for table in found.tables:
        for row in table.rows() if {"low", "high"} <= {*table.names} else ():
            estimate = row["accuracy" if "accuracy" in row else "interference"]
            if estimate is not None:
                yield "share", estimate, row["low"], row["high"]


@settings(max_examples=60, deadline=None)
@given(
    made=DESIGNS, people=st.integers(2, 12), population=POPULATIONS, slower=st.floats(0.2, 5), seed=st.integers(0, 9)
)
@example(
    made=(attack, {}),
    people=10,
    population=Population(ability=1.0, susceptibility=1.0, finishing=0.3),
    slower=1.0,
    seed=2,
)
def test_every_interval_holds_its_estimate_in_the_estimates_own_unit(made, people, population, slower, seed):
    make, more = made
    design = make(participants=people, seed=seed, **more)
    answers = simulate(design, population, seed=seed)
    assume(len(answers))
    times = answers.seconds * np.where(answers.under("attacked"), slower, 1.0)
    for found in study_findings(design, replace(answers, seconds=times)):
        for unit, value, low, high in bounded(found):
            assert (low is None) == (high is None)
            if low is not None and not math.isnan(value):
                least, most = RANGES[unit]
                assert least - 1e-9 <= low <= value + 1e-9
                assert value - 1e-9 <= high <= most + 1e-9


def test_a_magnet_that_a_person_sees_five_times_has_one_persons_word_each_time():
    """How sure its score is depends on how many people saw it, not on how often each of them did."""
    design = attack(20, magnets=magnets(2), participants=8)
    taken = answered(design, lambda n, s, q: q.magnet.replaced if n <= 2 else q.answer)
    row = finding(design, taken, "study_magnets").table("study_magnets").rows()[0]
    assert (row["shown"], row["interference"]) == (40, 0.25)
    low, high = wilson(np.array([0.25]), np.array([8.0]))
    assert (row["low"], row["high"]) == (pytest.approx(low[0]), pytest.approx(high[0]))


@pytest.mark.parametrize(("assignment", "there"), [("counterbalanced", True), ("fixed", False)])
def test_only_where_two_forms_were_answered_is_a_magnet_compared_with_what_it_replaced(assignment, there):
    design = attack(assignment=assignment, participants=8)
    found = finding(design, simulate(design, Population(susceptibility=0.3)), "study_magnets")
    assert ("more than the option replaced" in [number.label for number in found.numbers]) == there


def test_an_original_answer_in_a_magnets_place_is_no_magnet_taken():
    design = attack(participants=4)
    answers = answered(design, lambda n, s, q: q.magnet.replaced)
    assert (answers.took_magnet == answers.under("attacked")).all()
    rows = finding(design, answers, "study_people").table("study_participants").rows()
    assert [row["magnets_taken"] for row in rows] == [10] * 4


def test_in_a_fixed_design_models_are_compared_on_the_halves_people_saw():
    design = with_a_model(attack(assignment="fixed"))
    result = finding(design, answered(design, lambda n, s, q: q.answer), "study_attack")
    assert result.number("accuracy", "model, original").n == 10
    assert result.number("accuracy", "model, attacked").n == 10
    assert any("how hard the two halves happen to be" in note for note in result.remarks)


def test_the_human_interference_score_is_the_share_that_took_the_magnet_of_those_shown_it():
    design = with_a_model(attack(participants=8))

    def choose(number, shown, question):
        taken = shown.condition == "attacked" and question.magnet.text == "magnet 3" and number <= 2
        return question.magnet.replaced if taken else question.answer

    result = finding(design, answered(design, choose), "study_magnets")
    assert result.number("magnet chosen", "people").value == pytest.approx(2 / 80)
    assert result.number("magnet chosen", "model").value == 0.95
    scores = values_of(result.table("study_interference"))
    people = {
        m: t for m, w, t in zip(scores["magnet"], scores["who"], scores["interference"], strict=True) if w == "people"
    }
    models = {
        m: t for m, w, t in zip(scores["magnet"], scores["who"], scores["interference"], strict=True) if w == "model"
    }
    assert people == {f"magnet {k}": 0.25 if k == 3 else 0.0 for k in range(10)}
    assert models == {f"magnet {k}": 0.75 for k in range(10)}
    rows = values_of(result.table("study_magnets"))
    assert set(rows["shown"]) == {8}
    assert set(rows["lost_by_model"]) == {1, 2}


def test_a_magnet_is_compared_with_the_option_in_whose_place_it_stands():
    design = attack(participants=8)

    def choose(number, shown, question):
        return question.magnet.replaced if number in (1, 2, 3, 4) else question.answer

    result = finding(design, answered(design, choose), "study_magnets")
    assert result.number("more than the option replaced").value == pytest.approx(0.0, abs=1e-9)
    only = answered(design, lambda n, s, q: q.magnet.replaced if s.condition == "attacked" else q.answer)
    assert finding(design, only, "study_magnets").number("more than the option replaced").value == pytest.approx(1.0)


def test_without_the_passage_flagged_questions_are_compared_with_the_others_and_with_the_system():
    design = no_passage(participants=4)

    def choose(number, shown, question):
        return question.answer if question.shortcut.group == "low" or number == 1 else wrong(question)

    result = finding(design, answered(design, choose), "study_no_passage")
    assert result.number("accuracy", "people, lowest entropy").value == 1.0
    assert result.number("accuracy", "people, highest entropy").value == 0.25
    assert result.number("lowest minus highest entropy", "people").value == pytest.approx(0.75)
    assert result.number("accuracy", "the system, lowest entropy").value == 1.0
    assert result.number("guessing").value == 0.25


def test_with_and_without_the_passage_the_same_questions_are_compared():
    design = with_and_without(participants=24)

    def choose(number, shown, question):
        return question.answer if shown.passage or number % 4 == 0 else wrong(question)

    result = finding(design, answered(design, choose), "study_passage")
    assert result.number("accuracy", "people, with the passage").value == 1.0
    assert result.number("accuracy", "people, without it").value == 0.25
    gap = result.number("without minus with the passage", "people")
    assert gap.value == pytest.approx(-0.75)
    assert gap.low < gap.value < gap.high < 0
    assert "100% of the answers were right with the passage, and 25% without it" in result.sentence
    assert "people need the passage" in result.sentence
    assert [(row["n_original"], row["n_no-passage"]) for row in result.items.rows()] == [(12, 12)] * 20
    assert result.number("guessing").value == 0.25


def test_people_of_one_passage_are_compared_with_other_people_and_a_note_says_so():
    design = with_and_without(6, items=items(6, passages=1), participants=4)
    result = finding(design, answered(design, lambda n, s, q: q.answer), "study_passage")
    assert any("All questions belong to one passage" in note for note in result.remarks)


def test_agreement_is_alpha_of_choices_whatever_letters_keys_have():
    asked = items(20)
    alike = attack(items=asked, participants=8)
    right = finding(alike, answered(alike, lambda n, s, q: q.answer), "study_people")
    assert right.number("Krippendorff's alpha", "original").value == 1.0
    random = np.random.default_rng(0)
    guessed = answered(alike, lambda n, s, q: int(random.integers(4)))
    assert abs(finding(alike, guessed, "study_people").number("Krippendorff's alpha", "original").value) < 0.15
    first = [replace(item, answer=0) for item in asked]
    same = attack(items=first, participants=8)
    keyed = finding(same, answered(same, lambda n, s, q: q.answer), "study_people")
    assert keyed.number("Krippendorff's alpha", "original").value == 1.0, "the key is A throughout, and is no agreement"


def test_times_are_medians_and_a_difference_is_told_as_a_change():
    design = attack(participants=6)
    rows = []
    for number in range(1, 7):
        for shown in design.booklet(number):
            seconds = 40.0 if shown.condition == "attacked" else 20.0
            rows.append((number, shown.position, shown.id, design.question(shown.id).answer, seconds, "web", 0.0))
    result = finding(design, answers_of(design, rows), "study_people")
    assert dict(zip(*(result.table("study_times").values(c) for c in ("condition", "median")), strict=True)) == {
        "original": 20.0,
        "attacked": 40.0,
    }
    assert result.number("time, attacked against original").value == pytest.approx(1.0)
    few = finding(design, answers_of(design, [row for row in rows if row[0] < FEWEST_PASSAGES]), "study_people")
    assert not any(number.unit == "change" for number in few.numbers)


def test_where_no_time_was_measured_none_is_told():
    design = attack(participants=4)
    result = finding(design, answered(design, lambda n, s, q: q.answer, seconds=None), "study_people")
    assert [table.name for table in result.tables] == ["study_participants"]
    assert not any(number.label.startswith("time") for number in result.numbers)


def test_every_question_has_a_row_with_what_was_chosen_under_each_condition():
    design = with_a_model(attack(participants=4))
    items_ = values_of(finding(design, answered(design, lambda n, s, q: q.answer), "study_attack").items)
    assert items_["id"] == [question.item.id for question in design.questions]
    assert set(items_["n_original"]) == set(items_["n_attacked"]) == {2}
    assert items_["choices_original"][0] == " ".join(
        f"{name}{2 if k == design.questions[0].answer else 0}" for k, name in enumerate("ABCD")
    )
    assert items_["lost_by_model"] == [False, *[True] * 19]


def test_missing_answers_are_said_and_shares_are_over_those_given():
    design = attack(participants=4)
    result = finding(design, answered(design, lambda n, s, q: q.answer if s.position <= 15 else None), "study_people")
    assert result.number("answered all").value == 0
    assert any("20 of 80 answers are missing from those who began" in note for note in result.remarks)


@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize(
    "design", [attack(), attack(assignment="fixed"), no_passage(), with_and_without(), with_a_model(attack(4))]
)
def test_few_answers_make_a_report_all_the_same(design, people):
    for answers in (
        answered(design, lambda n, s, q: q.answer, people),
        answered(design, lambda n, s, q: q.answer if s.position == 1 else None, people),
        answered(design, lambda n, s, q: 0 if s.condition != "attacked" else None, people),
    ):
        run = Run({}, {}, (), {}, study_findings(design, answers), {}, {}, "", "")
        assert run_from_json(run_to_json(run)).findings


def test_a_study_without_answers_says_how_to_collect_them():
    with pytest.raises(DataError, match=r"has no answers yet.*study serve.*study import"):
        study_findings(attack(), answers_of(attack(), []))


def test_findings_do_not_depend_on_the_order_of_answers():
    design = attack(participants=6)
    answers = simulate(design, Population(susceptibility=0.2, finishing=0.9))
    rows = [
        (int(answers.participant[k]), int(answers.position[k]), design.questions[answers.question[k]].id,
         int(answers.chosen[k]), float(answers.seconds[k]), "web", 0.0)
        for k in np.random.default_rng(1).permutation(len(answers))
    ]  # fmt: skip
    one, other = finding(design, answers, "study_attack"), finding(design, answers_of(design, rows), "study_attack")
    assert [n.label for n in one.numbers] == [n.label for n in other.numbers]
    assert [n.value for n in one.numbers] == pytest.approx([n.value for n in other.numbers])
    assert one.items == other.items
