"""How a metric agrees with people at every threshold it may have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol, runtime_checkable

import numpy as np

from tarjih.errors import UsageError
from tarjih.judgments import Judgments
from tarjih.kernels.arrays import F64
from tarjih.metaeval.evidence import gather
from tarjih.metaeval.scoring import MetricScorer
from tarjih.metaeval.statistics import get_statistic
from tarjih.text.batch import Batch
from tarjih.types import Fittable, Metric, Rows, must_fit


@runtime_checkable
class Thresholded(Protocol):
    """A metric that scores segments at many thresholds for the price of a few."""

    def sweep(self, batch: Batch, thresholds: Sequence[float]) -> F64:
        """Return segment scores, one row a threshold."""


@dataclass(frozen=True)
class Sweep:
    """The values of a statistic by threshold, and by threshold and language pair."""

    metric: str
    recipe: str
    statistic: str
    thresholds: Sequence[float]
    names: Sequence[str]
    values: F64  # (thresholds, names)

    @property
    def averages(self) -> F64:
        """The plain average over language pairs at each threshold."""
        return np.asarray(self.values.mean(axis=1))

    @property
    def best(self) -> int:
        """Where the average is largest; of equal ones the first."""
        return int(np.argmax(np.round(self.averages, 12)))


def sweep(
    judgments: Iterable[Judgments],
    metric: Metric,
    thresholds: Sequence[float],
    *,
    statistics: Sequence[str] = ("wmt12",),
    gap: float = 0.0,
    threads: int = 1,
    reference: str | None = None,
) -> list[Sweep]:
    """Compare a metric at many thresholds with people, by each of the statistics."""
    if not (isinstance(metric, Thresholded) and thresholds):
        raise UsageError(f"{metric.name} has no threshold to choose")
    chosen = [get_statistic(name) for name in statistics]
    everywhere = _Everywhere(metric, tuple(thresholds))
    scorer = MetricScorer(everywhere, threads, reference)
    tables = (gather(table, [scorer], gap=gap) for table in judgments)
    found = sorted(chain.from_iterable(tables), key=lambda evidence: evidence.key)
    # the scores of a threshold are taken for those of a metric
    found = [replace(evidence, scores=evidence.scores[0]) for evidence in found]
    recipe = scorer.recipe([evidence.key for evidence in found])
    return [
        Sweep(
            metric.name,
            recipe,
            name,
            thresholds,
            [evidence.name for evidence in found],
            np.stack([statistic.value(evidence) for evidence in found], axis=1),
        )
        for name, statistic in zip(statistics, chosen, strict=True)
    ]


@dataclass(frozen=True)
class _Everywhere:
    """A metric at many thresholds, whose scores are a row for each."""

    metric: Metric
    thresholds: tuple[float, ...]

    higher_is_better = True

    @property
    def name(self) -> str:
        return self.metric.name

    @property
    def fitted(self) -> bool:
        return not must_fit(self.metric)

    def fit(self, batches: Iterable[Batch]) -> _Everywhere:
        assert isinstance(self.metric, Fittable)  # noqa: S101  else it is fitted
        return replace(self, metric=self.metric.fit(batches))

    def stats(self, batch: Batch) -> Rows:
        assert isinstance(self.metric, Thresholded)  # noqa: S101  checked by `sweep`
        return self.metric.sweep(batch, self.thresholds).T

    def score(self, rows: Rows) -> Rows:
        return rows.T

    def parameters(self) -> dict[str, str]:
        return {**self.metric.parameters(), "thr": "swept"}
