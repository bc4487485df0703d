from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import F64
from tarjih.stats.bradley_terry import bradley_terry
from tarjih.stats.ranking import RANKINGS, system_scores, tally

JUDGMENTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-1, 1)).filter(
        lambda judgment: judgment[0] != judgment[1]
    ),
    max_size=40,
)
Judgments = list[tuple[int, int, int]]


def tables(judgments: Judgments) -> tuple[F64, F64]:
    first, second, relation = np.array(judgments, np.int64).reshape(-1, 3).T
    return tally(first, second, relation, 4)


@given(judgments=JUDGMENTS)
def test_tally_is_brute_force(judgments: Judgments) -> None:
    wins, ties = np.zeros((2, 4, 4))
    for first, second, relation in judgments:
        wins[first, second] += relation > 0
        wins[second, first] += relation < 0
        ties[first, second] += relation == 0
        ties[second, first] += relation == 0
    np.testing.assert_array_equal(tables(judgments), (wins, ties))


@given(judgments=JUDGMENTS)
def test_ratios_are_brute_force(judgments: Judgments) -> None:
    found = {name: system_scores(*tables(judgments), name) for name in RANKINGS}
    for system in range(4):
        seen = [
            (b, r) if a == system else (a, -r)
            for a, b, r in judgments
            if system in {a, b}
        ]
        won, lost = (sum(r == s for _, r in seen) for s in (1, -1))
        shares = [
            sum(r > 0 for r in met) / len(met)
            for met in ([r for b, r in seen if b == o and r] for o in range(4))
            if met
        ]
        expected = {
            "wins-ratio": won / (won + lost) if won + lost else np.nan,
            "better": won / len(seen) if seen else np.nan,
            "at-least": 1 - lost / len(seen) if seen else np.nan,
            "expected-wins": np.mean(shares) if shares else np.nan,
        }
        for name, value in expected.items():
            assert found[name][system] == pytest.approx(value, nan_ok=True)


def test_unknown_ranking() -> None:
    with pytest.raises(UnknownName, match="unknown ranking 'elo'; known: at-least"):
        system_scores(np.ones((2, 2)), np.zeros((2, 2)), "elo")


def test_two_systems_have_a_closed_form() -> None:
    """The log odds of 30 wins against 10, and its error sqrt(1/30 + 1/10)."""
    found = bradley_terry(np.array([[0.0, 30], [10, 0]]))
    gap = found.strengths[0] - found.strengths[1]
    assert gap == pytest.approx(np.log(3))
    # strengths sum to 0: each is half the gap
    assert found.errors[0] == pytest.approx((1 / 30 + 1 / 10) ** 0.5 / 2)
    reach = 1.959963984540054 * found.errors
    np.testing.assert_allclose(found.high - found.strengths, reach)
    np.testing.assert_allclose(found.strengths - found.low, reach)


@given(seed=st.integers(0, 1000), systems=st.integers(2, 6))
def test_newton_reaches_the_fixed_point_of_hunter(seed: int, systems: int) -> None:
    """Each system has won as often as its strength says (Hunter 2004, the MM step)."""
    rng = np.random.default_rng(seed)
    wins = rng.integers(1, 50, (systems, systems)).astype(np.float64)
    np.fill_diagonal(wins, 0)
    found = np.exp(bradley_terry(wins).strengths)
    met = wins + wins.T
    step = wins.sum(1) / (met / (found[:, None] + found)).sum(1)
    np.testing.assert_allclose(step / found, step[0] / found[0], rtol=1e-8)
    assert np.log(found).sum() == pytest.approx(0, abs=1e-9)


def test_uneven_wins_converge() -> None:
    wins = np.array([[0, 1e6, 0], [1, 0, 1e6], [0, 1, 0.0]])
    found = bradley_terry(wins).strengths
    np.testing.assert_allclose(np.diff(found), -np.log(1e6))


def test_a_tie_is_half_a_win() -> None:
    ties = np.array([[0.0, 4], [4, 0]])
    wins = np.array([[0.0, 3], [1, 0]])
    both = bradley_terry(wins + ties / 2)
    np.testing.assert_allclose(bradley_terry(wins, ties).strengths, both.strengths)


@pytest.mark.parametrize(
    "wins",
    [
        np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 0]]),
        np.array([[0.0, 1, 1], [1, 0, 1], [0, 0, 0]]),
    ],
)
def test_strengths_that_would_be_infinite(wins: F64) -> None:
    with pytest.raises(DataError, match=r"no chain of wins leads from system"):
        bradley_terry(wins)


def test_intervals_cover() -> None:
    rng = np.random.default_rng(6)
    truth = np.array([0.6, 0.1, -0.2, -0.5])
    chances = 1 / (1 + np.exp(truth - truth[:, None]))
    covered = np.zeros(4)
    for _ in range(200):
        upper = np.triu(rng.binomial(40, chances), 1)
        wins = upper + np.tril(40 - upper.T, -1)
        found = bradley_terry(wins.astype(float), confidence=0.9)
        covered += (found.low <= truth) & (truth <= found.high)
    # five standard errors of a share of 200 around .9
    assert (np.abs(covered / 200 - 0.9) < 0.11).all()
