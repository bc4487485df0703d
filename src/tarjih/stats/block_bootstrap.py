"""Confidence intervals by resampling segments, or documents as a whole.

Where a statistic is a function of sums (tau of its table, a pooled Pearson, a mean),
`resampling.bootstrap` does it at once for all resamples; `sum_blocks` makes documents
of its rows. Any other statistic takes the positions that were drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.resampling import SEED, draw_segments


@dataclass(frozen=True)
class BlockIntervals:
    """The bounds of one or many statistics, and how often each was undefined."""

    low: F64
    high: F64
    undefined: I64
    confidence: float
    resamples: int
    seed: int


def sum_blocks(rows: F64, blocks: I64) -> F64:
    """Add up the rows of each block: one row a document."""
    place = np.unique(blocks, return_inverse=True)[1].reshape(-1)
    sums = np.zeros((place.max(initial=-1) + 1, *rows.shape[1:]))
    np.add.at(sums, place, rows)
    return sums


def block_bootstrap(
    statistic: Callable[[I64], F64 | float],
    blocks: I64,
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = SEED,
) -> BlockIntervals:
    """Percentile intervals of an arbitrary statistic of positions (Efron 1979).

    `blocks` names the block (document, segment) of every position; blocks are drawn
    with replacement. The statistic gives a number or an array, one metric a cell; cells
    that are NaN in a resample are left out of that interval.
    """
    if resamples < 1 or not 0 < confidence < 1:
        raise UsageError("a bootstrap needs resamples ≥ 1 and 0 < confidence < 1")
    members = _members(blocks)
    values = np.array(
        [
            statistic(np.concatenate([members[block] for block in draw]))
            for draws in draw_segments(len(members), resamples, seed)
            for draw in draws
        ],
        np.float64,
    )
    low, high = _percentiles(values, confidence)
    undefined = np.isnan(values).sum(0)
    return BlockIntervals(low, high, undefined, confidence, resamples, seed)


def _members(blocks: I64) -> list[I64]:
    """The positions of each block."""
    order = np.argsort(blocks, kind="stable")
    starts = np.unique(blocks[order], return_index=True)[1]
    return np.split(order, starts[1:])


def _percentiles(values: F64, confidence: float) -> tuple[F64, F64]:
    """The bounds over the first axis, NaN left out, without NumPy's warning."""
    tail = (1 - confidence) / 2
    ordered = np.sort(values, axis=0)  # NaN last
    last = (~np.isnan(values)).sum(0) - 1
    low = np.floor(tail * (last + 1)).astype(np.int64)
    bounds = np.maximum(np.stack([np.minimum(low, last), last - low]), 0)
    found = np.take_along_axis(ordered, bounds, axis=0)
    return found[0], found[1]
