"""Features are what they say, and a feature that was planted in the scores is the one that explains them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.experiments.magnets.features import FUNCTION, feature_table, features
from magnetite.views.text import words

PASSAGES = ("The old cat slept by the door.", "A dog barked at the cat.", "Rain fell.")
EXAM = ("the cat", "the dog", "the rain", "a cat")


def of(option, passages=PASSAGES, exam=EXAM):
    return {name: values[0] for name, values in features([option], passages, exam).items()}


def test_length_and_form_are_counted_as_a_reader_would():
    found = of(" Ann doesn't own 3 cats. ")
    assert (found["characters"], found["words"], found["digits"], found["ends with a full stop"]) == (23, 5, 1, 1)
    assert found["mean word length"] == pytest.approx((3 + 4 + 3 + 1 + 4) / 5)  # Ann, does, own, 3, cats
    assert found["capitalised words"] == pytest.approx(1 / 5)


@pytest.mark.parametrize(
    ("feature", "has", "has_not"),
    [
        ("negation", ["He did not go", "She can't swim", "It isn’t so", "nobody came"], ["a knot", "he noted it"]),
        ("absolute terms", ["Always be kind", "only one", "ALL of us"], ["overall", "nearly there"]),
        ("hedges", ["It may rain", "Perhaps so", "they seem sad"], ["the mayor", "in June"]),
        ("digits", ["at 9:00", "3"], ["three"]),
        ("first or second person", ["I see", "your book", "we're late"], ["he sees", "an island"]),
        ("ends with a full stop", ["It rains. "], ["It rains", "It rains?", "3.5 metres"]),
        ("combines other options", ["Both A and C", "all of the above."], ["both cats", "above the sea"]),
    ],
)
def test_what_an_option_says_is_told_by_its_words(feature, has, has_not):
    assert [of(option)[feature] for option in has] == [1.0] * len(has)
    assert [of(option)[feature] for option in has_not] == [0.0] * len(has_not)


def test_overlap_is_worked_by_hand():
    # "cat" is in 2 of 3 passages, "rain" in 1, "sings" in none; "the" does not count
    assert of("The cat sings: the rain, the cat")["overlap with passages"] == pytest.approx((2 / 3 + 1 / 3 + 0) / 3)


@given(st.lists(st.sampled_from(["cat", "dog", "Rain", "old", "the", "sang", "door."]), min_size=1, max_size=6))
def test_overlap_is_the_mean_over_passages_of_the_share_of_content_words(chosen):
    option = " ".join(chosen)
    content = {word.lower() for word in words(option) if word.isalpha()} - FUNCTION
    found = of(option)["overlap with passages"]
    if not content:
        assert np.isnan(found)
        return
    held = [set(map(str.lower, words(passage))) for passage in PASSAGES]
    assert found == pytest.approx(np.mean([len(content & passage) / len(content) for passage in held]))


def test_a_passage_of_many_questions_counts_once():
    assert of("old rain", (*PASSAGES, *PASSAGES[:1] * 5)) == of("old rain")


def test_common_words_are_worked_by_hand():
    # the exam's 8 words: the 3, cat 2, dog 1, rain 1, a 1; 5 different ones, and one for what is unseen
    expected = np.mean(np.log([4 / 14, 3 / 14, 1 / 14]))
    assert of("the cat sings")["common words"] == pytest.approx(expected)
    assert of("the")["common words"] > of("dog")["common words"] > of("sings")["common words"]


def test_options_without_words_and_exams_without_texts_give_nan_not_errors():
    found = of("?!")
    assert (found["words"], found["characters"]) == (0, 2)
    told_by_words = ["mean word length", "capitalised words", "overlap with passages", "common words"]
    assert np.isnan([found[name] for name in told_by_words]).all()
    assert of("cat", (), ())["overlap with passages"] == 0
    assert {len(values) for values in features([], PASSAGES, EXAM).values()} == {0}


def table(interference, found, series, **settings):
    made = feature_table(np.asarray(interference, dtype=np.float64), found, np.asarray(series), **settings)
    rows = made.rows()
    return made, {(row["feature"], row["group"]): row for row in rows}


def test_the_feature_that_was_planted_explains_the_scores_and_the_others_do_not():
    random = np.random.default_rng(0)
    found = {name: random.random(600) for name in ("planted", "against", "idle", "also idle")}
    chance = 0.4 * found["planted"] ** 3 + 0.1 * (1 - found["against"])
    made, rows = table(random.binomial(300, chance) / 300, found, np.arange(600) < 20)
    assert (made.name, made.kind) == ("features", "features")
    assert list(made.names) == ["feature", "group", "spearman", "low", "high", "p", "n"]
    assert made.values("group") == ["all", "without series"] * 4
    for group, n in (("all", 600), ("without series", 580)):
        planted, against = rows["planted", group], rows["against", group]
        assert (planted["n"], planted["p"] < 1e-6, planted["low"] > 0.5) == (n, True, True)
        assert (against["p"] < 0.05, against["high"] < 0) == (True, True)
        for idle in ("idle", "also idle"):
            assert rows[idle, group]["low"] < 0 < rows[idle, group]["high"]
            assert rows[idle, group]["p"] > 0.05


def test_what_only_the_series_shows_is_gone_without_it():
    random = np.random.default_rng(1)
    series = np.arange(200) < 40
    scores = np.where(series, 0.8, 0.05) + random.normal(0, 0.01, 200)
    _, rows = table(scores, {"length": np.where(series, 10.0, 30.0) + random.random(200)}, series)
    assert rows["length", "all"]["high"] < -0.3
    assert rows["length", "without series"]["low"] < 0 < rows["length", "without series"]["high"]


def test_p_values_are_corrected_over_the_rows_that_have_one():
    random = np.random.default_rng(2)
    x, constant = random.random(50), np.ones(50)
    scores = x + random.normal(0, 0.7, 50)
    _, alone = table(scores, {"x": x}, np.zeros(50, dtype=bool))
    _, many = table(scores, {"x": x, "constant": constant, "y": random.random(50)}, np.zeros(50, dtype=bool))
    assert alone["x", "all"]["p"] == pytest.approx(alone["x", "without series"]["p"])
    assert many["x", "all"]["p"] == pytest.approx(2 * alone["x", "all"]["p"])  # one of 4, not of 2
    missing = many["constant", "all"]
    assert [missing[name] for name in ("spearman", "low", "high", "p", "n")] == [None, None, None, None, 50]


def test_options_never_tried_and_features_not_known_are_left_out():
    random = np.random.default_rng(3)
    scores, x = random.random(40), random.random(40)
    scores[:5], x[3:9] = np.nan, np.nan
    assert table(scores, {"x": x}, np.zeros(40, dtype=bool))[1]["x", "all"]["n"] == 31


def test_options_of_one_passage_that_go_together_widen_the_interval():
    random = np.random.default_rng(4)
    passage = np.repeat(np.arange(50), 8)
    x = random.random(50)[passage]
    scores = x + random.normal(0, 1, 50)[passage]
    series = np.zeros(400, dtype=bool)
    widths = []
    for clusters in (None, passage):
        row = table(scores, {"x": x}, series, clusters=clusters)[1]["x", "all"]
        widths.append(row["high"] - row["low"])
    assert widths[1] > 2 * widths[0]


def test_a_table_over_no_options_says_nothing():
    made, _ = table([], features([], PASSAGES, EXAM), np.zeros(0, dtype=bool))
    assert set(made.values("spearman")) == {None}
    assert set(made.values("n")) == {0}
