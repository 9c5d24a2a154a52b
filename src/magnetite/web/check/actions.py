"""What the forms of the check page do; each then redirects the browser to the result."""

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from magnetite.auditing.data import sample_exam
from magnetite.core.errors import MagnetiteError, UsageError
from magnetite.report.wording import LANGUAGES
from magnetite.web.check import folder as files
from magnetite.web.check.corrections import Corrections, corrected
from magnetite.web.check.database import Check
from magnetite.web.check.request import check_of, checks_of, folder_of, read_of
from magnetite.web.check.supplied import with_keys, with_passage, without_passage
from magnetite.web.check.understood import read_upload
from magnetite.web.forms import read_form
from magnetite.web.wording import say


async def upload(request: Request) -> Response:
    """Store an uploaded file or pasted text, and show what was understood."""
    form = await read_form(request)
    name, parts = await _sent(form)
    return await run_in_threadpool(_keep, request, name, parts)


def keys(request: Request, check: Check, form: FormData) -> Response:
    """Store the keys that were supplied."""
    read, corrections = read_of(request, check)
    return _correct(request, check, with_keys(read, corrections, form))


def passage(request: Request, check: Check, form: FormData) -> Response:
    """Store a passage for the questions that have none."""
    read, corrections = read_of(request, check)
    text, first, last = (str(form.get(name) or "") for name in ("text", "first", "last"))
    return _correct(request, check, with_passage(read, corrections, text, first, last))


def remove_passage(request: Request, check: Check, form: FormData) -> Response:
    """Remove a supplied passage."""
    _, corrections = read_of(request, check)
    return _correct(request, check, without_passage(corrections, str(form.get("number") or "")))


def start(request: Request, check: Check, form: FormData) -> Response:
    """Queue a check."""
    language = str(form.get("language") or LANGUAGES[0])
    if language not in LANGUAGES:
        raise HTTPException(400)
    if not check.questions:
        raise UsageError(say("exam.nothing"))
    checks_of(request).queue(check.id, models=bool(form.get("models")), language=language)
    request.app.state.queue.wake()
    return _to(check.id)


def delete(request: Request, check: Check, _form: FormData) -> Response:
    """Delete a check and all its data, even while it runs."""
    request.app.state.queue.end(check.id)
    files.remove(folder_of(request), check.id)
    checks_of(request).delete(check.id)
    return RedirectResponse("/", 303)


def posting(act: Callable[[Request, Check, FormData], Response]) -> Callable[[Request], Any]:
    """Return the endpoint for what a form does to a check."""

    async def endpoint(request: Request) -> Response:
        form = await read_form(request)
        return await run_in_threadpool(lambda: act(request, check_of(request), form))

    return endpoint


async def _sent(form: FormData) -> tuple[str, list[bytes]]:
    """Return the name and the content of the exam sent: a file, else a text, else the sample exam."""
    file, text = form.get("file"), str(form.get("text") or "")
    if isinstance(file, UploadFile) and file.filename:
        parts = [await file.read()]
        await file.close()
        return file.filename, parts
    if text.strip():
        return say("home.pasted-name"), [text.encode("utf-8", "replace")]
    if form.get("sample"):
        return sample_exam().name, [sample_exam().read_bytes()]
    raise UsageError(say("home.nothing"))


def _keep(request: Request, file_name: str, parts: list[bytes]) -> Response:
    checks, folder = checks_of(request), folder_of(request)
    name = checks.new_id()
    path = files.keep_upload(folder, name, file_name, parts)
    try:
        checks.add(name, path.name, len(read_upload(path).dataset))
    except MagnetiteError as error:
        files.remove(folder, name)
        raise files.without_paths(folder, name, error) from error
    return _to(name)


def _correct(request: Request, check: Check, corrections: Corrections) -> Response:
    read, _ = read_of(request, check)
    if not checks_of(request).correct(check.id, corrections.to_json(), len(corrected(read, corrections).dataset)):
        raise UsageError(say("exam.busy"))
    files.remove_report(folder_of(request), check.id)
    return RedirectResponse(f"/checks/{check.id}/exam", 303)


def _to(name: str) -> Response:
    return RedirectResponse(f"/checks/{name}", 303)
