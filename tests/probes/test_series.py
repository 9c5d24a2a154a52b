"""Options that combine other options are told from options that say something."""

import pytest

from magnetite.probes.series import is_series


@pytest.mark.parametrize(
    "option",
    [
        "All of the above",
        "all the above.",
        "All above",
        "all above are right",
        "do all of the above",
        "All of the things above",
        "None of the above is true",
        "neither of the above",
        "the above two",
        "Both of the above-mentioned",
        "none of these",
        "None of these answers.",
        "All of those",
        "all of the options are correct",
        "All the answers are right",
        "both A and C",
        "Both B and C.",
        "A and B",
        "a and b",
        "A & B",
        "A or B",
        "Neither A nor B",
        "A, B and D",
        "A,B,C",
        "A, B, and C",
        "all of A, B and C",
        "A and B are correct",
        "Only A and C",
        "(A) and (B)",
        "Options A and B",
        "A and B both",
        "“A, B and C”",
    ],
)
def test_a_combination_of_options_is_recognised(option):
    assert is_series(option)


@pytest.mark.parametrize(
    "option",
    [
        "a cat and a dog",
        "She likes both of them",
        "Both of them",
        "A bird flew above the house",
        "above the clouds",
        "one of the birds above the hill",
        "They are all above average height, and proud of it",
        "all of his friends",
        "all the answers to his questions",
        "all of these problems can be solved by planting trees",
        "None of these people had ever seen the sea",
        "neither of the two boys",
        "vitamins A and C",
        "Plan A and Plan B",
        "He got an A and a B",
        "e,c,a,f,d,b",
        "c-a-b-d",
        "B",
        "a",
        "1 and 3",
        "I and II",
        "he and I",
        "A and A",
        "",
    ],
)
def test_an_option_that_says_something_is_not(option):
    assert not is_series(option)


def test_case_spaces_and_outer_punctuation_change_nothing():
    assert is_series("  ALL   of the ABOVE !") == is_series("all of the above")
