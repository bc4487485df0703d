"""Word error rate, position-independent error rate and length ratio."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tarjih.kernels import bag_edits, word_edits
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import get_tokenizer
from tarjih.types import Rows


@dataclass(frozen=True)
class Wer:
    """Word insertions, deletions and substitutions per reference word, in percent.

    Of several references the one with the fewest edits counts, over the average length,
    as TER does.
    """

    lowercase: bool = False
    tokenize: str = "13a"

    name = "WER"
    higher_is_better = False

    def __post_init__(self) -> None:
        get_tokenizer(self.tokenize)

    def stats(self, batch: Batch) -> Rows:
        """Rows of the fewest edits and the average reference length."""
        tokens = batch.tokens(self.tokenize, lowercase=self.lowercase)
        return word_edits(tokens.ids, tokens.offsets, batch.pairs)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return rate(rows)

    def parameters(self) -> dict[str, str]:
        """Case and tokenizer."""
        return _parameters(self.lowercase, self.tokenize)


@dataclass(frozen=True)
class Per:
    """Word error rate that ignores the order of words (Tillmann et al. 1997)."""

    lowercase: bool = False
    tokenize: str = "13a"

    name = "PER"
    higher_is_better = False

    def __post_init__(self) -> None:
        get_tokenizer(self.tokenize)

    def stats(self, batch: Batch) -> Rows:
        """Rows of the fewest edits and the average reference length."""
        tokens = batch.tokens(self.tokenize, lowercase=self.lowercase)
        return bag_edits(tokens.ids, tokens.offsets, batch.pairs)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return rate(rows)

    def parameters(self) -> dict[str, str]:
        """Case and tokenizer."""
        return _parameters(self.lowercase, self.tokenize)


@dataclass(frozen=True)
class LengthRatio:
    """Hypothesis words per reference word in percent; neither end of it is better.

    The average length counts where there are several references.
    """

    tokenize: str = "13a"

    name = "LengthRatio"
    higher_is_better = True

    def __post_init__(self) -> None:
        get_tokenizer(self.tokenize)

    def stats(self, batch: Batch) -> Rows:
        """Rows of hypothesis length and average reference length."""
        lengths = np.diff(batch.tokens(self.tokenize).offsets)
        upto = np.concatenate([[0], np.cumsum(lengths)])
        hypothesis, first, end = batch.pairs.T
        references = (upto[end] - upto[first]) / (end - first)
        return np.stack([lengths[hypothesis], references], axis=-1)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return rate(rows)

    def parameters(self) -> dict[str, str]:
        """The tokenizer."""
        return {"tok": self.tokenize}


def rate(rows: Rows) -> Rows:
    """Edits per reference word in percent; 100 for edits of an empty reference."""
    rows = np.asarray(rows, np.float64)
    edits, length = rows[..., 0], rows[..., 1]
    empty = np.where(edits > 0, 1.0, 0.0)
    return 100 * np.divide(edits, length, out=empty, where=length > 0)


def _parameters(lowercase: bool, tokenize: str) -> dict[str, str]:
    return {"case": "lc" if lowercase else "mixed", "tok": tokenize}
