"""What a table of judgments says by itself: of its judges, and of the systems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tarjih.judgments import Judgments, Preferences, unroll
from tarjih.judgments.numbering import number_rows
from tarjih.kernels.arrays import F64, I64
from tarjih.stats.agreement import Kappa, agreement, judge_tables
from tarjih.stats.bradley_terry import Strengths, bradley_terry
from tarjih.stats.ranking import expected_wins, tally, wins_ratio
from tarjih.stats.tau import tau


@dataclass(frozen=True)
class JudgeAgreement:
    """Kappas of one language pair, with P(E) of 1/3 and from the marginals."""

    inter: Kappa
    intra: Kappa
    inter_marginals: Kappa
    intra_marginals: Kappa
    judges: int
    tau: float  # Kendall's tau between two judges, averaged over those who share pairs
    tau_pairs: int


def judge_agreement(judgments: Judgments) -> dict[str, JudgeAgreement]:
    """Compare the relations that judges gave to the same two translations."""
    keys = judgments.keys()
    return {
        name: _agreement(judgments.select(keys.codes == code))
        for code, name in enumerate(keys.names)
    }


def _agreement(part: Judgments) -> JudgeAgreement:
    pairs = _of_known_judges(unroll(part)[0])
    items, relations = _items(pairs)
    names, judges = np.unique(pairs.judge.codes, return_inverse=True)
    judges = judges.reshape(-1).astype(np.int64)
    third = agreement(judges, items, relations)
    marginals = agreement(judges, items, relations, chance="marginals")
    tables = judge_tables(judges, items, relations, len(names))
    upper = np.triu_indices(len(names), 1)
    taus = tau(tables[upper], "wmt14")
    known = taus[~np.isnan(taus)]
    return JudgeAgreement(
        third.inter,
        third.intra,
        marginals.inter,
        marginals.intra,
        len(names),
        float(known.mean()) if len(known) else float("nan"),
        len(known),
    )


def _of_known_judges(pairs: Preferences) -> Preferences:
    """Leave out what nobody signed: it may be of one judge or of many."""
    named = np.array([bool(name) for name in pairs.judge.names], np.bool_)
    return pairs.select(named[pairs.judge.codes])


def _items(pairs: Preferences) -> tuple[I64, I64]:
    """Number segment and unordered pair of systems; relations in a fixed order."""
    first, second = pairs.first.codes, pairs.second.codes
    low, high = np.minimum(first, second), np.maximum(first, second)
    relations = np.where(first <= second, pairs.sign, -pairs.sign).astype(np.int64)
    return number_rows(pairs.segment, low, high)[0], relations


@dataclass(frozen=True)
class SystemScores:
    """What rankings say of the systems of one language pair."""

    systems: tuple[str, ...]
    expected_wins: F64
    wins_ratio: F64
    strengths: Strengths


def system_scores(judgments: Judgments, *, gap: float = 0.0) -> dict[str, SystemScores]:
    """Score the systems by their wins, and by Bradley and Terry's model."""
    keys = judgments.keys()
    return {
        name: _system_scores(judgments.select(keys.codes == code), gap)
        for code, name in enumerate(keys.names)
    }


def _system_scores(part: Judgments, gap: float) -> SystemScores:
    pairs, _ = unroll(part, gap=gap)
    codes = np.unique(np.concatenate([pairs.first.codes, pairs.second.codes]))
    first, second = (
        np.searchsorted(codes, side.codes) for side in (pairs.first, pairs.second)
    )
    wins, ties = tally(first, second, pairs.sign.astype(np.int64), len(codes))
    return SystemScores(
        tuple(pairs.first.names[code] for code in codes),
        expected_wins(wins, ties),
        wins_ratio(wins, ties),
        bradley_terry(wins, ties),
    )
