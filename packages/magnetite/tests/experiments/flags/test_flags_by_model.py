import numpy as np
import pytest

from examfiles.errors import DataError, UsageError
from magnetite.experiments.flags import Exam, exam_of
from magnetite.experiments.flags.by_model import effective
from tests.experiments.flags.made_questions import QUESTION, asked, fires, found


def seen(**views):
    """Return probabilities of one question, by view."""
    return {"probabilities": {view: [row] for view, row in views.items()}}


SURE = (0.05, 0.8, 0.1, 0.05)  # of B, the key
UNSURE = (0.25, 0.3, 0.25, 0.2)
ELSEWHERE = (0.1, 0.05, 0.8, 0.05)


def test_a_question_is_answerable_where_the_system_without_the_passage_is_sure_of_the_key():
    [flag] = found("answerable-without-passage", QUESTION, **seen(QO=SURE))
    assert (flag.source, flag.severity, flag.options) == ("model", "worth-a-thought", (1,))  # nobody measured it
    assert flag.evidence["probability"] == 0.8
    assert flag.evidence["chance"] == 0.25
    assert flag.evidence["effective"] == pytest.approx(2 ** -sum(p * np.log2(p) for p in SURE))
    assert not fires("answerable-without-passage", QUESTION, **seen(QO=UNSURE))
    assert not fires("answerable-without-passage", QUESTION, **seen(QO=ELSEWHERE))


def test_the_same_probability_is_little_between_two_options():
    two, four = asked(options=("yes", "no")), QUESTION
    assert not fires("answerable-without-passage", two, **seen(QO=(0.38, 0.62)))
    assert fires("answerable-without-passage", four, **seen(QO=(0.1, 0.62, 0.14, 0.14)))


def test_the_options_alone_are_another_rule_than_question_and_options():
    assert fires("answerable-from-options", QUESTION, **seen(O=SURE, QO=UNSURE))
    assert not fires("answerable-without-passage", QUESTION, **seen(O=SURE, QO=UNSURE))


def test_another_option_fits_better_where_the_full_system_all_but_rules_out_the_key():
    [flag] = found("another-option-fits-better", QUESTION, **seen(QOC=ELSEWHERE))
    assert (flag.evidence["key"], flag.evidence["other"], flag.options) == ("B", "C", (2, 1))
    assert not fires("another-option-fits-better", QUESTION, **seen(QOC=SURE))
    assert not fires("another-option-fits-better", QUESTION, **seen(QOC=(0.02, 0.26, 0.7, 0.02)))
    assert not fires("another-option-fits-better", QUESTION, **seen(QOC=(0.32, 0.04, 0.32, 0.32)))  # sure of none


def test_the_passage_misleads_where_it_turns_the_system_from_the_key():
    assert fires("passage-misleads", QUESTION, **seen(QO=SURE, QOC=ELSEWHERE))
    assert not fires("passage-misleads", QUESTION, **seen(QO=UNSURE, QOC=ELSEWHERE))
    assert not fires("passage-misleads", QUESTION, **seen(QO=SURE, QOC=(0.2, 0.5, 0.2, 0.1)))


def test_an_option_that_is_judged_right_by_itself_beside_the_key_may_be_right_as_well():
    [flag] = found("another-option-supported", QUESTION, **seen(QOC=SURE), verdicts=((0.95, 0.8, 0.02, 0.01),))
    assert (flag.options, flag.evidence["key"], flag.evidence["other"]) == ((1, 0), "B", "A")
    assert (flag.evidence["probability"], flag.evidence["supported"]) == (0.95, 0.8)
    for row in ((0.89, 0.8, 0.02, 0.01), (0.95, 0.4, 0.02, 0.01), (0.02, 0.99, 0.02, 0.01), ()):
        assert not fires("another-option-supported", QUESTION, **seen(QOC=SURE), verdicts=(row,))
    assert not fires("another-option-supported", QUESTION, **seen(QOC=SURE))
    with pytest.raises(DataError, match="verdicts, item 'q1': 2 for 4 options"):
        Exam((QUESTION,), **seen(QOC=SURE), verdicts=((0.5, 0.5),))
    with pytest.raises(DataError, match="expected numbers from 0 to 1"):
        Exam((QUESTION,), **seen(QOC=SURE), verdicts=((0.5, 1.5, 0.5, 0.5),))


def test_two_options_fit_where_the_full_system_is_torn_between_the_key_and_another():
    [flag] = found("two-options-fit", QUESTION, **seen(QOC=(0.03, 0.46, 0.48, 0.03)))
    assert flag.options == (1, 2)
    assert not fires("two-options-fit", QUESTION, **seen(QOC=(0.46, 0.03, 0.48, 0.03)))  # neither is the key
    assert not fires("two-options-fit", QUESTION, **seen(QOC=SURE))
    assert not fires("two-options-fit", asked(options=("yes", "no")), **seen(QOC=(0.5, 0.5)))


def test_the_passage_hardly_helps_where_a_key_that_is_found_was_found_before():
    assert fires("passage-hardly-helps", QUESTION, **seen(QO=SURE, QOC=SURE))
    assert not fires("passage-hardly-helps", QUESTION, **seen(QO=UNSURE, QOC=SURE))
    assert not fires("passage-hardly-helps", QUESTION, **seen(QO=UNSURE, QOC=UNSURE))  # not found at all
    open_, settled = (0.14, 0.6, 0.13, 0.13), (0.38, 0.62, 0.0, 0.0)  # two options less in doubt: 0.6 bits
    assert not fires("passage-hardly-helps", QUESTION, **seen(QO=open_, QOC=settled))


@pytest.mark.parametrize(("limit", "beyond"), [("left", 0.0), ("probability", 1.0)])
def test_a_question_at_a_limit_is_within_it(limit, beyond):
    at = {"left": effective(SURE)[1], "probability": 0.8}[limit]
    for value, flagged in ((at, True), (float(np.nextafter(at, beyond)), False)):
        assert fires("answerable-without-passage", QUESTION, thresholds={limit: value}, **seen(QO=SURE)) == flagged


def test_a_magnet_like_option_attracts_without_the_question_too():
    [flag] = found("magnet-like-option", QUESTION, **seen(O=(0.1, 0.1, 0.7, 0.1), QO=ELSEWHERE))
    assert (flag.options, flag.evidence["share"]) == ((2,), 0.7)
    assert not fires("magnet-like-option", QUESTION, **seen(O=UNSURE, QO=ELSEWHERE))
    assert not fires("magnet-like-option", QUESTION, **seen(O=SURE, QO=SURE))  # the key is no magnet
    assert not fires("magnet-like-option", QUESTION, **seen(QO=(0.02, 0.41, 0.55, 0.02)))  # not far above the key


def test_interference_scores_are_found_by_the_text_of_the_option():
    [flag] = found("known-magnet", QUESTION, interference={"the sea was rough": 0.7, "a nurse was late": 0.9})
    assert (flag.options, flag.evidence["interference"]) == ((2,), 0.7)
    assert not fires("known-magnet", QUESTION, interference={"The sea was rough.": 0.3})


def test_an_option_nobody_takes_is_under_the_limit_in_every_view():
    idle = (0.04, 0.8, 0.12, 0.04)
    [flag] = found("option-nobody-takes", QUESTION, **seen(QO=idle, QOC=(0.01, 0.9, 0.05, 0.04)))
    assert flag.options == (0, 3)
    assert not fires("option-nobody-takes", QUESTION, **seen(QO=UNSURE, QOC=idle))
    assert not fires("option-nobody-takes", QUESTION, **seen(QO=(0.3, 0.01, 0.4, 0.29)))  # the key is no distractor


def test_scores_become_probabilities_at_the_temperature_of_their_view():
    scores = np.log(np.array([1, 4, 1, 1], dtype=np.float32))
    exam = exam_of([QUESTION], {"QO": scores, "QOC": scores}, {"QO": 2.0})
    assert exam.scored("QOC", 0) == pytest.approx((1 / 7, 4 / 7, 1 / 7, 1 / 7))
    assert exam.scored("QO", 0) == pytest.approx((0.2, 0.4, 0.2, 0.2))
    assert exam.scored("O", 0) == ()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "0 rows for 1 items"),
        ([(0.5, 0.5)], "2 for 4 options"),
        ([(0.5, 0.5, 0.5, 0.5)], "add up to 1"),
        ([(1.5, -0.5, 0.0, 0.0)], "not probabilities"),
        ([(float("nan"), 0.5, 0.5, 0.0)], "not probabilities"),
    ],
)
def test_probabilities_that_do_not_fit_the_exam_are_refused(rows, said):
    with pytest.raises(DataError, match=said):
        Exam((QUESTION,), {"QO": rows})


def test_an_unknown_view_and_a_repeated_id_are_refused():
    with pytest.raises(UsageError, match="QOC"):
        Exam((QUESTION,), {"QCO": [SURE]})
    with pytest.raises(DataError, match="two items have the id 'q1'"):
        Exam((QUESTION, QUESTION))
