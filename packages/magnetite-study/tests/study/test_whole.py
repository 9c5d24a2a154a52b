"""Studies from the first link to the report, on screens and on paper: the report counts what happened."""

from dataclasses import replace

import pytest

from benchmarks.study_whole import CASES, EVENTS, HAPPENED, NO, YES, judged, whole


@pytest.mark.parametrize("name", CASES)
def test_the_report_of_a_whole_study_counts_what_happened(name, tmp_path):
    run, known = whole(name, tmp_path, 12, 12, 0)
    rows = [row for row in judged(run, known) if row.about == HAPPENED]
    assert len(rows) == len(EVENTS)
    assert [row for row in rows if row.true != YES] == []
    other = replace(known, people=known.people[:-1])  # a person whom the report counts and the truth does not
    assert NO in {row.true for row in judged(run, other)}
