"""Meta-evaluation as tables and as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from tarjih.kernels.arrays import F64
from tarjih.metaeval.evaluate import Column, Meta
from tarjih.report.tables import Table


def summary(meta: Meta, width: int) -> Table:
    """Metrics from best to worst by language pair, with average, interval and rank."""
    columns = meta.columns if len(meta.columns) > 1 else []
    names = _short_names([column.name for column in columns])
    header = ["Metric", *names, meta.statistic, "95 % interval", "Rank"]
    rows = [
        [
            meta.metrics[i],
            *(_number(column.values[i], width) for column in columns),
            _number(meta.average.values[i], width),
            _interval(meta.average, i, width),
            str(meta.ranks[i]),
        ]
        for i in meta.order
    ]
    return Table(header, rows)


def by_pair(meta: Meta, width: int) -> Table:
    """Every value with its interval, one line each."""
    columns = [*meta.columns, meta.average]
    rows = [
        [
            column.name,
            meta.metrics[i],
            _number(column.values[i], width),
            _number(column.low[i], width),
            _number(column.high[i], width),
            str(meta.ranks[i]) if column is meta.average else "",
        ]
        for column in columns
        for i in meta.order
    ]
    return Table(["set", "metric", meta.statistic, "low", "high", "rank"], rows)


def places(averages: Mapping[str, F64], metrics: Sequence[str], width: int) -> Table:
    """The average and the place of every metric under each rule for ties."""
    ranked = {rule: _places(values) for rule, values in averages.items()}
    order = np.argsort(-next(iter(averages.values())), kind="stable")
    rows = [
        [
            metrics[i],
            *(
                f"{_number(averages[rule][i], width)} ({ranked[rule][i]})"
                for rule in averages
            ),
        ]
        for i in order
    ]
    return Table(["Metric", *averages], rows)


def to_dict(meta: Meta) -> dict[str, Any]:
    """Everything, as plain data; undefined numbers are null."""
    columns = {column.name: column for column in meta.columns}
    metrics = [
        {
            "name": meta.metrics[i],
            "recipe": meta.recipes[i],
            "rank": int(meta.ranks[i]),
            "average": _cell(meta.average, i),
            "values": {name: _cell(column, i) for name, column in columns.items()},
        }
        for i in meta.order
    ]
    p_values = {
        meta.metrics[a]: {
            meta.metrics[b]: _plain(meta.p_values[a, b]) for b in meta.order if a != b
        }
        for a in meta.order
    }
    return {
        "settings": dict(meta.settings),
        "metrics": metrics,
        "p_values": p_values,
        "pairs": {name: asdict(report) for name, report in meta.reports.items()},
        "scored": dict(meta.scored),
    }


def notes(meta: Meta) -> list[str]:
    """What stands below the table: settings, judgments and recipes."""
    settings = "|".join(f"{key}:{value}" for key, value in meta.settings.items())
    scored = {name: f"{count:,} scores, " for name, count in meta.scored.items()}
    pairs = [
        f"{name}: {scored.get(name, '')}{report.kept - report.ties:,} pairs and "
        f"{report.ties:,} ties"
        for name, report in meta.reports.items()
    ]
    recipes = [f"{n}|{r}" for n, r in zip(meta.metrics, meta.recipes, strict=True)]
    return [settings, *pairs, *recipes]


def _short_names(names: Sequence[str]) -> list[str]:
    """Leave the test set out where there is one only."""
    sets = {name.rpartition(" ")[0] for name in names}
    return [name.rpartition(" ")[2] for name in names] if len(sets) == 1 else [*names]


def _places(values: F64) -> list[int]:
    return [int((values > value).sum()) + 1 for value in values]


def _number(value: float, width: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{width}f}"


def _interval(column: Column, i: int, width: int) -> str:
    low, high = column.low[i], column.high[i]
    return f"{_number(low, width)} to {_number(high, width)}"


def _cell(column: Column, i: int) -> dict[str, float | None]:
    return {
        "value": _plain(column.values[i]),
        "low": _plain(column.low[i]),
        "high": _plain(column.high[i]),
    }


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
