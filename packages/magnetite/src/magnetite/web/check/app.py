"""The check page: its addresses, what they show, and what their forms do.

/                          drop a file or paste questions; earlier checks
/waiting                   how many files are read before the one that this browser has sent
/checks/ID                 what was understood, then progress, then the result
/checks/ID/exam            what was understood, also later; forms for keys, passages, candidates' answers
/checks/ID/columns         which column of a table is what
/checks/ID/question        one question, to be put right
/checks/ID/flags           the flags of the report, to be dismissed with a note
/checks/ID/report          the report, in a sandbox: it is a document of its own, with its own script
/checks/ID/download        the exam in other formats, with what each cannot hold
/checks/ID/own             the exam's own file, with what was put right
"""

import math
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from examfiles.errors import DataError, UsageError
from examfiles.exam import ReadExam
from examfiles.mending import MendedFile
from examfiles.sources import sample_exam
from magnetite.core.errors import MagnetiteError
from magnetite.core.extras import MODELS, lacking
from magnetite.core.results import Run, run_from_json
from magnetite.core.severity import SEVERITIES, severity_of
from magnetite.experiments.flags import RULES, Dismissal, dismissals_text, read_dismissals, text_print
from magnetite.report.check.page import verdict
from magnetite.report.check.reading import not_read
from magnetite.report.flagged import flagged, looks_of
from magnetite.report.wording import LANGUAGES, rule_title
from magnetite.web.check.apart import READERS, WAITING, apart, line, waits_for
from magnetite.web.check.checks import Checks, ExamCheck, Queue
from magnetite.web.check.downloads import VERSIONS, exam_file, exam_versions, flags_csv, forms_of, own_file
from magnetite.web.check.exam import (
    ROLES,
    TABLE,
    Corrections,
    TableHeader,
    all_items,
    candidates_alone,
    chosen_columns,
    corrected,
    question_of,
    read_corrections,
    read_upload,
    require_cut,
    table_header,
    understood,
    with_columns,
    with_keys,
    with_passage,
    with_passages_above,
    with_question,
    without_passage,
)
from magnetite.web.check.folder import (
    answers_of,
    check_folder,
    dismissed_of,
    keep_answers,
    keep_dismissed,
    keep_upload,
    remove,
    remove_answers,
    remove_report,
    report_of,
    sweep,
    upload_of,
    without_paths,
)
from magnetite.web.pages import HANDLERS, page, static_files
from magnetite.web.pages import download as file_response
from magnetite.web.security import COOKIE, BodyLimit, Guard, form_token, keep_token, read_form
from magnetite.web.wording import say, words

MOST_BYTES = 16 * 2**20  # bytes of an upload; an exam of texts has a hundredth of it
THREADS = 40  # for answers, beside those that may wait to read an exam
LOADING, ANSWERING = 30, 0.6  # at most, seconds to load models and for a question: base, benchmarks/cost.py
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
        to_thread.current_default_thread_limiter().total_tokens = READERS + WAITING + THREADS
        line.close(False)
        with queue:
            yield
        line.close()

    one = "/checks/{name:str}"
    app = Starlette(
        routes=[
            Route("/", home),
            Route("/waiting", waiting),
            Route("/checks", upload, methods=["POST"]),
            Route(one, check_page),
            Route(f"{one}/exam", exam),
            Route(f"{one}/progress", progress),
            Route(f"{one}/report", report),
            Route(f"{one}/report.html", report_file),
            Route(f"{one}/flags.csv", flags),
            Route(f"{one}/download", download),
            Route(f"{one}/own", own),
            Route(f"{one}/download/{{form:str}}", exam_as),
            Route(f"{one}/keys", correcting(with_keys), methods=["POST"]),
            Route(f"{one}/question", question, methods=["GET"]),
            Route(f"{one}/question", correcting(with_question), methods=["POST"]),
            Route(f"{one}/columns", column_choice, methods=["GET"]),
            Route(f"{one}/columns", posting(columns), methods=["POST"]),
            Route(f"{one}/answers", answers, methods=["POST"]),
            Route(f"{one}/flags", flag_list, methods=["GET"]),
            Route(f"{one}/flags", posting(dismiss), methods=["POST"]),
            Route(f"{one}/dismissed.toml", dismissed_file),
            Route(f"{one}/passage", correcting(_with_passage), methods=["POST"]),
            Route(f"{one}/passage/above", correcting(with_passages_above), methods=["POST"]),
            Route(f"{one}/passage/remove", correcting(_without_passage), methods=["POST"]),
            Route(f"{one}/start", posting(start), methods=["POST"]),
            Route(f"{one}/delete", posting(delete), methods=["POST"]),
            static_files(),
        ],
        exception_handlers=HANDLERS,
        lifespan=running,
    )
    app.state.home, app.state.folder, app.state.checks, app.state.queue = "/", folder, checks, queue
    app.state.most = MOST_BYTES // 2**20
    return Guard(BodyLimit(app, MOST_BYTES), hosts)


def home(request: Request) -> Response:
    """Show the form for a new exam, and earlier checks."""
    return _page(request, "check/home.html.j2", checks=checks_of(request).all(), most=MOST_BYTES // 2**20)


async def waiting(request: Request) -> Response:
    """Return what stands before the reading of the file that this browser has sent last, for the page's script."""
    ahead = line.ahead(request.cookies.get(COOKIE) or " ")
    return JSONResponse({"ahead": ahead, "waiting": "" if ahead is None else say("upload-ahead", n=ahead)})


def check_page(request: Request) -> Response:
    """Show the exam, the progress or the result of a check, whichever its state calls for."""
    check = check_of(request)
    if check.state in BUSY:
        first, ahead = _has_first(request, check), _ahead(request, check)
        return _page(request, "check/progress.html.j2", check=check, ahead=ahead, doing=_doing(check), first=first)
    if check.state == "done":
        run = run_of(request, check)
        said = verdict(len(looks_of(run)), check.questions, words(), not_read(run.finding("check")))
        return _page(request, "check/result.html.j2", check=check, verdict=said, severities=_severities(run))
    return exam(request)


def exam(request: Request) -> Response:
    """Show what was understood of an exam."""
    check = check_of(request)
    chosen = read_corrections(check.corrections).columns
    if not (check.questions or chosen or _header(request, check).understood):
        return column_choice(request)
    read, corrections = read_of(request, check)
    given = answers_of(folder_of(request), check.id)
    return _page(
        request,
        "check/exam.html.j2",
        check=check,
        exam=understood(read, corrections),
        corrections=corrections,
        table=read.dataset.format == TABLE,
        answers=given and given.name,
        busy=check.state in BUSY,
        languages=LANGUAGES,
        lacks_models=bool(lacking(MODELS)),
        minutes=math.ceil((LOADING + ANSWERING * check.questions) / 60),
    )


def column_choice(request: Request) -> Response:
    """Show the columns of a table, to be chosen. Raises HTTPException 404 where the exam is no table."""
    check = check_of(request)
    header, chosen = _header(request, check), read_corrections(check.corrections).columns
    if not header.columns:
        raise HTTPException(404)
    return _page(
        request,
        "check/columns.html.j2",
        check=check,
        header=header,
        chosen={name: role for role, names in chosen.items() for name in names},
        roles=ROLES,
        busy=check.state in BUSY,
    )


def _header(request: Request, check: ExamCheck) -> TableHeader:
    return table_header(upload_of(folder_of(request), check.id))


def question(request: Request) -> Response:
    """Show one question, to be put right. Raises HTTPException 404 where there is none of this id."""
    check = check_of(request)
    read, corrections = read_of(request, check)
    name = request.query_params.get("id", "")
    shown = question_of(corrected(read, corrections), name)
    if shown is None:
        raise HTTPException(404)
    is_corrected = name in corrections.questions or bool(corrections.texts)
    values = {"question": shown, "corrected": is_corrected, "busy": check.state in BUSY}
    return _page(request, "check/question.html.j2", check=check, **values)


def flag_list(request: Request) -> Response:
    """Show the reasons that the report gives, and those dismissed, each with a form for its note."""
    check = check_of(request)
    run = run_of(request, check)
    dismissed = dismissals_of(request, check)
    texts = {str(item["id"]): str(item["question"]) for item in run.exam["items"]}
    order = {name: place for place, name in enumerate(looks_of(run))}  # as in the report: the worst first
    leads = (flag for flag in flagged(run, words()) if flag.rule == flag.reason)
    listed = sorted(leads, key=lambda flag: order.get(flag.item, len(order)))
    prints = {item.id: text_print(item) for item in exam_of(request, check).dataset}
    dismissed = tuple(each for each in dismissed if each.text in ("", prints.get(each.question, "")))  # still hold
    gone = {(each.question, each.rule): each for each in dismissed}
    return _page(
        request,
        "check/flags.html.j2",
        check=check,
        texts=texts,
        flags=[flag for flag in listed if (flag.item, flag.rule) not in gone],
        dismissed=[(each, rule_title(words(), each.rule)) for each in dismissed],
        fresh=any((flag.item, flag.rule) in gone for flag in listed),
        languages=LANGUAGES,
    )


def dismissed_file(request: Request) -> Response:
    """Return the dismissed flags as the file that `magnetite check --dismissed` reads."""
    check = check_of(request)
    content = dismissals_text(dismissals_of(request, check)).encode()
    return file_response(f"{_stem(check)}-dismissed.toml", content, "application/toml")


def progress(request: Request) -> Response:
    """Return the progress of a check, for the page's script."""
    check = check_of(request)
    waiting = _waiting(_ahead(request, check))
    told = {"state": check.state, "share": check.share, "doing": _doing(check), "waiting": waiting}
    return JSONResponse({**told, "first": _has_first(request, check)})


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
    forms = apart(forms_of, exam_of(request, check, pictures=True).dataset, beside, seconds=WRITING)
    own, changed = (
        _own_file(request, check) if read_corrections(check.corrections).of_content else (MendedFile(b""), False)
    )
    values = {"forms": forms, "versions": VERSIONS, "changed": changed, "missing": own.missing}
    return _page(request, "check/download.html.j2", check=check, **values)


def own(request: Request) -> Response:
    """Return the exam's own file with what was put right. Raises HTTPException 404 where nothing could be."""
    check = check_of(request)
    file, changed = _own_file(request, check)
    if file.missing and not changed:
        raise HTTPException(404)
    return file_response(check.name, file.data, "application/octet-stream")


def _own_file(request: Request, check: ExamCheck) -> tuple[MendedFile, bool]:
    """Return the exam's own file with what was put right, and whether it differs from the upload."""
    read, corrections = read_of(request, check)
    upload, beside = upload_of(folder_of(request), check.id), check_folder(folder_of(request), check.id)
    items = all_items(read), all_items(corrected(read, corrections))
    file = apart(own_file, upload, chosen_columns(corrections), *items, beside, seconds=WRITING)
    return file, file.data != upload.read_bytes()


def exam_as(request: Request) -> Response:
    """Return the exam in a format, as a file, or several versions of it in an archive."""
    check, form = check_of(request), str(request.path_params["form"])
    beside = check_folder(folder_of(request), check.id)
    dataset, count = exam_of(request, check, pictures=True).dataset, str(request.query_params.get("versions") or "1")
    if count not in map(str, range(1, VERSIONS + 1)):
        raise HTTPException(400)
    if count == "1":
        name, content, _ = apart(exam_file, dataset, form, _stem(check), beside, seconds=WRITING)
    else:
        name, content = apart(exam_versions, dataset, form, _stem(check), beside, int(count), seconds=WRITING)
    return file_response(name, content, "application/octet-stream")


def _page(request: Request, template: str, **values: Any) -> Response:
    """Render a page whose forms only this browser can send."""
    token = form_token(request)
    return keep_token(request, page(template, form_token=token, **values), token)


def _severities(run: Run) -> dict[str, int]:
    """Count the questions that deserve a second look by the worst flag of each."""
    worst = [severity_of(str(each)) for each in run.finding("check").table("looks").values("severity")]
    return {level: worst.count(level) for level in SEVERITIES if level in worst}


def _ahead(request: Request, check: ExamCheck) -> int:
    """Count the checks that come before a queued one."""
    if check.state != "queued":
        return 0
    waiting = [each.id for each in checks_of(request).waiting()]
    running = sum(each.state == "running" for each in checks_of(request).all())
    return running + (waiting.index(check.id) if check.id in waiting else 0)


def _has_first(request: Request, check: ExamCheck) -> bool:
    """Say whether the rules have found what they find, while models still answer."""
    return check.state == "running" and (report_of(folder_of(request), check.id) / REPORT_FILE).is_file()


def _doing(check: ExamCheck) -> str:
    return say(f"doing-{check.doing}") if check.doing else ""


def _waiting(ahead: int) -> str:
    return say("progress-ahead", n=ahead) if ahead else ""


def _stem(check: ExamCheck) -> str:
    return Path(check.name).stem or "exam"


async def upload(request: Request) -> Response:
    """Store an uploaded file or pasted text, and show what was understood."""
    async with _form(request) as form:
        name, content = await _sent(form)
    await _free(request)
    return await to_thread.run_sync(_keep, request, name, content)


def _with_passage(read: ReadExam, corrections: Corrections, form: FormData) -> Corrections:
    return with_passage(read, corrections, *(str(form.get(name) or "") for name in ("text", "first", "last")))


def _without_passage(_read: ReadExam, corrections: Corrections, form: FormData) -> Corrections:
    return without_passage(corrections, str(form.get("number") or ""))


def columns(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Store which columns of a table mean what, and read it again. What cannot be read so is refused."""
    upload = upload_of(folder_of(request), check.id)
    chosen = with_columns(table_header(upload), form)
    try:
        read = read_upload(upload, chosen_columns(chosen))
    except MagnetiteError as error:
        if not chosen.columns and not table_header(upload).understood:  # back to where nothing could be read
            return _store(request, check, chosen, 0)
        raise without_paths(folder_of(request), check.id, error) from error
    return _store(request, check, chosen, len(read.dataset))


async def answers(request: Request) -> Response:
    """Store candidates' answers, or remove them."""
    async with _form(request) as form:
        file, remove = form.get("file"), bool(form.get("remove"))
        sent = (file.filename, await file.read()) if isinstance(file, UploadFile) and file.filename else None
        about = {name: "" if remove else str(form.get(name) or "").strip() for name in ("group_by", "cut")}
    return await to_thread.run_sync(_keep_answers, request, sent, remove, about)


def _keep_answers(request: Request, sent: tuple[str, bytes] | None, remove: bool, about: Mapping[str, str]) -> Response:
    """Read the answers before they are stored, so that what cannot be read is refused at once.

    `about`: the column of groups and the cut, "" for none. Without a file, those of the answers that are there change.
    """
    check, folder = check_of(request), folder_of(request)
    if check.state in BUSY:
        raise UsageError(say("exam-busy"))
    if remove:
        remove_answers(folder, check.id)
    else:
        before = answers_of(folder, check.id)
        kept = (before.name, before.read_bytes()) if before else None
        chosen = sent or kept
        if chosen is None:
            raise UsageError(say("exam-answers-none"))
        path = keep_answers(folder, check.id, *chosen)
        try:
            require_cut(about["cut"], apart(candidates_alone, path, exam_of(request, check), about["group_by"]))
        except MagnetiteError as error:
            remove_answers(folder, check.id)
            if kept:
                keep_answers(folder, check.id, *kept)
            raise without_paths(folder, check.id, error) from error
    return _correct(
        request, check, replace(read_corrections(check.corrections), group_by=about["group_by"], cut=about["cut"])
    )


def dismiss(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Store a dismissal with its note, or take one back; the next check leaves out what is dismissed."""
    name, rule = str(form.get("question") or ""), str(form.get("rule") or "")
    others = [each for each in dismissals_of(request, check) if (each.question, each.rule) != (name, rule)]
    if not form.get("undo"):
        if rule not in RULES:
            raise HTTPException(400)
        item = next((item for item in exam_of(request, check).dataset if item.id == name), None)
        note = " ".join(str(form.get("note") or "").split())
        others.append(Dismissal(name, rule, note, text_print(item) if item else ""))
    keep_dismissed(folder_of(request), check.id, dismissals_text(others))
    return RedirectResponse(f"/checks/{check.id}/flags", 303)


def start(request: Request, check: ExamCheck, form: FormData) -> Response:
    """Queue a check."""
    language = str(form.get("language") or LANGUAGES[0])
    if language not in LANGUAGES:
        raise HTTPException(400)
    if not check.questions:
        raise UsageError(say("exam-nothing"))
    remove_report(folder_of(request), check.id)
    checks_of(request).queue(check.id, models=bool(form.get("models")) and not lacking(MODELS), language=language)
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
        async with _form(request) as form:
            await _free(request)
            return await to_thread.run_sync(lambda: act(request, check_of(request), form))

    return endpoint


def correcting(change: Callable[[ReadExam, Corrections, FormData], Corrections]) -> Callable[[Request], Any]:
    """Return the endpoint for a form that changes the corrections of a check's exam."""
    return posting(lambda request, check, form: _correct(request, check, change(*read_of(request, check), form)))


@asynccontextmanager
async def _form(request: Request) -> AsyncIterator[FormData]:
    """Read a form, whose sender will see their place where its exam has to wait to be read; close what it holds."""
    form = await read_form(request)
    waits_for.set(request.cookies[COOKIE])
    try:
        yield form
    finally:
        await form.close()


async def _free(request: Request) -> None:
    """Wait for the database before the exam's turn comes: who meets a locked one takes no place from others."""
    await to_thread.run_sync(checks_of(request).require_free)


async def _sent(form: FormData) -> tuple[str, bytes]:
    """Return the name and the content of the exam sent: a file, else a text, else the sample exam."""
    file, text = form.get("file"), str(form.get("text") or "")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename, await file.read()
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
        checks.add(name, path.name, _questions(path))
        _take_over(request, name, path.name)
    except BaseException as error:
        remove(folder, name)
        if isinstance(error, MagnetiteError):
            raise without_paths(folder, name, error) from error
        raise
    return _to(name)


def _questions(path: Path) -> int:
    """Count the questions that are read; none of a table whose columns are still to be chosen."""
    try:
        return len(read_upload(path).dataset)
    except DataError:
        if table_header(path).understood:
            raise
        return 0


def _take_over(request: Request, name: str, file_name: str) -> None:
    """Let what was dismissed in the last check of a file of this name stay dismissed."""
    folder = folder_of(request)
    earlier = (each for each in checks_of(request).all() if each.name == file_name and each.id != name)
    if (last := next(earlier, None)) and (path := dismissed_of(folder, last.id)).exists():
        keep_dismissed(folder, name, path.read_text("utf-8"))


def _correct(request: Request, check: ExamCheck, corrections: Corrections) -> Response:
    read, _ = read_of(request, check)
    return _store(request, check, corrections, len(corrected(read, corrections).dataset))


def _store(request: Request, check: ExamCheck, corrections: Corrections, questions: int) -> Response:
    if not checks_of(request).correct(check.id, corrections.to_json(), questions):
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


def read_of(request: Request, check: ExamCheck, pictures: bool = False) -> tuple[ReadExam, Corrections]:
    """Return a check's exam as it was uploaded, perhaps with its pictures, and the corrections supplied since."""
    corrections = read_corrections(check.corrections)
    upload = upload_of(folder_of(request), check.id)
    return read_upload(upload, chosen_columns(corrections), pictures), corrections


def dismissals_of(request: Request, check: ExamCheck) -> tuple[Dismissal, ...]:
    """Return the flags of a check that were dismissed."""
    path = dismissed_of(folder_of(request), check.id)
    return read_dismissals(path) if path.exists() else ()


def exam_of(request: Request, check: ExamCheck, pictures: bool = False) -> ReadExam:
    """Return a check's exam with its corrections, perhaps with its pictures."""
    return corrected(*read_of(request, check, pictures))


def run_of(request: Request, check: ExamCheck) -> Run:
    """Return a check's run. Raises HTTPException 404 where the check is not done."""
    return run_from_json(result_of(request, check, FINDINGS))


def result_of(request: Request, check: ExamCheck, name: str) -> bytes:
    """Return a file of a check's report. Raises HTTPException 404 where the check is not done."""
    try:
        return (report_of(folder_of(request), check.id) / name).read_bytes()
    except OSError:
        raise HTTPException(404) from None
