"""Judgments parted in two, so that no segment is on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.judgments.numbering import number_rows
from tarjih.judgments.table import Judgments
from tarjih.kernels.arrays import I64

By = Literal["segment"]
SEED = 12345


def split(
    judgments: Judgments, *, share: float, by: By = "segment", seed: int = SEED
) -> tuple[Judgments, Judgments]:
    """Return about `share` of the segments with all their judgments, and the rest.

    A segment of a test set goes to one side in all language pairs, and so do segments
    that have a reference in common, where the texts are known.
    """
    if by not in get_args(By):
        raise UnknownName("way to split", f"{by}", get_args(By))
    if not 0 < share < 1:
        raise UsageError("the share is between 0 and 1")
    groups = _groups(judgments)
    count = int(groups.max(initial=-1)) + 1
    drawn = np.random.default_rng(seed).permutation(count)[: round(share * count)]
    first = np.isin(groups, drawn)
    return judgments.select(first), judgments.select(~first)


def _groups(judgments: Judgments) -> I64:
    """Number the segments that must stay together."""
    segments, rows = number_rows(judgments.test_set.codes, judgments.segment)
    same = _SameSets(len(rows))
    seen: dict[str, int] = {}
    for segment, reference in _references(judgments, segments):
        same.join(segment, seen.setdefault(reference, segment))
    return number_rows(same.roots()[segments])[0]


def _references(judgments: Judgments, segments: I64) -> Iterator[tuple[int, str]]:
    keys = judgments.test_set.codes, judgments.pair.codes, judgments.segment
    for row in number_rows(*keys)[1].tolist():
        key = judgments.test_set[row], judgments.pair[row]
        if key in judgments.texts:
            for text in judgments.texts[key].reference(int(judgments.segment[row])):
                yield int(segments[row]), text


class _SameSets:
    """Disjoint sets that are joined: each points on to its root."""

    def __init__(self, size: int) -> None:
        self._next = list(range(size))

    def root(self, item: int) -> int:
        while self._next[item] != item:
            self._next[item] = self._next[self._next[item]]
            item = self._next[item]
        return item

    def join(self, first: int, second: int) -> None:
        self._next[self.root(second)] = self.root(first)

    def roots(self) -> I64:
        return np.array([self.root(i) for i in range(len(self._next))], np.int64)
