"""Edits without shifts, in order and as bags of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from tarjih.kernels.arrays import F64, I32, I64


def word_edits(ids: I32, offsets: I64, pairs: I64) -> F64:
    """Count word insertions, deletions and replacements (Levenshtein 1966).

    Line k is `ids[offsets[k]:offsets[k + 1]]`, and ids count from 0. A row of `pairs`
    is a hypothesis line, the first line of its references and the end of them, of which
    there is at least one. A row of the result is the smallest number of edits over the
    references, and their average length.
    """
    return over_references(_levenshtein, ids, offsets, pairs)


def bag_edits(ids: I32, offsets: I64, pairs: I64) -> F64:
    """Count the edits that no order of the words avoids (PER; Tillmann et al. 1997).

    Arguments and result are those of `word_edits`.
    """
    return over_references(_bag_distance, ids, offsets, pairs)


def over_references(
    edits: Callable[[list[int], list[int]], int], ids: I32, offsets: I64, pairs: I64
) -> F64:
    """Give each row its fewest edits and its average reference length."""
    lines = [ids[begin:end].tolist() for begin, end in pairwise(offsets)]
    rows = np.empty((len(pairs), 2))
    for row, (hypothesis, begin, end) in zip(rows, pairs, strict=True):
        references = lines[begin:end]
        row[0] = min(edits(lines[hypothesis], reference) for reference in references)
        row[1] = sum(map(len, references)) / len(references)
    return rows


def _levenshtein(hypothesis: list[int], reference: list[int]) -> int:
    column = list(range(len(reference) + 1))
    for i, word in enumerate(hypothesis, start=1):
        diagonal, column[0] = column[0], i
        for j, other in enumerate(reference, start=1):
            best = min(diagonal + (word != other), column[j] + 1, column[j - 1] + 1)
            diagonal, column[j] = column[j], best
    return column[-1]


def _bag_distance(hypothesis: list[int], reference: list[int]) -> int:
    common = (Counter(hypothesis) & Counter(reference)).total()
    return max(len(hypothesis), len(reference)) - common
