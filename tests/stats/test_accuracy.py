from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.kernels.arrays import F64, I64
from tarjih.stats import accuracy, tie_calibration
from tarjih.stats.accuracy import (
    Accuracy,
    accuracy_at,
    calibrated_accuracy,
    pairwise_accuracy,
    soft_agreement,
    soft_pairwise_accuracy,
    system_p_values,
)
from tarjih.stats.pairs import pair_count, within

# gold score, metric score in quarters, segment
ROWS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-8, 8), st.integers(0, 3)), max_size=16
)


def columns(rows: list[tuple[int, int, int]]) -> tuple[F64, F64, I64]:
    gold, metric, groups = np.array(rows, np.int64).reshape(-1, 3).T
    return gold.astype(float), metric / 4, groups


def brute_accuracy(rows: list[tuple[int, int, int]], epsilon: float) -> float:
    """Deutsch et al. 2023, equation 7, averaged over segments."""
    shares = []
    for segment in {row[2] for row in rows}:
        right = []
        items = [row for row in rows if row[2] == segment]
        for (g, m, _), (h, n, _) in combinations(items, 2):
            claim = 0 if abs(m - n) / 4 <= epsilon else np.sign(m - n)
            right.append(claim == np.sign(g - h))
        if right:
            shares.append(np.mean(right))
    return float(np.mean(shares)) if shares else float("nan")


def brute_calibrated(rows: list[tuple[int, int, int]]) -> tuple[float, float]:
    gaps = {abs(m - n) / 4 for (_, m, _), (_, n, _) in combinations(rows, 2)}
    best = brute_accuracy(rows, 0), 0.0
    for epsilon in sorted(gaps):
        found = brute_accuracy(rows, epsilon)
        if found > best[0] + 1e-12:
            best = found, epsilon
    return best


@given(groups=st.lists(st.integers(-2, 3), max_size=20))
def test_pairs_within_groups(groups: list[int]) -> None:
    codes = np.array(groups, np.int64)
    found = [
        tuple(sorted(pair))
        for first, second in within(codes)
        for pair in zip(first.tolist(), second.tolist(), strict=True)
    ]
    expected = [
        (i, j) for i, j in combinations(range(len(groups)), 2) if groups[i] == groups[j]
    ]
    assert sorted(found) == expected
    assert pair_count(codes) == len(expected)


@given(rows=ROWS)
def test_calibration_is_brute_force(rows: list[tuple[int, int, int]]) -> None:
    found = calibrated_accuracy(*columns(rows))
    value, epsilon = brute_calibrated(rows)
    assert found.value == pytest.approx(value, nan_ok=True)
    if np.isfinite(value):
        assert found.epsilon == epsilon


@given(rows=ROWS, held=st.integers(1, 8), buckets=st.sampled_from([1, 2, 7, 64]))
def test_buckets_find_the_same(
    rows: list[tuple[int, int, int]], held: int, buckets: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tie_calibration, "_HELD", held)
        patch.setattr(tie_calibration, "_BUCKETS", buckets)
        patch.setattr(tie_calibration, "_MERGED", 3)
        found = calibrated_accuracy(*columns(rows))
    whole = calibrated_accuracy(*columns(rows))
    assert found.value == pytest.approx(whole.value, nan_ok=True)
    assert found.epsilon == whole.epsilon


def test_many_pairs_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    gold = rng.integers(0, 5, 2_000).astype(float)
    metric = gold + rng.normal(size=2_000)
    whole = calibrated_accuracy(gold, metric)
    assert whole.pairs == 1_999_000
    monkeypatch.setattr(tie_calibration, "_HELD", 10_000)
    assert calibrated_accuracy(gold, metric) == whole


def test_weights_that_cannot_be_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(10)
    gold, segments = rng.integers(0, 3, 200).astype(float), rng.integers(0, 40, 200)
    metric = gold + rng.normal(size=200)
    whole = calibrated_accuracy(gold, metric, segments)
    monkeypatch.setattr(accuracy, "_EXACT", 0)
    found = calibrated_accuracy(gold, metric, segments)
    assert found.value == pytest.approx(whole.value)
    assert found.epsilon == whole.epsilon


def test_sampling_is_near_and_repeatable() -> None:
    rng = np.random.default_rng(8)
    gold = rng.integers(0, 4, 400).astype(float)
    metric, segments = gold + rng.normal(size=400), np.arange(400) // 8
    whole = calibrated_accuracy(gold, metric, segments)
    some = calibrated_accuracy(gold, metric, segments, rate=0.5, seed=1)
    assert some == calibrated_accuracy(gold, metric, segments, rate=0.5, seed=1)
    assert whole.value - 0.03 < some.value <= whole.value
    assert some == accuracy_at(gold, metric, segments, some.epsilon)


@given(rows=ROWS)
def test_exact_accuracy_is_brute_force(rows: list[tuple[int, int, int]]) -> None:
    gold, metric, groups = columns(rows)
    right = [
        np.sign(g - h) == np.sign(m - n)
        for (g, m, i), (h, n, j) in combinations(rows, 2)
        if i == j
    ]
    found = pairwise_accuracy(gold, metric, groups)
    assert found.pairs == len(right)
    expected = np.mean(right) if right else np.nan
    assert found.value == pytest.approx(expected, nan_ok=True)


def test_missing_systems_are_left_out() -> None:
    gold = np.array([1.0, 2, np.nan, 3])
    metric = np.array([1.0, 2, 9, np.nan])
    assert pairwise_accuracy(gold, metric) == Accuracy(1.0, 1)


def test_soft_accuracy() -> None:
    rng = np.random.default_rng(9)
    gold = rng.normal(size=(4, 50)) + np.arange(4)[:, None] / 4
    near = gold + 0.1 * rng.normal(size=gold.shape)
    assert soft_pairwise_accuracy(gold, gold, draws=200) == 1
    assert soft_pairwise_accuracy(gold, near, draws=200) > 0.9
    assert soft_pairwise_accuracy(gold, -gold, draws=200) < 0.5


def test_soft_accuracy_is_its_formula() -> None:
    gold = np.array([[np.nan, 0.1, 0.5], [0.9, np.nan, 0], [0.5, 1, np.nan]])
    metric = np.array([[np.nan, 0.3, 0.5], [0.7, np.nan, 1], [0.5, 0, np.nan]])
    assert soft_agreement(gold, metric) == pytest.approx(1 - (0.2 + 0 + 1) / 3)


def test_p_values_of_systems() -> None:
    """A system ahead on all of 8 segments: only keeping everything does as well."""
    scores = np.stack([np.ones(8), np.zeros(8)])
    p = system_p_values(scores, draws=4000)
    assert p[0, 1] == pytest.approx(1 / 256, abs=0.005)
    assert p[1, 0] == 1
