"""Vectors of words that no table knows, from their n-grams of characters."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

import numpy as np

from tarjih.kernels.arrays import F32, U64

SHORTEST, LONGEST = 3, 6  # as fastText has them (Bojanowski et al. 2017, section 3.2)

# SplitMix64 (Steele et al. 2014)
_STEP, _MIX, _LAST = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)


def hashed_vectors(words: Iterable[str], dim: int) -> F32:
    """A vector of length 1 for each word: words that share n-grams are alike.

    Every n-gram of `<word>`, and the whole, stands for `dim` uniform random numbers.
    """
    found = [_numbers(ngrams(word), dim).sum(0) for word in words]
    vectors = np.array(found, np.float32).reshape(-1, dim)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / lengths)


def ngrams(word: str) -> list[str]:
    """The n-grams of characters between marks, and the whole word."""
    marked = f"<{word}>"
    sizes = range(SHORTEST, min(LONGEST, len(marked) - 1) + 1)
    parts = [marked[i : i + n] for n in sizes for i in range(len(marked) - n + 1)]
    return [*parts, marked]


def _numbers(grams: list[str], dim: int) -> F32:
    seeds = np.array([crc32(gram.encode()) for gram in grams], np.uint64)
    steps = np.arange(1, (dim + 7) // 8 + 1, dtype=np.uint64) * _STEP
    drawn = _mixed(seeds[:, np.newaxis] + steps).astype("<u8").view(np.uint8)
    return drawn[:, :dim].astype(np.float32) - np.float32(127.5)  # never all zero


def _mixed(state: U64) -> U64:
    state = (state ^ state >> np.uint64(30)) * _MIX
    state = (state ^ state >> np.uint64(27)) * _LAST
    return np.asarray(state ^ state >> np.uint64(31))
