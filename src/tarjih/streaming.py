"""Scoring of files of any length: read a chunk, add its rows, forget it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import methodcaller

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels.arrays import F64
from tarjih.scoring import CHUNK, count_references, fit_metrics, map_in_order
from tarjih.stats.resampling import Interval, bootstrap
from tarjih.text.batch import Batch
from tarjih.text.columns import Column
from tarjih.text.parallel import chunks, references, texts
from tarjih.text.reader import Value
from tarjih.text.references import References
from tarjih.types import Metric, Rows, must_fit

_ENDS_SPACED = methodcaller("endswith", " .")
_HOLDS_TAB = methodcaller("__contains__", "\t")


@dataclass(frozen=True)
class Chunk:
    """A few segments of every system: rows by metric, (systems, segments, numbers)."""

    rows: Mapping[str, Rows]
    systems: Sequence[str]
    labels: Sequence[str]
    reference_counts: frozenset[int]
    spaced_stops: Sequence[int]  # lines of every system that end in " ."
    tabbed: Sequence[int]  # lines of every system that hold a tab

    def __len__(self) -> int:
        return len(next(iter(self.rows.values()))[0])


@dataclass(frozen=True)
class Job:
    """Systems to score against references, both read as they are needed."""

    systems: Mapping[str, Column]
    references: Sequence[Column]
    metrics: Mapping[str, Metric]
    labels: Column | None = None
    threads: int = 1

    def run(self) -> Iterator[Chunk]:
        """Yield the rows of one chunk of segments after another."""
        metrics = fit_metrics(self.metrics, self._reference_batches)

        def work(chunk: _Texts) -> Chunk:
            batch = Batch.of_systems(chunk.systems, chunk.references)
            shape = (len(chunk.systems), len(chunk.references), -1)
            rows = {n: m.stats(batch).reshape(shape) for n, m in metrics.items()}
            return Chunk(
                rows,
                list(self.systems),
                chunk.labels,
                frozenset(map(len, chunk.references)),
                [sum(map(_ENDS_SPACED, lines)) for lines in chunk.systems],
                [sum(map(_HOLDS_TAB, lines)) for lines in chunk.systems],
            )

        yield from map_in_order(work, self._texts(), self.threads)

    def _texts(self) -> Iterator[_Texts]:
        columns = [*self.references, *self.systems.values()]
        names = [*self._reference_names(), *self.systems]
        if self.labels is not None:
            columns.append(self.labels)
            names.append(self.labels.name)
        done = 0
        for block in chunks(columns, names, max(1, CHUNK // len(self.systems))):
            yield self._chunk(block, names, done)
            done += len(block[0])

    def _chunk(self, block: list[list[Value]], names: list[str], done: int) -> _Texts:
        count = len(self.references)
        singles = [
            texts(values, done + 1, name)
            for name, values in zip(names[count:], block[count:], strict=True)
        ]
        systems = singles[: len(self.systems)]
        labels = singles[-1] if self.labels is not None else []
        return _Texts(systems, self._merge(block[:count], done), labels)

    def _merge(self, block: list[list[Value]], done: int) -> list[References]:
        """Join the reference columns of a block by segment."""
        return references(block, done + 1, self._reference_names())

    def _reference_batches(self) -> Iterator[Batch]:
        if any(column.path == "-" for column in self.references):
            names = [n for n, m in self.metrics.items() if must_fit(m)]
            raise UsageError(
                f"{', '.join(names)} reads the references twice: give a file, not '-'"
            )
        done = 0
        for block in chunks(self.references, self._reference_names(), CHUNK):
            segments = self._merge(block, done)
            yield Batch.of_lines(chain.from_iterable(segments))
            done += len(segments)

    def _reference_names(self) -> list[str]:
        return [column.name for column in self.references]


@dataclass(frozen=True)
class _Texts:
    systems: list[list[str]]
    references: list[References]
    labels: list[str]


@dataclass
class Totals:
    """What remains of the chunks: sums of rows, by system, metric and label."""

    metrics: Mapping[str, Metric]
    keep_rows: bool = False
    segments: int = 0
    systems: Sequence[str] = ()
    spaced_stops: Sequence[int] = ()
    tabbed: Sequence[int] = ()
    sums: dict[str, Rows] = field(default_factory=dict)
    groups: dict[str, dict[str, Rows]] = field(default_factory=dict)
    group_sizes: dict[str, int] = field(default_factory=dict)
    reference_counts: set[int] = field(default_factory=set)
    _kept: dict[str, list[Rows]] = field(default_factory=dict)

    def add(self, chunk: Chunk) -> None:
        """Add the rows of a chunk."""
        self.segments += len(chunk)
        self.systems = chunk.systems
        self.spaced_stops = _add(self.spaced_stops, chunk.spaced_stops)
        self.tabbed = _add(self.tabbed, chunk.tabbed)
        self.reference_counts |= chunk.reference_counts
        for name, rows in chunk.rows.items():
            self.sums[name] = self.sums.get(name, 0.0) + rows.sum(axis=1)
            if self.keep_rows:
                self._kept.setdefault(name, []).append(rows)
        if chunk.labels:
            self._add_groups(chunk)

    def score(self, name: str, system: int) -> float:
        """The score of a system on all segments."""
        return float(self.metrics[name].score(self.sums[name][system]))

    def group_score(self, label: str, name: str, system: int) -> float:
        """The score of a system on the segments with a label."""
        return float(self.metrics[name].score(self.groups[label][name][system]))

    def interval(self, name: str, system: int, resamples: int, seed: int) -> Interval:
        """The bootstrap interval of a system's score."""
        rows: F64 = np.concatenate([rows[system] for rows in self._kept[name]])
        score = self.metrics[name].score
        return bootstrap(rows, score, resamples=resamples, seed=seed)

    @property
    def nrefs(self) -> str:
        """How many references the segments had."""
        return count_references(set(self.reference_counts))

    def _add_groups(self, chunk: Chunk) -> None:
        labels = np.array(chunk.labels, dtype=object)
        for label in dict.fromkeys(chunk.labels):
            chosen = labels == label
            sums = self.groups.setdefault(label, {})
            self.group_sizes[label] = self.group_sizes.get(label, 0) + int(chosen.sum())
            for name, rows in chunk.rows.items():
                sums[name] = sums.get(name, 0.0) + rows[:, chosen].sum(axis=1)


def _add(before: Sequence[int], more: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(before or [0] * len(more), more, strict=True)]
