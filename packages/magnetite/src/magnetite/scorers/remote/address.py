"""The address of a model on a server, `MODEL@http://host:port/v1`; and the key, from the environment only."""

import html
import json
import os
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from urllib.parse import quote, urlsplit

from examfiles.errors import UsageError

KEYS = ("MAGNETITE_API_KEY", "OPENAI_API_KEY")
NO_KEY = "none"  # what servers without keys are sent: the client insists on one
_NO_SCHEME = re.compile(r"[^@]+@[\w.-]+:\d+(/.*)?")
_ASKED = re.compile(r"(?:/chat)?/completions\Z")
_MODEL = re.compile(r"(?P<model>[^@]*(?:@(?!https?://)[^@]*)*)@(?P<url>https?://.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Address:
    """A model and the server it is on; `url` has no slash at its end."""

    model: str
    url: str

    def __str__(self) -> str:
        return f"{self.model}@{self.url}"


def is_address(name: str) -> bool:
    """Return whether a model's name says that the model is on a server.

    >>> is_address("Qwen/Qwen2.5-7B-Instruct@http://localhost:8000/v1"), is_address("systems/qo")
    (True, False)
    """
    address = re.match(r"https?://", name, re.IGNORECASE) or _NO_SCHEME.fullmatch(name) or _MODEL.fullmatch(name)
    return address is not None


def read_address(name: str) -> Address:
    """Take a name apart. Raises UsageError, which shows no secret, where it lacks a part or holds a password or query.

    What is asked there, `/chat/completions` or `/completions`, is no part of the address.

    >>> read_address("Qwen@http://localhost:8000/v1/"), read_address("Qwen@http://localhost:8000/v1/chat/completions")
    (Address(model='Qwen', url='http://localhost:8000/v1'), Address(model='Qwen', url='http://localhost:8000/v1'))
    """
    match = _MODEL.fullmatch(name)
    if match is None and _NO_SCHEME.fullmatch(name):
        model, _, host = name.partition("@")
        raise UsageError(f"model '{name}': an address begins with http:// or https://. Expected {model}@http://{host}.")
    if match is None or not match["model"].strip():
        raise UsageError("a server's address names no model. Expected MODEL@URL, as in qwen@http://localhost:8000/v1.")
    model, parts = match["model"].strip(), urlsplit(match["url"].strip())
    shown = f"model '{model}@{parts.scheme}://{'' if '@' in parts.netloc else parts.netloc}…'"
    if "@" in parts.netloc:
        raise UsageError(
            f"{shown}: its address holds a user's name or a password, which would end up in reports. Leave it out; a "
            f"key is read from the environment variable {KEYS[0]}."
        )
    if parts.query or parts.fragment:
        raise UsageError(
            f"{shown}: its address has a part behind '?' or '#', which may hold a secret and would end up in reports. "
            f"Leave it out; a key is read from the environment variable {KEYS[0]}."
        )
    if not _has_host(parts.netloc):
        raise UsageError(
            f"{shown}: its address has no host, or a port that is no number. Expected http://host:port/v1."
        )
    path = _ASKED.sub("", parts.path.rstrip("/"))
    return Address(model, f"{parts.scheme.lower()}://{parts.netloc}{path}")


def key_of_environment(names: Sequence[str] = KEYS) -> str:
    """Return the key for servers: by default $MAGNETITE_API_KEY, else $OPENAI_API_KEY, else one that means nothing."""
    return next((key for name in names if (key := os.environ.get(name, "").strip())), NO_KEY)


def without_key(text: str, key: str) -> str:
    """Take a key out of a text: as it is, quoted, in base64 or in hexadecimal; cut off, too, if 8 characters are there.

    >>> without_key("Bearer sk-secret-1, c2stc2VjcmV0LTE=; sk-secret", "sk-secret-1")
    'Bearer [key], [key]=; [key]'
    """
    forms = set(_forms(key)) if key != NO_KEY else ()
    heads = "|".join(re.escape(form[:LEAST_OF_KEY]) for form in forms)
    shown: list[str] = []
    at = 0
    while heads and (found := re.compile(heads).search(text, at)):
        here = text[found.start() :]
        end = found.start() + max(_alike(here, form) for form in forms)
        shown, at = [*shown, text[at : found.start()], "[key]"], end
    return "".join([*shown, text[at:]])


def _alike(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


LEAST_OF_KEY = 8  # characters by which a part of it is known


def _forms(key: str) -> Iterator[str]:
    raw = key.encode("utf-8", "surrogatepass")
    written = json.dumps(key)[1:-1]
    yield from {key, quote(raw), quote(raw, safe=""), written, html.escape(key)}
    yield from (written.replace("/", slash) for slash in (r"\/", r"\\/"))
    yield from (raw.hex(), raw.hex().upper())
    for shift, unsure in enumerate((0, 2, 3)):  # what stands before it moves its letters, and hides the first
        whole = b64encode(bytes(shift) + raw).decode().rstrip("=")[unsure:]
        certain = whole if (shift + len(raw)) % 3 == 0 else whole[:-1]  # the last one depends on what follows
        for form in (whole, certain):
            yield from {form, form.replace("+", "-").replace("/", "_")}


def _has_host(netloc: str) -> bool:
    try:
        parts = urlsplit(f"//{netloc}")
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
