"""Do judges agree with one another, and with themselves, on rankings?

A judgment is one judge's relation between two translations of one segment. An item is
that pair in a fixed order, so that a relation (-1, 0 or 1) means the same to all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.pairs import pair_count, within

CHANCES = ("third", "marginals")


@dataclass(frozen=True)
class Kappa:
    """Cohen's kappa, and the pairs of judgments it rests on."""

    agreeing: int
    pairs: int
    chance: float

    @property
    def observed(self) -> float:
        """P(A), the share of pairs of judgments that agree."""
        return self.agreeing / self.pairs if self.pairs else nan

    @property
    def kappa(self) -> float:
        """(P(A) - P(E)) / (1 - P(E)); NaN where chance alone explains everything."""
        room = 1 - self.chance
        return (self.observed - self.chance) / room if room > 0 else nan


@dataclass(frozen=True)
class Agreement:
    """Between different judges of an item, and of judges who saw an item twice."""

    inter: Kappa
    intra: Kappa


def agreement(
    judges: I64, items: I64, relations: I64, chance: str = "third"
) -> Agreement:
    """Cohen's kappa for rankings (Callison-Burch et al. 2011; Bouamor et al. 2014).

    P(E) is 1/3, three relations being possible, or the sum of the squared shares that
    the relations have in all judgments (`chance="marginals"`; WMT since 2012).
    """
    expected = _chance(relations, chance)
    own_items = _codes(items, judges)
    same, same_pairs = _agreeing(own_items, relations)
    every, every_pairs = _agreeing(items, relations)
    return Agreement(
        Kappa(every - same, every_pairs - same_pairs, expected),
        Kappa(same, same_pairs, expected),
    )


def relation_shares(relations: I64) -> F64:
    """The share of each relation: second better, tie, first better."""
    if not np.isin(relations, (-1, 0, 1)).all():
        raise DataError("a relation is -1, 0 or 1")
    return np.bincount(relations + 1, minlength=3) / max(len(relations), 1)


def judge_tables(judges: I64, items: I64, relations: I64, n_judges: int) -> F64:
    """Count, for every two judges, their relations on the items both judged.

    Cell [j, k] is a table for `stats.tau`, with j for people and k for the metric; it
    is the transpose of [k, j]. Kendall's tau between annotators is `tau` of it.
    """
    tables = np.zeros((n_judges, n_judges, 3, 3))
    for first, second in within(items):
        for one, other in ((first, second), (second, first)):
            differ = judges[one] != judges[other]
            j, k = one[differ], other[differ]
            cell = judges[j], judges[k], 1 - relations[j], 1 - relations[k]
            np.add.at(tables, cell, 1)
    return tables


def _chance(relations: I64, chance: str) -> float:
    if chance not in CHANCES:
        raise UnknownName("chance agreement", chance, CHANCES)
    shares = relation_shares(relations)
    return 1 / 3 if chance == "third" else float((shares**2).sum())


def _agreeing(groups: I64, relations: I64) -> tuple[int, int]:
    """Count the pairs within groups that agree, and all pairs, from group sizes."""
    return pair_count(_codes(groups, relations)), pair_count(groups)


def _codes(first: I64, second: I64) -> I64:
    """One number for each combination of two."""
    one = np.unique(first, return_inverse=True)[1].reshape(-1)
    values, other = np.unique(second, return_inverse=True)
    return one * len(values) + other.reshape(-1)
