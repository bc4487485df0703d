"""chrF, chrF+ and chrF++ (Popović 2015, 2017), as sacreBLEU computes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels import chrf_matches
from tarjih.kernels.arrays import I32, I64
from tarjih.kernels.chrf import TINY
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import Tokenizer
from tarjih.types import Rows, yes_no


@dataclass(frozen=True)
class Chrf:
    """The F score of character n-grams, on a scale from 0 to 100.

    `word_order` 1 makes it chrF+, 2 chrF++. `eps_smoothing` averages the F of every
    order as the original chrF++.py does, instead of skipping the orders that a text is
    too short for.
    """

    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False

    higher_is_better = True

    def __post_init__(self) -> None:
        if self.char_order < 0 or self.word_order < 0:
            raise UsageError("char_order and word_order must be ≥ 0")
        if self.char_order + self.word_order == 0:
            raise UsageError("char_order and word_order cannot both be 0")
        if not self.beta > 0:
            raise UsageError(f"beta must be > 0, not {self.beta}")

    @property
    def name(self) -> str:
        """The name with beta, and a plus for each order of words."""
        return f"chrF{self.beta}{'+' * self.word_order}"

    def stats(self, batch: Batch) -> Rows:
        """Rows of hypothesis n-grams, reference n-grams and matches by order."""
        chars = batch.characters(lowercase=self.lowercase, whitespace=self.whitespace)
        return chrf_matches(
            *chars,
            *self._words(batch),
            batch.pairs,
            self.char_order,
            self.word_order,
            self.beta,
            self.eps_smoothing,
        )

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        rows = np.asarray(rows, np.float64)
        hypothesis, reference, matches = (rows[..., i::3] for i in range(3))
        precision = _ratio(matches, hypothesis)
        recall = _ratio(matches, reference)
        if self.eps_smoothing:
            return np.asarray(100 * self._f(precision, recall, TINY).mean(axis=-1))
        effective = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(effective.sum(axis=-1), 1)
        precisions = (precision * effective).sum(axis=-1) / orders
        recalls = (recall * effective).sum(axis=-1) / orders
        return np.asarray(100 * self._f(precisions, recalls, 0.0))

    def parameters(self) -> dict[str, str]:
        """The parameters as sacreBLEU prints them."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": yes_no(not self.eps_smoothing),
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": yes_no(self.whitespace),
        }

    def _f(self, precision: Rows, recall: Rows, otherwise: float) -> Rows:
        factor = self.beta**2
        below = factor * precision + recall
        above = (1 + factor) * precision * recall
        return np.divide(
            above, below, out=np.full_like(below, otherwise), where=below > 0
        )

    def _words(self, batch: Batch) -> tuple[I32, I64]:
        if self.word_order == 0:
            return np.zeros(0, np.int32), np.zeros(len(batch.lines) + 1, np.int64)
        tokens = batch.tokens(WORDS, lowercase=self.lowercase)
        return tokens.ids, tokens.offsets


def _ratio(matches: Rows, totals: Rows) -> Rows:
    return np.divide(matches, totals, out=np.full_like(totals, TINY), where=totals > 0)


WORDS = Tokenizer("chrF words", "chrf")
