"""Words and sentences: the rules by example, and their laws; nothing is lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.views.text import length, sentences, words

DIALOGUE = st.text(st.sampled_from("aB.!?\"“”'()\n \t\r\u2028\u0301é。1,:"), max_size=40)


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("Ann slept", ["Ann slept"]),
        ("Mr. Hale met Dr. Orr at 5 p.m. They talked.", ["Mr. Hale met Dr. Orr at 5 p.m.", "They talked."]),
        ("It was 3.5 km.Then she stopped.", ["It was 3.5 km.", "Then she stopped."]),
        ("she got up . then she ate .", ["she got up .", "then she ate ."]),
        ('"Who?" he asked. "Nobody!" she said.', ['"Who?" he asked.', '"Nobody!" she said.']),
        ("“Sit down,” she said. He sat.", ["“Sit down,” she said.", "He sat."]),
        ("Wait... what?! No.", ["Wait... what?!", "No."]),
        ("...", ["..."]),
    ],
)
def test_the_splitter_keeps_abbreviations_and_quotes_and_misses_no_lack_of_space(text, expected):
    assert sentences(text) == expected


def test_the_turns_of_a_dialogue_are_sentences_of_their_own():
    assert sentences("W: Where to\nM: Home\nW: Now? Why") == ["W: Where to", "M: Home", "W: Now?", "Why"]


def test_a_line_that_goes_on_in_lower_case_does_not_end_a_sentence():
    assert sentences("The old man sat\ndown. He\n\nNobody spoke") == ["The old man sat\ndown.", "He", "Nobody spoke"]


@given(st.text(st.characters(), max_size=60) | DIALOGUE)
def test_nothing_but_white_space_is_lost_and_no_sentence_is_empty(text):
    result = sentences(text)
    assert "".join("".join(result).split()) == "".join(text.split())
    assert all(sentence.strip() == sentence != "" for sentence in result)


@pytest.mark.parametrize("space", "\u00a0\u2003\u2028\u3000\u0085")
def test_white_space_of_any_width_stands_before_a_full_stop(space):
    assert "".join("".join(sentences(f"A{space}. Bo went{space}. C")).split()) == "A.Bowent.C"
