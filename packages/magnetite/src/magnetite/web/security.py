"""What guards every page: who may send requests, how large they may be, and what a browser may do with the response.

- `Guard` answers only to the names it is served under, so that a foreign page cannot reach a local server by a name of
  its own (DNS rebinding); refuses to change anything for another site; and sends the headers that keep a browser from
  running, loading, framing or storing what it should not.
- `BodyLimit` stops a request that is too large while it comes in.
- `read_form` refuses a form without the token of a cookie that only our own pages know (CSRF). The cookie is the
  browser's own secret: random, out of reach of scripts, never sent along by another site.
"""

import hmac
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import FormData, Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from magnetite.web.wording import preferred, say, speak

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": browsers would send forms with the origin "null", and ours would look like anybody's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
READING = frozenset({"GET", "HEAD"})
DRAINED = (
    8  # times the limit: how much of a request that is too large is still read, so that its sender sees the answer
)
COOKIE = "magnetite-form"
FIELD = "form_token"
MultiPartParser.spool_max_size = 2**30  # uploads stay in memory, up to `BodyLimit`: nothing is written elsewhere
YEAR = 365 * 24 * 3600
MOST_FIELDS = 20_000
MOST_TEXT = 4 * 2**20  # bytes in one field
_TOKEN = re.compile(r"[\w-]{43}")


class Guard:
    """Middleware that lets a request through to `app` if its host is one of `hosts` and it comes from our own pages.

    It is answered in `language`, or without one in the language that the browser prefers.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), language: str | None = None) -> None:
        self._app, self._language = app, language
        self._hosts = LOOPBACK | {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1000})

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        speak(self._language or preferred(Headers(scope=scope).get("accept-language", "")))
        refusal = self._refusal(scope)
        with suppress(ClientDisconnect):  # whoever sent half a request is gone, and nothing was done
            await (self._app if refusal is None else refusal)(scope, receive, guarded)
        return None

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy in front may believe the other of the two, and see another request in what follows.
            return PlainTextResponse(say("refused-lengths"), 400, {"Connection": "close"})
        host = _host_of(headers.get("host", ""))
        if host not in self._hosts and not _is_own_address(host, scope):
            return PlainTextResponse(say("refused-host", host=host[:100]), 400)
        if scope["method"] not in READING and _is_foreign(headers):
            return PlainTextResponse(say("refused-origin"), 403)
        return None


class BodyLimit:
    """Middleware that answers 413 to a request of more than `most` bytes, and never holds more of it than that.

    `kind` names the words of the answer, where they are others than those for an exam's file.
    """

    def __init__(self, app: ASGIApp, most: int, kind: str = "413") -> None:
        self._app = app
        self._most, self._kind = most, kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._most:
                while message.get("more_body") and size <= DRAINED * self._most:
                    message = await receive()
                    size += len(message.get("body", b""))
                raise HTTPException(413, self._kind)
            return message

        await self._app(scope, limited, send)


def _host_of(value: str) -> str:
    """Return the name in a Host header without its port, in lower case; an empty text where there is none."""
    try:
        return urlsplit(f"//{value}").hostname or ""
    except ValueError:
        return ""


def _is_own_address(host: str, scope: Scope) -> bool:
    """Return whether a host is the very IP address the request reached, which no foreign name can stand for."""
    try:
        return ip_address(host) == ip_address((scope.get("server") or ("",))[0])
    except ValueError:
        return False


def _is_foreign(headers: Headers) -> bool:
    """Return whether a browser says that another site's page sent the request; other clients say nothing."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


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
