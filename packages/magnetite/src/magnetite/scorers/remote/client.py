"""The client: questions put to a server in its dialect, repeated where that helps, and counted.

How often and how long to wait is decided here, so that no request goes out that a ceiling forbids, and a stop is heard
while one waits. A server that refuses a parameter is asked without it, or with
another that means the same: each such step is taken once, and kept. What a server says is shown harmlessly, never with
the key in it.
"""

import random
import re
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, TypeVar
from weakref import finalize

from examfiles.errors import UsageError, harmless
from examfiles.files import size_text
from magnetite.core.errors import ModelError
from magnetite.core.installation import install_command
from magnetite.core.scorer import Traffic
from magnetite.scorers.remote.address import KEYS, NO_KEY, Address, key_of_environment, without_key
from magnetite.scorers.remote.dialect import Answer, Body, Concession, Dialect, Question
from magnetite.scorers.remote.dialects import Endpoint
from magnetite.scorers.remote.reply import ForeignError, OtherError, read_object

if TYPE_CHECKING:
    from magnetite.scorers.remote.transport import Line, Refusal

REPEATED = frozenset({408, 409, 425, 429})  # besides all from 500 on: what another try may get past
REFUSED = frozenset({400, 422})  # the server does not take the request as it is; another form of it may do
MOST_CHARACTERS = 240  # characters of what a server said
MOST_OF_REPLY = 80  # characters of a reply that cannot be used
READ_OF_REPLY = 4096  # bytes of it that are looked at for the key


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a server, in seconds: for an answer, and between tries of the same request.

    The n-th pause is a random share, between a half and all, of `pause` × 2^n, `longest` at most. What a server asks
    for (`Retry-After`) counts instead, unless it is beyond `most`: then the run ends.
    """

    timeout: float = 120.0
    retries: int = 6
    pause: float = 1.0
    longest: float = 60.0
    most: float = 600.0


@dataclass(slots=True)
class _Trouble(Exception):  # noqa: N818 - what came in place of an answer; the person reads a ModelError
    """What came in place of an answer: what is wrong, what to do, and whether to try again, or in another form."""

    problem: str
    advice: str
    again: bool = False
    refused: bool = False
    whole: bool = False  # it arrived whole, and has another form than expected
    wait: float | None = None  # seconds that the server asks for


@dataclass(frozen=True, slots=True)
class _Request:
    """A question as it is sent, and the tokens that it takes by estimate."""

    dialect: Dialect
    question: Question
    body: Body
    tokens: int


class Client:
    """One model on one server, for many threads: what was sent there, and what may still be sent."""

    def __init__(
        self,
        address: Address,
        *,
        request_limit: int | None = None,
        token_limit: int | None = None,
        patience: Patience = Patience(),
        endpoint: Endpoint | None = None,
    ) -> None:
        """Ask a server; `endpoint`: its address is that of this one itself, to whose dialect all requests belong."""
        self.address = address
        self._endpoint = endpoint
        self._limits = (request_limit, token_limit)
        self._patience = patience
        self._keys = KEYS if endpoint is None else endpoint.keys
        self._key = key_of_environment(self._keys)
        self._lock = Lock()
        self._sent = self._tokens = self._underway = self._guessed = 0
        self._quiet_until = 0.0  # on the monotonic clock: no request goes out before, by the server's own wish
        self._steps: dict[str, tuple[Concession, ...]] = {}  # by path: what the server was seen to need
        self._models: Counter[str] = Counter()
        self._fingerprints: Counter[str] = Counter()
        self._open: Line | None = None
        self._reached = False  # before a first response, a server that cannot be reached is a wrong address

    @property
    def sent(self) -> Traffic:
        """Return the requests that were sent, repeated ones too, and the tokens of those answered."""
        return Traffic(self._sent, self._tokens)

    @property
    def guessed(self) -> int:
        """Return of how many answers the server did not say how many tokens they took."""
        return self._guessed

    def ask(
        self,
        dialect: Dialect,
        question: Question,
        *,
        tokens: int,
        place: str,
        stopped: Event,
    ) -> Answer:
        """Put one question and read the answer; one that is broken is asked for again.

        `tokens` is what it takes by estimate, `place` what it is about. Raises ModelError where no answer can be had,
        UsageError where a ceiling is reached.
        """
        path = dialect.path
        taken, settled = list(self._steps.get(path, ())), path in self._steps
        while True:
            asked = dialect.request(question)
            for step in taken:
                asked = step.on(asked)
            try:
                answer = self._persist(_Request(dialect, question, asked, tokens), stopped)
            except _Trouble as trouble:
                steps = dialect.concessions(question)
                left = [step for step in steps if step not in taken and step.on(asked) != asked]
                other = None if settled or not trouble.refused else _next_step(left, trouble.problem)
                if other is None:
                    raise self._error(trouble, place) from None
                taken.append(other)
                continue
            self._steps[path] = tuple(taken)
            return answer

    @property
    def left_out(self) -> list[str]:
        """Return the parameters that the server refused."""
        return sorted({step.parameter for taken in self._steps.values() for step in taken})

    @property
    def models(self) -> Mapping[str, int]:
        """Return the names by which answers call the model, and how many answers do."""
        with self._lock:
            return dict(self._models)

    @property
    def fingerprints(self) -> Mapping[str, int]:
        """Return the fingerprints (`system_fingerprint`) that answers bear, and how many answers do."""
        with self._lock:
            return dict(self._fingerprints)

    def _persist(self, request: _Request, stopped: Event) -> Answer:
        """Send a request until it is answered, as often as patience allows.

        An answer that arrives whole in a form that cannot be used, and again in the same, will not be another, and what
        is no JSON at all is none the next time: only what is cut off, late or refused for now is worth the wait.
        """
        patience, before = self._patience, None
        for tried in range(patience.retries + 1):
            self._keep_quiet(stopped)
            try:
                return self._try(request)
            except _Trouble as trouble:
                same = trouble.whole and trouble.problem == before
                before = trouble.problem
                if same or not trouble.again or tried == patience.retries:
                    trouble.problem += f", {tried + 1} times" if trouble.again and tried else ""
                    raise
                if trouble.wait is not None:
                    self._quiet_until = max(self._quiet_until, time.monotonic() + trouble.wait)
                elif stopped.wait(min(patience.longest, patience.pause * 2**tried) * random.uniform(0.5, 1.0)):
                    raise
        raise AssertionError("the last try returns or raises")

    def _keep_quiet(self, stopped: Event) -> None:
        """Wait as long as the server asked everybody to."""
        while (left := self._quiet_until - time.monotonic()) > 0:
            if stopped.wait(left):
                raise _Trouble("was not asked any more, for the run was stopped", "")

    def _try(self, request: _Request) -> Answer:
        dialect = request.dialect
        self._admit(request.tokens)
        content, whole = b"", False
        used: int | None = 0  # a try without an answer counts as a request, and costs no tokens that we know of
        try:
            content = self._content(request)
            reply = read_object(content)
            whole = True
            receipt = dialect.receipt(reply)
            used = receipt.tokens
            answer = dialect.read(reply, request.question, request.body)
            for name, counts in ((receipt.model, self._models), (receipt.fingerprint, self._fingerprints)):
                if name is not None:
                    with self._lock:
                        counts[self.clean(name)] += 1
            return answer
        except ValueError as error:
            raise self._unusable(error, dialect, content, whole=whole) from None
        finally:
            self._settle(request.tokens, used)

    def _content(self, request: _Request) -> bytes:
        """Send a request once, and return the reply. Raises _Trouble where nothing good comes back."""
        line = self._line()
        from magnetite.scorers.remote import transport

        try:
            content = line.post(request.dialect.path, request.body)
        except transport.Late:
            raise _Trouble(f"did not answer within {self._patience.timeout:g} seconds", _SLOW, again=True) from None
        except transport.Elsewhere as error:
            raise _Trouble(f"sends requests on to {self.clean(str(error))}", _ELSEWHERE) from None
        except transport.TooLong:
            most = size_text(transport.MOST_BYTES)
            raise _Trouble(f"gave an answer of more than {most}", f"{_expected(request.dialect)} {_LOOK}") from None
        except transport.Unreached as error:
            cause = self.clean(str(error))
            advice = _UNTRUSTED if "CERTIFICATE_VERIFY_FAILED" in cause else _UNREACHED
            nobody = error.nobody and not self._reached
            raise _Trouble(f"cannot be reached ({cause})", advice, again=not nobody) from None
        except transport.Refusal as refusal:
            self._reached = True
            raise self._refused(refusal, request.dialect) from None
        self._reached = True
        return content

    def _unusable(self, error: ValueError, dialect: Dialect, content: bytes, *, whole: bool) -> _Trouble:
        """Say what is wrong with a reply, how it begins, and what was expected in its place."""
        problem = f"gave an answer that cannot be used: {self.clean(str(error))}"
        begins = self.clean(content[:READ_OF_REPLY].decode("utf-8", "replace"))[:MOST_OF_REPLY]
        advice = f"It begins with '{begins}'. {_expected(dialect)}" if begins else _expected(dialect)
        if isinstance(error, ForeignError):
            return _Trouble(problem, f"{advice} {error.advice}")
        return _Trouble(problem, f"{advice} {_LOOK}", again=True, whole=whole or isinstance(error, OtherError))

    def _refused(self, refusal: "Refusal", dialect: Dialect) -> _Trouble:
        status, complaint = refusal.status, dialect.complaint(refusal.body)
        said = self.clean(complaint.text or refusal.text or "no explanation")
        problem = f"answered {status}: {said.rstrip('.')}"
        if status in REFUSED:
            return _Trouble(problem, _NOT_TAKEN, refused=True)
        if status in {401, 403}:
            return _Trouble(problem, self._about_key())
        if status == 404:
            return _Trouble(problem, dialect.absent(self.address))
        if (status not in REPEATED and status < 500) or complaint.final:
            return _Trouble(problem, "Correct what it says, and start again.")
        wait = _retry_after(refusal.retry_after)
        if wait is not None and wait > self._patience.most:
            return _Trouble(f"{problem}; it asks to come back in {wait:,.0f} seconds", "Start again then.")
        return _Trouble(problem, _RETRY_ADVICE, again=True, wait=wait)

    def _about_key(self) -> str:
        if self._key == NO_KEY:
            return f"No key was sent: put it into the environment variable {self._keys[0]}."
        names = " (or ".join(self._keys)
        return f"It does not accept the key of the environment variable {names}). Correct that."

    def _admit(self, tokens: int) -> None:
        """Count a request that goes out. Raises UsageError where that would be one too many."""
        requests, most = self._limits
        with self._lock:
            if requests is not None and self._sent >= requests:
                raise UsageError(f"{self.address}: {self._sent:,} requests were sent, the request_limit. {_GO_ON}")
            if most is not None and self._tokens + self._underway + tokens > most:
                raise UsageError(
                    f"{self.address}: {self._tokens:,} tokens were used, and the next request could exceed the "
                    f"token_limit of {most:,}. {_GO_ON}"
                )
            self._sent += 1
            self._underway += tokens

    def _settle(self, tokens: int, used: int | None) -> None:
        """Count the tokens of an answer in place of those it was thought to take; None: the server did not say."""
        with self._lock:
            self._underway -= tokens
            self._tokens += tokens if used is None else used
            self._guessed += used is None

    def _line(self) -> "Line":
        with self._lock:
            if self._open is None:
                try:
                    from magnetite.scorers.remote.transport import Line
                except ImportError as error:
                    raise UsageError(
                        f"a model on a server needs the package openai. Install it: {install_command('remote')}."
                    ) from error
                url, endpoint, headers = self.address.url, self._endpoint, None
                if endpoint is not None:
                    url = url.removesuffix(endpoint.dialect.path)
                    headers = endpoint.headers and endpoint.headers(self._key)
                self._open = Line(url, self._key, self._patience.timeout, headers)
                finalize(self, self._open.close)
            return self._open

    def clean(self, text: str) -> str:
        """Shorten what a server said, take the key out of it, and make control characters visible."""
        return harmless(textwrap.shorten(without_key(text, self._key), MOST_CHARACTERS, placeholder=" …"))

    def _error(self, trouble: _Trouble, place: str) -> ModelError:
        return ModelError(
            f"{self.address}, {place}: the server {trouble.problem}. {trouble.advice} The answers that came "
            "before are stored, unless --store is off; the same command continues from there."
        )


_SLOW = "Ask fewer questions at a time (--concurrency), or see what the server is doing."
_ELSEWHERE = "Give the address that answers itself; requests are not sent on to another host, or changed into GET."
_UNREACHED = "Check that the server runs and that its address is right: http or https, the port; most end in /v1."
_UNTRUSTED = "Name the file with its certificate, or with that of who issued it, in SSL_CERT_FILE."
_NOT_TAKEN = "Correct what it says, or choose another way to answer (--scoring)."
_LOOK = "Try again, or look at the server's log."
_RETRY_ADVICE = "Start again later, or ask fewer questions at a time (--concurrency)."
_GO_ON = "Unless --store is off, the same command goes on with as much; raise the ceiling if no question was finished."


def _expected(dialect: Dialect) -> str:
    return f"Expected {dialect.title}."


def _next_step(steps: Sequence[Concession], refusal: str) -> Concession | None:
    """Choose what to change: the parameter that a refusal names, else the next; None where nothing is left."""
    named = (step for step in steps if re.search(rf"(?<![a-z_])(?:{step.parameter})(?![a-z_])", refusal))
    return next(named, next((step for step in steps if not step.only_named), None))


def _retry_after(header: str | None) -> float | None:
    """Read `Retry-After`, seconds or a date, in seconds from now; None where it cannot be read.

    >>> _retry_after("7"), _retry_after("soon")
    (7.0, None)
    """
    if not header:
        return None
    with suppress(ValueError):
        return max(0.0, float(header))
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


Q = TypeVar("Q")
A = TypeVar("A")
HEARS = 0.2  # seconds until Ctrl-C is heard
_Come = tuple[Q, A | None, BaseException | None]  # a request, and its answer or what came in its place


def answers(requests: Iterator[Q], ask: Callable[[Q], A], most: int) -> Iterator[list[tuple[Q, A]]]:
    """Ask up to `most` at a time; yield what has come, each request with its answer, in the order of coming.

    A request is sent only once an earlier answer was taken, so that never more than `most` are on their way or not
    taken yet. Where one fails, no more are sent; what is on its way is waited for and yielded, and then the first error
    is raised. The threads end with the program, whatever hangs.
    """
    todo: SimpleQueue[Q | None] = SimpleQueue()
    done: SimpleQueue[_Come[Q, A]] = SimpleQueue()
    for _ in range(most):
        Thread(target=_work, args=(todo, done, ask), daemon=True).start()
    failure: BaseException | None = None
    try:
        waiting = _send(requests, most, todo)
        while waiting:
            come = [_taken(done)]
            come += [done.get() for _ in range(done.qsize())]
            failure = failure or next((error for _, _, error in come if error is not None), None)
            if good := [(request, answer) for request, answer, error in come if error is None]:
                yield good  # type: ignore[misc]
            waiting += (_send(requests, len(come), todo) if failure is None else 0) - len(come)
    finally:
        for _ in range(most):
            todo.put(None)
    if failure is not None:
        raise failure


def _send(requests: Iterator[Q], count: int, todo: "SimpleQueue[Q | None]") -> int:
    """Hand over up to `count` requests, and return how many there were."""
    turn = list(islice(requests, count))
    for request in turn:
        todo.put(request)
    return len(turn)


def _taken(done: "SimpleQueue[_Come[Q, A]]") -> "_Come[Q, A]":
    """Wait for the next answer, a moment at a time, so that Ctrl-C is heard in between.

    A handler that another library installs, as polars does, may let the system go on waiting after a signal.
    """
    while True:
        with suppress(Empty):
            return done.get(timeout=HEARS)


def _work(todo: "SimpleQueue[Q | None]", done: "SimpleQueue[_Come[Q, A]]", ask: Callable[[Q], A]) -> None:
    """Ask whatever is handed over, until there is nothing more."""
    while (request := todo.get()) is not None:
        try:
            done.put((request, ask(request), None))
        except BaseException as error:  # it is raised where the answers are read
            done.put((request, None, error))
