"""System scores from pairwise preferences.

`wins[i, j]` counts how often system i was preferred to j, and `ties[i, j]`, symmetric,
how often they were tied. A system that was never compared scores NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tarjih.errors import UnknownName
from tarjih.kernels.arrays import F64, I64


def tally(first: I64, second: I64, relation: I64, systems: int) -> tuple[F64, F64]:
    """Count wins and ties; `relation` is above 0 where the first system is better."""
    shape = systems, systems
    winner = np.where(relation > 0, first, second)
    loser = np.where(relation > 0, second, first)
    cells, tied = winner * systems + loser, relation == 0
    wins = np.bincount(cells[~tied], minlength=systems**2).reshape(shape)
    ties = np.bincount(cells[tied], minlength=systems**2).reshape(shape)
    return wins.astype(np.float64), (ties + ties.T).astype(np.float64)


def expected_wins(wins: F64, ties: F64) -> F64:
    """Average over opponents of the share of wins, ties ignored (Koehn 2012; WMT13)."""
    shares = _ratio(wins, wins + wins.T)
    met = ~np.isnan(shares)
    return _ratio(np.where(met, shares, 0).sum(1), met.sum(1))


def wins_ratio(wins: F64, ties: F64) -> F64:
    """Wins by wins and losses, ties ignored (Bojar et al. 2011; WMT12)."""
    return _ratio(wins.sum(1), (wins + wins.T).sum(1))


def better_than_others(wins: F64, ties: F64) -> F64:
    """Wins by all comparisons ("> others", Bojar et al. 2011)."""
    return _ratio(wins.sum(1), (wins + wins.T + ties).sum(1))


def at_least_others(wins: F64, ties: F64) -> F64:
    """Wins and ties by all comparisons (">= others", WMT08 to WMT11)."""
    return _ratio((wins + ties).sum(1), (wins + wins.T + ties).sum(1))


RANKINGS: dict[str, Callable[[F64, F64], F64]] = {
    "expected-wins": expected_wins,
    "wins-ratio": wins_ratio,
    "better": better_than_others,
    "at-least": at_least_others,
}


def system_scores(wins: F64, ties: F64, how: str = "expected-wins") -> F64:
    """Score the systems by a rule of `RANKINGS`."""
    if how not in RANKINGS:
        raise UnknownName("ranking", how, RANKINGS)
    return RANKINGS[how](wins, ties)


def _ratio(part: F64, whole: F64 | I64) -> F64:
    undefined = np.full(part.shape, np.nan)
    ratio: F64 = np.divide(part, whole, out=undefined, where=whole > 0)
    return ratio
