"""The words of a batch with their vectors, as the kernels take them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tarjih.embeddings import Embeddings, load
from tarjih.errors import UnknownName
from tarjih.kernels.arrays import F32, F64, I32, I64
from tarjih.text.batch import Tokens

UNKNOWN = ("exact", "zero", "drop", "hash")

Source = str | os.PathLike[str] | Embeddings


@dataclass(frozen=True)
class Words:
    """Lines of words; word k has the k-th vector, and those beyond have none."""

    ids: I32
    offsets: I64
    vectors: F32
    weights: F64


def opened(source: Source) -> Embeddings:
    """The embeddings of a name or file; each is read once."""
    return source if isinstance(source, Embeddings) else _load(os.fspath(source))


@lru_cache(maxsize=8)
def for_lower_case(embeddings: Embeddings) -> Embeddings:
    """The same, for words that need not be looked up in lower case once more."""
    return replace(embeddings, lowercase=False, fallback=False)


def fingerprint(source: Source) -> str:
    """The name of embeddings and the first digits of their checksum."""
    found = opened(source)
    return f"{found.name}-{found.checksum[:8]}"


def check_policy(unknown: str) -> None:
    """Refuse a policy for unknown words that does not exist."""
    if unknown not in UNKNOWN:
        raise UnknownName("policy for unknown words", unknown, UNKNOWN)


def words_of(
    tokens: Tokens, embeddings: Embeddings, unknown: str, weights: F64 | None
) -> Words:
    """Number the types anew: those that have a vector come first.

    Without one they are left out ("drop"), stay ("zero", "exact") or get the vector of
    their n-grams of characters ("hash").
    """
    vectors, known = _vectors(tokens, embeddings, unknown)
    order = np.argsort(~known, kind="stable")
    numbers = np.empty(len(order), np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    ids, offsets = numbers[tokens.ids], tokens.offsets
    if unknown == "drop":
        kept = known[tokens.ids]
        ids, offsets = ids[kept], np.append(0, np.cumsum(kept))[offsets]
    mass = np.ones(len(order)) if weights is None else weights[order]
    return Words(ids, offsets, vectors, mass)


def unit(vectors: F32) -> F32:
    """Give every vector the length 1; zeros stay."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return np.divide(vectors, np.where(lengths > 0, lengths, 1)[:, np.newaxis])


def _vectors(
    tokens: Tokens, embeddings: Embeddings, unknown: str
) -> tuple[F32, NDArray[np.bool_]]:
    """Vectors of the types that have one, and which these are."""
    if unknown == "hash":
        vectors, counted = replace(embeddings, unknown="hash").of_types(tokens)
        return vectors, counted
    places = embeddings.places_of(tokens)
    known = places >= 0
    return embeddings.rows(places[known]), known


@lru_cache(maxsize=8)
def _load(path_or_name: str) -> Embeddings:
    return load(path_or_name)
