"""One exchange with a server: over by a deadline as a whole, of a limited size, and with the host that was named.

The library `openai` sends a request, with the key as a bearer token or in headers of a protocol's own; whatever a
dialect writes goes the same way.
The HTTP client's own timeout is for each read, so a server that sends a byte a second is waited for without end; and it
would follow a redirect anywhere, as a GET without the question.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import httpx2
import openai

MOST_BYTES = 64 * 10**6  # of an answer: an echo of 100,000 tokens takes about 10
MOST_REDIRECTS = 5
RESENT = frozenset({301, 302, 307, 308})  # redirects after which the same request may be sent once more
PORTS = {"http": 80, "https": 443}
PACKING = frozenset({"content-encoding", "content-length", "transfer-encoding"})  # what unpacked bytes have no more


class Elsewhere(httpx2.TransportError):  # type: ignore[misc]
    """A redirect that is not followed; its text is where to."""


class TooLong(httpx2.TransportError):  # type: ignore[misc]
    """An answer that is larger than `MOST_BYTES`."""


class Late(Exception):  # noqa: N818 - the person reads a ModelError
    """No answer within the time."""


class Unreached(Exception):  # noqa: N818 - the same
    """No answer at all; its text is why. `nobody`: not even a connection was made."""

    def __init__(self, why: str, *, nobody: bool) -> None:
        super().__init__(why)
        self.nobody = nobody


@dataclass(slots=True)
class Refusal(Exception):  # noqa: N818 - the same
    """An answer with the status of an error: its JSON, if it is any, its text, and its wish (`Retry-After`)."""

    status: int
    body: object
    text: str
    retry_after: str | None


class Line:
    """The way to one server, for many threads. Every exchange, redirects and all, takes `seconds` at most."""

    def __init__(self, url: str, key: str, seconds: float, headers: Mapping[str, str] | None = None) -> None:
        """Open a way to `url`; `headers` carry the key in place of a bearer token."""
        http = _HttpClient(timeout=seconds, follow_redirects=False)
        self._library = openai.OpenAI(
            base_url=url,
            api_key=key,
            max_retries=0,
            timeout=seconds,
            http_client=http,
            default_headers=headers,  # not those of a request, which the library logs
        )
        self._options: Any = {} if headers is None else {"headers": {"Authorization": openai.Omit()}}

    def post(self, path: str, body: Mapping[str, Any]) -> bytes:
        """Send a request once, and return the answer as it came. Raises one of the classes above."""
        try:
            content: bytes = self._library.post(
                path, body=dict(body), cast_to=httpx2.Response, options=self._options
            ).content
        except openai.APITimeoutError:
            raise Late from None
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, Elsewhere | TooLong):
                raise error.__cause__ from None
            why = f"{error.__cause__ or error}"
            raise Unreached(why, nobody=isinstance(error.__cause__, httpx2.ConnectError)) from None
        except openai.APIStatusError as error:
            wish = error.response.headers.get("retry-after")
            raise Refusal(error.status_code, error.body, error.response.text, wish) from None
        return content

    def close(self) -> None:
        """Close all connections."""
        self._library.close()


class _HttpClient(httpx2.Client):  # type: ignore[misc]
    def send(self, request: httpx2.Request, **_: Any) -> httpx2.Response:
        """Send a request and read the answer, in a thread that ends with the program, whatever hangs."""
        limit = request.extensions.get("timeout", {}).get("read")
        end = None if limit is None else time.monotonic() + limit
        done: SimpleQueue[httpx2.Response | BaseException] = SimpleQueue()

        def work() -> None:
            try:
                done.put(self._exchange(request, end))
            except BaseException as error:  # it is raised where the answer is awaited
                done.put(error)

        Thread(target=work, daemon=True).start()
        try:
            answer = done.get(timeout=limit)
        except Empty:
            raise httpx2.ReadTimeout("it was not over in time", request=request) from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _exchange(self, request: httpx2.Request, end: float | None) -> httpx2.Response:
        for _ in range(MOST_REDIRECTS):
            response = super().send(request, stream=True, follow_redirects=False)
            try:
                if not response.has_redirect_location:
                    content = b"".join(_pieces(response, end))
                    headers = [pair for pair in response.headers.multi_items() if pair[0].lower() not in PACKING]
                    return httpx2.Response(response.status_code, headers=headers, content=content, request=request)
                place = request.url.join(response.headers["location"])
            finally:
                response.close()
            if response.status_code not in RESENT or not _same_host(request.url, place):
                raise Elsewhere(str(place), request=request)
            headers = request.headers.copy()
            headers["host"] = place.netloc.decode("ascii")
            request = httpx2.Request(
                request.method, place, headers=headers, content=request.read(), extensions=request.extensions
            )
        raise Elsewhere(f"{place}, and on and on", request=request)


def _pieces(response: httpx2.Response, end: float | None) -> Iterator[bytes]:
    size = 0
    for piece in response.iter_bytes():
        size += len(piece)
        if size > MOST_BYTES:
            raise TooLong("it is too long", request=response.request)
        if end is not None and time.monotonic() > end:
            raise httpx2.ReadTimeout("it was not over in time", request=response.request)
        yield piece


def _same_host(one: httpx2.URL, other: httpx2.URL) -> bool:
    """Return whether a key and an exam may go to the other address: the same server, or the same over TLS."""
    places = [(url.host, url.port or PORTS.get(url.scheme)) for url in (one, other)]
    secured = (one.scheme, other.scheme) == ("http", "https") and other.port is None
    return (one.scheme == other.scheme and places[0] == places[1]) or (secured and one.host == other.host)
