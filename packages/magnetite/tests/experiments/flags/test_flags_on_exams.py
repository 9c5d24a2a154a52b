"""What the rules that read the text find in whole exams: the bundled one, whose flaws are known, and RACE."""

import random
from pathlib import Path

import pytest

import magnetite
from examfiles.sources import sample_exam
from magnetite.experiments.flags import RULES, Exam, find_flags, second_look

RACE = Path(__file__).parents[6] / "shared" / "data" / "RACE.tar.gz"
RACE_ITEMS = 300

# The flaws that a rule of the text is meant for, the rule, and the most sound questions that it may flag.
MATCHING = {
    "longest-key": ("longest-key", 0),
    "keyword-overlap": ("key-repeats-passage", 1),
    "all-of-the-above": ("option-combination", 0),
    "options-alone": ("absolute-terms", 0),  # these options are absurd because they are absolute
}
MOST_PER_100 = {  # flags on RACE test, where questions were written and used by teachers
    "options-say-the-same": 1,
    "option-holds-another": 2,
    "duplicated-question": 1,
    "option-combination": 2,
    "absolute-terms": 4,
    "longest-key": 3,
    "key-repeats-passage": 3,
    "article-cue": 1,
    "number-cue": 1,
    "negation-not-highlighted": 4,
    "negated-twice": 3,
}


@pytest.fixture(scope="module")
def sample():
    return magnetite.read(sample_exam())


@pytest.fixture(scope="module")
def sample_flags(sample):
    return find_flags(Exam(sample.items))


@pytest.mark.parametrize("flaw", MATCHING)
def test_every_question_with_a_planted_flaw_is_found_by_its_rule_and_hardly_a_sound_one(flaw, sample, sample_flags):
    name, most_sound = MATCHING[flaw]
    flagged = {flag.item for flag in sample_flags if flag.rule == name}
    planted = {item.id for item in sample if item.metadata["flaw"] == flaw}
    sound = {item.id for item in sample if not item.metadata["flaw"]}
    assert planted <= flagged
    assert len(sound & flagged) <= most_sound


def test_questions_with_a_flaw_in_the_text_deserve_a_second_look_and_sound_ones_hardly_do(sample, sample_flags):
    look = set(second_look(sample_flags))
    for flaw in ("longest-key", "keyword-overlap", "all-of-the-above"):
        assert {item.id for item in sample if item.metadata["flaw"] == flaw} <= look
    sound = [item.id for item in sample if not item.metadata["flaw"]]
    assert len(look & set(sound)) <= 0.03 * len(sound)


def test_the_keys_of_the_sample_exam_are_not_unbalanced(sample_flags):
    assert not [flag for flag in sample_flags if not flag.item]


@pytest.fixture(scope="module")
def race_flags():
    if not RACE.exists():
        pytest.skip("shared/data/RACE.tar.gz is not here")
    items = list(magnetite.read(RACE, split="test"))
    return find_flags(Exam(tuple(random.Random(0).sample(items, RACE_ITEMS))))


def test_on_a_real_exam_no_rule_speaks_so_often_that_nobody_would_listen(race_flags):
    assert set(MOST_PER_100) <= set(RULES)
    for name, most in MOST_PER_100.items():
        assert sum(flag.rule == name for flag in race_flags) <= most * RACE_ITEMS / 100, name


def test_on_a_real_exam_the_text_alone_sends_few_questions_to_a_second_look(race_flags):
    assert 0.01 <= len(second_look(race_flags)) / RACE_ITEMS <= 0.08
