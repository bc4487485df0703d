"""chrF's statistics (Popović 2015, 2017)."""

from __future__ import annotations

import numpy as np

from tarjih.kernels.arrays import F64, I32, I64
from tarjih.kernels.bleu import ngrams

TINY = 1e-16


def chrf_matches(
    chars: I32,
    char_offsets: I64,
    words: I32,
    word_offsets: I64,
    pairs: I64,
    char_order: int,
    word_order: int,
    beta: float,
    epsilon: bool,
) -> F64:
    """Count n-gram matches against the reference that gives the best F score.

    `pairs` is as for `ngram_matches`. A row of the result is (hypothesis n-grams,
    reference n-grams, matches) for each order of characters, then of words; the first
    of equally good references counts.
    """

    def compare(hypothesis: int, reference: int) -> list[float]:
        return _matches(
            chars, char_offsets, hypothesis, reference, char_order
        ) + _matches(words, word_offsets, hypothesis, reference, word_order)

    rows = np.zeros((len(pairs), 3 * (char_order + word_order)))
    for row, (hypothesis, first, end) in zip(rows, pairs, strict=True):
        candidates = [compare(hypothesis, line) for line in range(first, end)]
        row[:] = max(candidates, key=lambda counts: _f_score(counts, beta**2, epsilon))
    return rows


def _matches(
    ids: I32, offsets: I64, hypothesis: int, reference: int, order: int
) -> list[float]:
    ours = ids[offsets[hypothesis] : offsets[hypothesis + 1]].tolist()
    theirs = ids[offsets[reference] : offsets[reference + 1]].tolist()
    counts: list[float] = []
    for n in range(1, order + 1):
        mine, wanted = ngrams(ours, n), ngrams(theirs, n)
        # a hypothesis is not charged for an order that the reference cannot match
        charged = mine.total() if wanted else 0
        counts += [charged, wanted.total(), (mine & wanted).total()]
    return counts


def _f_score(counts: list[float], factor: float, epsilon: bool) -> float:
    total = precisions = recalls = 0.0
    effective = 0
    for hypothesis, reference, matched in zip(*[iter(counts)] * 3, strict=True):
        precision = matched / hypothesis if hypothesis else TINY
        recall = matched / reference if reference else TINY
        below = factor * precision + recall
        total += (1 + factor) * precision * recall / below if below else TINY
        if hypothesis and reference:
            precisions, recalls = precisions + precision, recalls + recall
            effective += 1
    if epsilon:
        return 100 * total / (len(counts) // 3)
    if not precisions + recalls:
        return 0.0
    precisions, recalls = precisions / effective, recalls / effective
    above = (1 + factor) * precisions * recalls
    return 100 * (above / (factor * precisions + recalls))
