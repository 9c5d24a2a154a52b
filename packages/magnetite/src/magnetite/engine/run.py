"""Run: score the cells that are not stored, batch by batch, and keep what is finished, whatever happens.

What a scorer returns is checked before it is used. How long a plan would take here is measured on a few of its batches.
The first Ctrl-C lets what is on its way come home, the second one ends the program at once.
"""

import logging
import signal
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event, current_thread, main_thread
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from magnetite.core.cells import Cells, IntArray, KeyArray, ScoreArray
from magnetite.core.errors import MagnetiteError, ModelError
from magnetite.core.progress import Progress
from magnetite.core.scorer import LARGEST_SCORE, AsksServer, ComparesStored, Scorer
from magnetite.engine.plan import Plan, batches, budget, compact, plan
from magnetite.engine.store import SHARD_BATCHES, SHARD_SECONDS, SLOWING_SECONDS, Store, StoredScores

if TYPE_CHECKING:
    from magnetite.engine.cluster import Workers

_LOG = logging.getLogger(__name__)
MOST_CELLS = (
    1 << 24
)  # cells that are planned at a time, which takes 2 GiB; a hundred million take six plans, not 15 GiB
ENOUGH_SECONDS = 3.0  # of scoring, to know its speed
TRIAL_TOKENS = 512  # of a first batch, which tells how large those may be that the speed is taken from


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The scores, aligned with the cells asked for, and what they cost."""

    scores: ScoreArray  # (asked,)
    asked: int
    unique: int
    stored: int
    scored: int
    seconds: float


def score_cells(
    cells: Cells,
    scorer: Scorer,
    store: Store | None = None,
    *,
    batch_tokens: int | None = None,
    shard_seconds: float = SHARD_SECONDS,
    shard_batches: int = SHARD_BATCHES,
    workers: "Workers | None" = None,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Return the cells' scores, and score only those that no run has stored.

    `batch_tokens` is how many tokens go to the scorer at once; by default as many as it suggests (`plan.budget`).
    Finished batches are stored every `shard_seconds` (ever less often in a long run, so that its shards stay few) or
    `shard_batches`, whichever comes first, at the end, and when an exception or Ctrl-C ends the run. Without a store,
    scores live in memory only. `workers`, where given, score the batches (`cluster`), and this process plans and
    stores. What a server answers (`AsksServer`) is asked for here and stored at once, answer by answer, and the first
    Ctrl-C waits for what is on its way.
    More than `MOST_CELLS` cells are planned and scored one part after the other, cut between contexts; without a store,
    a cell that stands in two parts is scored in each.
    Before new scores join stored ones, a scorer that can (`ComparesStored`) compares itself with these.
    Raises ModelError for unusable scores, StoreError where scores cannot be kept or read back.
    """
    whole = _Whole(len(cells), progress or _silent)
    results = [
        _score_part(
            part,
            scorer,
            store,
            batch_tokens=batch_tokens,
            shard_seconds=shard_seconds,
            shard_batches=shard_batches,
            workers=workers,
            report=whole.of(part),
        )
        for part in _planned_parts(cells)
    ]
    return results[0] if len(results) == 1 else _joined(results)


def _joined(results: Sequence[Result]) -> Result:
    return Result(
        np.concatenate([each.scores for each in results]),
        asked=sum(each.asked for each in results),
        unique=sum(each.unique for each in results),
        stored=sum(each.stored for each in results),
        scored=sum(each.scored for each in results),
        seconds=sum(each.seconds for each in results),
    )


def _planned_parts(cells: Cells) -> Iterator[Cells]:
    """Cut the cells into parts of at most `MOST_CELLS`, between contexts where no context alone exceeds that."""
    start = 0
    while len(cells) - start > MOST_CELLS:
        others = np.flatnonzero(cells.rows[start : start + MOST_CELLS] != cells.rows[start + MOST_CELLS])
        end = start + (int(others[-1]) + 1 if len(others) else MOST_CELLS)
        yield Cells(cells.contexts, cells.options, cells.rows[start:end], cells.columns[start:end])
        start = end
    yield Cells(cells.contexts, cells.options, cells.rows[start:], cells.columns[start:]) if start else cells


class _Whole:
    """Progress over all parts: those to come count as if nothing of them were stored, and as long as those before."""

    def __init__(self, cells: int, progress: Callable[[Progress], None]) -> None:
        self._left, self._progress = cells, progress
        self._done = self._last = Progress(0, 0, 0, 0, 0.0)

    def of(self, part: Cells) -> Callable[[Progress], None]:
        """Begin a part; return what is told of it."""
        self._left -= len(part)
        self._done = self._last
        return self._tell

    def _tell(self, now: Progress) -> None:
        def add(name: str) -> Any:
            return getattr(self._done, name) + getattr(now, name)

        so_far = Progress(add("done"), add("total"), add("tokens_done"), add("tokens_total"), add("seconds"))
        self._last = replace(so_far, done=so_far.total, tokens_done=so_far.tokens_total)
        tokens = round(so_far.tokens_total * self._left / so_far.total) if so_far.total else self._left
        self._progress(replace(so_far, total=so_far.total + self._left, tokens_total=so_far.tokens_total + tokens))


def _score_part(
    cells: Cells,
    scorer: Scorer,
    store: Store | None,
    *,
    batch_tokens: int | None,
    shard_seconds: float,
    shard_batches: int,
    workers: "Workers | None",
    report: Callable[[Progress], None],
) -> Result:
    """Plan and score cells at one time; see `score_cells`."""
    started = time.monotonic()
    scores = None if store is None else store.open_scores(scorer.fingerprint)
    planned = plan(cells, scores)
    values, remaining = planned.values.copy(), planned.remaining
    if not len(remaining):  # nor is the scorer asked for anything, so that a model may stay unread
        report(Progress(0, 0, 0, 0, 0.0))
        return _result(planned, values, started)
    if isinstance(scorer, ComparesStored) and scores is not None and scores.written and planned.stored:
        known = np.flatnonzero(planned.known)
        scorer.compare_stored(compact(cells.take(planned.first[known])), planned.values[known], scores.written)
    work = compact(cells.take(planned.first[remaining]))
    seconds = 0.0 if isinstance(scorer, AsksServer) else shard_seconds
    with _Saver(scores, seconds, shard_batches) as saver:

        def keep(index: IntArray, fresh: ScoreArray) -> None:
            values[remaining[index]] = fresh
            saver.add(planned.keys[remaining[index]], fresh)

        if isinstance(scorer, AsksServer):
            _keep_answers(work, scorer, keep, report)
        else:
            if workers is not None and batch_tokens is None:  # what they have room for; here, the model stays unread
                batch_tokens = workers.batch_tokens(scorer)
            for index, fresh in _scored(work, scorer, budget(scorer, batch_tokens), report, workers):
                keep(index, fresh)
    return _result(planned, values, started)


def _result(planned: Plan, values: ScoreArray, started: float) -> Result:
    """Return the scores, (unique,), as they were asked for, and what that cost since `started`."""
    seconds = time.monotonic() - started
    return Result(values[planned.inverse], planned.asked, planned.unique, planned.stored, planned.to_score, seconds)


class _Saver:
    """Finished batches on their way into a shard; leaving the context stores the rest, whatever the reason."""

    def __init__(self, scores: StoredScores | None, seconds: float, batches: int) -> None:
        self._scores = scores
        self._seconds, self._batches = seconds, batches
        self._pending: list[tuple[KeyArray, ScoreArray]] = []
        self._started = self._saved = time.monotonic()

    def __enter__(self) -> "_Saver":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._save()

    def add(self, keys: KeyArray, scores: ScoreArray) -> None:
        if self._scores is None:
            return
        self._pending.append((keys, scores))
        if len(self._pending) >= self._batches or self._due(time.monotonic()):
            self._save()

    def _due(self, now: float) -> bool:
        """Return whether it is time for a shard; ever later, so that ten hours make some 700 of them, not 7,000."""
        return now - self._saved >= self._seconds * (1 + (now - self._started) / SLOWING_SECONDS)

    def _save(self) -> None:
        if self._scores is None or not self._pending:
            return
        keys, scores = zip(*self._pending, strict=True)
        self._scores.append(np.concatenate(keys), np.concatenate(scores))
        self._pending.clear()  # only now: a failed or interrupted save is tried once more on leaving
        self._saved = time.monotonic()


def _scored(
    work: Cells, scorer: Scorer, batch_tokens: int, report: Callable[[Progress], None], workers: "Workers | None"
) -> Iterator[tuple[IntArray, ScoreArray]]:
    """Score all of `work`, here or by workers; yield each batch's positions and scores, and report once it is taken."""
    tokens = answered_tokens(scorer, work)
    started, done, tokens_done = time.monotonic(), 0, 0
    total = int(tokens.sum())
    report(Progress(0, len(work), 0, total, 0.0))
    many = workers.count if workers is not None and len(work) else 0
    parts = batches(work, tokens, shares_context=scorer.shares_context, batch_tokens=batch_tokens, workers=many)
    answers = workers.score(scorer, work, parts) if workers is not None else _answers(scorer, work, parts)
    for index, scores in answers:
        yield index, checked_scores(scorer, work.take(index), scores)
        done, tokens_done = done + len(index), tokens_done + int(tokens[index].sum())
        report(Progress(done, len(work), tokens_done, total, time.monotonic() - started))


def _answers(scorer: Scorer, work: Cells, parts: Sequence[IntArray]) -> Iterator[tuple[IntArray, ScoreArray]]:
    """Score the batches of `work` whose positions are `parts`, one after the other, in this process."""
    for index in parts:
        yield index, scorer.score(compact(work.take(index)))


def _keep_answers(
    work: Cells, scorer: Any, keep: Callable[[IntArray, ScoreArray], None], report: Callable[[Progress], None]
) -> None:
    """Ask a server about all of `work`; keep each answer as it comes, with its positions, and report."""
    tokens = answered_tokens(scorer, work)
    started, done, tokens_done = time.monotonic(), 0, 0
    total = int(tokens.sum())
    report(Progress(0, len(work), 0, total, 0.0))
    with gentle_stop() as stopped:
        try:
            for index, scores in scorer.parts(work, stopped):
                fresh = checked_scores(scorer, work.take(index), scores)
                try:
                    keep(index, fresh)
                except KeyboardInterrupt:  # polars hears Ctrl-C itself; what it did not write is written next
                    stopped.set()
                    if stopped.pressed > 1:
                        raise
                done, tokens_done = done + len(index), tokens_done + int(tokens[index].sum())
                report(Progress(done, len(work), tokens_done, total, time.monotonic() - started))
        except MagnetiteError:
            if not stopped.is_set():  # else it is only what was not asked any more
                raise
    if done != len(work):
        raise ModelError(
            f"scorer '{scorer.name}' gave {done:,} scores where {len(work):,} were asked for; expected each cell once. "
            "What it gave is stored."
        )


def _silent(progress: Progress) -> None:
    """Report nothing."""


def estimate(
    cells: Cells,
    scorer: Scorer,
    planned: Plan,
    scores: StoredScores | None = None,
    *,
    batch_tokens: int | None = None,
    sample: int = 3,
) -> float | None:
    """Return the seconds that `planned`, the plan of these cells, would take; None where nothing remains.

    Scores `sample` batches spread from the longest cells to the shortest, at least one, as large as the run's or as
    `ENOUGH_SECONDS` allow, and scales by tokens. Their scores are stored in `scores`, where given: nothing is wasted.
    Raises ModelError for unusable scores, StoreError where they cannot be kept.
    """
    remaining = planned.remaining
    if not len(remaining):
        return None
    work = compact(cells.take(planned.first[remaining]))
    tokens = answered_tokens(scorer, work)

    def timed(index: IntArray) -> tuple[float, ScoreArray]:
        started = time.perf_counter()
        fresh = answered_scores(scorer, compact(work.take(index)))
        return time.perf_counter() - started, fresh

    def cut(size: int) -> list[IntArray]:
        return batches(work, tokens, shares_context=scorer.shares_context, batch_tokens=size)

    size = budget(scorer, batch_tokens)
    trial = cut(min(TRIAL_TOKENS, size))[-1]
    timed(trial[:1])  # the first call pays for loading
    allowed = int(tokens[trial].sum() * ENOUGH_SECONDS / sample / max(timed(trial)[0], 1e-6))
    parts = cut(min(max(TRIAL_TOKENS, allowed), size))
    seconds, tokens_done = 0.0, 0
    for number in _spread(len(parts), sample):
        index = parts[number]
        took, fresh = timed(index)
        seconds += took
        tokens_done += int(tokens[index].sum())
        if scores is not None:
            scores.append(planned.keys[remaining[index]], fresh)
        if seconds > ENOUGH_SECONDS:
            break
    return seconds * int(tokens.sum()) / tokens_done


def _spread(count: int, most: int) -> list[int]:
    """Choose up to `most` of `count` positions, from the middles of equal parts.

    >>> _spread(9, 3), _spread(2, 3)
    ([1, 4, 7], [0, 1])
    """
    parts = max(1, min(count, most))
    return [int(position) for position in np.floor((np.arange(parts) + 0.5) * count / parts)]


def answered_scores(scorer: Scorer, cells: Cells) -> ScoreArray:
    """Score cells, (cells,), in 64 bits. Raises ModelError where scores are misshapen or not finite."""
    return checked_scores(scorer, cells, scorer.score(cells))


def checked_scores(scorer: Scorer, cells: Cells, scores: ScoreArray) -> ScoreArray:
    """Return the scores of cells, (cells,), in 64 bits. Raises ModelError where they are misshapen or not finite."""
    expectation = f"expected {len(cells)} numbers of 32 or 64 bits, one for each cell"
    if not isinstance(scores, np.ndarray):
        raise ModelError(f"scorer '{scorer.name}' returned a {type(scores).__name__}; {expectation}, in a numpy array.")
    if scores.shape != (len(cells),) or scores.dtype not in (np.float32, np.float64):
        raise ModelError(
            f"scorer '{scorer.name}' returned an array of {scores.dtype} and shape {scores.shape}; {expectation}. "
            "Run magnetite.testing.check_scorer to see which promise the scorer breaks."
        )
    _check_finite(scorer, cells, scores)
    return scores.astype(np.float64)


def answered_tokens(scorer: Scorer, cells: Cells) -> IntArray:
    """Measure cells, (cells,), in tokens. Raises ModelError where the sizes do not fit the cells."""
    tokens = scorer.sizes(cells).tokens
    if tokens.shape != (len(cells),) or (len(tokens) and tokens.min() < 1):
        raise ModelError(
            f"scorer '{scorer.name}' gave sizes of shape {tokens.shape}, smallest {tokens.min(initial=1)}; "
            f"expected {len(cells)} positive token counts, one for each cell."
        )
    return tokens


def _check_finite(scorer: Scorer, cells: Cells, scores: ScoreArray) -> None:
    bad = np.flatnonzero(~(np.abs(scores) <= LARGEST_SCORE))
    if not len(bad):
        return
    context, option = cells.contexts[cells.rows[bad[0]]], cells.options[cells.columns[bad[0]]]
    raise ModelError(
        f"scorer '{scorer.name}': {len(bad)} of {len(scores)} scores are not finite, such as {scores[bad[0]]} for "
        f"question '{_short(context.question)}', option '{_short(option)}'. Every score must be a finite number, "
        f"of at most {LARGEST_SCORE:.1e}; nothing of this batch was stored. Fix the scorer (or raise its precision) "
        "and start again."
    )


def _short(text: str) -> str:
    return textwrap.shorten(text, 60, placeholder=" …")


class Stop(Event):
    """What the first Ctrl-C sets; `pressed` counts how often it was heard."""

    pressed = 0


@contextmanager
def gentle_stop() -> Iterator[Stop]:
    """Yield an event that the first Ctrl-C sets; leaving the context then raises KeyboardInterrupt.

    Ctrl-C is heard where it would raise that anyway, in the main thread under Python's own handler; elsewhere, only who
    has the event can set it.
    """
    stopped = Stop()
    plain = signal.default_int_handler
    hears = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is plain

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.pressed += 1
        if stopped.pressed > 1:
            plain(number, frame)
        stopped.set()
        _LOG.warning("Stopping: waiting for the answers on their way. Press Ctrl-C again to stop at once.")

    if hears:
        signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        if hears:
            signal.signal(signal.SIGINT, plain)
    if stopped.is_set():
        raise KeyboardInterrupt
