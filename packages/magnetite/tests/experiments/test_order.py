"""A preference for a position is found where it is planted, an honest system is cleared, and PriDe divides it out."""

from dataclasses import asdict
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells
from magnetite.experiments.asking import draw
from magnetite.experiments.order.experiment import Order, in_order
from magnetite.experiments.registry import BY_DEFAULT, EXPERIMENTS
from magnetite.stats.positions import position_prior, preference_p, question_priors, without_prior
from magnetite.testing import FakePanel, check_experiment
from tests.tables import values_of

FEW = {"resamples": 200}


def exam(questions=80, options=(4,), *, answered=True):
    items = []
    for q in range(questions):
        k = options[q % len(options)]
        texts = tuple(f"option {q} {place}" for place in range(k))
        items.append(
            Item(f"q{q}", f"p{q // 2}", f"text {q // 2}", f"ask {q}", texts, (q * 7) % k if answered else None)
        )
    return Dataset("made up", tuple(items))


def noise(*names):
    return draw(5, *names) / 2**64


def reader(dataset, skill=1.0, bias=(), luck=1.0):
    """Make a list-wise system: the key scores `skill`, the option in position j `bias[j]`, each by chance up to `luck`.

    The chance belongs to question and option, whatever the order.
    """
    keys = {item.question: None if item.answer is None else item.options[item.answer] for item in dataset}

    def score(context, option):
        place = context.shown.index(option)
        own = skill * (keys[context.question] == option) + luck * noise(context.question, option)
        return own + (bias[place] if place < len(bias) else 0.0)

    return score


def found(dataset, score, view="QOC", **own):
    panel = FakePanel({view: score}, listwise=True)
    order = Order(**{**FEW, **own})
    (finding,) = order.run(dataset, panel)
    assert finding.settings == asdict(order)
    return finding, panel


def test_a_system_that_scores_options_one_by_one_is_asked_nothing():
    panel = FakePanel({"QOC": lambda context, option: 1.0})
    (finding,) = Order().run(exam(), panel)
    assert panel.requests == []
    assert "order of the options cannot change its answers" in finding.sentence
    assert (finding.numbers, finding.tables) == ((), ())


def test_a_planted_preference_is_found_and_divided_out():
    dataset = exam(200)
    finding, _ = found(dataset, reader(dataset, skill=0.6, bias=(0.0, 0.0, 1.0, 0.0)))
    assert finding.number("position preference, p").value < 0.01
    chosen = finding.number("most chosen position", "C")
    assert chosen.low > 0.5
    positions = values_of(finding.table("positions"))
    assert positions["position"] == ["A", "B", "C", "D"]
    assert sum(positions["share"]) == pytest.approx(1)
    assert positions["even"] == [0.25] * 4
    assert positions["prior"] == pytest.approx((np.exp([0, 0, 1, 0]) / np.exp([0, 0, 1, 0]).sum()).tolist(), abs=1e-6)
    gain = finding.number("debiasing adds")
    assert gain.low > 0.1
    assert gain.n == 180  # a share of 5% would be 10 questions: at least 20 are taken
    after = {row["measure"]: row for row in finding.table("debiasing").rows()}
    assert after["answer changes"]["after"] == 0.0
    assert after["answer changes"]["before"] > 0.5
    assert "It prefers the option shown as C" in finding.sentence
    assert "With that preference divided out, accuracy over the orders goes from" in finding.sentence


@pytest.mark.parametrize("orders", ["rotations", "permutations"])
def test_the_mean_over_rotations_has_no_preference_left_and_says_what_it_costs(orders):
    dataset = exam(200, options=(4, 3))
    knowing, biased = reader(dataset, skill=0.6), reader(dataset, skill=0.6, bias=(0.0, 0.0, 1.0))
    wanted, _ = found(dataset, knowing, orders=orders)
    finding, _ = found(dataset, biased, orders=orders)
    honest = {(row["options"], row["way"]): row for row in wanted.table("ways").rows()}
    ways = {(row["options"], row["way"]): row for row in finding.table("ways").rows()}
    for k in (3, 4):
        averaged, plain = ways[k, "mean over rotations"], honest[k, "in the exam's order"]
        assert averaged["accuracy"] == plain["accuracy"] > ways[k, "in the exam's order"]["accuracy"]
        assert averaged["loss"] == pytest.approx(plain["loss"], abs=1e-6)
        assert (averaged["asks"], plain["asks"]) == (k, 1)
        divided = ways[k, "in the exam's order, estimated preference divided out"]
        assert divided["accuracy"] == pytest.approx(plain["accuracy"], abs=0.03)
    assert ((4, "mean over all orders asked") in ways) == (orders == "permutations")


def test_a_system_that_reads_and_ignores_the_order_is_cleared():
    dataset = exam()
    finding, _ = found(dataset, reader(dataset, skill=2.0))
    assert finding.number("answer changes").value == 0.0
    assert finding.number("right in all rotations").value == 1.0
    assert finding.number("lowest accuracy").value == finding.number("highest accuracy").value == 1.0
    assert finding.number("position preference, p").value == 1.0
    assert values_of(finding.table("positions"))["share"] == [0.25] * 4
    assert "Nothing shows that it prefers a position" in finding.sentence


@pytest.mark.parametrize(
    ("questions", "options", "said"),
    [
        (8, 4, "8 questions on 4 passages are too few to say anything about others."),
        (10, 2, "These are too few passages to tell whether it prefers a position."),
        (10, 4, "It prefers the option shown as B"),
    ],
)
def test_of_too_few_passages_no_preference_is_denied(questions, options, said):
    dataset = exam(questions, (options,))
    finding, _ = found(dataset, reader(dataset, skill=0.0, bias=(0.0, 5.0)))
    assert finding.number("most chosen position", "B").value == 1.0
    assert said in finding.sentence


def test_a_system_that_only_takes_a_position_is_right_where_the_key_stands_there():
    dataset = exam()
    finding, _ = found(dataset, reader(dataset, skill=0.0, bias=(5.0,)))
    most = finding.number("most chosen position", "A")
    assert (most.value, most.n) == (1.0, 320)
    assert most.low == pytest.approx(1 / (1 + 1.96**2 / 80), abs=0.01)  # Wilson's, of 80 questions and not 320 choices
    assert finding.number("answer changes").value == 1.0
    assert finding.number("right in all rotations").value == 0.0
    assert finding.number("accuracy over orders").value == pytest.approx(0.25)
    share = sum(item.answer == 0 for item in dataset) / len(dataset)
    first = finding.table("by_order").rows()[0]
    assert (first["order"], first["accuracy"]) == ("A B C D", pytest.approx(share))
    before = {row["measure"]: row["before"] for row in finding.table("debiasing").rows()}
    assert before["right as the exam has it"] == pytest.approx(share, abs=0.1)  # not of the questions fitted on
    assert (before["right on average"], before["right in all rotations"], before["answer changes"]) == (0.25, 0, 1)


def test_luck_that_changes_with_the_order_is_no_preference():
    dataset = exam(200)

    def score(context, option):
        return noise(context.question, option, *context.shown)

    finding, _ = found(dataset, score)
    assert finding.number("answer changes").value > 0.9
    assert finding.number("position preference, p").value > 0.01
    assert finding.number("right in all rotations").value < 0.05


def test_the_worked_example_of_pride():
    # One question of three options whose real probabilities are 0.5, 0.3, 0.2, asked by a system whose prior of the
    # positions is 0.6, 0.3, 0.1. In the order a b c it gives 0.30, 0.09, 0.02 of 0.41; in b c a 0.18, 0.06, 0.05 of
    # 0.29; in c a b 0.12, 0.15, 0.03 of 0.30. Position A's mean logarithm is log(0.6) plus the mean of the logarithms
    # of 0.5, 0.3 and 0.2 less those of the sums; those of B and C differ only in the first term: the prior comes back.
    own, prior = np.array([0.5, 0.3, 0.2]), np.array([0.6, 0.3, 0.1])
    orders = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    products = own[orders] * prior
    observed = products / products.sum(axis=1, keepdims=True)
    assert observed[0] == pytest.approx([0.30 / 0.41, 0.09 / 0.41, 0.02 / 0.41])
    logs = np.log(observed)[None]
    assert position_prior(logs) == pytest.approx(prior)
    debiased = np.exp(without_prior(logs, prior))[0]
    assert debiased == pytest.approx(own[orders])


def test_the_prior_of_several_questions_is_the_mean_of_theirs():
    logs = np.log([[[0.8, 0.2], [0.8, 0.2]], [[0.4, 0.6], [0.4, 0.6]]])
    assert question_priors(logs) == pytest.approx(np.array([[0.8, 0.2], [0.4, 0.6]]))
    assert position_prior(logs) == pytest.approx([0.6, 0.4])


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.floats(-3, 3), min_size=2, max_size=5),
    st.lists(st.lists(st.floats(-6, 6), min_size=5, max_size=5), min_size=1, max_size=6),
)
def test_any_prior_comes_back_whatever_the_questions(bias, questions):
    k = len(bias)
    own = np.array(questions)[:, :k]
    orders = np.array([[(place + turn) % k for place in range(k)] for turn in range(k)])
    scores = own[:, orders] + np.array(bias)  # (items, orders, k)
    logs = scores - np.log(np.exp(scores).sum(axis=2, keepdims=True))
    prior = position_prior(logs)
    assert prior == pytest.approx(np.exp(bias) / np.exp(bias).sum())
    left = without_prior(logs, prior)
    expected = own[:, orders] - np.log(np.exp(own).sum(axis=1))[:, None, None]
    assert left == pytest.approx(expected)


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 6), st.integers(2, 40), st.integers(0, 3), st.sampled_from(["rotations", "permutations"]))
def test_every_option_stands_equally_often_in_every_position(options, most, seed, orders):
    listed = Order(orders=orders, most=most, seed=seed).orders_of(options)
    assert listed[0] == tuple(range(options))
    assert len(set(listed)) == len(listed)
    room = max(options, most // options * options)
    assert len(listed) == (options if orders == "rotations" else min(factorial(options), room))
    counts = np.array(
        [[sum(order[place] == option for order in listed) for option in range(options)] for place in range(options)]
    )
    assert (counts == len(listed) // options).all()


def test_all_permutations_are_asked_where_there_is_room():
    assert len(set(Order(orders="permutations").orders_of(4))) == 24
    assert len(Order(orders="permutations", most=20).orders_of(5)) == 20
    assert Order(orders="permutations", most=2).orders_of(3) == Order().orders_of(3)


def test_orders_are_asked_for_as_whole_questions():
    dataset = exam(3)
    _, panel = found(dataset, reader(dataset))
    [(name, label, cells, _members)] = panel.requests
    assert (name, label, len(cells)) == ("QOC", "orders", 3 * 4 * 4)
    shown = [in_order(item, order) for item in dataset for order in Order().orders_of(4)]
    assert np.array_equal(cells.keys(), own_cells(shown).keys())


def test_questions_of_different_size_are_compared_among_themselves():
    dataset = exam(90, options=(4, 3, 2))
    finding, _ = found(dataset, reader(dataset, skill=0.3, bias=(0.0, 0.8)))
    positions = finding.table("positions").rows()
    assert [(row["options"], row["position"]) for row in positions] == [
        *((2, letter) for letter in "AB"),
        *((3, letter) for letter in "ABC"),
        *((4, letter) for letter in "ABCD"),
    ]
    assert [row["even"] for row in positions[:2]] == [0.5, 0.5]
    assert finding.number("most chosen position", "B, 4 options").value > 0.4
    assert finding.number("answer changes").n == 90
    assert finding.number("lowest accuracy", "3 options").n == 30


def test_without_answers_there_are_changes_and_positions_but_no_accuracy():
    dataset = exam(answered=False)
    finding, _ = found(dataset, reader(dataset, bias=(1.0,)))
    assert {n.label for n in finding.numbers} == {"answer changes", "most chosen position", "position preference, p"}
    assert {each.name for each in finding.tables} == {"positions", "debiasing"}
    assert set(finding.items.values("right")) == {None}


def test_ties_choose_the_first_and_speak_for_no_position():
    finding, _ = found(exam(), lambda context, option: 0.0)
    assert set(values_of(finding.table("positions"))["n"]) == {0}
    assert {n.label for n in finding.numbers}.isdisjoint({"most chosen position", "position preference, p"})
    assert any("320 of 320 answers several options share the top score" in note for note in finding.remarks)


def test_options_of_the_same_text_are_one_option():
    item = Item("q", "p", "text", "ask", ("yes", "yes", "no"), 1)
    dataset = Dataset("twice", (item, Item("r", "p2", "text", "other", ("a", "b", "c"), 0)))
    finding, _ = found(dataset, lambda context, option: float(option in {"yes", "a"}))
    assert finding.items.values("changes") == [False, False]
    assert finding.items.values("right_all") == [True, True]


def test_a_trace_shows_where_each_option_stood_and_how_likely_it_was_there():
    dataset = exam(30)
    finding, _ = found(dataset, reader(dataset, bias=(3.0,)), trace="q7")
    rows = finding.table("trace").rows()
    assert len(rows) == 16
    assert [row["order"] for row in rows[::4]] == ["A B C D", "B C D A", "C D A B", "D A B C"]
    assert all(
        sum(row["probability"] for row in rows[start : start + 4]) == pytest.approx(1) for start in (0, 4, 8, 12)
    )
    assert [row["position"] for row in rows if row["chosen"]] == ["A"] * 4
    assert {row["option"] for row in rows if row["role"] == "answer"} == {dataset[7].answer_letter}
    with pytest.raises(UsageError, match="item 'q99' does not exist among the 30 questions"):
        found(dataset, reader(dataset), trace="q99")


def test_few_questions_are_asked_but_no_preference_is_estimated():
    dataset = exam(1)
    finding, _ = found(dataset, reader(dataset))
    assert values_of(finding.table("positions"))["prior"] == [None] * 4
    assert any("too few questions with 4 options" in note for note in finding.remarks)


def test_settings_that_cannot_be_right_are_refused():
    with pytest.raises(UsageError, match="rotations, permutations"):
        Order(orders="rotation")
    with pytest.raises(UsageError, match="most is 1; expected a whole number of 2 or more"):
        Order(most=1)
    with pytest.raises(UsageError, match="estimate_on is 1"):
        Order(estimate_on=1)


def test_an_audit_asks_for_it_only_by_name():
    assert "order" in EXPERIMENTS
    assert "order" not in BY_DEFAULT


@pytest.mark.parametrize("orders", ["rotations", "permutations"])
def test_the_contract_is_kept(orders):
    check_experiment(Order(orders=orders, trace="q3", **FEW))


def test_a_preference_of_few_passages_is_not_certain():
    counts = np.array([[4, 0, 0, 0]] * 6)
    assert preference_p(counts, np.zeros(6, dtype=np.int64)) == 1.0  # one passage, turned as a whole, says nothing
    assert preference_p(counts, np.arange(6)) < 0.01


def test_how_many_turns_are_drawn_at_a_time_changes_nothing(monkeypatch):
    random = np.random.default_rng(1)
    counts, passages = random.multinomial(4, [0.4, 0.2, 0.2, 0.2], size=10), np.arange(10)
    whole = preference_p(counts, passages, resamples=300)
    monkeypatch.setattr("magnetite.stats.positions.MOST_COUNTS", 7 * 40)
    assert preference_p(counts, passages, resamples=300) == whole
    assert 0.02 < whole < 0.9


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_turning_every_clusters_counts_does_not_favour_any_position(seed):
    random = np.random.default_rng(seed)
    counts, clusters = random.multinomial(4, [0.25] * 4, size=12), np.arange(12)
    turned = np.stack([np.roll(row, 1) for row in counts])
    assert preference_p(counts, clusters, resamples=400) == preference_p(turned, clusters, resamples=400)


def test_right_in_all_rotations_is_said_of_the_rotations_where_other_orders_are_asked_too():
    dataset = exam(60, options=(3, 4))
    keys = {item.question: item for item in dataset}

    def score(context, option):
        """Score the key highest wherever the options stand in the exam's order, turned or not, and lowest elsewhere."""
        item = keys[context.question]
        twice = "|".join(item.options * 2)
        return (1.0 if "|".join(context.shown) in twice else -1.0) * (option == item.options[item.answer])

    finding, _ = found(dataset, score, orders="permutations")
    assert finding.number("right in all rotations").value == 1.0
    assert set(finding.items.values("right_all")) == {True}
    assert finding.number("answer changes").value == 1.0
