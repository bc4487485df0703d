"""Kernels run beside their plain twins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

native = pytest.importorskip("tarjih.kernels._native", reason="no compiled kernels")


def both(name: str, twin: Callable[..., Any], *arguments: Any) -> Any:
    """Run a kernel and its twin, compare them and return the result."""
    ours, theirs = getattr(native, name)(*arguments), twin(*arguments)
    pairs = (
        zip(ours, theirs, strict=True) if isinstance(ours, tuple) else [(ours, theirs)]
    )
    for one, other in pairs:
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
    return ours
