from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tarjih.kernels.arrays import I32, I64

Segment = tuple[list[int], list[list[int]]]  # a hypothesis and its references


@pytest.fixture(scope="session")
def native() -> Any:
    return pytest.importorskip("tarjih.kernels._native", reason="not compiled")


@pytest.fixture(scope="session")
def batch() -> Callable[[list[Segment]], tuple[I32, I64, I64]]:
    """Lay segments out as the kernels take them: ids, offsets, pairs."""

    def lay_out(segments: list[Segment]) -> tuple[I32, I64, I64]:
        lines: list[list[int]] = []
        pairs = []
        for hypothesis, references in segments:
            first = len(lines) + 1
            lines += [hypothesis, *references]
            pairs.append((first - 1, first, len(lines)))
        ids = np.array([word for line in lines for word in line], np.int32)
        offsets = np.cumsum([0, *map(len, lines)], dtype=np.int64)
        return ids, offsets, np.array(pairs, np.int64).reshape(-1, 3)

    return lay_out
