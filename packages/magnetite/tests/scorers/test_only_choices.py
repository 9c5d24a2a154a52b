"""Of a log of letters only choices are known: nothing that is found may rest on what stands for the others."""

import json
from dataclasses import asdict

import pytest

import magnetite
from examfiles.errors import UsageError
from magnetite.commands.export import export_suite
from magnetite.experiments.registry import EXPERIMENTS
from magnetite.scorers.logs import scorer
from tests.scorers.test_suites import run_inspect

LIMIT = 12
NEED_PROBABILITIES = {"span", "marked", "informativity", "extent", "distractors", "uncertainty"}
WHAT = {"limit": LIMIT, "store": "off", "experiment_settings": {"magnets": {"pool_size": 8, "top": 2}}}


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Have Inspect's logs of all that the experiments of choices ask for."""
    folder = tmp_path_factory.mktemp("letters")
    asked = {name: WHAT[name] for name in ("limit", "experiment_settings")}
    given = {"audit": asked | {"experiments": [*EXPERIMENTS.keys() - NEED_PROBABILITIES]}}
    export_suite("audit", "sample", folder / "suite", "inspect", given=given)
    run_inspect(folder / "suite", folder / "logs")
    return str(folder / "logs")


@pytest.mark.parametrize("name", sorted(EXPERIMENTS.keys() - NEED_PROBABILITIES))
def test_what_is_found_of_letters_does_not_depend_on_the_share_that_an_unnamed_option_gets(logs, name, monkeypatch):
    def found():
        run = magnetite.audit("sample", logs, experiments=[name], **WHAT)
        return [json.loads(json.dumps(asdict(each), default=str)) for each in run.findings]

    usual = found()
    monkeypatch.setattr(scorer, "NAMED", 0.01)
    assert found() == usual


@pytest.mark.parametrize("name", sorted(NEED_PROBABILITIES))
def test_an_experiment_of_probabilities_is_refused_before_anything_is_asked(logs, name):
    with pytest.raises(UsageError, match="only the chosen letters are known under O, QO, CO, QOC"):
        magnetite.audit("sample", logs, experiments=["accuracy", name], **WHAT)


@pytest.fixture(scope="module")
def logs_of_attacks(tmp_path_factory):
    """Have Inspect's logs of the attacks, of a trace and of a check."""
    folder, given = tmp_path_factory.mktemp("attacks"), {"limit": LIMIT}
    export_suite("unreadable,check", "sample", folder / "suite", "inspect", given={"unreadable": given, "check": given})
    run_inspect(folder / "suite", folder / "logs")
    return str(folder / "logs")


def test_attacks_on_letters_find_the_same_whatever_share_an_unnamed_option_gets(logs_of_attacks, monkeypatch):
    def found():
        run = magnetite.unreadable("sample", logs_of_attacks, limit=LIMIT, store="off")
        return [json.loads(json.dumps(asdict(each), default=str)) for each in run.findings]

    usual = found()
    tables = {table["name"]: table for table in usual[0]["tables"]}
    assert tables["attacks"]["columns"][0]["values"]
    assert {column["name"]: column["values"] for column in tables["caught_by"]["columns"]}["by"].count("score") == 0
    monkeypatch.setattr(scorer, "NAMED", 0.01)
    assert found() == usual


def test_a_check_and_a_trace_of_letters_are_refused_before_anything_is_asked(logs_of_attacks):
    said = "only the chosen letters are known under"
    with pytest.raises(UsageError, match=f"experiment 'check': it needs the probabilities of options, and {said}"):
        magnetite.check("sample", model=logs_of_attacks, limit=LIMIT, store="off")
    item = magnetite.read("sample", limit=LIMIT)[0].id
    with pytest.raises(UsageError, match=said):
        magnetite.unreadable_trace("sample", item, logs_of_attacks, store="off")
    with pytest.raises(UsageError, match=said):
        magnetite.order("sample", logs_of_attacks, limit=LIMIT, store="off", trace=item)


def test_what_letters_do_not_tell_is_not_on_the_page(logs, tmp_path):
    run = magnetite.audit("sample", logs, experiments=["accuracy", "shortcuts", "following"], **WHAT)
    page = run.save(tmp_path / "run").read_text("utf-8")
    for word in ("ECE, points", "options still look possible", "surest without the passage", "mean confidence"):
        assert word not in page
    assert "what needs probabilities is left out" in page


@pytest.mark.parametrize(("high", "left_out"), [(1.0, True), (2.5, False)])
def test_scores_of_0_and_1_are_choices_and_others_are_scores(tmp_path, high, left_out):
    rows = [
        {"passage": item.passage, "question": item.question, "option": option, "score": high * (place == item.answer)}
        for item in magnetite.read("sample", limit=LIMIT)
        for place, option in enumerate(item.options)
    ]
    path = tmp_path / "scores.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    run = magnetite.audit("sample", str(path), views=("QOC",), experiments=["accuracy", "shortcuts"], limit=LIMIT)
    assert ("note-scores-choices" in {note.code for note in run.notes}) == left_out
    assert ("calibration" not in {table.name for table in run.finding("shortcuts").tables}) == left_out
    assert run.finding("accuracy").number("accuracy").value == 1
