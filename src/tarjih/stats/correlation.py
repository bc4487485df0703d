"""Pearson's and Spearman's correlation of many score lists at once.

The last axis holds the items; whatever stands before it is broadcast. An item that is
NaN on either side is left out of that correlation.
"""

from __future__ import annotations

import numpy as np

from tarjih.kernels.arrays import F64


def pearson(gold: F64, metric: F64) -> F64:
    """Pearson's r; NaN for fewer than two items or where a side is constant."""
    x, y = _common(gold, metric)
    x, y = _centred(x), _centred(y)
    scale = np.sqrt((x**2).sum(-1) * (y**2).sum(-1))
    product = (x * y).sum(-1)
    undefined = np.full_like(scale, np.nan)
    r: F64 = np.divide(product, scale, out=undefined, where=scale > 0)
    return r.clip(-1, 1)


def spearman(gold: F64, metric: F64) -> F64:
    """Spearman's rho: Pearson's r of the ranks, ties having their average rank."""
    x, y = _common(gold, metric)
    return pearson(average_ranks(x), average_ranks(y))


def average_ranks(values: F64) -> F64:
    """Rank along the last axis from 1, ties having their average rank; NaN stay NaN."""
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, -1)
    place = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
    new = np.ones(values.shape, bool)
    new[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    last = np.ones(values.shape, bool)
    last[..., :-1] = new[..., 1:]
    begin = np.maximum.accumulate(np.where(new, place, 0), -1)
    end = np.where(last, place, values.shape[-1])
    end = np.minimum.accumulate(end[..., ::-1], -1)[..., ::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (begin + end) / 2 + 1, -1)
    return np.where(np.isnan(values), np.nan, ranks)


def _common(gold: F64, metric: F64) -> tuple[F64, F64]:
    """Make an item that is missing on one side missing on both."""
    missing = np.isnan(gold) | np.isnan(metric)
    return np.where(missing, np.nan, gold), np.where(missing, np.nan, metric)


def _centred(values: F64) -> F64:
    """Subtract the mean; missing items become 0, and so does all of a constant list."""
    missing = np.isnan(values)
    n = np.maximum((~missing).sum(-1, keepdims=True), 1)
    mean = np.where(missing, 0, values).sum(-1, keepdims=True) / n
    low = np.min(values, -1, keepdims=True, initial=np.inf, where=~missing)
    high = np.max(values, -1, keepdims=True, initial=-np.inf, where=~missing)
    return np.where(missing | (low >= high), 0, values - mean)
