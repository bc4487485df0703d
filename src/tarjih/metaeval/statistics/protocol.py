"""What a statistic of agreement is."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tarjih.kernels.arrays import F64
from tarjih.metaeval.evidence import Evidence
from tarjih.stats.permutation import Statistic as Permutation


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
