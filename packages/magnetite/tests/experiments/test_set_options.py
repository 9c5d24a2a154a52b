"""Where an experiment changes options, it says how many questions have options that their task sets."""

from dataclasses import replace

import pytest

from examfiles.items import Dataset, Item
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.order.experiment import Order
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.experiments.unreadable.experiment import Unreadable
from magnetite.testing import FakePanel

EXPERIMENTS = (
    Order(resamples=200),
    Unreadable(attacks="AddSent2Opt"),
    Magnets(pool_size=4, top=2, screen_passages=None),
)


def exam(*tasks):
    """Make questions on four passages; the first ones belong to these tasks, as readers of exam files note them."""
    items = [
        Item(f"q{n}", f"p{n % 4}", f"The text {n % 4} is long.", f"ask {n}?", (f"a {n}", f"b {n}", f"c {n}"), n % 3)
        for n in range(12)
    ]
    return Dataset("made up", (*map(_in_task, items, tasks), *items[len(tasks) :]))


def _in_task(item, task):
    return replace(item, metadata=task)


def notes(experiment, dataset):
    panel = FakePanel({"QOC": lambda context, option: float(len(option) + len(context.question))}, listwise=True)
    found = [note for finding in experiment.run(dataset, panel) for note in finding.notes]
    return [note.values for note in found if note.code == "note-set-options"]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda each: each.name)
def test_questions_whose_task_sets_their_options_are_counted(experiment):
    tasks = ({"task": "matching"}, {"task": "gapped-text"}, {"type": "true-false"}, {"task": "true-false"})
    assert notes(experiment, exam(*tasks, {"task": "cloze"})) == [{"found": 4, "questions": 12}]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda each: each.name)
def test_an_exam_without_such_tasks_is_told_nothing_of_them(experiment):
    assert notes(experiment, exam()) == []


def test_options_alone_are_said_to_tell_such_questions_nothing_apart():
    def score(context, option):
        return float(len(option) + len(context.question))

    def codes(views):
        found = Shortcuts().run(exam({"task": "matching"}), FakePanel(dict.fromkeys(views, score), listwise=True))
        return {note.code for finding in found for note in finding.notes}

    assert "note-set-options-alone" in codes(("O", "QO", "QOC"))
    assert "note-set-options-alone" not in codes(("QO", "QOC"))
