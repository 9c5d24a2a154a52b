"""A race: the options with the highest interference scores, without asking for every (question, option) pair.

Of several systems it is the mean of their scores T_k that counts; one system is the plain case.

Every question counts the same in T_k, so T_k is the mean of a finite list of zeros and ones, and questions asked in
random order are draws from it without replacement. An option is dropped as soon as what was drawn is too unlikely for
an option of the top; one that cannot be dropped is asked for on every question, so what the race returns is exact.

Three things keep it both valid and small.

- What may go wrong is dropping one of the true top k, so the error probability is shared among k options, not all.
- The bound T_k has to reach is known: the k-th highest of those scored in full so far, which the true k-th highest is
  never below. The most promising are scored in full at once; a bad choice of them costs time, not correctness.
  A mean above the bound needs one system above it, so an option is dropped when no system can be.
- The test holds whenever one looks: under "N questions, at least c of them won", the likelihood of what was drawn,
  mixed over a prior, over its likelihood at c is a nonnegative martingale in the worst case, and exceeds 1/α at any
  time with probability at most α (Ville 1939; for draws without replacement Waudby-Smith & Ramdas 2020, "Confidence
  sequences for sampling without replacement", section 2: the prior-posterior ratio).

Margins (by how much an option wins or loses) say which options are promising. They are never part of the test: an
option may lose clearly on the questions seen and win narrowly on all others.
What this file leaves out: where margins come from (`probes`, `engine`).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import betaln, gammaln

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.ragged import FloatArray

Ask = Callable[[IntArray, IntArray], FloatArray]  # rows and columns of cells -> margins, (cells, systems)

CLOSE = 1e-9  # shares of whole numbers of questions are compared up to this
FIRST = 3  # questions that every option is asked on before any is scored in full
CAUTION = (0.5, 4.5)  # wins and losses added before an option is taken for one of the top
PROMOTED = 4  # times as many questions before options are scored in full again
GROWTH = 1.25  # of the questions asked, from round to round
PRIOR = ((0.6, 0.3, 6.0), (0.4, 1.0, 1.0))  # weight and parameters of Beta distributions: most options rarely win


@dataclass(frozen=True, slots=True)
class Round:
    """Hold where a race stood: questions asked of those still in it, how many these were, and all cells so far."""

    questions: int
    options: int
    cells: int


@dataclass(frozen=True, slots=True, eq=False)
class Raced:
    """Hold what a race found.

    `survivors`, best first, were asked on every question they may be tried on; their mean `interference` is exact.
    `left_at`: on how many questions each option had been asked when it was dropped, (options,), -1 for survivors.
    `bound`: what an option had to reach. `cells` of `of` were asked for.
    """

    survivors: IntArray
    interference: FloatArray  # (survivors,)
    left_at: IntArray  # (options,)
    bound: float
    cells: int
    of: int
    rounds: tuple[Round, ...]


def race(
    allowed: BoolArray,
    ask: Ask,
    *,
    top: int,
    above: float | None = None,
    worth: float = 0.0,
    error: float = 0.05,
    seed: int = 0,
    promising: FloatArray | None = None,
) -> Raced:
    """Find the `top` options of highest interference, and with `above` all that reach it.

    `allowed`, (questions, options), says which cells exist; `ask` returns the margins of cells, (cells, systems): the
    option's score minus the best own option's; a win is a margin above 0. The probability, over the random order of
    the questions, that the top found has a lower interference anywhere than the true top is at most `error`: of
    options that tie for the last place any may be found. With `above` it bounds the probability that any option that
    reaches it is missing. Options whose interference is `worth` or less need not be told apart. `promising`,
    (options,), says which to score in full first, highest first, as far as that is known.
    """
    course = _Course(allowed, ask, np.random.default_rng(seed).permutation(len(allowed)))
    count = allowed.shape[1] if above is not None else min(top, allowed.shape[1])
    limit = np.log(count / error)
    if promising is not None:
        course.finish(_best(promising, course.open & np.isfinite(promising), top))
    done, step, promoting = 0, FIRST, FIRST
    while course.open.any():
        done = min(len(allowed), done + step)
        course.advance(done)
        if not course.finished.any():
            course.finish(_best(course.strength, course.open, top))
        if done >= promoting:  # now and then, as it reads every passage again
            likely = course.open & (course.expected > max(course.bound(top), worth))
            course.finish(_best(course.strength, likely, top))  # that raises the bound for all others
            promoting = PROMOTED * done
        course.drop(course.evidence(_least(course, top, above, worth)) > limit)
        course.note(done)
        step = max(1, int(done * (GROWTH - 1)))
    return course.result(top, above)


def _least(course: "_Course", top: int, above: float | None, worth: float) -> IntArray:
    """Return how many wins an option that must not be missed has, at least, (options,)."""
    more: IntArray = np.floor(max(course.bound(top), worth) * course.total + CLOSE).astype(np.int64) + 1
    if above is None:
        return more
    least: IntArray = np.minimum(more, np.ceil(above * course.total - CLOSE).astype(np.int64))
    return least


def race_share(allowed: BoolArray, top: int, error: float, bound: float = 0.5) -> float:
    """Guess which share of the cells a race asks for, where the top wins on `bound` of the questions and few others do.

    Every option is asked until losses alone rule it out, and twice the top on every question.
    """
    questions, options = allowed.shape
    draws = min(questions, np.log(min(top, options) / error) / -np.log1p(-bound) + 1)
    full = min(options, 2 * top)
    return float(min(1.0, (full * questions + (options - full) * draws) / max(1, questions * options)))


class _Course:
    """Keep what was asked: wins, losses and margins per option, who is still open, finished or dropped."""

    def __init__(self, allowed: BoolArray, ask: Ask, order: IntArray) -> None:
        self._allowed, self._ask, self._order = allowed, ask, order
        options = allowed.shape[1]
        self._asked = np.zeros(allowed.shape, dtype=np.bool_)
        self.total = allowed.sum(axis=0)
        self.drawn = np.zeros(options, dtype=np.int64)
        self.won = np.zeros((options, 1), dtype=np.int64)  # (options, systems), once it is known how many they are
        self._margins = np.zeros(options)
        self.open = self.total > 0
        self.finished = np.zeros(options, dtype=np.bool_)
        self._left_at = np.where(self.open, -1, 0)
        self._rounds: list[Round] = []

    @property
    def strength(self) -> FloatArray:
        """Return the mean margin of each option where it was asked, (options,)."""
        none = np.full(len(self.drawn), -np.inf)
        strength: FloatArray = np.divide(self._margins, self.drawn, out=none, where=self.drawn > 0)
        return strength

    @property
    def expected(self) -> FloatArray:
        """Return a cautious guess of each option's mean interference, (options,)."""
        expected: FloatArray = (self.won.mean(axis=1) + CAUTION[0]) / (self.drawn + sum(CAUTION))
        return expected

    @property
    def interference(self) -> FloatArray:
        """Return the share of questions asked that each option won, (options,), the mean of the systems."""
        interference: FloatArray = self.won.mean(axis=1) / np.maximum(self.drawn, 1)
        return interference

    def advance(self, questions: int) -> None:
        """Ask for the open options on the first so many questions of the order."""
        self._ask_for(self._order[:questions], self.open)
        self._close()

    def finish(self, which: BoolArray) -> None:
        """Ask for some options on every question."""
        self._ask_for(self._order, which)
        self._close()

    def drop(self, which: BoolArray) -> None:
        """Take options out of the race."""
        gone = which & self.open
        self._left_at[gone] = self.drawn[gone]
        self.open = self.open & ~gone

    def bound(self, top: int) -> float:
        """Return the top-th highest interference of the finished, which the true one is not below."""
        done = np.sort(self.interference[self.finished])[::-1]
        return float(done[top - 1]) if len(done) >= top else 0.0

    def evidence(self, least: IntArray) -> FloatArray:
        """Return the log of the evidence against each option having so many wins in any system, (options,)."""
        by_system = [log_evidence(won, self.drawn, least, self.total) for won in self.won.T]
        weakest: FloatArray = np.min(by_system, axis=0)
        return weakest

    def note(self, questions: int) -> None:
        """Remember where the race stands."""
        self._rounds.append(Round(questions, int(self.open.sum()), int(self._asked.sum())))

    def result(self, top: int, above: float | None) -> Raced:
        """Return the finished options that reach the bound or `above`, best first."""
        bound = self.bound(top) if above is None else min(self.bound(top), above)
        kept = np.flatnonzero(self.finished & (self.interference >= bound))
        kept = kept[np.lexsort((kept, -self.interference[kept]))]
        asked, of = int(self._asked.sum()), int(self._allowed.sum())
        left = np.where(self.finished, -1, self._left_at)
        return Raced(kept, self.interference[kept], left, bound, asked, of, tuple(self._rounds))

    def _ask_for(self, questions: IntArray, which: BoolArray) -> None:
        wanted = np.zeros(self._asked.shape, dtype=np.bool_)
        wanted[np.ix_(questions, which)] = True
        rows, columns = np.nonzero(wanted & self._allowed & ~self._asked)
        if not len(rows):
            return
        margins = np.asarray(self._ask(rows, columns), dtype=np.float64)
        options = len(self.drawn)
        self.drawn += np.bincount(columns, minlength=options)
        wins = [np.bincount(columns, each, minlength=options) for each in (margins > 0).T]
        self.won = self.won + np.stack(wins, axis=1).astype(np.int64)
        self._margins += np.bincount(columns, margins.mean(axis=1), minlength=options)
        self._asked[rows, columns] = True

    def _close(self) -> None:
        ended = self.open & (self.drawn == self.total)
        self.finished = self.finished | ended
        self.open = self.open & ~ended


def log_evidence(won: IntArray, drawn: IntArray, least: IntArray, total: IntArray) -> FloatArray:
    """Return the log of the evidence against "at least `least` of `total` are wins", 0 where wins are not too few.

    `won` of `drawn` draws without replacement were wins. Under the hypothesis it exceeds log(1/α) at any time with
    probability at most α. Infinite where the hypothesis cannot hold any more.
    """
    mixed = np.logaddexp.reduce(
        [np.log(weight) + betaln(a + won, b + drawn - won) - betaln(a, b) for weight, a, b in PRIOR], axis=0
    )
    possible = least - won <= total - drawn
    lost = np.where(possible, least - won, 0)  # wins that must still come
    # The probability of a given order of wins and losses, of all orders of the whole list alike.
    given = _log_choose(total - drawn, lost) - _log_choose(total, np.where(possible, least, 0))
    too_few = won * total < least * drawn
    evidence = np.where(too_few, mixed - given, 0.0)
    return np.where(possible, evidence, np.inf)


def _log_choose(n: IntArray, k: IntArray) -> FloatArray:
    k = np.clip(k, 0, n)
    result: FloatArray = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return result


def _best(strength: FloatArray, among: BoolArray, many: int) -> BoolArray:
    order = np.argsort(np.where(among, -strength, np.inf), kind="stable")[:many]
    chosen = np.zeros(len(strength), dtype=np.bool_)
    chosen[order] = True
    return chosen & among
