"""Words: the rule by example, and its laws."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.views.words import length, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("All of the above.", ["All", "of", "the", "above", "."]),
        ("don't", ["do", "n't"]),
        ("He can’t and won't.", ["He", "ca", "n’t", "and", "wo", "n't", "."]),
        ("They're Ann's; I'd say it'll do", ["They", "'re", "Ann", "'s", ";", "I", "'d", "say", "it", "'ll", "do"]),
        ("the dogs' O'Neil", ["the", "dogs", "'", "O'Neil"]),
        ("a well-known 3.5, 1,000-year-old (sic)", ["a", "well-known", "3.5", ",", "1,000-year-old", "(", "sic", ")"]),
        ("in the U.S. at 5 p.m.", ["in", "the", "U.S.", "at", "5", "p.m."]),
        ("end.Then", ["end", ".", "Then"]),
        ("He is _ . Or ___ing?", ["He", "is", "_", ".", "Or", "___", "ing", "?"]),
        ("wait... what -- no!!", ["wait", "...", "what", "--", "no", "!", "!"]),
        ('"Why?" 我们', ['"', "Why", "?", '"', "我们"]),
        ("cafe\u0301s", ["cafe\u0301s"]),
        # The kinds of token that the shuffled examples of Si et al. (2019, Figures 1, 3 and 9) are made of.
        ("When? 6:30 pm", ["When", "?", "6", ":", "30", "pm"]),
        ("she doesn't like a week's rest.", ["she", "does", "n't", "like", "a", "week", "'s", "rest", "."]),
        ("at the mill So, it cost $12.50.", ["at", "the", "mill", "So", ",", "it", "cost", "$", "12.50", "."]),
    ],
)
def test_the_rule_splits_as_documented(text: str, expected: list[str]) -> None:
    assert words(text) == expected


PROSE = st.text(st.sampled_from("aBn't's.,-_ 3é’\u0301!\n"), max_size=40)


@given(st.text(max_size=60) | PROSE)
def test_nothing_but_white_space_is_lost(text: str) -> None:
    assert "".join(words(text)) == "".join(text.split())


@given(PROSE, PROSE)
def test_texts_with_a_space_between_are_split_apart(first: str, second: str) -> None:
    assert words(f"{first} {second}") == words(first) + words(second)


@given(st.lists(st.sampled_from(["do", "n't", "Ann", "'s", "well-known", "___", "3.5", "..."]), max_size=8))
def test_splitting_words_that_are_already_split_changes_nothing(tokens: list[str]) -> None:
    assert words(" ".join(tokens)) == tokens


def test_length_counts_parts_and_marks_one_by_one() -> None:
    assert [length(text) for text in ("", "a cat.", "don't", "well-known", "wait...", "___")] == [0, 3, 3, 3, 4, 1]


@given(PROSE, PROSE)
def test_length_adds_up_over_texts(first: str, second: str) -> None:
    assert length(f"{first} {second}") == length(first) + length(second)


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    text = "it's a-b-c-" * 50_000 + "'" * 50_000
    assert "".join(words(text)) == text.replace(" ", "")


@given(st.text(max_size=60) | PROSE, st.randoms(use_true_random=False))
def test_words_are_the_same_in_any_order(text: str, random: Random) -> None:
    tokens = words(text)
    random.shuffle(tokens)
    assert words(" ".join(tokens)) == tokens
