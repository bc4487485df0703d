"""AAS, MAS and HAS (Matsuo et al. 2017): words aligned by their vectors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.kernels import (
    average_alignment,
    hungarian_alignment,
    maximum_alignment,
    vector_cosines,
)
from tarjih.kernels.arrays import F64
from tarjih.metrics.alignment.idf import Idf
from tarjih.metrics.alignment.words import (
    Source,
    Words,
    check_policy,
    fingerprint,
    for_lower_case,
    opened,
    unit,
    words_of,
)
from tarjih.metrics.references import best_of
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import get_tokenizer
from tarjih.types import Rows, yes_no

PARTS = ("mean", "precision", "recall", "f")
_SUFFIXES = {"mean": "", "precision": "-P", "recall": "-R", "f": "-F"}
_EVERYTHING = -1.0  # a threshold that no cosine is below

M = TypeVar("M", bound="_OfVectors")


@dataclass(frozen=True)
class _OfVectors(ABC):
    """What metrics of word vectors share: their words, and means of segments.

    A row is the statistics of a segment and a 1, so that sums of rows are means.
    """

    embeddings: Source = "glove"
    unknown: str = "exact"
    lowercase: bool = True
    tokenize: str = "13a"
    idf: bool | Idf = False

    higher_is_better = True
    digits = 4

    def __post_init__(self) -> None:
        get_tokenizer(self.tokenize)
        check_policy(self.unknown)
        opened(self.embeddings)

    @property
    def fitted(self) -> bool:
        """Whether the weights of words, if any, are known."""
        return self.idf is not True

    def fit(self: M, batches: Iterable[Batch]) -> M:
        """Weigh the words by how few of the reference lines have them."""
        if self.idf is False:
            return self
        found = Idf.of(batches, self.tokenize, lowercase=self.lowercase)
        return replace(self, idf=found)

    def stats(self, batch: Batch) -> Rows:
        """Rows of a segment's similarities and a 1; of the best reference."""
        found = self._align(self._words(batch), batch)
        rows = np.column_stack([found, np.ones(len(found))])
        return best_of(rows, self.score(rows), batch.pairs)

    @abstractmethod
    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""

    def parameters(self) -> dict[str, str]:
        """Case, tokenizer, vectors, unknown words and weights."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "tok": self.tokenize,
            "emb": fingerprint(self.embeddings),
            "unk": self.unknown,
            "idf": yes_no(self.idf is not False),
        }

    @abstractmethod
    def _align(self, words: Words, batch: Batch) -> F64:
        """The statistics of every line and reference."""

    def _words(self, batch: Batch) -> Words:
        if self.idf is True:
            raise UsageError(
                "idf weighs words by the references: call fit(references) first"
            )
        tokens = batch.tokens(self.tokenize, lowercase=self.lowercase)
        weights = self.idf.weights(tokens) if isinstance(self.idf, Idf) else None
        table = opened(self.embeddings)
        if self.lowercase:
            table = for_lower_case(table)
        return words_of(tokens, table, self.unknown, weights)


@dataclass(frozen=True)
class _Alignment(_OfVectors):
    """A metric of aligned words: what is less alike than the threshold counts 0.

    The thresholds of those below are the best on WMT14 with the shipped vectors.
    """

    threshold: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise UsageError(f"the threshold is 0 to 1, or none, not {self.threshold}")

    def parameters(self) -> dict[str, str]:
        """Case, tokenizer, vectors, unknown words, weights and threshold."""
        low = "no" if self.threshold is None else f"{self.threshold:g}"
        return {**super().parameters(), "thr": low}

    def sweep(self, batch: Batch, thresholds: Sequence[float]) -> F64:
        """Segment scores at many thresholds, one row each."""
        words = self._words(batch)
        found = self._at(words, batch, np.array(thresholds, np.float64))
        wide = found.reshape(len(found), len(thresholds), -1)
        rows = np.concatenate([wide, np.ones_like(wide[..., :1])], axis=2)
        scores = self.score(rows)
        return np.stack([best_of(row, row, batch.pairs) for row in scores.T])

    def _align(self, words: Words, batch: Batch) -> F64:
        low = _EVERYTHING if self.threshold is None else self.threshold
        return self._at(words, batch, np.array([low], np.float64))

    def _run(
        self, kernel: Callable[..., F64], words: Words, batch: Batch, thresholds: F64
    ) -> F64:
        return kernel(
            words.ids,
            words.offsets,
            batch.pairs,
            unit(words.vectors),
            words.weights,
            thresholds,
            self.unknown == "exact",
        )

    @abstractmethod
    def _at(self, words: Words, batch: Batch, thresholds: F64) -> F64:
        """The statistics at each of the thresholds, side by side."""


@dataclass(frozen=True)
class Aas(_Alignment):
    """Average alignment similarity: the mean over all pairs of words, equation 1."""

    threshold: float | None = 0.88

    name = "AAS"

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return _mean(rows, 0)

    def _at(self, words: Words, batch: Batch, thresholds: F64) -> F64:
        return self._run(average_alignment, words, batch, thresholds)


@dataclass(frozen=True)
class Mas(_Alignment):
    """Maximum alignment similarity: each word and the nearest to it, equation 3.

    `part` is what is scored: the mean of both directions, precision (the words of the
    hypothesis), recall (those of the reference) or their F.
    """

    threshold: float | None = 0.26
    part: str = "mean"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.part not in PARTS:
            raise UnknownName("part of MAS", self.part, PARTS)

    @property
    def name(self) -> str:
        """MAS, and the part that is scored."""
        return f"MAS{_SUFFIXES[self.part]}"

    def stats(self, batch: Batch) -> Rows:
        """Rows of precision, recall, their F, and a 1; of the best reference."""
        return super().stats(batch)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        if self.part == "mean":
            return (_mean(rows, 0) + _mean(rows, 1)) / 2
        return _mean(rows, PARTS.index(self.part) - 1)

    def verbose(self, row: Rows) -> str:
        """Precision, recall and F."""
        return "P = {:.3f} R = {:.3f} F = {:.3f}".format(*row[:3] / row[3])

    def _at(self, words: Words, batch: Batch, thresholds: F64) -> F64:
        found = self._run(maximum_alignment, words, batch, thresholds)
        precision, recall = found[:, ::2], found[:, 1::2]
        both = precision + recall
        f = np.divide(
            2 * precision * recall, both, out=np.zeros_like(both), where=both > 0
        )
        return np.stack([precision, recall, f], axis=2).reshape(len(found), -1)


@dataclass(frozen=True)
class Has(_Alignment):
    """Hungarian alignment similarity: words in pairs, equation 4."""

    threshold: float | None = 0.07

    name = "HAS"

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return _mean(rows, 0)

    def _at(self, words: Words, batch: Batch, thresholds: F64) -> F64:
        return self._run(hungarian_alignment, words, batch, thresholds)


@dataclass(frozen=True)
class VectorCosine(_OfVectors):
    """The cosine of the mean vectors of two lines (Matsuo's files: mj_w2vcos).

    Words without a vector add nothing to a mean, whatever else is done about them,
    unless they are hashed.
    """

    unknown: str = "drop"

    name = "w2v-cos"

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return _mean(rows, 0)

    def _align(self, words: Words, batch: Batch) -> F64:
        return vector_cosines(
            words.ids, words.offsets, batch.pairs, words.vectors, words.weights
        )


def _mean(rows: Rows, column: int) -> Rows:
    rows = np.asarray(rows, np.float64)
    return np.asarray(rows[..., column] / rows[..., -1])
