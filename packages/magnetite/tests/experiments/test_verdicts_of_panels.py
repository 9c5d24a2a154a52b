"""What is said of orders, sentences, candidates and exams is what an interval allows, and of luck nothing is said."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import Reason
from magnetite.core.results import Finding
from magnetite.experiments.description.finding import describe
from magnetite.experiments.items.experiment import TRUSTED, Items
from magnetite.experiments.order.experiment import Order
from magnetite.experiments.span.experiment import SPAN_FIELD, CriticalSpan
from magnetite.report.wording import said, speaking
from magnetite.stats.verdict import FEWEST_PASSAGES, MARGIN, SURE_P, Verdict
from magnetite.testing import FakePanel
from tests.laws.figures import drawn_exam, reasons

CODES = {"order-preference", "order-debiased", "span-cost", "items-contradicted", "items-untrusted"}


def told(finding: Finding) -> dict[str, dict[str, Any]]:
    """Return the reasons of a finding that give a verdict, by their codes."""
    return {each.code: dict(each.values) for each in reasons(finding.answer) if "verdict" in each.values}


def bounds(values: dict[str, Any]) -> tuple[float, float, float]:
    """Return the interval that stands in a sentence, and what it is compared with."""
    shown = values.get("gain", values.get("interval")).values
    return shown.get("low", -1.0), shown.get("high", 1.0), values.get("even", values.get("trusted", 0.0))


def allowed(values: dict[str, Any]) -> set[str]:
    low, high, null = bounds(values)
    if low > null:
        return {"above"}
    if high < null:
        return {"below"}
    return {"level", "open"} if null - MARGIN <= low and high <= null + MARGIN else {"open"}


def ordered(random: np.random.Generator, dataset: Dataset, bias: float, skill: float = 0.0) -> Finding:
    """Ask a system that knows by `skill`, and likes the first option by `bias`, beside luck."""
    keys = {item.question: item.options[item.answer or 0] for item in dataset}
    luck: dict[tuple[str, str, int], float] = {}

    def score(context: Any, option: str) -> float:
        place = context.shown.index(option)
        own = luck.setdefault((context.question, option, place), float(random.normal()))
        return own + bias * (place == 0) + skill * (keys[context.question] == option)

    return Order(resamples=200).run(dataset, FakePanel({"QOC": score}, listwise=True))[0]


def few(dataset: Dataset) -> bool:
    return len({item.passage_id for item in dataset}) < FEWEST_PASSAGES


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(3, 40), st.integers(1, 20), st.sampled_from([0.0, 0.3, 1.0, 4.0]))
def test_a_preference_and_what_taking_it_away_is_worth_are_said_by_their_intervals(seed, questions, passages, bias):
    random = np.random.default_rng(seed)
    dataset = drawn_exam(random, questions, passages)
    finding = ordered(random, dataset, bias, skill=1.0)
    found = told(finding)
    if few(dataset):
        assert "too-few" in {reason.code for reason in reasons(finding.answer)}
        assert not found
    for code, values in found.items():
        sides = allowed(values)
        if code == "order-preference":
            p = {each.group: each.value for each in finding.numbers if each.label == "position preference, p"}
            about = p.get(f"{round(1 / values['even'])} options", p.get(""))
            sides |= {"open"} if about >= SURE_P else set()
        assert values["verdict"] in sides, code
    assert "order-debiased" not in found or found["order-preference"]["verdict"] == "above"


def test_where_positions_are_chosen_by_luck_a_preference_is_named_in_few_of_a_hundred_draws():
    named = Counter()
    for seed in range(100):
        random = np.random.default_rng(seed)
        found = told(ordered(random, drawn_exam(random, 60, 20), 0.0)).get("order-preference", {})
        named[str(found.get("verdict"))] += 1
    assert named["above"] <= 10
    assert named["open"] + named["level"] >= 85


def spanned(random: np.random.Generator, dataset: Dataset, cost: float) -> Finding:
    """Ask a system that is right by luck, less often without the sentence that the data names."""
    keys = {item.question: item.options[item.answer or 0] for item in dataset}
    luck: dict[tuple[str, str, str], float] = {}

    def score(context: Any, option: str) -> float:
        own = luck.setdefault((context.text, context.question, option), float(random.normal()))
        return own + cost * ("boats" in context.text) * (keys[context.question] == option)

    return CriticalSpan().run(dataset, FakePanel({"QOC": score}))[0]


def with_spans(dataset: Dataset, *, named: bool = True) -> Dataset:
    """Give every passage four sentences, of which the data names the first."""
    items = []
    for item in dataset:
        first = item.passage.partition(". ")[0] + "."
        passage = f"{first} They sail. It rains in the valley. Nobody came."
        about = {SPAN_FIELD: first} if named else {}
        items.append(Item(item.id, item.passage_id, passage, item.question, item.options, item.answer, metadata=about))
    return dataset.with_items(items)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(3, 40), st.integers(1, 20), st.sampled_from([0.0, 1.0, 4.0]))
def test_what_the_critical_sentence_costs_is_said_by_its_interval(seed, questions, passages, cost):
    random = np.random.default_rng(seed)
    dataset = with_spans(drawn_exam(random, questions, passages))
    found = told(spanned(random, dataset, cost))
    assert ("span-cost" in found) != few(dataset) or not found
    for values in found.values():
        assert values["verdict"] in allowed(values)


def test_of_a_sentence_that_costs_nothing_a_side_is_named_in_few_draws_and_never_of_one_found_by_its_cost():
    named = 0
    for seed in range(100):
        random = np.random.default_rng(seed)
        dataset = drawn_exam(random, 30, 15)
        named += told(spanned(random, with_spans(dataset), 0.0))["span-cost"]["verdict"].clear
        if seed < 20:
            assert not told(spanned(random, with_spans(dataset, named=False), 0.0))
    assert named <= 10
    random = np.random.default_rng(0)
    costly = told(spanned(random, with_spans(drawn_exam(random, 60, 30)), 6.0))
    assert costly["span-cost"]["verdict"] == "below"


def taken(random: np.random.Generator, dataset: Dataset, skills: list[float]) -> dict[str, Any]:
    keys = np.array([item.answer for item in dataset])
    counts = np.array([len(item.options) for item in dataset])
    wrong = (keys + 1 + random.integers(1 << 30, size=(len(skills), len(keys))) % np.maximum(counts - 1, 1)) % counts
    right = random.random((len(skills), len(keys))) < np.array(skills)[:, None]
    return {f"candidate {k}": row for k, row in enumerate(np.where(right, keys, wrong))}


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(5, 40), st.integers(1, 20), st.sampled_from([0.3, 0.6, 0.9]))
def test_keys_are_contradicted_only_by_the_interval_of_the_agreement_and_else_a_list_has_its_warning(
    seed, questions, passages, skill
):
    random = np.random.default_rng(seed)
    dataset = drawn_exam(random, questions, passages)
    finding = Items(taken(random, dataset, [skill] * 12)).run(dataset, FakePanel({}))[0]
    found = told(finding)
    for code, values in found.items():
        assert values["trusted"] == TRUSTED
        assert (values["verdict"] == "above") == (code == "items-contradicted")
        assert values["verdict"] in allowed(values) - {"level"}
    counted = any(each.label == "keys contradicted" for each in finding.numbers)
    assert counted == ("items-contradicted" in found)
    warned = any(each.code == "items-warning" for each in reasons(finding.answer))
    assert warned == (len(finding.table("keys")) > 0 and not counted)


def test_of_candidates_who_guess_no_key_is_ever_contradicted_and_few_vote():
    voters = 0
    for seed in range(40):
        random = np.random.default_rng(seed)
        dataset = drawn_exam(random, 40, 20)
        guesses = {f"guess {k}": np.array([random.integers(len(item.options)) for item in dataset]) for k in range(12)}
        finding = Items(guesses).run(dataset, FakePanel({}))[0]
        assert "items-contradicted" not in told(finding)
        silent = next((each.values["count"] for each in reasons(finding.answer) if each.code == "items-silent"), 0)
        voters += 12 - silent
    assert voters <= 0.05 * 40 * 12


@pytest.mark.parametrize("code", sorted(CODES - {"items-contradicted", "items-untrusted"}))
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_verdict_has_words_of_its_own(code, language):
    interval = Reason("writing-interval", {"low": 0.1, "high": 0.5})
    difference = Reason("writing-gain", {"value": 0.3, "low": 0.1, "high": 0.5})
    about = {"position": "A", "chosen": 0.3, "even": 0.25, "uneven": "even", "before": 0.1, "after": 0.2}
    values = {**about, "interval": interval, "gain": difference, "questions": Reason("count-question", {"many": 9})}
    with speaking(language):
        texts = Counter(said(Reason(code, {**values, "verdict": each.value})) for each in Verdict)
    assert max(texts.values()) == (1 if code != "order-preference" else 2)  # the largest share is never below


@pytest.mark.parametrize(
    ("lengths", "said_of"),
    [
        ([0] * 30 + [1] * 10, "clearly more often than guessing"),
        ([0] * 12 + [1] * 28, "not clearly more or less often than guessing"),  # 30% is more, its interval is not
        ([0] * 1 + [1] * 59, "clearly less often than guessing"),
        ([0] * 500 + [1] * 1500, "about as often as guessing"),
    ],
)
def test_the_longest_option_is_said_to_be_right_more_often_than_guessing_by_its_interval(lengths, said_of):
    items = [
        Item(f"q{n}", f"p{n}", "A text.", f"Which {n}?", ("a much longer one", "b", "c", "d"), answer)
        for n, answer in enumerate(lengths)
    ]
    assert said_of in describe(Dataset("made", tuple(items))).sentence


def test_of_one_passage_no_interval_is_printed_and_that_is_said_once():
    items = [Item(f"q{n}", "p", "A text.", f"Which {n}?", ("a longer one", "b", "c"), n % 2) for n in range(3)]
    finding = describe(Dataset("made", tuple(items)))
    assert "one passage is too few to compare the two" in finding.sentence.replace("1 passage", "one passage")
    assert "interval" not in finding.sentence
    assert np.isnan(finding.table("baselines").values("low")).all()
    assert np.isnan(finding.number("baseline", "longest").low)


@pytest.mark.parametrize(("skill", "side"), [(0.0, "open"), (2.0, "above")])
def test_what_taking_a_preference_away_is_worth_to_a_system_that_knows_nothing_is_left_open(skill, side):
    items = [Item(f"q{n}", f"p{n}", f"Text {n}.", f"Which {n}?", tuple("abcd"), n % 4) for n in range(80)]
    found = told(ordered(np.random.default_rng(1), Dataset("made", tuple(items)), 3.0, skill))
    assert found["order-preference"]["verdict"] == "above"
    assert found["order-debiased"]["gain"].values["value"] != 0
    assert found["order-debiased"]["verdict"] == side
