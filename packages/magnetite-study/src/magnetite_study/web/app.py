"""The addresses of a study, and who may see what; and the organiser's page.

    /p/TOKEN             a participant: welcome, then the next question, then thanks
    /p/TOKEN/7           the question at a position of their booklet
    /p/TOKEN/withdraw    deletes them with all their data, once they have confirmed it
    /organiser/TOKEN     the participants' progress, links, reminders to copy, the answers to download, deletion

A token is unguessable, stands in the address of every form, and is looked up by its hash in constant time: nobody can
see or send anything without it. So forms need no cookie, and a participant's browser stores nothing. No page contains
the right answer: it is made from a `BookletQuestion`, which has none. Links are stored as hashes only, so a link can be
shown when it is made, and never again.
"""

import logging
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from examfiles.errors import UsageError
from magnetite.core.errors import MagnetiteError
from magnetite.web.pages import BROKEN, HANDLERS, download, error_page, own_error, page, static_files
from magnetite.web.security import BodyLimit, Guard
from magnetite.web.wording import say, words
from magnetite_study.answers import answers_csv
from magnetite_study.database import Database
from magnetite_study.participants import Participant, participant_link
from magnetite_study.web import participant
from magnetite_study.web.participant import PACKAGE

MOST_BYTES = 64 * 2**10  # bytes in a form


class _Position(IntegerConvertor):
    """A question's place in an address. Python refuses to read numbers of thousands of digits, which are none."""

    regex = "[0-9]{1,9}"


register_url_convertor("position", _Position())


def study_app(database: Database, hosts: Iterable[str] = ()) -> ASGIApp:
    """Return the application of an open study."""
    words(database.design.language)  # reading them takes seconds, which the first to come should not wait
    one, all_ = "/p/{token:str}", "/organiser/{token:str}"
    app = Starlette(
        routes=[
            Route(one, participant.welcome),
            Route(f"{one}/consent", participant.consent, methods=["POST"]),
            Route(f"{one}/withdraw", participant.withdraw, methods=["GET", "POST"]),
            Route(f"{one}/finish", participant.finish, methods=["POST"]),
            Route(f"{one}/{{position:position}}", participant.question, methods=["GET"]),
            Route(f"{one}/{{position:position}}", participant.answer, methods=["POST"]),
            Route(all_, overview, methods=["GET"]),
            Route(f"{all_}/answers.csv", answers),
            Route(f"{all_}/links", links, methods=["POST"]),
            Route(f"{all_}/add", add, methods=["POST"]),
            Route(f"{all_}/delete", delete, methods=["POST"]),
            static_files(PACKAGE),
        ],
        exception_handlers={**HANDLERS, MagnetiteError: _study_error},
    )
    app.state.study, app.state.folder = database, database.folder
    return Guard(BodyLimit(app, MOST_BYTES, "form"), hosts, database.design.language)


def _study_error(request: Request, error: Exception) -> Response:
    """Show the organiser what is wrong, a participant only that it is not their doing: folder names are private."""
    if request.url.path.startswith("/organiser/"):
        return own_error(request, error)
    logging.getLogger(__name__).error("A participant was asked to try again: %s", error)
    return error_page(request, BROKEN, "busy-sentence", "busy-title")


def overview(request: Request) -> Response:
    """Show each participant's progress."""
    study = _study(request)
    people = study.participants()
    return page(
        "organiser.html.j2",
        package=PACKAGE,
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
    form = await request.form(max_files=0)
    return await run_in_threadpool(_links, request, str(form.get("number") or ""))


def _links(request: Request, number: str) -> Response:
    study = _study(request)
    numbers = [_number(number)] if number else [each.number for each in study.participants() if each.state == "new"]
    with study.renewing(numbers) as tokens:
        links = [(each, participant_link(str(request.base_url), token)) for each, token in tokens.items()]
    return page("links.html.j2", package=PACKAGE, design=study.design, base=_base(request), links=links)


async def add(request: Request) -> Response:
    """Add a participant, and show their link."""
    return await run_in_threadpool(lambda: _links(request, str(_study(request).add_participant())))


async def delete(request: Request) -> Response:
    """Delete a participant and all their data, once the organiser has confirmed it."""
    form = await request.form(max_files=0)
    return await run_in_threadpool(_delete, request, str(form.get("number") or ""), bool(form.get("sure")))


def _delete(request: Request, number: str, sure: bool) -> Response:
    study, participant = _study(request), _number(number)
    if not sure:
        who = study.participant(participant)
        return page("delete.html.j2", package=PACKAGE, base=_base(request), who=who, design=study.design)
    study.delete_participant(participant)
    return RedirectResponse(_base(request), 303)


def answers(request: Request) -> Response:
    """Return all answers as CSV."""
    study = _study(request)
    study.look()
    return download("answers.csv", answers_csv(study.design, study.answers(), study.showings()), "text/csv")


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
