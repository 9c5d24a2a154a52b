"""The baselines cannot read, and say the same of the same cell."""

import numpy as np
import pytest

from examfiles.items import Item
from magnetite.core.cells import Cells, Context, own_cells
from magnetite.scorers.baselines import Longest, Random, WordOverlap
from magnetite.testing import check_scorer


def scores(scorer, passage, question, *options):
    cells = Cells(
        (Context(passage, question),), options, np.zeros(len(options), dtype=np.int64), np.arange(len(options))
    )
    return scorer.score(cells).tolist()


@pytest.mark.parametrize("scorer", [Random(), Random(7), Longest(), WordOverlap()], ids=lambda s: s.fingerprint)
def test_every_baseline_keeps_the_scorer_contract(scorer):
    check_scorer(scorer)


def test_random_scores_are_spread_evenly_from_0_to_1_and_lean_on_no_position():
    rows, columns = np.divmod(np.arange(40_000), 4)
    contexts = tuple(Context(f"passage {i}", "q") for i in range(10_000))
    drawn = Random(3).score(Cells(contexts, ("a", "b", "c", "d"), rows, columns))
    assert drawn.min() >= 0
    assert drawn.max() < 1
    share, _ = np.histogram(drawn, bins=10, range=(0, 1))
    assert np.allclose(share / 40_000, 0.1, atol=0.01)
    wins = np.bincount(drawn.reshape(-1, 4).argmax(axis=1), minlength=4) / 10_000
    assert np.allclose(wins, 0.25, atol=0.02)


def test_random_scores_change_with_the_seed_and_only_with_the_seed():
    cells = own_cells([Item("i", "p", "A passage.", "A question?", ("a", "b", "c"))])
    assert np.array_equal(Random(1).score(cells), Random(1).score(cells))
    assert not np.any(Random(1).score(cells) == Random(2).score(cells))
    assert len({Random(seed).fingerprint for seed in range(5)}) == 5


def test_longest_counts_words_and_punctuation_marks_not_letters():
    assert scores(Longest(), "p", "q", "a, b!", "incomprehensibilities", "", "не знаю") == [4, 1, 0, 2]


def test_word_overlap_is_the_share_of_content_words_found_in_passage_or_question():
    passage, question = "The heron waits in the reeds.", "What does the OLD bird eat?"
    assert scores(WordOverlap(), passage, question, "the heron", "a heron and a frog", "an old heron", "fish") == [
        1.0,
        0.5,
        1.0,
        0.0,
    ]


def test_word_overlap_counts_a_repeated_word_once_and_ignores_case_and_the_kind_of_apostrophe():
    assert scores(WordOverlap(), "MARA’S goat", "", "Mara's goat", "goat goat goat hen") == [1.0, 0.5]


def test_word_overlap_gives_nothing_to_an_option_of_function_words_alone():
    assert scores(WordOverlap(), "it is of the and", "which?", "it is", "", "…") == [0.0, 0.0, 0.0]
