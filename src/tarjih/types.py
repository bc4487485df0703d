"""What a metric is, and the recipe that travels with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeGuard, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tarjih.text.batch import Batch

Rows = NDArray[np.float64]
Vectors = NDArray[np.float32]


class Metric(Protocol):
    """Two pure steps: `stats` makes a row of numbers a segment, `score` reads rows.

    The statistics of a corpus are the sum of its rows, so that one `score` serves
    segments, corpora, resamples and shards. Metrics are frozen dataclasses.
    """

    @property
    def name(self) -> str:
        """The name as printed, such as `chrF2++`."""

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger score means a better translation."""

    def stats(self, batch: Batch) -> Rows:
        """Return one row of statistics for each comparison of the batch."""

    def score(self, rows: Rows) -> Rows:
        """Return the scores of rows along the last axis."""

    def parameters(self) -> dict[str, str]:
        """Everything that changes the number, in the order it is printed."""


@runtime_checkable
class ForSegments(Protocol):
    """A metric that scores a single segment in another way than a corpus."""

    def for_segments(self) -> Metric:
        """Return the metric for single segments; it reads the same rows."""


@runtime_checkable
class Verbose(Protocol):
    """A metric that has more to say about a row than its score."""

    def verbose(self, row: Rows) -> str:
        """Return the details of a row, such as BLEU's precisions."""


@runtime_checkable
class Fittable(Protocol):
    """A metric that must see the reference corpus before it can score.

    One that must only with some settings has a property `fitted` as well.
    """

    def fit(self, batches: Iterable[Batch]) -> Metric:
        """Return the frozen metric; `batches` hold the reference lines."""


@runtime_checkable
class Prepares(Protocol):
    """A metric that has something to do once that takes long."""

    def prepare(self, report: Callable[[int], None] | None = None) -> None:
        """Do it, if it was not done before; `report` hears of bytes read."""


@runtime_checkable
class ForLanguage(Protocol):
    """A metric that knows languages, and may not have been told which to score."""

    def for_language(self, code: str) -> Metric:
        """Return the metric for translations into this language, unless it has one."""


class Encoder(Protocol):
    """Turns every line of a batch into a vector; encoders are frozen dataclasses."""

    @property
    def name(self) -> str:
        """The name as configurations and signatures spell it, such as `glove`."""

    @property
    def width(self) -> int:
        """The number of dimensions."""

    def encode(self, batch: Batch) -> Vectors:
        """Return one row for each line of the batch, references included."""

    def parameters(self) -> dict[str, str]:
        """Everything that changes the vectors, checksums included."""


@dataclass(frozen=True)
class Signature:
    """The recipe of a number, printed as `key:value|key:value`."""

    items: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, *parts: Mapping[str, object]) -> Signature:
        """Join several mappings in order."""
        return cls(tuple((k, str(v)) for part in parts for k, v in part.items()))

    def short(self, letters: Mapping[str, str]) -> str:
        """Print with the keys shortened."""
        return "|".join(f"{letters.get(k, k)}:{v}" for k, v in self.items)

    def __str__(self) -> str:
        return "|".join(f"{k}:{v}" for k, v in self.items)


def must_fit(metric: Metric) -> TypeGuard[Fittable]:
    """Whether a metric has still to see the reference corpus."""
    return isinstance(metric, Fittable) and not getattr(metric, "fitted", False)


def yes_no(value: bool) -> str:
    """Print a switch as signatures do."""
    return "yes" if value else "no"
