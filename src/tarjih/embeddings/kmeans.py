"""k-means, with a seed."""

from __future__ import annotations

import numpy as np

from tarjih.kernels.arrays import F32, I64

_BLOCK = 1 << 11  # points that are compared with all centres at once: they fit a cache


def k_means(points: F32, k: int, *, seed: int, rounds: int) -> F32:
    """The centres after some rounds of Lloyd's algorithm, from k points by chance.

    A centre that no point is nearest to moves to the point that fits its own the least.
    """
    rng = np.random.default_rng(seed)
    centres = points[rng.choice(len(points), k, replace=len(points) < k)]
    for _ in range(rounds):
        nearest, squares = nearest_centres(points, centres)
        centres = _means(points, nearest, k)
        empty = np.flatnonzero(np.bincount(nearest, minlength=k) == 0)
        worst = np.argsort(-squares, kind="stable")[: len(empty)]
        centres[empty[: len(worst)]] = points[worst]
    return centres


def nearest_centres(points: F32, centres: F32) -> tuple[I64, F32]:
    """The centre that is nearest to each point, and the square of the distance."""
    nearest = np.empty(len(points), np.int64)
    squares = np.empty(len(points), np.float32)
    half = (centres**2).sum(1) / 2  # |p - c|² = |p|² - 2 (p·c - |c|²/2)
    for at in range(0, len(points), _BLOCK):
        some = points[at : at + _BLOCK]
        close = some @ centres.T
        close -= half
        best = close.argmax(1)
        nearest[at : at + _BLOCK] = best
        apart = (some**2).sum(1) - 2 * close[np.arange(len(some)), best]
        squares[at : at + _BLOCK] = np.maximum(apart, 0)
    return nearest, squares


def _means(points: F32, nearest: I64, k: int) -> F32:
    counts = np.maximum(np.bincount(nearest, minlength=k), 1)
    sums = [np.bincount(nearest, column, k) for column in points.T]
    return (np.stack(sums, 1) / counts[:, np.newaxis]).astype(np.float32)
