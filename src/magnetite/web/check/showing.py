"""What the check page shows and offers for download: nothing here changes anything."""

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from magnetite.core.results import Run
from magnetite.report.wording import LANGUAGES
from magnetite.web.check.database import Check
from magnetite.web.check.downloads import exam_file, flags_csv, forms_of
from magnetite.web.check.folder import check_folder
from magnetite.web.check.request import REPORT, check_of, checks_of, exam_of, folder_of, read_of, result_of, run_of
from magnetite.web.check.understood import understood
from magnetite.web.forms import form_token, keep_token
from magnetite.web.pages import download as file_response
from magnetite.web.pages import page
from magnetite.web.wording import say

MOST = 16 * 2**20  # bytes of an upload; an exam of texts has a hundredth of it
BUSY = frozenset({"queued", "running"})
SANDBOX = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def home(request: Request) -> Response:
    """Show the form for a new exam, and earlier checks."""
    return _page(request, "check/home.html.j2", checks=checks_of(request).all(), most=MOST // 2**20)


def check_page(request: Request) -> Response:
    """Show the exam, the progress or the result of a check, whichever its state calls for."""
    check = check_of(request)
    if check.state in BUSY:
        return _page(request, "check/progress.html.j2", check=check, ahead=_ahead(request, check), doing=_doing(check))
    if check.state == "done":
        run = run_of(request, check)
        return _page(request, "check/result.html.j2", check=check, severities=_severities(run))
    return exam(request)


def exam(request: Request) -> Response:
    """Show what was understood of an exam."""
    check = check_of(request)
    read, corrections = read_of(request, check)
    return _page(
        request,
        "check/exam.html.j2",
        check=check,
        exam=understood(read, corrections),
        corrections=corrections,
        busy=check.state in BUSY,
        languages=LANGUAGES,
    )


def progress(request: Request) -> Response:
    """Return the progress of a check, for the page's script."""
    check = check_of(request)
    waiting = _waiting(_ahead(request, check))
    return JSONResponse({"state": check.state, "share": check.share, "doing": _doing(check), "waiting": waiting})


def report(request: Request) -> Response:
    """Show the report as `magnetite check` wrote it. It holds a script of its own, so it gets an origin of its own."""
    content = result_of(request, check_of(request), REPORT)
    return Response(content, media_type="text/html", headers={"Content-Security-Policy": SANDBOX})


def report_file(request: Request) -> Response:
    """Return the report as a file."""
    check = check_of(request)
    return file_response(f"{_stem(check)}-report.html", result_of(request, check, REPORT), "text/html")


def flags(request: Request) -> Response:
    """Return the flags as CSV."""
    check = check_of(request)
    return file_response(f"{_stem(check)}-flags.csv", flags_csv(run_of(request, check), check.language), "text/csv")


def download(request: Request) -> Response:
    """Show the formats offered for the exam, and what each cannot hold."""
    check = check_of(request)
    beside = check_folder(folder_of(request), check.id)
    forms = forms_of(exam_of(request, check).dataset, beside)
    return _page(request, "check/download.html.j2", check=check, forms=forms)


def exam_as(request: Request) -> Response:
    """Return the exam in a format, as a file."""
    check, form = check_of(request), str(request.path_params["form"])
    beside = check_folder(folder_of(request), check.id)
    name, content = exam_file(exam_of(request, check).dataset, form, _stem(check), beside)
    return file_response(name, content, "application/octet-stream")


def _page(request: Request, template: str, **values: Any) -> Response:
    """Render a page whose forms only this browser can send."""
    token = form_token(request)
    return keep_token(request, page(template, form_token=token, **values), token)


def _severities(run: Run) -> dict[str, int]:
    """Count the questions that deserve a second look by the worst flag of each."""
    worst = list(run.finding("check").table("looks").columns["severity"])
    return {level: worst.count(level) for level in ("high", "medium", "low") if level in worst}


def _ahead(request: Request, check: Check) -> int:
    """Count the checks that come before a queued one."""
    if check.state != "queued":
        return 0
    waiting = [each.id for each in checks_of(request).waiting()]
    running = sum(each.state == "running" for each in checks_of(request).all())
    return running + (waiting.index(check.id) if check.id in waiting else 0)


def _doing(check: Check) -> str:
    return say(f"doing-{check.doing}") if check.doing else ""


def _waiting(ahead: int) -> str:
    return say("progress-ahead", n=ahead) if ahead else ""


def _stem(check: Check) -> str:
    return Path(check.name).stem or "exam"
