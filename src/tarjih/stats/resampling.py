"""Confidence intervals by resampling segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64, I64

SEED = 12345
_CELLS = 1 << 20  # resampled indices held at a time


@dataclass(frozen=True)
class Interval:
    """A confidence interval of a corpus score."""

    low: float
    high: float
    mean: float
    confidence: float
    resamples: int
    seed: int

    @property
    def half_width(self) -> float:
        """Half the distance from `low` to `high`: sacreBLEU's ±."""
        return 0.5 * (self.high - self.low)


def bootstrap(
    rows: F64,
    score: Callable[[F64], F64],
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = SEED,
) -> Interval:
    """Resample the segments with replacement and score the sums of their rows.

    The segments drawn for a seed are those that sacreBLEU draws.
    """
    if resamples < 1 or not 0 < confidence < 1:
        raise UsageError("a bootstrap needs resamples ≥ 1 and 0 < confidence < 1")
    sums = np.concatenate(
        [_sums(rows, draws) for draws in draw_segments(len(rows), resamples, seed)]
    )
    scores = np.sort(score(sums))
    cut = int(resamples * (1 - confidence) / 2 + 1e-9)
    return Interval(
        float(scores[cut]),
        float(scores[-cut - 1]),
        float(scores.mean()),
        confidence,
        resamples,
        seed,
    )


def draw_segments(segments: int, resamples: int, seed: int) -> Iterator[I64]:
    """Yield blocks of resamples, each a row of segment numbers."""
    generator = np.random.default_rng(seed)
    block = max(1, _CELLS // max(segments, 1))
    for start in range(0, resamples, block):
        count = min(block, resamples - start)
        yield generator.integers(0, segments, (count, segments))


def _sums(rows: F64, draws: I64) -> F64:
    """Sum the drawn rows: how often each was drawn, times the rows."""
    count, segments = draws.shape
    cells = draws + np.arange(count)[:, None] * segments
    times = np.bincount(cells.ravel(), minlength=count * segments)
    return times.reshape(count, segments).astype(np.float64) @ rows
