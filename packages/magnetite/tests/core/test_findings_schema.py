"""The JSON Schema of findings.json says what its reader accepts, and what every command writes has that form."""

import copy
import json
from importlib.resources import files

import pytest
from hypothesis import assume, given, settings
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


KNOWN_TO_SOME = [
    "probe",
    "probes",
    "probe_settings",
    "experiments",
    "reason",
    "answer",
    "text",
    "code",
    "values",
    "title",
]
ADDED = st.dictionaries(
    st.sampled_from(["later", *KNOWN_TO_SOME]),
    st.one_of(VALUES, st.just({"code": "later-said", "values": {"n": [1]}, "since": 2})),
    max_size=2,
)


def mappings(value, path=()):
    """Yield the paths of all mappings in a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield path
    for name, each in inside:
        yield from mappings(each, (*path, name))


def at(document, path):
    for step in path:
        document = document[step]
    return document


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


@pytest.fixture(scope="module")
def small():
    audited = magnetite.audit("sample", "longest", limit=3, experiments=["accuracy"], store="off")
    document = json.loads(run_to_json(audited))
    document["notes"].append({"code": "note-rows-blank", "values": {"rows": 3}})
    document["findings"][0]["notes"].append("As it is.")
    return document


SCHEMA = Draft202012Validator(findings_schema())


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_whatever_the_schema_accepts_with_other_names_at_any_level_or_without_what_may_be_missing_is_read(small, data):
    document = copy.deepcopy(small)
    paths = list(mappings(document))
    drawn = data.draw(st.lists(st.sampled_from(paths), max_size=6, unique=True))
    for path in sorted(drawn, key=len, reverse=True):  # inner ones first: an outer one may lose them
        there = at(document, path)
        there.update({name: each for name, each in data.draw(ADDED).items() if name not in there})
        if there and path[:1] != ("exam",):
            there.pop(data.draw(st.sampled_from([*there, "nothing"])), None)
    assume(SCHEMA.is_valid(document))
    read = run_from_json(json.dumps(document))
    assert [each.experiment for each in read.findings] == [each["experiment"] for each in document["findings"]]
    assert run_from_json(run_to_json(read)) == read


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("dataset",),
        ("exam",),
        ("exam", "items", 0),
        ("systems", 0),
        ("settings",),
        ("notes", 0),
        ("findings", 0),
        ("findings", 0, "numbers", 0),
        ("findings", 0, "tables", 0),
        ("findings", 0, "tables", 0, "columns", 0),
        ("findings", 0, "items"),
        ("findings", 0, "items", "columns", 0),
        ("findings", 0, "settings"),
        ("findings", 0, "answer"),
    ],
)
def test_a_name_of_a_later_version_stops_no_reader(small, path):
    document = copy.deepcopy(small)
    at(document, path)["since"] = {"version": 9}
    SCHEMA.validate(document)
    assert (
        run_from_json(json.dumps(document)).findings[0].numbers == run_from_json(json.dumps(small)).findings[0].numbers
    )
