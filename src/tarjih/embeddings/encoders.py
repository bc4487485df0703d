"""Lines as vectors, made of the vectors of their words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tarjih.embeddings.idf import Idf
from tarjih.embeddings.table import Embeddings
from tarjih.errors import UsageError
from tarjih.kernels import mean_rows
from tarjih.kernels.arrays import F32
from tarjih.text.batch import Batch
from tarjih.types import Encoder


@dataclass(frozen=True)
class Averaged:
    """The mean of the vectors of a line's words, or with `additive` their sum."""

    embeddings: Embeddings
    tokenize: str = "13a"
    additive: bool = False

    @property
    def name(self) -> str:
        """The table, and what is done with it."""
        return f"{self.embeddings.name}-{'sum' if self.additive else 'mean'}"

    @property
    def width(self) -> int:
        """The number of dimensions."""
        return self.embeddings.dim

    def encode(self, batch: Batch) -> F32:
        """Return one row for each line; words that do not count are passed over."""
        tokens = batch.tokens(self.tokenize)
        vectors, counts = self.embeddings.of_types(tokens)
        weights = counts.astype(np.float32)
        return mean_rows(vectors, weights, tokens.ids, tokens.offsets, self.additive)

    def parameters(self) -> dict[str, str]:
        """Everything that changes the vectors."""
        kind = "sum" if self.additive else "mean"
        return {"of": kind, "tok": self.tokenize, **self.embeddings.parameters()}


@dataclass(frozen=True)
class IdfAveraged:
    """The mean of the vectors of a line's words, rare words first; has to be fitted."""

    embeddings: Embeddings
    tokenize: str = "13a"

    def fit(self, batches: Iterable[Batch]) -> FittedIdfAveraged:
        """Return the encoder; `batches` hold the reference lines."""
        table = self.embeddings
        lines = (batch.tokens(self.tokenize) for batch in batches)
        idf = Idf.fit(lines, fold=table.lowercase or table.fallback)
        return FittedIdfAveraged(table, idf, self.tokenize)


@dataclass(frozen=True)
class FittedIdfAveraged:
    """The mean of the vectors of a line's words, weighted by how rare they are."""

    embeddings: Embeddings
    idf: Idf
    tokenize: str = "13a"

    @property
    def name(self) -> str:
        """The table, and what is done with it."""
        return f"{self.embeddings.name}-idf"

    @property
    def width(self) -> int:
        """The number of dimensions."""
        return self.embeddings.dim

    def encode(self, batch: Batch) -> F32:
        """Return one row for each line; words that do not count are passed over."""
        tokens = batch.tokens(self.tokenize)
        vectors, counts = self.embeddings.of_types(tokens)
        weights = counts * self.idf.of_types(tokens)
        return mean_rows(vectors, weights, tokens.ids, tokens.offsets)

    def parameters(self) -> dict[str, str]:
        """Everything that changes the vectors."""
        return {
            "of": "idf-mean",
            "tok": self.tokenize,
            "idf": self.idf.checksum[:8],
            **self.embeddings.parameters(),
        }


@dataclass(frozen=True)
class Concatenated:
    """The vectors of several encoders, one behind the other."""

    encoders: tuple[Encoder, ...]

    def __post_init__(self) -> None:
        if not self.encoders:
            raise UsageError("there are no encoders to concatenate")

    @property
    def name(self) -> str:
        """The names of all."""
        return "+".join(encoder.name for encoder in self.encoders)

    @property
    def width(self) -> int:
        """The number of dimensions."""
        return sum(encoder.width for encoder in self.encoders)

    def encode(self, batch: Batch) -> F32:
        """Return one row for each line."""
        return np.concatenate([one.encode(batch) for one in self.encoders], axis=1)

    def parameters(self) -> dict[str, str]:
        """Those of all, numbered."""
        return {
            f"{key}{number}": value
            for number, encoder in enumerate(self.encoders, 1)
            for key, value in encoder.parameters().items()
        }
