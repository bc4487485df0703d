"""The same pair judged again: by a judgment that agrees, or by one that does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tarjih.judgments.numbering import number_rows
from tarjih.judgments.preferences import I8, Preferences
from tarjih.kernels.arrays import F64, I64

Duplicates = Literal["keep", "collapse", "weight"]
Contradictions = Literal["keep", "drop", "majority"]


@dataclass(frozen=True)
class Repeats:
    """How often pairs were judged again."""

    disputed: int  # preferences in pairs that were judged both ways
    contradicted: int  # those that an opposite one cancels: the fewer of a pair's two
    duplicates: int  # rows that repeat an earlier one, ties too


def settle(
    preferences: Preferences, duplicates: Duplicates, contradictions: Contradictions
) -> tuple[Preferences, Repeats]:
    """Settle contradictions, and then join what is left of the same pair.

    A pair is two systems on one segment. The majority is that of the weights; where it
    is even, all of the pair's preferences are dropped.
    """
    groups, signs = _pairs(preferences)
    up, down = _sums(groups, signs, np.ones(len(signs)))
    disputed = ((up > 0) & (down > 0))[groups] & (signs != 0)
    cancelled = int(np.minimum(up, down).sum())
    if contradictions == "drop":
        preferences = preferences.select(~disputed)
    elif contradictions == "majority":
        up, down = _sums(groups, signs, preferences.weight)
        agrees = np.sign(up - down)[groups] == signs
        preferences = preferences.select(~disputed | agrees)
    preferences, repeated = _join_duplicates(preferences, duplicates)
    return preferences, Repeats(int(disputed.sum()), cancelled, repeated)


def _join_duplicates(
    preferences: Preferences, rule: Duplicates
) -> tuple[Preferences, int]:
    rows, first = number_rows(*_pairs(preferences))
    repeated = len(rows) - len(first)
    if rule == "keep":
        return preferences, repeated
    joined = preferences.select(first)
    if rule == "weight":
        weight: F64 = np.bincount(rows, preferences.weight).astype(np.float64)
        joined = replace(joined, weight=weight)
    return joined, repeated


def _pairs(preferences: Preferences) -> tuple[I64, I8]:
    """Return a number for the pair of each row, and its sign in a fixed direction."""
    first, second = preferences.first.codes, preferences.second.codes
    groups, _ = number_rows(
        preferences.test_set.codes,
        preferences.pair.codes,
        preferences.segment,
        np.minimum(first, second),
        np.maximum(first, second),
    )
    return groups, np.where(first < second, preferences.sign, -preferences.sign)


def _sums(groups: I64, signs: I8, weights: F64) -> tuple[F64, F64]:
    """Return for each group the weights for and against."""
    size = int(groups.max(initial=-1)) + 1
    up = np.bincount(groups, (signs > 0) * weights, size)
    down = np.bincount(groups, (signs < 0) * weights, size)
    return up.astype(np.float64), down.astype(np.float64)
