"""Student's t distribution, without SciPy."""

from __future__ import annotations

from math import exp, inf, isnan, lgamma, log, log1p, nan

_TINY = 1e-300
_STEPS = 100_000


def t_sf(t: float, degrees: float) -> float:
    """The probability that Student's t exceeds `t`."""
    if isnan(t) or degrees <= 0:
        return nan
    if t in (inf, -inf):
        return float(t < 0)
    square = t * t
    # of x and 1 - x, the smaller is computed without cancellation
    x, rest = degrees / (degrees + square), square / (degrees + square)
    tail = 0.5 * _incomplete_beta(degrees / 2, 0.5, x, rest)
    return tail if t >= 0 else 1 - tail


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """The regularised incomplete beta function at x, where rest = 1 - x.

    Press et al., Numerical Recipes, section 6.4: the continued fraction converges fast
    below (a + 1) / (a + b + 2), and the symmetric one elsewhere.
    """
    if x == 0 or rest == 0:
        return float(rest == 0)
    log_x = log(x) if x < 0.5 else log1p(-rest)
    log_rest = log(rest) if rest < 0.5 else log1p(-x)
    front = exp(a * log_x + b * log_rest + lgamma(a + b) - lgamma(a) - lgamma(b))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            c, d = _nonzero(1 + term / c), 1 / _nonzero(1 + term * d)
            result *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return result


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
