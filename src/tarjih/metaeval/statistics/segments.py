"""Entries by segment and system, and as often as they were drawn."""

from __future__ import annotations

import numpy as np

from tarjih.errors import DataError
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence


def human_scores(evidence: Evidence) -> F64:
    """The gold scores of the entries, where people gave scores."""
    if evidence.gold is None:
        raise DataError(f"{evidence.name} holds rankings: this statistic needs scores")
    return evidence.gold


def segments_of(evidence: Evidence) -> tuple[I64, I64]:
    """The segment of each entry, numbered without gaps, and the block of each."""
    names, segment = np.unique(evidence.segment, return_inverse=True)
    segment = segment.reshape(-1)
    block = np.zeros(len(names), np.int64)
    block[segment] = evidence.block
    return segment, block


def mean_of_segments(values: F64, drawn: F64) -> F64:
    """Average (metrics, segments) by how often each was drawn; NaN are left out."""
    known = ~np.isnan(values)
    sums = drawn @ np.where(known, values, 0).T
    with np.errstate(invalid="ignore"):
        means: F64 = sums / (drawn @ known.T.astype(np.float64))
    return means


def grid_of(evidence: Evidence, values: F64) -> F64:
    """Values of entries by system and segment; NaN where there is no entry."""
    segment, block = segments_of(evidence)
    grid = np.full((len(evidence.systems), len(block)), np.nan)
    grid[evidence.system, segment] = values
    return grid


def copies(times: F64) -> tuple[I64, I64]:
    """Each place as often as it was drawn, first copies first, and which copy it is."""
    count = times.astype(np.int64)
    places = np.repeat(np.arange(len(count)), count)
    copy = np.arange(len(places)) - np.repeat(np.cumsum(count) - count, count)
    order = np.argsort(copy, kind="stable")
    return places[order], copy[order]


def drawn_entries(evidence: Evidence, times: F64) -> tuple[I64, I64]:
    """The entries of the drawn blocks, and which copy of its block each is."""
    return copies(times[evidence.block])
