"""The statistics of agreement, each in two steps: rows of segments, and their score.

As metrics do, a statistic turns a segment into a row of numbers for every metric, and
sums of rows into its value; so resampling segments costs a matrix product. Those that
are no function of sums (ranks, calibrated ties) are computed anew on the entries drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tarjih.errors import UnknownName
from tarjih.metaeval.statistics.of_pairs import MeanOfSegments, PairRule
from tarjih.metaeval.statistics.of_scores import (
    OfEntries,
    PearsonBySegment,
    PooledPearson,
    by_spearman,
    of_lists,
    with_calibrated_ties,
)
from tarjih.metaeval.statistics.of_systems import (
    OfSystems,
    SoftPairwiseAccuracy,
    kendall,
)
from tarjih.metaeval.statistics.protocol import AgreementStatistic
from tarjih.stats.correlation import pearson, spearman
from tarjih.stats.kendall import tau_b, tau_c
from tarjih.stats.permuted_agreement import system_accuracy
from tarjih.stats.tau import TIE_RULES, TieRule

_JUDGED = np.array([[1.0], [0.0], [1.0]])  # pairs that people did not call equal
_ACCURACY = TieRule(np.eye(3) * _JUDGED, np.ones((3, 3)) * _JUDGED)

STATISTICS: Mapping[str, tuple[AgreementStatistic, str]] = {
    **{
        name: (PairRule(rule), f"tau over judged pairs, by the rule of {name}")
        for name, rule in TIE_RULES.items()
    },
    "accuracy": (
        PairRule(_ACCURACY),
        "share of judged pairs that the metric orders as people do",
    ),
    "sentence-tau": (
        MeanOfSegments(TIE_RULES["wmt14"]),
        "tau of every segment, averaged (Bouamor et al. 2014)",
    ),
    "acc-eq": (
        OfEntries(with_calibrated_ties),
        "pairwise accuracy with calibrated ties (Deutsch et al. 2023)",
    ),
    "pearson": (PooledPearson(), "Pearson's r of segment scores"),
    "pearson-by-segment": (
        PearsonBySegment(),
        "Pearson's r of the systems of a segment, averaged over segments",
    ),
    "tau-b": (of_lists(tau_b), "Kendall's tau-b of segment scores"),
    "tau-c": (of_lists(tau_c), "Stuart's tau-c of segment scores"),
    "spearman": (OfEntries(by_spearman), "Spearman's rho of segment scores"),
    "sys-pearson": (OfSystems(pearson), "Pearson's r of system scores"),
    "sys-spearman": (
        OfSystems(spearman),
        "Spearman's rho of system scores",
    ),
    "sys-tau": (OfSystems(kendall), "Kendall's tau of system scores"),
    "sys-accuracy": (
        OfSystems(system_accuracy),
        "share of pairs of systems ordered alike (Kocmi et al. 2021)",
    ),
    "sys-soft-accuracy": (
        SoftPairwiseAccuracy(),
        "agreement of p-values of pairs of systems (Thompson et al. 2024)",
    ),
}


def get_statistic(name: str) -> AgreementStatistic:
    """Return a statistic by its name."""
    if name not in STATISTICS:
        raise UnknownName("statistic", name, STATISTICS)
    return STATISTICS[name][0]
