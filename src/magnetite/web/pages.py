"""Pages: templates with words, and one page for everything that went wrong.

Every value is escaped by the templates. What this file leaves out: what stands on a page (`check`, `study`).
"""

import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from magnetite.core.errors import DataError, MagnetiteError, UsageError
from magnetite.web.wording import FIRST, say, words

if TYPE_CHECKING:
    from jinja2 import Environment

STATUS: Mapping[type[MagnetiteError], int] = {UsageError: 400, DataError: 422}
BROKEN = 503  # what is wrong with a model or with the disk is not the reader's doing
LINKS = ("link", "organiser")  # what a 404 was asked for, where that is worth a page of its own
KNOWN = (400, 403, 404, 405, 413, 500)
CACHED = "public, max-age=86400, immutable"  # static files have their content in their address


def page(template: str, status: int = 200, language: str = FIRST, **values: Any) -> HTMLResponse:
    """Render a template in a language."""
    said = words(language)
    spoken = {"language": language, "say": lambda path, **given: said.say(path, given)}
    return HTMLResponse(templates().get_template(template).render(**spoken, **values), status)


def error_page(request: Request, status: int, sentence: str, title: str = "title") -> Response:
    """Say what went wrong; `sentence` is text, or names one of the words of errors, as `title` does."""
    state = request.app.state
    language, home = getattr(state, "language", FIRST), getattr(state, "home", "")
    said = words(language)
    told = said.say(f"error.{sentence}") if f"error.{sentence}" in said.texts else sentence
    return page("error.html.j2", status, language, title=said.say(f"error.{title}"), sentence=told, home=home)


def http_error(request: Request, error: Exception) -> Response:
    """Answer an address that does not exist, a form that was not ours, a request that is too large."""
    status, detail = (error.status_code, error.detail) if isinstance(error, HTTPException) else (400, "")
    kind = detail if detail in LINKS else status if status in KNOWN else 400
    return error_page(request, status, f"{kind}.sentence", f"{kind}.title")


def own_error(request: Request, error: Exception) -> Response:
    """Answer with one of Magnetite's own errors, in its own words."""
    return error_page(request, STATUS.get(type(error), BROKEN), str(error))  # type: ignore[arg-type]


def crash(request: Request, error: Exception) -> Response:
    """Answer an error that nobody foresaw: it is told on the terminal, never on the page."""
    logging.getLogger(__name__).error("An unexpected error.", exc_info=error)
    return http_error(request, HTTPException(500))


def download(name: str, content: bytes, kind: str) -> Response:
    """Hand out a file under a name, to be kept and not shown."""
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    )


HANDLERS = {HTTPException: http_error, MagnetiteError: own_error, Exception: crash}


def static_files() -> Mount:
    """Serve style sheets and scripts."""
    return Mount("/static", _Static(packages=[("magnetite.web", "static")]))


class _Static(StaticFiles):
    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = CACHED
        return response


@cache
def templates() -> "Environment":
    """Return the templates, which know `say` and `static`."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("magnetite.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"moment": _moment, "clock": _clock}
    environment.globals |= {"say": say, "static": _static_address}
    return environment


@cache
def _static_address(name: str) -> str:
    content = files("magnetite.web").joinpath("static", name).read_bytes()
    return f"/static/{name}?{hashlib.blake2b(content, digest_size=6).hexdigest()}"


def _moment(written: str) -> str:
    """Write a time as a reader's clock shows it.

    >>> len(_moment("2026-11-21T23:05:00+00:00"))
    17
    """
    return _clock(datetime.fromisoformat(written).timestamp())


def _clock(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds).astimezone():%d %b %Y %H:%M}"
