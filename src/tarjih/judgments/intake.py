"""From the records of a file to the table, with what is wrong met line by line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np

from tarjih.errors import DataError
from tarjih.judgments.factor import Factor
from tarjih.judgments.skipped import Reason, Skipped
from tarjih.judgments.table import Judgments, Kind
from tarjih.judgments.texts import TextKey, Texts
from tarjih.text.lines import Text, open_text
from tarjih.text.reader import listed

Record = TypeVar("Record")
Source = Text | str


class Item(NamedTuple):
    """One judged translation, as a reader of a format sees it."""

    test_set: str
    pair: str
    segment: int
    judge: str
    system: str
    value: float
    item: int = 0
    weight: float = 1.0


class Unfit(ValueError):
    """What is wrong with a record; `reason` is what it is counted under."""

    def __init__(self, problem: str, reason: str | None = None) -> None:
        super().__init__(problem)
        self.reason = reason or problem


class Passed(ValueError):
    """Why a record is rightly left out: counted, and no error."""


def opened(source: Source, encoding: str = "utf-8") -> Text:
    """Return the open file; a path is opened in this encoding."""
    return source if isinstance(source, Text) else open_text(f"{source}", encoding)


@dataclass
class Intake:
    """Takes records, and makes the table of them."""

    file: Text
    kind: Kind
    texts: Mapping[TextKey, Texts] = field(default_factory=dict)
    skip_bad: bool = False
    _tasks: list[int] = field(default_factory=list)
    _items: list[Item] = field(default_factory=list)
    _skipped: dict[str, Reason] = field(default_factory=dict)

    def take(
        self,
        records: Iterable[tuple[int, Record]],
        read: Callable[[Record], Sequence[Item]],
    ) -> Intake:
        """Read each record, which comes with its line; its items are one task."""
        task = self._tasks[-1] + 1 if self._tasks else 0
        for line, record in records:
            try:
                items = read(record)
                for item in items:
                    self._check(item)
            except Unfit as error:
                self._refuse(error, line)
            except Passed as error:
                self._count(f"{error}", f"{error}", line)
            else:
                self._items += items
                self._tasks += [task] * len(items)
                task += 1
        return self

    def judgments(self, texts: Mapping[TextKey, Texts] | None = None) -> Judgments:
        """Return the table; there must be something in it."""
        if not self._items:
            why = "; ".join(Skipped(self._skipped).lines())
            raise self.file.error(f"holds no judgments{why and f' ({why})'}")
        columns = dict(zip(Item._fields, zip(*self._items, strict=True), strict=True))
        return Judgments(
            kind=self.kind,
            task=np.array(self._tasks, np.int64),
            item=np.array(columns["item"], np.int64),
            test_set=Factor.of(columns["test_set"]),
            pair=Factor.of(columns["pair"]),
            segment=np.array(columns["segment"], np.int64),
            judge=Factor.of(columns["judge"]),
            system=Factor.of(columns["system"]),
            value=np.array(columns["value"], np.float64),
            weight=np.array(columns["weight"], np.float64),
            texts=self.texts if texts is None else texts,
            skipped=Skipped(self._skipped),
        )

    def _check(self, item: Item) -> None:
        if item.segment < 1:
            raise Unfit(
                f"segment {item.segment}: segments are counted from 1",
                "segment below 1",
            )
        key = (item.test_set, item.pair)
        name = " ".join(filter(None, key))
        if key not in self.texts:
            # score files can be evaluated without texts, so this is no mistake
            if self.texts and self.skip_bad:
                raise Unfit(f"there are no texts of {name}", "no texts")
            return
        texts = self.texts[key]
        if not texts.knows(item.system):
            raise Unfit(
                f"unknown system {item.system!r}; systems of {name}: "
                f"{listed(texts.systems)}",
                "unknown system",
            )
        if item.segment > len(texts):
            raise Unfit(
                f"segment {item.segment} is past the end: {name} has "
                f"{len(texts):,} segments",
                "segment past the end",
            )

    def _refuse(self, error: Unfit, line: int) -> None:
        if not self.skip_bad:
            raise self.file.error(f"{error}", line=line) from error
        self._count(error.reason, f"{error}", line)

    def _count(self, reason: str, problem: str, line: int) -> None:
        place = f"{self.file.error(problem, line=line)}"
        before = self._skipped.get(reason, Reason(0, place))
        self._skipped[reason] = Reason(before.count + 1, before.first)


def whole(cell: str, what: str) -> int:
    """Return the whole number in a cell."""
    digits = cell.strip()
    if not digits.removeprefix("-").isdecimal() or len(digits) > 15:
        raise Unfit(f"{what} {_shown(cell)} is no whole number", f"bad {what}")
    return int(digits)


def number(cell: str, what: str, *, blank: Sequence[str] = ()) -> float:
    """Return the number in a cell; NaN if it is one of those that mean nothing."""
    if cell.strip() in blank:
        return math.nan
    try:
        found = float(cell)
    except ValueError:
        found = math.nan
    if not math.isfinite(found) or "_" in cell:
        raise Unfit(f"{what} {_shown(cell)} is no number", f"bad {what}")
    return found


def _shown(cell: str) -> str:
    return repr(cell if len(cell) <= 40 else cell[:40] + "…")


def no_column(file: Text, missing: Iterable[str], header: Iterable[str]) -> DataError:
    """Return the error of a file whose first line lacks what it must name."""
    return file.error(
        f"the header has no {' or '.join(map(repr, missing))}; "
        f"columns: {listed(header)}",
        line=1,
    )
