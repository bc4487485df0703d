from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, pearsonr

from tarjih.errors import DataError, UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.stats import permutation
from tarjih.stats.permutation import (
    Statistic,
    draw_bits,
    mean_difference,
    permutation_test,
    standardised,
    swap_units,
)
from tarjih.stats.permuted_agreement import (
    grouped_pearson,
    pair_agreement,
    pooled_pearson,
    system_accuracy,
    system_agreement,
)
from tarjih.stats.tau import (
    ACCURACY,
    TIE_RULES,
    TieRule,
    count_pairs,
    credited,
    tie_rule,
)

SEEDS = st.integers(0, 10_000)
METRICS, SYSTEMS, SEGMENTS = 3, 4, 5
ENTRIES = SYSTEMS * SEGMENTS
SEGMENT_OF = np.tile(np.arange(SEGMENTS), SYSTEMS)


def test_grouped_pearson_needs_a_group() -> None:
    with pytest.raises(DataError, match="no group has two different gold scores"):
        grouped_pearson(np.ones((2, 3)), np.ones(3), np.zeros(3, np.int64))


def random_scores(seed: int, missing: float = 0) -> tuple[F64, F64]:
    """Scores with ties of three metrics, and gold scores, some of them missing."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(-3, 4, (METRICS, ENTRIES)) + rng.normal(size=(METRICS, 1))
    gold = rng.integers(0, 4, ENTRIES).astype(np.float64)
    gold[rng.random(ENTRIES) < missing] = np.nan
    return scores, gold


def swapped_by_hand(
    scores: F64, bits: F64, correlate: Callable[[F64], float]
) -> list[list[float]]:
    """What a statistic has to give: swap, correlate both, subtract."""
    rows: list[list[float]] = []
    for x, y in combinations(scores, 2):
        rows.append([])
        for draw in bits.T:
            first, second = np.where(draw, x, y), np.where(draw, y, x)
            rows[-1].append(correlate(first) - correlate(second))
    return rows


def r(x: F64, y: F64) -> float:
    constant = np.ptp(x) < 1e-9 or np.ptp(y) == 0
    return 0.0 if constant else float(pearsonr(x, y).statistic)


def blocks(seed: int, draws: int = 6) -> F64:
    return np.hstack(list(draw_bits(ENTRIES, draws, seed)))


@given(seed=SEEDS)
def test_pooled_pearson(seed: int) -> None:
    scores, gold = random_scores(seed, missing=0.2)
    bits, there = blocks(seed), ~np.isnan(gold)
    expected = swapped_by_hand(
        standardised(scores[:, there]), bits[there], lambda x: r(x, gold[there])
    )
    np.testing.assert_allclose(pooled_pearson(scores, gold)(bits), expected, atol=1e-12)


@given(seed=SEEDS)
def test_grouped_pearson(seed: int) -> None:
    scores, gold = random_scores(seed, missing=0.3)
    groups = [
        here
        for segment in range(SEGMENTS)
        if len(here := np.flatnonzero((segment == SEGMENT_OF) & ~np.isnan(gold))) > 1
        and np.ptp(gold[here]) > 0
    ]
    if not groups:
        with pytest.raises(DataError, match="no group has two different gold scores"):
            grouped_pearson(scores, gold, SEGMENT_OF)
        return
    taken = np.concatenate(groups)
    z = np.zeros_like(scores)
    z[:, taken] = standardised(scores[:, taken])
    bits = blocks(seed)
    expected = swapped_by_hand(
        z, bits, lambda x: float(np.mean([r(x[here], gold[here]) for here in groups]))
    )
    found = grouped_pearson(scores, gold, SEGMENT_OF)(bits)
    np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.parametrize(
    "rule",
    [ACCURACY, *(tie_rule(v) for v in ("wmt12", "wmt14", "xties"))],
    ids=["accuracy", "wmt12", "wmt14", "xties"],
)
@given(seed=SEEDS)
def test_pair_agreement(rule: TieRule, seed: int) -> None:
    """The difference is linear in the bits, ties of people and metrics included."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 3, (METRICS, ENTRIES)).astype(np.float64)
    scores[1] = scores[0][rng.permutation(ENTRIES)]  # standardised alike: mixed ties
    first, second = rng.integers(0, ENTRIES, (2, 30))
    human = rng.integers(-1, 2, 30)
    human[0] = 1
    bits = blocks(seed)
    expected = swapped_by_hand(
        standardised(scores),
        bits,
        lambda x: float(credited(count_pairs(human, x[first] - x[second]), rule)),
    )
    found = pair_agreement(scores, (first, second), human, rule)(bits)
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_a_rule_that_drops_ties_is_refused() -> None:
    one = np.zeros(1, np.int64)
    with pytest.raises(UsageError, match="drops the ties of a metric"):
        pair_agreement(np.ones((2, 2)), (one, one), one, TIE_RULES["wmt13"])


@given(seed=SEEDS)
def test_system_agreement(seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(METRICS, SYSTEMS, SEGMENTS))
    gold, bits = np.array([3.0, 1, 2, 2]), blocks(seed)
    z = standardised(scores).reshape(METRICS, -1)

    def average(x: F64) -> F64:
        means: F64 = x.reshape(SYSTEMS, SEGMENTS).mean(1)
        return means

    def accuracy(x: F64) -> float:
        pairs = list(combinations(zip(gold, x, strict=True), 2))
        right = [np.sign(g - h) == np.sign(m - n) for (g, m), (h, n) in pairs]
        return float(np.mean(right))

    expected = swapped_by_hand(z, bits, lambda x: r(average(x), gold))
    found = system_agreement(scores, gold)(bits)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    expected = swapped_by_hand(z, bits, lambda x: accuracy(average(x)))
    found = system_agreement(scores, gold, system_accuracy)(bits)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@given(seed=SEEDS, holes=st.booleans())
def test_mean_difference(seed: int, holes: bool) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(3, 7))
    if holes:
        scores[rng.random(scores.shape) < 0.2] = np.nan
    bits = np.hstack(list(draw_bits(7, 5, seed)))
    found = mean_difference(scores)(bits)
    for row, (x, y) in zip(found, combinations(scores, 2), strict=True):
        gap = (x - y)[:, None] * (2 * bits - 1)
        there = ~np.isnan(x - y)
        expected = gap[there].mean(0) if there.any() else np.zeros(5)
        np.testing.assert_allclose(row, expected, atol=1e-12)


@pytest.mark.parametrize("swap", ["both", "inputs", "systems"])
def test_units_of_swaps(swap: str) -> None:
    units, count = swap_units((SYSTEMS, SEGMENTS), swap)
    table = units.reshape(SYSTEMS, SEGMENTS)
    assert count == {"both": 20, "inputs": 5, "systems": 4}[swap]
    assert (np.ptp(table, axis=0) == 0).all() == (swap == "inputs")
    assert (np.ptp(table, axis=1) == 0).all() == (swap == "systems")
    assert np.unique(units).tolist() == list(range(count))


def test_unknown_swap() -> None:
    with pytest.raises(UsageError, match="unknown swap 'all'; known: both, inputs"):
        swap_units((2, 2), "all")


def test_few_units_give_the_exact_p_values() -> None:
    """With 4 systems swapped as a whole, all 16 outcomes can be listed."""
    scores, gold = random_scores(5)
    statistic = pooled_pearson(scores, gold)
    units, count = swap_units((SYSTEMS, SEGMENTS), "systems")
    every = np.array(list(product([1.0, 0.0], repeat=count))).T
    outcomes = statistic(every[units])
    exact = (outcomes >= outcomes[:, :1] - 1e-12).mean(1)
    found = permutation_test(statistic, count, unit_of=units, draws=20_000)
    upper = np.triu_indices(METRICS, 1)
    np.testing.assert_allclose(found.p_values[upper], exact, atol=0.02)
    np.testing.assert_allclose(found.differences[upper], outcomes[:, 0])
    np.testing.assert_allclose(found.differences, -found.differences.T)


def test_a_metric_does_not_differ_from_its_copy() -> None:
    scores, gold = random_scores(6)
    twice = np.stack([scores[0], 2 * scores[0] + 1])
    found = permutation_test(pooled_pearson(twice, gold), ENTRIES, draws=50)
    assert found.p_values[0, 1] == found.p_values[1, 0] == 1


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(draw_bits(7, 100, seed=3))
    monkeypatch.setattr(permutation, "_CELLS", 7 * 16)
    pieces = list(draw_bits(7, 100, seed=3))
    assert (len(whole), len(pieces)) == (1, 7)
    np.testing.assert_array_equal(np.hstack(pieces), whole[0])
    assert 0.4 < whole[0].mean() < 0.6


def null_pair(rng: np.random.Generator) -> tuple[F64, F64, I64]:
    """Two metrics that are equally good, and the segments of their entries."""
    gold = rng.normal(size=60)
    return gold + rng.normal(size=(2, 60)), gold, np.tile(np.arange(15), 4)


def by_pairs(scores: F64, gold: F64, segments: I64) -> Statistic:
    first, second = np.triu_indices(60, 1)
    same = segments[first] == segments[second]
    pairs = first[same], second[same]
    return pair_agreement(scores, pairs, gold[pairs[0]] - gold[pairs[1]], ACCURACY)


@pytest.mark.parametrize(
    "make",
    [
        lambda scores, gold, _: pooled_pearson(scores, gold),
        grouped_pearson,
        by_pairs,
        lambda scores, gold, _: system_agreement(
            scores.reshape(2, 4, 15), gold.reshape(4, 15).mean(1)
        ),
        lambda scores, *_: mean_difference(scores),
    ],
    ids=["pooled", "grouped", "pairs", "systems", "means"],
)
def test_level(make: Callable[[F64, F64, I64], Statistic]) -> None:
    """Of 300 tests on equally good metrics, one in ten has p <= 0.1."""
    rng = np.random.default_rng(11)
    hits = 0
    for seed in range(300):
        statistic = make(*null_pair(rng))
        found = permutation_test(statistic, 60, draws=99, seed=seed)
        hits += found.p_values[0, 1] <= 0.1
    assert binomtest(int(hits), 300, 0.1).pvalue > 1e-4


def test_a_better_metric_is_found() -> None:
    rng = np.random.default_rng(12)
    gold = rng.normal(size=400)
    scores = np.stack([gold + rng.normal(size=400), gold + 3 * rng.normal(size=400)])
    found = permutation_test(pooled_pearson(scores, gold), 400, draws=199)
    assert found.p_values[0, 1] == 1 / 200
    assert found.p_values[1, 0] == 1
    assert np.isnan(np.diag(found.p_values)).all()


def test_bad_calls() -> None:
    with pytest.raises(UsageError, match="a permutation test needs draws ≥ 1"):
        permutation_test(mean_difference(np.ones((2, 3))), 3, draws=0)
    with pytest.raises(DataError, match="needs a score of every metric everywhere"):
        pooled_pearson(np.array([[1.0, np.nan]]), np.ones(2))
