"""A race: the options with the highest interference scores, without asking for every (question, option) pair.

With several systems, T_k is the mean of their scores; one system is the plain case.

Every question counts the same in T_k, so T_k is the mean of a finite list: of zeros and ones, or of several systems'
mean wins. Questions asked in random order are draws from it without replacement. An option is dropped as soon as its
draws are too unlikely for one of the top; an option that cannot be dropped is asked for on every question, so what the
race returns is exact.

Three things keep it both valid and small.

- What may go wrong is dropping one of the true top k, so the error probability is shared among k options, not all.
- The bound that T_k has to reach is known: the k-th highest of those scored in full so far, which the true k-th highest
  is never below. The most promising are scored in full at once; a bad choice of them costs time, not correctness.
- The test holds whenever it is looked at: it is the wealth of a gambler who bets, draw by draw, that an option is worse
  than it has to be. At fair odds under the hypothesis wealth has the mean 1, and exceeds 1/α at any time with
  probability at most α (Ville 1939; draws without replacement: Waudby-Smith & Ramdas 2024, "Estimating means of bounded
  random variables by betting", section 5).

Margins (by how much an option wins or loses) say which options are promising. They are never part of the test: an
option may lose clearly on the questions seen and win narrowly on all others.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.ragged import FloatArray

Ask = Callable[[IntArray, IntArray], FloatArray]  # rows and columns of cells -> margins, (cells, systems)

SAME_SHARE = 1e-9  # shares closer than this are equal: they are ratios of whole numbers
FIRST_QUESTIONS = 3  # questions that every option is asked on before any is scored in full
CAUTION = (0.5, 4.5)  # wins and losses added before an option counts as likely to be one of the top
# Before any option is scored in full: (times the top, times the first questions) of each heat.
HEATS = ((15, 3), (5, 10), (2, 30))
PROMOTED = 4  # times as many questions before options are scored in full again
GROWTH = 1.15  # of the number of questions, from round to round
# Bets as shares of the most that can be lost at once, and the part of the first wealth staked on each: most options
# rarely win, and the highest bets drop those at once.
BETS = np.array([1.0, 0.9, 0.6, 0.3])
STAKES = np.array([0.6, 0.2, 0.1, 0.1])


@dataclass(frozen=True, slots=True)
class Round:
    """The state of a race: questions asked of each option still in it, how many these are, and all cells so far."""

    questions: int
    options: int
    cells: int


@dataclass(frozen=True, slots=True, eq=False)
class Raced:
    """The result of a race.

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
    option's score minus the best own option's; a win is a margin above 0. The probability, over the random order of the
    questions, that the returned top has a lower interference anywhere than the true top is at most `error`: of options
    that tie for the last place, any may be returned. With `above` it bounds the probability that any option that
    reaches it is missing. Options whose interference is `worth` or less need not be told apart. `promising`,
    (options,), says which to score in full first, highest first, as far as that is known.
    """
    course = _Course(allowed, ask, np.random.default_rng(seed).permutation(len(allowed)))
    count = allowed.shape[1] if above is not None else min(top, allowed.shape[1])
    limit = np.log(count / error)
    if promising is not None:
        course.finish(_best(promising, course.open & np.isfinite(promising), top))
    done, step, promoting = 0, FIRST_QUESTIONS, FIRST_QUESTIONS
    while course.open.any():
        done = min(len(allowed), done + step)
        course.advance(done)
        if not course.finished.any():
            course.finish(_leaders(course, top, done))
        if done >= promoting:  # now and then, as it reads every passage again
            likely = course.open & (course.expected > max(course.bound(top), worth))
            course.finish(_best(course.strength, likely, top))  # that raises the bound for all others
            promoting = PROMOTED * done
        course.drop(course.evidence(done, _least(course, top, above, worth)) > limit)
        course.note(done)
        step = max(1, int(done * (GROWTH - 1)))
    return course.result(top, above)


def _leaders(course: "_Course", top: int, done: int) -> BoolArray:
    """Choose those to score in full first, by heats: ever fewer options, on ever more questions."""
    likely = course.open
    for times, questions in HEATS:
        likely = _best(course.strength, likely, times * top)
        course.advance(questions * done, likely)
    return _best(course.strength, likely & course.open, top)


def _least(course: "_Course", top: int, above: float | None, worth: float) -> FloatArray:
    """Return the lowest sum of wins of an option that must not be missed, (options,)."""
    apart, total = course.systems, course.total  # sums of means are whole multiples of 1 / systems
    more: FloatArray = (np.floor(max(course.bound(top), worth) * total * apart + SAME_SHARE) + 1) / apart
    if above is None:
        return more
    least: FloatArray = np.minimum(more, np.ceil(above * total * apart - SAME_SHARE) / apart)
    return least


class _Course:
    """The course of a race: wins, losses and margins per option, and which are still open, finished or dropped."""

    def __init__(self, allowed: BoolArray, ask: Ask, order: IntArray) -> None:
        self._allowed, self._ask, self._order = allowed, ask, order
        options = allowed.shape[1]
        self._asked = np.zeros(allowed.shape, dtype=np.bool_)
        self.total = allowed.sum(axis=0)
        self.drawn = np.zeros_like(self.total)
        self.systems = 1  # until the first margins show how many
        self._wins = np.full(allowed.shape, np.nan)  # the mean of the systems, where asked
        self._won = np.zeros(options)
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
        expected: FloatArray = (self._won + CAUTION[0]) / (self.drawn + sum(CAUTION))
        return expected

    @property
    def interference(self) -> FloatArray:
        """Return the share of questions asked that each option won, (options,), the mean of the systems."""
        interference: FloatArray = self._won / np.maximum(self.drawn, 1)
        return interference

    def advance(self, questions: int, among: BoolArray | None = None) -> None:
        """Ask for the open options, or those also `among` them, on the first `questions` of the order."""
        self._ask_for(self._order[:questions], self.open if among is None else self.open & among)
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

    def evidence(self, questions: int, least: FloatArray) -> FloatArray:
        """Return the log of the evidence against each open option's wins summing to `least` or more, (options,)."""
        evidence = np.zeros(len(self.open))
        draws = self._wins[np.ix_(self._order[:questions], self.open)]
        evidence[self.open] = log_evidence(draws, least[self.open], self.total[self.open])
        return evidence

    def note(self, questions: int) -> None:
        """Record the state of the race."""
        self._rounds.append(Round(questions, int(self.open.sum()), int(self._asked.sum())))

    def result(self, top: int, above: float | None) -> Raced:
        """Return the finished options that reach the bound or `above`, best first."""
        bound = self.bound(top) if above is None else min(self.bound(top), above)
        top_options = np.flatnonzero(self.finished & (self.interference >= bound))
        top_options = top_options[np.lexsort((top_options, -self.interference[top_options]))]
        cells, of = int(self._asked.sum()), int(self._allowed.sum())
        left_at = np.where(self.finished, -1, self._left_at)
        return Raced(top_options, self.interference[top_options], left_at, bound, cells, of, tuple(self._rounds))

    def _ask_for(self, questions: IntArray, which: BoolArray) -> None:
        mask = np.zeros(self._asked.shape, dtype=np.bool_)
        mask[np.ix_(questions, which)] = True
        rows, columns = np.nonzero(mask & self._allowed & ~self._asked)
        if not len(rows):
            return
        margins = np.asarray(self._ask(rows, columns), dtype=np.float64)
        options = len(self.drawn)
        self.drawn += np.bincount(columns, minlength=options)
        wins = (margins > 0).mean(axis=1)
        self.systems = margins.shape[1]
        self._wins[rows, columns] = wins
        self._won += np.bincount(columns, wins, minlength=options)
        self._margins += np.bincount(columns, margins.mean(axis=1), minlength=options)
        self._asked[rows, columns] = True

    def _close(self) -> None:
        ended = self.open & (self.drawn == self.total)
        self.finished = self.finished | ended
        self.open = self.open & ~ended


def log_evidence(draws: FloatArray, least: FloatArray, total: IntArray) -> FloatArray:
    """Return the log of the evidence against the `total` numbers of each column's list summing to `least` or more.

    `draws`, (draws, columns), are numbers from 0 to 1 in the order in which they were drawn without replacement, NaN
    where there was no draw. Under the hypothesis it exceeds log(1/α) at any time with probability at most α: each bet
    pays 1 - f (x - μ) / (1 - μ), where μ is the least mean the numbers to come can have, and f one of `BETS`.
    Infinite where the hypothesis can no longer hold.
    """
    there = ~np.isnan(draws)
    numbers = np.where(there, draws, 0.0)
    before = np.cumsum(numbers, axis=0) - numbers
    left = total - np.cumsum(there, axis=0) + there
    needed = (least - before) / np.maximum(left, 1)
    mean = np.clip(needed, 0.0, 1 - SAME_SHARE)
    loss = np.where(there, (mean - numbers) / (1 - mean), 0.0)  # for the whole stake; below 0: a win
    with np.errstate(divide="ignore"):
        payoffs = np.log1p(BETS[:, None, None] * loss).sum(axis=1)
    wealth: FloatArray = np.logaddexp.reduce(payoffs + np.log(STAKES)[:, None], axis=0)
    impossible = least - numbers.sum(axis=0) > total - there.sum(axis=0) + SAME_SHARE
    return np.where(impossible, np.inf, wealth)


def _best(strength: FloatArray, among: BoolArray, many: int) -> BoolArray:
    order = np.argsort(np.where(among, -strength, np.inf), kind="stable")[:many]
    best = np.zeros(len(strength), dtype=np.bool_)
    best[order] = True
    return best & among
