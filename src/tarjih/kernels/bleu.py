"""BLEU's statistics (Papineni et al. 2002)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tarjih.kernels.arrays import F64, I32, I64


def ngrams(tokens: list[int], order: int) -> Counter[tuple[int, ...]]:
    """Count the n-grams of one order."""
    return Counter(zip(*(tokens[n:] for n in range(order)), strict=False))


def ngram_matches(ids: I32, offsets: I64, pairs: I64, order: int) -> F64:
    """Count the clipped n-gram matches of each hypothesis against its references.

    A row of `pairs` is (hypothesis line, first reference line, end of the reference
    lines). A row of the result is (hypothesis length, closest reference length,
    matches of order 1.., n-grams of order 1..).
    """
    rows = np.zeros((len(pairs), 2 + 2 * order))
    for row, (hypothesis, first, end) in zip(rows, pairs, strict=True):
        tokens = ids[offsets[hypothesis] : offsets[hypothesis + 1]].tolist()
        references = [
            ids[offsets[line] : offsets[line + 1]].tolist()
            for line in range(first, end)
        ]
        row[0] = len(tokens)
        row[1] = min(map(len, references), key=lambda n: (abs(n - len(tokens)), n))
        for n in range(1, order + 1):
            most: Counter[tuple[int, ...]] = Counter()
            for reference in references:
                most |= ngrams(reference, n)
            row[1 + n] = (ngrams(tokens, n) & most).total()
            row[1 + order + n] = max(0, len(tokens) - n + 1)
    return rows
