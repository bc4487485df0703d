"""Words and their vectors: what readers make, and what metrics look up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih.embeddings.hashing import hashed_vectors
from tarjih.errors import UnknownName
from tarjih.kernels import find_words, index_words, pack
from tarjih.kernels.arrays import F32, I32, I64, U8
from tarjih.kernels.strings import unpack
from tarjih.text.batch import Tokens
from tarjih.text.casing import lower

UNKNOWN = ("drop", "zero", "hash")
_FIRST = 1000  # rows that say how long a vector is, frequent words first


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Packed words, a row of numbers for each, and what is done about other words.

    `vectors` are float32, float16, or int8 with a scale for each row; or uint8, and
    then column p of a row is a place in `codebooks[p]`, which holds that part of it.

    `lowercase` folds the case of every word that is asked for; `fallback` only of those
    that are unknown. Words that are still `unknown` are left out ("drop"), are zeros
    ("zero") or are made of their n-grams of characters ("hash").
    """

    name: str
    words: U8
    word_offsets: I64
    vectors: NDArray[Any]
    scales: F32 | None = None
    codebooks: F32 | None = None
    lowercase: bool = False
    fallback: bool = True
    unknown: str = "drop"
    notes: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.unknown not in UNKNOWN:
            raise UnknownName("policy for unknown words", self.unknown, UNKNOWN)

    @classmethod
    def of(cls, name: str, words: Iterable[str], vectors: NDArray[Any]) -> Embeddings:
        """Pack words, whose vectors are the rows."""
        return cls(name, *pack(list(words)), np.ascontiguousarray(vectors))

    def __repr__(self) -> str:
        return f"<Embeddings {self.name}: {len(self):,} words, {self.dim} dimensions>"

    def __len__(self) -> int:
        """The number of words."""
        return len(self.vectors)

    @property
    def dim(self) -> int:
        """The number of dimensions."""
        width = 1 if self.codebooks is None else self.codebooks.shape[2]
        return int(self.vectors.shape[1] * width)

    @property
    def precision(self) -> str:
        """How numbers are stored, such as `int8`; `pq25` has 25 bytes a word."""
        if self.codebooks is None:
            return self.vectors.dtype.name
        return f"pq{self.vectors.shape[1]}"

    def places_of(self, tokens: Tokens) -> I32:
        """The row of each type of the tokens, or -1."""
        packed, offsets = tokens.packed_types, tokens.type_offsets
        if self.lowercase:
            return self._find(*lower(packed, offsets))
        found = self._find(packed, offsets)
        if not self.fallback or found.min(initial=0) >= 0:
            return found
        return np.where(found >= 0, found, self._find(*lower(packed, offsets)))

    def rows(self, places: I32) -> F32:
        """The vectors of these places; zeros where a place is -1."""
        if not len(self):
            return np.zeros((len(places), self.dim), np.float32)
        known = places >= 0
        found = self._decoded(np.maximum(places, 0))
        if not known.all():
            found[~known] = 0
        return found

    def of_types(self, tokens: Tokens) -> tuple[F32, NDArray[np.bool_]]:
        """The vector of each type of the tokens, and whether it counts.

        Only with the policy "drop" there are types that do not.
        """
        places = self.places_of(tokens)
        vectors = self.rows(places)
        known: NDArray[np.bool_] = places >= 0
        if self.unknown == "hash" and not known.all():
            missing = np.flatnonzero(~known)
            types = tokens.types
            words = [types[i] for i in missing.tolist()]
            cased = map(str.lower, words) if self._folds else words
            vectors[missing] = self._length * hashed_vectors(cased, self.dim)
        return vectors, known | (self.unknown != "drop")

    def parameters(self) -> dict[str, str]:
        """Everything that changes a vector."""
        case = "fallback" if self.fallback else "as-is"
        return {
            "embeddings": self.name,
            "dim": str(self.dim),
            "precision": self.precision,
            "case": "lower" if self.lowercase else case,
            "unknown": self.unknown,
            "sha256": self.checksum[:8],
        }

    @cached_property
    def checksum(self) -> str:
        """The SHA-256 of words and vectors."""
        digest = sha256(f"{self.vectors.dtype.str} {self.vectors.shape}".encode())
        for array in self.arrays().values():
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What is stored, by name."""
        found: dict[str, NDArray[Any] | None] = {
            "words": self.words,
            "word_offsets": self.word_offsets,
            "vectors": self.vectors,
            "scales": self.scales,
            "codebooks": self.codebooks,
        }
        return {name: array for name, array in found.items() if array is not None}

    def word_list(self) -> list[str]:
        """The words, in the order of the rows."""
        return unpack(self.words, self.word_offsets)

    @property
    def _folds(self) -> bool:
        return self.lowercase or self.fallback

    @cached_property
    def _index(self) -> I32:
        return index_words(self.words, self.word_offsets)

    @cached_property
    def _length(self) -> np.float32:
        """The mean length of a vector."""
        first = self.rows(np.arange(min(len(self), _FIRST), dtype=np.int32))
        lengths = np.linalg.norm(first, axis=1)
        return np.float32(lengths.mean() if len(lengths) else 1)

    def _find(self, packed: U8, offsets: I64) -> I32:
        return find_words(self.words, self.word_offsets, self._index, packed, offsets)

    def _decoded(self, places: I32) -> F32:
        found = self.vectors[places]
        if self.codebooks is not None:
            parts = self.codebooks[np.arange(found.shape[1]), found]
            return np.asarray(parts.reshape(len(places), self.dim))
        if self.scales is not None:
            return np.asarray(found * self.scales[places, np.newaxis])
        return found.astype(np.float32)
