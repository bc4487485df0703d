"""Statistics of judged pairs: tau by every rule for ties, and accuracy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence
from tarjih.metaeval.statistics.protocol import on_all
from tarjih.metaeval.statistics.segments import mean_of_segments, segments_of
from tarjih.stats.permutation import Statistic as Permutation
from tarjih.stats.permuted_agreement import pair_agreement
from tarjih.stats.tau import TieRule, count_pairs, credited


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
        segment, block = segments_of(evidence)
        taus = credited(_tables(evidence, segment, len(block)), self.rule)
        return mean_of_segments(taus, times[:, block])

    def permutation(self, evidence: Evidence) -> Permutation | None:
        """There is none: the bootstrap compares."""
        return None


def _tables(evidence: Evidence, group: I64, groups: int) -> F64:
    """A 3 x 3 table for every metric and group of entries."""
    of_pair, sign = group[evidence.first], evidence.sign
    return np.stack(
        [
            count_pairs(sign, scores, evidence.weight, of_pair, groups)
            for scores in evidence.differences()
        ]
    )
