"""What holds for every exam, and how the rules work together."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.experiments.flags import (
    RULES,
    SEVERITIES,
    Exam,
    Flag,
    doubts,
    exam_of,
    find_flags,
    not_checked,
    second_look,
)
from magnetite.views import VIEWS
from tests.experiments.flags.made_questions import QUESTION, asked
from tests.strategies import texts

PHRASES = st.sampled_from(
    [
        *("", " ", "_", "a _", "There are _ .", "_ is not true", "Which is not true?", "why not", "all of the above"),
        *("more than 5", "over 10", "12", "twelve", "-3", "9:30", "1,200", "a an the", "...", "not", "n't"),
        *("both A and B", "The cat sat.", "the cat", "THE CAT", "He always sits.", "to sit"),
        *("是不是？", "٣", "²", "\u200b", "😀", "9" * 400),
    ]
)
said = st.one_of(texts, PHRASES)


@st.composite
def exams(draw):
    """Draw an exam of up to 25 questions of 2 to 30 options, with and without keys, passages and systems' answers."""
    items = []
    for number in range(draw(st.integers(0, 5)) * draw(st.sampled_from([1, 5]))):
        options = tuple(draw(st.lists(said, min_size=2, max_size=draw(st.sampled_from([4, 30])))))
        answer = draw(st.one_of(st.none(), st.integers(0, len(options) - 1)))
        metadata = {"emphasised": draw(said)} if draw(st.booleans()) else {}
        items.append(Item(f"q{number}", "p", draw(said), draw(said), options, answer, None, metadata))
    views = draw(st.sets(st.sampled_from(list(VIEWS))))
    probabilities = {view: [draw(shares(len(item.options))) for item in items] for view in views}
    interference = draw(st.dictionaries(said, st.floats(0, 1), max_size=3))
    return Exam(tuple(items), probabilities, interference)


@st.composite
def shares(draw, options):
    """Draw probabilities of so many options, or none at all."""
    weights = draw(st.lists(st.integers(0, 9), min_size=options, max_size=options))
    return tuple(w / sum(weights) for w in weights) if sum(weights) else ()


@settings(deadline=None, max_examples=40)
@given(exams())
def test_no_rule_raises_and_every_flag_holds_what_its_rule_says(exam):
    ids = {item.id: item for item in exam.items}
    for flag in find_flags(exam):
        assert set(flag.evidence) == set(RULES[flag.rule].evidence)
        assert flag.source == RULES[flag.rule].source
        assert SEVERITIES.index(flag.severity) >= SEVERITIES.index(RULES[flag.rule].severity)
        assert flag.item in ids or flag.item == ""
        assert all(0 <= option < len(ids[flag.item].options) for option in flag.options)
        json.dumps(dict(flag.evidence), allow_nan=False)
    assert {missing.rule for missing in not_checked(exam)} <= set(RULES)


@settings(deadline=None, max_examples=25)
@given(exams())
def test_flags_stand_item_by_item_worst_first_and_do_not_change(exam):
    flags = find_flags(exam)
    order = ["", *(item.id for item in exam.items)]
    places = [(order.index(flag.item), SEVERITIES.index(flag.severity)) for flag in flags]
    assert places == sorted(places)
    assert flags == find_flags(exam)


@settings(deadline=None, max_examples=25)
@given(exams())
def test_a_rule_either_looks_at_an_item_or_says_why_not(exam):
    for one in RULES.values():
        blocked = {
            item
            for missing in one.unchecked(exam)
            if missing.reason != "questions"
            for item in (missing.items or [item.id for item in exam.items])
        }
        assert not blocked & {flag.item for flag in one.find(exam)}


def test_an_exam_without_systems_keys_passages_or_english_says_what_is_not_checked():
    bare = Item("q1", "p", "", "Wer hat den Brief am Sonntag in der Stadt gefunden?", ("Anna", "der Sohn von Ben"))
    reasons = {missing.rule: missing.reason for missing in not_checked(Exam((bare,)))}
    assert reasons["answerable-without-passage"] == "passage"
    assert reasons["answerable-from-options"] == "views"
    assert reasons["known-magnet"] == "interference"
    assert reasons["longest-key"] == "key"
    assert reasons["article-cue"] == "language"
    assert "options-say-the-same" not in reasons
    keyed = Exam((asked(passage=""),), {"QO": [(0.1, 0.7, 0.1, 0.1)]})
    reasons = {missing.rule: missing for missing in not_checked(keyed)}
    assert reasons["answerable-without-passage"].reason == "passage"
    reasons |= {missing.rule: missing for missing in not_checked(Exam((QUESTION,), {"QO": [(0.1, 0.7, 0.1, 0.1)]}))}
    assert (reasons["passage-misleads"].reason, reasons["passage-misleads"].evidence["views"]) == ("views", ("QOC",))
    few = reasons["key-positions-unbalanced"]
    assert (few.reason, dict(few.evidence)) == ("questions", {"needed": 20, "found": 1})


def test_items_that_are_not_checked_are_named_and_a_whole_exam_is_not_listed():
    exam = Exam((QUESTION, asked(id="q2", answer=None)))
    [missing] = RULES["longest-key"].unchecked(exam)
    assert (missing.reason, missing.items) == ("key", ("q2",))
    [missing] = RULES["longest-key"].unchecked(Exam((asked(answer=None),)))
    assert missing.items == ()


def test_an_item_that_a_view_did_not_score_is_not_checked():
    exam = Exam((QUESTION, asked(id="q2")), {"QO": [(0.1, 0.7, 0.1, 0.1), ()]})
    assert [flag.item for flag in RULES["answerable-without-passage"].find(exam)] == ["q1"]
    assert RULES["answerable-without-passage"].unchecked(exam)[0].items == ("q2",)


def test_an_exam_without_items_has_neither_flags_nor_anything_unchecked():
    assert find_flags(exam_of([])) == ()
    assert not_checked(exam_of([])) == ()


def flag(item, severity, rule="longest-key"):
    return Flag(rule, "rule", severity, item)


def test_a_second_look_takes_one_serious_flag_or_two_causes_worth_a_thought_and_no_number_of_remarks():
    flags = [
        *(flag("one-high", "serious"), flag("one-medium", "worth-a-thought"), flag("", "serious")),
        *(flag("two-medium", "worth-a-thought", rule) for rule in ("option-combination", "article-cue")),
        *(flag("one-cause", "worth-a-thought") for _ in range(2)),
        *(flag("many-low", "remark") for _ in range(9)),
    ]
    assert second_look(flags) == ("two-medium", "one-high")
    assert doubts(flags) == {"one-high": 0.5, "one-medium": 0.3, "two-medium": 0.51, "one-cause": 0.3, "many-low": 0}


def test_the_worst_question_comes_first():
    serious = [flag("a", "serious"), flag("b", "serious"), flag("c", "serious")]
    flags = [*serious, flag("b", "worth-a-thought", "option-combination"), flag("c", "remark")]
    assert second_look(flags) == ("b", "c", "a")
