"""Links: the addresses of a participant's and the organiser's pages on a server."""

import csv
from collections.abc import Mapping
from io import StringIO
from urllib.parse import quote, urlsplit

from magnetite.core.errors import UsageError


def participant_link(base: str, token: str) -> str:
    """Return the address of a participant's pages.

    >>> participant_link("https://study.example.org/", "abc")
    'https://study.example.org/p/abc'
    """
    return f"{server_address(base)}/p/{quote(token)}"


def organiser_link(base: str, token: str) -> str:
    """Return the address of the organiser's page."""
    return f"{server_address(base)}/organiser/{quote(token)}"


def links_csv(base: str, tokens: Mapping[int, str]) -> str:
    """Return participants' links as CSV, with the columns participant and link."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("participant", "link"))
    rows.writerows((number, participant_link(base, token)) for number, token in tokens.items())
    return text.getvalue()


def server_address(base: str) -> str:
    """Return the address of a server without a slash at its end. Raises UsageError where it is not one."""
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(
            f"--base-url '{base}' is not the address of a server; expected one such as https://study.example.org."
        )
    return base.rstrip("/")
