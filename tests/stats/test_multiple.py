from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from tarjih.stats.clusters import clusters, unbeaten
from tarjih.stats.multiple import benjamini_hochberg, holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(values=P_VALUES)
def test_benjamini_hochberg_is_scipys(values: list[float]) -> None:
    p = np.array(values)
    np.testing.assert_allclose(benjamini_hochberg(p), false_discovery_control(p))


@given(values=P_VALUES)
def test_holm_is_brute_force(values: list[float]) -> None:
    expected = [
        min(1, max(q * sum(r >= q for r in values) for q in values if q <= p))
        for p in values
    ]
    # equal p-values: the one that comes first in the order is multiplied by more
    np.testing.assert_allclose(holm(np.array(values)), expected)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_shape_and_missing_values_are_kept(adjust: type) -> None:
    p = np.array([[np.nan, 0.01], [0.5, np.nan]])
    kept = p.copy()
    adjusted = np.asarray(adjust(p))
    np.testing.assert_allclose(adjusted, [[np.nan, 0.02], [0.5, np.nan]])
    np.testing.assert_array_equal(p, kept)
    assert np.isnan(np.asarray(adjust(np.full(2, np.nan)))).all()


def test_clusters() -> None:
    scores = np.array([0.7, 0.9, 0.5, np.nan, 0.8])
    p = np.full((5, 5), 0.5)
    p[1, 0] = p[4, 2] = 0.01
    # 1 leads; 4 is tied with it; 1 beats 0, which begins a rank that 2 is tied with
    assert clusters(scores, p).tolist() == [2, 1, 2, 0, 1]
    assert unbeaten(scores, p).tolist() == [False, True, False, False, True]


def test_everything_is_tied() -> None:
    assert clusters(np.arange(3.0), np.ones((3, 3))).tolist() == [1, 1, 1]
    assert clusters(np.empty(0), np.empty((0, 0))).tolist() == []
