"""Systems that know nothing: intervals keep their rate, and what a search chose is no better than what it did not.

Each figure is one of many made-up exams. The bands are four standard deviations of a rate of 95%, on the side that
would do harm: of 80 intervals, at least 69 hold the truth.
"""

from random import Random
from typing import Any

import numpy as np
import pytest

import magnetite
from examfiles.items import Dataset, Item
from magnetite.experiments.choices import chance
from magnetite.experiments.items.experiment import fewer_questions
from magnetite.scorers.function import Function
from tests.laws.figures import MORE, noise
from tests.strategies import WORDS

EXAMS = int(MORE or 80)
LEAST = 0.95 - 4 * np.sqrt(0.95 * 0.05 / EXAMS)
QUICK: dict[str, Any] = {"store": "off"}


def made(seed: int, passages: int = 14, sizes: tuple[int, ...] = (2, 3, 4, 5)) -> Dataset:
    """Make an exam of uneven passages whose keys were drawn at random."""
    random, items = Random(seed), []
    for passage in range(passages):
        for number in range(random.randint(1, 4)):
            options = tuple(
                f"{random.choice(WORDS)} {seed} {passage} {number} {k}" for k in range(random.choice(sizes))
            )
            text, question = f"Story {passage} of {seed}.", f"What is {number} in {passage}?"
            key = random.randrange(len(options))
            items.append(Item(f"q{passage}-{number}", f"p{passage}", text, question, options, key))
    return Dataset(f"made {seed}", tuple(items))


def guesser(name: str = "guesses", together: float = 0.0) -> Function:
    """Make a system that guesses; `together`: how much a passage's questions have the same option of it."""

    def score(passage: str, question: str, option: str) -> float:
        return noise(name, passage, question, option) + together * noise(name, passage, option[-1])

    return Function(score, name, version=f"{together}")


@pytest.mark.parametrize("together", [0.0, 2.0], ids=["questions apart", "questions of a passage alike"])
def test_intervals_of_an_audit_hold_what_guesses_come_to(together: float) -> None:
    held: dict[str, list[bool]] = {}
    for seed in range(EXAMS):
        exam = made(seed)
        run = magnetite.audit(
            exam, guesser(together=together), experiments=("accuracy", "shortcuts"), views=("O", "QO", "QOC"), **QUICK
        )
        guessing = float(chance(exam.items).mean())
        accuracy, shortcuts = run.finding("accuracy"), run.finding("shortcuts")
        truths = {"accuracy": guessing, "passage adds": 0.0, "question adds": 0.0, "without passage above chance": 0.0}
        every = [accuracy.number("accuracy"), *shortcuts.numbers]
        for each in every:
            if each.label in truths:
                held.setdefault(f"{each.label} {each.group}", []).append(each.low <= truths[each.label] <= each.high)
    assert len(held) == 7
    assert {label: np.mean(each) for label, each in held.items() if np.mean(each) < LEAST} == {}


@pytest.mark.parametrize("rotations", [2, None], ids=["two rotations", "all rotations"])
def test_intervals_hold_where_a_system_likes_a_position_and_is_asked_in_few_of_four_orders(
    rotations: int | None,
) -> None:
    """Keys stand everywhere alike, so a liking for the first position is worth no more than guessing."""

    def score(passage: str, question: str, options: list[str]) -> list[float]:
        return [noise(passage, question, option) + 0.5 * (place == 0) for place, option in enumerate(options)]

    model, held = Function(score, "first", version="1", listwise=True), []
    for seed in range(EXAMS):
        exam = made(seed, sizes=(4,))
        found = magnetite.audit(
            exam, model, experiments=("accuracy",), asking=magnetite.Asking(rotations=rotations), **QUICK
        ).finding("accuracy")
        right = found.number("accuracy")
        held.append(right.low <= 0.25 <= right.high)
    assert np.mean(held) >= LEAST


def test_p_values_of_guesses_are_small_as_seldom_as_they_should_be() -> None:
    model = guesser()
    small = []
    for seed in range(EXAMS):
        run = magnetite.audit(made(seed), model, experiments=("shortcuts",), views=("O", "QO", "QOC"), **QUICK)
        found = run.finding("shortcuts")
        small += [found.number(f"{part} adds, McNemar p").value < 0.05 for part in ("passage", "question")]
    assert np.mean(small) <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / len(small))


def test_of_guessing_systems_magnets_that_were_chosen_win_no_more_often_elsewhere_than_any_option() -> None:
    gaps, lucky = [], []
    for seed in range(EXAMS // 4):
        models = [guesser("one"), guesser("two")]
        run = magnetite.magnets(made(seed, passages=10, sizes=(3,)), models, top=3, pool_size=30, **QUICK)
        checked, screen = run.finding("validation"), run.finding("magnets")
        for name in ("one QOC", "two QOC"):
            average = screen.number("mean interference", name).value
            gaps.append(checked.number("mean interference, not seen", name).value - average)
            lucky.append(checked.number("mean interference, where searched", name).value - average)
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / np.sqrt(len(gaps))
    assert np.mean(lucky) > 4 * np.std(lucky) / np.sqrt(len(lucky))  # the luckiest of many: what it shows is luck


def test_of_random_answers_chosen_questions_rank_no_better_than_drawn_ones() -> None:
    random, gaps = np.random.default_rng(2), []
    for _ in range(12):
        right = random.random((24, 40)) < 0.6
        rows = fewer_questions(right, np.arange(24)).rows()
        means = {(row["way"], row["size"]): row["correlation"] for row in rows}
        gaps += [means["chosen", size] - means["drawn", size] for way, size in means if way == "drawn" and size < 20]
    assert np.mean(gaps) <= 4 * np.std(gaps) / np.sqrt(12)
