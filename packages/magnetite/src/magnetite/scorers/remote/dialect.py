"""A dialect: how one kind of server is asked, and how its answers are read. The seam between the scorer and the wire.

    Question        what is asked, whatever the server speaks: a text, and what its answer is read for
    Answer          what comes back: letters' log-probabilities, an option's own, or a text
    Concession      what a request may be changed into for a server that refuses it
    Dialect         between the two: writes a question as a request, and reads the reply

A dialect is a value without state, in a file of `dialects/`, which lists them. It sees JSON only: the client sends it,
repeats and counts it (`client.py`), and the exchange itself is in `transport.py`, with the key.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from magnetite.core.errors import ModelError
from magnetite.scorers.answer import Letters
from magnetite.scorers.prompts import Turns
from magnetite.scorers.remote.address import Address

Body = Mapping[str, Any]  # the JSON of a request or a reply
TEMPERATURE = "temperature"  # the concession after which answers are drawn by chance


class NotOfferedError(ModelError):
    """What a way to answer needs and the server leaves out; the message is what it leaves out."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a server is asked: `turns` that come before, a text, and what the answer is read for.

    With an `option`: its log-probability after the text. With `letters`: the log-probabilities of so many letters as
    the answer's first token. Otherwise: the answer's text, of `tokens` at most.
    """

    model: str
    text: str
    turns: Turns = ()
    option: str | None = None
    letters: int = 0
    tokens: int = 1


class Echo(NamedTuple):
    """The log-probability of an option after a text, and how many tokens it is.

    `before` tokens stand in front of it, the last with the value `last`: it does not depend on the option.
    """

    value: float
    tokens: int
    before: int = 0
    last: float | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """The text of an answer, and whether it was cut because all its tokens were used."""

    text: str
    cut: bool = False


Answer = Letters | Echo | Writing


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a reply says besides its answer: the tokens it took, and the model's names; None where it does not say."""

    tokens: int | None
    model: str | None
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class Complaint:
    """What an error says, in the server's words, "" for nothing; `final`: waiting does not help."""

    text: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class Concession:
    """A change of a request for a server that refuses `parameter`, a regular expression; without `change` it goes.

    `only_named`: it is taken only where the refusal names the parameter, for it may cost what was asked for.
    """

    parameter: str
    change: Callable[[Body], Body] | None = None
    only_named: bool = False

    def on(self, body: Body) -> Body:
        """Return the changed request."""
        if self.change is not None:
            return self.change(body)
        return {name: value for name, value in body.items() if name != self.parameter}


class Dialect(Protocol):
    """How one kind of server is asked and answers."""

    @property
    def name(self) -> str:
        """Return its name, which the fingerprint of a scorer has: another one where answers are read otherwise."""

    @property
    def path(self) -> str:
        """Return where requests go, after the address."""

    @property
    def title(self) -> str:
        """Return what a reply should be, for an error: "the JSON of …"."""

    def request(self, question: Question) -> Body:
        """Write a question as a request."""

    def concessions(self, question: Question) -> Sequence[Concession]:
        """Return what may be changed for a server that refuses the request, the least important first."""

    def read(self, reply: Body, question: Question, request: Body) -> Answer:
        """Read the answer to a question, which was sent as `request`.

        Raises ValueError for a broken reply, which is asked for again; NotOfferedError where the server leaves out what
        the question is about.
        """

    def receipt(self, reply: Body) -> Receipt:
        """Read what a reply says besides its answer."""

    def complaint(self, body: object) -> Complaint:
        """Read the body of an error; None or a text where it is not JSON."""

    def absent(self, address: Address) -> str:
        """Return what to do about a server that has no such path or model (404)."""
