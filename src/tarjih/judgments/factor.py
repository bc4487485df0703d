"""A categorical column: small numbers, and the names they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih.kernels.arrays import I32

Rows = NDArray[Any]  # a mask, or row numbers


@dataclass(frozen=True)
class Factor:
    """Row `i` is `names[codes[i]]`."""

    codes: I32
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[str]) -> Factor:
        """Number the names in the order in which they appear."""
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(value, len(numbers)) for value in values]
        return cls(np.array(codes, np.int32), tuple(numbers))

    @classmethod
    def joined(cls, factors: Sequence[Factor]) -> Factor:
        """Put columns one below the other."""
        numbers: dict[str, int] = {}
        parts = [np.zeros(0, np.int32)]
        for factor in factors:
            new = [numbers.setdefault(name, len(numbers)) for name in factor.names]
            parts.append(np.array(new, np.int32)[factor.codes])
        return cls(np.concatenate(parts), tuple(numbers))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.names[int(self.codes[row])]

    def values(self) -> list[str]:
        """The name of every row."""
        return [self.names[code] for code in self.codes.tolist()]

    def take(self, rows: Rows) -> Factor:
        """Return the rows of a mask, or of row numbers; the names stay."""
        return Factor(self.codes[rows], self.names)

    def present(self) -> tuple[str, ...]:
        """The names that some row has, in the order of their codes."""
        return tuple(self.names[code] for code in np.unique(self.codes))

    def blanked(self, rows: NDArray[np.bool_]) -> Factor:
        """Return the column with an empty name in the rows of the mask."""
        names = self.names if "" in self.names else (*self.names, "")
        codes = np.where(rows, names.index(""), self.codes)
        return Factor(codes.astype(np.int32), names)

    def equals(self, *names: str) -> NDArray[np.bool_]:
        """Return the mask of the rows that have one of the names."""
        wanted = [code for code, name in enumerate(self.names) if name in names]
        return np.isin(self.codes, wanted)
