"""Kendall's tau-b and tau-c of two lists of scores, in O(n log n) (Knight 1966)."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from tarjih.kernels.arrays import F64, I64
from tarjih.stats.pairs import pair_count


@dataclass(frozen=True)
class Concordance:
    """How all pairs of n items fall out, and how many different values each list has.

    Pairs tied in both lists are in `first_ties` and in `second_ties`.
    """

    items: int
    concordant: int
    discordant: int
    first_ties: int
    second_ties: int
    fewest_values: int

    @property
    def pairs(self) -> int:
        """All pairs of items."""
        return self.items * (self.items - 1) // 2


def concordance(first: F64, second: F64) -> Concordance:
    """Count concordant, discordant and tied pairs."""
    x, y = (np.unique(v, return_inverse=True)[1].reshape(-1) for v in (first, second))
    n = len(x)
    tied_x, tied_y = pair_count(x), pair_count(y)
    tied_both = pair_count(x * n + y)
    discordant = inversions(y[np.lexsort((y, x))])
    concordant = n * (n - 1) // 2 - tied_x - tied_y + tied_both - discordant
    values = min(int(v.max(initial=-1)) + 1 for v in (x, y))
    return Concordance(n, concordant, discordant, tied_x, tied_y, values)


def tau_b(first: F64, second: F64) -> float:
    """Kendall's tau-b (Kendall 1945); NaN where a list has one value only."""
    c = concordance(first, second)
    untied = (c.pairs - c.first_ties) * (c.pairs - c.second_ties)
    return (c.concordant - c.discordant) / sqrt(untied) if untied else nan


def tau_c(first: F64, second: F64) -> float:
    """Stuart's tau-c (Stuart 1953); NaN where a list has one value only."""
    c, m = (found := concordance(first, second)), found.fewest_values
    if m < 2:
        return nan
    return 2 * m * (c.concordant - c.discordant) / (c.items**2 * (m - 1))


def inversions(ranks: I64) -> int:
    """Count the pairs in which a larger rank stands before a smaller one.

    Ranks are whole numbers from 0. The two ranks of an inversion first differ in some
    bit, from the highest down; for each bit we count, among ranks whose higher bits are
    equal, the ones that stand before zeros, and then sort stably by that bit.
    """
    total = 0
    for level in reversed(range(int(ranks.max(initial=0)).bit_length())):
        bit = (ranks >> level) & 1
        starts = _starts(ranks >> (level + 1))
        ones = np.cumsum(bit) - bit
        ones -= ones[starts]
        total += int(ones[bit == 0].sum())
        ranks = _partition(ranks >> level, starts, ones, bit, ranks)
    return total


def _starts(keys: I64) -> I64:
    """Where the run of each of these ascending keys begins."""
    sizes = np.bincount(keys)
    return (np.cumsum(sizes) - sizes)[keys]


def _partition(keys: I64, starts: I64, ones: I64, bit: I64, ranks: I64) -> I64:
    """Within runs of equal higher bits, move the zeros to the front in their order."""
    zeros = np.bincount(keys)[keys - bit]  # of the run, for an element whose bit is 1
    before = np.arange(len(keys)) - starts - ones
    place = starts + np.where(bit == 1, zeros + ones, before)
    moved = np.empty_like(ranks)
    moved[place] = ranks
    return moved
