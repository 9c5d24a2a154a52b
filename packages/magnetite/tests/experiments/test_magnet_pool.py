"""A joined pool holds what was drawn, once each, knows where it comes from, and is never tried where it belongs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.experiments.magnets.pool import drawn_pool, given_pool, joined_pool
from magnetite.views.text import normalised


def item(name, passage, options, text=None):
    return Item(name, passage, text or f"text of {passage}", "ask", tuple(options), 0)


def exam(name, passages, split=None, questions=2):
    """Build an exam in which every option but "all of them" is of one question only."""
    items = [
        item(f"{name}{p}.{q}", f"{name}{p}", [f"{name} {p} {q} first", f"{name} {p} {q} second", "all of them"])
        for p in range(passages)
        for q in range(questions)
    ]
    return Dataset(name, tuple(items), split)


def column(pool, text):
    return list(map(normalised, pool.options)).index(normalised(text))


def test_the_options_of_so_many_passages_of_each_source_are_joined():
    test, train = exam("test", 9), exam("train", 9)
    pool = joined_pool(test, [test, train], 3, seed=0)
    assert len(pool.options) == 2 * 3 * 2 * 2 + 1
    for name, source in (("test", 0), ("train", 1)):
        own = [option for option in pool.options if option.startswith(name)]
        assert (len(own), len({option.split()[1] for option in own})) == (12, 3)
        assert pool.sources[source, [column(pool, option) for option in own]].all()
        assert not pool.sources[1 - source, [column(pool, option) for option in own]].any()


def test_a_text_of_several_items_and_sources_stands_once_with_all_its_origins():
    first = Dataset("mock", (item("q1", "p1", ["Rain.", "snow"]), item("q2", "p2", ["rain", "Rain."])), "test")
    second = Dataset("mock", (item("q1", "p7", ["RAIN", "hail"]),), "train")
    pool = joined_pool(exam("other", 2), [first, second], None, seed=0)
    assert sorted(pool.options) == ["Rain.", "hail", "snow"]  # "Rain." is written so twice
    rain = pool.options.index("Rain.")
    assert pool.names == ("mock test", "mock train")
    assert (pool.origins[rain], pool.origin_sources[rain]) == (("q1", "q2", "q1"), (0, 0, 1))
    assert pool.sources[:, rain].tolist() == [True, True]
    assert pool.sources[:, pool.options.index("hail")].tolist() == [False, True]


def test_an_option_is_kept_from_its_own_passage_even_where_only_the_source_knows_that_it_belongs():
    whole = Dataset("mock", (item("q1", "p1", ["a", "b"]), item("q2", "p1", ["c", "d"]), item("q3", "p2", ["e", "f"])))
    asked = whole.with_items(whole.items[:1])
    pool = joined_pool(asked, [whole], None, seed=0)
    assert {option for option in pool.options if pool.allowed[0, column(pool, option)]} == {"e", "f"}


def test_a_passage_of_another_dataset_is_the_same_only_with_the_same_id_and_the_same_text():
    asked = Dataset("mock", (item("q1", "p1", ["a", "b"], "one text"),))
    other = Dataset("other", (item("x1", "p1", ["c", "d"], "another text"), item("x2", "p1", ["e", "f"], "one text")))
    pool = joined_pool(asked, [other], None, seed=0)
    assert {option for option in pool.options if pool.allowed[0, column(pool, option)]} == {"c", "d"}


def test_what_a_source_holds_under_a_passage_that_was_not_drawn_is_still_kept_from_it():
    items = [item(f"q{p}", f"p{p}", [f"own {p}", "in every second" if p % 2 else f"rest {p}"]) for p in range(20)]
    whole = Dataset("mock", tuple(items))
    asked = whole.with_items([Item(i.id, i.passage_id, i.passage, "ask", ("u", "v"), 0) for i in items])
    pool = joined_pool(asked, [whole], 4, seed=1)
    assert "in every second" in pool.options
    assert pool.allowed[:, column(pool, "in every second")].tolist() == [p % 2 == 0 for p in range(20)]


TEXTS = st.sampled_from(["All of it.", "all of  it", "a cat", "A cat.", "a dog", "rain", "snow", "nothing", " "])


@st.composite
def exams(draw, name):
    rows = draw(st.lists(st.tuples(st.integers(0, 3), st.lists(TEXTS, min_size=2, max_size=4)), min_size=1, max_size=6))
    passages = draw(st.lists(st.sampled_from(["one", "two"]), min_size=4, max_size=4))
    return Dataset(
        name, tuple(item(f"{name}{k}", f"p{p}", options, passages[p]) for k, (p, options) in enumerate(rows))
    )


@given(exams("asked"), exams("first"), exams("second"), st.none() | st.integers(1, 4), st.integers(0, 3))
def test_every_cell_is_tried_exactly_where_both_constraints_allow_it(asked, first, second, many, seed):
    try:
        pool = joined_pool(asked, [first, second], many, seed)
    except UsageError as error:
        assert "no option to draw" in str(error) or "none is irrelevant anywhere" in str(error)  # noqa: PT017 - either may be drawn
        return
    every = [*first, *second]
    for row, question in enumerate(asked):
        passage = (question.passage_id, question.passage)
        related = [i for i in asked if i.passage_id == question.passage_id]
        related += [i for i in every if (i.passage_id, i.passage) == passage]
        held = {normalised(option) for i in related for option in i.options}
        assert pool.allowed[row].tolist() == [normalised(option) not in held for option in pool.options]
    texts = list(map(normalised, pool.options))
    assert len(set(texts)) == len(texts)
    assert "" not in texts
    for k, text in enumerate(texts):
        for source, dataset in enumerate((first, second)):
            ids = [name for name, place in zip(pool.origins[k], pool.origin_sources[k], strict=True) if place == source]
            holding = [i.id for i in dataset if text in map(normalised, i.options)]
            assert ids == holding if many is None else set(ids) <= set(holding)
            assert pool.sources[source, k] == bool(ids)


def test_order_does_not_matter_and_more_passages_hold_fewer():
    asked, source = exam("asked", 4), exam("source", 30)
    backwards = source.with_items(source.items[::-1])
    few, many = joined_pool(asked, [source], 5, 3), joined_pool(asked, [backwards], 12, 3)
    assert joined_pool(asked, [backwards], 5, 3).options == few.options
    assert [option for option in many.options if option in few.options] == list(few.options)
    other = joined_pool(asked, [source], 5, 4).options
    assert {option.split()[1] for option in other} != {option.split()[1] for option in few.options}  # their passages


def test_options_of_one_passage_share_a_group_and_given_ones_stand_alone():
    asked, source = exam("asked", 4), exam("source", 6)
    pool = joined_pool(asked, [source], None, 0)
    groups = {}
    for option, group in zip(pool.options, pool.groups.tolist(), strict=True):
        if option.startswith("source"):
            groups.setdefault(option.split()[1], set()).add(group)
    assert all(len(found) == 1 for found in groups.values())
    assert len(set.union(*groups.values())) == 6
    given = given_pool(asked, ["new", "asked 0 0 first", "asked 0 1 first", "newer"])
    assert given.groups.tolist() == [0, 1, 1, 2]
    assert given.sources.tolist() == [[False, True, True, False]]


def test_a_given_option_is_kept_from_a_passage_to_which_only_the_whole_split_says_it_belongs():
    whole = exam("whole", 3)
    asked = whole.with_items(whole.items[::2])  # the first question of each passage
    texts = ["whole 0 1 first", "new"]
    assert given_pool(asked, texts).allowed.tolist() == [[True, True]] * 3
    pool = given_pool(asked, texts, [whole])
    assert pool.allowed.tolist() == [[False, True], [True, True], [True, True]]
    assert pool.origins == (("whole0.1",), ())


def test_a_drawn_pool_comes_from_its_one_dataset():
    pool = drawn_pool(exam("alone", 5, "dev"), exam("alone", 5, "dev"), 10, 0)
    assert pool.names == ("alone dev",)
    assert pool.sources.all()
    assert [len(places) for places in pool.origin_sources] == [len(ids) for ids in pool.origins]


def test_sources_of_the_same_name_are_told_apart_by_number():
    pool = joined_pool(exam("asked", 3), [exam("mock", 3), exam("b", 2), exam("mock", 3)], None, 0)
    assert pool.names == ("mock (1)", "b", "mock (2)")


def test_an_option_that_belongs_everywhere_stays_in_the_pool_untried():
    asked = exam("asked", 3)
    pool = joined_pool(asked, [asked], None, 0)
    assert not pool.allowed[:, column(pool, "all of them")].any()
    assert pool.allowed.any()


@pytest.mark.parametrize(
    ("questions", "sources", "passages", "said"),
    [
        (exam("asked", 3), [], None, "no dataset to draw options from; name one"),
        (exam("asked", 3), [exam("b", 2)], 0, "the settings ask for options of 0 passages; expected 1 or more"),
        (Dataset("none", (), "dev"), [exam("b", 2)], 5, "none dev has no questions. Check the split"),
        (exam("asked", 3), [exam("b", 2), Dataset("bare", ())], 5, "bare has no option to draw. Leave it out"),
        (exam("asked", 3), [Dataset("blank", (item("q", "p", [" ", "."]),))], 5, "blank has no option to draw"),
        (exam("one", 1), [exam("one", 1)], None, "none is irrelevant anywhere.*Draw from more passages or another"),
    ],
)
def test_what_cannot_be_a_pool_is_refused_with_advice(questions, sources, passages, said):
    with pytest.raises(UsageError, match=said):
        joined_pool(questions, sources, passages, 0)


def test_a_pool_of_one_text_written_in_many_ways_is_one_option():
    same = Dataset("same", tuple(item(f"q{k}", f"p{k}", ["Rain", " rain. ", "RAIN"]) for k in range(5)))
    pool = joined_pool(exam("asked", 2), [same], None, 0)
    assert (len(pool.options), len(pool.origins[0]), pool.allowed.tolist()) == (1, 5, [[True]] * 4)


def test_the_papers_sizes_are_made_without_a_step_per_cell():
    source = exam("source", 400, questions=7)
    asked = exam("asked", 100, questions=4)
    pool = joined_pool(asked, [source, asked], 300, 0)
    assert pool.allowed.shape == (400, 300 * 7 * 2 + 100 * 4 * 2 + 1)
    belongs = np.array([[o.startswith(f"asked {i.passage_id[5:]} ") for o in pool.options] for i in asked])
    assert (pool.allowed == ~belongs)[:, [o != "all of them" for o in pool.options]].all()
