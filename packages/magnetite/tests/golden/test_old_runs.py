"""A findings.json of the first edition opens, and its page says what it said; or it is refused with what to do."""

import pytest

from examfiles.errors import DataError
from tests.golden import recorded
from tests.golden.comparing import differences
from tests.golden.normal import normal
from tests.golden.reading import page_text
from tests.golden.running import placed, typed

REFUSED: frozenset[str] = frozenset()  # runs that have to be made again; today's edition opens all of them

# Where a page is made from a finding again: what a command would do that renders an old run.
DRAWN = ("audit-four/run", "trace/other", "study-attack/study/report", "check-exam/de")


def old_runs():
    """List the runs of all recorded commands, as CASE/FOLDER."""
    names = [(case, name) for case in recorded.names() for name in recorded.load(case)]
    found = [f"{case}/{name.removesuffix('/findings.json')}" for case, name in names if name.endswith("/findings.json")]
    return [run for run in found if not run.startswith(("trained/", "unanswerable/"))]


def opened(text, read=None):
    """Open a run and read it, or return None where it is refused with what to do."""
    from magnetite.core.results import run_from_json

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
