"""Which metrics are tied: the ranks that WMT prints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tarjih.kernels.arrays import F64, I64


def clusters(scores: F64, p_values: F64, alpha: float = 0.05) -> I64:
    """Rank from 1, giving metrics that do not clearly differ the same rank.

    From the best metric down, a new rank begins with the first metric that some metric
    of the present rank beats (Freitag et al. 2022). `p_values[a, b]` is the one-sided
    p-value of "a is better than b". A metric without a score has rank 0.
    """
    ranks = np.zeros(len(scores), np.int64)
    rank, members = 0, np.empty(0, np.int64)
    for metric in _descending(scores):
        if not len(members) or (p_values[members, metric] < alpha).any():
            rank, members = rank + 1, np.empty(0, np.int64)
        ranks[metric] = rank
        members = np.append(members, metric)
    return ranks


def unbeaten(scores: F64, p_values: F64, alpha: float = 0.05) -> NDArray[np.bool_]:
    """Which metrics no other beats: those in bold in WMT's tables until 2019."""
    beaten = (p_values < alpha).any(0)
    return ~beaten & ~np.isnan(scores)


def _descending(scores: F64) -> I64:
    order = np.argsort(-scores, kind="stable")
    return order[~np.isnan(scores[order])]
