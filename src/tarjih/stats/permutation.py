"""Is the difference between two metrics, or two systems, real? Permutation tests.

If two metrics are equally good, swapping their scores at random entries changes nothing
that matters. What is drawn is one bit for each unit: keep or swap. The same draws serve
all pairs of metrics, so each metric takes part in one matrix product, not in one
permutation for every other metric.

A statistic is a function of the bits, shape (units, draws), 1 where scores are kept. It
gives the differences first - second, shape (pairs, draws), for the pairs of `pairs_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tarjih.errors import DataError, UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.resampling import SEED

_CELLS = 1 << 20  # bits held at a time, as floating-point numbers
_WORD = 16  # draws of a unit that are taken at once

Statistic = Callable[[F64], F64]


@dataclass(frozen=True)
class PermutationTest:
    """Differences row - column, and one-sided p-values that the row is better."""

    differences: F64
    p_values: F64
    draws: int
    seed: int


def permutation_test(
    statistic: Statistic,
    units: int,
    *,
    unit_of: I64 | None = None,
    draws: int = 1000,
    seed: int = SEED,
) -> PermutationTest:
    """Compare all pairs of metrics; p-values count the actual scores as a draw.

    `unit_of` names the unit of every entry that the statistic sees, where several are
    swapped together: `swap_units` makes it.
    """
    if draws < 1:
        raise UsageError("a permutation test needs draws ≥ 1")
    everything = np.ones((units if unit_of is None else len(unit_of), 1))
    actual = statistic(everything)
    slack = 1e-12 + 1e-10 * np.abs(actual).max(initial=0)  # rounding, not a difference
    above, below = np.zeros((2, len(actual)))
    for bits in draw_bits(units, draws, seed):
        found = statistic(bits if unit_of is None else bits[unit_of])
        above += (found >= actual - slack).sum(1)
        below += (found <= actual + slack).sum(1)
    p_above, p_below = (np.stack([above, below]) + 1) / (draws + 1)
    return PermutationTest(
        _square(actual[:, 0], -actual[:, 0]), _square(p_above, p_below), draws, seed
    )


def swap_units(entries: tuple[int, int], swap: str = "both") -> tuple[I64, int]:
    """Name the unit of each entry of systems × segments, and count the units.

    What is swapped (Deutsch et al. 2021): "both", each score by itself; "inputs", all
    scores of a segment; "systems", all scores of a system.
    """
    systems, segments = entries
    number = {
        "both": np.arange(systems * segments).reshape(entries),
        "inputs": np.broadcast_to(np.arange(segments), entries),
        "systems": np.broadcast_to(np.arange(systems)[:, None], entries),
    }
    if swap not in number:
        raise UsageError(f"unknown swap {swap!r}; known: {', '.join(number)}")
    units = number[swap].ravel()
    return units, int(units.max(initial=-1)) + 1


def draw_bits(units: int, draws: int, seed: int) -> Iterator[F64]:
    """Yield blocks of random bits, shape (units, draws of the block)."""
    generator = np.random.default_rng(seed)
    words = max(1, _CELLS // (_WORD * max(units, 1)))
    for start in range(0, draws, _WORD * words):
        count = min(draws - start, _WORD * words)
        drawn = [
            generator.integers(0, 1 << _WORD, units, np.uint16)
            for _ in range(-(-count // _WORD))
        ]
        packed = np.stack(drawn, axis=1).view(np.uint8).reshape(units, -1)
        yield np.unpackbits(packed, axis=1)[:, :count].astype(np.float64)


def pairs_of(metrics: int) -> tuple[I64, I64]:
    """The pairs a statistic compares: each metric with those after it."""
    first, second = np.triu_indices(metrics, 1)
    return first.astype(np.int64), second.astype(np.int64)


def swapped(kept: F64, total: F64) -> tuple[F64, F64]:
    """Sums of the first and of the second metric of each pair after swapping.

    `kept` (metrics, ...) adds up what each metric keeps, `total` all that it had: the
    first keeps its own and receives what the second gives away.
    """
    first, second = pairs_of(len(kept))
    given = total - kept
    return kept[first] + given[second], kept[second] + given[first]


def mean_difference(scores: F64) -> Statistic:
    """Mean scores of rows: paired approximate randomisation (Riezler and Maxwell 2005).

    Rows are systems or metrics, columns what they are compared on. A column that either
    of two rows lacks (NaN) is left out of their comparison.
    """
    first, second = pairs_of(len(scores))
    missing = np.isnan(scores)
    if not missing.any():
        means, mean = scores / scores.shape[1], scores.mean(1, keepdims=True)

        def complete(bits: F64) -> F64:
            signed = 2 * (means @ bits) - mean
            difference: F64 = signed[first] - signed[second]
            return difference

        return complete
    present = ~(missing[first] | missing[second])
    gaps = np.where(present, scores[first] - scores[second], 0)
    gaps /= np.maximum(present.sum(1, keepdims=True), 1)
    total = gaps.sum(1, keepdims=True)
    return lambda bits: 2 * (gaps @ bits) - total


def standardised(scores: F64) -> F64:
    """Each metric (row) with mean 0 and variance 1, so that swapped scores compare."""
    if not np.isfinite(scores).all():
        raise DataError("a permutation test needs a score of every metric everywhere")
    axes = tuple(range(1, scores.ndim))
    spread = scores.std(axes, keepdims=True)
    centred = scores - scores.mean(axes, keepdims=True)
    scaled: F64 = centred / np.where(spread > 0, spread, 1)
    return scaled


def _square(upper: F64, lower: F64) -> F64:
    """The matrix with these values above and below its diagonal, which is NaN."""
    size = round((1 + (1 + 8 * len(upper)) ** 0.5) / 2)
    matrix = np.full((size, size), np.nan)
    first, second = pairs_of(size)
    matrix[first, second], matrix[second, first] = upper, lower
    return matrix
