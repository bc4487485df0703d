from __future__ import annotations

from math import atan, inf, nan, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t

from tarjih.stats.student import t_sf
from tarjih.stats.williams import williams, williams_matrix


@given(value=st.floats(-60, 60), degrees=st.integers(1, 3000))
def test_tail_is_scipys(value: float, degrees: int) -> None:
    expected = t.sf(value, degrees)
    assert t_sf(value, degrees) == pytest.approx(expected, abs=1e-10, rel=1e-8)


@pytest.mark.parametrize("degrees", [1, 2, 30, 10_000, 1_000_000])
@pytest.mark.parametrize("value", [-1e3, -2.5, 0, 1e-4, 1, 7.5, 1e6])
def test_tail_at_the_edges(value: float, degrees: int) -> None:
    assert t_sf(value, degrees) == pytest.approx(t.sf(value, degrees), abs=1e-10)


@pytest.mark.parametrize(
    ("value", "degrees", "tail"),
    [(inf, 3, 0), (-inf, 3, 1), (nan, 3, nan), (1, 0, nan)],
)
def test_tail_beyond_the_edges(value: float, degrees: int, tail: float) -> None:
    assert t_sf(value, degrees) == pytest.approx(tail, nan_ok=True)


@pytest.mark.parametrize("value", [-3e5, -1.0, -1e-9, 1e-12, 0.3, 40])
def test_one_degree_is_cauchys_distribution(value: float) -> None:
    """SciPy 1.16 is 3e-10 off at -1e-9; the arc tangent is exact."""
    assert t_sf(value, 1) == pytest.approx(0.5 - atan(value) / pi, abs=1e-14)


def test_graham_and_baldwin() -> None:
    """The formula of the paper written out: correlations .8, .6, .7 of 20 items."""
    found = williams(0.8, 0.6, 0.7, 20)
    k = 1 - 0.64 - 0.36 - 0.49 + 2 * 0.8 * 0.6 * 0.7
    below = (2 * k * 19 / 17 + 0.49 * 0.3**3) ** 0.5
    expected = 0.2 * (19 * 1.7) ** 0.5 / below
    assert found.t == pytest.approx(expected)
    assert found.p_value == pytest.approx(t.sf(expected, 17))
    other = williams(0.6, 0.8, 0.7, 20)
    assert other.p_value == pytest.approx(1 - found.p_value)


@pytest.mark.parametrize("n", [2, 3])
def test_too_few_items(n: int) -> None:
    assert np.isnan(williams(0.5, 0.4, 0.3, n).p_value)


def test_copies_do_not_differ() -> None:
    assert williams(0.5, 0.5, 1.0, 10).p_value == 0.5


def test_matrix_leaves_missing_items_out() -> None:
    rng = np.random.default_rng(3)
    gold = rng.normal(size=12)
    metrics = gold + rng.normal(size=(3, 12))
    whole = williams_matrix(gold[1:], metrics[:, 1:])
    metrics[1, 0] = np.nan
    found = williams_matrix(gold, metrics)
    np.testing.assert_allclose(found, whole)
    assert np.isnan(np.diag(found)).all()
    np.testing.assert_allclose((found + found.T)[0, 1:], 1)


def test_level() -> None:
    """Of 600 tests on equally good metrics, one in ten has p < 0.1."""
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(600):
        gold = rng.normal(size=30)
        hits += williams_matrix(gold, gold + rng.normal(size=(2, 30)))[0, 1] < 0.1
    assert binomtest(hits, 600, 0.1).pvalue > 1e-4
