"""A setting of the wrong type or range is refused in one sentence, before anything is scored."""

import pytest

from magnetite.core.errors import UsageError
from magnetite.probes import probe
from magnetite.probes.magnets import Magnets

WHOLE = [
    *(("accuracy", name, least) for name, least in (("resamples", 1), ("seed", 0))),
    *(("shortcuts", name, least) for name, least in (("resamples", 1), ("seed", 0), ("listed", 0))),
    *(("magnets", name, 1) for name in ("pool_size", "attack_with", "series_at_most", "resamples")),
    ("magnets", "seed", 0),
]


@pytest.mark.parametrize(("name", "setting", "least"), WHOLE)
@pytest.mark.parametrize("wrong", [1.5, "abc", True, -1, [3]])
def test_what_is_no_whole_number_in_range_is_refused_with_what_was_found_and_expected(name, setting, least, wrong):
    with pytest.raises(UsageError) as raised:
        probe(name, {setting: wrong})
    expected = f"expected a whole number of {least} or more."
    assert str(raised.value) == f"probe '{name}': {setting} is {wrong!r}; {expected}"
    assert getattr(probe(name, {setting: least}), setting) == least
    if least:
        with pytest.raises(UsageError, match=f"{setting} is 0"):
            probe(name, {setting: 0})


def test_a_pool_is_a_list_of_texts_and_never_the_letters_of_one():
    with pytest.raises(UsageError, match="probe 'magnets': pool is 'abc'; expected a list of texts"):
        probe("magnets", {"pool": "abc"})
    assert probe("magnets", {"pool": ["a", "b"]}) == Magnets(pool=("a", "b"))
