"""Remote: a model on a server as a scorer, whatever dialect the server speaks.

    cloze, -token, -byte, -pmi    /completions that echo the prompt: the option's log-probability after the prompt
    symbol                        the log-probability of the option's letter, first token of the answer (the default)
    asks                          how often the option is chosen, of several asks in which options change places

The cloze ways score an option by itself: log p(option | prompt), a space before it; divided by its tokens, or its bytes
in UTF-8; or less log p(option | the prompt of nothing). The two others are list-wise. A prompt for chat goes to
/chat/completions, where the server applies the model's own template; a plain one is completed (/completions).
An address that ends in the path of another protocol speaks that (`dialects/`); a scorer of your own may be given one.

What a request answered is kept in memory, so that no request goes out twice; what its cells scored is in the store.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from threading import Event, Lock
from typing import Any

import numpy as np

from examfiles.errors import UsageError, unknown_name
from examfiles.reasons import Reason
from magnetite.core.cells import Cells, Context, IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import NO_ANSWER, Sizes, Traffic
from magnetite.scorers.answer import Letters, named_option
from magnetite.scorers.prompts import CHAT, PLAIN, Prompt, Shots, Turns, letters
from magnetite.scorers.prompts import prompt as named_prompt
from magnetite.scorers.remote.address import Address, read_address
from magnetite.scorers.remote.client import Client, Patience, answers
from magnetite.scorers.remote.dialect import TEMPERATURE, Answer, Dialect, Echo, NotOfferedError, Question, Writing
from magnetite.scorers.remote.dialects import DIALECTS, Endpoint, endpoint_of

SYMBOL, ASKS, PMI = "symbol", "asks", "cloze-pmi"
CLOZE = ("cloze", "cloze-token", "cloze-byte", PMI)
WAYS = (*CLOZE, SYMBOL, ASKS)
ANSWER_TOKENS = 16  # that an answer may have where its text is read; a model that reasons takes thousands
MESSAGE_TOKENS = 10  # of a chat's own marks, by estimate
FIRST_ANSWERS = 5  # so many answers without any letter at the start of a run end it
# How answers are read is part of a way's name in the store. 2: an echo's tokens are told by their texts, and a written
# answer's reasoning is left out; of tokens that are listed by their texts, the one that was written counts in full.
WAY_VERSIONS = dict.fromkeys((*CLOZE, ASKS), ".2")
NAMES = 5  # by which a note shows that answers call their model
COMPARED = 3  # stored questions that are asked again, the second and third only where those before differ
FLOOR = -7.0  # letters that are less likely than one in a thousand differ from server to server
_MOVED = (
    "log-probabilities of the prompt's own tokens (echo): the value of a token changes with the one after it, so each "
    "has that of another"
)
DRIFT = 0.25  # by which two equal requests may differ: servers batch and cache as they like, and 0.11 was seen


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One request's meaning: a context, the options it lists in this order, and the one that is to be echoed."""

    context: Context
    options: tuple[str, ...] = ()
    option: str | None = None
    number: int = 0  # of several asks with the same order


Reading = Letters | Echo | int | None  # letters; an echo; the option chosen, None for none


@dataclass(frozen=True, slots=True, eq=False)
class _CellGroup:
    """Cells that are scored together, their positions (some,), and the inquiries whose answers they need."""

    positions: IntArray
    columns: tuple[str, ...]
    inquiries: tuple[Inquiry, ...]


@dataclass(slots=True)
class _Log:
    """What is worth telling about the answers of this process."""

    answers: int = 0
    some_missing: int = 0
    none: int = 0
    shorter: int = 0  # lists of likely tokens by text, with fewer than were asked for
    unfinished: int = 0  # answers without a word, all of whose tokens were used
    drift: float | None = None
    stored: tuple[date, date] | None = None  # when the stored scores were written that new ones join
    moved: float | None = None  # by which a stored question, asked again, differed
    firsts: list[str] = field(default_factory=list)
    befores: dict[tuple[Context, int], float] = field(default_factory=dict)  # the value before an option, and its place
    steady: int = 0  # other options of the same context before which it was the same
    unsteady: int = 0


class Remote:
    """A scorer that asks a server; implements `core.scorer.AsksServer`. Nothing is sent before something is scored."""

    shares_context = True

    def __init__(
        self,
        address: Address,
        *,
        scoring: str = SYMBOL,
        prompt: Prompt | None = None,
        shots: Shots | None = None,
        asks: int = 8,
        answer_tokens: int = ANSWER_TOKENS,
        concurrency: int = 8,
        client: Client | None = None,
        dialect: Dialect | None = None,
    ) -> None:
        """Refuse, with UsageError, a way to answer that does not exist or does not fit the prompt.

        `dialect`: what the server speaks; by default the OpenAI protocol's chat or completions, as the prompt is.
        """
        if scoring not in WAYS:
            raise unknown_name("scoring", scoring, list(WAYS))
        self._way = scoring
        self.listwise = scoring not in CLOZE
        self._prompt = prompt or named_prompt(CHAT if self.listwise else PLAIN)
        self._refuse_prompt()
        self._shots, self._asks, self._concurrency = shots or Shots(), asks, concurrency
        self._answer_tokens = answer_tokens
        self._client = client or Client(address)
        self._dialect = dialect or DIALECTS["chat" if self._prompt.chat else "completions"]
        self._answered: dict[Inquiry, Reading] = {}
        self._tried = False
        self._log, self._lock = _Log(), Lock()
        self.name = str(address)
        plain = ".2" if scoring == SYMBOL and not self._prompt.chat else ""
        way = (f"{ASKS}={asks}" if scoring == ASKS else scoring) + WAY_VERSIONS.get(scoring, plain)
        shown = f" shots={shots.fingerprint}" if shots else ""
        if scoring == ASKS and answer_tokens != ANSWER_TOKENS:
            way += f" answer_tokens={answer_tokens}"
        spoken = "" if dialect is None else f" dialect={dialect.name}"
        self.fingerprint = f"remote {address} scoring={way} prompt={self._prompt.fingerprint}{shown}{spoken}"

    @property
    def prompt_record(self) -> Mapping[str, Any]:
        """Return how the model is asked and answers."""
        asked = {"scoring": self._way, "prompt": self._prompt.name, "template": self._prompt.source}
        return {**asked, **self._shots.record}

    @property
    def by_letter(self) -> bool:
        """Return whether its scores are letters' log-probabilities; of a letter that is not listed, at most."""
        return self._way == SYMBOL

    @property
    def tolerance(self) -> float:
        """Return by how much a score may differ: a share by one ask more or less, others by a server's batching."""
        return _share(1, self._asks, 2) - _share(0, self._asks, 2) if self._way == ASKS else DRIFT

    def sizes(self, cells: Cells) -> Sizes:
        """Estimate each cell's tokens, at four bytes a token: its part of the requests. The server cuts nothing."""
        tokens = np.empty(len(cells), dtype=np.int64)
        for errand in self._errands(cells):
            whole = sum(map(self._estimate, errand.inquiries))
            tokens[errand.positions] = max(1, whole // len(errand.positions))
        return Sizes(tokens, np.zeros(len(cells), dtype=np.bool_))

    def traffic(self, cells: Cells) -> Traffic:
        """Count the requests that scoring would take, and estimate their tokens; a run asks its first one twice."""
        inquiries = list(dict.fromkeys(inquiry for errand in self._errands(cells) for inquiry in errand.inquiries))
        return Traffic(len(inquiries), sum(map(self._estimate, inquiries)))

    def score(self, cells: Cells) -> ScoreArray:
        """Ask for all cells, (cells,). Raises ModelError or UsageError; then what was answered is remembered."""
        scores = np.full(len(cells), np.nan, dtype=np.float32)
        for positions, values in self.parts(cells, Event()):
            scores[positions] = values
        return scores

    def parts(self, cells: Cells, stopped: Event) -> Iterator[tuple[IntArray, ScoreArray]]:
        """Yield positions and scores as answers come: all cells of a context together, where they share a request."""
        waiting: dict[Inquiry, list[_CellGroup]] = {}
        ready: list[_CellGroup] = []
        for errand in self._errands(cells):
            missing = [inquiry for inquiry in dict.fromkeys(errand.inquiries) if inquiry not in self._answered]
            for inquiry in missing:
                waiting.setdefault(inquiry, []).append(errand)
            if not missing:
                ready.append(errand)
        if ready:
            yield self._scored(ready)
        for come in self._readings(waiting, stopped):
            self._answered.update(come)
            near = dict.fromkeys(errand for inquiry, _ in come for errand in waiting[inquiry])
            if done := [each for each in near if all(inquiry in self._answered for inquiry in each.inquiries)]:
                yield self._scored(done)

    def compare_stored(self, cells: Cells, scores: ScoreArray, written: tuple[date, date]) -> None:
        """Ask a stored question again, and compare the answer with its stored scores, (cells,), once in this process.

        It takes the place of the first new request's repetition.
        What this process asked itself does not count. Raises ModelError where a few questions in a row all differ by
        more than `tolerance`: another model then answers under this name.
        """
        if self._log.stored is not None:
            return
        earlier = [each for each in self._errands(cells) if not any(map(self._answered.__contains__, each.inquiries))]
        if not earlier:
            return
        self._log.stored, self._tried = written, True
        differences = []
        for errand in sorted(earlier, key=lambda each: self._telling(scores[each.positions]))[:COMPARED]:
            differences.append(self._moved(errand, scores[errand.positions]))
            if differences[-1] <= self.tolerance or TEMPERATURE in self._client.left_out:
                break
        else:
            raise self._another_model(differences, written)
        self._log.moved = differences[-1]

    def _telling(self, scores: ScoreArray) -> float:
        """Return how little a question tells of a change: least where no letter is sure, or all asks agree."""
        highest = float(scores.max())
        if not self.listwise or highest <= NO_ANSWER:
            return math.inf
        return -highest if self._way == ASKS else highest

    def _moved(self, errand: _CellGroup, scores: ScoreArray) -> float:
        """Ask an errand's requests, and return by how much their scores differ from these, (columns,)."""
        for come in answers(iter(errand.inquiries), lambda each: self._ask(each, Event(), again=True), 1):
            self._answered.update(come)
        fresh, floor = np.array(self._values(errand), dtype=np.float32), FLOOR if self._way == SYMBOL else -np.inf
        return float(np.abs(np.maximum(fresh, floor) - np.maximum(scores, floor)).max())

    def _another_model(self, differences: Sequence[float], written: tuple[date, date]) -> ModelError:
        questions = "a stored question" if len(differences) == 1 else f"{len(differences)} stored questions"
        return ModelError(
            f"{self._client.address}: its scores, stored on {_days(written)}, are not those of the model that answers "
            f"now. The server was asked {questions} again, and a score differs by {max(differences):.3g} (expected at "
            f"most {self.tolerance:.3g}). Old and new answers would be mixed in one figure. Keep the new model's "
            "scores in another store (--store FOLDER), or keep none (--store off)."
        )

    @property
    def server_record(self) -> Mapping[str, Any]:
        """Return by which names answers of this process call the model, and their fingerprints, with their counts."""
        said = {"models": self._client.models, "system_fingerprints": self._client.fingerprints}
        return {name: dict(counts) for name, counts in said.items() if counts}

    def remarks(self) -> tuple[Reason, ...]:
        """Say how the server answered in this process: what drifted, what was missing, what was guessed."""
        log, client = self._log, self._client
        if not log.answers:
            return (Reason("note-server-all-stored").of(self.name),)
        return tuple(note.of(self.name) for note in _remarks(log, client, self._way, self._asks))

    def _refuse_prompt(self) -> None:
        if self.listwise and not self._prompt.shows_options:
            raise UsageError(
                f"prompt '{self._prompt.name}': it does not show the options with their letters, which --scoring "
                f"{self._way} needs. Put {{{{ option.letter }}}} and {{{{ option.text }}}} into it."
            )
        if self._prompt.reply:
            raise UsageError(
                f"prompt '{self._prompt.name}': it begins the model's reply, and a server begins its own. Use --prompt "
                "chat."
            )
        if not self.listwise and self._prompt.chat:
            raise UsageError(
                f"prompt '{self._prompt.name}': it is for chat, and --scoring {self._way} needs a text that the server "
                "completes. Give --prompt plain, or --scoring symbol."
            )

    def _errands(self, cells: Cells) -> Iterator[_CellGroup]:
        """Yield what there is to do, in the order of contexts: a context, or a cell where options are scored alone."""
        order = np.argsort(cells.rows, kind="stable")
        starts = np.flatnonzero(np.diff(cells.rows[order], prepend=-1)) if self.listwise else np.arange(len(cells))
        for positions in np.split(order, starts[1:]) if len(cells) else ():
            context = cells.contexts[cells.rows[positions[0]]]
            texts = tuple(cells.options[column] for column in cells.columns[positions])
            yield _CellGroup(positions, texts, self._inquiries(context, texts))

    def _inquiries(self, context: Context, texts: Sequence[str]) -> tuple[Inquiry, ...]:
        if not self.listwise:
            own = Inquiry(context=Context(context.passage, context.question, (), context.added), option=texts[0])
            return (own, Inquiry(Context("", ""), option=texts[0])) if self._way == PMI else (own,)
        for text in texts:
            if text not in context.shown:
                raise UsageError(
                    f"{self.name}, question '{context.question[:60]}': the option '{text[:60]}' is not among the "
                    f"{len(context.shown)} that its context shows. Score core.cells.with_shown(cells)."
                )
        letters(len(context.shown))  # refuses more options than letters
        if self._way == SYMBOL:
            return (Inquiry(context, context.shown),)
        return tuple(Inquiry(context, order, number=n) for n, order in enumerate(_orders(context.shown, self._asks)))

    def _readings(
        self, waiting: dict[Inquiry, list[_CellGroup]], stopped: Event
    ) -> Iterator[list[tuple[Inquiry, Reading]]]:
        """Ask, at first one inquiry alone and twice, then several at a time; once stopped, finish errands begun."""
        todo = self._begun(waiting, stopped)

        def ask(inquiry: Inquiry) -> Reading:
            return self._ask(inquiry, stopped, again=inquiry in self._answered)

        if not self._tried and (first := next(todo, None)) is not None:
            for come in answers(iter([first]), ask, 1):
                self._tried = True
                yield come
            for [(_, other)] in answers(iter([] if stopped.is_set() else [first]), ask, 1):
                self._log.drift = _difference(self._answered[first], other)
        yield from answers(todo, ask, self._concurrency)

    @staticmethod
    def _begun(waiting: dict[Inquiry, list[_CellGroup]], stopped: Event) -> Iterator[Inquiry]:
        """Yield the inquiries, errand by errand; once stopped, only those of an errand that has begun."""
        given: set[Inquiry] = set()
        for errand in dict.fromkeys(errand for errands in waiting.values() for errand in errands):
            if stopped.is_set():
                return
            for inquiry in errand.inquiries:
                if inquiry in waiting and inquiry not in given:
                    given.add(inquiry)
                    yield inquiry

    def _ask(self, inquiry: Inquiry, stopped: Event, *, again: bool = False) -> Reading:
        """Send an inquiry and read the answer; `again`: it is asked once more, to compare."""
        place = f"question '{inquiry.context.question[:60]}'" if inquiry.context.question else "a question without text"
        question, tokens = self._question(inquiry), self._estimate(inquiry)
        try:
            answer = self._client.ask(self._dialect, question, tokens=tokens, place=place, stopped=stopped)
        except NotOfferedError as error:
            raise self._not_offered(error, place) from None
        reading = self._reading(answer, inquiry)
        if isinstance(reading, Echo):
            self._note_before(reading, inquiry, place)
        if not again:
            self._note(reading)
        return reading

    def _turns(self, inquiry: Inquiry) -> Turns:
        return self._shots.turns(self._prompt, inquiry.context, lettered=self.listwise)

    def _question(self, inquiry: Inquiry) -> Question:
        text = self._prompt.render(inquiry.context, inquiry.options)
        return Question(
            self._client.address.model,
            text,
            self._turns(inquiry),
            option=inquiry.option,
            letters=len(inquiry.options) if self._way == SYMBOL else 0,
            tokens=self._answer_tokens if self._way == ASKS else 1,
        )

    def _reading(self, answer: Answer, inquiry: Inquiry) -> Reading:
        if not isinstance(answer, Writing):
            return answer
        if answer.cut and not answer.text.strip():
            with self._lock:
                self._log.unfinished += 1
        return named_option(answer.text, inquiry.options)

    def _note(self, reading: Reading) -> None:
        """Keep count. Raises ModelError where the first answers of a run hold no letter at all."""
        with self._lock:
            log = self._log
            log.answers += 1
            if isinstance(reading, Letters):
                log.some_missing += reading.missing > 0 and not reading.none
                log.shorter += reading.shorter
            none = reading.none if isinstance(reading, Letters) else reading is None
            log.none += none
            if none and isinstance(reading, Letters) and reading.first:
                log.firsts.append(reading.first)
            if log.none == log.answers == FIRST_ANSWERS:
                raise self._no_letters(log)

    def _note_before(self, echo: Echo, inquiry: Inquiry, place: str) -> None:
        """Compare the value before an option with that before another of its context: it knows nothing of either.

        Raises ModelError where it changes with the option again and again: each token has the value of the next.
        """
        if echo.last is None:
            return
        with self._lock:
            log = self._log
            apart = abs(log.befores.setdefault((inquiry.context, echo.before), echo.last) - echo.last)
            log.unsteady += apart > DRIFT
            log.steady += 0 < apart <= DRIFT
            if log.unsteady >= COMPARED and log.unsteady > log.steady:
                raise self._not_offered(NotOfferedError(_MOVED), place)

    def _no_letters(self, log: _Log) -> ModelError:
        if log.unfinished >= log.answers:
            return ModelError(
                f"{self.name}: the first {log.answers} answers are empty: all {self._answer_tokens} tokens that each "
                f"may take went into thinking. Give them room: --answer-tokens {max(4096, 4 * self._answer_tokens)}."
            )
        firsts = ", ".join(map(repr, dict.fromkeys(map(self._client.clean, log.firsts))))
        begins = f" They begin with {firsts}." if firsts else ""
        other = "--scoring asks, which reads the whole answer, or " if self._way == SYMBOL else ""
        return ModelError(
            f"{self.name}: none of the first {log.answers} answers names a letter.{begins} Expected the letter of an "
            f"option. Try {other}a prompt of your own (--prompt FILE) that asks for the letter only."
        )

    def _not_offered(self, error: "NotOfferedError", place: str) -> ModelError:
        others = f"symbol or {ASKS}" if self._way in CLOZE else ASKS
        chat = "" if self._prompt.chat or self._way in CLOZE else " with --prompt chat, or"
        return ModelError(
            f"{self.name}, {place}: the server gives no {self._client.clean(str(error))}, which --scoring {self._way} "
            f"needs. Try{chat} --scoring {others}."
        )

    def _estimate(self, inquiry: Inquiry) -> int:
        """Estimate the tokens of a request and its answer, at four bytes a token."""
        examples = (text for turn in self._turns(inquiry) for text in turn)
        texts = (inquiry.context.text, inquiry.context.question, *inquiry.options, inquiry.option or "", *examples)
        answer = self._answer_tokens if self._way == ASKS else 1
        prompt = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) // 4 + 3 * len(inquiry.options)
        return prompt + answer + 2 * MESSAGE_TOKENS * (1 + len(self._shots.examples))

    def _scored(self, errands: Sequence[_CellGroup]) -> tuple[IntArray, ScoreArray]:
        """Turn the answers of errands into the scores of their cells."""
        values = [value for errand in errands for value in self._values(errand)]
        return np.concatenate([errand.positions for errand in errands]), np.array(values, dtype=np.float32)

    def _values(self, errand: _CellGroup) -> list[float]:
        readings: list[Any] = [self._answered[inquiry] for inquiry in errand.inquiries]
        if not self.listwise:
            return [_cloze(self._way, errand.columns[0], readings)]
        shown = errand.inquiries[0].context.shown
        if self._way == SYMBOL:
            return [readings[0].scores[shown.index(text)] for text in errand.columns]
        if all(reading is None for reading in readings):
            return [NO_ANSWER] * len(errand.columns)
        chosen = [
            inquiry.options[reading]
            for inquiry, reading in zip(errand.inquiries, readings, strict=True)
            if reading is not None
        ]
        counts = {text: chosen.count(text) / shown.count(text) for text in shown}  # equal texts share what they got
        return [_share(counts[text], len(chosen), len(shown)) for text in errand.columns]


def remote(name: str, *, patience: Patience | None = None, **options: Any) -> Remote:
    """Make the scorer of `MODEL@URL`; `options` are settings of a run by name, None for those not given.

    Raises UsageError for an address, a way to answer or a prompt that cannot be.
    """
    address = read_address(name)
    given = {key: value for key, value in options.items() if value is not None}
    limits = {key: given[key] for key in ("request_limit", "token_limit") if key in given}
    endpoint = endpoint_of(address.url)
    client = Client(address, **limits, patience=patience or Patience(), endpoint=endpoint)
    own = {key: given[key] for key in ("scoring", "shots", "asks", "answer_tokens", "concurrency") if key in given}
    prompt = named_prompt(given["prompt"]) if "prompt" in given else None
    if endpoint is None:
        return Remote(address, prompt=prompt, client=client, **own)
    prompt = prompt or named_prompt(CHAT if endpoint.chat else PLAIN)
    _refuse_way(address, endpoint, own.get("scoring", SYMBOL), prompt)
    return Remote(address, prompt=prompt, client=client, dialect=endpoint.dialect, **own)


def _refuse_way(address: Address, endpoint: Endpoint, scoring: str, prompt: Prompt) -> None:
    """Refuse, with UsageError, a way to answer that a protocol does not have, and a prompt that it does not take."""
    ways = [way for way in (SYMBOL, ASKS) if _offers(endpoint.dialect, way)]
    if scoring in WAYS and not _offers(endpoint.dialect, scoring):
        raise UsageError(
            f"{address}: the protocol of this address has no log-probabilities that --scoring {scoring} needs. Give "
            f"--scoring {' or '.join(ways)}."
        )
    if prompt.chat != endpoint.chat:
        kind = CHAT if endpoint.chat else PLAIN
        raise UsageError(f"{address}: {endpoint.ending} does not take --prompt {prompt.name}. Give --prompt {kind}.")


def _offers(dialect: Dialect, scoring: str) -> bool:
    question = Question("", "", option="" if scoring in CLOZE else None, letters=2 if scoring == SYMBOL else 0)
    try:
        dialect.request(question)
    except NotOfferedError:
        return False
    return True


def _orders(shown: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Yield `count` orders of options: the one shown and its rotations, then another drawn one and its rotations.

    So after every len(shown) asks each option stood behind each letter once.

    >>> list(_orders(("x", "y"), 2))
    [('x', 'y'), ('y', 'x')]
    """
    for number in range(count):
        drawn, turn = divmod(number, len(shown))
        order = list(shown)
        if drawn:
            random.Random(drawn).shuffle(order)
        yield (*order[turn:], *order[:turn])


def _share(count: float, asks: int, options: int) -> float:
    """Return the logarithm of a share with half an ask added to every option (Krichevsky and Trofimov 1981).

    An option that was never chosen keeps a finite score.

    >>> round(math.exp(_share(8, 8, 4)), 3), round(math.exp(_share(0, 8, 4)), 3)
    (0.85, 0.05)
    """
    return math.log((count + 0.5) / (asks + 0.5 * options))


def _cloze(way: str, option: str, readings: Sequence[Echo]) -> float:
    """Score an option by the log-probability of its echo, as `way` says."""
    echo = readings[0]
    if way == "cloze-token":
        return echo.value / echo.tokens
    if way == "cloze-byte":
        return echo.value / max(1, len(option.encode("utf-8", "surrogatepass")))
    return echo.value - readings[1].value if way == PMI else echo.value


def _days(written: tuple[date, date]) -> str:
    """Write a first and a last day.

    >>> _days((date(2026, 5, 1), date(2026, 5, 3))), _days((date(2026, 5, 1), date(2026, 5, 1)))
    ('2026-05-01 to 2026-05-03', '2026-05-01')
    """
    return " to ".join(dict.fromkeys(day.isoformat() for day in written))


def _difference(one: Reading, other: Reading) -> float:
    """Return by how much two readings of one request differ: log-probabilities, or whether the choice does."""
    if isinstance(one, Letters) and isinstance(other, Letters):
        return max(abs(a - b) for a, b in zip(one.scores, other.scores, strict=True))
    if isinstance(one, Echo) and isinstance(other, Echo):
        return abs(one.value - other.value)
    return float(one != other)


def _identities(client: Client) -> Iterator[Reason]:
    """Say by which other names the answers call the model, and that several versions of it answered."""
    own = client.address.model
    if names := client.models.keys() - {own}:
        several = "note-server-models" if len(client.models) > 1 else "note-server-model"
        yield Reason(several, {"asked": own, "names": ", ".join(sorted(names)[:NAMES]), "count": len(client.models)})
    if len(client.fingerprints) > 1:
        yield Reason("note-server-fingerprints", {"names": ", ".join(sorted(client.fingerprints)[:NAMES])})


def _remarks(log: _Log, client: Client, way: str, asks: int) -> Iterator[Reason]:
    sent = client.sent
    counts = {"requests": sent.requests, "tokens": sent.tokens}
    if client.guessed:
        yield Reason("note-server-sent-guessed", {**counts, "guessed": client.guessed})
    else:
        yield Reason("note-server-sent", counts)
    yield from _identities(client)
    if TEMPERATURE in client.left_out:
        yield Reason("note-server-temperature")
    if log.stored is not None and log.moved is not None:
        yield Reason(
            "note-server-stored",
            {"first": log.stored[0].isoformat(), "last": log.stored[1].isoformat(), "by": f"{log.moved:.3g}"},
        )
    elif log.drift is None:
        yield Reason("note-server-asked-once")
    elif not log.drift:
        yield Reason("note-server-alike")
    elif way == ASKS:
        yield Reason("note-server-chose-another")
    else:
        yield Reason("note-server-drift", {"by": f"{log.drift:.3g}"})
    if way == ASKS:
        yield Reason("note-server-shares", {"asks": asks, "none": log.none, "answers": log.answers})
    elif log.some_missing or log.none:
        yield Reason("note-server-letters", {"some": log.some_missing, "none": log.none, "answers": log.answers})
    if log.shorter:
        yield Reason("note-server-merged", {"shorter": log.shorter, "answers": log.answers})
