"""Vectors in fewer bytes: float16, or int8 with a scale for each row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError, UnknownName
from tarjih.kernels.arrays import F32, I32

PRECISIONS = ("float32", "float16", "int8")
_TOP = 127  # -128 stays free: the range is symmetric
_LARGEST = 65504  # in float16
_BLOCK = 1 << 14  # rows that are converted at once


def stored_as(embeddings: Embeddings, precision: str) -> Embeddings:
    """The same words with numbers of another precision."""
    if precision not in PRECISIONS:
        raise UnknownName("precision", precision, PRECISIONS)
    if precision == embeddings.precision:
        return embeddings
    shape = len(embeddings), embeddings.dim
    vectors = np.empty(shape, precision)
    scales = np.empty(len(embeddings), np.float32)
    for places in blocks(len(embeddings)):
        rows = embeddings.rows(places)
        if precision == "int8":
            scales[places] = np.abs(rows).max(1, initial=0) / _TOP
            rows = np.rint(rows / np.maximum(scales[places], 1e-30)[:, np.newaxis])
        _check_range(embeddings, rows, precision, int(places[0]))
        vectors[places] = rows
    kept = scales if precision == "int8" else None
    return replace(embeddings, vectors=vectors, scales=kept, codebooks=None)


def _check_range(embeddings: Embeddings, rows: F32, precision: str, at: int) -> None:
    if precision == "float16" and (beyond := np.abs(rows).max(1) > _LARGEST).any():
        word = embeddings.word_list()[at + int(np.argmax(beyond))]
        raise DataError(f"a number of {word!r} is too large for float16; int8 scales")


def blocks(rows: int) -> list[I32]:
    """All places, in pieces of bounded size."""
    every = np.arange(rows, dtype=np.int32)
    return [every[at : at + _BLOCK] for at in range(0, rows, _BLOCK)]
