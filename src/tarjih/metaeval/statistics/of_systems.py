"""Statistics of system scores: means of segments beside what people say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tarjih.kernels.arrays import F64
from tarjih.metaeval.evidence import Evidence
from tarjih.metaeval.statistics.protocol import on_all
from tarjih.metaeval.statistics.segments import (
    copies,
    grid_of,
    human_scores,
    segments_of,
)
from tarjih.stats.accuracy import soft_agreement, system_p_values
from tarjih.stats.permutation import Statistic as Permutation
from tarjih.stats.permuted_agreement import system_agreement
from tarjih.stats.ranking import expected_wins


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
        gold = self._gold(evidence, times)
        return np.stack([self.correlate(gold, metric) for metric in metrics], axis=-1)

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """Swap scores of entries, where every system has a score of every segment."""
        grids = np.stack([grid_of(evidence, scores) for scores in evidence.scores])
        if np.isnan(grids).any():
            return None
        gold = self._gold(evidence, np.ones((1, evidence.blocks)))[0]
        agreement = system_agreement(grids, gold, self.correlate)
        order = np.lexsort((evidence.segment, evidence.system))
        return lambda bits: agreement(bits[order])

    def _gold(self, evidence: Evidence, times: F64) -> F64:
        """Human scores of the systems, (resamples, systems), or else their wins."""
        if evidence.gold is None:
            return _wins(evidence, times)
        return self._means(evidence, evidence.gold, times)

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


@dataclass(frozen=True)
class SoftPairwiseAccuracy:
    """Agreement of p-values on which system is better (Thompson et al. 2024)."""

    draws: int = 1000

    def value(self, evidence: Evidence) -> F64:
        """Compare the p-values on all segments."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Compare the p-values on the segments that were drawn."""
        grids = [grid_of(evidence, scores) for scores in evidence.scores]
        gold = grid_of(evidence, human_scores(evidence))
        _, block = segments_of(evidence)
        found = np.empty((len(times), len(grids)))
        for row, drawn in zip(found, times, strict=True):
            columns = copies(drawn[block])[0]
            human = system_p_values(gold[:, columns], draws=self.draws)
            row[:] = [
                soft_agreement(human, system_p_values(g[:, columns], draws=self.draws))
                for g in grids
            ]
        return found

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None


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


def kendall(gold: F64, metric: F64) -> F64:
    """Kendall's tau of systems, ties counting nothing."""
    i, j = np.triu_indices(gold.shape[-1], 1)
    product = np.sign(gold[..., i] - gold[..., j]) * np.sign(
        metric[..., i] - metric[..., j]
    )
    tau: F64 = product.mean(axis=-1)
    return tau
