"""Pearson's correlation of two metrics after scores were swapped between them."""

from __future__ import annotations

from itertools import combinations

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
    metrics, draws = kept.shape[2:]
    pairs = list(combinations(range(metrics), 2))
    out = np.empty((len(pairs), draws))
    for row, (a, b) in zip(out, pairs, strict=True):
        gap = kept[:, :, a] - kept[:, :, b]
        first, second = total[:, :, b, None] + gap, total[:, :, a, None] - gap
        row[:] = _correlate(first, sizes) - _correlate(second, sizes)
    return out


def _correlate(sums: F64, sizes: F64) -> F64:
    """The sum over groups of each draw's correlation."""
    score, square, product = np.moveaxis(sums, 1, 0)
    variance = square - score**2 / sizes[:, None]
    total: F64 = (
        product / np.sqrt(np.maximum(variance, _CONSTANT * square + _TINY))
    ).sum(0)
    return total
