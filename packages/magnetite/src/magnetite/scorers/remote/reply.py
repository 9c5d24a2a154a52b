"""The JSON object of a reply; or what a server sent in its place, told apart by whether another try may help.

A server that answers with a web page, a stream or plain text answers so again: that is said at once, with what to do.
An answer that is empty, or JSON that breaks off, may be another the next time.
"""

import json
import re
from typing import Any

_EVENTS = re.compile(r"(data|event|id|retry)?:")  # a line of server-sent events
_JSON = re.compile(r"[\[{]")  # how an answer begins that is or was to be JSON

_PAGE = "Is this the address of a web page? Base addresses end in /v1."
_STREAM = (
    "No stream was asked for. See whether the server, or a proxy before it, is set to stream, and whether the address "
    "is that of this protocol; base addresses end in /v1."
)
_TEXT = "Check the address: base addresses end in /v1."


class ForeignError(ValueError):
    """A reply of another kind than JSON, which another try does not change; `advice` is what to do."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.advice = advice


class OtherError(ValueError):
    """A whole JSON text that is no object."""


def read_object(content: bytes) -> dict[str, Any]:
    """Return the JSON object of a reply.

    Raises ForeignError for what is not JSON, OtherError for JSON that is no object, ValueError for what breaks off.

    >>> read_object(b'{"a": 1}')
    {'a': 1}
    """
    text = content.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        raise ValueError("it is empty")
    if text.startswith("<"):
        raise ForeignError("it is a web page, not JSON", _PAGE)
    if _EVENTS.match(text):
        raise ForeignError("it is a stream of server-sent events, not one JSON object", _STREAM)
    try:
        reply = json.loads(text)
    except RecursionError:
        raise OtherError("its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise ForeignError("it is several JSON texts in a row (NDJSON), not one JSON object", _STREAM) from None
        if not _JSON.match(text):
            raise ForeignError("it is text, not JSON", _TEXT) from None
        raise
    if not isinstance(reply, dict):
        raise OtherError("it is no JSON object")
    return reply
