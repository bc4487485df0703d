"""Values, intervals and significance of many metrics on many language pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.judgments import Judgments
from tarjih.judgments.unroll import Report
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.evidence import Evidence, gather
from tarjih.metaeval.scoring import Scorer
from tarjih.metaeval.significance import (
    TESTS,
    Average,
    default_resamples,
    p_values_of,
)
from tarjih.metaeval.statistics import get_statistic
from tarjih.stats.clusters import clusters
from tarjih.stats.multiple import benjamini_hochberg, holm
from tarjih.stats.resampling import SEED

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
    scored: Mapping[str, int]  # translations that people gave a score, if they did
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
    resamples: int | None = None,
    seed: int = SEED,
    alpha: float = 0.05,
    test: str = "auto",
    correction: str = "holm",
) -> Meta:
    """Compare what metrics say with what people said.

    The average over language pairs is plain ("macro") or weighted by judged pairs
    ("micro"). Metrics are compared on it by a `test` of `TESTS`; "auto" is the
    permutation test of Deutsch et al. (2021) where the statistic allows it, else the
    paired bootstrap. There are 1,000 `resamples` unless chosen, or more where so many
    metrics are compared that fewer could not show a difference.
    """
    for kind, value, known in (
        ("average", average, AVERAGES),
        ("test", test, (*TESTS, "auto")),
        ("correction", correction, CORRECTIONS),
    ):
        if value not in known:
            raise UnknownName(kind, value, known)
    chosen = get_statistic(statistic)
    _check_names(scorers)
    if resamples is None:
        resamples = default_resamples(
            len(scorers), alpha, corrected=correction != "none"
        )
    found = _gathered(judgments, scorers, gap, blocks)
    sizes = [len(e.first) if average == "micro" else 1 for e in found]
    mean = Average(chosen, found, np.array(sizes, np.float64) / sum(sizes))
    draws = mean.draws(resamples, seed)
    columns = [
        _column(e.name, value, drawn)
        for e, value, drawn in zip(found, mean.values(), draws, strict=True)
    ]
    overall = _column("average", mean.of(mean.values()), mean.of(draws))
    test = mean.best_test() if test == "auto" else test
    p_values = p_values_of(test, mean, mean.of(draws), seed)
    corrected = CORRECTIONS[correction](p_values)
    return Meta(
        statistic,
        [scorer.name for scorer in scorers],
        [scorer.recipe([e.key for e in found]) for scorer in scorers],
        columns,
        overall,
        corrected,
        clusters(overall.values, corrected, alpha),
        {e.name: e.report for e in found},
        {e.name: int(np.isfinite(e.gold).sum()) for e in found if e.gold is not None},
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
    found = _gathered(judgments, scorers, gap, "segment")
    return {
        rule: np.mean([get_statistic(rule).value(e) for e in found], axis=0)
        for rule in TAU_RULES
    }


def _gathered(
    judgments: Sequence[Judgments], scorers: Sequence[Scorer], gap: float, blocks: str
) -> list[Evidence]:
    tables = (gather(table, scorers, gap=gap, blocks=blocks) for table in judgments)
    return sorted(chain.from_iterable(tables), key=lambda evidence: evidence.key)


def _check_names(scorers: Sequence[Scorer]) -> None:
    names = [scorer.name for scorer in scorers]
    if not names:
        raise UsageError("no metrics were asked for")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two metrics are called {name!r}")


def _column(name: str, values: F64, draws: F64) -> Column:
    undefined = np.isnan(draws).any(axis=0)
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    low, high = (np.where(undefined, np.nan, bound) for bound in (low, high))
    return Column(name, values, low, high)
