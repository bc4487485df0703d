"""The ranking CSVs of WMT07 to WMT16: one screen a row, rank 1 is the best.

    srclang,trglang,srcIndex,documentId,segmentId,judgeId,
    system1Number,system1Id,...,system1rank,...

There may be any number of systems. Later files leave columns out; those of WMT15 have
only `segmentId`, and pairs instead of screens.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path

from tarjih.errors import DataError
from tarjih.judgments.delimited import Header, comma_rows, headed
from tarjih.judgments.intake import Intake, Item, Passed, Source, Unfit, opened, whole
from tarjih.judgments.languages import language_pair
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import TextKey, Texts
from tarjih.judgments.wmt_folder import Output, TextsFrom, output_name, texts_beside

_BLANK = -1  # a rank that was not given
_RANKS = 5  # WMT's screens had five places, also where the file holds pairs of them
_NO_SYSTEM = ("", "blank")


def read_wmt_csv(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read a ranking CSV; its texts are found in a folder `plain` beside it.

    `pair` is for the files that do not name their languages.
    """
    file = opened(source)
    found = texts_beside(file.name, texts, "plain")
    rows = comma_rows(file)
    header = headed(file, rows)
    places = _places(header, needs_languages=pair is None)
    name = test_set or _only_test_set(found) or Path(file.name).name.partition(".")[0]
    screen = _Screen(header, places, name, pair, max(_RANKS, len(places)))
    return Intake(file, "ranks", found, skip_bad).take(rows, screen.read).judgments()


def _places(header: Header, *, needs_languages: bool) -> list[int]:
    """Return the numbers of the places on a screen: 1, 2 and so on."""
    if needs_languages:
        header.require("srclang", "trglang")
    header.require("system1Id", "system1rank")
    places = list(takewhile(lambda n: f"system{n}Id" in header, count(1)))
    header.require(*(f"system{n}rank" for n in places))
    header.first_of("srcIndex", "segmentId")
    return places


def _only_test_set(texts: Mapping[TextKey, Texts]) -> str | None:
    names = {test_set for test_set, _ in texts}
    if len(names) > 1:
        raise DataError(f"the texts are of {' and '.join(sorted(names))}: name one")
    return next(iter(names), None)


@dataclass(frozen=True)
class _Screen:
    """How a row is read."""

    header: Header
    places: list[int]
    test_set: str
    pair: str | None
    ranks: int

    def read(self, cells: list[str]) -> list[Item]:
        row = self.header.row(cells)
        pair = self.pair or language_pair(row["srclang"], row["trglang"])
        column = self.header.first_of("srcIndex", "segmentId")
        segment = whole(row[column], column)
        judge = row.get("judgeId", "")
        items = []
        for place in self.places:
            system = row[f"system{place}Id"].strip()
            if system not in _NO_SYSTEM:
                rank = self._rank(row[f"system{place}rank"], place)
                named = output_name(system) or Output(self.test_set, pair, system)
                items.append(
                    Item(
                        named.test_set, pair, segment, judge, named.system, rank, place
                    )
                )
        if not items:
            raise Passed("a screen without systems")
        return items

    def _rank(self, cell: str, place: int) -> float:
        rank = whole(cell, f"system{place}rank")
        if rank == _BLANK:
            return math.nan
        if not 1 <= rank <= self.ranks:
            raise Unfit(
                f"system{place}rank is {rank}; ranks are 1 to {self.ranks}, "
                f"or {_BLANK} where blank",
                "rank out of range",
            )
        return float(rank)
