"""The check page: its addresses, what they show, and what their forms do.

/                          drop a file or paste questions; earlier checks
/checks/ID                 what was understood, then progress, then the result
/checks/ID/exam            what was understood, also later
/checks/ID/report          the report, in a sandbox: it is a document of its own, with its own script
/checks/ID/download        the exam in other formats, with what each cannot hold
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from magnetite.auditing.check.reading import ReadExam
from magnetite.auditing.data import sample_exam
from magnetite.core.errors import DataError, MagnetiteError, UsageError
from magnetite.core.results import Run, run_from_json
from magnetite.report.wording import LANGUAGES
from magnetite.web.check.apart import apart
from magnetite.web.check.checks import Checks, ExamCheck, Queue
from magnetite.web.check.downloads import exam_file, flags_csv, forms_of
from magnetite.web.check.exam import (
    Corrections,
    corrected,
    read_corrections,
    read_upload,
    understood,
    with_keys,
    with_passage,
    with_passages_above,
    without_passage,
)
from magnetite.web.check.folder import (
    check_folder,
    keep_upload,
    remove,
    remove_report,
    report_of,
    sweep,
    upload_of,
    without_paths,
)
from magnetite.web.pages import HANDLERS, page, static_files
from magnetite.web.pages import download as file_response
from magnetite.web.security import BodyLimit, Guard, form_token, keep_token, read_form
from magnetite.web.wording import say

MOST = 16 * 2**20  # bytes of an upload; an exam of texts has a hundredth of it
READERS = 2  # processes that read or write exams at the same time
WAITING = 32  # requests that wait for one of them
WRITING = 60  # seconds of the processor for writing an exam in every format
BUSY = frozenset({"queued", "running"})
SANDBOX = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REPORT_FILE, FINDINGS = "report.html", "findings.json"


def check_app(folder: Path, hosts: Iterable[str] = ()) -> ASGIApp:
    """Return the application for a data folder. Raises StoreError where its database cannot be used."""
    checks = Checks(folder)
    queue = Queue(folder, checks)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        sweep(folder, {check.id for check in checks.all()})
        with queue:
            yield

    one = "/checks/{name:str}"
    app = Starlette(
        routes=[
            Route("/", home),
            Route("/checks", upload, methods=["POST"]),
            Route(one, reading(check_page)),
            Route(f"{one}/exam", reading(exam)),
            Route(f"{one}/progress", progress),
            Route(f"{one}/report", report),
            Route(f"{one}/report.html", report_file),
            Route(f"{one}/flags.csv", flags),
            Route(f"{one}/download", reading(download)),
            Route(f"{one}/download/{{form:str}}", reading(exam_as)),
            Route(f"{one}/keys", posting(keys), methods=["POST"]),
            Route(f"{one}/passage", posting(passage), methods=["POST"]),
            Route(f"{one}/passage/above", posting(passage_above), methods=["POST"]),
            Route(f"{one}/passage/remove", posting(remove_passage), methods=["POST"]),
            Route(f"{one}/start", posting(start), methods=["POST"]),
            Route(f"{one}/delete", posting(delete), methods=["POST"]),
            static_files(),
        ],
        exception_handlers=HANDLERS,
        lifespan=running,
    )
    app.state.home, app.state.folder, app.state.checks, app.state.queue = "/", folder, checks, queue
    app.state.readers = CapacityLimiter(READERS)
    return Guard(BodyLimit(app, MOST), hosts)


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
    content = result_of(request, check_of(request), REPORT_FILE)
    return Response(content, media_type="text/html", headers={"Content-Security-Policy": SANDBOX})


def report_file(request: Request) -> Response:
    """Return the report as a file."""
    check = check_of(request)
    return file_response(f"{_stem(check)}-report.html", result_of(request, check, REPORT_FILE), "text/html")


def flags(request: Request) -> Response:
    """Return the flags as CSV."""
    check = check_of(request)
    return file_response(f"{_stem(check)}-flags.csv", flags_csv(run_of(request, check), check.language), "text/csv")


def download(request: Request) -> Response:
    """Show the formats offered for the exam, and what each cannot hold."""
    check = check_of(request)
    beside = check_folder(folder_of(request), check.id)
    forms = apart(forms_of, exam_of(request, check).dataset, beside, seconds=WRITING)
    return _page(request, "check/download.html.j2", check=check, forms=forms)


def exam_as(request: Request) -> Response:
    """Return the exam in a format, as a file."""
    check, form = check_of(request), str(request.path_params["form"])
    beside = check_folder(folder_of(request), check.id)
    name, content = apart(exam_file, exam_of(request, check).dataset, form, _stem(check), beside, seconds=WRITING)
    return file_response(name, content, "application/octet-stream")


def _page(request: Request, template: str, **values: Any) -> Response:
    """Render a page whose forms only this browser can send."""
    token = form_token(request)
    return keep_token(request, page(template, form_token=token, **values), token)


def _severities(run: Run) -> dict[str, int]:
    """Count the questions that deserve a second look by the worst flag of each."""
    worst = list(run.finding("check").table("looks").values("severity"))
    return {level: worst.count(level) for level in ("high", "medium", "low") if level in worst}


def _ahead(request: Request, check: ExamCheck) -> int:
    """Count the checks that come before a queued one."""
    if check.state != "queued":
        return 0
    waiting = [each.id for each in checks_of(request).waiting()]
    running = sum(each.state == "running" for each in checks_of(request).all())
    return running + (waiting.index(check.id) if check.id in waiting else 0)


def _doing(check: ExamCheck) -> str:
    return say(f"doing-{check.doing}") if check.doing else ""


def _waiting(ahead: int) -> str:
    return say("progress-ahead", n=ahead) if ahead else ""


def _stem(check: ExamCheck) -> str:
    return Path(check.name).stem or "exam"


async def upload(request: Request) -> Response:
    """Store an uploaded file or pasted text, and show what was understood."""
    form = await read_form(request)
    name, content = await _sent(form)
    return await _reading(request, lambda: _keep(request, name, content))


def keys(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Store the keys that were supplied."""
    read, corrections = read_of(request, check)
    return _correct(request, check, with_keys(read, corrections, form))


def passage(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Store a passage for the questions that have none."""
    read, corrections = read_of(request, check)
    text, first, last = (str(form.get(name) or "") for name in ("text", "first", "last"))
    return _correct(request, check, with_passage(read, corrections, text, first, last))


def passage_above(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Give the questions without a passage the one above them, or take that back."""
    _, corrections = read_of(request, check)
    return _correct(request, check, with_passages_above(corrections, form))


def remove_passage(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Remove a supplied passage."""
    _, corrections = read_of(request, check)
    return _correct(request, check, without_passage(corrections, str(form.get("number") or "")))


def start(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Queue a check."""
    language = str(form.get("language") or LANGUAGES[0])
    if language not in LANGUAGES:
        raise HTTPException(400)
    if not check.questions:
        raise UsageError(say("exam-nothing"))
    checks_of(request).queue(check.id, models=bool(form.get("models")), language=language)
    request.app.state.queue.wake()
    return _to(check.id)


def delete(request: Request, check: ExamCheck, _form: FormData) -> Response:
    """Delete a check and all its data, even while it runs."""
    request.app.state.queue.end(check.id)
    remove(folder_of(request), check.id)
    checks_of(request).delete(check.id)
    return RedirectResponse("/", 303)


def posting(act: Callable[[Request, ExamCheck, FormData], Response]) -> Callable[[Request], Any]:
    """Return the endpoint for what a form does to a check."""

    async def endpoint(request: Request) -> Response:
        form = await read_form(request)
        return await _reading(request, lambda: act(request, check_of(request), form))

    return endpoint


def reading(show: Callable[[Request], Response]) -> Callable[[Request], Any]:
    """Return the endpoint for a page that may have to read or write an exam, which may take a while."""

    async def endpoint(request: Request) -> Response:
        return await _reading(request, lambda: show(request))

    return endpoint


async def _reading(request: Request, answer: Callable[[], Response]) -> Response:
    """Answer a request that may read or write an exam: only a few do so at once, and other pages do not wait for them.

    Raises DataError where too many wait already.
    """
    readers: CapacityLimiter = request.app.state.readers
    if readers.statistics().tasks_waiting >= WAITING:
        raise DataError(say("apart-busy"))
    return await to_thread.run_sync(answer, limiter=readers)


async def _sent(form: FormData) -> tuple[str, bytes]:
    """Return the name and the content of the exam sent: a file, else a text, else the sample exam."""
    file, text = form.get("file"), str(form.get("text") or "")
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read()
        await file.close()
        return file.filename, content
    if text.strip():
        return say("home-pasted-name"), text.encode("utf-8", "replace")
    if form.get("sample"):
        return sample_exam().name, sample_exam().read_bytes()
    raise UsageError(say("home-nothing"))


def _keep(request: Request, file_name: str, content: bytes) -> Response:
    checks, folder = checks_of(request), folder_of(request)
    name = checks.new_id()
    path = keep_upload(folder, name, file_name, content)
    try:
        checks.add(name, path.name, len(read_upload(path).dataset))
    except BaseException as error:
        remove(folder, name)
        if isinstance(error, MagnetiteError):
            raise without_paths(folder, name, error) from error
        raise
    return _to(name)


def _correct(request: Request, check: ExamCheck, corrections: Corrections) -> Response:
    read, _ = read_of(request, check)
    if not checks_of(request).correct(check.id, corrections.to_json(), len(corrected(read, corrections).dataset)):
        raise UsageError(say("exam-busy"))
    remove_report(folder_of(request), check.id)
    return RedirectResponse(f"/checks/{check.id}/exam", 303)


def _to(name: str) -> Response:
    return RedirectResponse(f"/checks/{name}", 303)


def folder_of(request: Request) -> Path:
    """Return the data folder."""
    return request.app.state.folder  # type: ignore[no-any-return]


def checks_of(request: Request) -> Checks:
    """Return the database of checks."""
    return request.app.state.checks  # type: ignore[no-any-return]


def check_of(request: Request) -> ExamCheck:
    """Return the check that the address names. Raises HTTPException 404 where there is none."""
    check = checks_of(request).get(str(request.path_params["name"]))
    if check is None:
        raise HTTPException(404)
    return check


def read_of(request: Request, check: ExamCheck) -> tuple[ReadExam, Corrections]:
    """Return a check's exam as it was uploaded, and the corrections supplied since."""
    return read_upload(upload_of(folder_of(request), check.id)), read_corrections(check.corrections)


def exam_of(request: Request, check: ExamCheck) -> ReadExam:
    """Return a check's exam with its corrections."""
    return corrected(*read_of(request, check))


def run_of(request: Request, check: ExamCheck) -> Run:
    """Return a check's run. Raises HTTPException 404 where the check is not done."""
    return run_from_json(result_of(request, check, FINDINGS))


def result_of(request: Request, check: ExamCheck, name: str) -> bytes:
    """Return a file of a check's report. Raises HTTPException 404 where the check is not done."""
    try:
        return (report_of(folder_of(request), check.id) / name).read_bytes()
    except OSError:
        raise HTTPException(404) from None
