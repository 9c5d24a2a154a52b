"""Shuffling: a permutation far from the old order, the best there is where none is far, the same for the same seed."""

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.views.text import words
from magnetite.views.unreadable import dice, shuffle, shuffle_degree

WORDS = st.lists(st.sampled_from(["the", "a", "ran", "dog", "Dog", ".", "n't", "é"]), max_size=9)
SHORT = st.lists(st.sampled_from("abcde"), min_size=1, max_size=5)
ANYTHING = st.text(st.characters(), max_size=60) | st.text(st.sampled_from("aBn't's.,-_ 3é’\u0301!\n"), max_size=40)
THRESHOLDS = st.floats(0, 1, exclude_max=True)


def plain_distance(before, after):
    """Count insertions, deletions and substitutions, by the book: a table of all pairs of beginnings."""
    row = list(range(len(after) + 1))
    for i, old in enumerate(before, start=1):
        above, row = row, [i]
        for j, new in enumerate(after, start=1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (old != new)))
    return row[-1]


def shuffled(sequence, seed=0, *, threshold=0.65, tries=100, phrases=()):
    return shuffle(sequence, dice(seed, "a test"), threshold=threshold, tries=tries, phrases=phrases)


def best_degree(sequence):
    return max(plain_distance(sequence, order) for order in permutations(sequence)) / len(sequence)


@given(WORDS, st.randoms(use_true_random=False))
def test_the_degree_is_the_edit_distance_over_the_length(before, random):
    after = list(before)
    random.shuffle(after)
    degree = shuffle_degree(before, after)
    assert degree == (plain_distance(before, after) / len(before) if before else 0.0)
    assert 0 <= degree <= 1
    assert (degree == 0) == (before == after)


@given(ANYTHING, THRESHOLDS, st.integers(0, 9))
def test_a_shuffle_neither_loses_nor_invents_a_word(text, threshold, seed):
    result = shuffled(words(text), seed, threshold=threshold, tries=5)
    assert Counter(result.words) == Counter(words(text))
    assert Counter(words(result.text)) == Counter(words(text))


@given(WORDS, THRESHOLDS, st.integers(0, 9))
def test_the_degree_that_is_said_is_the_order_s_own(sequence, threshold, seed):
    result = shuffled(sequence, seed, threshold=threshold, tries=3)
    assert result.degree == shuffle_degree(sequence, result.words)
    assert result.below == (result.degree <= threshold)


@settings(max_examples=80)
@given(SHORT, THRESHOLDS, st.integers(0, 9), st.integers(1, 3))
def test_a_short_sequence_exceeds_the_threshold_where_any_order_does_and_else_gets_the_best(
    sequence, threshold, seed, tries
):
    result, best = shuffled(sequence, seed, threshold=threshold, tries=tries), best_degree(sequence)
    assert result.below == (best <= threshold)
    assert result.degree == best or not result.below


def test_seven_different_words_are_searched_to_the_end():
    sequence = list("abcdefg")
    assert {shuffled(sequence, seed, threshold=0.99, tries=1).degree for seed in range(5)} == {1.0}


def test_a_long_sequence_of_few_different_orders_is_searched_to_the_end():
    sequence = ["ha"] * 40 + ["no"]
    result = shuffled(sequence, threshold=0.04, tries=1)
    assert result.degree == 2 / 41
    assert not result.below


def test_many_equal_words_cost_no_search():
    result = shuffled(["ha"] * 3000, tries=3)
    assert (result.degree, result.below) == (0.0, True)


@pytest.mark.parametrize(("text", "degree"), [("blue", 0.0), ("ha ha ha", 0.0), ("red or blue", 2 / 3), ("No .", 1.0)])
def test_what_short_sequences_can_reach(text, degree):
    result = shuffled(text.split())
    assert (result.degree, result.below) == (degree, degree < 0.65)


def test_every_order_above_the_threshold_is_drawn_about_equally_often():
    counts = Counter(shuffled(["a", "b", "c", "d"], seed).words for seed in range(1100))
    allowed = [p for p in permutations("abcd") if plain_distance("abcd", p) / 4 > 0.65]
    assert set(counts) == set(allowed)
    assert all(60 < count < 145 for count in counts.values())  # 100 of each expected


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=5), st.integers(0, 9))
def test_where_no_draw_will_do_all_orders_are_tried(sequence, seed):
    most = best_degree(sequence)
    result = shuffle(sequence, dice(seed), threshold=max(0, most - 1e-9), tries=1)
    assert result.degree == pytest.approx(most)


def test_luck_belongs_to_the_seed_and_the_names():
    assert dice(3, "q1", "way", 0).random() == dice(3, "q1", "way", 0).random()
    others = [(4, "q1", "way", 0), (3, "q2", "way", 0), (3, "q1", "ways", 0), (3, "q1", "way", 1), (3, "q1way", "", 0)]
    assert len({dice(*names).random() for names in (*others, (3, "q1", "way", 0))}) == 6
    assert 0 <= dice(0, "\ud800").random() < 1


class TestPhrases:
    """A phrase that must be broken up."""

    @given(st.lists(st.sampled_from(["to", "the", "mill", "pond"]), min_size=3, max_size=6), st.integers(0, 9))
    def test_no_phrase_stands_where_any_order_breaks_it(self, sequence, seed):
        pair = tuple(sequence[1:3])
        result = shuffled(sequence, seed, threshold=0.0, phrases=[" ".join(pair)])
        standing = [pair in pairwise(order) for order in permutations(sequence)]
        assert result.stands == all(standing)
        assert result.stands == (pair in pairwise(result.words))

    def test_a_phrase_is_found_in_any_case_and_without_the_marks_at_its_ends(self):
        orders = {shuffled(["To", "market", ","], seed, threshold=0, phrases=["to Market."]).words for seed in range(9)}
        assert orders == {("market", "To", ","), (",", "market", "To"), ("market", ",", "To"), ("To", ",", "market")}

    def test_an_order_without_the_phrase_goes_before_one_of_a_higher_degree(self):
        result = shuffled(["b", "a"], threshold=0.5, phrases=["a b"])
        assert (result.words, result.degree, result.below, result.stands) == (("b", "a"), 0.0, True, False)

    def test_a_single_word_cannot_be_broken_up_and_is_said_to_stand(self):
        result = shuffled(words("Who sat ? blue red dress"), phrases=["Blue", "red dress"])
        assert result.stands
        assert not result.below
        assert "red dress" not in result.text

    def test_a_mark_beside_a_single_word_is_kept_apart_from_it(self):
        sequence = words("Who sat ? Blue .")
        result = [shuffled(sequence, seed, phrases=["Blue."]) for seed in range(30)]
        assert not any("Blue ." in each.text or each.stands for each in result)

    def test_a_phrase_that_no_order_breaks_is_said_to_stand(self):
        result = shuffled(["ha", "ha"], phrases=["ha ha"])
        assert (result.stands, result.below) == (True, True)
