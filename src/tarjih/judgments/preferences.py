"""Pairs of translations, and which of the two was preferred."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih.judgments.factor import Factor, Rows
from tarjih.kernels.arrays import F64, I64

I8 = NDArray[np.int8]


@dataclass(frozen=True)
class Preferences:
    """One row a pair; `sign` is 1 where the first is better, -1 the second, 0 none."""

    test_set: Factor
    pair: Factor  # of languages, as cs-en
    segment: I64
    judge: Factor
    first: Factor
    second: Factor  # has the names of `first`
    sign: I8
    weight: F64

    def __len__(self) -> int:
        return len(self.sign)

    def select(self, rows: Rows) -> Preferences:
        """Return the rows of a mask, or of row numbers."""
        columns: list[Any] = [getattr(self, field.name) for field in fields(self)]
        taken: list[Any] = [
            column.take(rows) if isinstance(column, Factor) else column[rows]
            for column in columns
        ]
        return Preferences(*taken)

    @property
    def better(self) -> Factor:
        """The better system of each pair; of a tie the first."""
        codes = np.where(self.sign < 0, self.second.codes, self.first.codes)
        return Factor(codes, self.first.names)

    @property
    def worse(self) -> Factor:
        """The worse system of each pair; of a tie the second."""
        codes = np.where(self.sign < 0, self.first.codes, self.second.codes)
        return Factor(codes, self.first.names)
