"""Quantiles of the normal, t and F distributions, and the tail of chi-squared: what intervals of shares take.

They are written out so that an exam can be described, and candidates' answers read, where SciPy is not installed: it
is four times as large as all that reads an exam. Tests compare them with SciPy, to eleven digits. Whatever only the
analyses of models compute stays SciPy's.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from magnetite.stats.ragged import FloatArray

_MANY_DEGREES = 1_000.0  # from here on the expansion of t is as exact as a double
_MOST_STEPS = 1_000
_TINY = 1e-300


def normal_quantile(p: float) -> float:
    """Return below which value a standard normal variable lies with probability `p`.

    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return NormalDist().inv_cdf(p)


def t_quantile(degrees: npt.ArrayLike, p: float) -> FloatArray:
    """Return below which value Student's t lies with probability `p` > 1/2, by degrees of freedom, of the same shape.

    NaN where the degrees are not positive.

    >>> t_quantile([2, 30], 0.975).round(3).tolist()
    [4.303, 2.042]
    """
    different, places = np.unique(np.asarray(degrees, dtype=np.float64), return_inverse=True)
    quantiles = np.array([_t_quantile(each, p) for each in different.tolist()])
    return quantiles[places].reshape(np.shape(degrees))


def f_quantile(p: float, first: float, second: float) -> float:
    """Return below which value F lies with probability `p`, by its two degrees of freedom.

    >>> round(f_quantile(0.95, 5, 10), 4)
    3.3258
    """
    share = _root(lambda x: _incomplete_beta(first / 2, second / 2, x) - p)
    return second * share / (first * (1 - share))


def chi_squared_tail(value: float, degrees: int) -> float:
    """Return how likely chi-squared is `value` or more, by its whole degrees of freedom (Abramowitz & Stegun 26.4.4-5).

    >>> round(chi_squared_tail(7.815, 3), 4)
    0.05
    """
    half, odd = value / 2, degrees % 2
    terms = [
        math.exp(power * math.log(half) - half - math.lgamma(power + 1)) if half else float(power == 0)
        for power in (step + odd / 2 for step in range(degrees // 2))
    ]
    return math.fsum([*terms, math.erfc(math.sqrt(half)) if odd else 0.0])


@lru_cache(maxsize=10_000)
def _t_quantile(degrees: float, p: float) -> float:
    if not degrees > 0:
        return math.nan
    t = _t_expansion(degrees, p)
    if degrees >= _MANY_DEGREES:
        return t
    # The tail is convex beyond 0: from whatever side Newton's method begins, it goes on from below.
    log_density = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - math.log(degrees * math.pi) / 2
    t = min(t, normal_quantile(p)) if degrees < 1 else t
    for _ in range(_MOST_STEPS):
        excess = _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2 - (1 - p)
        step = excess / math.exp(log_density - (degrees + 1) / 2 * math.log1p(t * t / degrees))
        t += step
        if abs(step) < 1e-9 * t:  # the next step would be its square
            break
    return t


def _t_expansion(degrees: float, p: float) -> float:
    """Return the quantile of t from that of the normal distribution (Abramowitz & Stegun 26.7.5)."""
    z = normal_quantile(p)
    square = z * z
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92_160,
    )
    return z + z * math.fsum(term / degrees**power for power, term in enumerate(terms, 1))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction (Lentz's method; DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast below this
        return 1 - _incomplete_beta(b, a, 1 - x)
    factor = math.exp(a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)) / a
    above, below, fraction = 1.0, 0.0, 1.0
    for step in range(_MOST_STEPS):
        m = step // 2
        if step == 0:
            part = 1.0
        elif step % 2:
            part = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            part = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1 / (1 + part * below or _TINY)
        above = 1 + part / above or _TINY
        fraction *= above * below
        if abs(above * below - 1) < 4e-16:
            break
    return factor * (fraction - 1)


def _root(rising: Callable[[float], float]) -> float:
    """Return where a rising function of 0 to 1 is 0, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_MOST_STEPS):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
