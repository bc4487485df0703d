"""Bradley-Terry: the strengths that explain who was preferred to whom."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tarjih.errors import DataError
from tarjih.kernels.arrays import F64

_STEPS = 100


@dataclass(frozen=True)
class Strengths:
    """Log-strengths that sum to 0: i beats j with the odds exp(s[i] - s[j])."""

    strengths: F64
    errors: F64
    low: F64
    high: F64
    confidence: float


def bradley_terry(
    wins: F64, ties: F64 | None = None, confidence: float = 0.95
) -> Strengths:
    """Fit by Newton's method (Bradley and Terry 1952); a tie is half a win to each.

    Standard errors are those of the observed information, strengths summing to 0.
    """
    won = wins if ties is None else wins + ties / 2
    won = won - np.diag(np.diag(won))
    _check_connected(won)
    strengths = _fit(won)
    spread = np.linalg.pinv(_information(won, strengths), hermitian=True)
    errors = np.sqrt(np.diag(spread))
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * errors
    return Strengths(
        strengths, errors, strengths - reach, strengths + reach, confidence
    )


def _fit(won: F64) -> F64:
    strengths = np.zeros(len(won))
    for _ in range(_STEPS):
        expected = (won + won.T) * _chances(strengths)
        surplus = (won - expected).sum(1)
        # the information is singular along (1, ..., 1); adding a constant fixes the sum
        step = np.linalg.solve(_information(won, strengths) + 1 / len(won), surplus)
        strengths = _ascend(won, strengths, step)
        if np.abs(step).max() < 1e-10:
            break
    centred: F64 = strengths - strengths.mean()
    return centred


def _ascend(won: F64, strengths: F64, step: F64) -> F64:
    """Take the step, halved until the likelihood does not fall."""
    before = _likelihood(won, strengths)
    for _ in range(30):
        if _likelihood(won, strengths + step) >= before:
            break
        step = step / 2
    return strengths + step


def _chances(strengths: F64) -> F64:
    return 0.5 + 0.5 * np.tanh((strengths[:, None] - strengths) / 2)


def _likelihood(won: F64, strengths: F64) -> float:
    gaps = strengths[:, None] - strengths
    return -float((won * np.logaddexp(0, -gaps)).sum())


def _information(won: F64, strengths: F64) -> F64:
    chances = _chances(strengths)
    weights = (won + won.T) * chances * (1 - chances)
    return np.diag(weights.sum(1)) - weights


def _check_connected(won: F64) -> None:
    """Strengths are finite where no systems always beat the others (Ford 1957)."""
    reached = _reachable(won > 0)
    for system, beats in enumerate(reached):
        if not beats.all():
            known = ", ".join(map(str, np.flatnonzero(beats)))
            others = ", ".join(map(str, np.flatnonzero(~beats)))
            raise DataError(
                f"Bradley-Terry has no finite strengths: no chain of wins leads from "
                f"system {system} to {others}, only to {known}; leave systems out"
            )


def _reachable(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which systems a chain of wins leads to, by squaring the relation."""
    reached = edges | np.eye(len(edges), dtype=bool)
    while True:
        further = (reached.astype(np.float64) @ reached) > 0
        if (further == reached).all():
            return reached
        reached = further
