"""Forms: each carries the token of a cookie that only our own pages know, and is refused without it (CSRF).

The cookie is the browser's own secret: random, out of reach of scripts, never sent along by another site. Where a
request comes from is checked before (`security.Guard`).
"""

import hmac
import re
import secrets

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from starlette.responses import Response

COOKIE = "magnetite-form"
FIELD = "form_token"
MultiPartParser.spool_max_size = 2**30  # uploads stay in memory, up to `BodyLimit`: nothing is written elsewhere
YEAR = 365 * 24 * 3600
MOST_FIELDS = 20_000
MOST_TEXT = 4 * 2**20  # bytes in one field
_TOKEN = re.compile(r"[\w-]{43}")


def form_token(request: Request) -> str:
    """Return the token for a page's forms: the one this browser has, else a new one."""
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else secrets.token_urlsafe(32)


def keep_token(request: Request, response: Response, token: str) -> Response:
    """Give the token to the browser, if it does not have it yet."""
    if request.cookies.get(COOKIE) != token:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
    return response


async def read_form(request: Request) -> FormData:
    """Read a form that one of our pages sent. Raises HTTPException 403 without our token, 400 where it is no form."""
    form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=MOST_TEXT)
    token, cookie = str(form.get(FIELD, "")), request.cookies.get(COOKIE, "")
    if not _TOKEN.fullmatch(cookie) or not hmac.compare_digest(token.encode(), cookie.encode()):
        await form.close()
        raise HTTPException(403)
    return form
