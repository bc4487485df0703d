"""Rankings and scores unrolled into pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tarjih.errors import UnknownName, UsageError
from tarjih.judgments.combine import combine
from tarjih.judgments.numbering import number_rows
from tarjih.judgments.preferences import Preferences
from tarjih.judgments.repeats import Contradictions, Duplicates, settle
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import is_reference
from tarjih.kernels.arrays import I64

Keep = Literal["keep", "drop"]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Report:
    """How many pairs were found, of which kinds, and how many were kept.

    Each count is taken of what the steps before it have left.
    """

    blanks: int  # rows without a rank or score
    averaged: int  # rows that were joined with another of the same translation
    pairs: int  # all pairs of the rows that are left
    identical: int  # pairs of one output, shown once for several systems
    references: int  # pairs with a reference in them
    close: int  # pairs of scores nearer than the gap
    ties: int
    disputed: int  # preferences in pairs that were judged both ways
    contradicted: int  # those that an opposite one cancels: the fewer of a pair's two
    duplicates: int  # pairs that repeat an earlier one
    kept: int


def unroll(
    judgments: Judgments,
    *,
    gap: float = 0.0,
    ties: Keep = "keep",
    references: Keep = "keep",
    identical: Keep = "drop",
    duplicates: Duplicates = "keep",
    contradictions: Contradictions = "keep",
) -> tuple[Preferences, Report]:
    """Return all pairs of every ranking, or of the scores of every segment.

    Several scores of one translation are averaged first. Scores nearer than `gap` are
    no judgment (WMT's daRR: 25); equal ones are ties. A pair has a judge if both of its
    translations were judged by the same one.
    """
    _check("ties", ties, Keep)
    _check("references", references, Keep)
    _check("identical", identical, Keep)
    _check("duplicates", duplicates, Duplicates)
    _check("contradictions", contradictions, Contradictions)
    if not gap >= 0 or (gap > 0 and judgments.kind == "ranks"):
        raise UsageError(
            f"a gap of {gap:g} cannot be: it is 0 for ranks, ≥ 0 for scores"
        )
    given = judgments.select(~np.isnan(judgments.value))
    table = combine(given, "mean") if given.kind == "scores" else given
    all_pairs = _Pairs(table, *_all_pairs(_groups(table)))
    pairs, identical_pairs = all_pairs.without(_identical(all_pairs), identical)
    pairs, reference_pairs = pairs.without(_with_reference(pairs), references)
    pairs, close = pairs.without(np.abs(pairs.differences()) < gap, "drop")
    pairs, tied = pairs.without(pairs.differences() == 0, ties)
    kept, repeats = settle(pairs.preferences(), duplicates, contradictions)
    return kept, Report(
        blanks=len(judgments) - len(given),
        averaged=len(given) - len(table),
        pairs=len(all_pairs.left),
        identical=identical_pairs,
        references=reference_pairs,
        close=close,
        ties=tied,
        disputed=repeats.disputed,
        contradicted=repeats.contradicted,
        duplicates=repeats.duplicates,
        kept=len(kept),
    )


def _check(option: str, value: str, known: object) -> None:
    if value not in get_args(known):
        raise UnknownName(f"choice of {option}", f"{value}", get_args(known))


@dataclass(frozen=True)
class _Pairs:
    """Pairs of rows of a table."""

    table: Judgments
    left: I64
    right: I64

    def without(self, rows: Mask, rule: Keep) -> tuple[_Pairs, int]:
        """Drop the rows or keep them, and count them."""
        count = int(rows.sum())
        if rule == "keep" or not count:
            return self, count
        return _Pairs(self.table, self.left[~rows], self.right[~rows]), count

    def differences(self) -> NDArray[np.float64]:
        """How much better the left one is."""
        value = self.table.value
        larger = value[self.left] - value[self.right]
        return larger if self.table.kind == "scores" else -larger

    def preferences(self) -> Preferences:
        """Return the pairs by what was judged."""
        table, left = self.table, self.left
        judge = table.judge.take(left)
        differ = judge.codes != table.judge.codes[self.right]
        return Preferences(
            table.test_set.take(left),
            table.pair.take(left),
            table.segment[left],
            judge.blanked(differ) if differ.any() else judge,
            table.system.take(left),
            table.system.take(self.right),
            np.sign(self.differences()).astype(np.int8),
            table.weight[left],
        )


def _groups(table: Judgments) -> I64:
    """Return a number for each row; rows with the same one are comparable."""
    if table.kind == "ranks":
        return table.task
    return number_rows(table.test_set.codes, table.pair.codes, table.segment)[0]


def _all_pairs(groups: I64) -> tuple[I64, I64]:
    """Return the left and right rows of all pairs within the groups, in row order."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    begun = np.arange(len(order))  # places whose group reaches `distance` further
    found = [(order[:0], order[:0])]
    distance = 1
    while len(begun):
        begun = begun[begun + distance < len(order)]
        begun = begun[ordered[begun] == ordered[begun + distance]]
        found.append((order[begun], order[begun + distance]))
        distance += 1
    left, right = (np.concatenate(side) for side in zip(*found, strict=True))
    in_order = np.lexsort((right, left))
    return left[in_order], right[in_order]


def _identical(pairs: _Pairs) -> Mask:
    table, left, right = pairs.table, pairs.left, pairs.right
    same_system: Mask = table.system.codes[left] == table.system.codes[right]
    if table.kind == "scores":
        return same_system
    same_item: Mask = table.item[left] == table.item[right]
    return same_system | same_item


def _with_reference(pairs: _Pairs) -> Mask:
    codes = pairs.table.system.codes
    human = [is_reference(name) for name in pairs.table.system.names]
    rows: Mask = np.array(human, np.bool_)[codes]
    return rows[pairs.left] | rows[pairs.right]
