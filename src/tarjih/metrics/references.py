"""Of several references, the one that a translation is most like."""

from __future__ import annotations

import numpy as np

from tarjih.kernels.arrays import I64
from tarjih.types import Rows


def best_of(rows: Rows, scores: Rows, pairs: I64) -> Rows:
    """Of a comparison's rows, one a reference, the first with the best score."""
    counts = pairs[:, 2] - pairs[:, 1]
    if (counts == 1).all():
        return rows
    starts = np.cumsum(counts) - counts
    best = np.repeat(np.maximum.reduceat(scores, starts), counts)
    group = np.repeat(np.arange(len(pairs)), counts)
    at_best = np.flatnonzero(scores == best)
    _, first = np.unique(group[at_best], return_index=True)
    return rows[at_best[first]]
