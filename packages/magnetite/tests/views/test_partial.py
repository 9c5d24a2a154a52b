"""Partial views take away what their name leaves out, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.views import VIEWS, in_order, richest, view

TEXTS = st.text(min_size=1, max_size=20)
ITEMS = st.builds(
    Item,
    id=TEXTS,
    passage_id=TEXTS,
    passage=TEXTS,
    question=TEXTS,
    options=st.lists(TEXTS, min_size=2, max_size=5).map(tuple),
    answer=st.none() | st.integers(0, 1),
    level=st.none() | TEXTS,
    metadata=st.dictionaries(TEXTS, TEXTS, max_size=2),
    added=st.just("") | TEXTS,
)


@given(ITEMS, st.sampled_from(list(VIEWS)))
def test_a_view_keeps_the_letters_of_its_name_and_blanks_the_rest(item, name):
    seen = view(name)(item)
    assert seen.passage == (item.passage if "C" in name else "")
    assert seen.question == (item.question if "Q" in name else "")
    assert seen.added == (item.added if "C" in name else "")


@given(ITEMS, st.sampled_from(list(VIEWS)))
def test_a_view_leaves_options_answer_and_identity_alone(item, name):
    seen = view(name)(item)
    kept = ("id", "passage_id", "options", "answer", "level", "metadata")
    assert [getattr(seen, field) for field in kept] == [getattr(item, field) for field in kept]


@given(ITEMS, st.sampled_from(list(VIEWS)))
def test_a_view_applied_twice_is_the_view_applied_once(item, name):
    assert view(name)(view(name)(item)) == view(name)(item)


def test_views_stand_from_the_poorest_to_the_richest():
    assert in_order(["QOC", "CO", "O", "QO", "O"]) == ("O", "QO", "CO", "QOC")
    assert (richest(["O", "QO"]), richest(["QOC", "CO", "O"]), richest(["O"])) == ("QO", "QOC", "O")


def test_an_unknown_view_is_answered_with_the_known_ones():
    for ask in (lambda: view("QC"), lambda: in_order(["QO", "QC"])):
        with pytest.raises(UsageError, match=r"view 'QC' does not exist. Known: O, QO, CO, QOC."):
            ask()


def test_no_view_at_all_has_no_richest():
    with pytest.raises(UsageError, match="--views"):
        richest([])
