"""The law of verdicts: what a sentence says is what its own interval allows, and of nothing nothing is said."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.core.results import Finding
from magnetite.experiments.accuracy.experiment import Accuracy
from magnetite.experiments.following.experiment import Following
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.stats.verdict import FEWEST_PASSAGES, MARGIN, Verdict
from magnetite.testing import FakePanel
from tests.laws.figures import drawn_exam, reasons

SIDES = set(Verdict)
VIEWS = ("O", "QO", "QOC")


def system(random: np.random.Generator, skill: float) -> Any:
    """Return a system that prefers the key by `skill`, the same for the same question and option."""
    noise: dict[tuple[str, str, str], float] = {}

    def score(context: Any, option: str) -> float:
        key = (context.text, context.question, option)
        return noise.setdefault(key, float(random.normal()))

    def answer(dataset: Dataset) -> dict[str, Any]:
        keys = {(item.question, item.options[item.answer or 0]) for item in dataset}

        def skilled(context: Any, option: str) -> float:
            own = {(context.question, option)} & keys or {key for key in keys if key[1] == option}
            return score(context, option) + (skill if own else 0.0)

        return dict.fromkeys(VIEWS, skilled)

    return answer


def findings(random: np.random.Generator, dataset: Dataset, skill: float) -> Iterator[Finding]:
    panel = FakePanel(system(random, skill)(dataset))
    for experiment in (Accuracy(), Shortcuts(), Following()):
        yield from experiment.run(dataset, panel)


def verdicts(finding: Finding) -> Iterator[tuple[str, Verdict, dict[str, Any]]]:
    """Yield every verdict that a finding gives, with the code that says it and what stands beside it."""
    for reason in reasons([finding.answer, *finding.notes]):
        for name in ("verdict", "side"):
            if reason.values.get(name) in SIDES:
                yield reason.code, Verdict(reason.values[name]), dict(reason.values)


def against(values: dict[str, Any]) -> tuple[float, float, float]:
    """Return the interval that a verdict's sentence shows, and what it is compared with."""
    for name in ("gain", "gap", "loss", "more"):
        if isinstance(shown := values.get(name), Reason):
            return shown.values.get("low", -1.0), shown.values.get("high", 1.0), 0.0
    shown = values["interval"]
    null = next(values[name] for name in ("guessing", "expected") if name in values)
    return shown.values.get("low", 0.0), shown.values.get("high", 1.0), null


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 100_000), st.integers(3, 40), st.integers(1, 12), st.sampled_from([-2.0, 0.0, 0.5, 1.0, 4.0]))
def test_every_verdict_is_what_the_interval_in_its_own_sentence_allows(seed, questions, passages, skill):
    random = np.random.default_rng(seed)
    dataset = drawn_exam(random, questions, passages)
    for finding in findings(random, dataset, skill):
        for code, side, values in verdicts(finding):
            low, high, null = against(values)
            if side == Verdict.ABOVE:
                assert low > null, code
            elif side == Verdict.BELOW:
                assert high < null, code
            elif side == Verdict.OPEN and (low > null or high < null) and "interval" not in values:
                assert "writing-gain-doubted" in {each.code for each in reasons([*values.values()])}, code
            elif side == Verdict.LEVEL:
                assert null - MARGIN <= low, code
                assert high <= null + MARGIN, code


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 100_000), st.integers(3, 20), st.integers(1, 7))
def test_of_a_few_passages_it_is_said_first_that_they_are_few_and_nothing_is_concluded_of_differences(
    seed, questions, passages
):
    random = np.random.default_rng(seed)
    dataset = drawn_exam(random, questions, passages)
    few = len({item.passage_id for item in dataset}) < FEWEST_PASSAGES
    for finding in findings(random, dataset, 1.0):
        if "QO" in finding.sentence or not finding.numbers:
            continue
        assert "too-few" in {reason.code for reason in reasons(finding.answer)} or not few
        assert "interval 0% to 100%" not in finding.sentence
        if few:
            assert not {code for code, _, _ in verdicts(finding)} & {
                *("accuracy-beside-longest", "shortcuts-passage-adds", "shortcuts-question-adds")
            }


@pytest.mark.parametrize("skill", [0.0])
def test_where_a_system_only_guesses_a_side_is_named_in_few_of_a_hundred_draws(skill):
    """Each verdict by itself: 300 exams of guesses, of which an interval of 95% misses 15; 25 are beyond luck."""
    clear, said = Counter(), Counter()
    for seed in range(300):
        random = np.random.default_rng(seed)
        dataset = drawn_exam(random, 60, 20)
        for finding in findings(random, dataset, skill):
            for code, side, _ in verdicts(finding):
                said[code] += 1
                clear[code] += side.clear
    assert {"accuracy-beside-longest", "shortcuts-without", "shortcuts-passage-adds", "following-errors"} <= set(said)
    assert {code: count for code, count in clear.items() if count > 25} == {}


@pytest.mark.parametrize("skill", [3.0])
def test_where_a_system_knows_the_keys_it_is_said(skill):
    clear = Counter()
    for seed in range(20):
        random = np.random.default_rng(seed)
        for finding in findings(random, drawn_exam(random, 60, 20), skill):
            clear.update(code for code, side, _ in verdicts(finding) if side == Verdict.ABOVE)
    assert clear["accuracy-beside-longest"] == clear["shortcuts-without"] == 20
