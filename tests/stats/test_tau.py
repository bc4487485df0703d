from __future__ import annotations

from itertools import combinations
from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import DataError, UnknownName
from tarjih.stats.tau import (
    ACCURACY,
    TIE_RULES,
    count_pairs,
    credited,
    darr_pairs,
    mean_of_groups,
    tau,
)

SIGNS = st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), max_size=30)
X = None  # a pair that a rule drops

# PEERS 3.5: the official script of WMT15, with what it adds for each kind of pair
OFFICIAL: dict[str, dict[str, int | None]] = {
    "wmt12": {"agree": 1, "tie": -1, "disagree": -1, "human tie": X, "both": X},
    "wmt13": {"agree": 1, "tie": X, "disagree": -1, "human tie": X, "both": X},
    "wmt14": {"agree": 1, "tie": 0, "disagree": -1, "human tie": X, "both": X},
    "xties": {"agree": 1, "tie": 0, "disagree": -1, "human tie": 0, "both": 1},
}
OFFICIAL["wmt11"] = OFFICIAL["darr"] = OFFICIAL["wmt12"]


def kind(human: int, metric: int) -> str:
    if human == 0:
        return "human tie" if metric else "both"
    return "tie" if metric == 0 else "agree" if human == metric else "disagree"


def official(pairs: list[tuple[int, int]], variant: str) -> float:
    added = [OFFICIAL[variant][kind(*pair)] for pair in pairs]
    counted = [value for value in added if value is not None]
    return sum(counted) / len(counted) if counted else float("nan")


def counts_of(pairs: list[tuple[int, int]]) -> Any:
    human, metric = np.array(pairs, np.int64).reshape(-1, 2).T
    return count_pairs(human, metric.astype(float))


@pytest.mark.parametrize(
    ("human", "metric", "expected"),  # under wmt12, wmt13, wmt14 and xties
    [
        ("> > > >", "> > > >", (1, 1, 1, 1)),
        ("< < > >", "< < < >", (0.5, 0.5, 0.5, 0.5)),
        ("> > > >", "> > = <", (0, 1 / 3, 0.25, 0.25)),
        ("> < > <", "= = = =", (-1, X, 0, 0)),
        ("= = = =", "> < = =", (X, X, X, 0.5)),
        ("> = < =", "> > > =", (0, 0, 0, 0.25)),
        ("= > < >", "= = < =", (-1 / 3, 1, 1 / 3, 0.5)),
        ("", "", (X, X, X, X)),
    ],
)
def test_table(human: str, metric: str, expected: tuple[float | None, ...]) -> None:
    sign = {">": 1, "=": 0, "<": -1}
    signs = ([sign[s] for s in side.split()] for side in (human, metric))
    table = counts_of(list(zip(*signs, strict=True)))
    wanted = [float("nan") if value is None else value for value in expected]
    found = [float(tau(table, v)) for v in ("wmt12", "wmt13", "wmt14", "xties")]
    assert found == pytest.approx(wanted, nan_ok=True)


def test_every_rule_is_checked_against_the_official_script() -> None:
    assert OFFICIAL.keys() == TIE_RULES.keys()


@given(pairs=SIGNS)
def test_tau_is_the_official_one(pairs: list[tuple[int, int]]) -> None:
    for variant in TIE_RULES:
        found = float(tau(counts_of(pairs), variant))
        assert found == pytest.approx(official(pairs, variant), nan_ok=True)


@given(pairs=SIGNS)
def test_stricter_rules_give_less(pairs: list[tuple[int, int]]) -> None:
    """A tie that costs 1 hurts more than one that is worth 0, and so on in between."""
    table = counts_of(pairs)
    strict, dropped, free = (tau(table, v) for v in ("wmt12", "wmt13", "wmt14"))
    if not isnan(strict):
        assert strict <= free
        assert isnan(dropped) or abs(free) <= abs(dropped) + 1e-12
        assert isnan(dropped) or strict <= dropped + 1e-12
    if all(metric for _, metric in pairs) and not isnan(strict):
        assert strict == free == dropped


@given(pairs=SIGNS)
def test_swapping_sides_changes_nothing(pairs: list[tuple[int, int]]) -> None:
    turned = [(-human, -metric) for human, metric in pairs]
    for variant in TIE_RULES:
        np.testing.assert_array_equal(
            tau(counts_of(pairs), variant), tau(counts_of(turned), variant)
        )


@given(pairs=SIGNS.filter(len), cut=st.integers(0, 30), seed=st.integers(0, 9))
def test_tables_add_up(pairs: list[tuple[int, int]], cut: int, seed: int) -> None:
    whole = counts_of(pairs[:cut]) + counts_of(pairs[cut:])
    np.testing.assert_array_equal(whole, counts_of(pairs))
    groups = np.random.default_rng(seed).integers(0, 4, len(pairs))
    human, metric = np.array(pairs).T
    tables = count_pairs(human, metric.astype(float), groups=groups, n_groups=5)
    assert tables.shape == (5, 3, 3)
    np.testing.assert_array_equal(tables.sum(0), whole)
    for group, table in enumerate(tables):
        chosen = [pairs[i] for i in np.flatnonzero(groups == group)]
        np.testing.assert_array_equal(table, counts_of(chosen))


@given(pairs=SIGNS)
def test_a_weight_is_a_repetition(pairs: list[tuple[int, int]]) -> None:
    human, metric = np.array(pairs, np.int64).reshape(-1, 2).T
    weights = np.arange(len(pairs)) % 3
    repeated = [
        p for p, times in zip(pairs, weights, strict=True) for _ in range(times)
    ]
    found = count_pairs(human, metric.astype(float), weights.astype(float))
    np.testing.assert_array_equal(found, counts_of(repeated))


def test_number_of_groups_is_found() -> None:
    ones = np.ones(3)
    assert count_pairs(ones, ones, groups=np.array([0, 2, 2])).shape == (3, 3, 3)


@given(pairs=SIGNS.filter(len))
def test_accuracy_is_the_share_of_equal_signs(pairs: list[tuple[int, int]]) -> None:
    same = np.mean([human == metric for human, metric in pairs])
    assert credited(counts_of(pairs), ACCURACY) == pytest.approx(same)


def test_missing_scores_are_refused() -> None:
    one, missing = np.ones(1), np.full(1, np.nan)
    for human, metric in ((one, missing), (missing, one)):
        with pytest.raises(DataError, match="of a pair is missing"):
            count_pairs(human, metric)


def test_unknown_variant() -> None:
    with pytest.raises(UnknownName, match="unknown tau variant 'wmt21'; did you mean"):
        tau(np.zeros((3, 3)), "wmt21")


def test_mean_of_groups_names_what_it_left_out() -> None:
    found = mean_of_groups(np.array([0.5, np.nan, -0.1, np.nan]))
    assert found.mean == pytest.approx(0.2)
    assert found.groups == 2
    assert found.left_out.tolist() == [1, 3]
    assert isnan(mean_of_groups(np.array([np.nan])).mean)


def test_al_bleu_averages_sentences_not_pairs() -> None:
    human = np.array([1, 1, 1, 1, 0])
    metric = np.array([1.0, -1, -1, -1, 1])
    groups = np.array([0, 1, 1, 1, 2])
    tables = count_pairs(human, metric, groups=groups, n_groups=3)
    macro = mean_of_groups(tau(tables, "wmt14"))
    assert (macro.mean, macro.left_out.tolist()) == (0.0, [2])
    assert tau(tables.sum(0), "wmt14") == -0.5


@given(
    rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 60)), max_size=12),
    gap=st.integers(1, 30),
)
def test_darr_pairs_are_brute_force(rows: list[tuple[int, int]], gap: int) -> None:
    segments, scores = np.array(rows, np.int64).reshape(-1, 2).T
    better, worse = darr_pairs(scores.astype(float), segments, gap)
    expected = {
        (i, j) if rows[i][1] > rows[j][1] else (j, i)
        for i, j in combinations(range(len(rows)), 2)
        if rows[i][0] == rows[j][0] and abs(rows[i][1] - rows[j][1]) >= gap
    }
    found = list(zip(better.tolist(), worse.tolist(), strict=True))
    assert len(found) == len(expected)
    assert set(found) == expected
