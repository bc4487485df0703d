from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.kernels.averages import mean_rows


@given(
    lines=st.lists(st.lists(st.integers(0, 3), max_size=5), max_size=4),
    width=st.integers(1, 9),
    additive=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_twins(
    native: Any, lines: list[list[int]], width: int, additive: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(4, width)).astype(np.float32)
    weights = np.maximum(rng.normal(size=4), 0).astype(np.float32)
    ids = np.array([i for line in lines for i in line], np.int32)
    offsets = np.cumsum([0, *map(len, lines)], dtype=np.int64)
    arguments = rows, weights, ids, offsets, additive
    found, expected = native.mean_rows(*arguments), mean_rows(*arguments)
    assert found.dtype == expected.dtype == np.float32
    assert found.shape == expected.shape == (len(lines), width)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("additive", "expected"),
    [(False, [[2, 3], [0, 0], [0, 0]]), (True, [[8, 12], [0, 0], [0, 0]])],
)
def test_by_hand(additive: bool, expected: list[list[float]]) -> None:
    """Empty lines, and lines whose words do not count, are zero."""
    rows = np.array([[1, 2], [3, 4], [9, 9]], np.float32)
    weights = np.array([2, 2, 0], np.float32)
    ids, offsets = np.array([0, 1, 2, 2], np.int32), np.array([0, 3, 3, 4])
    assert mean_rows(rows, weights, ids, offsets, additive).tolist() == expected
