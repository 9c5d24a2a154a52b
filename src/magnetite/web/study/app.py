"""The addresses of a study, and who may see what: a link is the key.

    /p/TOKEN             a participant: welcome, then the next question, then thanks
    /p/TOKEN/7           the question at a position of their booklet
    /organiser/TOKEN     the participants' progress, links, export

A token is unguessable, stands in the address of every form, and is looked up by its hash in constant time: nobody can
see or send anything without it. So forms need no cookie, and a participant's browser stores nothing. No page contains
the right answer: it is made from a `BookletQuestion`, which has none.
"""

import logging
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from magnetite.core.errors import MagnetiteError
from magnetite.study.database import Database
from magnetite.web.pages import BROKEN, HANDLERS, error_page, own_error, static_files
from magnetite.web.security import BodyLimit, Guard
from magnetite.web.study import organiser, participant

MOST = 64 * 2**10  # bytes in a form


def study_app(database: Database, hosts: Iterable[str] = ()) -> ASGIApp:
    """Return the application of an open study."""
    one, all_ = "/p/{token:str}", "/organiser/{token:str}"
    app = Starlette(
        routes=[
            Route(one, participant.welcome),
            Route(f"{one}/consent", participant.consent, methods=["POST"]),
            Route(f"{one}/finish", participant.finish, methods=["POST"]),
            Route(f"{one}/{{position:int}}", participant.question, methods=["GET"]),
            Route(f"{one}/{{position:int}}", participant.answer, methods=["POST"]),
            Route(all_, organiser.overview, methods=["GET"]),
            Route(f"{all_}/answers.csv", organiser.answers),
            Route(f"{all_}/links", organiser.links, methods=["POST"]),
            Route(f"{all_}/add", organiser.add, methods=["POST"]),
            Route(f"{all_}/delete", organiser.delete, methods=["POST"]),
            static_files(),
        ],
        exception_handlers={**HANDLERS, MagnetiteError: _study_error},
    )
    app.state.study = database
    return Guard(BodyLimit(app, MOST), hosts, database.design.language)


def _study_error(request: Request, error: Exception) -> Response:
    """Show the organiser what is wrong, a participant only that it is not their doing: folder names are private."""
    if request.url.path.startswith("/organiser/"):
        return own_error(request, error)
    logging.getLogger(__name__).error("A participant was asked to try again: %s", error)
    return error_page(request, BROKEN, "busy-sentence", "busy-title")
