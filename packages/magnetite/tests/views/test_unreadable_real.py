"""Attacks on the real datasets, where they are at hand: what Si et al. (2019) say of their shuffles holds of these.

Their footnote 1: with every attack the average ShuffleDegree is above 0.65 on all data sets. One word has no other
order; a third of MCTest's answers are one word, so for Ans2Opt-Shuffle the average is that of the texts that have one.
"""

from functools import cache
from pathlib import Path
from statistics import mean

import pytest

from examfiles import read
from magnetite.views.text import sentences, words
from magnetite.views.unreadable import ATTACKS, AttackSettings, attack

DATA = Path(__file__).parents[5] / "shared" / "data"
SETS = {
    "MC160": ("MCTest", "test", "mc160"),
    "MC500": ("MCTest", "test", "mc500"),
    "RACE-M": ("RACE.tar.gz", "test", "middle"),
    "RACE-H": ("RACE.tar.gz", "test", "high"),
    "MCScript": ("MCScript", "test", None),
    "MCScript2.0": ("MCScript2.0", "dev", None),
    "DREAM": ("DREAM", "test", None),
}
EACH = 240  # questions of a set, evenly over it
SHUFFLES = [name for name in ATTACKS if name.endswith("-Shuffle")]


@cache
def loaded(name, split):
    if not (DATA / name).exists():
        pytest.skip(f"the real data is not at {DATA / name}")
    return read(DATA / name, split)


def some(name):
    file, split, level = SETS[name]
    items = [item for item in loaded(file, split) if level is None or item.level == level]
    return items[:: len(items) // EACH]


@pytest.mark.parametrize("name", SHUFFLES)
@pytest.mark.parametrize("data", SETS)
def test_the_average_shuffle_degree_is_what_the_paper_says(data, name):
    result = attack(some(data), name)
    degrees = [degree for each in result for degree in each.degrees if degree is not None]
    moved = [degree for degree in degrees if degree > 0]
    assert len(degrees) >= len(result)
    assert mean(moved if name == "Ans2Opt-Shuffle" else degrees) > 0.65


@pytest.mark.parametrize("data", SETS)
def test_only_texts_of_equal_words_or_very_few_stay_below_the_threshold(data):
    settings = AttackSettings(seed=3)
    for name in SHUFFLES:
        for each in attack(some(data), name, settings):
            if each.below:
                assert each.changed
                short = [option for option, d in zip(each.item.options, each.degrees, strict=True) if d is not None]
                assert min(len(set(words(option))) for option in short) < 4


@pytest.mark.parametrize("data", SETS)
def test_every_real_item_is_changed_and_loses_no_distractor_to_the_appended_text_but_single_words(data):
    for before, each in zip(some(data), attack(some(data), "AddSent2Pas-Shuffle"), strict=True):
        assert each.changed
        single = any(len(words(o)) == 1 for i, o in enumerate(before.options) if i != before.answer)
        assert each.stands == single


@pytest.mark.parametrize("data", SETS)
def test_real_passages_have_sentences_of_a_reader_s_length(data):
    passages = {item.passage for item in some(data)}
    lengths = [len(sentence.split()) for passage in passages for sentence in sentences(passage)]
    assert 5 < mean(lengths) < 25
    assert len(lengths) > 4 * len(passages)
    assert sum(length > 60 for length in lengths) < 0.01 * len(lengths)
