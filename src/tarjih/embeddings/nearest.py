"""The words whose vectors point the same way."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from tarjih.embeddings.precision import blocks
from tarjih.embeddings.table import Embeddings
from tarjih.errors import UsageError
from tarjih.kernels import pack
from tarjih.kernels.arrays import F32, I32
from tarjih.text.batch import Tokens

Neighbors = list[tuple[str, float]]
"""Words and their cosines, the nearest first."""


def neighbors(table: Embeddings, word: str, count: int = 10) -> Neighbors:
    """The words nearest to a word."""
    vectors, places = _vectors(table, [word])
    return _nearest(table, vectors[0], count, places.tolist())


def analogy(table: Embeddings, a: str, b: str, c: str, count: int = 10) -> Neighbors:
    """What is to `c` as `b` is to `a`: 3CosAdd of Mikolov et al. (2013)."""
    vectors, places = _vectors(table, [a, b, c])
    return _nearest(table, vectors[1] - vectors[0] + vectors[2], count, places.tolist())


def _vectors(table: Embeddings, words: list[str]) -> tuple[F32, I32]:
    """The unit vectors of words, and their places or -1."""
    every = np.arange(len(words), dtype=np.int32)
    tokens = Tokens(every, np.array([0, len(words)]), *pack(words))
    vectors, counts = table.of_types(tokens)
    if not counts.all():
        word = words[int(np.argmin(counts))]
        raise UsageError(
            f"{word!r} is none of the {len(table):,} words of {table.name}"
        )
    return _unit(vectors), table.places_of(tokens)


def _nearest(
    table: Embeddings, vector: F32, count: int, without: Collection[int]
) -> Neighbors:
    cosines = [_unit(table.rows(places)) @ vector for places in blocks(len(table))]
    found = np.concatenate([np.zeros(0, np.float32), *cosines])
    found /= max(float(np.linalg.norm(vector)), 1e-30)
    order = np.argsort(-found, kind="stable")[: count + len(without)]
    words = table.word_list()
    near = [(words[i], float(found[i])) for i in order.tolist() if i not in without]
    return near[:count]


def _unit(rows: F32) -> F32:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, np.float32(1e-30)))
