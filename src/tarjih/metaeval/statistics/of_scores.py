"""Statistics of segment scores: correlations, and calibrated accuracy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence
from tarjih.metaeval.statistics.protocol import on_all
from tarjih.metaeval.statistics.segments import (
    drawn_entries,
    human_scores,
    mean_of_segments,
    segments_of,
)
from tarjih.stats.accuracy import calibrated_accuracy
from tarjih.stats.correlation import pearson, spearman
from tarjih.stats.permutation import Statistic as Permutation
from tarjih.stats.permuted_agreement import grouped_pearson, pooled_pearson


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
class PearsonBySegment:
    """Pearson's r over the systems of every segment, then the average of segments.

    Segments whose human scores are all equal are left out; where only the metric's
    are, it correlates 0.
    """

    def value(self, evidence: Evidence) -> F64:
        """Average over all segments."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Average over the segments of the blocks that were drawn."""
        segment, block = segments_of(evidence)
        values = np.full((len(evidence.scores), len(block)), np.nan)
        gold = human_scores(evidence)
        for number in range(len(block)):
            own = np.flatnonzero((segment == number) & ~np.isnan(gold))
            if len(set(gold[own].tolist())) > 1:
                r = pearson(gold[own], evidence.scores[:, own])
                values[:, number] = np.nan_to_num(r)
        return mean_of_segments(values, times[:, block])

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """Swap scores of entries."""
        segment, _ = segments_of(evidence)
        return grouped_pearson(evidence.scores, human_scores(evidence), segment)


@dataclass(frozen=True)
class OfEntries:
    """Any function of gold scores and metric scores, computed on entries."""

    compute: Callable[[Evidence, I64, I64], F64]

    def value(self, evidence: Evidence) -> F64:
        """Compute it on all entries."""
        return on_all(self, evidence)

    def resampled(self, evidence: Evidence, times: F64) -> F64:
        """Compute it on the entries of the segments that were drawn."""
        drawn = (drawn_entries(evidence, row) for row in times)
        return np.array([self.compute(evidence, *entries) for entries in drawn])

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None


def by_spearman(evidence: Evidence, entries: I64, copy: I64) -> F64:
    """Spearman's rho over all entries."""
    return spearman(human_scores(evidence)[entries], evidence.scores[:, entries])


def of_lists(tau: Callable[[F64, F64], float]) -> OfEntries:
    """Make a statistic of a function of two lists."""

    def compute(evidence: Evidence, entries: I64, copy: I64) -> F64:
        gold = human_scores(evidence)[entries]
        known = ~np.isnan(gold)
        return np.array([tau(gold[known], s[entries][known]) for s in evidence.scores])

    return OfEntries(compute)


def with_calibrated_ties(evidence: Evidence, entries: I64, copy: I64) -> F64:
    """Accuracy of pairs of a segment, ties calibrated on the same entries."""
    gold = human_scores(evidence)[entries]
    # a segment that was drawn twice is two groups
    segment = evidence.segment[entries] + copy * (evidence.segment.max() + 1)
    return np.array(
        [calibrated_accuracy(gold, s[entries], segment).value for s in evidence.scores]
    )
