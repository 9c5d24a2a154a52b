"""The JSON Schema of findings.json says what its reader accepts, and what every command writes has that form."""

import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import magnetite
from examfiles.errors import DataError
from magnetite.core.results import SCHEMA_VERSION, findings_schema, run_from_json, run_to_json
from magnetite.core.shapes import Each, check_shape, schema_of

TYPES = st.sampled_from([str, int, bool, list, dict, (str, None), (int, float, None), (int, None)])
NAMES = st.sampled_from(["a", "b", "c?"])
SHAPES = st.recursive(
    TYPES,
    lambda inner: st.one_of(
        inner.map(lambda shape: [shape]), inner.map(Each), st.dictionaries(NAMES, inner, max_size=3)
    ),
    max_leaves=4,
)
VALUES = st.recursive(  # to JSON Schema 1.0 is a whole number, which the reader takes for a fraction
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from([0.5, -2.25]), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), inner, max_size=4)
    ),
    max_leaves=6,
)


def fits(value, shape):
    try:
        check_shape(value, shape, "it")
    except ValueError:
        return False
    return True


@given(shape=SHAPES, value=VALUES)
def test_a_schema_accepts_exactly_what_the_shape_does(shape, value):
    assert Draft202012Validator(schema_of(shape)).is_valid(value) is fits(value, shape)


@pytest.fixture(scope="module")
def run():
    return magnetite.audit("sample", "longest", limit=12, store="off")


def test_what_an_audit_writes_has_the_form_of_the_schema_in_the_package(run):
    text = files("magnetite.core").joinpath("findings.schema.json").read_text("utf-8")
    schema = json.loads(text)
    assert schema == findings_schema(), "run `python docs/reference.py`"
    Draft202012Validator.check_schema(schema)
    raw = json.loads(run_to_json(run))
    Draft202012Validator(schema).validate(raw)
    assert next(iter(raw.items())) == ("schema", SCHEMA_VERSION)
    assert schema["$id"].endswith(f":{SCHEMA_VERSION}")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (["findings", 0, "numbers", 0, "value"], "high"),
        (["findings", 0, "numbers", 0, "n"], 0.5),
        (["findings", 0, "tables", 0, "columns", 0, "heading"], None),
        (["exam", "items", 0, "options"], "A, B"),
        (["versions"], []),
        (["schema"], "1"),
        (["systems", 0, "view"], 7),
    ],
)
def test_what_has_another_form_is_refused_by_the_schema_and_by_the_reader(run, place, value):
    raw = json.loads(run_to_json(run))
    *path, last = place
    inside = raw
    for step in path:
        inside = inside[step]
    inside[last] = value
    assert not Draft202012Validator(findings_schema()).is_valid(raw)
    with pytest.raises(DataError, match="is not a Magnetite run"):
        run_from_json(json.dumps(raw))


def test_a_file_of_a_later_schema_is_refused_by_its_number_and_with_what_to_do(run):
    raw = json.loads(run_to_json(run)) | {"schema": SCHEMA_VERSION + 1, "findings": "in another form"}
    assert not Draft202012Validator(findings_schema()).is_valid(raw)
    with pytest.raises(DataError, match=rf"x\.json: .*schema {SCHEMA_VERSION + 1}.* newer .*[Uu]pgrade Magnetite"):
        run_from_json(json.dumps(raw), "x.json")
