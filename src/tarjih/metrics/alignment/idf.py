"""How rare words are in a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tarjih.embeddings.idf import lines_with
from tarjih.kernels import match_types, pack
from tarjih.kernels.arrays import F64, I64, U8
from tarjih.text.batch import Batch, Tokens


@dataclass(frozen=True, eq=False)
class Idf:
    """The logarithm of how many lines there are for each that has the word.

    Half a line less has it than does, so that no word weighs nothing: with n lines a
    word of k lines weighs log((n + 1) / (k + ½)).
    """

    packed_types: U8 = field(repr=False)
    type_offsets: I64 = field(repr=False)
    lines_with: I64 = field(repr=False)
    lines: int

    @classmethod
    def of(cls, batches: Iterable[Batch], tokenize: str, *, lowercase: bool) -> Idf:
        """Count the lines of each word."""
        lines, counts = 0, dict[str, int]()
        for batch in batches:
            tokens = batch.tokens(tokenize, lowercase=lowercase)
            lines += len(tokens.offsets) - 1
            for word, count in zip(tokens.types, lines_with(tokens), strict=True):
                counts[word] = counts.get(word, 0) + count
        return cls(*pack(list(counts)), np.array([*counts.values()], np.int64), lines)

    def weights(self, tokens: Tokens) -> F64:
        """The weight of each type."""
        places = match_types(
            self.packed_types,
            self.type_offsets,
            tokens.packed_types,
            tokens.type_offsets,
        )
        lines_with = np.append(self.lines_with, 0)[places]  # -1 is the last
        return np.asarray(np.log((self.lines + 1) / (lines_with + 0.5)))
