"""Un-answerable views change passage and question alone; a shuffle keeps every token and is drawn by seed and id."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.views.text import words
from magnetite.views.unanswerable import SHUFFLES, is_drawn, shuffle_name, shuffle_words, view
from tests.strategies import items, texts

NAMES = st.sampled_from(tuple(SHUFFLES))
EPOCHS = st.one_of(st.none(), st.integers(0, 5))
LONG = "The goat by the mill saw a boat, and the man on the bridge didn't see the goat."
ASKED = Item("q1", "p1", LONG, "What did the man on the bridge not see?", ("a goat", "a boat"), 0, "easy")


@given(items(), NAMES, st.integers(0, 9), EPOCHS)
def test_options_answer_and_names_stay_what_they_are(item, name, seed, epoch):
    changed = view(name, seed, epoch)(item)
    assert replace(changed, passage=item.passage, question=item.question) == item


@given(items(), NAMES, st.integers(0, 9), EPOCHS)
def test_a_shuffle_keeps_every_token_and_a_removal_none_and_the_other_text_stays(item, name, seed, epoch):
    changed = view(name, seed, epoch)(item)
    which, how = name.split("-")
    for part, before, after in (("P", item.passage, changed.passage), ("Q", item.question, changed.question)):
        if part not in which:
            assert after == before
        elif how == "Remove":
            assert after == ""
        else:
            assert Counter(words(after)) == Counter(words(before))


@given(texts, st.text("ab1'’.,-_ tn", max_size=30), st.text(max_size=5))
def test_no_character_but_white_space_is_lost_or_made(first, second, key):
    text = first + second
    assert Counter("".join(shuffle_words(text, key).split())) == Counter("".join(text.split()))


@given(st.lists(items(), min_size=1, max_size=5), NAMES, st.integers(0, 9), EPOCHS)
def test_the_same_seed_and_ids_draw_the_same_whatever_came_before(drawn, name, seed, epoch):
    some = [replace(item, id=f"q{n}") for n, item in enumerate(drawn)]
    change = view(name, seed, epoch)
    there = [change(item) for item in some]
    back = [view(name, seed, epoch)(item) for item in some[::-1]]
    assert there == back[::-1]


def test_questions_of_a_passage_share_its_shuffle_and_have_their_own():
    other = replace(ASKED, id="q2")
    one, two = (view("PQ-Shuffle", 3)(item) for item in (ASKED, other))
    assert one.passage == two.passage
    assert one.passage != view("PQ-Shuffle", 3)(replace(ASKED, passage_id="p2")).passage
    assert one.question != two.question


def test_another_seed_and_another_epoch_draw_another_order():
    drawn = [view("P-Shuffle", seed, epoch)(ASKED).passage for seed in (0, 1) for epoch in (None, 0, 1)]
    assert len({LONG, *drawn}) == 7


@pytest.mark.parametrize("name", SHUFFLES)
def test_what_a_view_names_changes(name):
    changed = view(name)(ASKED)
    assert (changed.passage != ASKED.passage, changed.question != ASKED.question) == ("P" in name[:2], "Q" in name[:2])


def test_every_order_is_about_as_likely():
    drawn = Counter(shuffle_words("a b c", str(seed)) for seed in range(1200))
    assert set(drawn) == {"a b c", "a c b", "b a c", "b c a", "c a b", "c b a"}
    assert max(drawn.values()) < 260  # 200 each


@pytest.mark.parametrize("text", ["", " ", "word", " word\n", "…"])
def test_a_text_of_one_word_or_none_stays_as_it_is(text):
    assert shuffle_words(text, "key") == text


def test_a_name_is_found_in_any_case_and_a_wrong_one_answered_with_the_nearest():
    assert [shuffle_name(name.lower()) for name in SHUFFLES] == list(SHUFFLES)
    with pytest.raises(UsageError, match=r"un-answerable view 'P-Shufle' does not exist.* Did you mean 'P-Shuffle'"):
        view("P-Shufle")
    assert [name for name in SHUFFLES if is_drawn(name)] == ["P-Shuffle", "Q-Shuffle", "PQ-Shuffle"]
