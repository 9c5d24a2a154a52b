"""The scorer protocol: the one thing the engine knows about a model.

`magnetite.testing.check_scorer` is this contract as a suite that runs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from threading import Event
from typing import Any, Protocol, runtime_checkable

import numpy as np

from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """What cells cost: the tokens of each, and whether its passage had to be cut."""

    tokens: IntArray  # (cells,)
    truncated: BoolArray  # (cells,)


def one_each(cells: Cells) -> Sizes:
    """Return the sizes of cells whose texts nobody reads: every cell counts as one, and nothing is cut."""
    return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))


NO_ANSWER = -100.0
"""The score of all options of a question for which a system named none."""

LARGEST_SCORE = float(np.finfo(np.float32).max)
"""The largest size of a score: that of a model's 32 bits."""


class Scorer(Protocol):
    """A model, as the engine sees it: what gives cells their scores.

    The same cell gets the same score whatever shares its batch, within `tolerance` (absolute, in score units).
    How many tokens it wants in a batch is its own to say, or to leave to the engine: see `SuggestsBatches`.
    """

    @property
    def name(self) -> str:
        """Return a short name for people."""

    @property
    def fingerprint(self) -> str:
        """Return its name in the store: all that changes scores (weights, precision, template, truncation)."""

    @property
    def listwise(self) -> bool:
        """Return whether a score depends on `Context.shown`, the other options."""

    @property
    def shares_context(self) -> bool:
        """Return whether cells of one context should come together, because what they share is computed once."""

    @property
    def tolerance(self) -> float:
        """Return by how much a score may differ between batches."""

    def sizes(self, cells: Cells) -> Sizes:
        """Measure the cells without scoring them."""

    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, (cells,) in the order asked for, in 32 or 64 bits; all finite."""


@runtime_checkable
class SuggestsBatches(Protocol):
    """A scorer that also says how large its batches should be, which no scorer must."""

    @property
    def batch_tokens(self) -> int:
        """Return how many tokens to hand over at once, 1 or more; it may fall while the scorer runs."""


@runtime_checkable
class Prompted(Protocol):
    """A scorer of a language model, which reads a prompt."""

    @property
    def prompt_record(self) -> Mapping[str, Any]:
        """Return how it is asked and answers, as a report shows it: `scoring`, `prompt` (a name) and `template`.

        Where it reads examples before each question, also `shots`, how many, and `examples`, their ids.
        """


@runtime_checkable
class HasPrecision(Protocol):
    """A scorer that computes here, with a model's weights."""

    @property
    def precision(self) -> str:
        """Return the number format it computes in, such as "bfloat16"."""


@runtime_checkable
class AnswersByLetter(Protocol):
    """A list-wise scorer whose scores may be log-probabilities of the options' letters, among all it could say."""

    @property
    def by_letter(self) -> bool:
        """Return whether they are: then the letters of a question hold exp(score) of the probability, added up."""


@runtime_checkable
class OnlyChooses(Protocol):
    """A scorer of which it may be known only what it chose: its scores rank options, and are no probabilities."""

    @property
    def only_chooses(self) -> bool:
        """Return whether no more is known."""


@runtime_checkable
class GivesVerdicts(Protocol):
    """A list-wise scorer whose model may also judge each option by itself."""

    def verdicts(self) -> "Scorer | None":
        """Return the scorer of the same model that does so, shown no other option; None where it cannot."""


@runtime_checkable
class Rotates(Protocol):
    """A list-wise scorer that reads another order of the options at little cost beside the passage."""

    @property
    def rotates(self) -> bool:
        """Return whether it is asked in every rotation of the options unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """What goes to a server and comes back: requests, and tokens of both ways."""

    requests: int
    tokens: int


@runtime_checkable
class ComparesStored(Protocol):
    """A scorer that may have changed since its stored scores were made, and finds out before new ones join them."""

    def compare_stored(self, cells: Cells, scores: ScoreArray, written: tuple[date, date]) -> None:
        """Score a few of the cells, (cells,), anew, once in its life, and compare them with their stored scores.

        `written`: the first and the last day on which its stored scores were written. Raises ModelError where they
        differ by more than `tolerance`.
        """


@runtime_checkable
class Remarks(Protocol):
    """A scorer with something to say of its scores, such as how a server answered, or what a log does not hold."""

    def remarks(self) -> tuple[Reason, ...]:
        """Return what a reader of the scores so far must know."""


@runtime_checkable
class HasServer(Protocol):
    """A scorer behind which a server stands that says what answers there."""

    @property
    def server_record(self) -> Mapping[str, Any]:
        """Return by which names the server's answers call the model, and which `system_fingerprint` they bear."""


@runtime_checkable
class AsksServer(Remarks, Protocol):
    """A scorer that asks a server, at a cost: its answers come one by one, and each is stored as it comes."""

    def parts(self, cells: Cells, stopped: Event) -> Iterator[tuple[IntArray, ScoreArray]]:
        """Yield positions of cells, (some,), and their scores, (some,), as they come, until every cell is scored.

        Once `stopped` is set it asks nothing more, yields what is on its way, and ends. An error comes last, too.
        """

    def traffic(self, cells: Cells) -> Traffic:
        """Estimate what scoring the cells would take, without asking anything."""
