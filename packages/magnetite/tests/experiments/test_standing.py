"""What a system's accuracy on an exam says about trusting it there, planted in made-up answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.core.results import Number
from magnetite.experiments.accuracy.experiment import Accuracy
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.findings import bounded, estimate_cells, known, letters, number, standing
from magnetite.experiments.flags.settings import default_settings
from magnetite.report.wording import notes_of
from magnetite.stats.intervals import Interval
from magnetite.testing import FakePanel
from tests.tables import values_of

EXAM = Dataset(
    "made up", tuple(Item(f"q{n}", f"p{n}", f"Text {n}.", "Which?", ("a", "b", "c", "d"), n % 4) for n in range(200))
)
CARD = {"card": {"measured": {"RACE test": {"all": {"accuracy": 0.515}}}}}
shares = st.floats(0, 1)


def panel(right, training):
    """Return a reader that gets the first `right` questions right, and the others wrong."""
    scores = np.zeros((len(EXAM), 4), dtype=np.float32)
    for row, item in enumerate(EXAM):
        scores[row, (item.answer + (row >= right)) % 4] = 1
    return FakePanel({"QOC": scores.ravel()}, training=training)


def test_options_are_named_by_letter_and_no_choice_by_none():
    assert letters(np.array([-1, 0, 1, 3])) == [None, "A", "B", "D"]


def test_what_is_not_known_is_none_in_a_table():
    nothing = Interval(np.nan, np.nan, np.nan, 0)
    assert known(np.array([1.5, 2.5]), np.array([True, False])) == [1.5, None]
    assert number("right", Interval(0.5, np.nan, np.nan, 3), group="QO") == Number(
        "right", 0.5, None, None, 3, group="QO"
    )
    assert estimate_cells("right", nothing) == {"right": None, "right_low": None, "right_high": None}
    assert bounded(Interval(0.5, np.nan, 0.6, 9)) == (0.5, None, 0.6)


@pytest.mark.parametrize(
    ("right", "verdict", "words"),
    [
        (55, "guessing", "it is not clearly better than guessing"),
        (75, "below", "Here it does worse"),
        (104, "open", "do not show whether it does as well"),
        (190, "as-measured", "does as well, or no more than five points worse"),
    ],
)
def test_a_page_says_how_far_to_trust_a_system_that_was_measured_elsewhere(right, verdict, words):
    (accuracy,) = Accuracy().run(EXAM, panel(right, CARD))
    assert any("answers 52% correctly" in note and words in note for note in notes_of(accuracy.notes))
    check, *_ = Check(default_settings(), places={}).run(EXAM, panel(right, CARD))
    assert f"page-trust-{verdict}" in values_of(check.table("trust"))["text"]


def test_of_a_system_that_was_measured_nowhere_only_guessing_is_told():
    for right, told in ((55, ["page-trust-guessing"]), (190, [])):
        (accuracy,) = Accuracy().run(EXAM, panel(right, {}))
        assert not any("RACE test" in note for note in notes_of(accuracy.notes))
        check, *_ = Check(default_settings(), places={}).run(EXAM, panel(right, {}))
        texts = values_of(check.table("trust"))["text"]
        assert [text for text in texts if text.rpartition("-")[2] in {"guessing", "below", "measured", "open"}] == told


@given(low=shares, high=shares, guessing=shares, measured=shares)
def test_more_right_answers_never_lower_the_verdict(low, high, guessing, measured):
    ranks = {"guessing": 0, "below": 1, "open": 2, "as-measured": 3}
    low, high = sorted((low, high))
    before = standing(Interval(low, low, high, 9), guessing, measured)
    after = standing(Interval(low, min(1, low + 0.1), min(1, high + 0.1), 9), guessing, measured)
    assert ranks[after] >= ranks[before]
