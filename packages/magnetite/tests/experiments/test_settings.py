"""A setting of the wrong type or range is refused in one sentence, before anything is scored."""

import pytest

from examfiles.errors import UsageError
from magnetite.experiments.registry import experiment_named

WHOLE = [
    ("shortcuts", "listed", 0),
    *((name, "seed", 0) for name in ("following", "magnets", "order")),
    *(("magnets", name, 1) for name in ("pool_size", "top", "screen_passages")),
    ("order", "resamples", 1),
]


@pytest.mark.parametrize(("name", "setting", "least"), WHOLE)
@pytest.mark.parametrize("wrong", [1.5, "abc", True, -1, [3]])
def test_what_is_no_whole_number_in_range_is_refused_with_what_was_found_and_expected(name, setting, least, wrong):
    with pytest.raises(UsageError) as raised:
        experiment_named(name, {setting: wrong})
    expected = f"expected a whole number of {least} or more."
    assert str(raised.value) == f"experiment '{name}': {setting} is {wrong!r}; {expected}"
    assert getattr(experiment_named(name, {setting: least}), setting) == least
    if least:
        with pytest.raises(UsageError, match=f"{setting} is 0"):
            experiment_named(name, {setting: 0})


def test_a_pool_is_a_list_of_texts_and_never_the_letters_of_one():
    with pytest.raises(UsageError, match="experiment 'magnets': pool is 'abc'; expected a list of texts"):
        experiment_named("magnets", {"pool": "abc"})
    assert experiment_named("magnets", {"pool": ["a", "b"]}).pool == ("a", "b")


CALIBRATED = ("accuracy", "shortcuts", "following")


@pytest.mark.parametrize("name", CALIBRATED)
@pytest.mark.parametrize("wrong", [0, -1.5, float("nan"), float("inf"), True, "1.5", None])
def test_a_temperature_is_a_number_above_zero(name, wrong):
    with pytest.raises(UsageError, match=rf"experiment '{name}': temperature of QO is .*; expected a number above 0"):
        experiment_named(name, {"temperatures": {"QO": wrong}})
    assert experiment_named(name, {"temperatures": {"QO": 2}}).temperatures == {"QO": 2.0}


@pytest.mark.parametrize("name", CALIBRATED)
def test_temperatures_are_given_by_view_and_an_unknown_view_is_answered_with_the_nearest(name):
    with pytest.raises(UsageError, match=r"temperatures is 1\.4; expected a temperature for each view"):
        experiment_named(name, {"temperatures": 1.4})
    with pytest.raises(UsageError, match=r"temperatures: view 'QCO' does not exist\. Known: O, QO, CO, QOC\. Did you"):
        experiment_named(name, {"temperatures": {"QCO": 1.4}})
    with pytest.raises(UsageError, match=r"calibrated_on is \['dev'\]; expected a text"):
        experiment_named(name, {"calibrated_on": ["dev"]})


@pytest.mark.parametrize("name", CALIBRATED)
def test_an_experiment_with_temperatures_can_be_hashed_and_compared(name):
    one, other = (experiment_named(name, {"temperatures": {"QO": value}}) for value in (1.0, 2.0))
    assert one != other
    assert len({one, experiment_named(name, {"temperatures": {"QO": 1.0}})}) == 1
