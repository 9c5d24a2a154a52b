"""Sentences: what is split and what is not, by example, and that nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.views.sentences import sentences

PROSE = st.text(st.sampled_from("aB.!?\"“”'()\n \t\r\u2028\u0301é。1,:"), max_size=40)


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


@given(st.text(st.characters(), max_size=60) | PROSE)
def test_nothing_but_white_space_is_lost_and_no_sentence_is_empty(text):
    found = sentences(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence.strip() == sentence != "" for sentence in found)
