"""Questions of one passage are no independent evidence: copies of them make no interval of any experiment narrower."""

from dataclasses import replace

import pytest

from examfiles.items import Dataset, Item
from magnetite.experiments.asking import draw
from magnetite.experiments.registry import EXPERIMENTS, experiment_named
from magnetite.testing import FakePanel

PASSAGES, COPIES = 60, 6
SETTINGS = {
    "magnets": {
        "search": False,
        "replace": "strongest",
        "pool": ("an irrelevant thing", "all of the above", "another thing"),
    },
    "order": {"estimate_on": 0, "resamples": 500},
}


SPANS = {"critical_span": "[8, 19]", "distractor_span": "[0, 6]"}  # that people marked


def exam(copies, more=""):
    """Make passages of one to three questions of two to five options, each question so many times."""
    items = []
    for p in range(PASSAGES):
        for q in range(1 + p % 3):
            options = tuple(f"option {p} {q} {k}" for k in range(2 + (p + q) % 4))
            item = Item(
                f"{p}.{q}", f"p{p}", f"text {p}{more}", f"ask {p} {q}", options, (p * q) % len(options), "easy", SPANS
            )
            items += [replace(item, id=f"{item.id}.{copy}") for copy in range(copies)]
    return Dataset("uneven", tuple(items))


SENTENCES = {
    "span": ". It goes on. It ends.",
    "marked": ". It goes on. It ends.",
    "extent": ". It goes on. It ends. Or so it was told. Ann asks.",
}  # what an experiment needs of a passage


def luck(*names):
    return draw(3, *names) / 2**64


def score(view, listwise):
    """Score by luck, better where the passage is an easy one; shown all options, love another place in each passage."""

    def system(context, option):
        known = option.endswith(" 0") * luck("passage", context.passage, view)
        loved = luck("place", context.passage, str(context.shown.index(option))) if listwise else 0.0
        return luck(view, context.question, context.passage, option) + known + 2 * loved

    return system


def measured(name, copies):
    listwise = name == "order"
    panel = FakePanel({view: score(view, listwise) for view in ("O", "QO", "QOC")}, listwise=listwise)
    found = experiment_named(name, SETTINGS.get(name, {})).run(exam(copies, SENTENCES.get(name, "")), panel)
    return {
        (finding.experiment, number.label, number.group): number
        for finding in found
        for number in finding.numbers
        if number.low is not None
        and number.low != number.high
        and number.value not in {0, 1}  # none or all: no variation
    }


@pytest.mark.parametrize("name", sorted(EXPERIMENTS))
def test_copies_of_the_questions_make_no_interval_narrower(name):
    once, copied = measured(name, 1), measured(name, COPIES)
    assert once
    assert set(once) == set(copied)
    for key, number in once.items():  # six times the questions, were they independent: 0.41 of the width
        assert copied[key].value == pytest.approx(number.value, abs=1e-6), key
        assert copied[key].high - copied[key].low > 0.6 * (number.high - number.low), key
