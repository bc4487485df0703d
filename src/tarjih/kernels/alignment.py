"""Sentence similarity by aligning words (Matsuo et al. 2017).

In all of these word k of a batch has the k-th of the unit vectors, and words beyond
them have none. φ, the similarity of two words, is their cosine: 1 for a word and its
equal, 0 where one has no vector. With `exact` a word without a vector equals itself,
too. What is below a threshold counts 0; a threshold of -1 leaves everything in.
`weights` are those of the words.

The result has a row for each pair and reference, with its columns once for every
threshold. Where a line has no words, or none with a weight, the row is 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tarjih.kernels.arrays import F32, F64, I32, I64

_Align = Callable[[I32, I32], list[float]]


def average_alignment(
    ids: I32,
    offsets: I64,
    pairs: I64,
    vectors: F32,
    weights: F64,
    thresholds: F64,
    exact: bool,
) -> F64:
    """AAS, equation 1: the mean φ of all pairs of words, weighted by their product."""

    def align(one: I32, two: I32) -> list[float]:
        found = _similarities(one, two, vectors, exact)
        mass = np.outer(weights[one], weights[two])
        sums = [float((mass * _cut(found, low)).sum()) for low in thresholds]
        return [value / float(mass.sum()) for value in sums]

    return _over_lines(ids, offsets, pairs, weights, len(thresholds), align)


def maximum_alignment(
    ids: I32,
    offsets: I64,
    pairs: I64,
    vectors: F32,
    weights: F64,
    thresholds: F64,
    exact: bool,
) -> F64:
    """MAS in both directions, equation 2: mean φ of each word and the nearest to it.

    The columns are precision, of the hypothesis' words, and recall.
    """

    def align(one: I32, two: I32) -> list[float]:
        found = _similarities(one, two, vectors, exact)
        row = []
        for low in thresholds:
            for line, best in ((one, found.max(axis=1)), (two, found.max(axis=0))):
                row.append(float(np.average(_cut(best, low), weights=weights[line])))
        return row

    return _over_lines(ids, offsets, pairs, weights, 2 * len(thresholds), align)


def hungarian_alignment(
    ids: I32,
    offsets: I64,
    pairs: I64,
    vectors: F32,
    weights: F64,
    thresholds: F64,
    exact: bool,
) -> F64:
    """HAS, equation 4: the largest sum of φ of words in pairs, by the lesser length.

    A pair weighs what the lighter of its words does.
    """

    def align(one: I32, two: I32) -> list[float]:
        found = _similarities(one, two, vectors, exact)
        lighter = np.minimum.outer(weights[one], weights[two])
        if len(one) > len(two):
            found, lighter = found.T, lighter.T
        size = min(float(weights[line].sum()) for line in (one, two))
        return [_assigned(lighter * _cut(found, low)) / size for low in thresholds]

    return _over_lines(ids, offsets, pairs, weights, len(thresholds), align)


def vector_cosines(
    ids: I32, offsets: I64, pairs: I64, vectors: F32, weights: F64
) -> F64:
    """The cosine of the sums of the vectors, which need not be of length 1."""

    def align(one: I32, two: I32) -> list[float]:
        sums = []
        for line in (one, two):
            known = line[line < len(vectors)]
            sums.append(weights[known] @ vectors[known].astype(np.float64))
        size = float(np.sqrt((sums[0] @ sums[0]) * (sums[1] @ sums[1])))
        return [float(np.clip(sums[0] @ sums[1] / size, -1, 1)) if size else 0.0]

    return _over_lines(ids, offsets, pairs, weights, 1, align)


def _over_lines(
    ids: I32, offsets: I64, pairs: I64, weights: F64, columns: int, align: _Align
) -> F64:
    rows = []
    for hypothesis, first, end in pairs.tolist():
        one = ids[offsets[hypothesis] : offsets[hypothesis + 1]]
        for reference in range(first, end):
            two = ids[offsets[reference] : offsets[reference + 1]]
            some = weights[one].sum() > 0 and weights[two].sum() > 0
            rows.append(align(one, two) if some else [0.0] * columns)
    return np.array(rows, np.float64).reshape(-1, columns)


def _similarities(one: I32, two: I32, vectors: F32, exact: bool) -> F64:
    """φ of the words of two lines."""
    padded = np.zeros((len(vectors) + 1, vectors.shape[1]))
    padded[:-1] = vectors
    rows = [padded[np.minimum(line, len(vectors))] for line in (one, two)]
    equal = np.equal.outer(one, two)
    if not exact:
        equal &= (one < len(vectors))[:, None]
    return np.asarray(np.where(equal, 1.0, np.clip(rows[0] @ rows[1].T, -1, 1)))


def _cut(cosines: F64, threshold: float) -> F64:
    return np.where(cosines >= threshold, cosines, 0.0)


def _assigned(gain: F64) -> float:
    """The largest sum over pairs, by the Hungarian method (Kuhn 1955)."""
    rows, columns = gain.shape
    potential = np.zeros(columns + 1)
    of_row = np.zeros(rows + 1)
    row_of = np.zeros(columns + 1, np.int64)  # row and column 0 stand for none
    for row in range(1, rows + 1):
        row_of[0] = row
        column = 0
        least = np.full(columns + 1, np.inf)
        back = np.zeros(columns + 1, np.int64)
        used = np.zeros(columns + 1, np.bool_)
        while row_of[column]:
            used[column] = True
            at = row_of[column]
            reduced = -gain[at - 1] - of_row[at] - potential[1:]
            nearer = ~used[1:] & (reduced < least[1:])
            least[1:][nearer] = reduced[nearer]
            back[1:][nearer] = column
            nearest = int(np.argmin(np.where(used, np.inf, least)[1:])) + 1
            delta = least[nearest]
            of_row[row_of[used]] += delta
            potential[used] -= delta
            least[~used] -= delta
            column = nearest
        while column:
            row_of[column] = row_of[back[column]]
            column = int(back[column])
    taken = np.flatnonzero(row_of[1:])
    return float(gain[row_of[1:][taken] - 1, taken].sum())
