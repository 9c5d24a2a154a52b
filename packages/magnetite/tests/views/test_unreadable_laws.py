"""Un-readable attacks: what none ever touches, loses or invents, whatever the text, the order or the process."""

import subprocess
import sys
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.views.text import words
from magnetite.views.unreadable import AttackSettings, attack, shuffle_degree
from tests.views.attacked_items import ALL, ANN, BO, PAIRS, exams, many_settings

quick = settings(max_examples=60)


def texts(item):
    return (*item.options, item.passage + " " + item.added)


@quick
@given(exams(), st.sampled_from(ALL), many_settings)
def test_no_attack_touches_the_answer_the_question_the_label_or_the_id(items, name, chosen_settings):
    for before, result in zip(items, attack(items, name, chosen_settings), strict=True):
        after = result.item
        kept = ("id", "passage_id", "question", "answer", "level", "metadata")
        assert [getattr(after, field) for field in kept] == [getattr(before, field) for field in kept]
        assert len(after.options) == len(before.options)
        assert after.options[after.answer] == before.options[before.answer]
        assert result.changed == (after != before)


@quick
@given(exams(), st.sampled_from(ALL), many_settings)
def test_an_attack_changes_either_the_distractors_or_what_stands_behind_the_passage(items, name, chosen_settings):
    for before, result in zip(items, attack(items, name, chosen_settings), strict=True):
        if "2Pas" in name:
            assert result.item.options == before.options
            assert result.item.passage.startswith(before.passage)
            assert chosen_settings.naive or result.item.passage == before.passage
        else:
            assert (result.item.passage, result.item.added) == (before.passage, "")


@quick
@given(exams(), st.sampled_from(list(PAIRS)), many_settings)
def test_a_shuffled_text_has_exactly_the_words_of_the_unshuffled_one(items, name, chosen_settings):
    for shuffled, plain in zip(
        attack(items, name, chosen_settings), attack(items, PAIRS[name], chosen_settings), strict=True
    ):
        for one, other in zip(texts(shuffled.item), texts(plain.item), strict=True):
            assert Counter(words(one)) == Counter(words(other))


@quick
@given(exams(), st.sampled_from([name for name in PAIRS if "2Opt" in name]), many_settings)
def test_degrees_are_those_of_the_shuffled_distractors(items, name, chosen_settings):
    for shuffled, plain in zip(
        attack(items, name, chosen_settings), attack(items, PAIRS[name], chosen_settings), strict=True
    ):
        degrees = shuffled.degrees
        for one, other, degree in zip(shuffled.item.options, plain.item.options, degrees, strict=True):
            assert degree is None or degree == shuffle_degree(words(other), words(one))
        assert degrees[shuffled.item.answer] is None
        assert shuffled.below == any(degree <= chosen_settings.threshold for degree in degrees if degree is not None)
        assert plain.degrees == (None,) * len(plain.item.options)


@quick
@given(exams(), st.sampled_from(ALL), many_settings)
def test_the_order_of_the_items_changes_nothing(items, name, chosen_settings):
    assert attack(items[::-1], name, chosen_settings) == attack(items, name, chosen_settings)[::-1]


@quick
@given(exams(), st.sampled_from([name for name in ALL if "Other" not in name]), many_settings)
def test_an_item_alone_is_attacked_as_among_others(items, name, chosen_settings):
    assert [result for item in items for result in attack([item], name, chosen_settings)] == attack(
        items, name, chosen_settings
    )


@quick
@given(exams(), st.sampled_from(["Sent2Opt", "AddOther2Opt"]), st.integers(0, 5))
def test_a_sentence_of_this_passage_and_one_of_another_are_told_apart(items, name, seed):
    for before, result in zip(items, attack(items, name, AttackSettings(seed=seed)), strict=True):
        others = [item.passage for item in items if item.passage != before.passage]
        for old, new in zip(before.options, result.item.options, strict=True):
            drawn = new.removeprefix(old).strip() if name.startswith("Add") else new
            if new != old and old.strip():
                sources = others if "Other" in name else [before.passage]
                assert any(drawn in source for source in sources)


def test_another_process_makes_the_same_attack():
    program = (
        "from tests.views.attacked_items import ALL, ANN, BO\n"
        "from magnetite.views.unreadable import attack\n"
        "print([attack([ANN, BO], name) for name in ALL])"
    )
    asked = [sys.executable, "-c", program]
    here = str([attack([ANN, BO], name) for name in ALL])
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip() == here


def test_another_seed_makes_another_attack():
    for name in ("AddSent2Pas-Shuffle", "AddSent2Opt-Shuffle", "AddAns2Opt-Shuffle"):
        assert len({attack([ANN], name, AttackSettings(seed=seed))[0].item for seed in range(5)}) > 1
