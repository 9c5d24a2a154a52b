"""The organiser's page: each participant's progress, links, reminders to copy, the answers to download, deletion.

Links are stored as hashes only, so a link can be shown when it is made, and never again.
"""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from magnetite.core.errors import UsageError
from magnetite.study.database import Database, Participant
from magnetite.study.export import answers_csv
from magnetite.study.links import participant_link
from magnetite.web.pages import download, page
from magnetite.web.wording import say


def overview(request: Request) -> Response:
    """Show each participant's progress."""
    study = _study(request)
    people = study.participants()
    return page(
        "study/organiser.html.j2",
        design=study.design,
        base=_base(request),
        people=people,
        counts={
            state: sum(each.state == state for each in people) for state in ("new", "invited", "started", "finished")
        },
        reminders=[(each, _reminder(study, each)) for each in people if each.state in {"invited", "started"}],
        linkless=[each.number for each in people if each.state == "new"],
    )


async def links(request: Request) -> Response:
    """Make links, for one participant or for all who have none, and show them this once."""
    form = await request.form()
    return await run_in_threadpool(_links, request, str(form.get("number") or ""))


def _links(request: Request, number: str) -> Response:
    study = _study(request)
    numbers = [_number(number)] if number else [each.number for each in study.participants() if each.state == "new"]
    links = [(each, participant_link(str(request.base_url), study.renew(each))) for each in numbers]
    return page("study/links.html.j2", design=study.design, base=_base(request), links=links)


async def add(request: Request) -> Response:
    """Add a participant, and show their link."""
    return await run_in_threadpool(lambda: _links(request, str(_study(request).add_participant())))


async def delete(request: Request) -> Response:
    """Delete a participant and all their data, once the organiser has confirmed it."""
    form = await request.form()
    return await run_in_threadpool(_delete, request, str(form.get("number") or ""), bool(form.get("sure")))


def _delete(request: Request, number: str, sure: bool) -> Response:
    study, participant = _study(request), _number(number)
    if not sure:
        who = study.participant(participant)
        return page("study/delete.html.j2", base=_base(request), who=who, design=study.design)
    study.delete_participant(participant)
    return RedirectResponse(_base(request), 303)


def answers(request: Request) -> Response:
    """Return all answers as CSV."""
    study = _study(request)
    return download("answers.csv", answers_csv(study.design, study.answers()), "text/csv")


def _reminder(study: Database, who: Participant) -> str:
    """Return a reminder in the language of the study, without the link, which is not stored."""
    title = study.design.title or say("study-title")
    kind = "none" if not who.answered else "some"
    return say(f"study-reminder-{kind}", title=title, answered=who.answered, of=who.of)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError(say("organiser-no-number"))
    return int(text)


def _base(request: Request) -> str:
    return f"/organiser/{request.path_params['token']}"


def _study(request: Request) -> Database:
    """Return the study. Raises HTTPException 404 for a link that is not the organiser's."""
    study: Database = request.app.state.study
    if not study.check_organiser(str(request.path_params["token"])):
        raise HTTPException(404, "organiser")
    return study
