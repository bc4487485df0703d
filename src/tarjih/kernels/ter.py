"""Translation edit rate: word edits and shifts of blocks of words.

The search is tercom's, with the details of sacreBLEU 2.6: while a shift of hypothesis
words to where the reference has them lowers the edit distance, make the best one. Its
limits are heuristic, and part of the score.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from tarjih.kernels.arrays import F64, I32, I64
from tarjih.kernels.edits import over_references

MAX_LENGTH = 10  # words in a block
MAX_MOVE = 50  # positions from a block to the equal words of the reference
MAX_CANDIDATES = 1000  # shifts tried for a pair of lines; then none is made any more
BEAM = 25  # cells of the edit matrix filled in on either side of its diagonal

UNREACHED = 10**9

Words = list[int]
Matrix = list[list[int]]  # row i, column j: from i hypothesis to j reference words


def ter_edits(ids: I32, offsets: I64, pairs: I64) -> F64:
    """Count word edits, the shift of a block being one (TER; Snover et al. 2006).

    Line k is `ids[offsets[k]:offsets[k + 1]]`, and ids count from 0. A row of `pairs`
    is a hypothesis line, the first line of its references and the end of them, of which
    there is at least one. A row of the result is the smallest number of edits over the
    references, and their average length.
    """
    return over_references(_edits, ids, offsets, pairs)


class Shift(NamedTuple):
    """Words [start, start + length) of the hypothesis move to `target`."""

    length: int
    start: int
    target: int

    def apply(self, words: Words) -> Words:
        """Move the block; a target inside it moves it on by as many words."""
        stop = self.start + self.length
        rest = words[: self.start] + words[stop:]
        at = self.target if self.target <= stop else self.target - self.length
        return rest[:at] + words[self.start : stop] + rest[at:]


class Alignment(NamedTuple):
    """What the best path through the edit matrix says about the words."""

    targets: list[int]  # by j: where words go to stand after reference word j - 1
    hypothesis_wrong: list[bool]
    reference_wrong: list[bool]


def _edits(hypothesis: Words, reference: Words) -> int:
    if not reference:
        return len(hypothesis)
    shifts = candidates = 0
    while True:
        matrix = _matrix(hypothesis, reference)
        distance = matrix[-1][-1]
        alignment = _align(matrix, hypothesis, reference)
        found = _candidates(hypothesis, reference, alignment)
        tried = list(islice(found, MAX_CANDIDATES))
        candidates += len(tried)
        if not tried or candidates >= MAX_CANDIDATES:
            return shifts + distance
        best, shift = _best(tried, hypothesis, reference, matrix)
        if best >= distance:
            return shifts + distance
        hypothesis = shift.apply(hypothesis)
        shifts += 1


def _matrix(
    hypothesis: Words, reference: Words, first_rows: Matrix | None = None
) -> Matrix:
    """Fill in the beam of the edit matrix; `first_rows` are already known."""
    n, m = len(hypothesis), len(reference)
    slope = m / n if n else 1
    # Beams of neighbouring rows must overlap where the reference is far longer.
    width = math.ceil(slope / 2 + BEAM) if slope / 2 > BEAM else BEAM
    rows = list(first_rows or [list(range(m + 1))])
    for i in range(len(rows), n + 1):
        diagonal = math.floor(i * slope)
        begin = max(0, diagonal - width)
        end = min(m + 1, diagonal + width) if i < n else m + 1
        rows.append(_row(rows[-1], hypothesis[i - 1], reference, begin, end))
    return rows


def _row(
    above: list[int], word: int, reference: Words, begin: int, end: int
) -> list[int]:
    row = [UNREACHED] * len(above)
    if begin == 0:
        row[0] = above[0] + 1
    for j in range(max(begin, 1), end):
        replaced = above[j - 1] + (word != reference[j - 1])
        row[j] = min(replaced, above[j] + 1, row[j - 1] + 1)
    return row


def _align(matrix: Matrix, hypothesis: Words, reference: Words) -> Alignment:
    """Follow the best path back: keep or replace before delete before insert."""
    i, j = len(hypothesis), len(reference)
    targets, hypothesis_wrong, reference_wrong = [0] * (j + 1), [True] * i, [True] * j
    while i and j:
        equal = hypothesis[i - 1] == reference[j - 1]
        here = matrix[i][j]
        if matrix[i - 1][j - 1] + (not equal) == here:
            targets[j] = i
            i, j = i - 1, j - 1
            hypothesis_wrong[i] = reference_wrong[j] = not equal
        elif matrix[i - 1][j] + 1 == here:
            i -= 1
        else:
            targets[j] = i
            j -= 1
    return Alignment(targets, hypothesis_wrong, reference_wrong)


def _candidates(
    hypothesis: Words, reference: Words, alignment: Alignment
) -> Iterator[Shift]:
    """Shift wrong words to where the reference has them and the hypothesis is wrong."""
    for start, place, length in _common_blocks(hypothesis, reference):
        if not any(alignment.hypothesis_wrong[start : start + length]):
            continue
        if not any(alignment.reference_wrong[place : place + length]):
            continue
        if start < alignment.targets[place + 1] <= start + length:
            continue  # its place is inside the block
        for target in dict.fromkeys(alignment.targets[place : place + length + 1]):
            yield Shift(length, start, target)


def _common_blocks(
    hypothesis: Words, reference: Words
) -> Iterator[tuple[int, int, int]]:
    for start, word in enumerate(hypothesis):
        near = slice(max(0, start - MAX_MOVE), start + MAX_MOVE + 1)
        for place, other in enumerate(reference[near], start=near.start):
            if other == word:
                pairs = zip(hypothesis[start:], reference[place:], strict=False)
                equal = takewhile(lambda pair: pair[0] == pair[1], pairs)
                for length, _ in enumerate(islice(equal, MAX_LENGTH), start=1):
                    yield start, place, length


def _best(
    tried: list[Shift], hypothesis: Words, reference: Words, matrix: Matrix
) -> tuple[int, Shift]:
    """Find the shift to the least distance; of several, the longest, then the first."""

    def distance(shift: Shift) -> int:
        unchanged = matrix[: min(shift.start, shift.target) + 1]
        return _matrix(shift.apply(hypothesis), reference, unchanged)[-1][-1]

    best = min((distance(s), -s.length, s.start, s.target) for s in tried)
    return best[0], Shift(-best[1], *best[2:])
