"""How rare words are, by the share of lines that hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from tarjih.kernels import find_words, index_words, pack
from tarjih.kernels.arrays import F32, I32, I64, U8
from tarjih.text.batch import Tokens
from tarjih.text.casing import in_lower_case, lower


@dataclass(frozen=True, eq=False)
class Idf:
    """The weights of words; a word that was not seen has the `highest`."""

    words: U8
    word_offsets: I64
    weights: F32
    highest: float
    fold: bool = True

    @classmethod
    def fit(cls, lines: Iterable[Tokens], *, fold: bool = True) -> Idf:
        """Count the lines that hold each word; `fold` counts in lower case."""
        counts: Counter[str] = Counter()
        seen = 0
        for tokens in lines:
            cased = in_lower_case(tokens) if fold else tokens
            seen += len(tokens.offsets) - 1
            for word, count in zip(cased.types, lines_with(cased), strict=True):
                counts[word] += count
        words = sorted(word for word, count in counts.items() if count)
        held = np.array([counts[word] for word in words], np.float64)
        # as BERTScore has it (Zhang et al. 2020, section 3)
        weights = np.log((seen + 1) / (held + 1)).astype(np.float32)
        return cls(*pack(words), weights, float(np.log(seen + 1)), fold)

    def of_types(self, tokens: Tokens) -> F32:
        """The weight of each type of the tokens."""
        asked = tokens.packed_types, tokens.type_offsets
        if self.fold:
            asked = lower(*asked)
        known = self.words, self.word_offsets
        places = find_words(*known, self._index, *asked)
        if not len(self.weights):
            return np.full(len(places), self.highest, np.float32)
        found = np.where(places < 0, self.highest, self.weights[places])
        return found.astype(np.float32)

    @cached_property
    def checksum(self) -> str:
        """The SHA-256 of words and weights."""
        arrays = self.words, self.word_offsets, self.weights
        return sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()

    @cached_property
    def _index(self) -> I32:
        return index_words(self.words, self.word_offsets)


def lines_with(tokens: Tokens) -> list[int]:
    """In how many lines each type is."""
    types = len(tokens.type_offsets) - 1
    sizes = np.diff(tokens.offsets)
    lines = np.repeat(np.arange(len(sizes)), sizes)
    distinct = np.unique(lines * max(types, 1) + tokens.ids) % max(types, 1)
    counts: list[int] = np.bincount(distinct, minlength=types).tolist()
    return counts
