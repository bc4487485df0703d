"""Pairwise accuracy of systems and of segments."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

import numpy as np

from tarjih.kernels.arrays import F64, I64
from tarjih.stats.pairs import pair_count, within
from tarjih.stats.permutation import mean_difference, permutation_test
from tarjih.stats.resampling import SEED
from tarjih.stats.tie_calibration import best_epsilon

_EXACT = 2**53  # above this, floating point skips whole numbers


@dataclass(frozen=True)
class Accuracy:
    """The share of pairs on which a metric agrees with people."""

    value: float
    pairs: int
    epsilon: float = 0.0


def pairwise_accuracy(gold: F64, metric: F64, groups: I64 | None = None) -> Accuracy:
    """Share of pairs of systems ranked as people rank them (Kocmi et al. 2021).

    Only pairs of one group (a test set, a language pair) are compared. Ties agree with
    ties. Systems that are NaN on either side are left out.
    """
    gold, metric, groups = _complete(gold, metric, groups)
    value = _accuracy(gold, metric, groups, np.ones(len(gold)), 0.0)
    return Accuracy(value, pair_count(groups))


def calibrated_accuracy(
    gold: F64,
    metric: F64,
    segments: I64 | None = None,
    *,
    rate: float = 1.0,
    seed: int = SEED,
) -> Accuracy:
    """Segment-level accuracy with tie calibration, acc*_eq (Deutsch et al. 2023).

    Pairs are those of one segment ("group by item"), or all where `segments` is None,
    and accuracy is averaged over segments. Metric differences up to `epsilon`, which is
    chosen to maximise accuracy, are ties. It is sought on a share `rate` of the pairs;
    the accuracy is that of all.
    """
    gold, metric, segments = _complete(gold, metric, segments)
    weights = _equal_groups(segments)
    epsilon = best_epsilon(gold, metric, segments, weights, rate=rate, seed=seed)
    value = _accuracy(gold, metric, segments, weights, epsilon)
    return Accuracy(value, pair_count(segments), epsilon)


def accuracy_at(
    gold: F64, metric: F64, segments: I64 | None = None, epsilon: float = 0.0
) -> Accuracy:
    """Segment-level accuracy with a given threshold, averaged over segments."""
    gold, metric, segments = _complete(gold, metric, segments)
    value = _accuracy(gold, metric, segments, _equal_groups(segments), epsilon)
    return Accuracy(value, pair_count(segments), epsilon)


def soft_pairwise_accuracy(
    gold: F64, metric: F64, *, draws: int = 1000, seed: int = SEED
) -> float:
    """Agreement of p-values on which system is better (Thompson et al. 2024).

    Rows are systems, columns segments. The p-values are those of paired permutation
    tests on the segment scores.
    """
    return soft_agreement(
        system_p_values(gold, draws=draws, seed=seed),
        system_p_values(metric, draws=draws, seed=seed),
    )


def system_p_values(scores: F64, *, draws: int = 1000, seed: int = SEED) -> F64:
    """p-values that the system of the row is better than that of the column."""
    statistic = mean_difference(scores)
    return permutation_test(
        statistic, units=scores.shape[1], draws=draws, seed=seed
    ).p_values


def soft_agreement(gold: F64, metric: F64) -> float:
    """1 - |p_gold - p_metric|, averaged over pairs of systems (Thompson et al.)."""
    upper = np.triu_indices(len(gold), 1)
    return float(1 - np.abs(gold[upper] - metric[upper]).mean())


def _complete(gold: F64, metric: F64, groups: I64 | None) -> tuple[F64, F64, I64]:
    if groups is None:
        groups = np.zeros(len(gold), np.int64)
    present = ~(np.isnan(gold) | np.isnan(metric))
    return gold[present], metric[present], groups[present]


def _equal_groups(groups: I64) -> F64:
    """Weights of pairs that give every group with a pair the same weight.

    They are whole numbers, which add up exactly, unless those would be too large.
    """
    place, sizes = np.unique(groups, return_inverse=True, return_counts=True)[1:]
    pairs = np.maximum(sizes * (sizes - 1) // 2, 1)
    common = lcm(*np.unique(pairs).tolist())
    exact = common * len(pairs) < _EXACT
    weights: F64 = (common if exact else 1.0) / pairs[place.reshape(-1)]
    return weights


def _accuracy(
    gold: F64, metric: F64, groups: I64, weights: F64, epsilon: float
) -> float:
    right = total = 0.0
    for first, second in within(groups):
        difference = metric[first] - metric[second]
        claim = np.where(np.abs(difference) <= epsilon, 0, np.sign(difference))
        agree = claim == np.sign(gold[first] - gold[second])
        right += float(weights[first] @ agree)
        total += float(weights[first].sum())
    return right / total if total else float("nan")
