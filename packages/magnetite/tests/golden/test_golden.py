"""Every command gives what was recorded: see README.md."""

import pytest

from tests.golden import recorded
from tests.golden.cases import CASES
from tests.golden.comparing import differences
from tests.golden.running import run_case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_command_gives_what_was_recorded(case, tmp_path):
    present, same = run_case(case, tmp_path), recorded.same_machine()
    found = differences(case.name, recorded.load(case.name), present, exact=case.figures == "exact", same_machine=same)
    assert not found, "\n\n".join([f"{len(found)} files differ from what was recorded", *found])
