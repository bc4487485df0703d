"""A metric's or people's scores of segments, documents or systems, by system.

    SYSTEM<TAB>SCORE           in the order of the segments, as mt-metrics-eval has it
    segment system bleu ...    with this header, as `tarjih score -sl -f tsv` prints it

Everything must be there: as many scores of each system as there are segments.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tarjih.errors import UnknownName
from tarjih.judgments.delimited import Header, blank_rows, headed, tab_rows
from tarjih.judgments.intake import Source, Unfit, number, opened, whole
from tarjih.judgments.output import open_output
from tarjih.kernels.arrays import F64
from tarjih.text.lines import Text

_NAMED = ("segment", "system")
Scores = dict[str, F64]
Scored = Iterator[tuple[int, tuple["int | None", str, float]]]


def read_scores(
    source: Source,
    *,
    segments: int | None = None,
    column: str | None = None,
    missing: bool = False,
) -> Scores:
    """Return each system's scores; all systems have equally many.

    `segments` is how many there must be, `column` the metric where there are several.
    `None` is a score only in what people judged: say `missing=True`.
    """
    file = opened(source)
    rows = _headed(file, column) if _has_header(file) else _plain(file, missing)
    scores: dict[str, list[float]] = {}
    for line, (segment, system, value) in rows:
        values = scores.setdefault(system, [])
        if segment not in (None, len(values) + 1):
            raise file.error(
                f"segment {segment} of {system}, where {len(values) + 1} is expected",
                line=line,
            )
        values.append(value)
    _check_lengths(file, scores, segments)
    return {system: np.array(values, np.float64) for system, values in scores.items()}


def write_scores(path: str | Path, scores: Scores) -> None:
    """Write `SYSTEM<TAB>SCORE`; NaN becomes `None`."""
    with open_output(path) as file:
        for system, values in scores.items():
            for value in values.tolist():
                file.write(f"{system}\t{None if math.isnan(value) else repr(value)}\n")


def _has_header(file: Text) -> bool:
    first = file.head.partition("\n")[0].rstrip("\r")
    return tuple(first.split("\t")[:2]) == _NAMED


def _plain(file: Text, missing: bool) -> Scored:
    for line, cells in blank_rows(file):
        if len(cells) != 2:
            raise file.error(
                f"expected a system and a score, found {len(cells)} fields", line=line
            )
        yield line, (None, cells[0], _score(file, line, cells[1], missing))


def _headed(file: Text, column: str | None) -> Scored:
    rows = tab_rows(file)
    header = headed(file, rows)
    name = _metric(header, column)
    for line, cells in rows:
        try:
            row = header.row(cells)
            segment = whole(row["segment"], "segment")
            value = number(row[name], name)
        except Unfit as error:
            raise file.error(f"{error}", line=line) from error
        yield line, (segment, row["system"], value)


def _metric(header: Header, column: str | None) -> str:
    metrics = [name for name in header.names if name not in _NAMED]
    if column is not None and column not in metrics:
        raise UnknownName("metric", column, metrics)
    if column is None and len(metrics) != 1:
        raise header.file.error(
            f"holds {len(metrics)} metrics ({', '.join(metrics)}): name one", line=1
        )
    return column or metrics[0]


def _score(file: Text, line: int, cell: str, missing: bool) -> float:
    try:
        return number(cell, "score", blank=("None",) if missing else ())
    except Unfit as error:
        hint = "; only human scores may be None" if cell == "None" else ""
        raise file.error(f"{error}{hint}", line=line) from error


def _check_lengths(
    file: Text, scores: dict[str, list[float]], segments: int | None
) -> None:
    if not scores:
        raise file.error("holds no scores")
    expected = segments or len(next(iter(scores.values())))
    whose = "the test set" if segments else next(iter(scores))
    for system, values in scores.items():
        if len(values) != expected:
            raise file.error(
                f"{system} has {len(values):,} scores, {whose} has {expected:,}"
            )
