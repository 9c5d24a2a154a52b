"""What a request is about: the data folder, the check it names, its exam, its report."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request

from magnetite.auditing.check.reading import ReadExam
from magnetite.core.results import Run, run_from_json
from magnetite.web.check.corrections import Corrections, corrected, read_corrections
from magnetite.web.check.database import Check, Checks
from magnetite.web.check.folder import report_of, upload_of
from magnetite.web.check.understood import read_upload

REPORT, FINDINGS = "report.html", "findings.json"


def folder_of(request: Request) -> Path:
    """Return the data folder."""
    return request.app.state.folder  # type: ignore[no-any-return]


def checks_of(request: Request) -> Checks:
    """Return the database of checks."""
    return request.app.state.checks  # type: ignore[no-any-return]


def check_of(request: Request) -> Check:
    """Return the check that the address names. Raises HTTPException 404 where there is none."""
    check = checks_of(request).get(str(request.path_params["name"]))
    if check is None:
        raise HTTPException(404)
    return check


def read_of(request: Request, check: Check) -> tuple[ReadExam, Corrections]:
    """Return a check's exam as it was uploaded, and the corrections supplied since."""
    return read_upload(upload_of(folder_of(request), check.id)), read_corrections(check.corrections)


def exam_of(request: Request, check: Check) -> ReadExam:
    """Return a check's exam with its corrections."""
    return corrected(*read_of(request, check))


def run_of(request: Request, check: Check) -> Run:
    """Return a check's run. Raises HTTPException 404 where the check is not done."""
    return run_from_json(result_of(request, check, FINDINGS).decode("utf-8"))


def result_of(request: Request, check: Check, name: str) -> bytes:
    """Return a file of a check's report. Raises HTTPException 404 where the check is not done."""
    try:
        return (report_of(folder_of(request), check.id) / name).read_bytes()
    except OSError:
        raise HTTPException(404) from None
