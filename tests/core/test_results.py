import math

import pytest

from magnetite.core.errors import DataError, unknown_name
from magnetite.core.results import Finding, Number, Run, Table, run_from_json, run_to_json


def run(**changes):
    finding = Finding(
        "accuracy",
        "Accuracy",
        "The model is right on 1 of 2.",
        (Number("accuracy", 0.5, 0.1, 0.9, 2), Number("accuracy", 0.5, n=2, group="easy")),
        (Table("by_level", "By level", {"level": ["all", "ünï"], "n": [2, None]}),),
        Table("items", "Items", {"id": ["q1", "q2"], "correct": [True, None]}),
        {"seed": 0},
        ("Few items.",),
    )
    fields = {
        "dataset": {"name": "d", "items": 2},
        "exam": {"passages": {"p": "Text."}, "items": []},
        "systems": ({"view": "QOC", "scorer": "s", "fingerprint": "f", "truncated": 0.0},),
        "settings": {"limit": None},
        "findings": (finding,),
        "cost": {"cells": 8},
        "versions": {"python": "3.11"},
        "command": "magnetite audit d",
        "started": "2026-01-01T00:00:00+00:00",
    }
    return Run(**{**fields, **changes})


def test_a_run_survives_json():
    assert run_from_json(run_to_json(run())) == run()


def test_numbers_that_are_none_or_not_finite_survive_as_missing():
    numbers = (Number("accuracy", math.nan, low=math.inf),)
    back = run_from_json(run_to_json(run(findings=(Finding("a", "A", "None.", numbers),))))
    [number] = back.findings[0].numbers
    assert math.isnan(number.value)
    assert number.low is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"findings": 3}', '{"findings": [], "systems": []}'])
def test_what_is_no_run_is_said_to_be_none(text):
    with pytest.raises(DataError, match=r"x\.json: this is not a Magnetite run"):
        run_from_json(text, "x.json")


def test_columns_of_one_table_have_one_length():
    with pytest.raises(DataError, match="table 't': columns differ in length"):
        Table("t", "T", {"a": [1], "b": []})


def test_an_unknown_name_is_answered_with_the_known_ones():
    assert "Known: accuracy, magnets. Did you mean 'magnets'?" in str(
        unknown_name("probe", "magnet", ["accuracy", "magnets"])
    )
