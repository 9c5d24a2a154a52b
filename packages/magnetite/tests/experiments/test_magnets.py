"""Magnets are found where they are planted, honest systems are cleared, and the attack is what a re-run would show."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.attack import (
    EACH_MAGNET,
    REPLACEMENTS,
    attacked,
)
from magnetite.experiments.magnets.experiment import REPLACE, Magnets
from magnetite.experiments.magnets.pool import drawn_pool, given_pool, normalised
from magnetite.stats.intervals import cluster_codes, share
from magnetite.testing import FakePanel
from tests.tables import values_of

MAGNET = "it is not what it seems"
SMALL = {"screen_passages": None, "pool_size": 100, "top": 10}


def by_name(experiment, dataset, panel):
    """Run an experiment, and return its findings by name."""
    return {finding.experiment: finding for finding in experiment.run(dataset, panel)}


def exam(passages=12, questions=4, options=4, answered=True):
    """Build an exam of different options, in whose first question the magnet stands as a wrong option."""
    items = []
    for p in range(passages):
        for q in range(questions):
            texts = [f"option {p} {q} {k}" for k in range(options)]
            answer = (p + q) % options
            if (p, q) == (0, 0):
                texts[(answer + 1) % options] = MAGNET
            items.append(
                Item(f"q{p}.{q}", f"p{p}", f"text {p}", f"ask {p} {q}", tuple(texts), answer if answered else None)
            )
    return Dataset("made up", tuple(items))


def fake(score, views=("QOC",)):
    """Make systems of a function of question and option."""
    return FakePanel(dict.fromkeys(views, lambda context, option: score(context.question, option)))


def found(dataset, score, views=("QOC",), **settings):
    return by_name(Magnets(**{**SMALL, **settings}), dataset, fake(score, views))


def honest(dataset):
    right = {item.question: item.options[item.answer or 0] for item in dataset}
    return lambda question, option: 1.0 if right[question] == option else 0.0


def drawn_to_the_magnet(dataset):
    fair = honest(dataset)
    return lambda question, option: 9.0 if option == MAGNET else fair(question, option)


def noise(question, option):
    return draw(7, question, option) / 2**64


def test_an_audit_attacks_with_given_options_on_every_question():
    dataset = exam()
    findings = found(dataset, drawn_to_the_magnet(dataset), search=False, pool=[MAGNET, "a plain one"])
    assert Magnets(search=False, pool=[MAGNET]).record["confirm_share"] == 0  # nothing is searched, nothing to confirm
    assert list(findings) == ["magnets", "given", "attack"]
    table = values_of(findings["given"].table("given"))
    assert (table["option"], table["whole"], table["after"]) == ([MAGNET, "a plain one"], [1.0, 0.0], [0.0, 1.0])
    assert table["n"] == [44, 48]  # not on the magnet's own passage
    assert not any("The strongest of many" in note for note in findings["magnets"].remarks)
    with pytest.raises(UsageError, match="search is off and no options are given"):
        found(dataset, honest(dataset), search=False)


def test_a_planted_magnet_heads_the_curve_and_takes_accuracy_to_nothing():
    dataset = exam()
    findings = found(dataset, drawn_to_the_magnet(dataset))
    curve = values_of(findings["magnets"].table("interference"))
    assert (curve["option"][0], curve["interference"][0], curve["n"][0], curve["wins"][0]) == (MAGNET, 1.0, 44, 44)
    assert (curve["origins"][0], curve["series"][0]) == ("q0.0", False)
    assert max(curve["interference"][1:]) == 0.0
    attack = {name: values[0] for name, values in values_of(findings["attack"].table("attacks")).items()}
    assert (attack["option"], attack["before"], attack["after"], attack["caught"], attack["n"]) == (MAGNET, 1, 0, 1, 44)
    assert attack["p"] == pytest.approx(10 * 2 / 2**44)
    assert findings["attack"].number("accuracy after", f"QOC: {MAGNET}").value == 0.0
    assert findings["attack"].number("accuracy after, average option", "QOC").value == pytest.approx(0.99, abs=0.01)
    assert findings["magnets"].number("strongest interference", "QOC").value == 1.0
    assert "1 of the 10 strongest options clearly hold up" in findings["validation"].sentence


def test_an_option_that_one_question_alone_can_have_counts_among_those_of_its_origin():
    dataset = exam(passages=2, questions=1)
    other = Dataset("other", tuple(Item(f"o{n}", f"o{n}", "text", "ask", (f"other {n}", "o"), 0) for n in range(2)))
    pool = given_pool(dataset, [dataset.items[0].options[0], "other 0"], [dataset, other])
    numbers = found(dataset, honest(dataset), drawn=pool)["magnets"].numbers
    by_origin = {each.group: each.n for each in numbers if each.label == "mean interference by origin"}
    assert by_origin == {"QOC, made up": 1, "QOC, other": 1}


def test_the_magnets_effect_is_confirmed_on_passages_the_search_had_not_seen():
    dataset = exam()
    rows = values_of(found(dataset, drawn_to_the_magnet(dataset))["validation"].table("validation"))
    assert rows["option"][0] == MAGNET
    assert (rows["subset"][0], rows["unseen"][0], rows["before"][0], rows["after"][0]) == (1.0, 1.0, 1.0, 0.0)
    assert 20 <= rows["n"][0] <= 24
    assert rows["low"][0] > 0.5
    assert rows["holds"] == [True] + [False] * 9


def test_an_honest_system_is_cleared():
    dataset = exam()
    findings = found(dataset, honest(dataset))
    assert set(findings["magnets"].table("interference").values("interference")) == {0.0}
    assert set(findings["attack"].table("attacks").values("after")) == {1.0}
    assert findings["magnets"].number("mean interference", "QOC").value == 0.0
    assert "0 of the 10 strongest options clearly hold up" in findings["validation"].sentence


def test_an_attack_in_which_nothing_changed_is_not_certain():
    dataset = exam()
    for table in (found(dataset, honest(dataset))["attack"].table("attacks"),):
        for row in table.rows():
            assert row["low"] < row["difference"] == 0 < row["high"]


def test_a_tie_is_no_win_and_no_catch():
    findings = found(exam(), lambda question, option: 0.5)
    assert set(findings["magnets"].table("interference").values("wins")) == {0}
    assert set(findings["attack"].table("attacks").values("caught")) == {0.0}
    assert set(findings["magnets"].items.values("strongest")) == {None}


def test_a_system_that_scores_at_random_has_even_interference_and_no_magnet():
    findings = found(exam(passages=40), noise, pool_size=150)
    # an irrelevant option is the best of five in one case of five
    assert findings["magnets"].number("mean interference", "QOC").value == pytest.approx(0.2, abs=0.03)
    assert findings["validation"].number("magnets that hold up", "QOC").value == 0


def test_what_the_search_picks_by_luck_falls_back_on_other_passages():
    rows = values_of(found(exam(passages=40), noise, pool_size=300)["validation"].table("validation"))
    assert min(rows["subset"]) > 0.27
    assert np.mean(rows["unseen"]) == pytest.approx(0.2, abs=0.05)


@pytest.mark.parametrize("screened", [None, 8])
def test_the_search_does_not_see_the_passages_that_confirm(screened):
    dataset = exam()
    experiment = Magnets(**{**SMALL, "screen_passages": screened})
    panel = fake(noise)
    seen = values_of(by_name(experiment, dataset, panel)["validation"].table("validation"))
    changed = 0
    for passage in {item.passage_id for item in dataset}:
        mine = {item.question for item in dataset if item.passage_id == passage}
        own = {option for item in dataset for option in item.options if item.question in mine}

        def turned(question, option, mine=mine, own=own):
            return 5.0 if question in mine and option not in own else noise(question, option)

        again = values_of(by_name(experiment, dataset, fake(turned))["validation"].table("validation"))
        same_search = again["subset"] == seen["subset"]
        assert not same_search or again["option"] == seen["option"]
        changed += not same_search
    assert changed == 6  # half of the twelve passages


def test_a_search_of_few_of_many_passages_sees_all_that_are_screened():
    dataset = exam(passages=20)
    findings = found(dataset, drawn_to_the_magnet(dataset), screen_passages=6)
    rows = values_of(findings["validation"].table("validation"))
    assert findings["magnets"].number("questions").value == 24
    assert findings["validation"].number("questions not seen").value == 56
    assert set(rows["n"]) <= {52, 56}


VOCABULARY = st.sampled_from(["All of it.", "all of  it", "a cat", "A cat.", "a dog", "rain", "snow", "nothing", " "])


@st.composite
def small_exams(draw):
    count = draw(st.integers(2, 6))
    items = []
    for i in range(count):
        options = tuple(draw(st.lists(VOCABULARY, min_size=2, max_size=4)))
        answer = draw(st.none() | st.integers(0, len(options) - 1))
        items.append(Item(f"q{i}", f"p{draw(st.integers(0, 2))}", "text", f"ask {i}", options, answer))
    return Dataset("small", tuple(items))


@settings(deadline=None)
@given(small_exams(), st.integers(0, 3))
def test_no_option_is_tried_on_its_own_passage_nor_where_it_equals_an_own_option(dataset, seed):
    pool = drawn_pool(dataset, dataset, 5, seed)
    assert len({normalised(option) for option in pool.options}) == len(pool.options) <= 5
    assert all(normalised(option) for option in pool.options)
    for i, item in enumerate(dataset):
        of_passage = {normalised(o) for other in dataset if other.passage_id == item.passage_id for o in other.options}
        assert pool.allowed[i].tolist() == [normalised(option) not in of_passage for option in pool.options]
    for option, origins in zip(pool.options, pool.origins, strict=True):
        holding = [item.id for item in dataset if normalised(option) in map(normalised, item.options)]
        assert list(origins) == holding


@settings(deadline=None, max_examples=40)
@given(small_exams(), st.integers(0, 1000), st.sampled_from(["random", "strongest", "weakest"]))
def test_shares_and_attacks_are_those_of_scoring_the_swapped_questions_again(dataset, seed, replace):
    def score(question, option):
        return float(draw(seed, question, normalised(option)) % 7)  # ties are common

    findings = found(dataset, score, replace=replace, seed=seed, top=3)
    if not findings["magnets"].tables:
        passages = {item.passage_id for item in dataset}
        texts = [normalised(option) for item in dataset for option in item.options]
        assert all(len(_passages_with(dataset, text)) == len(passages) for text in texts if text)
        return
    curve = values_of(findings["magnets"].table("interference"))
    for option, interference, n in zip(curve["option"], curve["interference"], curve["n"], strict=True):
        tried = [i for i in dataset if normalised(option) not in _of_passage(dataset, i)]
        wins = [score(i.question, option) > max(score(i.question, o) for o in i.options) for i in tried]
        assert (n, interference) == (len(tried), pytest.approx(np.mean(wins)))
        place = curve["option"].index(option)
        bounds = share(np.array(wins), cluster_codes([i.passage_id for i in tried]))
        assert (curve["low"][place], curve["high"][place]) == pytest.approx((bounds.low, bounds.high))

    gone = [_replaced(item, replace, seed, score) for item in dataset]

    def made(item, option):
        return item.answer is not None and normalised(option) not in _of_passage(dataset, item)

    if not findings["attack"].tables:
        assert not any(
            made(item, o) for item in dataset for o in findings["validation"].table("validation").values("option")
        )
        return
    attacks = values_of(findings["attack"].table("attacks"))
    for row, option in enumerate(attacks["option"]):
        stable = []
        for item, place in zip(dataset, gone, strict=True):
            if not made(item, option):
                continue
            assert place != item.answer
            kept = {k: score(item.question, o) for k, o in enumerate(item.options) if k != place}
            best, magnet = max(kept.values()), score(item.question, option)  # a tie is not the magnet's win
            right = (kept[item.answer] == best) / list(kept.values()).count(best)
            stable.append(0.0 if magnet > best else right)
        assert attacks["n"][row] == len(stable)
        assert attacks["after"][row] == attacks["stable"][row] == pytest.approx(np.mean(stable))
        assert attacks["caught"][row] + attacks["stable"][row] <= 1 + 1e-9


def _passages_with(dataset, text):
    return {item.passage_id for item in dataset if text in map(normalised, item.options)}


def _of_passage(dataset, item):
    return {normalised(o) for other in dataset if other.passage_id == item.passage_id for o in other.options}


def test_the_outcomes_of_an_attack_are_told_apart_as_in_the_paper():
    # four readings of one question whose answer is C; the magnet stands where B was (Lin et al., 2021, Figure 1)
    items = [Item(f"q{i}", "p", "text", "ask", ("w", "x", "y", "z"), 2) for i in range(4)]
    own = [[1, 0, 5, 2], [1, 0, 5, 2], [6, 0, 5, 2], [1, 9, 5, 2]]
    choices = read_choices(items, np.array(own, dtype=np.float32).ravel())
    magnet = np.array([[7], [4], [5], [5]], dtype=np.float32)
    outcomes = attacked(choices, np.array([1, 1, 1, 1]), magnet, np.ones((4, 1), dtype=bool))
    assert outcomes.caught[:, 0].tolist() == [True, False, False, False]  # above all: caught
    assert outcomes.stable[:, 0].tolist() == [False, True, False, True]  # the answer wins; A does; B made place for C


def test_unlabelled_questions_count_in_the_screen_and_not_in_the_attacks():
    dataset = exam()
    half = dataset.with_items([dataclasses.replace(i, answer=None) if i.id.endswith("0") else i for i in dataset])
    findings = found(half, drawn_to_the_magnet(dataset))
    assert findings["magnets"].table("interference").values("n")[0] == 44
    assert findings["attack"].table("attacks").values("n")[0] == 33
    assert findings["magnets"].items.values("chosen_after")[4:6] == [None, "magnet"]


def test_an_exam_without_answers_is_screened_and_claims_no_accuracy():
    dataset = exam(answered=False)
    findings = found(dataset, drawn_to_the_magnet(dataset))
    assert findings["attack"].numbers == ()
    assert "No answer is known" in findings["attack"].sentence
    assert set(findings["validation"].table("validation").values("before")) == {None}
    assert findings["validation"].table("validation").values("holds")[0] is True
    assert MAGNET in findings["magnets"].sentence


def test_with_two_options_the_only_wrong_one_is_replaced():
    dataset = exam(options=2)
    findings = found(dataset, drawn_to_the_magnet(dataset))
    assert findings["attack"].table("attacks").values("after")[0] == 0.0


def test_every_question_tells_what_beat_it_and_what_the_attack_did():
    dataset = exam()
    rows = values_of(found(dataset, drawn_to_the_magnet(dataset), pool_size=300)["magnets"].items)
    assert (rows["beaten_by"][0], rows["strongest"][0], rows["chosen_after"][0]) == (0, None, None)  # its own passage
    assert (rows["beaten_by"][4], rows["strongest"][4], rows["chosen_after"][4]) == (1, MAGNET, "magnet")
    assert (rows["correct_before"][4], rows["correct_after"][4], rows["chosen_before"][4]) == (True, False, "B")
    assert rows["tried"][0] == 192 - 16


def test_the_list_of_attackers_holds_only_so_many_option_combinations():
    dataset = exam()
    series = ("A and B", "B and C", "A, B and C", "all of the above", "none of these")
    score = honest(dataset)
    findings = found(
        dataset, lambda q, o: 5.0 if o in series else score(q, o), pool=(*series, "x", "y"), series_at_most=2
    )
    table = values_of(findings["attack"].table("attacks"))
    assert (sum(table["series"]), len(table["option"])) == (2, 4)
    assert sum(findings["magnets"].table("interference").values("series")) == 5


def test_a_given_pool_obeys_the_constraints_and_is_taken_once_each():
    dataset = exam(passages=3)
    pool = given_pool(dataset, ["Option 0 0 0.", "new", "NEW", "new "])
    assert pool.options == ("Option 0 0 0.", "new")
    assert pool.allowed[:, 0].tolist() == [False] * 4 + [True] * 8
    assert found(dataset, noise, pool=("new",))["magnets"].table("interference").values("origins") == ["given"]


def test_a_larger_pool_holds_the_smaller_one_whatever_the_order_of_the_questions():
    dataset = exam()
    backwards = dataset.with_items(dataset.items[::-1])
    small, large = drawn_pool(dataset, dataset, 20, 3), drawn_pool(backwards, backwards, 60, 3)
    assert large.options[:20] == small.options
    assert drawn_pool(dataset, dataset, 20, 4).options != small.options


@pytest.mark.parametrize(("passages", "settings"), [(3, {}), (12, {"confirm_share": 0})])
def test_where_nothing_is_kept_from_the_search_this_is_said(passages, settings):
    dataset = exam(passages=passages)
    finding = found(dataset, drawn_to_the_magnet(dataset), **settings)["validation"]
    assert "whether the magnets also work elsewhere is unknown" in finding.sentence
    assert set(finding.table("validation").values("unseen")) == {None}
    assert not any(finding.table("validation").values("holds"))


def test_reordering_options_changes_nothing():
    dataset = exam(passages=6)
    turned = dataset.with_items(
        [dataclasses.replace(i, options=i.options[::-1], answer=len(i.options) - 1 - i.answer) for i in dataset]
    )
    first, second = (found(d, noise, replace="strongest") for d in (dataset, turned))
    for name in ("magnets", "validation", "features"):
        assert first[name].tables == second[name].tables
        assert first[name].sentence == second[name].sentence
    assert first["attack"].table("attacks") == second["attack"].table("attacks")


@pytest.mark.parametrize(
    ("settings", "steps"),
    [
        ({}, ["magnets", "validation", "agreement", "features", "transfer_attack", "attack"]),
        ({"select_on": ["a"]}, ["magnets", "validation", "features", "transfer_attack", "attack"]),
        ({"mode": "race"}, ["magnets", "race", "validation", "transfer_attack", "attack"]),
        ({"search": False, "pool": [MAGNET]}, ["magnets", "given", "attack"]),
    ],
)
def test_each_step_with_two_systems_is_a_finding_that_records_the_settings(settings, steps):
    dataset = exam()
    magnets, score = Magnets(**SMALL, **settings), drawn_to_the_magnet(dataset)
    answers = dict.fromkeys("ab", lambda context, option: score(context.question, option))
    findings = magnets.run(dataset, FakePanel(answers, views=dict.fromkeys("ab", "QOC")))
    assert [finding.experiment for finding in findings] == steps
    assert all(finding.settings == magnets.record for finding in findings)


def test_of_a_system_for_each_view_only_the_richest_is_screened():
    panel = fake(noise, ("O", "QO"))
    Magnets(**SMALL).run(exam(), panel)
    assert {name for name, *_ in panel.requests} == {"QO"}
    assert any("view QO" in note for note in found(exam(), lambda q, o: 0.0, views=("QO",))["magnets"].remarks)


def test_where_all_is_screened_each_cell_is_asked_for_once():
    panel = fake(noise)
    Magnets(**SMALL).run(exam(), panel)
    assert [label for _, label, *_ in panel.requests] == ["own options", "screen"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"replace": "best"}, "replace 'best' does not exist. Known: random, strongest, weakest, each"),
        ({"pool_size": 0}, "pool_size is 0"),
        ({"top": 0}, "top is 0; expected a whole number of 1 or more"),
        ({"series_at_most": -1}, "series_at_most is -1"),
        ({"confirm_share": 1.0}, "confirm_share is 1.0"),
        ({"confirm_share": "half"}, "confirm_share is 'half'; expected a share"),
        ({"replace": ["random"]}, "replace .* does not exist"),
        ({"error": 0.1}, "error belongs to the race"),
        ({"mode": "race", "error": 0}, "error is 0; expected a probability"),
        ({"pool": (1, 2)}, r"pool is \(1, 2\); expected a list of texts"),
    ],
)
def test_settings_that_cannot_be_are_refused_when_made(settings, message):
    with pytest.raises(UsageError, match=message):
        Magnets(**settings)


def test_with_one_passage_nothing_is_scored_and_the_finding_says_why_and_what_to_do():
    dataset = exam(passages=1)
    panel = fake(noise)
    (finding,) = Magnets().run(dataset, panel)
    assert panel.requests == []
    assert (finding.numbers, finding.tables, finding.items) == ((), (), None)
    assert "options of other passages are needed, and this exam has only one" in finding.sentence
    assert """--set 'magnets.pool=["All of the above","None of these"]'""" in finding.sentence
    given = found(dataset, noise, pool=["All of the above"], series_at_most=None)["magnets"]
    assert given.table("interference").values("option") == ["All of the above"]


def test_options_that_occur_under_every_passage_cannot_be_a_pool():
    same = Dataset("true or false", tuple(Item(f"q{i}", f"p{i}", "x", "y", ("True", "False"), 0) for i in range(4)))
    panel = fake(noise)
    Magnets().run(same, panel)
    assert panel.requests == []
    assert "every option occurs under every passage" in found(same, noise)["magnets"].sentence
    with pytest.raises(UsageError, match="can be tried"):
        Magnets(pool=("true.",)).run(same, fake(noise))
    with pytest.raises(UsageError, match="empty"):
        Magnets(pool=("ok", " ")).run(same, fake(noise))


def test_a_search_names_every_way_to_replace_an_option():
    assert (*REPLACEMENTS, EACH_MAGNET) == REPLACE


def test_intervals_hold_for_all_magnets_of_a_table_together():
    """The more options a table has, the wider its intervals, as their z says: 1.96 for one, 2.81 for ten."""
    dataset = exam(passages=40)
    kept = [found(dataset, noise, top=top)["validation"].table("validation").rows()[0] for top in (1, 10)]
    assert kept[0]["option"] == kept[1]["option"]
    assert kept[0]["unseen"] == kept[1]["unseen"]
    one, ten = (row["high"] - row["low"] for row in kept)
    assert 1.25 < ten / one < 2.81 / 1.96 + 0.02
    pool = [f"an irrelevant thing {n}" for n in range(10)]
    given = [found(dataset, noise, search=False, pool=pool[:n])["given"].table("given").rows()[0] for n in (1, 10)]
    assert given[0]["whole"] == given[1]["whole"]
    one, ten = (row["high"] - row["low"] for row in given)
    assert 1.25 < ten / one < 2.81 / 1.96 + 0.02


def test_a_magnet_holds_up_by_its_interval_and_not_by_its_estimate():
    """Any foreign option takes every second question; the magnet takes a few more, and another one takes all."""
    dataset = exam(passages=16)
    own = {item.question: item for item in dataset}

    def score(question, option):
        _, passage, place = question.split()
        item = own[question]
        if option in item.options:
            return float(option == item.options[item.answer])
        weak = int(place) % 2 == 0 or (option == MAGNET and int(passage) % 2 == 0 and place == "1")
        return 2.0 if weak or option == "it takes everything" else -1.0

    pool = [MAGNET, "it takes everything", *(f"a plain one {n}" for n in range(8))]
    findings = found(dataset, score, pool=pool, top=2, replace="random")
    rows = {row["option"]: row for row in findings["validation"].table("validation").rows()}
    assert rows["it takes everything"]["holds"]
    magnet, average = rows[MAGNET], findings["magnets"].number("mean interference", "QOC").value
    assert magnet["unseen"] > average > magnet["low"]
    assert magnet["after"] < magnet["before"] - 0.3
    assert not magnet["holds"]


def test_option_combinations_count_among_the_cells_of_a_race():
    """Of a pool no larger than the top nothing is dropped, so that a race asks for what a full screen asks for."""
    dataset = exam(passages=8)
    pool = ["all of the above", "both A and C", "none of the above", "a plain one", "another"]
    race = found(dataset, noise, pool=pool, top=10, mode="race")["race"]
    assert race.number("cells of a full screen").value == race.number("cells asked for").value > 0
    assert race.number("share of the full screen").value == 1.0


def _replaced(item, way, seed, score):
    """Return the wrong option that gives way: of equals the first, at random by seed and id; None without a key."""
    if item.answer is None:
        return None
    wrong = [place for place in range(len(item.options)) if place != item.answer]
    if way == "random":
        return wrong[draw(seed, "replace", item.id) % len(wrong)]
    return (max if way == "strongest" else min)(wrong, key=lambda k: score(item.question, item.options[k]))
