from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tarjih.kernels.swaps import swapped_pearsons


@given(
    seed=st.integers(0, 10_000),
    groups=st.integers(0, 3),
    metrics=st.integers(1, 4),
    draws=st.integers(1, 5),
)
def test_twins(native: Any, seed: int, groups: int, metrics: int, draws: int) -> None:
    rng = np.random.default_rng(seed)
    size = 4
    scores = rng.integers(0, 2, (groups, metrics, size)).astype(np.float64)
    gold = np.array([1.0, -1, 1, -1]) / 2
    columns = np.stack([scores, scores**2, scores * gold], axis=1)
    bits = rng.integers(0, 2, (groups, 1, size, draws)).astype(np.float64)
    arrays = columns @ bits, columns.sum(-1), np.full(groups, float(size))
    found, expected = native.swapped_pearsons(*arrays), swapped_pearsons(*arrays)
    assert found.shape == expected.shape == (metrics * (metrics - 1) // 2, draws)
    np.testing.assert_allclose(found, expected, atol=1e-12)
