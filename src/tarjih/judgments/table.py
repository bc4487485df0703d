"""The one table that every reader of human judgments returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import numpy as np

from tarjih.errors import UsageError
from tarjih.judgments.factor import Factor, Rows
from tarjih.judgments.skipped import Skipped
from tarjih.judgments.texts import TextKey, Texts
from tarjih.kernels.arrays import F64, I64

Kind = Literal["ranks", "scores"]


@dataclass(frozen=True)
class Judgments:
    """One row for each translation that somebody judged.

    `ranks` compare within one task, and smaller is better; of `scores` larger is
    better. A task is one screen of a ranking; for scores it numbers the judgments.
    Rows of a task with the same `item` were one translation, shown once.
    """

    kind: Kind
    task: I64
    item: I64
    test_set: Factor
    pair: Factor  # of languages, as cs-en
    segment: I64  # counted from 1
    judge: Factor
    system: Factor
    value: F64  # NaN where left blank
    weight: F64
    texts: Mapping[TextKey, Texts] = field(default_factory=dict)
    skipped: Skipped = field(default_factory=Skipped)

    def __len__(self) -> int:
        return len(self.value)

    def select(self, rows: Rows) -> Judgments:
        """Return the rows of a mask, or of row numbers."""
        return replace(self, **_each_column(lambda name: _take(self, name, rows)))

    def keys(self) -> Factor:
        """The test set and language pair of every row, as `newstest2012 cs-en`."""
        width = max(len(self.pair.names), 1)
        both = self.test_set.codes.astype(np.int64) * width + self.pair.codes
        found, codes = np.unique(both, return_inverse=True)
        sets, pairs = self.test_set.names, self.pair.names
        names = [
            f"{sets[key // width]} {pairs[key % width]}".strip()
            for key in found.tolist()
        ]
        return Factor(codes.astype(np.int32).reshape(-1), tuple(names))


def concatenate(tables: Sequence[Judgments]) -> Judgments:
    """Put tables of one kind one below the other; tasks stay apart."""
    if not tables:
        raise UsageError("there are no judgments to concatenate")
    kinds = {table.kind for table in tables}
    if len(kinds) > 1:
        raise UsageError("ranks and scores cannot be put into one table")
    parts = [
        replace(table, task=table.task + start)
        for table, start in zip(tables, _starts(tables), strict=True)
    ]
    return replace(
        parts[0],
        **_each_column(lambda name: _join([getattr(part, name) for part in parts])),
        texts=_join_texts(tables),
        skipped=Skipped.joined(table.skipped for table in tables),
    )


_COLUMNS = [f.name for f in fields(Judgments) if f.type in ("I64", "F64", "Factor")]


def _each_column(make: Any) -> dict[str, Any]:
    return {name: make(name) for name in _COLUMNS}


def _take(table: Judgments, name: str, rows: Rows) -> Any:
    column = getattr(table, name)
    return column.take(rows) if isinstance(column, Factor) else column[rows]


def _join(columns: Sequence[Any]) -> Any:
    if isinstance(columns[0], Factor):
        return Factor.joined(columns)
    return np.concatenate(columns)


def _join_texts(tables: Sequence[Judgments]) -> Mapping[TextKey, Texts]:
    joined: dict[TextKey, Texts] = {}
    for table in tables:
        for key, texts in table.texts.items():
            both = joined[key].joined(texts) if key in joined else texts
            if both is None:
                raise UsageError(
                    f"two tables have different texts of {' '.join(key).strip()!r}; "
                    "read one of them with another test_set"
                )
            joined[key] = both
    return joined


def _starts(tables: Sequence[Judgments]) -> list[int]:
    """Return the number to add to the tasks of each table."""
    starts = [0]
    for table in tables[:-1]:
        starts.append(starts[-1] + int(table.task.max(initial=-1)) + 1)
    return starts
