"""What `check` says of groups of candidates, of wrong options and of scores: planted truths, and what is not said."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.experiments.candidates import OptionAnswers, analysed
from magnetite.experiments.check.experiment import responses_finding
from magnetite.experiments.check.scores import Cut, read_cut, worth
from magnetite.experiments.flags import RULES, Exam, find_flags, not_checked
from magnetite.inputs.responses import NOT_ASKED, RIGHT, WRONG, Responses
from magnetite.report.wording import LANGUAGES, notes_of, rule_advice, rule_sentence, wording
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import Verdict
from tests.tables import values_of


def sat(groups, *, questions=20, planted=0.0, seed=0, passages=None):
    """Draw answers of so many candidates of each group; `planted` logits make q0 easier for the first."""
    random = np.random.default_rng(seed)
    labels = tuple(np.repeat(list(groups), list(groups.values())).tolist())
    candidates = len(labels)
    ability = random.normal(size=(candidates, 1))
    middle = random.normal(-0.4, 0.8, questions)
    easier = np.outer(np.array(labels) == next(iter(groups)), np.arange(questions) == 0) * planted
    knows = random.random((candidates, questions)) < 1 / (1 + np.exp(-1.2 * (ability - middle) - easier))
    chosen = np.where(knows, 0, random.integers(0, 4, (candidates, questions)))
    items = tuple(
        Item(f"q{n}", f"p{n // passages if passages else n}", "A text.", f"Who is {n}?", ("a", "b", "c", "d"), 0)
        for n in range(questions)
    )
    return items, Responses(tuple(item.id for item in items), chosen, groups=labels)


def found(items, given, cut=None):
    part = analysed(items, given)
    return responses_finding(Exam(items), given, part, cut=cut), Exam(items, answers=part.by_id)


def group_flags(exam):
    return [flag for flag in find_flags(exam) if flag.rule == "easier-for-a-group"]


@pytest.mark.parametrize("planted", [2.2, -2.2])
@pytest.mark.parametrize("groups", [{"north": 300, "south": 300}, {"north": 250, "south": 200, "west": 200}])
def test_a_question_that_is_easier_for_a_group_is_flagged_with_the_group_that_it_favours(groups, planted):
    finding, exam = found(*sat(groups, planted=planted))
    (flag,) = group_flags(exam)
    north = flag.evidence["group"] == "north"
    assert (flag.item, flag.severity, flag.source) == ("q0", "worth-a-thought", "candidates")
    assert flag.evidence["favours"] == ("group" if (planted > 0) == north else "others")
    assert (flag.evidence["against"] == "one") == (len(groups) == 2)
    assert flag.evidence["together"] == 20 * (1 if len(groups) == 2 else 3)
    rows = [row for row in finding.table("groups").rows() if row["group"] == "north" and row["id"] == "q0"]
    assert rows[0]["size"] in ("B", "C")
    assert math.copysign(1, rows[0]["difference"]) == math.copysign(1, planted)
    assert finding.number("class A", "north").n == 20
    for language in LANGUAGES:
        words = wording(language)
        sentence = rule_sentence(words, flag.rule, flag.evidence)
        assert "north" in sentence
        assert "{" not in sentence + rule_advice(words, flag.rule, flag.evidence)


def test_groups_that_do_not_differ_are_not_flagged_and_what_would_be_seen_is_said():
    finding, exam = found(*sat({"north": 200, "south": 200}))
    assert group_flags(exam) == []
    assert set(values_of(finding.table("groups"))["size"]) == {"A"}
    few, many = (found(*sat({"n": each, "s": each}))[0].number("least difference", "n").value for each in (60, 1000))
    assert few > 2 * many >= 2


@pytest.mark.parametrize(
    ("groups", "compared", "said"),
    [
        ({"north": 49, "south": 49}, set(), "Groups north and south have fewer than 50 candidates, so no groups were"),
        ({"north": 50, "south": 50}, {"north"}, ""),
        ({"north": 49, "south": 200}, set(), "Group north has fewer than 50 candidates, so no groups were compared"),
        ({"north": 80, "south": 80, "west": 9}, {"north", "south"}, "Group west has fewer than 50 candidates, and was"),
        (
            {"north": 70, "": 30, "south": 70},
            {"north"},
            "30 candidates are in no group, and not part of the comparison",
        ),
    ],
)
def test_a_group_is_compared_where_it_and_the_others_are_large_enough_and_else_it_is_said_why(groups, compared, said):
    finding, exam = found(*sat(groups))
    assert set(values_of(finding.table("groups")).get("group", ())) == compared
    notes = " ".join(notes_of(finding.notes, "en"))
    assert said in notes
    assert ("fewer than 50" in notes) == ("fewer than 50" in said)
    assert "fewer than 50" not in " ".join(notes_of(finding.notes, "de"))
    gaps = {gap.reason for gap in not_checked(exam) if gap.rule == "easier-for-a-group"}
    assert gaps == (set() if compared else {"groups"})


def test_candidates_who_had_different_questions_are_not_compared():
    items, given = sat({"north": 100, "south": 100})
    chosen = given.chosen.copy()
    chosen[:50, 3] = NOT_ASKED
    finding, exam = found(items, Responses(given.items, chosen, groups=given.groups))
    assert finding.table("groups").values("id") == []
    assert "Groups were not compared: not all candidates had the same questions" in " ".join(notes_of(finding.notes))
    assert group_flags(exam) == []


def test_without_groups_nothing_is_compared_and_the_rule_says_what_it_needs():
    items, given = sat({"north": 100, "south": 100}, planted=3.0)
    finding, exam = found(items, Responses(given.items, given.chosen))
    assert finding.table("groups").values("id") == []
    assert [gap.reason for gap in not_checked(exam) if gap.rule == "easier-for-a-group"] == ["groups"]


@pytest.mark.parametrize(
    ("share", "correlation", "working"),
    [
        (0.049, (-0.4, -0.5, -0.3), "rare"),
        (0.05, (-0.4, -0.5, -0.3), "works"),
        (0.3, (-0.1, -0.2, 0.0), "open"),
        (0.3, (-0.1, -0.2, -0.01), "works"),
        (0.3, (0.1, -0.01, 0.2), "open"),
        (0.3, (0.1, 0.01, 0.2), "rises"),
        (0.3, (-0.5, math.nan, math.nan), "open"),
    ],
)
def test_a_wrong_option_works_where_enough_choose_it_and_its_whole_interval_is_below_zero(share, correlation, working):
    assert OptionAnswers(10, share, Interval(*correlation, 100)).working == working


def planted_options(seed=0, candidates=600):
    """Draw an exam in which B of q0 rises, C of q0 is hardly chosen, and every other wrong option falls."""
    random = np.random.default_rng(seed)
    items, given = sat({"all": candidates}, seed=seed)
    chosen, ability = given.chosen.copy(), (given.chosen[:, 1:] == 0).sum(axis=1)
    able = ability > np.quantile(ability, 0.6)
    draw = random.random(candidates)
    chosen[:, 0] = np.where(able, np.where(draw < 0.5, 1, 0), np.where(draw < 0.05, 1, np.where(draw < 0.6, 0, 3)))
    chosen[:5, 0] = 2
    return items, Responses(given.items, chosen)


def test_the_wrong_option_that_rises_is_named_flagged_and_counted_and_the_one_hardly_chosen_too():
    finding, exam = found(*planted_options())
    rows = {(row["id"], row["option"]): row["working"] for row in finding.table("distractors").rows()}
    assert [rows["q0", option] for option in "ABCD"] == [None, "rises", "rare", "works"]
    (flag,) = [flag for flag in find_flags(exam) if flag.rule == "wrong-option-rises"]
    assert (flag.item, flag.options, flag.severity) == ("q0", (1, 0), "worth-a-thought")
    assert flag.evidence["low"] > 0
    counts = {kind: finding.number("wrong options by kind", kind).value for kind in ("works", "rare", "rises", "open")}
    assert sum(counts.values()) == finding.number("wrong options").value == 60
    assert counts["rises"] == 1
    assert counts["works"] > 40
    facility = values_of(finding.table("facility"))
    assert (facility["wrong_options"][0], facility["working"][0], facility["open"][0]) == (3, 1, 0)
    assert sum(facility["working"]) == counts["works"]


def test_of_few_candidates_most_wrong_options_are_open_and_none_is_flagged():
    items, given = planted_options()
    finding, exam = found(items, Responses(given.items, given.chosen[:25]))
    assert (
        finding.number("wrong options by kind", "open").value > finding.number("wrong options by kind", "works").value
    )
    assert [flag for flag in find_flags(exam) if flag.source == "candidates"] == []


def test_of_marks_nothing_is_said_of_wrong_options():
    items, given = planted_options()
    finding, _ = found(items, Responses(given.items, np.where(given.chosen == 0, RIGHT, WRONG)))
    assert "wrong options" not in {number.label for number in finding.numbers}
    assert set(values_of(finding.table("facility"))["working"]) == {None}


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("60%", Cut(0.6, True)),
        (" 60 % ", Cut(0.6, True)),
        ("62,5%", Cut(0.625, True)),
        ("0.6", Cut(0.6, True)),
        ("1", Cut(1)),
        ("24", Cut(24)),
        ("100%", Cut(1.0, True)),
    ],
)
def test_a_cut_is_a_share_or_points(text, cut):
    assert read_cut(text) == cut


@pytest.mark.parametrize("text", ["", "half", "0", "-3", "120%", "0%", "nan", "inf", "24 points"])
def test_what_is_no_cut_is_refused_with_examples(text):
    with pytest.raises(UsageError, match=r"such as 60% or 0\.6, or points, such as 24"):
        read_cut(text)


def test_what_passing_decides_stands_beside_how_many_pass():
    items, given = sat({"all": 400}, questions=30)
    finding, _ = found(items, given, Cut(0.6, share=True))
    value = {number.label: number.value for number in finding.numbers}
    assert value["cut"] == 18
    assert value["passing"] == np.mean((given.chosen == 0).sum(axis=1) >= 18)
    assert value["consistency by chance"] < value["decision consistency"] < value["decision accuracy"]
    assert value["decision accuracy"] + value["passed wrongly"] + value["failed wrongly"] == pytest.approx(1)
    errors = values_of(finding.table("scores"))["error"]
    assert errors[0] is None
    assert errors[30] is None
    assert value["error at the cut"] == errors[18]
    scores = (given.chosen == 0).sum(axis=1)
    assert value["near the cut"] == (abs(scores - 18) <= errors[18]).sum()
    assert not {"cut", "decision consistency"} & {number.label for number in found(items, given)[0].numbers}


def test_scores_that_cannot_be_compared_or_relied_on_have_neither_errors_nor_decisions():
    items, given = sat({"all": 60})
    random = np.random.default_rng(3)
    noise = Responses(given.items, np.where(random.random(given.chosen.shape) < 0.5, 0, 1))
    chosen = given.chosen.copy()
    chosen[0, 0] = NOT_ASKED
    for each in (Responses(given.items, chosen), noise):
        part = analysed(items, each)
        if part.reliability.lower.estimate <= 0 or not part.asked.all():
            labels = {number.label for number in found(items, each, Cut(10))[0].numbers}
            assert not labels & {"decision consistency", "within one error"}
    assert analysed(items, noise).reliability.lower.estimate <= 0


@given(st.integers(0, 5000), st.sampled_from([40, 120]), st.sampled_from([None, 4]))
@settings(max_examples=12, deadline=None)
def test_two_in_three_is_said_only_where_the_interval_is_within_five_points_of_it(seed, candidates, passages):
    items, given = sat({"all": candidates}, seed=seed, passages=passages)
    known = worth(analysed(items, given))
    if known.within is None:
        assert known.two_in_three == Verdict.OPEN
        return
    within = known.within.low > 0.633 and known.within.high < 0.733
    assert (known.two_in_three == Verdict.LEVEL) == within


def test_an_easy_exam_s_errors_are_not_normal_and_it_is_not_said_that_two_in_three_are_near():
    random = np.random.default_rng(0)
    items, _ = sat({"all": 10}, questions=12)
    chosen = np.where(random.random((800, 12)) < random.beta(9, 0.6, (800, 1)), 0, 1)
    given = Responses(tuple(item.id for item in items), chosen)
    known = worth(analysed(items, given))
    assert known.within.low > 0.7
    assert known.two_in_three == Verdict.ABOVE


def test_every_rule_about_candidates_allows_for_all_that_it_compares():
    assert [
        rule.name for rule in RULES.values() if rule.source == "candidates" and "together" not in rule.evidence
    ] == [
        "option-nobody-chooses"  # a fact of these candidates, of which a flag shows the count
    ]
