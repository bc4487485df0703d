"""What metrics say of the translations that people judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from tarjih.errors import DataError, UsageError
from tarjih.judgments.scores import read_scores
from tarjih.judgments.texts import TextKey, Texts
from tarjih.kernels.arrays import F64
from tarjih.scoring import (
    CHUNK,
    fit_metrics,
    reference_batches,
    rows_of,
    segment_metric,
    signature,
)
from tarjih.text.batch import Batch
from tarjih.types import ForLanguage, Metric

Item = tuple[str, int]  # a system, and a segment counted from 1


def name_of(key: TextKey) -> str:
    """A test set and its language pair, where it has one, as messages call them."""
    return " ".join(filter(None, key))


class Scorer(Protocol):
    """Gives every judged translation a number; larger is better."""

    @property
    def name(self) -> str:
        """What tables call it."""

    def recipe(self, keys: Sequence[TextKey]) -> str:
        """What its numbers of these test sets and language pairs depend on."""

    def score(self, key: TextKey, texts: Texts | None, items: Sequence[Item]) -> F64:
        """Return one score an item of a test set and language pair."""


@dataclass(frozen=True)
class MetricScorer:
    """One of our metrics, computed on the texts; error rates change their sign.

    `reference` names the one to score against, where there are several.
    """

    metric: Metric
    threads: int = 1
    reference: str | None = None

    @property
    def name(self) -> str:
        """The name of the metric."""
        return self.metric.name

    def recipe(self, keys: Sequence[TextKey]) -> str:
        """The signature of its segment scores, or those of each target language."""
        found = dict.fromkeys(self._signature(key) for key in keys)
        return "; ".join(found)

    def _signature(self, key: TextKey) -> str:
        metric = segment_metric(self._spoken(key))
        if self.reference is None:
            return str(signature(metric, "all"))
        return f"ref:{self.reference}|{signature(metric, '1')}"

    def score(self, key: TextKey, texts: Texts | None, items: Sequence[Item]) -> F64:
        """Score each item against the references of its segment."""
        if texts is None:
            raise UsageError(
                f"{self.name} needs the texts of {name_of(key)}, which were not found "
                "(--texts); files of segment scores can be evaluated without"
            )
        hypotheses = [texts.hypothesis(*item) for item in items]
        references = [texts.reference(segment, self.reference) for _, segment in items]
        metric = self._fitted(self._spoken(key), texts)
        batches = (
            Batch.of(hypotheses[i : i + CHUNK], references[i : i + CHUNK])
            for i in range(0, len(items), CHUNK)
        )
        rows = [chunk[0] for chunk in rows_of(batches, [metric], self.threads)]
        scores = segment_metric(metric).score(np.concatenate(rows))
        return scores if metric.higher_is_better else -scores

    def _spoken(self, key: TextKey) -> Metric:
        """The metric for the language of these translations."""
        target = key[1].rpartition("-")[2]
        if target and isinstance(self.metric, ForLanguage):
            return self.metric.for_language(target)
        return self.metric

    def _fitted(self, metric: Metric, texts: Texts) -> Metric:
        everything = [
            texts.reference(number + 1, self.reference) for number in range(len(texts))
        ]
        metrics = {self.name: metric}
        return fit_metrics(metrics, lambda: reference_batches(everything))[self.name]


@dataclass(frozen=True)
class ScoreFile:
    """Segment scores that somebody else has computed, larger is better.

    `{lp}` in the path stands for the language pair, where there are several.
    """

    path: str
    column: str | None = None

    @property
    def name(self) -> str:
        """The name of the file, or of its column."""
        return self.column or Path(self.path).name.partition(".")[0]

    def recipe(self, keys: Sequence[TextKey]) -> str:
        """The file."""
        return self.path

    def score(self, key: TextKey, texts: Texts | None, items: Sequence[Item]) -> F64:
        """Look every item up."""
        path = self.path.replace("{lp}", key[1])
        segments = len(texts) if texts is not None else None
        found = read_scores(path, segments=segments, column=self.column)
        return np.array([self._look_up(path, found, item) for item in items])

    @staticmethod
    def _look_up(path: str, found: dict[str, F64], item: Item) -> float:
        system, segment = item
        if system not in found:
            raise DataError(f"has no scores of the judged system {system!r}", path=path)
        if segment > len(found[system]):
            raise DataError(
                f"has {len(found[system]):,} scores of {system}, but segment "
                f"{segment:,} was judged",
                path=path,
            )
        return float(found[system][segment - 1])


def as_scorer(
    metric: Metric | Scorer, threads: int = 1, reference: str | None = None
) -> Scorer:
    """Wrap a metric; what scores already stays.

    `reference` names the one to score against; all serve unless it is given.
    """
    if isinstance(metric, (MetricScorer, ScoreFile)):
        return metric
    return MetricScorer(cast("Metric", metric), threads, reference)
