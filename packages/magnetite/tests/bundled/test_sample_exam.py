from collections import Counter

import pytest

import magnetite
from examfiles.sources import sample_exam
from magnetite.experiments.choices import baseline
from magnetite.experiments.magnets.pool import is_series
from magnetite.views.baselines import longest, word_overlap
from tests.tables import values_of

FLAWS = {
    "general-knowledge",
    "options-alone",
    "longest-key",
    "keyword-overlap",
    "all-of-the-above",
    "two-keys",
    "wrong-key",
}


@pytest.fixture(scope="module")
def exam():
    return magnetite.read(sample_exam())


def flawed(exam, kind):
    return [item for item in exam if item.metadata["flaw"] == kind]


def test_it_is_as_large_as_its_description_says(exam):
    assert (len(exam), len({item.passage_id for item in exam})) == (96, 24)
    assert Counter(item.level for item in exam) == {"beginner": 32, "intermediate": 32, "advanced": 32}
    assert Counter(len(item.options) for item in exam) == {4: 92, 3: 2, 5: 2}


def test_at_least_three_flaws_of_every_kind_are_planted_and_explained(exam):
    kinds = Counter(item.metadata["flaw"] for item in exam if item.metadata["flaw"])
    assert set(kinds) == FLAWS
    assert min(kinds.values()) >= 3
    assert kinds.total() >= 20
    assert all(bool(item.metadata["flaw"]) == bool(item.metadata["why"]) for item in exam)


def test_taking_the_longest_option_finds_what_was_planted_for_it_and_little_else(exam):
    planted, sound = flawed(exam, "longest-key"), flawed(exam, "")
    assert baseline(planted, longest).right.all()
    assert 0.15 < baseline(sound, longest).correct.mean() < 0.35


def test_matching_words_finds_what_was_planted_for_it_and_little_else(exam):
    planted, sound = flawed(exam, "keyword-overlap"), flawed(exam, "")
    assert baseline(planted, word_overlap).right.all()
    assert baseline(sound, word_overlap).correct.mean() < 0.4


def test_option_combinations_stand_where_they_were_planted_and_nowhere_else(exam):
    found = {item.id for item in exam if any(map(is_series, item.options))}
    assert found == {item.id for item in flawed(exam, "all-of-the-above")}


def test_keys_of_sound_questions_are_balanced(exam):
    letters = Counter(item.answer_letter for item in flawed(exam, ""))
    assert max(letters.values()) - min(letters.values()) <= 2


def test_describe_finds_nothing_wrong_with_its_form(exam):
    problems = values_of(magnetite.describe(exam).table("problems"))
    assert set(problems["count"]) == {0}


def test_the_second_exam_is_as_its_description_says():
    exam = magnetite.read(sample_exam("second"))
    planted = Counter(item.metadata["flaw"] for item in exam if item.metadata["flaw"])
    assert (len(exam), len({item.passage_id for item in exam})) == (44, 8)
    assert (planted.total(), len(planted)) == (23, 13)
    assert all(bool(item.metadata["flaw"]) == bool(item.metadata["why"]) for item in exam)
    description = sample_exam("second").with_name("SAMPLE.md").read_text(encoding="utf-8")
    listed = {item.id for item in exam if f" {item.id} |" in description or f" {item.id}, " in description}
    assert listed == {item.id for item in exam if item.metadata["flaw"]}


def test_the_third_exam_is_as_its_description_says():
    exam = magnetite.read(sample_exam("third"))
    planted = Counter(item.metadata["flaw"] for item in exam if item.metadata["flaw"])
    assert Counter(item.passage_id for item in exam) == dict.fromkeys({item.passage_id for item in exam}, 5)
    assert (len(exam), Counter(len(item.options) for item in exam)) == (60, {4: 58, 3: 2})
    assert (planted.total(), len(planted)) == (30, 8)
    assert max(Counter(item.passage_id for item in exam if item.metadata["flaw"]).values()) == 3
    assert all(bool(item.metadata["flaw"]) == bool(item.metadata["why"]) for item in exam)
    letters = Counter(item.answer_letter for item in flawed(exam, ""))
    assert sorted(letters.values()) == [7, 7, 8, 8]
    section = sample_exam("third").with_name("SAMPLE.md").read_text(encoding="utf-8").partition("## The third exam")[2]
    rows = {row.split("`")[1]: row for row in section.splitlines() if row.startswith("| `") and "-" in row[:25]}
    assert all(f" {item.id}" in rows[item.metadata["flaw"]] for item in exam if item.metadata["flaw"])
    assert sum(row.count(f" {item.id} |") + row.count(f" {item.id},") for item in exam for row in rows.values()) == 30
