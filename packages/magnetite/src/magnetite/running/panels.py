"""Panels: the systems that experiments ask, in the ways a driver can answer.

    SystemPanel(seats, calibrator, Scoring(store))    scores what is not stored, and stores it: a run
    SystemPanel(seats, calibrator, Pricing(store))    counts, and answers with placeholders, so that experiments go on
    SystemPanel(seats, calibrator, Exporting())       writes down what is asked for, for a system that is not here

A way may serve several panels, one after the other, and counts over all of them. A deep ensemble, such as those of
Liusie et al. (2022, C.1, who do not say how members are combined), averages probabilities: s = log(mean over members of
softmax(scores)), so that the softmax of s is the ensemble's probability, and whoever reads scores need not know that
there are members.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, Context, IntArray, KeyArray, ScoreArray
from magnetite.core.experiment import Members, PanelSystem
from magnetite.core.scorer import AnswersByLetter, AsksServer, OnlyChooses, Prompted, Scorer, Traffic
from magnetite.engine import (
    Plan,
    Progress,
    Store,
    StoredScores,
    answered_tokens,
    compact,
    estimate,
    plan,
    score_cells,
)
from magnetite.experiments.asking import VERDICTS
from magnetite.request import Asking
from magnetite.running.calibrate import Calibrator
from magnetite.running.record import open_store
from magnetite.running.speeds import Speeds
from magnetite.scorers.answer import letter_masses, letter_notes
from magnetite.scorers.find import gains_from_workers
from magnetite.scorers.recorded import Recorded
from magnetite.scorers.system import System, Systems
from magnetite.stats.ragged import FloatArray, log_softmax

if TYPE_CHECKING:
    from magnetite.engine.cluster import Workers

log = logging.getLogger(__name__)
Watch = Callable[[str, Progress], None]
CALIBRATION = "calibration"  # what stands in an experiment's place where questions are scored for a temperature


def silent(_label: str, _progress: Progress) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True, eq=False)
class PanelMember:
    """A system in a panel, and how the experiments know it."""

    panelist: PanelSystem
    system: System

    def members(self, members: Members) -> Iterator[tuple[str, Scorer]]:
        """Yield the members that score, each by a name that tells it from the others."""
        system = self.system
        if members == "first" or len(system.members) == 1:
            yield system.first.name, system.first
            return
        named = [(f"{system.name}/{name}", each) for name, each in zip(system.names, system.members, strict=True)]
        yield from named if members == "all" else [named[members]]


def seats_by_view(systems: Systems) -> dict[str, PanelMember]:
    """Seat the system of each view under the view's name, and the verifier, if there is one."""
    seats = {view: seat(view, view, system) for view, system in systems.by_view.items()}
    return seats if systems.verifier is None else {**seats, VERDICTS: seat(VERDICTS, "QOC", systems.verifier)}


def seat(name: str, view: str, system: System, stands_for: str = "") -> PanelMember:
    """Seat a system under a name."""
    known = PanelSystem(
        name,
        view,
        system.listwise,
        len(system.members),
        system.fingerprint,
        system.training or {},
        stands_for,
        graded=not any(isinstance(each, OnlyChooses) and each.only_chooses for each in system.members),
    )
    return PanelMember(known, system)


class Way(Protocol):
    """A way to answer what experiments ask; `who` names the system to whoever watches."""

    def answer(
        self, seat: PanelMember, cells: Cells, label: str, members: Members, *, rotate: bool, experiment: str, who: str
    ) -> ScoreArray:
        """Return a score for each cell, (cells,)."""

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Return how alike two texts are, (pairs,); None where that is not computed."""


W_co = TypeVar("W_co", bound=Way, covariant=True)


@dataclass(slots=True, eq=False)
class SystemPanel(Generic[W_co]):
    """Systems that are here, or stand for others; implements `core.experiment.Panel`, in one of the ways to answer."""

    seats: Mapping[str, PanelMember]
    calibrator: Calibrator
    way: W_co
    experiment: str = ""  # the one that asks

    @property
    def panelists(self) -> Mapping[str, PanelSystem]:
        """Return the systems by name."""
        return {name: seat.panelist for name, seat in self.seats.items()}

    def score(
        self, name: str, cells: Cells, label: str, members: Members = "all", *, rotate: bool = True
    ) -> ScoreArray:
        """Answer in the panel's way."""
        seat = self.seats[name]
        who = self.experiment if len(self.seats) == 1 or name == seat.panelist.view else name
        return self.way.answer(seat, cells, label, members, rotate=rotate, experiment=self.experiment, who=who)

    def temperature(self, name: str) -> float | None:
        """Return a stored temperature, or fit one on questions that are scored for it, as a calibration's cells."""
        experiment, self.experiment = self.experiment, CALIBRATION
        try:
            return self.calibrator.temperature(name, self.panelists[name].view, self.score)
        finally:
            self.experiment = experiment

    def calibrated_on(self) -> str:
        """Return what the temperatures were fitted on."""
        return self.calibrator.fitted_on

    def cut(self, name: str, items: Sequence[Item]) -> BoolArray:
        """Ask the first member, which costs no scoring."""
        return self.seats[name].system.cut(self.seats[name].panelist.view, items)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Answer in the panel's way."""
        return self.way.likeness(pairs)


@dataclass(slots=True, eq=False)
class Scoring:
    """Scores what no run has stored, here or by workers, and counts what that took, in cells of all members."""

    store: Store | None
    batch_tokens: int | None = None
    watch: Watch = silent
    workers: "Workers | None" = None
    cost: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("cells", "stored", "scored"), 0))
    letters: dict[str, dict[Context, list[float]]] = field(
        default_factory=dict
    )  # by system and question: what they hold
    prompted: set[str] = field(default_factory=set)  # systems of these that are asked with a prompt
    device: str = "auto"
    speeds: Speeds = field(init=False)

    def __post_init__(self) -> None:
        self.speeds = Speeds(self.store, self.device)

    @property
    def notes(self) -> tuple[Reason, ...]:
        """Return what a reader must know of the letters that systems answered with."""
        return tuple(letter_notes(self.letters, self.prompted))

    def answer(
        self, seat: PanelMember, cells: Cells, label: str, members: Members, *, rotate: bool, experiment: str, who: str
    ) -> ScoreArray:
        """Score with each member, through the store, and mix their scores."""
        del experiment
        scores, scorers = [], list(seat.members(members))
        for name, member in scorers:
            shown = f"{who}: {label}" + (f", {name.rpartition('/')[2]}" if len(scorers) > 1 else "")
            watched = self.speeds.watched(member, seat.panelist.view, partial(self.watch, shown))
            rotations = seat.system.rotated(member, cells, rotate=rotate)
            result = score_cells(
                rotations.cells,
                member,
                self.store,
                batch_tokens=self.batch_tokens,
                workers=workers_for(member, self.workers),
                progress=watched,
            )
            if self.workers is None:
                watched.keep()
            scores.append(rotations.averaged(result.scores))
            if isinstance(member, AnswersByLetter) and member.by_letter:
                held = self.letters.setdefault(seat.panelist.name, {})
                self.prompted |= {seat.panelist.name} if isinstance(member, Prompted) else set()
                for context, mass in letter_masses(rotations.cells, result.scores):
                    held.setdefault(replace(context, shown=tuple(sorted(context.shown))), []).append(mass)
            for count, more in (("cells", result.asked), ("stored", result.stored), ("scored", result.scored)):
                self.cost[count] += more
        return scores[0] if len(scores) == 1 else mix(scores, row_counts(cells))

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Compute it: a small encoder reads each text once, which takes next to nothing, so nothing is stored."""
        from magnetite.scorers.likeness import likeness

        return likeness(pairs)


@contextmanager
def scoring(asking: Asking, watch: Watch = silent) -> Iterator[Scoring]:
    """Yield what scores as the settings say; the workers they ask for live until the context is left."""
    with workers_of(asking) as workers:
        yield Scoring(open_store(asking.store), asking.batch_tokens, watch, workers, device=asking.device)


@contextmanager
def workers_of(asking: Asking) -> Iterator["Workers | None"]:
    """Yield the workers that the settings ask for, None where this process scores. Raises UsageError without Ray."""
    if asking.workers is None and asking.ray is None:
        yield None
        return
    from magnetite.engine.cluster import Workers

    with Workers(asking.workers, asking.ray) as workers:
        yield workers


def workers_for(scorer: Scorer, workers: "Workers | None") -> "Workers | None":
    """Return the workers, or None for a scorer that gains nothing by them, which the log then says."""
    if workers is None or gains_from_workers(scorer):
        return workers
    log.info("%s is asked by this process: it computes next to nothing, so workers would gain nothing.", scorer.name)
    return None


@dataclass(frozen=True, slots=True)
class Cost:
    """What one request costs one member: unique cells, how many are stored, and seconds for the rest.

    `traffic`: what a server would be asked for the rest, in place of seconds; None where none is asked.
    """

    experiment: str
    need: str
    scorer: str
    cells: int
    stored: int
    seconds: float | None
    traffic: Traffic | None = None

    def with_more(self, more: "Cost") -> "Cost":
        """Return the cost of this request and of a later one of the same kind."""
        known = [seconds for seconds in (self.seconds, more.seconds) if seconds is not None]
        return replace(
            self,
            cells=self.cells + more.cells,
            stored=self.stored + more.stored,
            seconds=sum(known) if known else None,
            traffic=total_traffic([self, more]),
        )


def total_traffic(costs: Sequence[Cost]) -> Traffic | None:
    """Add up what servers would be asked; None where none is."""
    each = [cost.traffic for cost in costs if cost.traffic is not None]
    return Traffic(sum(t.requests for t in each), sum(t.tokens for t in each)) if each else None


@dataclass(slots=True, eq=False)
class Pricing:
    """Counts what would be scored, a row for each request and member, and says how long that takes.

    A model's speed is that of earlier runs, or measured on a few cells, once for a view. What was scored to measure is
    stored for the run, but every row counts against the store as it was before.

    A server is asked nothing: its requests and tokens are estimated.
    """

    store: Store | None
    batch_tokens: int | None = None
    device: str = "auto"
    costs: dict[tuple[str, str, str], Cost] = field(default_factory=dict)  # by experiment, label and member
    measured: dict[str, KeyArray] = field(default_factory=dict)  # by fingerprint: halves of keys, joined
    speeds: Speeds = field(init=False)

    def __post_init__(self) -> None:
        self.speeds = Speeds(self.store, self.device)

    @property
    def rows(self) -> list[Cost]:
        """Return a row for each request and member, in the order they were first asked."""
        return list(self.costs.values())

    def answer(
        self, seat: PanelMember, cells: Cells, label: str, members: Members, *, rotate: bool, experiment: str, who: str
    ) -> ScoreArray:
        """Count, and answer with stand-ins."""
        del who
        for name, member in seat.members(members):
            read = seat.system.rotated(member, cells, rotate=rotate).cells
            scores = None if self.store is None else self.store.open_scores(member.fingerprint)
            planned = plan(read, scores)
            joined = planned.keys[:, 0] ^ planned.keys[:, 1]
            measured = self.measured.setdefault(member.fingerprint, joined[:0])
            planned = replace(planned, known=planned.known & ~np.isin(joined, measured))
            key = (experiment, label, name)
            before, seconds, traffic, stored = self.costs.get(key), None, None, planned.stored
            if isinstance(member, Recorded):  # what it lacks is scored elsewhere
                stored = int(member.knows(read.take(planned.first)).sum())
            elif isinstance(member, AsksServer):
                traffic = member.traffic(read.take(planned.first[planned.remaining]))
            elif before is None or not before.seconds:
                seconds = self._seconds(read, member, planned, scores, seat.panelist.view)
                if scores is not None:
                    fresh = scores.lookup(planned.keys)[0] & ~planned.known
                    self.measured[member.fingerprint] = np.union1d(measured, joined[fresh])
            else:  # a race asks again and again: the speed is known
                seconds = before.seconds / (before.cells - before.stored) * planned.to_score
            own = Cost(*key, planned.unique, stored, seconds, traffic)
            self.costs[key] = own if before is None else before.with_more(own)
        return placeholders(cells)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Compute nothing."""

    def _seconds(
        self, cells: Cells, member: Scorer, planned: Plan, scores: StoredScores | None, view: str
    ) -> float | None:
        """Return how long what remains takes; None where nothing does."""
        if not planned.to_score:
            return None
        tokens = int(answered_tokens(member, compact(cells.take(planned.first[planned.remaining]))).sum())
        if (speed := self.speeds.of(member, view)) is not None:
            return speed * tokens
        seconds = estimate(cells, member, planned, scores, batch_tokens=self.batch_tokens)
        self.speeds.keep(member, view, tokens, seconds or 0.0)
        return seconds


@dataclass(slots=True, eq=False)
class Exporting:
    """Writes down what is asked for, each part with its view and label; answers with placeholders drawn by `seed`."""

    seed: int = 0
    parts: list[tuple[str, str, Cells]] = field(default_factory=list)  # view, label, cells

    def answer(
        self, seat: PanelMember, cells: Cells, label: str, members: Members, *, rotate: bool, experiment: str, who: str
    ) -> ScoreArray:
        """Note the cells; a system outside has one member."""
        del members, experiment, who
        rotations = seat.system.rotated(seat.system.first, cells, rotate=rotate)
        self.parts.append((seat.panelist.view, label, rotations.cells))
        return placeholders(cells, self.seed)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Compute nothing: it is no system's to answer."""


class FirstRequest(Exception):  # noqa: N818 - not an error: it ends a rehearsal
    """Ends the rehearsal of an experiment where it first asks for a score."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Lets an experiment run up to its first request, so that settings that do not fit are refused before scoring."""

    panelists: Mapping[str, PanelSystem]

    def score(
        self, name: str, cells: Cells, label: str, members: Members = "all", *, rotate: bool = True
    ) -> ScoreArray:
        """End here."""
        del name, cells, label, members, rotate
        raise FirstRequest

    def temperature(self, name: str) -> float | None:
        """End here: to calibrate is to score."""
        raise FirstRequest(name)

    def calibrated_on(self) -> str:
        """Return nothing."""
        return ""

    def cut(self, name: str, items: Sequence[Item]) -> BoolArray:
        """End here: only what is scored is cut."""
        raise FirstRequest(name, len(items))

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> None:
        """End here."""
        raise FirstRequest(len(pairs))


def placeholders(cells: Cells, seed: int = 0) -> ScoreArray:
    """Draw scores for cells that nobody has scored yet, (cells,): the same for the same cell, others with another seed.

    The sum of two normal draws, one for the cell and one for the option wherever it stands: some options attract
    whatever the context, so that a race finds something.
    """
    alone = Cells(
        (Context("", ""),), cells.options, np.zeros(len(cells.options), np.int64), np.arange(len(cells.options))
    )
    sums = _normal(cells.keys(), seed) + _normal(alone.keys(), seed)[cells.columns]
    return np.asarray(sums)


def _normal(keys: KeyArray, seed: int) -> FloatArray:
    """Draw a normal number for each key, (keys, 2) -> (keys,), by mixing its bits (splitmix64) and Box and Muller."""
    mixed = keys + np.uint64(0x9E3779B97F4A7C15 * (seed + 1) % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    uniform = ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2**53
    radius = np.sqrt(-2 * np.log1p(-uniform[:, 0]))
    return np.asarray(radius * np.cos(2 * np.pi * uniform[:, 1]))


def row_counts(cells: Cells) -> IntArray:
    """Count the cells of each context, (rows,). Raises UsageError where a context's cells do not stand together."""
    changes = np.flatnonzero(np.diff(cells.rows)) + 1
    starts = np.concatenate([[0], changes]) if len(cells) else changes
    if len(set(cells.rows[starts].tolist())) < len(starts):
        raise UsageError(
            "an experiment asks for cells whose contexts come and go, so an ensemble cannot tell a question's options. "
            "Ask for them context by context (core.cells.own_cells), or with members='first'."
        )
    return np.diff(starts, append=len(cells)).astype(np.int64)


def mix(scores: Sequence[ScoreArray], counts: IntArray) -> ScoreArray:
    """Average members' probabilities: the log of the mean of each row's softmax, (cells,).

    `scores` has an array, (cells,), for each member; `counts` is how many cells each row has, (rows,). The scores of
    one member come back as they are.

    >>> sure, unsure = np.array([9.0, 0.0], dtype=np.float32), np.array([0.0, 0.0], dtype=np.float32)
    >>> np.exp(mix([sure, unsure], np.array([2]))).round(2).tolist()
    [0.75, 0.25]
    """
    if len(scores) == 1:
        return scores[0]
    logs = np.stack([log_softmax(each.astype(np.float64), counts) for each in scores])  # (members, cells)
    top = logs.max(axis=0)
    mean = top + np.log(np.exp(logs - top).mean(axis=0))
    return np.asarray(mean)
