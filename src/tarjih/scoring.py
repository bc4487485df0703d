"""From texts to scores: batches in, rows out, and the numbers that rows become."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from tarjih._extras import require
from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64
from tarjih.metrics import METRICS
from tarjih.report.tables import Table, to_latex, to_markdown, to_tsv
from tarjih.stats.resampling import SEED, Interval, bootstrap
from tarjih.text.batch import Batch
from tarjih.text.references import (
    ReferenceStreams,
    SegmentReferences,
    by_segment,
    check_hypotheses,
)
from tarjih.types import ForSegments, Metric, Rows, Signature, Verbose, must_fit

CHUNK = 2048  # comparisons a batch: its tokens and tables stay in the cache

Metrics = Mapping[str, Metric] | Sequence[str | Metric]
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Score:
    """One metric of one system: the rows, and every number that follows from them."""

    metric: Metric
    rows: Rows
    nrefs: str

    @cached_property
    def corpus(self) -> float:
        """The score of the whole test set."""
        return float(self.metric.score(self.rows.sum(axis=0)))

    @cached_property
    def segments(self) -> F64:
        """The score of every segment."""
        return segment_metric(self.metric).score(self.rows)

    @cached_property
    def interval(self) -> Interval:
        """The 95 % bootstrap interval of the corpus score, from 1,000 resamples."""
        return self.bootstrap()

    def bootstrap(
        self, resamples: int = 1000, confidence: float = 0.95, seed: int = SEED
    ) -> Interval:
        """Resample the segments for a confidence interval of the corpus score."""
        return bootstrap(
            self.rows,
            self.metric.score,
            resamples=resamples,
            confidence=confidence,
            seed=seed,
        )

    @property
    def signature(self) -> Signature:
        """Everything needed to reproduce the corpus score."""
        return signature(self.metric, self.nrefs)

    @property
    def segment_signature(self) -> Signature:
        """Everything needed to reproduce the segment scores."""
        return signature(segment_metric(self.metric), self.nrefs)

    @property
    def verbose(self) -> str:
        """The details of the corpus score, such as BLEU's precisions; often empty."""
        return verbose(self.metric, self.rows.sum(axis=0))


class Scores(Mapping[str, Score]):
    """The scores of one system, by the names under which metrics were asked for."""

    def __init__(self, scores: Mapping[str, Score]) -> None:
        self._scores = dict(scores)

    def __getitem__(self, name: str) -> Score:
        return self._scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}: {s.corpus:.2f}" for name, s in self.items())
        return f"Scores({numbers})"

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Corpus score, signature and segment scores of every metric, as plain data."""
        return {
            name: {
                "score": score.corpus,
                "signature": str(score.signature),
                "segments": score.segments.tolist(),
            }
            for name, score in self.items()
        }

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def to_numpy(self) -> F64:
        """Segment scores, one column a metric."""
        return np.column_stack([score.segments for score in self.values()])

    def to_tsv(self) -> str:
        """Segment scores, one line a segment under a line of names."""
        numbers = self.to_numpy()
        cells = [[str(i), *map(repr, row)] for i, row in enumerate(numbers.tolist(), 1)]
        return to_tsv(Table(["segment", *self], cells))

    def to_markdown(self) -> str:
        """A table of corpus scores with their intervals."""
        return to_markdown(self._table())

    def to_latex(self) -> str:
        """A booktabs table of corpus scores with their intervals."""
        return to_latex(self._table())

    def to_frame(self, library: str = "pandas") -> Any:
        """Segment scores as a data frame of pandas or polars."""
        if library not in ("pandas", "polars"):
            raise UsageError(f"a frame is made by pandas or polars, not by {library!r}")
        module = require(library, extra=library, feature=f"a {library} frame")
        return module.DataFrame({name: score.segments for name, score in self.items()})

    def _table(self) -> Table:
        rows = [
            [
                score.metric.name,
                f"{score.corpus:.2f} ± {score.interval.half_width:.2f}",
                str(score.signature),
            ]
            for score in self.values()
        ]
        return Table(["metric", "score", "signature"], rows)


def score(
    hypotheses: Sequence[str],
    refs: SegmentReferences | None = None,
    *,
    ref_streams: ReferenceStreams | None = None,
    metrics: Metrics = ("bleu",),
    threads: int = 1,
) -> Scores:
    """Score the hypotheses of one system against their references.

    `refs` holds the references of each segment, `refs=[[a1, b1], [a2], ...]`;
    `ref_streams` whole translations, `ref_streams=[[a1, a2, ...], [b1, b2, ...]]`.
    A missing reference is None. `metrics` are names (`tarjih metrics` lists them),
    metrics such as `Bleu(tokenize="intl")`, or a mapping of your own names to metrics.
    """
    texts = check_hypotheses(hypotheses)
    references = by_segment(len(texts), refs, ref_streams)
    if not texts:
        raise UsageError("there is nothing to score: no hypotheses were given")
    named = fit_metrics(resolve_metrics(metrics), lambda: reference_batches(references))
    size = _chunk_size(len(texts), threads)
    batches = (
        Batch.of(texts[i : i + size], references[i : i + size])
        for i in range(0, len(texts), size)
    )
    rows = list(rows_of(batches, list(named.values()), threads))
    nrefs = count_references(set(map(len, references)))
    return Scores(
        {
            name: Score(metric, np.concatenate([chunk[i] for chunk in rows]), nrefs)
            for i, (name, metric) in enumerate(named.items())
        }
    )


def _chunk_size(segments: int, threads: int) -> int:
    """A few chunks for every thread, so that they end at about the same time."""
    return CHUNK if threads <= 1 else min(CHUNK, segments // (4 * threads) + 1)


def resolve_metrics(metrics: Metrics) -> dict[str, Metric]:
    """Turn names and metrics into metrics by name."""
    if isinstance(metrics, Mapping):
        return dict(metrics)
    if isinstance(metrics, str):
        raise UsageError(f"metrics is a list: metrics=[{metrics!r}]")
    named: dict[str, Metric] = {}
    for asked in metrics:
        metric = METRICS.create(asked) if isinstance(asked, str) else asked
        name = (asked if isinstance(asked, str) else metric.name).lower()
        if name in named:
            raise UsageError(
                f"two metrics are called {name!r}; name them yourself: "
                "metrics={'mine': ..., 'other': ...}"
            )
        named[name] = metric
    if not named:
        raise UsageError("no metrics were asked for")
    return named


def fit_metrics(
    metrics: Mapping[str, Metric], references: Callable[[], Iterable[Batch]]
) -> dict[str, Metric]:
    """Fit the metrics that must see the reference corpus first."""
    return {
        name: metric.fit(references()) if must_fit(metric) else metric
        for name, metric in metrics.items()
    }


def reference_batches(references: Iterable[Sequence[str]]) -> Iterator[Batch]:
    """Batches of reference lines, for `fit`."""
    yield Batch.of_lines(chain.from_iterable(references))


def rows_of(
    batches: Iterable[Batch], metrics: Sequence[Metric], threads: int = 1
) -> Iterator[list[Rows]]:
    """Yield the rows of every metric, batch by batch and in order."""

    def stats(batch: Batch) -> list[Rows]:
        return [metric.stats(batch) for metric in metrics]

    return map_in_order(stats, batches, threads)


def map_in_order(
    work: Callable[[T], U], items: Iterable[T], threads: int
) -> Iterator[U]:
    """Map on threads, keeping order and only a few items in memory."""
    if threads <= 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        running: deque[Any] = deque()
        for item in items:
            running.append(pool.submit(work, item))
            if len(running) > 2 * threads:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def segment_metric(metric: Metric) -> Metric:
    """The metric that scores single segments."""
    return metric.for_segments() if isinstance(metric, ForSegments) else metric


def verbose(metric: Metric, row: Rows) -> str:
    """What a metric has to say about a row; often nothing."""
    return metric.verbose(row) if isinstance(metric, Verbose) else ""


def signature(metric: Metric, nrefs: str, **more: object) -> Signature:
    """The recipe of a metric's number: references, parameters, version."""
    from tarjih import __version__

    return Signature.of(
        {"nrefs": nrefs},
        more,
        metric.parameters(),
        {"version": f"tarjih-{__version__}"},
    )


def count_references(counts: set[int]) -> str:
    """How many references a segment has; `var` where that differs."""
    return str(counts.pop()) if len(counts) == 1 else "var"
