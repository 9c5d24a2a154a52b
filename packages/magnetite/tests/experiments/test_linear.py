"""What an experiment computes grows as its questions do: with twice as many about twice the work, not four times.

Work is counted, not timed: the length of the first array that each function of `magnetite.stats` and of
`experiments.choices` is given, once a call, and 1 for a call without one. What an experiment does outside of these
is not counted.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import magnetite.stats
from examfiles.items import Dataset
from magnetite.experiments import choices
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.flags import default_settings
from magnetite.experiments.registry import EXPERIMENTS, experiment_named
from magnetite.testing import FakePanel, example_exam
from magnetite.views import VIEWS

COUNTED = (str(Path(magnetite.stats.__file__).parent), str(choices.__file__))  # where whole exams are computed at once
COPIES = 12  # of the example's 24 questions: enough that the square of their number shows
MORE = 2.5  # times the work, at most, of twice the questions


def exam(copies):
    """Return the example exam again and again, each time with other texts."""
    items = [
        replace(
            item,
            id=f"{item.id}-{copy}",
            passage_id=f"{item.passage_id}-{copy}",
            passage=f"{item.passage} It is the town's number {copy}.",
            question=f"{item.question} Of town {copy}.",
            metadata={"critical_span": item.passage, "distractor_span": f"town's number {copy}"},
        )
        for copy in range(copies)
        for item in example_exam()
    ]
    return Dataset("many", tuple(items))


def guess(context, option):
    """Return a score that depends on all texts, the same in every process."""
    return float(sum(map(ord, f"{context.text}{context.question}{option}")) % 97)


def work(experiment, questions):
    """Return the sum of the lengths of what the functions in `COUNTED` are given first, over all calls."""
    total = 0

    def count(frame, event, _argument):
        nonlocal total
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(COUNTED) and code.co_argcount:
            given = frame.f_locals.get(code.co_varnames[0])
            given = given.scores if isinstance(given, choices.Choices) else given
            total += len(given) if isinstance(given, np.ndarray) and given.ndim else 1

    panel = FakePanel(dict.fromkeys(VIEWS.ours, guess), listwise=experiment.name == "order")
    sys.setprofile(count)
    try:
        experiment.run(questions, panel)
    finally:
        sys.setprofile(None)
    return total


@pytest.mark.parametrize("name", [*EXPERIMENTS.ours, "check"])
def test_twice_the_questions_are_about_twice_the_work(name):
    made = Check(default_settings(), {}) if name == "check" else experiment_named(name)
    half, whole = (work(made, exam(copies)) for copies in (COPIES, 2 * COPIES))
    assert half > 0
    assert whole <= MORE * half, f"{whole / half:.1f} times the work"
