"""Every statistic against a plain computation, on all segments and on resamples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tarjih import DataError, UnknownName
from tarjih.judgments.unroll import Report
from tarjih.kernels.arrays import F64
from tarjih.metaeval.evidence import Evidence
from tarjih.metaeval.statistics import STATISTICS, get_statistic
from tarjih.stats.permutation import standardised

EMPTY = Report(*[0] * 11)


def evidence(
    seed: int, *, gold: bool, segments: int = 12, systems: int = 4
) -> Evidence:
    """Some systems on some segments, with ties everywhere."""
    rng = np.random.default_rng(seed)
    system, segment = (
        grid.ravel() for grid in np.meshgrid(range(systems), range(segments))
    )
    pairs = rng.permutation(
        [
            (i, j)
            for i in range(len(system))
            for j in range(i)
            if segment[i] == segment[j]
        ]
    )[: 5 * segments]
    return Evidence(
        ("set", "xx-en"),
        tuple("abcdefgh"[:systems]),
        system,
        segment + 1,
        segment,
        rng.integers(0, 5, (3, len(system))).astype(np.float64),
        pairs[:, 0],
        pairs[:, 1],
        rng.integers(-1, 2, len(pairs)),
        np.ones(len(pairs)),
        rng.integers(0, 7, len(system)).astype(np.float64) if gold else None,
        EMPTY,
    )


def repeated(found: Evidence, times: F64) -> Evidence:
    """The evidence with every segment as often as drawn, spelled out."""
    entries = [
        (i, copy)
        for i, block in enumerate(found.block)
        for copy in range(int(times[block]))
    ]
    places = {entry: k for k, entry in enumerate(entries)}
    pairs = [
        (places[a, copy], places[b, copy], p)
        for p, (a, b) in enumerate(zip(found.first, found.second, strict=True))
        for copy in range(int(times[found.block[a]]))
    ]
    rows = np.array([i for i, _ in entries])
    kept = np.array([p for *_, p in pairs])
    segment = [found.segment[i] + 1000 * copy for i, copy in entries]
    return Evidence(
        found.key,
        found.systems,
        found.system[rows],
        np.array(segment),
        np.unique(segment, return_inverse=True)[1].reshape(-1),
        found.scores[:, rows],
        np.array([a for a, *_ in pairs]),
        np.array([b for _, b, _ in pairs]),
        found.sign[kept],
        found.weight[kept],
        None if found.gold is None else found.gold[rows],
        EMPTY,
    )


@pytest.mark.parametrize("name", STATISTICS)
@given(seed=st.integers(0, 10**6))
def test_resampling_is_repetition(name: str, seed: int) -> None:
    """Sums of rows give what computing anew on the drawn segments gives."""
    statistic = get_statistic(name)
    found = evidence(seed, gold=True)
    rng = np.random.default_rng(seed)
    times = np.bincount(rng.integers(0, 12, 12), minlength=12).astype(np.float64)
    drawn = statistic.resampled(found, times[None])[0]
    spelled_out = statistic.value(repeated(found, times))
    np.testing.assert_allclose(drawn, spelled_out, rtol=1e-9, atol=1e-9)


def tau(
    found: Evidence, scores: F64, credit: dict[tuple[int, int], float | None]
) -> float:
    """Add up the credit of every pair, by hand."""
    given_ = [
        credit[int(sign), int(np.sign(scores[a] - scores[b]))]
        for a, b, sign in zip(found.first, found.second, found.sign, strict=True)
    ]
    counted = [value for value in given_ if value is not None]
    return sum(counted) / len(counted)


def rule(metric_tie: float | None, human_tie: tuple[float, float] | None) -> Any:
    other, both = human_tie or (None, None)
    return {
        (1, 1): 1, (1, 0): metric_tie, (1, -1): -1,
        (0, 1): other, (0, 0): both, (0, -1): other,
        (-1, 1): -1, (-1, 0): metric_tie, (-1, -1): 1,
    }  # fmt: skip


BY_HAND: dict[str, Any] = {
    "wmt11": rule(-1, None),
    "wmt12": rule(-1, None),
    "wmt13": rule(None, None),
    "wmt14": rule(0, None),
    "xties": rule(0, (0, 1)),
    "darr": rule(-1, None),
}


@pytest.mark.parametrize("name", BY_HAND)
@given(seed=st.integers(0, 10**6))
def test_tau_by_hand(name: str, seed: int) -> None:
    found = evidence(seed, gold=False)
    expected = [tau(found, scores, BY_HAND[name]) for scores in found.scores]
    np.testing.assert_allclose(get_statistic(name).value(found), expected, atol=1e-12)


@given(seed=st.integers(0, 10**6))
def test_accuracy_by_hand(seed: int) -> None:
    found = evidence(seed, gold=False)
    judged = found.sign != 0
    right = np.sign(found.differences()[:, judged]) == found.sign[judged]
    expected = right.mean(axis=1)
    np.testing.assert_allclose(
        get_statistic("accuracy").value(found), expected, atol=1e-12
    )


@given(seed=st.integers(0, 10**6))
def test_sentence_tau_by_hand(seed: int) -> None:
    found = evidence(seed, gold=False)
    expected = []
    for scores in found.scores:
        taus = []
        for segment in set(found.segment):
            own = (found.segment[found.first] == segment) & (found.sign != 0)
            signs = np.sign(scores[found.first] - scores[found.second])[own]
            if own.any():
                taus.append(float((signs * found.sign[own]).mean()))
        expected.append(np.mean(taus))
    np.testing.assert_allclose(
        get_statistic("sentence-tau").value(found), expected, atol=1e-12
    )


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("pearson", scipy.stats.pearsonr),
        ("spearman", scipy.stats.spearmanr),
        ("tau-b", scipy.stats.kendalltau),
        ("tau-c", lambda x, y: scipy.stats.kendalltau(x, y, variant="c")),
    ],
)
@given(seed=st.integers(0, 10**6))
def test_scipy(name: str, theirs: Callable[..., Any], seed: int) -> None:
    found = evidence(seed, gold=True)
    expected = [theirs(found.gold, scores).statistic for scores in found.scores]
    np.testing.assert_allclose(get_statistic(name).value(found), expected, atol=1e-12)


@given(seed=st.integers(0, 10**6))
def test_systems(seed: int) -> None:
    found = evidence(seed, gold=True, segments=50)
    assert found.gold is not None

    def means(values: F64) -> F64:
        return np.array([values[found.system == s].mean() for s in range(4)])

    expected = [
        scipy.stats.pearsonr(means(found.gold), means(s))[0] for s in found.scores
    ]
    np.testing.assert_allclose(
        get_statistic("sys-pearson").value(found), expected, atol=1e-12
    )


@given(seed=st.integers(0, 10**6))
def test_pearson_by_segment(seed: int) -> None:
    """Segments without a human difference are left out; a constant metric has 0."""
    found = evidence(seed, gold=True)
    assert found.gold is not None
    expected = []
    for scores in found.scores:
        values = []
        for segment in set(found.segment):
            x, y = (side[found.segment == segment] for side in (found.gold, scores))
            if np.ptp(x) > 0:
                values.append(scipy.stats.pearsonr(x, y)[0] if np.ptp(y) > 0 else 0.0)
        expected.append(np.mean(values))
    np.testing.assert_allclose(
        get_statistic("pearson-by-segment").value(found), expected, atol=1e-12
    )


def test_soft_accuracy() -> None:
    """People's own scores agree with themselves; noise does less, its reverse least."""
    found = evidence(1, gold=True, segments=200)
    assert found.gold is not None
    quality = found.gold + 2 * found.system
    scores = np.stack([quality, found.scores[0], -quality])
    graded = replace(found, gold=quality, scores=scores)
    values = get_statistic("sys-soft-accuracy").value(graded)
    assert values[0] == 1
    assert values[0] > values[1] > values[2]
    assert values[2] < 0.01


def test_systems_with_gaps() -> None:
    """A system that lacks a segment is compared on those it has, and never permuted."""
    found = evidence(2, gold=True)
    assert found.gold is not None
    lacking = replace(
        found, system=found.system[1:], segment=found.segment[1:],
        block=found.block[1:], scores=found.scores[:, 1:], gold=found.gold[1:],
        first=found.first[:0], second=found.second[:0], sign=found.sign[:0],
        weight=found.weight[:0],
    )  # fmt: skip
    for name in ("sys-pearson", "sys-soft-accuracy"):
        statistic = get_statistic(name)
        assert np.isfinite(statistic.value(lacking)).all()
        assert statistic.permutation(lacking) is None


@pytest.mark.parametrize("name", ["sys-pearson", "sys-tau", "sys-accuracy"])
@given(seed=st.integers(0, 10**6))
def test_permuted_systems(name: str, seed: int) -> None:
    """Swapping by bits is swapping the scores; entries come in any order."""
    found = evidence(seed, gold=True)
    assert found.gold is not None
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(found.system))
    shuffled = replace(
        found,
        system=found.system[order],
        segment=found.segment[order],
        block=found.block[order],
        scores=rng.normal(size=found.scores.shape),  # rounding breaks ties
        gold=found.gold[order],
    )
    statistic = get_statistic(name)
    permute = statistic.permutation(shuffled)
    assert permute is not None
    bits = rng.integers(0, 2, (len(order), 1)).astype(np.float64)
    first, second, _ = standardised(shuffled.scores)
    kept = bits[:, 0] > 0
    swapped = np.stack([np.where(kept, first, second), np.where(kept, second, first)])
    values = statistic.value(replace(shuffled, scores=swapped))
    np.testing.assert_allclose(permute(bits)[0, 0], values[0] - values[1], atol=1e-9)


def test_systems_by_wins() -> None:
    """Where people ranked, systems are scored by their expected wins."""
    found = evidence(1, gold=False)
    values = get_statistic("sys-spearman").value(found)
    assert np.isfinite(values).all()
    assert (np.abs(values) <= 1).all()


def test_scores_are_needed() -> None:
    message = r"^set xx-en holds rankings: this statistic needs scores$"
    for name in ("pearson", "spearman", "acc-eq", "tau-b"):
        with pytest.raises(DataError, match=message):
            get_statistic(name).value(evidence(1, gold=False))


def test_unknown() -> None:
    with pytest.raises(
        UnknownName, match=r"^unknown statistic 'pearsn'; did you mean 'pea"
    ):
        get_statistic("pearsn")


def test_what_can_be_permuted() -> None:
    found = evidence(1, gold=True)
    permutable = {n for n in STATISTICS if get_statistic(n).permutation(found)}
    assert permutable == {
        *("wmt11", "wmt12", "wmt14", "xties", "darr", "accuracy"),
        *("pearson", "pearson-by-segment"),
        *("sys-pearson", "sys-spearman", "sys-tau", "sys-accuracy"),
    }
