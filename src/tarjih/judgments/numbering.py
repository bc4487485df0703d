"""Rows numbered by what they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih.kernels.arrays import I64

_MOST = 1 << 62


def number_rows(*columns: NDArray[np.integer[Any]]) -> tuple[I64, I64]:
    """Give equal rows equal numbers, in the order of their first appearance.

    Returns the number of every row, and the first row of each number.
    """
    keys = _keys(columns)
    _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return place[groups.reshape(-1)], first[order]


def _keys(columns: tuple[NDArray[np.integer[Any]], ...]) -> I64:
    """Write the row as one number, its digits being the columns."""
    keys, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        digits, span = _digits(column)
        if size * span > _MOST:
            keys, size = _ranks(keys), len(keys)
            digits, span = _ranks(digits), len(digits)
        keys = keys * span + digits
        size *= span
    return keys


def _digits(column: NDArray[np.integer[Any]]) -> tuple[I64, int]:
    low, high = int(column.min(initial=0)), int(column.max(initial=0))
    return column.astype(np.int64) - low, high - low + 1


def _ranks(column: I64) -> I64:
    _, ranks = np.unique(column, return_inverse=True)
    return ranks.reshape(-1)
