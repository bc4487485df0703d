"""Pairs of entries that belong to the same group."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tarjih.kernels.arrays import I64


def within(groups: I64) -> Iterator[tuple[I64, I64]]:
    """Yield all pairs of positions that share a group, a block at a time.

    Every pair comes once. A block holds the pairs that lie equally far apart once the
    positions are sorted by group, so none is larger than the input.
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    starts = np.flatnonzero(ordered[1:] == ordered[:-1])
    step = 1
    while len(starts):
        yield order[starts], order[starts + step]
        step += 1
        starts = starts[starts + step < len(ordered)]
        starts = starts[ordered[starts] == ordered[starts + step]]


def pair_count(groups: I64) -> int:
    """Count the pairs that share a group, from the sizes of the groups."""
    sizes = np.unique(groups, return_counts=True)[1]
    return int((sizes * (sizes - 1) // 2).sum())
