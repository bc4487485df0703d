"""Adjusting p-values when many comparisons are made at once.

Both take p-values in any shape; NaN are no comparisons, and stay NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tarjih.kernels.arrays import F64


def holm(p_values: F64) -> F64:
    """Bound the chance of a single false claim (Holm 1979)."""
    return _adjust(p_values, _step_down)


def benjamini_hochberg(p_values: F64) -> F64:
    """Bound the share of false claims (Benjamini and Hochberg 1995)."""
    return _adjust(p_values, _step_up)


def _adjust(p_values: F64, rule: Callable[[F64], F64]) -> F64:
    adjusted = np.array(p_values, np.float64)
    present = ~np.isnan(adjusted)
    found = adjusted[present]
    order = np.argsort(found)
    found[order] = np.minimum(rule(found[order]), 1)
    adjusted[present] = found
    return adjusted


def _step_down(ascending: F64) -> F64:
    times = np.arange(len(ascending), 0, -1)
    return np.maximum.accumulate(ascending * times)


def _step_up(ascending: F64) -> F64:
    n = len(ascending)
    scaled = ascending * n / np.arange(1, n + 1)
    return np.minimum.accumulate(scaled[::-1])[::-1]
