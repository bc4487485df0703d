from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, rankdata, spearmanr

from tarjih.stats.correlation import average_ranks, pearson, spearman

ROWS = st.lists(
    st.tuples(*[st.integers(-5, 5)] * 3, st.sampled_from([0, 0, 0, 1, 2])), max_size=15
)


@given(rows=ROWS)
def test_scipy_agrees_on_what_is_there(rows: list[tuple[int, int, int, int]]) -> None:
    gold, first, second, missing = np.array(rows, float).reshape(-1, 4).T
    gold, first = gold.copy(), first.copy()
    first[missing == 1] = np.nan
    gold[missing == 2] = np.nan
    metrics = np.stack([first, second])
    for ours, theirs in ((pearson, pearsonr), (spearman, spearmanr)):
        for metric, found in zip(metrics, ours(gold, metrics), strict=True):
            both = ~(np.isnan(gold) | np.isnan(metric))
            x, y = gold[both], metric[both]
            defined = len(x) > 1 and np.ptp(x) > 0 and np.ptp(y) > 0
            expected = theirs(x, y).statistic if defined else np.nan
            assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(values=st.lists(st.integers(0, 5), max_size=20))
def test_ranks_are_scipys(values: list[int]) -> None:
    array = np.array(values, float)
    np.testing.assert_array_equal(average_ranks(array), rankdata(array))


def test_leading_axes_broadcast() -> None:
    rng = np.random.default_rng(2)
    gold, metrics = rng.normal(size=(4, 6)), rng.normal(size=(3, 4, 6))
    found = pearson(gold, metrics)
    assert found.shape == (3, 4)
    expected = pearsonr(gold[1], metrics[2, 1]).statistic
    assert found[2, 1] == pytest.approx(expected)


def test_a_constant_that_rounds_is_a_constant() -> None:
    assert np.isnan(pearson(np.arange(3.0), np.full(3, 0.1)))


def test_inputs_are_left_alone() -> None:
    gold = np.array([1.0, np.nan, 3.0, 2.0])
    metric = np.array([np.nan, 1.0, 2.0, 5.0])
    kept = gold.copy(), metric.copy()
    spearman(gold, metric)
    np.testing.assert_array_equal((gold, metric), kept)
