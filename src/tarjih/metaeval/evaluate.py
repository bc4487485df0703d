"""Values, intervals and significance of many metrics on many language pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.judgments import Judgments
from tarjih.judgments.unroll import Report
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence, gather
from tarjih.metaeval.scoring import Scorer
from tarjih.metaeval.statistics import AgreementStatistic, get_statistic
from tarjih.stats.clusters import clusters
from tarjih.stats.multiple import benjamini_hochberg, holm
from tarjih.stats.permutation import permutation_test
from tarjih.stats.resampling import SEED, draw_segments

CORRECTIONS: Mapping[str, Callable[[F64], F64]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": np.copy,
}
AVERAGES = ("macro", "micro")
TAU_RULES = ("wmt12", "wmt13", "wmt14", "xties")


@dataclass(frozen=True)
class Column:
    """The values of all metrics on one language pair, or their average."""

    name: str
    values: F64
    low: F64
    high: F64


@dataclass(frozen=True)
class Meta:
    """How well metrics agree with people; metrics are in the order given."""

    statistic: str
    metrics: Sequence[str]
    recipes: Sequence[str]
    columns: Sequence[Column]
    average: Column
    p_values: F64  # [a, b]: a is no better than b; one-sided, corrected
    ranks: I64
    reports: Mapping[str, Report]
    settings: Mapping[str, str]

    @property
    def order(self) -> list[int]:
        """The metrics from the best average to the worst."""
        return list(map(int, np.argsort(-self.average.values, kind="stable")))


def evaluate(
    judgments: Sequence[Judgments],
    scorers: Sequence[Scorer],
    *,
    statistic: str = "wmt12",
    gap: float = 0.0,
    blocks: str = "segment",
    average: str = "macro",
    resamples: int = 1000,
    seed: int = SEED,
    alpha: float = 0.05,
    correction: str = "holm",
) -> Meta:
    """Compare what metrics say with what people said.

    The average over language pairs is plain ("macro") or weighted by judged pairs
    ("micro"). Metrics are compared on it by the permutation test of Deutsch et al.
    (2021), where the statistic allows one, else by the paired bootstrap.
    """
    for kind, value, known in (
        ("average", average, AVERAGES),
        ("correction", correction, CORRECTIONS),
    ):
        if value not in known:
            raise UnknownName(kind, value, known)
    chosen = get_statistic(statistic)
    _check_names(scorers)
    found = [
        e for table in judgments for e in gather(table, scorers, gap=gap, blocks=blocks)
    ]
    sizes = [len(e.first) if average == "micro" else 1 for e in found]
    weights = np.array(sizes, np.float64) / sum(sizes)
    draws = [_resampled(chosen, e, resamples, seed + i) for i, e in enumerate(found)]
    values = [chosen.value(e) for e in found]
    columns = [
        _column(" ".join(e.key), value, drawn)
        for e, value, drawn in zip(found, values, draws, strict=True)
    ]
    mean = np.einsum("k,km->m", weights, np.stack(values))
    mean_draws = np.einsum("k,kbm->bm", weights, np.stack(draws))
    test, p_values = _permuted(chosen, found, weights, (resamples, seed))
    if p_values is None:
        test, p_values = "paired-bootstrap", _bootstrap_p(mean_draws)
    corrected = CORRECTIONS[correction](p_values)
    return Meta(
        statistic,
        [scorer.name for scorer in scorers],
        [scorer.recipe for scorer in scorers],
        columns,
        _column("average", mean, mean_draws),
        corrected,
        clusters(mean, corrected, alpha),
        {" ".join(e.key): e.report for e in found},
        {
            "statistic": statistic,
            **({"gap": f"{gap:g}"} if gap else {}),
            "average": average,
            "blocks": blocks,
            "test": test,
            "resamples": str(resamples),
            "seed": str(seed),
            "correction": correction,
            "alpha": f"{alpha:g}",
        },
    )


def sensitivity(
    judgments: Sequence[Judgments], scorers: Sequence[Scorer], *, gap: float = 0.0
) -> dict[str, F64]:
    """The plain averages under every rule for ties that WMT has used."""
    found = [e for table in judgments for e in gather(table, scorers, gap=gap)]
    return {
        rule: np.mean([get_statistic(rule).value(e) for e in found], axis=0)
        for rule in TAU_RULES
    }


def _check_names(scorers: Sequence[Scorer]) -> None:
    names = [scorer.name for scorer in scorers]
    if not names:
        raise UsageError("no metrics were asked for")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two metrics are called {name!r}")


def _resampled(
    statistic: AgreementStatistic, evidence: Evidence, resamples: int, seed: int
) -> F64:
    """The statistic on resamples of the blocks, (resamples, metrics)."""
    blocks = evidence.blocks
    return np.concatenate(
        [
            statistic.resampled(evidence, _times(draws, blocks))
            for draws in draw_segments(blocks, resamples, seed)
        ]
    )


def _times(draws: I64, blocks: int) -> F64:
    """How often each block was drawn, by resample."""
    cells = draws + np.arange(len(draws))[:, None] * blocks
    times = np.bincount(cells.ravel(), minlength=len(draws) * blocks)
    return times.reshape(len(draws), blocks).astype(np.float64)


def _column(name: str, values: F64, draws: F64) -> Column:
    undefined = np.isnan(draws).any(axis=0)
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    low, high = (np.where(undefined, np.nan, bound) for bound in (low, high))
    return Column(name, values, low, high)


def _permuted(
    statistic: AgreementStatistic,
    found: Sequence[Evidence],
    weights: F64,
    draws_and_seed: tuple[int, int],
) -> tuple[str, F64 | None]:
    """One-sided p-values of the differences of averages, where they can be permuted."""
    parts = [statistic.permutation(evidence) for evidence in found]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or len(found[0].scores) < 2:
        return "", None
    ends = np.cumsum([0, *(len(evidence.system) for evidence in found)])

    def average(bits: F64) -> F64:
        entries = map(slice, ends[:-1], ends[1:])
        scaled = zip(weights, known, entries, strict=True)
        total: F64 = sum(weight * part(bits[own]) for weight, part, own in scaled)
        return total

    draws, seed = draws_and_seed
    tested = permutation_test(average, int(ends[-1]), draws=draws, seed=seed)
    return "perm-both", tested.p_values


def _bootstrap_p(draws: F64) -> F64:
    not_better = (draws[:, :, None] <= draws[:, None, :]).sum(axis=0)
    p_values: F64 = (not_better + 1.0) / (len(draws) + 1)
    np.fill_diagonal(p_values, np.nan)
    return p_values
