"""What the permutation tests of Deutsch et al. (2021) compare: agreement with people.

Each function makes a statistic for `permutation_test` from the scores of many metrics.
Scores are standardised first, as the paper does. An entry, one system's translation of
one segment, that has no gold score (NaN) is left out.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tarjih import kernels
from tarjih.errors import DataError, UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.correlation import pearson
from tarjih.stats.permutation import Statistic, pairs_of, standardised, swapped
from tarjih.stats.tau import TieRule

_CONSTANT = 1e-12  # a share of the squares below which variance is rounding


def pooled_pearson(scores: F64, gold: F64) -> Statistic:
    """Pearson's r over all entries: scores (metrics, entries), gold (entries)."""
    present = np.flatnonzero(~np.isnan(gold))
    x, unit = standardised(scores[:, present]), _unit(gold[present])
    columns = np.stack([x, x**2, x * unit])
    total = columns.sum(2)[..., None]

    def statistic(bits: F64) -> F64:
        kept = columns @ (bits if len(present) == len(gold) else bits[present])
        sums = [swapped(*part) for part in zip(kept, total, strict=True)]
        first, second = (np.stack(side) for side in zip(*sums, strict=True))
        return _r(first, len(present)) - _r(second, len(present))

    return statistic


def grouped_pearson(scores: F64, gold: F64, groups: I64) -> Statistic:
    """Pearson's r within each group (segment), averaged over groups.

    Groups with fewer than two gold scores, or equal ones, are left out; a metric that
    is constant in a group correlates 0 there.
    """
    place = _places(gold, groups)
    if not len(place):
        raise DataError("no group has two different gold scores")
    member = place >= 0
    sizes = member.sum(1).astype(np.float64)
    x = np.zeros((*place.shape, len(scores)))
    x[member] = standardised(scores[:, place[member]]).T
    # a shift common to the metrics changes no correlation, and saves digits
    shift = x.sum((1, 2)) / (len(scores) * sizes)
    x = np.where(member[..., None], x - shift[:, None, None], 0)
    unit = _unit(np.where(member, gold[place], np.nan))[..., None]
    columns = np.concatenate([x, x**2, x * unit], axis=2).transpose(0, 2, 1).copy()
    shape = len(place), 3, len(scores)
    total = columns.sum(2).reshape(shape)

    def statistic(bits: F64) -> F64:
        kept = (columns @ bits[place]).reshape(*shape, -1)
        return kernels.swapped_pearsons(kept, total, sizes) / len(sizes)

    return statistic


def pair_agreement(
    scores: F64, pairs: tuple[I64, I64], human: F64 | I64, rule: TieRule
) -> Statistic:
    """Tau or accuracy over pairs of entries; above 0, `human` prefers the first.

    The credit of a pair after swapping depends on its two bits. Swapping both exchanges
    the metrics, which turns the sign of their difference: so the difference has no term
    in the product of the bits, and a whole draw is one dot product with weights of the
    entries.
    """
    if (np.ptp(rule.counted, axis=1) != 0).any():
        raise UsageError("a rule that drops the ties of a metric cannot be permuted")
    judged = 1 - np.sign(human).astype(np.int64)
    x = standardised(scores)
    slope = _slopes(x, pairs, rule.credit[judged] / rule.counted[judged, 0].sum())
    total = slope.sum(1, keepdims=True)
    return lambda bits: 2 * (slope @ bits) - total


def system_agreement(
    scores: F64, gold: F64, correlate: Callable[[F64, F64], F64] = pearson
) -> Statistic:
    """Agreement of system scores, means over segments, with the systems' gold scores.

    Scores are (metrics, systems, segments), gold (systems). `correlate` takes the gold
    scores and system scores along the last axis.
    """
    x = standardised(scores) / scores.shape[2]
    by_system = np.ascontiguousarray(x.transpose(1, 0, 2))
    total = x.sum(2)[..., None]

    def statistic(bits: F64) -> F64:
        kept = by_system @ bits.reshape(*scores.shape[1:], -1)
        first, second = swapped(kept.transpose(1, 0, 2), total)
        difference: F64 = correlate(gold, np.moveaxis(first, 1, 2)) - correlate(
            gold, np.moveaxis(second, 1, 2)
        )
        return difference

    return statistic


def system_accuracy(gold: F64, metric: F64) -> F64:
    """Share of pairs along the last axis that both rank alike (Kocmi et al. 2021)."""
    i, j = np.triu_indices(gold.shape[-1], 1)
    human = np.sign(gold[..., i] - gold[..., j])
    agree: F64 = (np.sign(metric[..., i] - metric[..., j]) == human).mean(-1)
    return agree


def _slopes(x: F64, pairs: tuple[I64, I64], credit: F64) -> F64:
    """Half the change of each two metrics' difference as an entry is swapped.

    A row of `credit` is what a pair adds when its first is better, tied, worse.
    """
    linear = (credit[:, 0] - credit[:, 2]) / 2
    square = (credit[:, 0] + credit[:, 2]) / 2 - credit[:, 1]
    first, second = (x[:, entries] for entries in pairs)

    def gain(a: int, b: int) -> F64:  # over a tie, of metric a's first and b's second
        claim: F64 = np.sign(first[a] - second[b])
        claim *= linear + square * claim
        return claim

    own = [gain(metric, metric) for metric in range(len(x))]
    slopes = []
    for a, b in zip(*pairs_of(len(x)), strict=True):
        alike = own[a] - own[b]  # both kept
        mixed = gain(a, b) - gain(b, a)  # the second one swapped
        slopes.append(
            np.bincount(pairs[0], (alike + mixed) / 2, x.shape[1])
            + np.bincount(pairs[1], (alike - mixed) / 2, x.shape[1])
        )
    return np.array(slopes).reshape(-1, x.shape[1])


def _r(parts: F64, n: int) -> F64:
    """Pearson's r with gold scores of norm 1; 0 for a constant metric."""
    sums, squares, products = parts
    variance = squares - sums**2 / n
    varies = variance > _CONSTANT * squares
    r: F64 = np.where(varies, products, 0) / np.sqrt(np.where(varies, variance, 1))
    return r


def _unit(gold: F64) -> F64:
    """Gold scores with mean 0 and norm 1 along the last axis; missing ones become 0."""
    centred = gold - np.nanmean(gold, -1, keepdims=True)
    centred = np.where(np.isnan(gold), 0, centred)
    norm = np.linalg.norm(centred, axis=-1, keepdims=True)
    unit: F64 = centred / np.where(norm > 0, norm, 1)
    return unit


def _places(gold: F64, groups: I64) -> I64:
    """A row of entries for each group whose gold scores differ, filled up with -1."""
    entries = np.flatnonzero(~np.isnan(gold))
    entries = entries[np.argsort(groups[entries], kind="stable")]
    starts, row, sizes = np.unique(
        groups[entries], return_index=True, return_inverse=True, return_counts=True
    )[1:]
    row = row.reshape(-1)
    place = np.full((len(sizes), sizes.max(initial=0)), -1, np.int64)
    place[row, np.arange(len(entries)) - starts[row]] = entries
    differs = (gold[place] != gold[place[:, :1]]) & (place >= 0)
    rows: I64 = place[differs.any(1)]
    return rows
