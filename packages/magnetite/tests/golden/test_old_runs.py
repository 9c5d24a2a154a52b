"""Every findings.json that was ever written opens, and says what it said; those that name a schema keep to it."""

import json

import pytest
from jsonschema import Draft202012Validator

from examfiles.errors import DataError
from magnetite.core.results import SCHEMA_VERSION, findings_schema, run_from_json, run_to_json
from tests.golden import recorded
from tests.golden.comparing import differences
from tests.golden.normal import normal
from tests.golden.reading import page_text
from tests.golden.running import KEPT, placed, typed

REFUSED: frozenset[str] = frozenset()  # runs that have to be made again; today's edition opens all of them

# Where a page is made from a finding again: what a command would do that renders an old run.
DRAWN = ("audit-four/run", "trace/other", "study-attack/study/report", "check-exam/de")


KEPT_RUNS = {f"{path.parent.name}/{path.stem}": path for path in sorted((KEPT / "findings").glob("*/*.json"))}
NAMED = {name: path for name, path in KEPT_RUNS.items() if name >= "6"}  # from the first on that has a JSON Schema
UNDRAWN = {"1-tables-without-headings/check"}  # its options were no lists: a page asks for another check


def old_runs():
    """List the runs of all recorded commands, as CASE/FOLDER."""
    names = [(case, name) for case in recorded.names() for name in recorded.load(case)]
    found = [f"{case}/{name.removesuffix('/findings.json')}" for case, name in names if name.endswith("/findings.json")]
    return [run for run in found if not run.startswith(("trained/", "unanswerable/"))]


def opened(text, read=None):
    """Open a run and read it, or return None where it is refused with what to do."""
    try:
        run = run_from_json(text)
        return run if read is None else read(run)
    except DataError as error:
        refused = str(error)
    assert "again" in refused, f"a run that cannot be opened has to be made again; the error must say so: {refused}"
    return None


def page(run):
    from magnetite.report import html_report
    from magnetite.report.check import render_check

    checked = run.settings.get("mode") == "check"
    return render_check(run, run.settings["language"]) if checked else html_report(run)


@pytest.mark.parametrize("name", old_runs())
def test_an_old_run_opens_or_is_one_of_those_refused_with_what_to_do(name):
    case, _, folder = name.partition("/")
    assert (opened(recorded.load(case)[f"{folder}/findings.json"]) is None) == (name in REFUSED)


@pytest.mark.parametrize("name", DRAWN)
def test_the_page_of_an_old_run_says_what_it_said(name, tmp_path):
    case, _, folder = name.partition("/")
    texts = recorded.load(case)
    made = opened(texts[f"{folder}/findings.json"], page)
    assert (made is None) == (name in REFUSED)
    if made is not None:
        again = normal("report.html", page_text(made), tmp_path, figures="exact")
        where = f"{folder}/report.html"
        assert not differences(case, {where: texts[where]}, {where: again})


def test_the_folder_of_an_old_run_is_written_to_again_or_refused_with_what_to_do(tmp_path):
    texts = recorded.load("audit-longest")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "findings.json").write_text(texts["run/findings.json"], "utf-8")
    with placed(tmp_path):
        said = typed("audit sample --model longest --output run --experiments accuracy --store off")
    assert "[exit code" not in said or "--overwrite" in said or "again" in said
    assert "Traceback" not in said


def raw_numbers(raw):
    return [[each["value"] for each in finding["numbers"]] for finding in raw["findings"]]


@pytest.mark.parametrize("name", KEPT_RUNS)
def test_a_run_of_every_earlier_form_opens_with_its_figures_and_sentences_and_is_written_in_the_present_form(name):
    raw = json.loads(KEPT_RUNS[name].read_text("utf-8"))
    run = run_from_json(KEPT_RUNS[name].read_bytes())
    assert [finding.sentence for finding in run.findings] == [each["sentence"] for each in raw["findings"]]
    again = json.loads(run_to_json(run))
    assert raw_numbers(again) == raw_numbers(raw)
    for finding, each in zip(run.findings, raw["findings"], strict=True):
        assert [table.name for table in finding.tables] == [table["name"] for table in each["tables"]]
    Draft202012Validator(findings_schema()).validate(again)
    assert run_from_json(json.dumps(again)) == run


@pytest.mark.parametrize("name", KEPT_RUNS)
def test_a_run_of_every_earlier_form_has_frames_and_a_page(name):
    run = run_from_json(KEPT_RUNS[name].read_bytes())
    assert run.frame().height == 6
    assert all(table.frame().height == len(table) for finding in run.findings for table in finding.tables)
    drawn = opened(KEPT_RUNS[name].read_bytes(), page)
    assert (drawn is None) == (name in UNDRAWN)


@pytest.mark.parametrize("name", NAMED)
def test_what_fitted_the_schema_once_fits_it_under_the_same_number(name):
    raw = json.loads(NAMED[name].read_text("utf-8"))
    assert raw.get("schema", 1) <= SCHEMA_VERSION
    if raw.get("schema", 1) == SCHEMA_VERSION:
        Draft202012Validator(findings_schema()).validate(raw)


def test_a_run_of_every_number_of_the_schema_is_kept():
    kept = {json.loads(path.read_text("utf-8")).get("schema") for path in NAMED.values()}
    assert kept == {None, *range(1, SCHEMA_VERSION + 1)}
