"""Experiments are made by name from settings a user wrote."""

import pytest

from examfiles.errors import UsageError
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.registry import EXPERIMENTS, experiment_named


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_known_experiment_carries_the_name_it_is_known_by(name):
    assert experiment_named(name).name == name


def test_settings_reach_the_experiment():
    assert experiment_named("magnets", {"pool_size": 7}) == Magnets(pool_size=7, screen_passages=None, top=10)


def test_an_unknown_experiment_or_setting_is_answered_with_the_known_ones():
    with pytest.raises(
        UsageError, match=r"experiment 'magnet' does not exist. Known: accuracy, shortcuts, following, magnets"
    ):
        experiment_named("magnet")
    with pytest.raises(
        UsageError, match=r"setting 'size' does not exist. Known: pool_size, .* and 2 more. Did you mean 'pool_size'"
    ):
        experiment_named("magnets", {"size": 3})
