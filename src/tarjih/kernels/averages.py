"""Weighted sums and means of the rows of each line's words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tarjih.kernels.arrays import F32, I32, I64


def mean_rows(
    rows: F32, weights: F32, ids: I32, offsets: I64, additive: bool = False
) -> F32:
    """The mean of the rows of each line's ids, by their weights, or their sum.

    Row i and weight i are those of id i. A line without weight is zero. Sums are made
    in double precision.
    """
    found = np.zeros((len(offsets) - 1, rows.shape[1]), np.float32)
    for line, (start, end) in enumerate(pairwise(offsets.tolist())):
        mine = ids[start:end]
        share = weights[mine].astype(np.float64)
        total = 1.0 if additive else share.sum()
        if total > 0:
            found[line] = share @ rows[mine].astype(np.float64) / total
    return found
