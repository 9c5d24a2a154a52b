"""A findings.json that is another's, or was changed by hand, is read or refused in a sentence, whatever it holds."""

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError
from magnetite.core.errors import MagnetiteError

EXAM = magnetite.read("sample")[:8]
OTHERS = st.sampled_from([None, 5, -1, 2.5, "x", [], {}, True, ["x"], {"x": 1}, [None], {"code": "note-of"}])


def places(value, at=()):
    """Yield the places of all values inside a JSON value; of a list, the first two and the last."""
    some = value.items() if isinstance(value, dict) else []
    if isinstance(value, list):
        some = [(n, value[n]) for n in sorted({0, 1, len(value) - 1} & set(range(len(value))))]
    for name, each in some:
        yield (*at, name)
        yield from places(each, (*at, name))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for name in ("longest", "overlap"):
        asked = {"experiments": ["accuracy", "shortcuts"], "store": "off"}
        magnetite.audit(EXAM, name, output=str(folder / name), **asked)
    return folder, json.loads((folder / "longest" / "findings.json").read_text("utf-8"))


def changed(raw, at, way, other):
    """Return a run with one value replaced, renamed or gone."""
    copied = copy.deepcopy(raw)
    whole = copied
    for name in at[:-1]:
        whole = whole[name]
    if way == "replaced":
        whole[at[-1]] = other
    elif way == "renamed" and isinstance(whole, dict):
        whole["renamed"] = whole.pop(at[-1])
    else:
        del whole[at[-1]]
    return copied


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, 10**6), way=st.sampled_from(["replaced", "renamed", "gone"]), other=OTHERS)
def test_one_changed_value_makes_no_traceback(run, place, way, other):
    folder, raw = run
    at = (every := list(places(raw)))[place % len(every)]
    path = folder / "changed" / "findings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(changed(raw, at, way, other)), "utf-8")

    def said():
        opened = magnetite.load(path)
        return [(finding.sentence, finding.remarks) for finding in opened.findings]

    for use in (
        said,
        lambda: magnetite.load(path).frame(),
        lambda: magnetite.items(EXAM, [path.parent, "longest", "random"], store="off"),
        lambda: magnetite.runs(folder, output=str(folder / "index.html"), overwrite=True),
    ):
        with suppress(MagnetiteError):
            use()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((("exam", "items", 0, "question"), "gone", None), "exam, items, 1 has no question"),
        ((("exam", "items", 1, "options"), "replaced", None), "options is None; expected a list"),
        ((("exam", "items", 0, "passage_id"), "replaced", "x"), "there is no passage 'x'"),
        ((("exam", "items", 0, "answer"), "replaced", 9), "the answer 9 is none of its options"),
        ((("exam",), "replaced", []), r"the run, exam is \[\]; expected a mapping"),
        ((("systems", 0), "replaced", {}), "systems, 1 has no view"),
        ((("exam", "items", 0, "id"), "replaced", 5), "id is 5; expected a text"),
        (
            (("findings", 0, "numbers", 0, "value"), "replaced", "x"),
            "value is 'x'; expected a whole number or a number",
        ),
        ((("findings", 0, "items", "columns", 0), "gone", None), "its first column is level; expected id"),
    ],
)
def test_what_is_wrong_with_a_run_is_said_with_its_place(run, tmp_path, change, said):
    path = tmp_path / "findings.json"
    path.write_text(json.dumps(changed(run[1], *change)), "utf-8")
    with pytest.raises(DataError, match=said) as refused:
        magnetite.load(path)
    assert str(path) in str(refused.value)
    assert "Run the command again" in str(refused.value)


def test_a_sentence_whose_values_are_not_there_stays_as_it_was_written(run, tmp_path):
    parts = run[1]["findings"][0]["answer"]["values"]["parts"]
    [place] = [place for place, part in enumerate(parts) if part["code"] == "accuracy-answer"]
    at = ("findings", 0, "answer", "values", "parts", place, "values", "longest")
    path = tmp_path / "findings.json"
    path.write_text(json.dumps(changed(run[1], at, "gone", None)), "utf-8")
    assert magnetite.load(path).findings[0].sentence == run[1]["findings"][0]["sentence"]
