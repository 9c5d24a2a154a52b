"""A system that is shown all options is asked lists with one option swapped, and an attack is what these lists say."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.core.scorer import NO_ANSWER
from magnetite.experiments.asking import draw
from magnetite.experiments.magnets.attack import attack_all
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.magnets.pool import given_pool
from magnetite.experiments.magnets.search import screen_all
from magnetite.testing import FakePanel
from tests.tables import values_of

MAGNET = "none of these"


def exam(passages=10, answered=True):
    items = [
        Item(
            f"q{p}.{q}",
            f"p{p}",
            f"text {p}",
            f"ask {p} {q}",
            tuple(f"option {p} {q} {k}" for k in range(3 + q)),
            (p + q) % 3 if answered else None,
        )
        for p in range(passages)
        for q in range(2)
    ]
    return Dataset("made up", tuple(items))


def noise(question, option):
    return draw(3, question, option) / 2**64


def answers(score, *, listwise):
    return FakePanel({"QOC": lambda context, option: score(context.question, option)}, listwise=listwise)


def run(experiment, dataset, panel):
    """Run an experiment, and return its findings by name."""
    return {finding.experiment: finding for finding in experiment.run(dataset, panel)}


def swapped(dataset, panel, pool, way, seed=0):
    screens = screen_all(
        panel, list(panel.panelists.values()), dataset.items, pool, own="own", label="pool", swap=(way, seed)
    )
    return screens, attack_all(screens, way, seed)["QOC"].swaps[0]


@pytest.mark.parametrize("listwise", [True, False])
def test_a_system_that_names_no_option_is_right_neither_before_nor_under_an_attack(listwise):
    dataset = exam()
    panel = answers(lambda question, option: NO_ANSWER, listwise=listwise)
    _, outcomes = swapped(dataset, panel, given_pool(dataset, [MAGNET]), "weakest")
    assert outcomes.on.all()
    assert not outcomes.stable.any()
    assert not outcomes.caught.any()
    assert (outcomes.chosen == -1).all()


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(["random", "strongest", "weakest"]), st.integers(0, 5), st.integers(0, 99))
def test_where_other_options_do_not_matter_lists_say_what_scores_alone_say(way, seed, luck):
    dataset = exam()
    pool = given_pool(dataset, [MAGNET, "one", "two", "option 0 0 1"])

    def score(question, option):
        return noise(f"{luck} {question}", option)

    _, alone = swapped(dataset, answers(score, listwise=False), pool, way, seed)
    screens, listed = swapped(dataset, answers(score, listwise=True), pool, way, seed)
    assert np.array_equal(alone.on, listed.on)
    assert np.array_equal(alone.caught, listed.caught)
    assert np.array_equal(alone.stable, listed.stable)
    assert np.array_equal(alone.chosen[alone.on], listed.chosen[listed.on])
    assert np.array_equal(screens.first.wins, listed.caught)  # T_k of lists is the share that the attack catches


def test_each_list_has_one_option_in_the_place_of_the_wrong_one_and_nothing_else_changed():
    dataset = exam(2)
    pool = given_pool(dataset, [MAGNET])
    panel = answers(noise, listwise=True)
    _, outcome = swapped(dataset, panel, pool, "random")
    (_, _, _, members), (_, _, cells, _) = panel.requests
    assert members == "first"
    for row, item in enumerate(dataset):
        mine = [cells.options[column] for column in cells.columns[cells.rows == row]]
        place = int(outcome.replaced[row])
        assert place != item.answer
        assert mine == [MAGNET if k == place else option for k, option in enumerate(item.options)]


def test_a_planted_magnet_is_found_and_an_honest_system_is_cleared():
    dataset = exam(20)
    keys = {item.question: item.options[item.answer] for item in dataset}
    pool = (MAGNET, *(f"nothing {n}" for n in range(12)))

    def fair(question, option):
        return 1.0 if keys[question] == option else noise(question, option) / 2

    def drawn(question, option):
        return 9.0 if option == MAGNET else fair(question, option)

    findings = run(Magnets(pool=pool), dataset, answers(drawn, listwise=True))
    curve = values_of(findings["magnets"].table("interference"))
    attack = values_of(findings["attack"].table("attacks"))
    assert (curve["option"][0], curve["interference"][0]) == (MAGNET, 1.0)
    assert (attack["before"][0], attack["after"][0], attack["caught"][0]) == (1.0, 0.0, 1.0)
    assert "beats all of the options that stay on 100%" in findings["magnets"].sentence
    assert any("shown all options at once" in note for note in findings["magnets"].remarks)
    cleared = run(Magnets(pool=pool), dataset, answers(fair, listwise=True))
    assert set(cleared["magnets"].table("interference").values("interference")) == {0.0}


def test_a_magnet_that_only_works_beside_certain_options_is_caught_there():
    dataset = exam(10)

    def score(context, option):
        odd = len({len(shown) for shown in context.shown}) > 1  # the swapped-in option is of another length
        return float(odd and option == MAGNET) + noise(context.question, option) / 2

    panel = FakePanel({"QOC": score}, listwise=True)
    finding = run(Magnets(pool=(MAGNET, "option 9 9 9")), dataset, panel)["magnets"]
    by_option = dict(
        zip(*(finding.table("interference").values(name) for name in ("option", "interference")), strict=True)
    )
    assert by_option[MAGNET] == 1.0
    assert by_option["option 9 9 9"] < 0.7


def test_questions_without_an_answer_are_left_out_and_without_any_nothing_is_asked():
    dataset = exam(6)
    some = dataset.with_items([replace(item, answer=None) if n < 3 else item for n, item in enumerate(dataset)])
    finding = run(Magnets(pool=(MAGNET,), series_at_most=None), some, answers(noise, listwise=True))["magnets"]
    assert finding.table("interference").values("n") == [9]
    panel = answers(noise, listwise=True)
    (nothing,) = Magnets(pool=(MAGNET,)).run(exam(6, answered=False), panel)
    assert "no known answer tells which are wrong" in nothing.sentence
    assert panel.requests == []


@pytest.mark.parametrize("view", ["O", "QO"])
def test_lists_are_put_under_the_systems_view(view):
    panel = FakePanel({view: lambda context, option: noise("", option)}, listwise=True)
    Magnets(pool=(MAGNET,)).run(exam(6), panel)
    assert {context.passage for _, _, cells, _ in panel.requests for context in cells.contexts} == {""}


@pytest.mark.parametrize("listwise", [True, False])
def test_a_magnet_that_only_equals_the_best_option_does_not_win(listwise):
    """Scores of a coarse system are often equal: the magnet's and the best of the options that stay."""
    dataset = exam(10)
    found = run(Magnets(pool=(MAGNET, "option 9 9 9")), dataset, answers(lambda *_: 1.0, listwise=listwise))
    assert set(found["magnets"].table("interference").values("interference")) == {0.0}
    assert set(found["attack"].table("attacks").values("caught")) == {0.0}
