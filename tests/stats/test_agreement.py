from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import I64
from tarjih.stats.agreement import Kappa, agreement, judge_tables, relation_shares
from tarjih.stats.tau import tau

# judge, item, relation
Judgments = list[tuple[int, int, int]]
JUDGMENTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(-1, 1)), max_size=40
)


def columns(judgments: Judgments) -> tuple[I64, I64, I64]:
    judges, items, relations = np.array(judgments, np.int64).reshape(-1, 3).T
    return judges, items, relations


@given(judgments=JUDGMENTS)
def test_counts_are_brute_force(judgments: Judgments) -> None:
    found = agreement(*columns(judgments))
    pairs = [p for p in combinations(judgments, 2) if p[0][1] == p[1][1]]
    for own, kappa in ((False, found.inter), (True, found.intra)):
        chosen = [(a, b) for a, b in pairs if (a[0] == b[0]) is own]
        assert kappa.pairs == len(chosen)
        assert kappa.agreeing == sum(a[2] == b[2] for a, b in chosen)


@given(
    relations=st.lists(
        st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=30
    )
)
def test_kappa_with_shared_marginals_is_scikit_learns(
    relations: list[tuple[int, int]],
) -> None:
    """Cohen's marginals are a judge's own: equal if each pair is taken both ways."""
    a, b = np.array(relations).T
    judges = np.repeat([0, 1], len(a))
    items = np.tile(np.arange(len(a)), 2)
    found = agreement(judges, items, np.concatenate([a, b]), "marginals").inter
    both = np.concatenate([a, b]), np.concatenate([b, a])
    if len(np.unique(both[0])) == 1:
        assert np.isnan(found.kappa)
    else:
        assert found.kappa == pytest.approx(cohen_kappa_score(*both))


def test_three_relations_by_chance() -> None:
    judges, items = np.array([0, 1, 0, 1, 2, 2]), np.array([0, 0, 1, 1, 1, 1])
    found = agreement(judges, items, np.array([1, 1, 0, 0, -1, 0]))
    assert (found.inter.agreeing, found.inter.pairs) == (4, 6)
    assert found.inter.kappa == pytest.approx((4 / 6 - 1 / 3) / (2 / 3))
    assert found.intra.observed == 0
    assert found.intra.kappa == pytest.approx(-0.5)


def test_nothing_shared() -> None:
    found = agreement(*columns([(0, 0, 1), (1, 1, 1)]))
    assert np.isnan([found.inter.observed, found.intra.kappa]).all()
    assert np.isnan(Kappa(3, 3, 1.0).kappa)


def test_shares() -> None:
    shares = relation_shares(np.array([1, 1, 0, -1]))
    assert shares.tolist() == [0.25, 0.25, 0.5]
    with pytest.raises(DataError, match="a relation is -1, 0 or 1"):
        relation_shares(np.array([2]))


def test_unknown_chance() -> None:
    with pytest.raises(UnknownName, match="unknown chance agreement 'half'; known: "):
        agreement(*columns([]), chance="half")


@given(judgments=JUDGMENTS)
def test_tables_of_judges_are_brute_force(judgments: Judgments) -> None:
    expected = np.zeros((4, 4, 3, 3))
    for (j, item, r), (k, other, q) in combinations(judgments, 2):
        if item == other and j != k:
            expected[j, k, 1 - r, 1 - q] += 1
            expected[k, j, 1 - q, 1 - r] += 1
    found = judge_tables(*columns(judgments), n_judges=4)
    np.testing.assert_array_equal(found, expected)
    kappa = agreement(*columns(judgments)).inter
    assert found.sum() == 2 * kappa.pairs
    assert np.trace(found.sum((0, 1))) == 2 * kappa.agreeing


def test_tau_between_annotators() -> None:
    judges, items = np.repeat([0, 1], 4), np.tile(np.arange(4), 2)
    relations = np.array([1, 1, -1, 0, 1, -1, -1, 1])
    table = judge_tables(judges, items, relations, 2)[0, 1]
    assert tau(table, "wmt14") == pytest.approx(1 / 3)
    assert tau(table, "xties") == pytest.approx(1 / 4)


def test_many_relations_at_once() -> None:
    """One item with all judgments has 2e10 pairs; they are counted, not listed."""
    n = 200_000
    judges = np.arange(n) % 500
    found = agreement(judges, np.zeros(n, np.int64), np.arange(n) % 3 - 1)
    assert found.inter.pairs + found.intra.pairs == n * (n - 1) // 2
