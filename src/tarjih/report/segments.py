"""Segment scores, written as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tarjih.report.tables import tsv_cell
from tarjih.types import Metric, Rows, Signature, Verbose

SEGMENT_FORMATS = ("text", "tsv", "jsonl", "json")


@dataclass
class SegmentWriter:
    """Writes a line for each segment of each system.

    `text` is sacreBLEU's line, for one metric of one system; with more it becomes
    `tsv`.
    """

    write: Callable[[str], object]
    form: str
    systems: Sequence[str]
    metrics: Mapping[str, Metric]
    width: int
    score_only: bool = False
    segments: int = 0

    def __post_init__(self) -> None:
        if self.form == "text" and len(self.systems) * len(self.metrics) > 1:
            self.form = "tsv"
        if self.form == "tsv":
            names = [metric.name for metric in self.metrics.values()]
            self.write("\t".join(["segment", "system", *map(tsv_cell, names)]) + "\n")

    def add(
        self, rows: Mapping[str, Rows], signatures: Mapping[str, Signature]
    ) -> None:
        """Write the segments of one chunk, rows by metric and system."""
        scores = {n: metric.score(rows[n]) for n, metric in self.metrics.items()}
        count = len(next(iter(rows.values()))[0])
        for i in range(count):
            self.segments += 1
            for s, system in enumerate(self.systems):
                numbers = {n: float(scores[n][s, i]) for n in self.metrics}
                details = {n: rows[n][s, i] for n in self.metrics}
                self.write(self._line(system, numbers, details, signatures))

    def close(self) -> None:
        """End a JSON list."""
        if self.form == "json":
            self.write("\n]\n" if self.segments else "[]\n")

    def _line(
        self,
        system: str,
        scores: Mapping[str, float],
        rows: Mapping[str, Rows],
        signatures: Mapping[str, Signature],
    ) -> str:
        if self.form == "text":
            ((name, metric),) = self.metrics.items()
            number = f"{scores[name]:.{self.width}f}"
            if self.score_only:
                return f"{number}\n"
            line = f"{metric.name}|{signatures[name]} = {number}"
            more = metric.verbose(rows[name]) if isinstance(metric, Verbose) else ""
            return f"{line} {more}\n" if more else f"{line}\n"
        if self.form == "tsv":
            cells = [f"{score:.{self.width}f}" for score in scores.values()]
            return "\t".join([str(self.segments), tsv_cell(system), *cells]) + "\n"
        found: dict[str, object] = {"segment": self.segments, "system": system}
        for name, score in scores.items():
            found[self.metrics[name].name] = float(f"{score:.{self.width}f}")
        text = json.dumps(found, ensure_ascii=False)
        if self.form == "jsonl":
            return text + "\n"
        first = self.segments == 1 and system == self.systems[0]
        return f"[\n{text}" if first else f",\n{text}"
