"""Product quantisation: each part of a row is a place in a book of 256 (Jégou 2011)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tarjih.embeddings.kmeans import k_means, nearest_centres
from tarjih.embeddings.precision import blocks
from tarjih.embeddings.table import Embeddings
from tarjih.errors import UsageError
from tarjih.kernels.arrays import I32

_CENTRES = 256  # a place takes a byte
_SAMPLE = 1 << 14  # rows that the books are made of
_ROUNDS = 12


def product_quantised(table: Embeddings, parts: int, seed: int = 12345) -> Embeddings:
    """The same words with a byte for each of the parts of a row."""
    if table.dim % parts:
        raise UsageError(f"{table.dim} dimensions do not make {parts} equal parts")
    codes = np.empty((len(table), parts), np.uint8)
    width = table.dim // parts
    books = np.zeros((parts, _CENTRES, width), np.float32)
    sample = table.rows(_sample(len(table), seed))
    for part in range(parts if len(table) else 0):
        columns = np.ascontiguousarray(sample[:, part * width : (part + 1) * width])
        books[part] = k_means(columns, _CENTRES, seed=seed + part, rounds=_ROUNDS)
    for places in blocks(len(table)):
        rows = table.rows(places)
        for part, book in enumerate(books):
            columns = rows[:, part * width : (part + 1) * width]
            codes[places, part] = nearest_centres(columns, book)[0]
    return replace(table, vectors=codes, scales=None, codebooks=books)


def _sample(rows: int, seed: int) -> I32:
    every = np.arange(rows, dtype=np.int32)
    if rows <= _SAMPLE:
        return every
    return np.sort(np.random.default_rng(seed).choice(every, _SAMPLE, replace=False))
