from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.block_bootstrap import block_bootstrap, sum_blocks
from tarjih.stats.correlation import pearson
from tarjih.stats.resampling import bootstrap
from tarjih.stats.tau import count_pairs, tau


@given(blocks=st.lists(st.integers(0, 4), max_size=20))
def test_sums_of_blocks_are_brute_force(blocks: list[int]) -> None:
    codes = np.array(blocks, np.int64)
    rows = np.arange(2.0 * len(blocks)).reshape(-1, 2)
    expected = [rows[codes == code].sum(0) for code in sorted(set(blocks))]
    found = sum_blocks(rows, codes)
    np.testing.assert_array_equal(found, np.reshape(expected, (-1, 2)))


def test_the_fast_path_is_the_same_interval() -> None:
    """Tau of drawn documents, from sums of tables and from the pairs themselves."""
    rng = np.random.default_rng(1)
    human, metric = rng.integers(-1, 2, 300), rng.normal(size=300)
    segments = np.arange(300) // 5
    documents = np.arange(60) // 4

    tables = count_pairs(human, metric, groups=segments, n_groups=60)
    rows = sum_blocks(tables.reshape(60, 9), documents)
    fast = bootstrap(
        rows, lambda sums: tau(sums.reshape(-1, 3, 3), "wmt14"), resamples=200
    )

    def of_pairs(drawn: I64) -> F64:
        return tau(count_pairs(human[drawn], metric[drawn]), "wmt14")

    slow = block_bootstrap(of_pairs, documents[segments], resamples=200)
    assert (slow.low, slow.high) == pytest.approx((fast.low, fast.high))
    assert slow.undefined == 0


def test_many_metrics_at_once() -> None:
    rng = np.random.default_rng(2)
    gold = rng.normal(size=80)
    metrics = gold + rng.normal(size=(3, 80))
    found = block_bootstrap(
        lambda drawn: pearson(gold[drawn], metrics[:, drawn]),
        np.arange(80),
        resamples=300,
    )
    actual = pearson(gold, metrics)
    assert found.low.shape == (3,)
    assert ((found.low < actual) & (actual < found.high)).all()


def test_documents_that_repeat_themselves_widen_the_interval() -> None:
    rng = np.random.default_rng(3)
    documents = np.arange(200) // 10
    values = rng.normal(size=20)[documents]

    def mean(drawn: I64) -> float:
        return float(values[drawn].mean())

    whole = block_bootstrap(mean, documents, resamples=300)
    single = block_bootstrap(mean, np.arange(200), resamples=300)
    assert whole.high - whole.low > 2 * (single.high - single.low)


def test_undefined_resamples_are_left_out() -> None:
    """Of two items, half the resamples are one item twice, which has no correlation."""
    x = np.array([1.0, 2.0])
    found = block_bootstrap(
        lambda drawn: pearson(x[drawn], x[drawn]), np.arange(2), resamples=100
    )
    assert (found.low, found.high) == pytest.approx((1, 1))
    assert 30 < found.undefined < 70
    never = block_bootstrap(lambda _: np.nan, np.arange(2), resamples=10)
    assert np.isnan([never.low, never.high]).all()


@pytest.mark.parametrize(("resamples", "confidence"), [(0, 0.95), (10, 0.0), (10, 1.0)])
def test_bad_options(resamples: int, confidence: float) -> None:
    with pytest.raises(UsageError, match="a bootstrap needs resamples ≥ 1 and 0 <"):
        block_bootstrap(
            lambda _: 0.0, np.arange(2), resamples=resamples, confidence=confidence
        )
