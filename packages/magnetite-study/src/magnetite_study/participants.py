"""Participants: each one's progress, as the database lists it, and the addresses of their pages on a server."""

import csv
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Literal
from urllib.parse import quote, urlsplit

from examfiles.errors import UsageError
from magnetite_study.design import Design

State = Literal["new", "invited", "started", "finished"]
_QUERY = """
SELECT p.number, p.token IS NOT NULL, p.consented_at, p.finished_at, p.fields,
    (SELECT count(*) FROM answers a WHERE a.number = p.number),
    max(
        coalesce((SELECT max(s.last_at) FROM shown s WHERE s.number = p.number), 0),
        coalesce((SELECT max(a.answered_at) FROM answers a WHERE a.number = p.number), 0),
        coalesce(p.consented_at, 0)
    )
FROM participants p WHERE :number IS NULL OR p.number = :number ORDER BY p.number
"""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant: new (no link yet), invited, started (consented or answered), or finished.

    `linked`: whether they have a link. `answered` of `of` questions. Times are seconds since 1970, None for what has
    not happened yet. `fields`: what else the organiser asked.
    """

    number: int
    form: str
    state: State
    answered: int
    of: int
    consented_at: float | None
    finished_at: float | None
    last_seen: float | None
    fields: Mapping[str, str]
    linked: bool


def listed(connection: sqlite3.Connection, design: Design, number: int | None = None) -> list[Participant]:
    """Read all participants, by number; or only the one with that number, if there is one."""
    rows = connection.execute(_QUERY, {"number": number}).fetchall()
    return [
        Participant(
            number,
            design.form(number),
            _state(linked, consented, finished, answered),
            answered,
            len(design.questions),
            consented,
            finished,
            seen or None,
            json.loads(fields),
            bool(linked),
        )
        for number, linked, consented, finished, fields, answered, seen in rows
    ]


def _state(linked: int, consented: float | None, finished: float | None, answered: int) -> State:
    if finished is not None:
        return "finished"
    if consented is not None or answered:
        return "started"
    return "invited" if linked else "new"


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
