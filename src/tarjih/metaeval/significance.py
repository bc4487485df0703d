"""Is the difference between two metrics real, on the average of language pairs?"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence
from tarjih.metaeval.statistics.of_scores import PooledPearson
from tarjih.metaeval.statistics.protocol import AgreementStatistic
from tarjih.metaeval.statistics.segments import human_scores
from tarjih.stats.permutation import permutation_test
from tarjih.stats.resampling import draw_segments
from tarjih.stats.williams import williams_matrix

TESTS = ("perm-both", "perm-inputs", "perm-systems", "bootstrap", "williams")
RESAMPLES = 1000  # where so many are enough
_SPARE = 2  # times as many as the smallest p-value needs


@dataclass(frozen=True)
class Average:
    """A statistic on several language pairs, and their weights in its average."""

    statistic: AgreementStatistic
    found: Sequence[Evidence]
    weights: F64

    def of(self, values: F64) -> F64:
        """Average over the language pairs, the first axis."""
        mean: F64 = np.tensordot(self.weights, values, axes=1)
        return mean

    def values(self) -> F64:
        """The value of every metric, (pairs, metrics)."""
        return np.stack([self.statistic.value(evidence) for evidence in self.found])

    def draws(self, resamples: int, seed: int) -> F64:
        """The values on resampled blocks, (pairs, resamples, metrics)."""
        return np.stack(
            [
                self._resampled(evidence, resamples, seed + i)
                for i, evidence in enumerate(self.found)
            ]
        )

    def best_test(self) -> str:
        """The permutation test where the statistic allows it, else the bootstrap."""
        parts = (self.statistic.permutation(evidence) for evidence in self.found)
        return "bootstrap" if any(part is None for part in parts) else "perm-both"

    def _resampled(self, evidence: Evidence, resamples: int, seed: int) -> F64:
        blocks = evidence.blocks
        return np.concatenate(
            [
                self.statistic.resampled(evidence, _times(draws, blocks))
                for draws in draw_segments(blocks, resamples, seed)
            ]
        )


def enough_resamples(metrics: int, alpha: float, *, corrected: bool = True) -> int:
    """The fewest with which a difference can be significant.

    No p-value of R resamples is below 1 / (R + 1), and a correction multiplies that of
    the clearest difference by the number of comparisons.
    """
    comparisons = metrics * (metrics - 1) if corrected else 1
    return max(1, math.floor(comparisons / alpha))


def default_resamples(metrics: int, alpha: float, *, corrected: bool = True) -> int:
    """As many as are usual, or more if so many metrics need them."""
    enough = enough_resamples(metrics, alpha, corrected=corrected)
    return max(RESAMPLES, _SPARE * enough)


def p_values_of(test: str, average: Average, draws: F64, seed: int) -> F64:
    """One-sided p-values of each metric being better than each other one.

    `draws` are the resampled averages, (resamples, metrics).
    """
    if draws.shape[1] < 2:
        return np.full((1, 1), np.nan)
    if test == "bootstrap":
        return _bootstrap(draws)
    if test == "williams":
        return _williams(average)
    return _permutation(test, average, len(draws), seed)


def _times(draws: I64, blocks: int) -> F64:
    """How often each block was drawn, by resample."""
    cells = draws + np.arange(len(draws))[:, None] * blocks
    times = np.bincount(cells.ravel(), minlength=len(draws) * blocks)
    return times.reshape(len(draws), blocks).astype(np.float64)


def _bootstrap(draws: F64) -> F64:
    not_better = (draws[:, :, None] <= draws[:, None, :]).sum(axis=0)
    p_values: F64 = (not_better + 1.0) / (len(draws) + 1)
    np.fill_diagonal(p_values, np.nan)
    return p_values


def _permutation(test: str, average: Average, draws: int, seed: int) -> F64:
    parts = [average.statistic.permutation(evidence) for evidence in average.found]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        raise UsageError("this statistic cannot be permuted; choose another test")
    ends = np.cumsum([0, *(len(evidence.system) for evidence in average.found)])

    def difference(bits: F64) -> F64:
        entries = map(slice, ends[:-1], ends[1:])
        return average.of(
            np.stack(
                [part(bits[own]) for part, own in zip(known, entries, strict=True)]
            )
        )

    units = np.concatenate([_units(test, e) for e in average.found], axis=1)
    numbers = np.unique(units, axis=1, return_inverse=True)[1].reshape(-1)
    count = int(numbers.max()) + 1
    return permutation_test(
        difference, count, unit_of=numbers, draws=draws, seed=seed
    ).p_values


def _units(test: str, evidence: Evidence) -> I64:
    """What is swapped together: an entry, a block or a system of a language pair."""
    unit = {
        "perm-both": np.arange(len(evidence.system)),
        "perm-inputs": evidence.block,
        "perm-systems": evidence.system,
    }[test]
    # the name of the pair, as a number, keeps those of several pairs apart
    place = np.full(len(unit), zlib.crc32(evidence.name.encode()))
    return np.stack([place, unit]).astype(np.int64)


def _williams(average: Average) -> F64:
    if not isinstance(average.statistic, PooledPearson) or len(average.found) > 1:
        raise UsageError("Williams' test is for pearson on one language pair")
    (evidence,) = average.found
    gold = human_scores(evidence)
    known = ~np.isnan(gold)
    return williams_matrix(gold[known], evidence.scores[:, known])
