"""Pearson's correlation of two metrics after scores were swapped between them."""

from __future__ import annotations

from math import sqrt

import numpy as np

from tarjih.kernels.arrays import F64

_CONSTANT = 1e-12  # a share of the squares below which variance is rounding
_TINY = 1e-200


def swapped_pearsons(kept: F64, total: F64, sizes: F64) -> F64:
    """Add up, over groups, first - second correlation with the gold scores.

    `kept[g, :, m, d]` are the sums over group g, in draw d, of what metric m keeps: its
    scores, their squares, and their products with the gold scores, which have mean 0
    and norm 1 in the group. `total[g, :, m]` are the same sums without swapping. A
    metric that is constant in a group correlates 0 there. Rows of the result are pairs
    of metrics, each with those after it; columns are draws.
    """
    _, _, metrics, draws = kept.shape
    rows = []
    for a in range(metrics):
        for b in range(a + 1, metrics):
            first = kept[:, :, a] - kept[:, :, b] + total[:, :, b, None]
            second = kept[:, :, b] - kept[:, :, a] + total[:, :, a, None]
            rows.append(_correlate(first, sizes) - _correlate(second, sizes))
    return np.array(rows).reshape(-1, draws)


def _correlate(sums: F64, sizes: F64) -> F64:
    """The sum over groups of each draw's correlation."""
    total = np.zeros(sums.shape[2])
    for group, size in zip(sums, sizes.tolist(), strict=True):
        for draw, (score, square, product) in enumerate(group.T.tolist()):
            variance = square - score * score / size
            total[draw] += product / sqrt(max(variance, _CONSTANT * square + _TINY))
    return total
