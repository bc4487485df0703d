"""NIST (Doddington 2002), as mteval-v13a computes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tarjih.errors import DataError, UsageError
from tarjih.kernels import count_ngrams, match_types, nist_matches, pack
from tarjih.kernels.arrays import F64, I32, I64, U8, U64
from tarjih.kernels.nist import ROOT
from tarjih.text.batch import Batch, Tokens
from tarjih.text.tokenizers import get_tokenizer
from tarjih.types import Rows

# The penalty is 1/2 where the hypothesis has two thirds of the reference's words.
BETA = np.log(0.5) / np.log(1.5) ** 2


@dataclass(frozen=True)
class Nist:
    """N-gram matches weighted by how surprising they are in the reference corpus.

    The weights come from all references of a test set, for its segments too: `fit`
    makes the metric that scores. mteval ignores case and takes n-grams up to 5.
    """

    lowercase: bool = True
    tokenize: str = "13a"
    max_ngram_order: int = 5

    name = "NIST"
    higher_is_better = True
    digits = 4  # as mteval prints it

    def __post_init__(self) -> None:
        get_tokenizer(self.tokenize)
        if self.max_ngram_order < 1:
            raise UsageError(f"max_ngram_order must be ≥ 1, not {self.max_ngram_order}")

    def fit(self, batches: Iterable[Batch]) -> FittedNist:
        """Weigh the n-grams of the reference lines."""
        types: dict[str, int] = {}
        ids: list[I32] = []
        lengths: list[I64] = []
        for batch in batches:
            tokens = batch.tokens(self.tokenize, lowercase=self.lowercase)
            numbers = [types.setdefault(token, len(types)) for token in tokens.types]
            ids.append(np.array(numbers, np.int32)[tokens.ids])
            lengths.append(np.diff(tokens.offsets))
        words = np.concatenate([np.zeros(0, np.int32), *ids])
        offsets = np.cumsum(np.concatenate([np.zeros(1, np.int64), *lengths]))
        keys, counts, slots = count_ngrams(words, offsets, self.max_ngram_order)
        if not len(counts):
            raise DataError(
                "NIST needs references with at least one word to weigh n-grams"
            )
        information = _information(keys, counts, len(words), types.get("0"))
        return FittedNist(self, *pack(list(types)), keys, slots, information)

    def stats(self, batch: Batch) -> Rows:
        """NIST cannot see a segment before it has seen the reference corpus."""
        raise UsageError(
            "NIST weighs n-grams by the references: call fit(references) first"
        )

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        rows = np.asarray(rows, np.float64)
        order = self.max_ngram_order
        reference, information = rows[..., 0], rows[..., 1 : order + 1]
        totals = rows[..., order + 1 :]
        score = (information / np.maximum(totals, 1)).sum(axis=-1)
        return np.asarray(score * length_penalty(totals[..., 0], reference))

    def parameters(self) -> dict[str, str]:
        """Case, order and tokenizer."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "order": str(self.max_ngram_order),
            "tok": self.tokenize,
        }


@dataclass(frozen=True)
class FittedNist:
    """NIST with the weights of one reference corpus."""

    recipe: Nist
    packed_types: U8 = field(repr=False)
    type_offsets: I64 = field(repr=False)
    keys: U64 = field(repr=False)
    slots: I32 = field(repr=False)
    information: F64 = field(repr=False)

    name = "NIST"
    higher_is_better = True
    digits = 4  # as mteval prints it

    def stats(self, batch: Batch) -> Rows:
        """Rows of average reference length, information and n-grams by order."""
        recipe = self.recipe
        tokens = batch.tokens(recipe.tokenize, lowercase=recipe.lowercase)
        return nist_matches(
            tokens.ids,
            tokens.offsets,
            batch.pairs,
            recipe.max_ngram_order,
            self._known(tokens),
            self.keys,
            self.slots,
            self.information,
        )

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        return self.recipe.score(rows)

    def parameters(self) -> dict[str, str]:
        """Case, order and tokenizer."""
        return self.recipe.parameters()

    def _known(self, tokens: Tokens) -> I32:
        return match_types(
            self.packed_types,
            self.type_offsets,
            tokens.packed_types,
            tokens.type_offsets,
        )


def length_penalty(hypothesis: Rows, reference: Rows) -> Rows:
    """NIST's penalty for hypotheses shorter than the average reference."""
    ratio = np.divide(
        hypothesis, reference, out=np.ones_like(reference), where=reference > 0
    )
    short = (ratio > 0) & (ratio < 1)
    logs = np.log(ratio, out=np.zeros_like(ratio), where=short)
    return np.asarray(np.where(ratio > 0, np.exp(BETA * logs**2), 0.0))


def _information(keys: U64, counts: I64, words: int, zero: int | None) -> F64:
    """-log2 of the probability of an n-gram's last word after the others."""
    prefixes = (keys >> np.uint64(32)).astype(np.int64)
    of_prefix = np.where(prefixes == ROOT, words, counts[prefixes - 2])
    if zero is not None:
        # mteval takes the prefix "0" for none, as Perl takes that string for false
        node = np.flatnonzero(keys == np.uint64(ROOT << 32 | zero))[0] + 2
        of_prefix[prefixes == node] = words
    return np.log2(of_prefix / counts)
