"""Williams' test: does one metric correlate better with people than another?"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan, sqrt

import numpy as np

from tarjih.kernels.arrays import F64
from tarjih.stats.correlation import pearson
from tarjih.stats.student import t_sf


@dataclass(frozen=True)
class Williams:
    """The statistic, its degrees of freedom, and the one-sided p-value."""

    t: float
    degrees: int
    p_value: float


def williams(r12: float, r13: float, r23: float, n: int) -> Williams:
    """Test r12 > r13, correlations that share variable 1, over n items.

    Williams 1959; the form of Graham and Baldwin 2014, for metrics of translation.
    """
    if n <= 3 or np.isnan([r12, r13, r23]).any():
        return Williams(nan, n - 3, nan)
    k = max(0.0, 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23)
    below = 2 * k * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3
    above = (r12 - r13) * sqrt((n - 1) * max(0.0, 1 + r23))
    t = above / sqrt(below) if below > 0 else _limit(above)
    return Williams(t, n - 3, t_sf(t, n - 3))


def williams_matrix(gold: F64, metrics: F64) -> F64:
    """p-values that the metric of the row correlates better than that of the column.

    One metric a row; items that any of them or the gold lacks are left out of all.
    """
    present = ~(np.isnan(gold) | np.isnan(metrics).any(0))
    gold, metrics = gold[present], metrics[:, present]
    with_gold = pearson(gold, metrics)
    between = pearson(metrics[:, None], metrics[None])
    p = np.full(between.shape, np.nan)
    for a, b in np.argwhere(~np.eye(len(metrics), dtype=bool)):
        p[a, b] = williams(with_gold[a], with_gold[b], between[a, b], len(gold)).p_value
    return p


def _limit(above: float) -> float:
    """t where its denominator vanishes: the metrics are copies, or certainly differ."""
    return 0.0 if above == 0 else inf if above > 0 else -inf
