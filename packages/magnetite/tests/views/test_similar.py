"""Pairs of similar texts are those that comparing every text with every other finds, without comparing them all."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz, process

from magnetite.views.similar import candidates, similar

LEAST = st.sampled_from([0.5, 0.66, 0.8, 0.9, 0.95, 0.99, 1.0])
WORDS = ("what", "does", "the", "author", "say", "of", "boats", "on", "lake", "he", "went", "home", "früh", "𝔸")
OPENINGS = ("Which of the following is true according to the passage?\n", "What is the best title?\n", "")


def by_all_pairs(texts, groups, least):
    """Compare every text with every other: the plain way."""
    ratios = process.cdist(texts, texts, scorer=fuzz.ratio, score_cutoff=100 * least)
    pairs = zip(*ratios.nonzero(), strict=True)
    return [(int(one), int(other)) for one, other in pairs if one < other and groups[one] == groups[other]]


@st.composite
def texts_and_groups(draw):
    """Draw texts, and others that a few changes of characters made of them."""
    letters = draw(st.sampled_from(["ab", "abcdefgh \n", "aé𝔸\ud800 "]))
    texts = draw(st.lists(st.text(letters, max_size=60), min_size=1, max_size=6))
    for number, changes in draw(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 8)), max_size=6)):
        texts.append(changed(texts[number % len(texts)], changes, letters, draw(st.randoms(use_true_random=False))))
    groups = draw(st.lists(st.integers(0, 1), min_size=len(texts), max_size=len(texts)))
    return texts, groups


def changed(text, changes, letters, drawing):
    """Insert, leave out or replace so many characters."""
    characters = list(text)
    for _ in range(changes):
        place = drawing.randint(0, len(characters))
        characters[place : place + drawing.randint(0, 1)] = drawing.choice(["", *letters])
    return "".join(characters)


@given(texts_and_groups(), LEAST)
def test_the_pairs_are_those_of_comparing_all(drawn, least):
    texts, groups = drawn
    assert list(similar(texts, groups, least)) == by_all_pairs(texts, groups, least)


def questions(count, seed):
    """Make texts like those of questions with their options, some of them made of others by a few changes."""
    drawing = random.Random(seed)
    texts = []
    while len(texts) < count:
        if texts and drawing.random() < 0.3:
            near = drawing.choice(texts)
            texts.append(changed(near, drawing.randint(0, len(near) // 8), "abc ", drawing))
        else:
            options = (" ".join(drawing.choices(WORDS, k=drawing.randint(1, 6))) for _ in range(4))
            asked = " ".join(drawing.choices(WORDS, k=drawing.randint(3, 10)))
            texts.append(f"{drawing.choice(OPENINGS)}{asked}?\n" + "\n".join(options))
    return texts, [drawing.randrange(3) for _ in texts]


@pytest.mark.parametrize("least", [0.8, 0.9, 0.95, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_questions_with_common_openings_have_the_pairs_of_comparing_all(least, seed):
    texts, groups = questions(400, seed)
    expected = by_all_pairs(texts, groups, least)
    assert expected
    assert list(similar(texts, groups, least)) == expected


def test_pairs_just_at_the_limit_are_kept_and_those_just_below_are_not():
    text = "".join(map(chr, range(1000, 1100)))
    at, below = text[:95] + "vwxyz", text[:94] + "uvwxyz"
    assert list(similar([text, at, below], [0, 0, 0], 0.95)) == [(0, 1), (1, 2)]


def test_few_pairs_are_compared_even_where_questions_begin_alike():
    drawing = random.Random(0)
    vocabulary = ["".join(drawing.choices("abcdefghijklmnopqrstuvwxyz", k=drawing.randint(2, 9))) for _ in range(3000)]
    texts = [OPENINGS[0] + "\n".join(" ".join(drawing.choices(vocabulary, k=6)) for _ in range(4)) for _ in range(2000)]
    compared = sum(len(ones) for ones, _ in candidates(texts, [0] * len(texts), 0.95))
    assert compared < len(texts)


def test_of_no_texts_and_of_one_there_is_no_pair():
    assert list(similar([], [], 0.95)) == list(similar(["a"], [0], 0.95)) == []
