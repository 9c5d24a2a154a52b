import random

import numpy as np
import pytest

from magnetite.experiments.flags.whole import at_least, position_p, run_p
from tests.experiments.flags.made_questions import asked, fires, found

WORDS = ("river", "castle", "market", "garden", "bridge", "school", "forest", "harbour", "window", "mountain")


def exam(keys, options=4):
    """Make questions with these keys, no two alike, none with a longest option."""
    texts = [f"word{number}" for number in range(options)]
    return [asked(f"{WORDS[n % 10]} {n}?", texts, key, id=f"q{n}") for n, key in enumerate(keys)]


def balanced(questions):
    keys = [n % 4 for n in range(questions)]
    random.Random(2).shuffle(keys)
    return keys


def test_keys_behind_one_letter_too_often_are_seen():
    [flag] = found("key-positions-unbalanced", *exam([1] * 20 + balanced(20)))
    assert (flag.item, flag.evidence["most"], flag.evidence["most_count"]) == ("", "B", 25)
    assert flag.evidence["counts"] == ("A 5", "B 25", "C 5", "D 5")


def test_a_letter_that_is_never_right_is_seen():
    assert fires("key-positions-unbalanced", *exam([n % 3 for n in range(60)]))


def test_balanced_keys_and_few_questions_are_let_alone():
    assert not fires("key-positions-unbalanced", *exam(balanced(40)))
    assert not fires("key-positions-unbalanced", *exam([1] * 19))


def test_questions_with_fewer_options_do_not_make_keys_look_unbalanced():
    mixed = exam(balanced(40)) + [asked(f"{w} or not?", ("x", "y"), n % 2, id=w) for n, w in enumerate(WORDS * 1)]
    assert not fires("key-positions-unbalanced", *mixed)


def test_random_keys_are_flagged_about_as_often_as_the_limit_says():
    draw = random.Random(5)
    flagged = [fires("key-positions-unbalanced", *exam([draw.randrange(4) for _ in range(30)])) for _ in range(100)]
    assert sum(flagged) <= 5  # one is expected


def test_the_position_p_value_is_that_of_the_chi_square_distribution_where_that_holds():
    import numpy as np
    from scipy.stats import chisquare

    items = exam(balanced(200))
    counts = np.array([62, 46, 50, 42])
    assert position_p(items, counts) == pytest.approx(chisquare(counts).pvalue, abs=0.02)


def test_a_question_asked_twice_with_another_key_is_seen_whatever_the_order_of_its_options():
    first = asked("Who kept the lamp?", ("Ida", "Bo", "Kim"), 0, id="q1")
    other = asked("Who kept the lamp?", ("Kim", "Ida", "Bo"), 2, id="q2")
    assert [
        (flag.item, flag.evidence["others"], flag.evidence["key"])
        for flag in found("same-question-two-keys", first, other)
    ] == [
        ("q1", ("q2",), "Ida"),
        ("q2", ("q1",), "Bo"),
    ]
    assert not fires("same-question-two-keys", first, asked("Who kept the lamp?", ("Kim", "Ida", "Bo"), 1, id="q2"))
    assert not fires("same-question-two-keys", first, asked("Who kept the lamp?", ("Ida", "Bo", "Ann"), 1, id="q2"))
    assert not fires("same-question-two-keys", first, asked("Who saw the lamp?", ("Ida", "Bo", "Kim"), 1, id="q2"))


def test_a_long_run_of_one_letter_is_seen_and_named():
    keys = [0, 1, 2, 3] * 4
    [flag] = found("same-letter-run", *exam([*keys, *[2] * 8, *keys]))
    assert (flag.evidence["letter"], flag.evidence["run"]) == ("C", 8)
    assert (flag.evidence["first"], flag.evidence["last"]) == ("q16", "q23")


def test_a_run_that_chance_brings_is_let_alone():
    keys = [0, 1, 2, 3] * 8
    assert not fires("same-letter-run", *exam([*keys, 2, 2, 2, *keys]))


@pytest.mark.parametrize(("run", "p"), [(1, 1.0), (2, 1 - (3 / 4) ** 2), (3, 1 / 16), (4, 0.0)])
def test_the_chance_of_a_run_is_exact_for_three_questions(run, p):
    assert run_p(exam([0, 1, 2]), run) == pytest.approx(p)


@pytest.mark.parametrize("options", [(2, 5), (5, 2), (3, 4), (4, 4)])
def test_neighbours_share_a_letter_once_in_the_greater_number_of_options(options):
    items = [exam([0], size)[0] for size in options]
    assert run_p(items, 2) == pytest.approx(1 / max(options))


def test_the_longest_option_that_is_right_too_often_is_seen():
    options = ("river", "a long and winding river", "pond", "lake")
    items = [asked(f"{WORDS[n % 10]} {n}?", options, 1 if n % 3 else 0, id=f"q{n}") for n in range(30)]
    [flag] = found("keys-often-longest", *items)
    assert (flag.evidence["longest"], flag.evidence["questions"], flag.evidence["expected"]) == (20, 30, 0.25)
    fair = [asked(f"{WORDS[n % 10]} {n}?", options, n % 4, id=f"q{n}") for n in range(30)]
    assert not fires("keys-often-longest", *fair)


def test_the_tail_of_unequal_chances_is_exact():
    assert at_least(2, [0.5, 0.25]) == pytest.approx(0.125)
    assert at_least(1, [0.5, 0.25]) == pytest.approx(1 - 0.5 * 0.75)
    assert at_least(0, [0.5]) == pytest.approx(1.0)


def test_a_question_asked_twice_is_flagged_in_both_places():
    first = asked(id="first")
    second = asked("Why did the captain wait on sunday ?", first.options[::-1], 2, id="second")
    flags = found("duplicated-question", first, asked("Who counted the gulls?", id="other"), second)
    assert [(flag.item, flag.evidence["others"]) for flag in flags] == [("first", ("second",)), ("second", ("first",))]


def test_the_same_question_with_the_same_answer_and_other_distractors_is_a_duplicate():
    first = asked(id="first")
    second = asked(options=("He was ill.", "It snowed.", "A nurse was late.", "A wheel broke."), answer=2, id="second")
    assert fires("duplicated-question", first, second)
    assert not fires("duplicated-question", first, asked(options=second.options, answer=1, id="second"))


def test_a_copied_passage_with_small_changes_is_the_same_passage():
    first = asked(id="first")
    again = asked(id="second", passage_id="p2", passage=first.passage.replace("nine", "ten o'clock"))
    assert fires("duplicated-question", first, again)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (asked("What is 12 + 5?", ("15", "17", "16", "18")), asked("What is 12 + 6?", ("15", "17", "16", "18"))),
        (asked("Which of these is true?"), asked("Which of these is not true?")),
        (asked("What is the best title?"), asked("What is the best title?", passage="Bees dance to show the way.")),
        (asked(""), asked("")),
    ],
)
def test_questions_that_only_look_alike_are_no_duplicates(one, other):
    from dataclasses import replace

    assert not fires("duplicated-question", one, replace(other, id="q2"))


def versions(questions, levels=3, apart=True):
    """Make questions each of which is asked at every level, of a passage that differs a little."""
    return [
        asked(
            f"What did the {WORDS[n % 10]} keeper say on day {n}?",
            id=f"{level}-{n}",
            passage_id=f"{level if apart else ''}p",
            passage=f"{asked().passage} That is all of it, level {level}.",
        )
        for level in range(levels)
        for n in range(questions)
    ]


def test_questions_that_every_version_of_a_passage_shares_are_told_once():
    assert not fires("duplicated-question", *versions(20))
    [flag] = found("questions-in-versions", *versions(20))
    told = {name: flag.evidence[name] for name in ("groups", "repeated", "questions", "times")}
    assert (flag.item, told) == ("", {"groups": 20, "repeated": 60, "questions": 60, "times": 3})
    assert flag.evidence["example"] == ("0-0", "1-0", "2-0")


def test_a_question_that_one_passage_has_twice_is_flagged_among_versions_too():
    again = asked(
        "What did the river keeper say on day 0?", id="again", passage_id="0p", passage=versions(1)[0].passage
    )
    assert {flag.item for flag in found("duplicated-question", *versions(20), again)} == {"0-0", "again"}


def test_a_few_repeated_questions_are_no_versions():
    few = versions(4, levels=2)
    assert len(found("duplicated-question", *few)) == 8
    assert not fires("questions-in-versions", *few)
    assert not fires("questions-in-versions", *versions(20, apart=False))


BEES = "Thirty hives stand on the roof of the old town hall. The bees find flowers in gardens until October."
LAKE = "Every eleventh year the lake empties through a hole in its floor, and farmers grow barley on the mud."
SHIP = "The ferry leaves at nine. The captain waits for a nurse who brings bottles to the island doctor."


def placed(question, options, passage):
    others = [asked(f"Question {n}?", ("a", "b"), 0, id=f"o{n}", passage=p) for n, p in enumerate((BEES, LAKE, SHIP))]
    return (*others, asked(question, options, 0, id="x", passage=passage))


def test_a_question_of_another_passage_is_seen_and_the_passage_named():
    [flag] = found("question-of-another-passage", *placed("How many hives stand on the roof?", ("thirty", "ten"), LAKE))
    assert (flag.item, flag.evidence["other"], flag.evidence["words"]) == (
        "x",
        "o0",
        ("hives", "stand", "roof", "thirty"),
    )


def test_options_tell_of_another_passage_where_the_question_has_no_word_of_its_own():
    told = ("by bottles for the captain", "by a nurse", "with a doctor", "by ferry")
    assert fires("question-of-another-passage", *placed("How?", told, LAKE))
    assert not fires("question-of-another-passage", *placed("How?", told[1:3], LAKE))  # two words may be by chance


@pytest.mark.parametrize(
    ("question", "options", "passage"),
    [
        ("How many hives stand on the roof?", ("thirty", "ten"), BEES),
        ("What is the best title?", ("Bees in town", "A dry lake"), LAKE),
        ("What do the farmers and the bees share?", ("mud", "honey"), LAKE),
        ("Why?", ("The roof is old.", "The lake is dry."), SHIP),
        ("Where does the conversation probably take place?", ("In a garden.", "At home."), SHIP),
    ],
)
def test_questions_of_their_own_passage_and_of_none_in_particular_are_let_alone(question, options, passage):
    assert not fires("question-of-another-passage", *placed(question, options, passage))


def test_a_combination_that_most_questions_offer_is_said_once():
    none = [asked(options=("a child", "a nurse", "a guest", "None of the above."), id=f"n{n}") for n in range(12)]
    one = asked(options=("a child", "a nurse", "a guest", "Both A and B"), id="both")
    [flag] = found("combination-throughout", *none, one)
    assert (flag.item, dict(flag.evidence)) == ("", {"text": "None of the above.", "count": 12, "questions": 13})
    assert [flag.item for flag in found("option-combination", *none, one)] == ["both"]
    assert len(found("option-combination", *none[:9], one)) == 10  # a small exam names each
    others = [asked(id=f"o{n}") for n in range(13)]
    assert not fires("combination-throughout", *none, *others)


FERRIES = ("The tide was low.", "An anchor broke.", "A sailor slept.", "Fog hid the pier.")


def test_a_question_none_of_whose_words_stand_in_the_passage_is_seen_without_the_other_passage():
    [flag] = found("words-not-in-passage", asked("Why did the ferry miss the island?", FERRIES, passage=BEES))
    assert flag.evidence["words"] == ("ferry", "miss", "island")
    assert not fires("words-not-in-passage", asked("Why did the ferry miss the island?", FERRIES, passage=SHIP))
    assert not fires("words-not-in-passage", asked("Why?", FERRIES, passage=BEES))  # asks for nothing in particular
    assert not fires("words-not-in-passage", asked("Why did the ferry stop?", ("fog", "tide"), passage=BEES))  # too few
    cities = ("Paris", "Lyon", "Nice", "Lille")
    [flag] = found("words-not-in-passage", asked("What is the capital of France?", cities, passage=BEES))
    assert flag.evidence["words"] == ("capital", "France")
    assert not fires("words-not-in-passage", asked("What is the capital of France?", cities, passage=f"{BEES} Nice!"))
    assert not fires("words-not-in-passage", asked("What is the capital of the country?", cities, passage=BEES))


def test_a_question_asked_twice_is_named_beyond_the_first_thousand():
    draw = random.Random(3)
    questions = [" ".join("".join(draw.choices("abcdefghij", k=6)) for _ in range(8)) for _ in range(1200)]
    questions[1150] = f"{questions[1100]}s"
    items = [asked(text, ("one", "two", "three"), n % 3, id=f"q{n}") for n, text in enumerate(questions)]
    assert {flag.item for flag in found("duplicated-question", *items)} == {"q1100", "q1150"}


def test_keys_that_are_even_within_each_number_of_options_are_no_imbalance():
    """Of 60 questions with two options and 60 with five, A and B have more keys than C, D and E, and should."""
    many = [2] * 60 + [5] * 60
    items = [asked(options=[f"o{place}" for place in range(k)], answer=n % k) for n, k in enumerate(many)]
    counts = np.bincount([item.answer for item in items], minlength=5)
    assert position_p(items, counts) > 0.9
    uneven = np.array([24, 24, 24, 24, 24])  # as if all had five options
    assert position_p(items, uneven) < 0.01
