"""Kendall's tau over judged pairs, by the rules that WMT has used.

Everything a rule needs is a 3 × 3 table: what people said of a pair (first better, tie,
second better) by what the metric said. Tables add up, so a corpus is the sum of its
segments, and any number of them may be stacked in front: shape (..., 3, 3).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.pairs import within


@dataclass(frozen=True)
class TieRule:
    """What each cell of the table adds to tau, and whether its pairs are counted."""

    credit: F64
    counted: F64


def _rule(
    metric_tie: int, *, metric_ties: bool = True, human_ties: bool = False
) -> TieRule:
    credit = np.array([[1, metric_tie, -1], [0, human_ties, 0], [-1, metric_tie, 1]])
    counted = np.ones((3, 3))
    counted[1] = human_ties
    counted[::2, 1] = metric_ties
    return TieRule(credit.astype(np.float64), counted)


# Macháček and Bojar 2013, 2014; Stanojević et al. 2015, section 4.2
TIE_RULES = {
    "wmt11": _rule(-1),
    "wmt12": _rule(-1),
    "wmt13": _rule(0, metric_ties=False),
    "wmt14": _rule(0),
    "xties": _rule(0, human_ties=True),
    "darr": _rule(-1),  # Bojar et al. 2017
}

# Deutsch et al. 2023: the share of pairs on which metric and people say the same
ACCURACY = TieRule(np.eye(3), np.ones((3, 3)))


def tie_rule(variant: str) -> TieRule:
    """Find a rule by its name."""
    try:
        return TIE_RULES[variant]
    except KeyError:
        raise UnknownName("tau variant", variant, TIE_RULES) from None


def cells(human: F64 | I64, metric: F64) -> I64:
    """Number the cell, 0 to 8, of each pair from who says that the first is better."""
    if np.isnan(metric).any() or np.isnan(human).any():
        raise DataError("the judgment or the metric score of a pair is missing")
    return (4 - 3 * np.sign(human) - np.sign(metric)).astype(np.int64)


def count_pairs(
    human: F64 | I64,
    metric: F64,
    weights: F64 | None = None,
    groups: I64 | None = None,
    n_groups: int | None = None,
) -> F64:
    """Count the pairs: a 3 × 3 table, or one for each of `n_groups` groups.

    Above 0, `human` and `metric` prefer the first translation of a pair; below 0, the
    second. Group numbers count from 0.
    """
    cell = cells(human, metric)
    if groups is None:
        return np.bincount(cell, weights, 9).astype(np.float64).reshape(3, 3)
    if n_groups is None:
        n_groups = int(groups.max(initial=-1)) + 1
    table = np.bincount(9 * groups + cell, weights, 9 * n_groups)
    return table.astype(np.float64).reshape(n_groups, 3, 3)


def tau(counts: F64, variant: str) -> F64:
    """Agreements minus disagreements, by pairs counted; NaN where none is."""
    return credited(counts, tie_rule(variant))


def credited(counts: F64, rule: TieRule) -> F64:
    """The credit of a table by the pairs that the rule counts."""
    credit = (counts * rule.credit).sum((-2, -1))
    total = (counts * rule.counted).sum((-2, -1))
    undefined = np.full_like(total, np.nan)
    ratio: F64 = np.divide(credit, total, out=undefined, where=total > 0)
    return ratio


@dataclass(frozen=True)
class GroupMean:
    """An average over groups, and the groups whose value is undefined."""

    mean: float
    groups: int
    left_out: I64


def mean_of_groups(values: F64) -> GroupMean:
    """Average one value a group: a sentence (Bouamor et al. 2014), a language pair.

    Groups without a value (NaN) are left out and named.
    """
    undefined = np.isnan(values)
    kept = values[~undefined]
    mean = float(kept.mean()) if len(kept) else float("nan")
    return GroupMean(mean, len(kept), np.flatnonzero(undefined))


def darr_pairs(scores: F64, segments: I64, gap: float = 25) -> tuple[I64, I64]:
    """Turn direct assessments into rankings (Bojar et al. 2017, daRR).

    Returns the positions of the better and the worse translation of every pair of one
    segment whose scores lie at least `gap` apart.
    """
    better, worse = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for first, second in within(segments):
        difference = scores[first] - scores[second]
        for sign, high, low in ((1, first, second), (-1, second, first)):
            chosen = sign * difference >= gap
            better.append(high[chosen])
            worse.append(low[chosen])
    return np.concatenate(better), np.concatenate(worse)
