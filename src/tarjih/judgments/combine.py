"""Several scores of one translation become one."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from tarjih.judgments.numbering import number_rows
from tarjih.judgments.table import Judgments
from tarjih.kernels.arrays import F64, I32, I64


def combine(
    judgments: Judgments, how: Literal["sum", "mean"], *, each_judge: bool = False
) -> Judgments:
    """Join the scores of a system for a segment, or those of each judge alone.

    A blank counts only where there is nothing else. A score that was joined from
    several rows has no judge, unless it is that of one judge alone.
    """
    columns: list[I32 | I64] = [
        judgments.test_set.codes,
        judgments.pair.codes,
        judgments.segment,
        judgments.system.codes,
    ]
    if each_judge:
        columns.append(judgments.judge.codes)
    groups, first = number_rows(*columns)
    if len(first) == len(judgments):
        return judgments
    values = _joined(judgments.value, groups, how)
    joined = replace(judgments.select(first), value=values)
    if each_judge:
        return joined
    return replace(joined, judge=joined.judge.blanked(np.bincount(groups) > 1))


def _joined(value: F64, groups: I64, how: Literal["sum", "mean"]) -> F64:
    given = ~np.isnan(value)
    size = int(groups.max(initial=-1)) + 1
    counts = np.bincount(groups[given], minlength=size)
    sums = np.bincount(groups[given], value[given], size).astype(np.float64)
    sums[counts == 0] = np.nan
    return sums if how == "sum" else sums / np.maximum(counts, 1)
