"""An exam as its own control: with random keys a model's flags vanish, and what a model truly knows is flagged."""

import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.flags import RULES, Exam, default_settings, find_flags, settings_from
from magnetite.experiments.flags.cards import SURE_ANSWERS
from magnetite.experiments.flags.find import find
from magnetite.experiments.flags.lists import listed_tables
from magnetite.experiments.flags.luck import OpenExam, _decoys, set_aside, standing
from magnetite.stats.intervals import beyond_luck
from magnetite.testing import FakePanel

SERIOUS = ("answerable-without-passage", "answerable-from-options")
VIEWS = ("O", "QO", "QOC")
RATE = 0.2


def made(questions, options, seed, *, habit=0.0, knows=0.0, reads=0.0, alike=False):
    """Make an exam and a reader: it likes the first option by `habit`, and knows, or reads, a share of the keys.

    `alike`: all questions offer the same options.
    """
    rng = np.random.default_rng(seed)
    items, rows = [], {view: [] for view in VIEWS}
    for n in range(questions):
        many = options[n % len(options)]
        key = int(rng.integers(many))
        texts = tuple(f"choice {0 if alike else n} {at}" for at in range(many))
        items.append(Item(f"q{n}", f"p{n // 4}", f"Text {n // 4}.", f"What of {n}?", texts, key))
        liking = rng.normal(0, 2, many)
        liking[0] += habit
        known, read = rng.random() < knows, rng.random() < reads
        for view in VIEWS:
            scores = liking + rng.normal(0, 0.5, many)
            scores[key] += 5 * (known or (read and view == "QOC"))
            shares = np.exp(scores - scores.max())
            rows[view].append(tuple((shares / shares.sum()).tolist()))
    return Exam(tuple(items), rows)


def serious(flags):
    """Return the flags that would be serious by a model whose flags are right often enough."""
    return [flag for flag in flags if flag.source == "model" and RULES[flag.rule].severity == "serious"]


def drawn(exam, seed):
    """Draw the keys of an exam at random."""
    rng = random.Random(seed)
    return replace(exam, items=tuple(replace(item, answer=rng.randrange(len(item.options))) for item in exam.items))


@pytest.mark.parametrize(
    ("questions", "options", "habit", "alike"),
    [
        (20, (4,), 0.0, False),
        (60, (4,), 3.0, False),
        (60, (2,), 0.0, False),
        (60, (2, 4, 5), 1.0, False),
        (12, (3, 4), 0.0, False),
        (40, (4,), 2.0, True),
    ],
)
def test_with_random_keys_hardly_an_exam_has_a_serious_flag_whatever_the_habits(questions, options, habit, alike):
    exam, draws = made(questions, options, seed=7, habit=habit, alike=alike), 120
    flagged = Counter(
        rule for draw in range(draws) for rule in {flag.rule for flag in serious(find_flags(drawn(exam, draw)))}
    )
    assert flagged.total() <= 0.05 * draws, flagged


def test_without_the_control_the_same_exams_are_full_of_flags():
    exam = made(60, (4,), seed=7, habit=3.0)
    lax = settings_from({"luck": {"rate": 1}}, "test")
    assert np.mean([len(serious(find_flags(drawn(exam, draw), lax))) for draw in range(20)]) > 10


@pytest.mark.parametrize("options", [(4,), (3, 5)])
def test_what_a_reader_knows_without_the_passage_is_flagged(options):
    exam = made(100, options, seed=3, knows=0.4)
    flagged = {flag.item for flag in find_flags(exam) if flag.rule == SERIOUS[0]}
    right = {item.id for at, item in enumerate(exam.items) if np.argmax(exam.scored("QO", at)) == item.answer}
    assert len(flagged) >= 20
    assert flagged <= right
    [support, *_] = [each for each in find(exam).supports if each.rule == SERIOUS[0]]
    assert (support.verdict, support.raised) == ("clear", len(flagged))
    assert support.low <= support.luck <= support.high < support.right


def test_luck_is_counted_from_the_wrong_answers_of_a_sure_model():
    row = {True: (0.9, 0.04, 0.03, 0.03), False: (0.03, 0.91, 0.03, 0.03)}
    items = tuple(
        Item(f"q{n}", f"p{n}", f"Text {n}.", f"What of {n}?", tuple(f"{at} of {n}" for at in "abcd"), 0)
        for n in range(20)
    )
    exam = Exam(items, {"O": [row[n % 4 == 0] for n in range(20)]})
    [support] = [each for each in find(exam).supports if each.rule == SERIOUS[1]]
    assert (support.sure, support.right, support.raised, support.verdict) == (20, 5, 0, "small")
    assert support.luck == pytest.approx(5.0)  # 15 wrong, of three wrong options each


def test_flags_of_a_view_under_which_the_reader_guesses_are_not_raised_and_said_to_be_missing():
    exam = made(80, (4,), seed=5)
    found = find(exam)
    assert not [flag for flag in found.flags if flag.rule == "another-option-fits-better"]
    reasons = {missing.rule: missing.reason for missing in found.withheld}
    assert reasons["another-option-fits-better"] == "guessing"
    assert reasons["answerable-without-passage"] == "luck"
    reading = find(made(80, (4,), seed=5, reads=0.8))
    assert "another-option-fits-better" not in {missing.rule for missing in reading.withheld}


def test_an_exam_too_small_to_tell_borrows_evidence_and_its_flags_are_remarks():
    row = {True: (0.9, 0.04, 0.03, 0.03), False: (0.03, 0.91, 0.03, 0.03)}
    items = tuple(
        Item(f"q{n}", "p1", "Text.", f"What of {n}?", tuple(f"{at} of {n}" for at in "abcd"), 0) for n in range(4)
    )
    exam = Exam(items, {"O": [row[n != 0] for n in range(4)]})
    assert not [flag for flag in find_flags(exam) if flag.rule == SERIOUS[1]]
    flags = [flag for flag in find_flags(exam, elsewhere={SERIOUS[1]: 0.7}) if flag.rule == SERIOUS[1]]
    assert [flag.severity for flag in flags] == ["remark"] * 3


@pytest.mark.parametrize("alike", [True, False])
def test_a_card_speaks_for_a_small_exam_only_where_it_was_measured_alike(alike):
    limits = dict(default_settings().rules[SERIOUS[1]].thresholds)
    measured = {"sure": 100, "right": 70, "members": 1 if alike else 3, "limits": limits}
    card = {"card": {"measured": {SURE_ANSWERS: {SERIOUS[1]: measured}}}}
    items = tuple(Item(f"q{n}", "p1", "Text.", f"What of {n}?", ("a", "b", "c", "d"), 0) for n in range(4))
    scores = np.log([[0.03, 0.91, 0.03, 0.03], *[[0.9, 0.04, 0.03, 0.03]] * 3]).astype(np.float32)
    panel = FakePanel({"O": scores.ravel()}, training=card)
    check, *_ = Check(default_settings(), places={}).run(Dataset("made up", items), panel)
    [row] = [row for row in check.table("luck").rows() if row["rule"] == SERIOUS[1]]
    assert (row["verdict"], row["elsewhere"]) == (("few", 0.7) if alike else ("small", None))


def recurring(right):
    """Make an exam that offers "not given" everywhere, the key of `right` of 40 questions; a reader takes it in 34."""
    items = tuple(
        Item(
            f"q{n}",
            f"p{n}",
            f"Text {n}.",
            f"What of {n}?",
            (f"a {n}", f"b {n}", f"c {n}", "Not given"),
            3 * (n < right),
        )
        for n in range(40)
    )
    takes, knows = (0.2, 0.06, 0.04, 0.7), (0.7, 0.06, 0.04, 0.2)
    return Exam(items, {"QO": [takes if n < 34 else knows for n in range(40)]})


def test_an_option_in_every_question_that_draws_the_reader_is_reported_once_and_its_questions_do_not_count():
    exam = recurring(right=4)
    judged = set_aside(exam)
    [note] = judged.aside.values()
    assert (note.code, note.values["option"], note.values["offered"]) == ("note-set-aside", "Not given", 40)
    assert (note.values["taken"], note.values["right"], note.values["view"]) == (34 / 40, 0.1, "QO")
    assert judged.exam.scored("QO", 0) == judged.exam.scored("QO", 10) == ()  # its key, or the reader's choice
    assert judged.exam.scored("QO", 39) == exam.scored("QO", 39)
    assert judged.open["QO"] == [3] * 40
    flags = [flag for flag in find_flags(exam) if flag.rule == SERIOUS[0]]
    assert {flag.item for flag in flags} == {f"q{n}" for n in range(34, 40)}
    assert {flag.evidence["probability"] for flag in flags} == {0.7}  # what the model says, not what is left of it


def test_scores_that_leave_nothing_beside_a_favourite_are_no_error():
    exam = replace(recurring(right=4), probabilities={"QO": [(1e-18, 0.0, 0.0, 1.0)] * 40})
    assert not [flag for flag in find_flags(exam) if flag.rule == SERIOUS[0]]


def test_an_option_that_is_as_often_right_as_taken_and_one_of_two_stay():
    assert not set_aside(recurring(right=38)).aside
    two = Exam(
        tuple(Item(f"q{n}", f"p{n}", f"Text {n}.", "Is it?", ("yes", "no"), n % 2) for n in range(40)),
        {"QO": [(0.8, 0.2)] * 40},
    )
    assert not set_aside(two).aside


def test_wrong_keys_gather_at_the_head_of_the_list_of_keys_to_check():
    exam = made(100, (4,), seed=2, reads=0.9)
    wrong = {f"q{n}" for n in range(5, 100, 10)}
    items = tuple(replace(item, answer=(item.answer + 1) % 4) if item.id in wrong else item for item in exam.items)
    planted = replace(exam, items=items)
    keys, least, idle = listed_tables(planted, find(planted).verdicts, 10)
    assert len(keys) == 10
    assert len(wrong & set(keys.values("id"))) >= 6
    assert list(keys.values("probability")) == sorted(keys.values("probability"))
    assert not len(least)  # this reader cannot be told from guessing without the passage
    assert all(value < 0.05 for value in idle.values("probability"))
    guessing = made(80, (4,), seed=5)
    assert not any(map(len, listed_tables(guessing, find(guessing).verdicts, 10)))
    assert listed_tables(planted, find(planted).verdicts, 0) == ()


def test_a_reader_that_reads_well_and_guesses_without_the_passage_gets_no_flag_for_its_luck():
    flagged = 0
    for seed in range(40):
        exam = made(60, (4,), seed=seed, reads=1.0)
        lucky = np.random.default_rng(seed).permutation(60)
        unread = tuple(exam.probabilities["O"][at] for at in lucky)  # what it says of other questions
        exam = replace(exam, probabilities={"QO": unread, "QOC": exam.probabilities["QOC"]})
        flagged += any(flag.rule == "passage-hardly-helps" for flag in find_flags(exam))
    assert flagged <= (RATE + 0.1) * 40


def test_one_passage_is_enough_to_tell_a_reader_from_guessing():
    exam = made(40, (4,), seed=1, reads=1.0)
    alone = replace(exam, items=tuple(replace(item, passage_id="p") for item in exam.items))
    assert find(alone).verdicts["QOC"] == "clear"
    assert find(made(40, (4,), seed=1)).verdicts["QOC"] == "guessing"


def test_a_question_that_is_asked_three_times_counts_once():
    exam = made(20, (4,), seed=3)
    items = tuple(replace(item, id=f"{item.id}-{n}") for n in range(3) for item in exam.items)
    thrice = Exam(items, {view: [*rows] * 3 for view, rows in exam.probabilities.items()})
    pairs = zip(find(exam).supports, find(thrice).supports, strict=True)
    assert all((once.sure, once.right) == (again.sure, again.right) for once, again in pairs)


def test_a_reader_that_guesses_after_reading_raises_no_flag_that_rests_on_reading():
    exam = made(100, (4,), seed=6, knows=0.4)
    turned = tuple(exam.probabilities["O"][at - 1] for at in range(100))
    guessing = replace(exam, probabilities={"QO": exam.probabilities["QO"], "QOC": turned})
    rules = {flag.rule for flag in find_flags(guessing)}
    assert SERIOUS[0] in rules
    assert not rules & {"passage-misleads", "passage-hardly-helps", "another-option-fits-better"}


def test_options_that_most_questions_share_give_no_single_answer_away():
    items = tuple(Item(f"q{n}", "p", "Text.", f"Is {n}?", ("yes", "no", "not given"), n % 3) for n in range(30))
    rows = [tuple(0.9 if at == n % 3 else 0.05 for at in range(3)) for n in range(30)]
    flags = find_flags(Exam(items, {"O": rows, "QO": rows}))
    assert {flag.rule for flag in flags if flag.source == "model"} == {SERIOUS[0]}


rows = st.lists(st.tuples(st.sampled_from([0.5, 0.6, 0.7, 0.8, 0.9]), st.booleans()), max_size=40)


@given(rows, st.floats(0.05, 0.95), st.sampled_from([1.0, 0.5, 1 / 3]))
def test_selected_findings_are_the_strongest_and_more_where_more_luck_is_allowed(made_up, rate, odds):
    strengths, decoys = np.array([s for s, _ in made_up]), np.array([d for _, d in made_up], dtype=bool)
    each = np.full(len(made_up), odds)
    kept = beyond_luck(strengths, decoys, each, rate)
    assert not (kept & decoys).any()
    if kept.any():
        assert (kept == (~decoys & (strengths >= strengths[kept].min()))).all()
        luck = odds * (1 + (decoys & (strengths >= strengths[kept].min())).sum())
        assert luck <= rate * kept.sum() + 1e-6
    assert (kept <= beyond_luck(strengths, decoys, each, min(0.95, rate + 0.1))).all()
    order = np.random.default_rng(0).permutation(len(made_up))
    assert (beyond_luck(strengths[order], decoys[order], each, rate) == kept[order]).all()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([(4,), (2, 5)]))
def test_every_flag_that_is_kept_was_seen_and_none_is_new(seed, options):
    exam = made(24, options, seed, knows=0.3, reads=0.5)
    lax = settings_from({"luck": {"rate": 1}}, "test")
    all_ = {(flag.rule, flag.item, flag.options) for flag in find_flags(exam, lax)}
    assert {(flag.rule, flag.item, flag.options) for flag in find_flags(exam)} <= all_
    assert all(RULES[each.rule].luck for each in find(exam).supports)


def test_a_question_whose_key_is_the_favourite_does_not_count_where_the_reader_takes_another():
    exam = recurring(right=4)
    items = [replace(item, answer=3) if item.id == "q37" else item for item in exam.items]
    judged = set_aside(replace(exam, items=tuple(items)))
    assert judged.exam.scored("QO", 37) == ()
    assert judged.exam.scored("QO", 38) == exam.scored("QO", 38)


def test_where_an_option_is_set_aside_a_reader_guesses_among_those_that_are_left():
    """42 right of 120 is much for guesses among four options, and little for guesses among three."""
    items = tuple(Item(f"q{n}", f"p{n}", "A text.", f"What is {n}?", tuple("abcd"), 0) for n in range(120))
    rows = [(0.7, 0.1, 0.1, 0.1) if n < 42 else (0.1, 0.7, 0.1, 0.1) for n in range(120)]
    exam = Exam(items, {"QO": rows})
    assert standing(OpenExam(exam, {"QO": [4] * 120}, {}), "QO", None) == "clear"
    assert standing(OpenExam(exam, {"QO": [3] * 120}, {}), "QO", None) == "guessing"


def test_what_a_reader_says_with_the_passage_moves_with_the_key_and_what_it_says_without_it_stays():
    exam = made(12, (2, 3, 5), seed=1, reads=0.8)
    seen = []

    def look(shifted, there, _limits):
        seen.extend((at, shifted.items[at].answer, *(shifted.scored(view, at) for view in VIEWS)) for at in there)
        return ()

    assert list(_decoys(exam, range(12), SimpleNamespace(look=look), {})) == []
    assert sorted((at, answer) for at, answer, *_ in seen) == sorted(
        (at, place) for at, item in enumerate(exam.items) for place in range(len(item.options)) if place != item.answer
    )
    for at, answer, options, alone, read in seen:
        own = exam.items[at].answer
        assert (options, alone) == (exam.scored("O", at), exam.scored("QO", at))
        assert read[answer] == exam.scored("QOC", at)[own]
        assert sorted(read) == sorted(exam.scored("QOC", at))
