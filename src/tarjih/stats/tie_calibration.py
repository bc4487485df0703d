"""The threshold below which a metric's differences count as ties (Deutsch et al. 2023).

Accuracy as a function of the threshold changes only where the threshold passes the
metric's difference on a pair: up where people tied the pair, down where metric and
people agreed, not at all where they disagreed. So the best threshold is the maximum of
a running sum over the sorted differences.

About `_HELD` differences are held at a time. Where there are more pairs, a first pass
adds the changes up in buckets, which bounds the running sum inside each. Only buckets
whose bound reaches the best sum are collected and sorted, as many in one pass as may be
held (more only where one bucket alone has more different ones). The result is that of
sorting everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tarjih.kernels.arrays import F64, I64
from tarjih.stats.pairs import pair_count, within

_HELD = 1 << 22
_BUCKETS = 1 << 16
_MERGED = 1 << 16
_SLACK = 1e-9  # what sums in another order may differ by

Changes = tuple[F64, F64]  # metric differences, and what each adds to the sum
Passes = Callable[[], Iterable[Changes]]


@dataclass(frozen=True)
class Best:
    """The largest sum of changes, and the smallest threshold that reaches it."""

    gain: float
    epsilon: float

    def or_better(self, other: Best) -> Best:
        """The one that gains more, or as much with a smaller threshold."""
        return max(self, other, key=lambda best: (best.gain, -best.epsilon))


NO_TIES = Best(0.0, 0.0)


@dataclass(frozen=True)
class Buckets:
    """Equal ranges of differences up to `top`, in ascending order."""

    top: float
    size: int

    def number(self, differences: F64) -> I64:
        """Tell the bucket of each difference; never descending in the difference."""
        if self.size == 1 or not self.top:
            return np.zeros(len(differences), np.int64)
        place = (differences / self.top * self.size).astype(np.int64)
        return np.minimum(place, self.size - 1)


def best_epsilon(
    gold: F64,
    metric: F64,
    groups: I64,
    weights: F64,
    *,
    rate: float = 1.0,
    seed: int = 0,
) -> float:
    """Find the threshold with the highest weighted accuracy over pairs within groups.

    The weight of a pair is that of its positions. A `rate` below 1 looks at a random
    share of the pairs. Differences up to the threshold are ties.
    """

    def passes() -> Iterator[Changes]:
        blocks = within(groups) if rate == 1 else _sampled(groups, rate, seed)
        return _changes(gold, metric, weights, blocks)

    top = float(np.ptp(metric)) if len(metric) else 0.0
    if pair_count(groups) * rate <= _HELD:
        best = _peak(passes(), Buckets(top, 1), np.array([0]), np.zeros(1))
    else:
        best = _peak_of_buckets(passes, Buckets(top, _BUCKETS))
    return NO_TIES.or_better(best).epsilon


def _sampled(groups: I64, rate: float, seed: int) -> Iterator[tuple[I64, I64]]:
    """Yield a random share of the pairs, the same in every pass."""
    generator = np.random.default_rng(seed)
    for first, second in within(groups):
        drawn = generator.random(len(first)) < rate
        yield first[drawn], second[drawn]


def _changes(
    gold: F64, metric: F64, weights: F64, blocks: Iterable[tuple[I64, I64]]
) -> Iterator[Changes]:
    """Yield blocks of the pairs at which the sum changes."""
    for first, second in _merged(blocks):
        human = gold[first] - gold[second]
        difference = metric[first] - metric[second]
        agree = np.sign(human) * np.sign(difference) > 0
        kept = agree | (human == 0)
        change = np.where(agree, -1.0, 1.0) * weights[first]
        yield np.abs(difference[kept]), change[kept]


def _merged(blocks: Iterable[tuple[I64, I64]]) -> Iterator[tuple[I64, I64]]:
    """Join small blocks, which cost more calls than work."""
    held: list[tuple[I64, I64]] = []
    size = 0
    for block in blocks:
        held.append(block)
        size += len(block[0])
        if size >= _MERGED:
            yield _joined(held)
            held, size = [], 0
    if held:
        yield _joined(held)


def _joined(blocks: list[tuple[I64, I64]]) -> tuple[I64, I64]:
    first, second = zip(*blocks, strict=True)
    return np.concatenate(first), np.concatenate(second)


def _peak_of_buckets(passes: Passes, buckets: Buckets) -> Best:
    """Look only into the buckets in which the running sum may be largest."""
    total, rise, held = _profile(passes(), buckets)
    before = np.cumsum(total) - total
    bound = before + rise + _SLACK
    best, reached = NO_TIES, float((before + total).max(initial=0))
    order = np.argsort(-bound, kind="stable")
    order = order[held[order] > 0]
    while len(order := order[bound[order] >= max(best.gain, reached)]):
        take = max(1, int(np.searchsorted(np.cumsum(held[order]), _HELD, "right")))
        best = best.or_better(_peak(passes(), buckets, order[:take], before))
        order = order[take:]
    return best


def _profile(blocks: Iterable[Changes], buckets: Buckets) -> tuple[F64, F64, F64]:
    """Add up each bucket's changes, its rises, and its number of differences."""
    total, rise, held = np.zeros((3, buckets.size))
    for difference, change in blocks:
        number = buckets.number(difference)
        total += np.bincount(number, change, buckets.size)
        rise += np.bincount(number, np.maximum(change, 0), buckets.size)
        held += np.bincount(number, minlength=buckets.size)
    return total, rise, held


def _peak(
    blocks: Iterable[Changes], buckets: Buckets, chosen: I64, before: F64
) -> Best:
    """Find where the running sum is largest in the chosen buckets.

    `before` is the sum at the beginning of each bucket.
    """
    difference, change = _collect(blocks, buckets, chosen)
    if not len(difference):
        return NO_TIES
    number = buckets.number(difference)
    first = np.searchsorted(number, number)
    here = np.cumsum(change)
    sums = before[number] + here - (here - change)[first]
    peak = int(np.argmax(sums))
    return Best(float(sums[peak]), float(difference[peak]))


def _collect(blocks: Iterable[Changes], buckets: Buckets, chosen: I64) -> Changes:
    """Gather the chosen buckets' differences, ascending and equal ones as one."""
    wanted = np.zeros(buckets.size, bool)
    wanted[chosen] = True
    found = [(np.empty(0), np.empty(0))]
    for difference, change in blocks:
        here = wanted[buckets.number(difference)]
        found.append(_summed(difference[here], change[here]))
    differences, changes = zip(*found, strict=True)
    return _summed(np.concatenate(differences), np.concatenate(changes))


def _summed(differences: F64, changes: F64) -> Changes:
    unique, place = np.unique(differences, return_inverse=True)
    sums = np.bincount(place.reshape(-1), changes, len(unique))
    return unique, sums.astype(np.float64)
