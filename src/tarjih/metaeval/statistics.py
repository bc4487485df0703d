"""The statistics of agreement, each in two steps: rows of segments, and their score.

As metrics do, a statistic turns a segment into a row of numbers for every metric, and
sums of rows into its value; so resampling segments costs a matrix product. Those that
are no function of sums (ranks, calibrated ties) are computed anew on the entries drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence
from tarjih.stats.accuracy import calibrated_accuracy
from tarjih.stats.correlation import pearson, spearman
from tarjih.stats.kendall import tau_b
from tarjih.stats.permutation import Statistic as Permutation
from tarjih.stats.permuted_agreement import pair_agreement, pooled_pearson
from tarjih.stats.ranking import expected_wins
from tarjih.stats.tau import TIE_RULES, TieRule, count_pairs, credited


class AgreementStatistic(Protocol):
    """A number for every metric, on all segments and on resamples of them."""

    def value(self, evidence: Evidence) -> F64:
        """Return the value of each metric."""

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Return (resamples, metrics); `times` counts how often segments were drawn."""

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """Return what the permutation test compares, where it can."""


def on_all(statistic: AgreementStatistic, evidence: Evidence) -> F64:
    """The value where every block is drawn once: all segments."""
    value: F64 = statistic.resampled(evidence, np.ones((1, evidence.blocks)))[0]
    return value


@dataclass(frozen=True)
class PairRule:
    """Tau by a rule for ties: agreements minus disagreements, over judged pairs."""

    rule: TieRule

    def value(self, evidence: Evidence) -> F64:
        """Credit the table of all pairs."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Credit the tables of the segments that were drawn."""
        tables = _tables(evidence, evidence.block, evidence.blocks)
        metrics, blocks = tables.shape[:2]
        flat = tables.transpose(1, 0, 2, 3).reshape(blocks, -1)
        return credited((times @ flat).reshape(-1, metrics, 3, 3), self.rule)

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """Swap scores of entries, where the rule counts the same pairs for all."""
        weighted = len(set(evidence.weight.tolist())) > 1
        if weighted or (np.ptp(self.rule.counted, axis=1) != 0).any():
            return None
        judged = self.rule.counted[1 - evidence.sign].any(axis=1)
        pairs = evidence.first[judged], evidence.second[judged]
        return pair_agreement(evidence.scores, pairs, evidence.sign[judged], self.rule)


@dataclass(frozen=True)
class MeanOfSegments:
    """Tau of every segment by a rule, then their average (Bouamor et al. 2014).

    Segments without a counted pair are left out.
    """

    rule: TieRule

    def value(self, evidence: Evidence) -> F64:
        """Average over all segments."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Average over the segments of the blocks that were drawn."""
        names, segment = np.unique(evidence.segment, return_inverse=True)
        block = np.zeros(len(names), np.int64)
        block[segment] = evidence.block
        tables = _tables(evidence, segment.reshape(-1), len(names))
        taus = credited(tables, self.rule)
        known = ~np.isnan(taus)
        drawn = times[:, block]
        sums = drawn @ np.where(known, taus, 0).T
        averages: F64 = sums / (drawn @ known.T.astype(np.float64))
        return averages

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None


@dataclass(frozen=True)
class PooledPearson:
    """Pearson's r of metric and human scores over all translations."""

    def value(self, evidence: Evidence) -> F64:
        """Correlate all entries that people scored."""
        return self._score(self._rows(evidence).sum(axis=1))

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Correlate by the sums of the segments that were drawn."""
        rows = self._rows(evidence)
        return self._score(np.einsum("bs,msk->bmk", times, rows, optimize=True))

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """Swap scores of entries."""
        return pooled_pearson(evidence.scores, human_scores(evidence))

    @staticmethod
    def _rows(evidence: Evidence) -> F64:
        gold = human_scores(evidence)
        known = ~np.isnan(gold)
        y = gold[known] - gold[known].mean()
        block = evidence.block[known]

        def sums(values: F64) -> F64:
            return np.bincount(block, values, evidence.blocks).astype(np.float64)

        rows = []
        for scores in evidence.scores[:, known]:
            x = scores - scores.mean()
            columns = [np.ones_like(x), x, y, x * x, y * y, x * y]
            rows.append(np.stack([sums(column) for column in columns], axis=-1))
        return np.stack(rows)

    @staticmethod
    def _score(rows: F64) -> F64:
        n, x, y, xx, yy, xy = np.moveaxis(rows, -1, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            r: F64 = (xy - x * y / n) / np.sqrt((xx - x * x / n) * (yy - y * y / n))
        return r


@dataclass(frozen=True)
class OfEntries:
    """Any function of gold scores and metric scores, computed on entries."""

    compute: Callable[[Evidence, I64, I64], F64]

    def value(self, evidence: Evidence) -> F64:
        """Compute it on all entries."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Compute it on the entries of the segments that were drawn."""
        drawn = (_drawn(evidence, row) for row in times)
        return np.array([self.compute(evidence, *entries) for entries in drawn])

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None


@dataclass(frozen=True)
class OfSystems:
    """A correlation of system scores: means of segments with gold or with wins."""

    correlate: Callable[[F64, F64], F64]

    def value(self, evidence: Evidence) -> F64:
        """Correlate the systems on all segments."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Correlate the systems on the segments that were drawn."""
        metrics = [self._means(evidence, scores, times) for scores in evidence.scores]
        if evidence.gold is not None:
            gold = self._means(evidence, evidence.gold, times)
        else:
            gold = _wins(evidence, times)
        return np.stack([self.correlate(gold, metric) for metric in metrics], axis=-1)

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None

    @staticmethod
    def _means(evidence: Evidence, scores: F64, times: F64) -> F64:
        """Mean scores, (resamples, systems), of the entries that have one."""
        known = ~np.isnan(scores)
        shape = evidence.blocks, len(evidence.systems)
        cell = evidence.block[known] * shape[1] + evidence.system[known]
        size = shape[0] * shape[1]
        sums = np.bincount(cell, scores[known], size).reshape(shape)
        counts = np.bincount(cell, minlength=size).reshape(shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            means: F64 = (times @ sums) / (times @ counts.astype(np.float64))
        return means


def human_scores(evidence: Evidence) -> F64:
    """The gold scores of the entries, where people gave scores."""
    if evidence.gold is None:
        raise DataError(f"{evidence.name} holds rankings: this statistic needs scores")
    return evidence.gold


def _tables(evidence: Evidence, group: I64, groups: int) -> F64:
    """A 3 x 3 table for every metric and group of entries."""
    of_pair, sign = group[evidence.first], evidence.sign
    return np.stack(
        [
            count_pairs(sign, scores, evidence.weight, of_pair, groups)
            for scores in evidence.differences()
        ]
    )


def _drawn(evidence: Evidence, times: F64) -> tuple[I64, I64]:
    """The entries of the drawn blocks, and which copy of its block each is."""
    copies = times[evidence.block].astype(np.int64)
    entries = np.repeat(np.arange(len(copies)), copies)
    starts = np.cumsum(copies) - copies
    return entries, np.arange(len(entries)) - np.repeat(starts, copies)


def _spearman(evidence: Evidence, entries: I64, copy: I64) -> F64:
    return spearman(human_scores(evidence)[entries], evidence.scores[:, entries])


def _tau_b(evidence: Evidence, entries: I64, copy: I64) -> F64:
    gold = human_scores(evidence)[entries]
    known = ~np.isnan(gold)
    return np.array([tau_b(gold[known], s[entries][known]) for s in evidence.scores])


def _calibrated(evidence: Evidence, entries: I64, copy: I64) -> F64:
    gold = human_scores(evidence)[entries]
    # a segment that was drawn twice is two groups
    segment = evidence.segment[entries] + copy * (evidence.segment.max() + 1)
    return np.array(
        [calibrated_accuracy(gold, s[entries], segment).value for s in evidence.scores]
    )


def _wins(evidence: Evidence, times: F64) -> F64:
    """Expected wins of the systems, (resamples, systems), from the preferences."""
    systems = len(evidence.systems)
    sign = evidence.sign
    winner = np.where(sign > 0, evidence.first, evidence.second)
    loser = np.where(sign > 0, evidence.second, evidence.first)
    won = sign != 0
    cell = (
        evidence.pair_block[won] * systems + evidence.system[winner[won]]
    ) * systems + evidence.system[loser[won]]
    size = evidence.blocks * systems * systems
    wins = np.bincount(cell, evidence.weight[won], size)
    sums = (times @ wins.reshape(evidence.blocks, -1)).reshape(-1, systems, systems)
    return np.stack([expected_wins(one, np.zeros_like(one)) for one in sums])


def _pair_accuracy(gold: F64, metric: F64) -> F64:
    """The share of pairs of systems that both order alike (Kocmi et al. 2021)."""
    i, j = np.triu_indices(gold.shape[-1], 1)
    human = np.sign(gold[..., i] - gold[..., j])
    agree: F64 = (np.sign(metric[..., i] - metric[..., j]) == human).mean(axis=-1)
    return agree


def _kendall(gold: F64, metric: F64) -> F64:
    """Kendall's tau of systems, ties counting nothing."""
    i, j = np.triu_indices(gold.shape[-1], 1)
    product = np.sign(gold[..., i] - gold[..., j]) * np.sign(
        metric[..., i] - metric[..., j]
    )
    tau: F64 = product.mean(axis=-1)
    return tau


_ACCURACY = TieRule(np.eye(3), np.array([[1.0] * 3, [0.0] * 3, [1.0] * 3]))

STATISTICS: Mapping[str, tuple[AgreementStatistic, str]] = {
    **{
        name: (PairRule(rule), f"tau over judged pairs, by the rule of {name}")
        for name, rule in TIE_RULES.items()
    },
    "accuracy": (
        PairRule(TieRule(_ACCURACY.credit * _ACCURACY.counted, _ACCURACY.counted)),
        "share of judged pairs that the metric orders as people do",
    ),
    "sentence-tau": (
        MeanOfSegments(TIE_RULES["wmt14"]),
        "tau of every segment, averaged (Bouamor et al. 2014)",
    ),
    "acc-eq": (
        OfEntries(_calibrated),
        "pairwise accuracy with calibrated ties (Deutsch et al. 2023)",
    ),
    "pearson": (PooledPearson(), "Pearson's r of segment scores"),
    "tau-b": (OfEntries(_tau_b), "Kendall's tau-b of segment scores"),
    "spearman": (OfEntries(_spearman), "Spearman's rho of segment scores"),
    "sys-pearson": (OfSystems(pearson), "Pearson's r of system scores"),
    "sys-spearman": (
        OfSystems(spearman),
        "Spearman's rho of system scores",
    ),
    "sys-tau": (OfSystems(_kendall), "Kendall's tau of system scores"),
    "sys-accuracy": (
        OfSystems(_pair_accuracy),
        "share of pairs of systems ordered alike (Kocmi et al. 2021)",
    ),
}


def get_statistic(name: str) -> AgreementStatistic:
    """Return a statistic by its name."""
    if name not in STATISTICS:
        raise UnknownName("statistic", name, STATISTICS)
    return STATISTICS[name][0]
