"""Pages: templates with words, and one page for everything that goes wrong. The templates escape every value."""

import hashlib
import logging
import os
import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from babel.dates import format_datetime
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from examfiles.errors import DataError, UsageError
from magnetite.core.errors import MagnetiteError
from magnetite.core.extras import MissingExtraError
from magnetite.report.html import environment
from magnetite.web.wording import say, spoken, words

if TYPE_CHECKING:
    from jinja2 import Environment

PACKAGE = "magnetite.web"
STATUS: Mapping[int, int] = {UsageError.exit_code: 400, DataError.exit_code: 422}
BROKEN = 503  # a fault of a model, the disk or the installation is not the reader's doing
KINDS = ("link", "organiser", "form")  # errors with words of their own: two kinds of address, a form too large
KNOWN_STATUSES = (400, 403, 404, 405, 413, 500)
CACHED = "public, max-age=86400, immutable"  # static files have their content in their address


def page(template: str, status: int = 200, *, package: str = PACKAGE, **values: Any) -> HTMLResponse:
    """Render a template of a package, which may extend ours, in the language of this request."""
    return HTMLResponse(templates(package).get_template(template).render(language=spoken(), **values), status)


def error_page(request: Request, status: int, sentence: str, title: str = "title") -> Response:
    """Render the page for an error; `sentence` is text or, as `title`, the name of a text among the error words."""
    most = getattr(request.app.state, "most", 0)  # MiB of a request, where the pages have a limit
    text = say(f"error-{sentence}", most=most) if f"error-{sentence}" in words().codes else sentence
    home = getattr(request.app.state, "home", "")
    return page("error.html.j2", status, title=say(f"error-{title}"), sentence=text, home=home)


def http_error(request: Request, error: Exception) -> Response:
    """Answer an address that does not exist, a form that is not ours, a request that is too large."""
    status, detail = (error.status_code, error.detail) if isinstance(error, HTTPException) else (400, "")
    kind = detail if detail in KINDS else status if status in KNOWN_STATUSES else 400
    return error_page(request, status, f"{kind}-sentence", f"{kind}-title")


def own_error(request: Request, error: Exception) -> Response:
    """Answer with one of Magnetite's own errors, in its own words."""
    folder = str(getattr(request.app.state, "folder", ""))  # private, and of no use to a reader
    text = without_flags(without_folder(str(error), folder))
    if not isinstance(error, MagnetiteError) or isinstance(error, MissingExtraError):
        return error_page(request, BROKEN, text)
    return error_page(request, STATUS.get(error.exit_code, BROKEN), text)


def without_folder(text: str, folder: str) -> str:
    """Return a text without a folder before the name of a file, or alone where it can be no word.

    >>> without_folder("lost: /a/we/x.csv, and /a/we", "/a/we"), without_folder("w/x.csv is w", "w")
    ('lost: x.csv, and ', 'x.csv is w')
    """
    sep = re.escape(os.sep)
    alone = rf"|(?![\w.{sep}])" if os.sep in folder else ""
    return re.sub(rf"(?<![\w.{sep}]){re.escape(folder)}(?:{sep}{alone})", "", text) if folder.strip(".") else text


def without_flags(text: str) -> str:
    """Return a text without the sentences that name a flag of the command line, unless there are no others.

    Of a sentence that comes to a flag behind a semicolon, what stands before it stays.

    >>> without_flags("It holds no questions. Name its format: --format NAME. Or save it anew.")
    'It holds no questions. Or save it anew.'
    >>> without_flags("No keys were found; if a column has them, name it: --columns answer=NAME.")
    'No keys were found.'
    """
    sentences = re.split(r"(?<=[.!?]) (?=[A-ZÄÖÜ])", text)
    cut = [re.sub(r"; [^;]* --.*", ".", each) for each in sentences]
    return " ".join(each for each in cut if " --" not in each and not each.startswith("--")) or text


def crash(request: Request, error: Exception) -> Response:
    """Answer an unforeseen error: its details go to the terminal, never to the page."""
    logging.getLogger(__name__).error("An unexpected error.", exc_info=error)
    return http_error(request, HTTPException(500))


def download(name: str, content: bytes, kind: str) -> Response:
    """Return a file for the browser to save under a name, not to show."""
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    )


HANDLERS = {HTTPException: http_error, MagnetiteError: own_error, Exception: crash}


def static_files(*packages: str) -> Mount:
    """Serve style sheets and scripts, ours and those of other packages."""
    return Mount("/static", _Static(packages=[(each, "static") for each in (PACKAGE, *packages)]))


class _Static(StaticFiles):
    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["Cache-Control"] = CACHED
        return response


@cache
def templates(package: str = PACKAGE) -> "Environment":
    """Return the templates of a package, and ours; `say` and `static` are defined in all of them."""
    made = environment(*dict.fromkeys((package, PACKAGE)))
    made.filters |= {"moment": _moment, "clock": _clock}
    made.globals |= {"say": say, "static": partial(_static_address, package)}
    return made


@cache
def _static_address(package: str, name: str) -> str:
    own = files(package).joinpath("static", name)
    content = (own if own.is_file() else files(PACKAGE).joinpath("static", name)).read_bytes()
    return f"/static/{name}?{hashlib.blake2b(content, digest_size=6).hexdigest()}"


def _moment(written: str) -> str:
    """Return an ISO time as a reader's clock shows it.

    >>> len(_moment("2026-11-21T23:05:00+00:00"))
    17
    """
    return _clock(datetime.fromisoformat(written).timestamp())


def _clock(seconds: float) -> str:
    return format_datetime(datetime.fromtimestamp(seconds).astimezone(), "dd MMM yyyy HH:mm", locale=spoken())
