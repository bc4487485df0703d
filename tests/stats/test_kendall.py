from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from tarjih.stats.kendall import concordance, inversions, tau_b, tau_c

SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40)


@given(ranks=st.lists(st.integers(0, 70), max_size=60))
def test_inversions_are_brute_force(ranks: list[int]) -> None:
    expected = sum(a > b for a, b in combinations(ranks, 2))
    assert inversions(np.array(ranks, np.int64)) == expected


@given(pairs=SCORES)
def test_concordance_is_brute_force(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, float).reshape(-1, 2).T
    products = [(a - c) * (b - d) for (a, b), (c, d) in combinations(pairs, 2)]
    found = concordance(first, second)
    assert found.concordant == sum(p > 0 for p in products)
    assert found.discordant == sum(p < 0 for p in products)
    assert found.pairs == len(products)


@given(pairs=SCORES.filter(lambda pairs: len(pairs) > 1))
def test_tau_is_scipys(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, float).T
    for ours, variant in ((tau_b, "b"), (tau_c, "c")):
        theirs = kendalltau(first, second, variant=variant).statistic
        assert ours(first, second) == pytest.approx(theirs, abs=1e-14, nan_ok=True)


def test_many_scores() -> None:
    rng = np.random.default_rng(1)
    first = rng.normal(size=20_000).round(2)
    second = (first + rng.normal(size=20_000)).round(2)
    theirs = kendalltau(first, second).statistic
    assert tau_b(first, second) == pytest.approx(theirs, abs=1e-13)


@pytest.mark.parametrize("size", [0, 1, 3])
def test_undefined(size: int) -> None:
    constant, other = np.ones(size), np.arange(size, dtype=float)
    assert np.isnan([tau_b(constant, other), tau_c(other, constant)]).all()
